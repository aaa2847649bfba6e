"""A real server in a thread, for tests that speak HTTP from outside."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from banneret.web.app import Settings, create_app


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, FastAPI]]:
    """A server on a folder: its address, and the application."""
    app = create_app(Settings(folder, compiled=False, limits=False))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", app
    finally:
        server.should_exit = True
        thread.join()
