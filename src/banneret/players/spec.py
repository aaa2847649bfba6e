"""Players by name: the same words on the command line, in files and in pages.

random              any legal action
random:eager        at random in a style of the game
greedy              the best-looking action, one ahead
mcts:1s             a search of one second
mcts:20000          a search of so many iterations
mcts:1s,threads=2   with settings
cmd:./mybot         a program of your own, see docs/bots.md
squire knight baron duke    four levels for people, each much stronger than the one before
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

from banneret.core.errors import UnreadableText
from banneret.core.game import Game

from .mcts import SearchPlayer, Settings
from .outside import OutsidePlayer
from .player import Player
from .simple import GreedyPlayer, RandomPlayer

VERSION = 1  # raised whenever players choose otherwise than before: games of two versions are not of one kind
LEVELS = {  # the first two never play on before they appraise, as others do where a game says so
    "squire": "mcts:60,exploration=1.2,horizon=0,foresight=0.5,variety=0.4",
    "knight": "mcts:100,horizon=0,foresight=0.5",
    "baron": "mcts:1600",
    "duke": "mcts:40000",
}
BOUNDS: dict[str, tuple[int, int] | tuple[float, float]] = {
    "threads": (1, 64),
    "exploration": (0.0, 100.0),
    "survey": (0.0, 100.0),
    "sharpness": (0.0, 1000.0),
    "foresight": (0.0, 1.0),
    "luck": (0.0, 1.0),
    "variety": (0.0, 10.0),
    "width": (1, 100_000),
    "horizon": (0, 1_000_000),
    "nodes": (1000, 50_000_000),
}
EXAMPLES = "random, random:eager, greedy, mcts:1s, mcts:20000, mcts:1s,threads=2, " + ", ".join(LEVELS)
_SECONDS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?s")
_ITERATIONS = re.compile(r"[1-9][0-9]{0,9}")


def make_player(spec: str, game: Game, players: int, rng: random.Random) -> Player:
    """The player that a spec names; UnreadableText says what is wrong with one that names none."""
    kind, _, rest = LEVELS.get(spec, spec).partition(":")
    if kind == "random":
        game.style(rest or "uniform")
        return RandomPlayer(rest or "uniform", rng)
    if kind == "greedy" and not rest:
        return GreedyPlayer(game, players, rng)
    if kind == "mcts" and rest:
        settings = read_settings(rest, spec)
        try:
            return SearchPlayer(spec, game, players, settings, rng)
        except MemoryError:
            raise UnreadableText(f"{spec!r}: no memory for so large a tree; set fewer nodes or threads") from None
    if kind == "cmd":
        return OutsidePlayer(spec, rest, game, players)
    raise UnreadableText(f"{spec!r} names no player; players look like: {EXAMPLES}")


def settings_of(spec: str) -> Settings | None:
    """How a player searches, if it does."""
    kind, _, rest = LEVELS.get(spec, spec).partition(":")
    return read_settings(rest, spec) if kind == "mcts" else None


def has_time(spec: str) -> bool:
    """Whether a player searches for so many seconds, so that it thinks more on a quicker machine."""
    settings = settings_of(spec)
    return settings is not None and settings.seconds is not None


def read_settings(text: str, spec: str) -> Settings:
    """The settings of a search: a budget, then NAME=VALUE."""
    budget, *more = text.split(",")
    settings = Settings()
    if _SECONDS.fullmatch(budget) and float(budget[:-1]) > 0:
        settings = replace(settings, seconds=float(budget[:-1]))
    elif _ITERATIONS.fullmatch(budget):
        settings = replace(settings, iterations=int(budget))
    else:
        raise UnreadableText(f"{spec!r}: the budget is seconds like 0.5s or iterations like 2000, not {budget!r}")
    for each in more:
        name, _, value = each.partition("=")
        chosen: dict[str, Any] = {name: read_setting(name, value, spec)}
        settings = replace(settings, **chosen)
    return settings


def read_setting(name: str, value: str, spec: str) -> int | float | str:
    if name == "style" and value:
        return value
    if name not in BOUNDS:
        raise UnreadableText(f"{spec!r}: there is no setting {name!r}; there are: {', '.join([*BOUNDS, 'style'])}")
    low, high = BOUNDS[name]
    number: int | float
    try:
        number = float(value) if isinstance(low, float) else int(value)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise UnreadableText(f"{spec!r}: {name} takes {low} to {high}, not {value!r}")
    return number


def split_specs(text: str) -> list[str]:
    """The specs of a list with commas; a part with = belongs to the spec before it."""
    specs: list[str] = []
    for part in text.split(","):
        if "=" in part and specs:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs
