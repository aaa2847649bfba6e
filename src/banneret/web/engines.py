"""The games as the server runs them: pure at once, compiled as soon as the compiler is done.

Nobody waits for the compiler. It works in a process of its own, one game after the other and behind everything
else, which leaves this process free for pages; then the machine code is only loaded.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from banneret.core.game import Game, Mode
from banneret.core.kernel import can_compile
from banneret.games import load
from banneret.players import KERNELS

log = logging.getLogger(__name__)


class Engines:
    """The best ready form of each game."""

    def __init__(self, compiled: bool = True) -> None:
        self._compiled = compiled and can_compile()
        self._ready: dict[str, Game] = {}
        self._begun: set[str] = set()
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="compiler")
        self._compiler: subprocess.Popen[bytes] | None = None
        self._closed = False

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._compiler:
                self._compiler.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def pure(self, key: str) -> Game:
        return load(key, Mode.PURE)

    def best(self, key: str) -> Game:
        """The compiled game if it is ready, else the pure one; then the compiler is set to work."""
        self.prepare(key)
        return self._ready.get(key) or self.pure(key)

    def prepare(self, key: str) -> None:
        with self._lock:
            if self._closed or not self._compiled or key in self._begun:
                return
            self._begun.add(key)
        self._pool.submit(self._prepare, key)

    def _prepare(self, key: str) -> None:
        """Where compiling fails the game goes on as pure Python."""
        try:
            if self._compile(key):
                self._ready[key] = self._load(key)
        except Exception:
            log.exception("%s could not be compiled", key)

    def _compile(self, key: str) -> bool:
        """Fill the cache of machine code; whether that worked."""
        with self._lock:
            if self._closed:
                return False
            warm = [sys.executable, "-m", "banneret", "warm", key, "--no-lab"]
            self._compiler = subprocess.Popen(warm, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, self._compiler.pid, 10)
        return self._compiler.wait() == 0

    def _load(self, key: str) -> Game:
        game = load(key, Mode.COMPILED)
        for _ in game.kernels.warm():
            pass
        for kernel in KERNELS:
            game.kernels.bind(kernel)
        return game
