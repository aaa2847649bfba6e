"""Baron as a scene: tiles and donjons, the cells where a tile may go, the offer, and what each seat has."""

from __future__ import annotations

from collections import Counter

from banneret.core.scene import Entry, Hex, Panel, Piece, Scene, Terrain

from .notation import NAMES, NUMBER, view
from .setup import KIND
from .table import NO_TILE, TABLE, VALUE, State

EMPTY = "empty"
TERRAINS = {
    "meadow": Terrain("#F1E9C9", "me"),
    "village": Terrain("#D9A07A", "vi"),
    "field": Terrain("#E3C766", "fi"),
    "forest": Terrain("#7FA36B", "fo"),
    "vineyard": Terrain("#B98FB0", "vy"),
    "quarry": Terrain("#B5ADA2", "qu"),
    "pond": Terrain("#C3DDEC", "po"),
    "marsh": Terrain("#8FA89A", "ma"),
    "cursed": Terrain("#8C7A8E", "cu"),
    EMPTY: Terrain("#FFFDF6", ""),
}


def scene(s: State, seat: int | None, legal: list[str]) -> Scene:
    """What a seat sees, with the paths of clicks of its legal actions."""
    paths = {action: path(action) for action in legal}
    targets = {step.removeprefix("hex ") for steps in paths.values() for step in steps if step.startswith("hex ")}
    seen = view(s, seat)
    laid = {NAMES[cell] for cell in range(len(NAMES)) if s.board[cell] != NO_TILE}
    return Scene(
        hexes=tuple(hex_of(s, seen["donjons"], name, name in targets) for name in sorted(laid | targets)),
        panels=tuple(panel(s, seen, other) for other in range(s.players)),
        trays=(
            Entry("offer", tuple(seen["offer"]), numbered=True),
            Entry("pile", (str(s.piled),)),
        ),
        prompt=seen["phase"],
        terrains=TERRAINS,
        paths=paths,
    )


def hex_of(s: State, donjons: dict[str, list[object]], name: str, offers: bool) -> Hex:
    cell = NUMBER[name]
    q, r = TABLE.cells[cell]
    kind = s.board[cell]
    pieces: tuple[Piece, ...] = ()
    if name in donjons:
        t = s.tower_on[cell] - 1
        pieces = (Piece(str(donjons[name][1]), s.owner[t]),)
    terrain = next((k for k, number in KIND.items() if number == kind), EMPTY)
    value = str(VALUE[kind]) if VALUE[kind] else ""
    return Hex(q, r, name, terrain, value, pieces, offers)


def panel(s: State, seen: dict[str, list[list[str]]], seat: int) -> Panel:
    tiles = Counter(seen["reserves"][seat])
    return Panel(
        seat=seat,
        active=seat == s.seat,
        out=s.left[seat] > 0,
        entries=(
            Entry("honour", (str(s.honour[seat]),)),
            Entry("donjons", (str(s.stock[seat]),)),
            Entry("reserve", tuple(tiles.elements())),
        ),
    )


def path(action: str) -> tuple[str, ...]:
    """The things to click that make an action."""
    verb, *rest = action.split()
    if verb == "take":
        return (f"offer {rest[0]}",)
    if verb == "place":
        return (f"tile {rest[0]}", f"hex {rest[1]}")
    if verb == "discard":
        return (f"tile {rest[0]}", "button discard")
    if verb == "donjon":
        return (f"hex {rest[0]}",)
    if verb in ("claim", "waive"):
        return (f"hex {rest[0]}", f"button {verb}")
    return (f"button {verb}",)
