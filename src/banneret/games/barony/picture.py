"""Barony as a scene: tiles of three hexes, what stands on them, the bank, the spells, and what each seat has."""

from __future__ import annotations

from banneret.core.game import Data
from banneret.core.scene import Entry, Hex, Panel, Path, Piece, Scene, Terrain

from .blocked import blocked
from .moves import footprints_on, has_footprint, victim
from .notation import describe
from .paths import charms, is_second_step, paths_of, shelf
from .payments import payment_of, payment_thing, waste
from .setup import NAMES, NUMBER
from .table import (
    DUKE,
    FOOTPRINT_MAGIC,
    FOOTPRINTS_A_PLACE,
    HEXES,
    HEXES_A_TILE,
    KINDS,
    MAX_FOOTPRINTS,
    MYSTERY,
    RANKS,
    RESOURCES,
    SANCTUARY,
    SPELLS,
    Family,
    Phase,
    State,
    contains,
)
from .titles import wealth

TERRAINS = {
    "mountain": Terrain("#B5ADA2", "mo", "mountains"),
    "forest": Terrain("#7FA36B", "fo", "trees"),
    "plain": Terrain("#F1E9C9", "pl", "plain"),
    "field": Terrain("#E3C766", "fi", "wheat"),
    "lake": Terrain("#C3DDEC", "la", "lake"),
    "mystery": Terrain("#A184BF", "my", "mystery"),
}
SHAPES = {"knight": "shield", "village": "house", "stronghold": "keep", "city": "town", "footprint": "footprint"}
BUILDINGS = {"villages": "village", "strongholds": "stronghold", "cities": "city"}


def scene(s: State, seat: int | None, legal: list[str]) -> Scene:
    """What everybody sees, with the clicks of the seat's legal actions and the reasons against others."""
    paths = paths_of(s, legal)
    things = {thing for path in paths.values() for thing in path}
    seen = describe(s)
    return Scene(
        hexes=tuple(hex_of(s, seen, name, f"hex {name}" in things) for name in NAMES[: s.cells]),
        panels=tuple(panel(s, seen, other) for other in range(s.players)),
        trays=trays(s, seen),
        prompt=prompt(s),
        terrains=TERRAINS,
        paths=paths,
        shapes=SHAPES,
        blocked=blocked(s, paths.values()),
        badges=badges(s, paths),
        overlays={"guarded": guarded(s), "near_city": near_city(s)},
    )


def prompt(s: State) -> str:
    """What is expected: the phase, and while spells are carried out what they make possible."""
    phase = Phase(s.phase).name.lower()
    if s.phase in (Phase.CITIES, Phase.ACT):
        return f"{phase}_sorcery" if s.sorcery else phase
    if s.phase != Phase.CAST:
        return phase
    if s.family == Family.MOVEMENT:
        return "cast_step" if is_second_step(s) else "cast_move"
    if s.family == Family.RECRUITMENT:
        return "cast_charm" if charms(s) else "cast_recruit"
    return "cast_sanctuary" if s.cast & SANCTUARY else "cast_city"


# The board


def hex_of(s: State, seen: Data, name: str, offers: bool) -> Hex:
    """A hex with its buildings, knights and footprints of all owners; three of a group make a tile."""
    number = NUMBER[name]
    pieces = [Piece(kind, seen[key][name]) for key, kind in BUILDINGS.items() if name in seen[key]]
    pieces += [Piece("knight", int(owner), count) for owner, count in seen["knights"].get(name, {}).items()]
    pieces += [Piece("footprint", owner) for owner in seen.get("footprints", {}).get(name, [])]
    q, r = HEXES[number]
    return Hex(
        q,
        r,
        name,
        seen["board"][name],
        value=value(s, number),
        pieces=tuple(pieces),
        offers=offers,
        group=str(number // HEXES_A_TILE),
    )


def value(s: State, cell: int) -> str:
    """What the land's token pays of a title, or the magic that the next footprint on a mystery place finds."""
    if s.terrain[cell] < KINDS:
        return str(s.token_points[s.terrain[cell]])
    return str(magic_on(s, cell)) if s.terrain[cell] == MYSTERY else ""


def magic_on(s: State, cell: int) -> int:
    """The magic that the next footprint on a mystery place finds."""
    here = footprints_on(s, cell)
    return min(FOOTPRINT_MAGIC[here], s.magic_bank) if here < FOOTPRINTS_A_PLACE else 0


def guarded(s: State) -> dict[str, tuple[int, ...]]:
    """Where seats keep the others' knights out."""
    holders = {
        NAMES[cell]: tuple(seat for seat in range(s.players) if s.guard[cell] >> seat & 1)
        for cell in range(s.cells)
    }
    return {name: seats for name, seats in holders.items() if seats}


def near_city(s: State) -> dict[str, tuple[int, ...]]:
    """The hexes beside cities, by their owners: usually no city can be built there."""
    owners: dict[str, tuple[int, ...]] = {}
    for cell in range(s.cells):
        seats = tuple(seat for seat in range(s.players) if contains(s.outskirts[seat], cell))
        if seats:
            owners[NAMES[cell]] = seats
    return owners


# Beside it


def panel(s: State, seen: Data, seat: int) -> Panel:
    entries = [
        Entry("points", (str(seen["scores"][seat]),)),
        Entry("title", (RANKS[s.rank[seat]],)),
        Entry("tokens", counted(dict(zip(RESOURCES, s.tokens[seat], strict=True)))),
        Entry("worth", (str(wealth(s, seat)),)),
        Entry("reserve", counted(seen["reserve"][seat])),
        Entry("gone", (str(s.gone[seat]),)),
    ]
    if s.sorcery:
        entries.append(Entry("magic", (str(s.magic[seat]),)))
        entries.append(Entry("footprints", (str(s.footprints[seat]),)))
    return Panel(seat=seat, active=seat == s.seat and s.phase != Phase.END, out=False, entries=tuple(entries))


def trays(s: State, seen: Data) -> tuple[Entry, ...]:
    """What lies beside the board, and how far the game has come."""
    lying = [*rounds(s), Entry("bank", counted(dict(zip(RESOURCES, s.bank, strict=True))))]
    if s.sorcery:
        lying.append(Entry("magic", (str(s.magic_bank),)))
        lying.append(Entry("spells", tuple(SPELLS[spell] for spell in shelf(s))))
        if seen["cast"]:
            lying.append(Entry("cast", tuple(seen["cast"])))
    if s.phase == Phase.LOOT:
        lying.append(Entry("loot", counted(dict(zip(RESOURCES, s.tokens[victim(s)], strict=True)))))
    return tuple(lying)


def rounds(s: State) -> list[Entry]:
    """Which round is being played; the last one is called so."""
    if s.phase in (Phase.CITIES, Phase.END):
        return []
    is_last = DUKE in s.rank[: s.players] or s.round + 1 == s.max_rounds
    return [Entry("last_round" if is_last else "round", (str(s.round + 1),))]


def counted(things: dict[str, int]) -> tuple[str, ...]:
    """How many there are of each thing: its number before its name."""
    return tuple(word for thing, count in things.items() if count for word in (str(count), thing))


# What is written on things


def badges(s: State, paths: dict[str, Path]) -> dict[str, str]:
    """The cost of every spell; and on what can be clicked points to be gained, waste, and magic to be found."""
    costs = {f"tile {SPELLS[spell]}": str(s.spell_cost[spell]) for spell in shelf(s)}
    written = {"button city": f"+{s.city_points}", "button title": f"+{s.title_points}"}
    if s.phase == Phase.LOOT:
        written |= {f"tile {kind}": str(s.token_points[number]) for number, kind in enumerate(RESOURCES)}
    written |= {f"hex {NAMES[cell]}": f"+{magic}" for cell in range(s.cells) if (magic := magic_for(s, cell))}
    for action in paths:
        if action.startswith("title ") and (lost := waste(s, payment_of(action))):
            written[f"tile {payment_thing(payment_of(action))}"] = f"-{lost}"
    things = {thing for path in paths.values() for thing in path}
    return costs | {thing: badge for thing, badge in written.items() if thing in things}


def magic_for(s: State, cell: int) -> int:
    """The magic that a knight of the seat whose turn it is would find on a hex."""
    if s.terrain[cell] != MYSTERY or s.footprints[s.seat] == MAX_FOOTPRINTS or has_footprint(s, s.seat, cell):
        return 0
    return magic_on(s, cell)
