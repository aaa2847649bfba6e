"""The games as the server runs them: pure at once, compiled as soon as the compiler is done.

Nobody waits for the compiler. It works in a process of its own, which leaves this one free for pages; then the
machine code is only loaded.
"""

from __future__ import annotations

import subprocess
import sys
import threading

from banneret.core.game import Game, Mode
from banneret.core.kernel import can_compile
from banneret.games import load
from banneret.players import KERNELS


class Engines:
    """The best ready form of each game."""

    def __init__(self, compiled: bool = True) -> None:
        self._compiled = compiled and can_compile()
        self._ready: dict[str, Game] = {}
        self._begun: set[str] = set()
        self._lock = threading.Lock()

    def pure(self, key: str) -> Game:
        return load(key, Mode.PURE)

    def best(self, key: str) -> Game:
        """The compiled game if it is ready, else the pure one; then the compiler is set to work."""
        self.prepare(key)
        return self._ready.get(key) or self.pure(key)

    def prepare(self, key: str) -> None:
        with self._lock:
            if not self._compiled or key in self._begun:
                return
            self._begun.add(key)
        threading.Thread(target=self._prepare, args=(key,), name=f"compile {key}", daemon=True).start()

    def _prepare(self, key: str) -> None:
        """Where compiling fails the game goes on as pure Python."""
        warm = [sys.executable, "-m", "banneret", "warm", key]
        if subprocess.run(warm, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode:
            return
        game = load(key, Mode.COMPILED)
        for _ in game.kernels.warm():
            pass
        for kernel in KERNELS:
            game.kernels.bind(kernel)
        self._ready[key] = game
