"""What a person would try and cannot do, and why: only things next to what can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from banneret.core.scene import Path, Said

from . import obstacles
from .paths import CAST_NOW, charms, is_second_step, shelf
from .setup import NAMES
from .table import (
    NEIGHBOURS,
    RESOURCES,
    SANCTUARY,
    SPELLS,
    SPELLS_A_FAMILY,
    Family,
    Phase,
    Piece,
    State,
)

Refusal: TypeAlias = tuple[Path, Callable[[], Said]]  # the clicks, and who knows why they are refused

BUTTONS = {
    "recruit": obstacles.no_recruit,
    "move": obstacles.no_move,
    "build": obstacles.no_build,
    "city": obstacles.no_new_city,
    "expedition": obstacles.no_expedition,
    "title": obstacles.no_title,
}


def blocked(s: State, paths: Iterable[Path]) -> dict[Path, Said]:
    """Why a thing cannot be clicked after the ones before it, wherever one might wonder."""
    wholes = dict.fromkeys(paths)
    if not wholes:
        return {}
    begun = dict.fromkeys(path[:length] for path in wholes for length in range(len(path)))
    possible = wholes.keys() | begun.keys()
    refused = tried(s, begun, wholes)
    return {path: why() for path, why in refused if path not in possible and path[:-1] in begun}


def tried(s: State, begun: Iterable[Path], wholes: Iterable[Path]) -> Iterator[Refusal]:
    """What might be clicked in a phase."""
    if s.phase == Phase.ACT:
        yield from tried_acts(s, begun, wholes)
    elif s.phase == Phase.CITIES:
        yield from ((hexes(cell), partial(obstacles.no_first_city, s, cell)) for cell in range(s.cells))
    elif s.phase == Phase.MOVE:
        yield from tried_moves(s, (), obstacles.closed, obstacles.stuck)
    elif s.phase == Phase.BUILD:
        yield from tried_builds(s, ())
    elif s.phase == Phase.LOOT:
        yield from (((f"tile {kind}",), partial(obstacles.no_token, s)) for kind in RESOURCES)
    elif s.phase == Phase.CAST:
        yield from tried_spelled(s)


def hexes(*cells: int) -> Path:
    return tuple(f"hex {NAMES[cell]}" for cell in cells)


# The beginning of a turn


def tried_acts(s: State, begun: Iterable[Path], wholes: Iterable[Path]) -> Iterator[Refusal]:
    for button, why in BUTTONS.items():
        yield (f"button {button}",), partial(why, s)
    yield from tried_recruits(s, ("button recruit",))
    yield from tried_moves(s, ("button move",), obstacles.closed, obstacles.stuck)
    yield from tried_builds(s, ("button build",))
    yield from tried_cities(s, ("button city",), obstacles.own_buildings(s, Piece.VILLAGE))
    yield from tried_expeditions(s, ("button expedition",))
    if s.sorcery:
        yield ("button cast",), partial(obstacles.no_cast, s)
        yield from tried_casts(s, ("button cast",), begun, wholes)


def tried_recruits(s: State, before: Path) -> Iterator[Refusal]:
    """In cities and strongholds, any number that some city may recruit."""
    places = [*obstacles.own_buildings(s, Piece.CITY), *obstacles.own_buildings(s, Piece.STRONGHOLD)]
    numbers = () if charms(s) else range(1, max(s.levy, s.levy_lake) + 1)
    for cell in places:
        place = (*before, *hexes(cell))
        yield place, partial(obstacles.no_recruit_here, s, cell)
        for number in numbers:
            yield (*place, f"number {number}"), partial(obstacles.too_many, s, cell, number)


def tried_moves(
    s: State,
    before: Path,
    closed: Callable[[State, int], Said],
    stuck: Callable[[State, int], Said],
) -> Iterator[Refusal]:
    """From every hex with a knight to every hex beside it."""
    for start in obstacles.own_knights(s):
        yield (*before, *hexes(start)), partial(stuck, s, start)
        for end in neighbours(s, start):
            yield (*before, *hexes(start, end)), partial(closed, s, end)


def neighbours(s: State, cell: int) -> list[int]:
    return [beside for beside in NEIGHBOURS[cell] if beside < s.cells]


def tried_builds(s: State, before: Path) -> Iterator[Refusal]:
    for cell in obstacles.own_knights(s):
        place = (*before, *hexes(cell))
        yield place, partial(obstacles.no_site, s, cell)
        yield (*place, "button village"), partial(obstacles.none_left, Piece.VILLAGE)
        yield (*place, "button stronghold"), partial(obstacles.none_left, Piece.STRONGHOLD)


def tried_cities(s: State, before: Path, sites: Iterable[int]) -> Iterator[Refusal]:
    for cell in sites:
        yield (*before, *hexes(cell)), partial(obstacles.no_city_here, s, cell)


def tried_expeditions(s: State, before: Path) -> Iterator[Refusal]:
    """To every hex of the edge."""
    for cell in range(s.cells):
        if len(neighbours(s, cell)) < len(NEIGHBOURS[cell]):
            yield (*before, *hexes(cell)), partial(obstacles.no_landing, s, cell)


# Casting


def tried_casts(s: State, before: Path, begun: Iterable[Path], wholes: Iterable[Path]) -> Iterator[Refusal]:
    """Every spell after those that were chosen, and the end of the choice."""
    possible = [spells_in(path) for path in wholes if path[:1] == before]
    for path in [path for path in begun if path[:1] == before]:
        chosen = spells_in(path)
        for spell in shelf(s):
            if spell not in chosen:
                yield (*path, f"tile {SPELLS[spell]}"), partial(no_further_spell, s, chosen, spell, possible)
        if chosen:
            yield (*path, CAST_NOW), partial(not_castable, s, chosen)


def spells_in(path: Path) -> list[int]:
    """The spells among things that were clicked."""
    return [SPELLS.index(thing.removeprefix("tile ")) for thing in path if thing.startswith("tile ")]


def no_further_spell(s: State, chosen: list[int], spell: int, possible: list[list[int]]) -> Said:
    """Why a spell cannot be chosen after others."""
    wanted = {*chosen, spell}
    for together in possible:
        if wanted <= set(together):
            earlier = next(other for other in together if other not in chosen)
            return Said("spell_first", {"spell": SPELLS[earlier]})
    if len({other // SPELLS_A_FAMILY for other in wanted}) > 1:
        return Said("other_family", {"spell": SPELLS[chosen[0]]})
    return not_castable(s, [*chosen, spell])


def not_castable(s: State, spells: list[int]) -> Said:
    return obstacles.not_castable(
        s, spells[0] // SPELLS_A_FAMILY, sum(1 << spell % SPELLS_A_FAMILY for spell in spells)
    )


def tried_spelled(s: State) -> Iterator[Refusal]:
    """What might carry out the spells that were cast."""
    if s.family == Family.RECRUITMENT:
        yield from tried_recruits(s, ())
    elif s.family == Family.CONSTRUCTION:
        knights = obstacles.own_knights(s) if s.cast & SANCTUARY else []
        yield from tried_cities(s, (), [*obstacles.own_buildings(s, Piece.VILLAGE), *knights])
    elif is_second_step(s):
        for cell in neighbours(s, s.arrived):
            yield hexes(cell), partial(obstacles.no_step, s, cell)
    else:
        yield from tried_moves(s, (), obstacles.no_step, no_spelled_way)


def no_spelled_way(s: State, start: int) -> Said:
    return Said("no_spelled_way")
