"""A real server and a real browser. Everything here is done as a player does it: by looking and clicking."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import banneret

pytest.importorskip("playwright", reason="the browser tests need Playwright")

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 20_000  # milliseconds
# Tests look at what happens, not at how it is shown on the way.
AT_ONCE = """if (location.protocol === "http:")
    localStorage.setItem("banneret-settings", JSON.stringify({ speed: "0", confirm: "never" }));"""


class ServerProcess:
    """A server in a process of its own, on a folder that outlives it."""

    def __init__(self, folder: Path, *, compiled: bool = False) -> None:
        self.folder = folder
        self.mode = [] if compiled else ["--pure"]
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "banneret", "serve", "--no-open", "--no-limits", *self.mode]
        command += ["--port", str(self.port), "--folder", str(self.folder)]
        sources = {**os.environ, "PYTHONPATH": str(Path(banneret.__file__).parent.parent)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=sources)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", self.process.stdout.readline())
        assert found, "the server tells its address in its first line"
        self.address, self.port = found[0], int(found[1])
        self._wait_for_answer()

    def _wait_for_answer(self) -> None:
        """The address is told before anybody listens there."""
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not listen")

    def kill(self) -> None:
        """End the process without a warning, as a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        self.process.terminate()
        self._gone()

    def _gone(self) -> None:
        self.process.wait(timeout=10)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed, so nothing can be tested in a browser")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("tables"))
    yield process
    process.stop()


@pytest.fixture
def context(browser: Browser, server: ServerProcess) -> Iterator[BrowserContext]:
    """A browser that nobody has used yet. Whatever goes wrong in a page fails the test."""
    opened = browser.new_context(
        base_url=server.address, locale="en-GB", viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    opened.set_default_timeout(PATIENCE)
    opened.add_init_script(AT_ONCE)
    troubles: list[str] = []
    opened.on("weberror", lambda error: troubles.append(str(error.error)))
    opened.on("console", lambda message: troubles.append(message.text) if is_violation(message.text) else None)
    yield opened
    opened.close()
    assert not troubles


def is_violation(text: str) -> bool:
    return "Content Security Policy" in text


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
