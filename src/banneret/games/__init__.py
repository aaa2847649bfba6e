"""The games, found by their folders. A folder that declares EDITIONS is a game; nothing lists them."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil

from banneret.core.errors import UnknownGame
from banneret.core.game import Edition, Game, Mode
from banneret.core.yardstick import CPlayout


@functools.cache
def editions() -> dict[str, Edition]:
    """Every edition of every game by its key, in order of keys."""
    found: dict[str, Edition] = {}
    for module in pkgutil.iter_modules(__path__):
        folder = importlib.import_module(f"{__name__}.{module.name}")
        found.update({edition.info.key: edition for edition in folder.EDITIONS})
    return dict(sorted(found.items()))


def edition(key: str) -> Edition:
    if key not in editions():
        raise UnknownGame(key, list(editions()))
    return editions()[key]


@functools.cache
def _load(key: str, mode: Mode | None) -> Game:
    return Game(edition(key), mode)


def load(key: str, mode: Mode | str | None = None) -> Game:
    """The game of a key, compiled unless another mode is asked for (or numba is missing)."""
    return _load(key, None if mode is None else Mode(mode))


def yardstick(game: Game) -> CPlayout | None:
    """The game's playout in C, if its folder has one and there is a compiler for it."""
    name = f"{__name__}.{game.edition.folder.name}.yardstick"
    if importlib.util.find_spec(name) is None:
        return None
    found: CPlayout | None = importlib.import_module(name).yardstick(game)
    return found
