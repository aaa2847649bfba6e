"""The board as a scene: faces and mountains, what stands where, and what each seat has beside the board."""

from __future__ import annotations

from banneret.core.scene import Entry, Hex, Panel, Piece, Scene, Terrain

from .notation import NAMES, view
from .orders import led
from .table import BIT, CELLS, TILES, Phase, State, owner

MOUNTAIN = "mountain"
FACE_NAMES = ("grey", "blue", "green", "red")
TERRAINS = {
    "grey": Terrain("#D8D4CB", "gy"),
    "blue": Terrain("#BCD3E6", "bl"),
    "green": Terrain("#BFD9A8", "gn"),
    "red": Terrain("#E8B4A2", "rd"),
    MOUNTAIN: Terrain("#8A8178", "^^"),
}


def scene(s: State, seat: int | None, legal: list[str]) -> Scene:
    """What a seat sees, with the paths of clicks of its legal actions."""
    paths = {action: path(action) for action in legal}
    clicked = {step for steps in paths.values() for step in steps}
    seen = view(s, seat)
    return Scene(
        hexes=tuple(hex_of(s, tile, f"hex {NAMES[tile]}" in clicked) for tile in range(TILES)),
        panels=tuple(panel(s, other, seen["cards"][other]) for other in range(s.players)),
        trays=(
            Entry("die", (str(s.die),) if s.die else ()),
            Entry("bonus", ("bonus",) if s.bonus else ()),
            Entry("target", (str(s.target),)),
        ),
        prompt=prompt(s),
        terrains=TERRAINS,
        paths=paths,
    )


def prompt(s: State) -> str:
    """The phase; after the first action of a turn there is room for a second."""
    if s.phase == Phase.ACT and s.orders + s.moves > 0:
        return "act_again"
    return Phase(s.phase).name.lower()


def hex_of(s: State, tile: int, offers: bool) -> Hex:
    q, r = CELLS[tile]
    if not s.open & BIT[tile]:
        return Hex(q, r, NAMES[tile], MOUNTAIN, offers=offers)
    value = str(s.face_points[s.face[tile]])
    return Hex(q, r, NAMES[tile], FACE_NAMES[s.face[tile]], value, tuple(pieces(s, tile)), offers)


def pieces(s: State, tile: int) -> list[Piece]:
    """Donjon, troops, barons, knights; the knights of an active colour are told apart."""
    found: list[Piece] = []
    if (builder := owner(s, s.donjons, tile)) >= 0:
        found.append(Piece("donjon", builder))
    if s.troops[tile] > 0:
        found.append(Piece("troops", owner(s, s.camps, tile), s.troops[tile]))
    found += [Piece("baron", seat) for seat in range(s.players) if s.baron[seat] == tile]
    for seat in range(s.players):
        if s.knights[seat] & BIT[tile]:
            kind = "active_knight" if led(s, seat) & BIT[tile] else "knight"
            found.append(Piece(kind, seat, 2 if s.pairs[seat] & BIT[tile] else 1))
    return found


def panel(s: State, seat: int, card: object) -> Panel:
    entries = [
        Entry("points", (str(s.score[seat]),)),
        Entry("reserve", (str(s.reserve[seat]),)),
        Entry("discard", (str(s.discard[seat]),)),
        Entry("stock", (str(s.stock[seat]),)),
    ]
    if s.terra:
        entries.append(Entry("card", (str(card),) if card is not None else ()))
    return Panel(seat=seat, active=seat == s.seat and s.phase != Phase.END, out=False, entries=tuple(entries))


def path(action: str) -> tuple[str, ...]:
    """The things to click that make an action."""
    verb, *rest = action.split()
    if verb in ("pass", "done"):
        return (f"button {verb}",)
    if verb == "treasury":
        return ("button treasury", f"number {rest[0]}")
    if verb == "ride":
        start, to = rest[1].split(">")
        return (f"button ride {rest[0]}", f"hex {start}", f"hex {to}")
    if verb in ("baron", "knight"):
        start, to = rest[0].split(">")
        return (f"button {verb}", f"hex {start}", f"hex {to}")
    if verb == "send":
        return (f"hex {rest[0].split('>')[1]}", f"number {rest[1]}")
    if verb == "call":
        return (f"hex {rest[0].split('>')[0]}", f"number {rest[1]}")
    return (f"button {' '.join([verb, *rest[1:]])}", f"hex {rest[0]}")
