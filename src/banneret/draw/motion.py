"""What moved from one scene to the next, told from the two of them alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from banneret.core.hexgrid import Cell
from banneret.core.scene import Scene


@dataclass(frozen=True)
class Motion:
    """Pieces of a kind and an owner that went from a hex to a hex.

    Without an origin they came from beside the board, without a target they went there; `became` is the kind
    that they are now, if it is another.
    """

    kind: str
    seat: int | None
    count: int
    origin: str | None
    target: str | None
    became: str = ""


@dataclass(frozen=True)
class Standing:
    """Where pieces stand."""

    kind: str
    seat: int | None
    hex: str


def motions(before: Scene, after: Scene) -> list[Motion]:
    """Which pieces turned into others, moved, were replaced, vanished and appeared, in this order.

    Whatever could have moved to several hexes has moved to the nearest.
    """
    was, now = standing(before), standing(after)
    lost, gained = was - now, now - was
    cells = {h.name: Cell(h.q, h.r) for h in (*before.hexes, *after.hexes)}
    return [
        *matched(lost, gained, lambda a, b: 0 if a.hex == b.hex and akin(a.kind, b.kind) else None),
        *matched(lost, gained, lambda a, b: distance(cells, a, b) if a.kind == b.kind else None),
        *matched(lost, gained, lambda a, b: distance(cells, a, b) if akin(a.kind, b.kind) else None),
        *matched(lost, gained, lambda a, b: 0 if a.hex == b.hex else None),
        *(Motion(a.kind, a.seat, count, a.hex, None) for a, count in ordered(lost)),
        *(Motion(b.kind, b.seat, count, None, b.hex) for b, count in ordered(gained)),
    ]


def standing(scene: Scene) -> Counter[Standing]:
    """How many pieces of each kind and owner stand where."""
    found: Counter[Standing] = Counter()
    for h in scene.hexes:
        for piece in h.pieces:
            found[Standing(piece.kind, piece.seat, h.name)] += piece.count
    return found


def matched(
    lost: Counter[Standing], gained: Counter[Standing], far: Callable[[Standing, Standing], int | None]
) -> Iterator[Motion]:
    """Pairs of a loss and a gain of one owner, the nearest first; what is paired is neither any more."""
    pairs = [
        (apart, a.hex, b.hex, a.kind, b.kind, a, b)
        for a, _ in ordered(lost)
        for b, _ in ordered(gained)
        if a.seat == b.seat and (apart := far(a, b)) is not None
    ]
    for *_, a, b in sorted(pairs, key=lambda pair: pair[:5]):
        count = min(lost[a], gained[b])
        if count > 0:
            lost[a] -= count
            gained[b] -= count
            yield Motion(a.kind, a.seat, count, a.hex, b.hex, b.kind if b.kind != a.kind else "")


def ordered(some: Counter[Standing]) -> list[tuple[Standing, int]]:
    return sorted(((each, n) for each, n in some.items() if n > 0), key=repr)


def distance(cells: dict[str, Cell], a: Standing, b: Standing) -> int:
    return cells[a.hex].distance(cells[b.hex])


def akin(kind: str, other: str) -> bool:
    """Whether two kinds are states of one piece, as a knight and an active knight are."""
    return kind != other and bool(set(kind.split("_")) & set(other.split("_")))
