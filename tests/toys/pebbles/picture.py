"""Pebbles in a row."""

from __future__ import annotations

from banneret.core.scene import Entry, Hex, Panel, Piece, Scene, Terrain

from .rules import State


def scene(s: State, seat: int | None, legal: list[str]) -> Scene:
    return Scene(
        hexes=tuple(
            Hex(q, 0, str(q + 1), "sand", pieces=(Piece("pebble"),) if q < s.left else ()) for q in range(s.start)
        ),
        panels=tuple(
            Panel(each, active=each == s.seat, out=False, entries=(Entry("turn", (str(each + 1),)),))
            for each in range(s.players)
        ),
        trays=(Entry("left", (str(s.left),)),),
        prompt="take",
        terrains={"sand": Terrain("#E3C766", "sa")},
        paths={action: (f"number {action.split()[1]}",) for action in legal},
    )
