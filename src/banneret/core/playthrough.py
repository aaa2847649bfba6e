"""A game told line by line: each action with what it changed. For golden games, and for people.

12  seat 1, 87 legal: place forest 1,-1
    board: + 1,-1 forest
    honour: 1 2 > 3
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .errors import BadRecord
from .game import Data
from .match import Match
from .record import Record

HEADER = ("game", "options", "setup")


def tell(match: Match) -> Iterator[str]:
    """The lines of a match, from its beginning to where it stands."""
    record = match.record()
    for key in HEADER:
        yield f"{key} {json.dumps(getattr(record, key))}"
    replayed = match.at(0)
    before = replayed.describe()
    for action in match.actions:
        yield ""
        who = "chance" if replayed.player == "chance" else f"seat {replayed.player}"
        yield f"{replayed.ply:4}  {who}, {len(replayed.legal())} legal: {action}"
        replayed.play(action)
        after = replayed.describe()
        yield from (f"      {change}" for change in changes(before, after))
        before = after
    if match.result:
        yield ""
        yield f"result {json.dumps(match.result.as_data())}, {match.result.reason}"


def changes(before: Data, after: Data) -> Iterator[str]:
    """What differs between two described states, a line for each key."""
    for key, value in after.items():
        if value == before[key]:
            continue
        if isinstance(value, dict):
            yield f"{key}: {'; '.join(_entries(before[key], value))}"
        elif isinstance(value, list) and len(value) == len(before[key]):
            yield f"{key}: {'; '.join(_places(before[key], value))}"
        else:
            yield f"{key}: {_written(before[key])} > {_written(value)}"


def _places(before: list[Any], after: list[Any]) -> Iterator[str]:
    """Lists of one length have an entry for each seat, or for each of something else that stays."""
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new and isinstance(old, list):
            gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
            signs = [f"- {thing}" for thing in gone.elements()] + [f"+ {thing}" for thing in come.elements()]
            yield f"{place} {' '.join(signs)}"
        elif old != new:
            yield f"{place} {_written(old)} > {_written(new)}"


def _entries(before: Data, after: Data) -> Iterator[str]:
    for key in before:
        if key not in after:
            yield f"- {key} {_written(before[key])}"
    for key, value in after.items():
        if key not in before:
            yield f"+ {key} {_written(value)}"
        elif before[key] != value:
            yield f"{key} {_written(before[key])} > {_written(value)}"


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(f"({_written(v)})" if isinstance(v, list) else _written(v) for v in value) or "nothing"
    return str(value)


def read(text: str) -> Record:
    """The record of a told game; only its header and its actions are looked at."""
    parts: dict[str, Any] = {}
    actions: list[str] = []
    for line in text.splitlines():
        key, _, rest = line.partition(" ")
        if key in HEADER:
            parts[key] = json.loads(rest)
        elif line[:4].strip().isdigit():
            actions.append(line.partition(": ")[2])
    if parts.keys() != set(HEADER):
        raise BadRecord("a told game begins with its game, options and setup")
    return Record(actions=actions, **parts)
