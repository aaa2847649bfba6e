"""Opens the board in the browser: a server for this machine, with everything that the pages need.

Games are kept in the user's data folder, or where --folder says, and go on where they were left.

examples:
  banneret serve
  banneret serve --port 8080 --no-open
  banneret serve --host 0.0.0.0                for others in the same network
"""

from __future__ import annotations

import argparse
import socket
import threading
import webbrowser
from pathlib import Path

from banneret.core.errors import UnreadableText

NAME = "serve"
HELP = "play in the browser"
PORT = 8470
TRIED = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: this machine only)")
    parser.add_argument(
        "--port", type=int, help=f"the port to listen on (default: {PORT}, or the next that is free)"
    )
    parser.add_argument("--folder", metavar="DIR", help="where games are kept (default: the user's data folder)")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument("--no-limits", action="store_true", help="let everybody ask as fast as they like")
    parser.add_argument("--pure", action="store_true", help="never compile; bots think slowly")


def run(arguments: argparse.Namespace) -> None:
    import uvicorn

    from banneret.web.app import Settings, create_app
    from banneret.web.sweeping import sweep_little

    ear = bound(arguments.host, arguments.port)
    folder = Path(arguments.folder) if arguments.folder else data_folder()
    host, port = ear.getsockname()[:2]
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"
    print(f"Banneret is at {address}  (games are kept in {folder}; Ctrl+C stops)", flush=True)
    if not arguments.no_open:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    app = create_app(Settings(folder, compiled=not arguments.pure, limits=not arguments.no_limits))
    sweep_little()
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=2, server_header=False
    )
    uvicorn.Server(config).run(sockets=[ear])


def data_folder() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("banneret", appauthor=False))


def bound(host: str, port: int | None) -> socket.socket:
    """A socket that listens at the port, or at the first free one from our own on."""
    wanted = [port] if port is not None else [*range(PORT, PORT + TRIED), 0]
    for each in wanted:
        ear = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            ear.bind((host, each))
        except OSError as error:
            ear.close()
            if port is not None:
                raise UnreadableText(f"cannot listen at {host}:{port}: {error.strerror}") from None
            continue
        ear.listen(2048)  # who comes before the server is ready waits
        ear.set_inheritable(True)
        return ear
    raise UnreadableText(f"no port is free at {host}")
