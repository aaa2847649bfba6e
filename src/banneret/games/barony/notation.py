"""Barony as text: actions as words, and states as plain data. Nothing is hidden from anybody."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from banneret.core.errors import UnreadableText
from banneret.core.game import Data

from .codes import DEED_FROM, DEED_TO, MAX_PAYMENT, MAX_RECRUITS
from .positions import position
from .setup import NAMES
from .table import (
    CELLS,
    FAMILIES,
    RESOURCES,
    SPELLS,
    TERRAINS,
    Phase,
    Piece,
    Reason,
    State,
    contains,
    kind_on,
    owner_on,
)
from .turns import points

__all__ = ["code", "describe", "position", "reason", "text", "view"]

PIECES = [piece.name.lower() for piece in Piece]
IN_ORDER = sorted(range(len(NAMES)), key=lambda cell: tuple(map(int, NAMES[cell].split(","))))


# Actions


def _texts() -> list[str]:
    """The words of every code, in order."""
    counts = range(MAX_PAYMENT + 1)
    return [
        *(f"recruit {cell} {number}" for cell in NAMES for number in range(1, MAX_RECRUITS + 1)),
        *(deed(cell, to) for cell, to in zip(DEED_FROM, DEED_TO, strict=True)),
        *(f"{verb} {cell}" for verb in ("city", "expedition") for cell in NAMES),
        *(f"cast {'+'.join(spells)}" for family in FAMILIES for spells in combined(family)),
        *(f"loot {resource}" for resource in RESOURCES),
        "done",
        "pass",
        *(
            f"title {mountains} {forests} {plains} {fields}"
            for mountains in counts
            for forests in counts[: MAX_PAYMENT + 1 - mountains]
            for plains in counts[: MAX_PAYMENT + 1 - mountains - forests]
            for fields in counts[: MAX_PAYMENT + 1 - mountains - forests - plains]
        ),
    ]


def deed(cell: int, to: int) -> str:
    """What a knight does: go to another hex, or give way to a building."""
    if to < CELLS:
        return f"move {NAMES[cell]}>{NAMES[to]}"
    return f"{PIECES[to - CELLS]} {NAMES[cell]}"


def combined(family: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every combination of a family's spells, in the order of their sets as numbers."""
    sizes = range(1, len(family) + 1)
    chosen = [places for size in sizes for places in combinations(range(len(family)), size)]
    chosen.sort(key=lambda places: sum(1 << place for place in places))
    return [tuple(family[place] for place in places) for places in chosen]


TEXTS = _texts()
CODE = {words: number for number, words in enumerate(TEXTS)}
EXAMPLES = (
    "recruit 0,0 2, move 0,0>1,0, village 1,0, stronghold 1,0, city 1,0, expedition 3,-1, "
    "title 0 1 3 0, cast charm+portal, loot field, done, pass"
)


def text(code: int) -> str:
    return TEXTS[code]


def code(text: str) -> int:
    if text not in CODE:
        raise UnreadableText(f"{text!r} is no action of barony; actions look like: {EXAMPLES}")
    return CODE[text]


# States as data


def describe(s: State) -> Data:
    """The full state. Beside the usual keys: whose turn it is, rounds completed, first cities placed, cities
    built in play, and what is underway: moves made, where the last one ended, tokens to be looted, spells."""
    data: Data = {
        "board": {NAMES[cell]: TERRAINS[s.terrain[cell]] for cell in _cells(s)},
        "knights": {NAMES[cell]: by_seat for cell in _cells(s) if (by_seat := _knights(s, cell))},
        "villages": _buildings(s, Piece.VILLAGE),
        "strongholds": _buildings(s, Piece.STRONGHOLD),
        "cities": _buildings(s, Piece.CITY),
        "reserve": [dict(zip(PIECES, s.reserve[seat], strict=True)) for seat in range(s.players)],
        "gone": s.gone[: s.players],
        "tokens": [list(s.tokens[seat]) for seat in range(s.players)],
        "bank": list(s.bank),
        "rank": s.rank[: s.players],
        "scores": [points(s, seat) for seat in range(s.players)],
    }
    if s.sorcery:
        data |= _magic(s)
    return data | {
        "phase": Phase(s.phase).name.lower(),
        "seat": s.seat,
        "round": s.round,
        "placed": s.placed,
        "built": s.cities_built[: s.players],
        "moved": s.moved,
        "arrived": NAMES[s.arrived] if s.moved else None,
        "loots": s.loots[: s.players],
        "reason": reason(s),
    }


def _cells(s: State) -> list[int]:
    return [cell for cell in IN_ORDER if cell < s.cells]


def _knights(s: State, cell: int) -> dict[str, int]:
    return {str(seat): s.knights[cell][seat] for seat in range(s.players) if s.knights[cell][seat]}


def _buildings(s: State, kind: int) -> dict[str, int]:
    return {NAMES[cell]: owner_on(s, cell) for cell in _cells(s) if kind_on(s, cell) == kind}


def _magic(s: State) -> Data:
    """What only Sorcery has: also the bank's magic, the spells being carried out, and how far they are."""
    footprints: dict[str, list[tuple[int, int]]] = {}
    for seat in range(s.players):
        for i in range(s.footprints[seat]):
            name = NAMES[s.footprint_on[seat][i]]
            footprints.setdefault(name, []).append((s.footprint_place[seat][i], seat))
    spells = FAMILIES[s.family]
    return {
        "magic": s.magic[: s.players],
        "footprints": {name: [seat for _, seat in sorted(marks)] for name, marks in footprints.items()},
        "spells": [SPELLS[spell] for spell in s.spells],
        "magic_bank": s.magic_bank,
        "cast": [spell for place, spell in enumerate(spells) if s.cast >> place & 1],
        "teleported": bool(s.teleported),
        "charmed": [NAMES[cell] for cell in _cells(s) if contains(s.charmed, cell)],
    }


def reason(s: State) -> str:
    """Why the game ended: duke (somebody became one), rounds (the cap)."""
    return Reason(s.reason).name.lower().replace("_", " ")


def view(s: State, seat: int | None) -> dict[str, Any]:
    """Everybody knows everything."""
    return describe(s)
