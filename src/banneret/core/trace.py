"""A match as JSON lines, for people with jq, authors of bots and for comparing engines; counts of positions."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from .game import Game, Handle
from .match import Match


def line(match: Match, action: str | None) -> dict[str, Any]:
    """A line of a trace: the position before an action, and the action."""
    position = {"ply": match.ply, "player": match.player}
    if match.result is not None:
        return position | {"state": match.describe(), "result": match.result.as_data()}
    return position | {"legal": match.legal(), "action": action, "state": match.describe()}


def trace(match: Match) -> Iterator[dict[str, Any]]:
    """The lines of a match from its beginning to where it stands, the last one without an action."""
    replayed = match.at(0)
    for action in match.actions:
        yield line(replayed, action)
        replayed.play(action)
    yield line(replayed, None)


def trace_random(match: Match, rng: random.Random, style: str = "uniform") -> Iterator[dict[str, Any]]:
    """The lines of a match that is played on to its end at random, as it is played."""
    while not match.over:
        action = match.choose(rng, style)
        yield line(match, action)
        match.play(action)
    yield line(match, None)


def dumps(traced: dict[str, Any]) -> str:
    return json.dumps(traced, ensure_ascii=False)


def perft(game: Game, state: Handle, depth: int) -> int:
    """How many sequences of `depth` actions, chance included, lead on from a state."""
    states = game.states(depth + 1)
    states[0] = state[0]
    codes = game.row("i4", game.info.codes)
    stack = game.row("i4", game.info.codes * max(1, depth))
    places = game.row("i8", 2 * max(1, depth))
    return int(game.kernels.perft(states, depth, codes, stack, places))


def divide(game: Game, state: Handle, depth: int) -> Iterator[tuple[str, int]]:
    """The perft of each legal action: where two engines disagree, this shows where to look."""
    for code in game.legal(state):
        after = game.copy(state)
        game.apply(after, code)
        yield game.text(code), perft(game, after, depth - 1)
