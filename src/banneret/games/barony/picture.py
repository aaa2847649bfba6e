"""Barony as a scene: tiles of three hexes, what stands on them, the bank, the spells, and what each seat has."""

from __future__ import annotations

from banneret.core.game import Data
from banneret.core.scene import Entry, Hex, Panel, Piece, Scene, Terrain

from .notation import describe
from .setup import NAMES, NUMBER
from .table import HEXES, HEXES_A_TILE, RANKS, RESOURCES, State

TERRAINS = {
    "mountain": Terrain("#B5ADA2", "mo"),
    "forest": Terrain("#7FA36B", "fo"),
    "plain": Terrain("#C9D69A", "pl"),
    "field": Terrain("#E3C766", "fi"),
    "lake": Terrain("#8DB8D8", "la"),
    "mystery": Terrain("#B79BC8", "my"),
}
BUILDINGS = {"villages": "village", "strongholds": "stronghold", "cities": "city"}


def scene(s: State, seat: int | None, legal: list[str]) -> Scene:
    """What everybody sees, with the paths of clicks of the seat's legal actions."""
    paths = {action: path(action) for action in legal}
    targets = {step.removeprefix("hex ") for steps in paths.values() for step in steps if step.startswith("hex ")}
    seen = describe(s)
    return Scene(
        hexes=tuple(hex_of(seen, name, name in targets) for name in NAMES[: s.cells]),
        panels=tuple(panel(s, seen, other) for other in range(s.players)),
        trays=trays(s, seen),
        prompt=seen["phase"],
        terrains=TERRAINS,
        paths=paths,
    )


def hex_of(seen: Data, name: str, offers: bool) -> Hex:
    """A hex with its buildings, knights and footprints of all owners; three of a group make a tile."""
    number = NUMBER[name]
    pieces = [Piece(kind, seen[key][name]) for key, kind in BUILDINGS.items() if name in seen[key]]
    pieces += [Piece("knight", int(owner), count) for owner, count in seen["knights"].get(name, {}).items()]
    pieces += [Piece("footprint", owner) for owner in seen.get("footprints", {}).get(name, [])]
    q, r = HEXES[number]
    group = str(number // HEXES_A_TILE)
    return Hex(q, r, name, seen["board"][name], pieces=tuple(pieces), offers=offers, group=group)


def panel(s: State, seen: Data, seat: int) -> Panel:
    entries = [
        Entry("points", (str(seen["scores"][seat]),)),
        Entry("title", (RANKS[s.rank[seat]],)),
        Entry("tokens", counted(dict(zip(RESOURCES, s.tokens[seat], strict=True)))),
        Entry("reserve", counted(seen["reserve"][seat])),
        Entry("gone", (str(s.gone[seat]),)),
    ]
    if s.sorcery:
        entries.append(Entry("magic", (str(s.magic[seat]),)))
        entries.append(Entry("footprints", (str(s.footprints[seat]),)))
    return Panel(seat=seat, active=seat == s.seat, out=False, entries=tuple(entries))


def trays(s: State, seen: Data) -> tuple[Entry, ...]:
    """What lies beside the board."""
    bank = Entry("bank", counted(dict(zip(RESOURCES, s.bank, strict=True))))
    if not s.sorcery:
        return (bank,)
    underway = (Entry("cast", tuple(seen["cast"])),) if seen["cast"] else ()
    return (bank, Entry("magic", (str(s.magic_bank),)), Entry("spells", tuple(seen["spells"])), *underway)


def counted(things: dict[str, int]) -> tuple[str, ...]:
    """How many there are of each thing: its number before its name."""
    return tuple(word for thing, count in things.items() if count for word in (str(count), thing))


def path(action: str) -> tuple[str, ...]:
    """The things to click that make an action; none is the beginning of another."""
    verb, *rest = action.split(" ")
    if verb == "move":
        start, end = rest[0].split(">")
        return (f"hex {start}", f"hex {end}")
    if verb == "recruit":
        return (f"hex {rest[0]}", "button recruit", f"button {rest[1]}")
    if verb == "expedition":
        return ("button expedition", f"hex {rest[0]}")
    if verb in ("village", "stronghold", "city"):
        return (f"hex {rest[0]}", f"button {verb}")
    if verb == "title":
        return ("button title", f"button {' '.join(rest)}")
    if verb == "cast":
        return (*(f"tile {spell}" for spell in rest[0].split("+")), "button cast")
    if verb == "loot":
        return (f"tile {rest[0]}",)
    return (f"button {verb}",)
