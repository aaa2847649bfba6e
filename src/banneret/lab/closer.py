"""What is looked at in a few games of each arm only, because it takes longer: fights, and kingmaking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from banneret.core.game import Game, Handle

from .stage import TRUTH
from .table import Played, Table, number

LATE = (0.6, 0.75, 0.9)  # when in a game kingmaking is looked for
CHOICES = 4
PLAYOUTS = 6  # of each choice, twice
HOPELESS = 0.02  # who wins no more than this of the playouts


def fights(table: Table, played: Played) -> Counter[str]:
    """How often pieces vanished from a cell by another seat's action."""
    found: Counter[str] = Counter()
    mover = -1
    before: dict[str, Counter[int]] = {}
    for _, state in table.positions(played):
        after = pieces(table.game, state)
        found.update(lost(before, after, mover))
        mover, before = table.game.player(state), after
    found.update(lost(before, pieces(table.game, state), mover) if len(played.trail) else [])
    return found


def pieces(game: Game, state: Handle) -> dict[str, Counter[int]]:
    """How many pieces each seat has on each cell."""
    found: dict[str, Counter[int]] = {}
    for h in game.scene(state, None).hexes:
        counts: Counter[int] = Counter()
        for piece in h.pieces:
            if piece.seat is not None:
                counts[piece.seat] += piece.count
        found[h.name] = counts
    return found


def lost(before: dict[str, Counter[int]], after: dict[str, Counter[int]], mover: int) -> list[str]:
    """The cells on which somebody else than who acted has fewer pieces than before."""
    if mover < 0:
        return []
    return [
        cell
        for cell, counts in before.items()
        if any(count > after.get(cell, Counter())[seat] for seat, count in counts.items() if seat != mover)
    ]


def kingmaking(table: Table, played: Played, seats: Sequence[str]) -> list[float]:
    """For late decisions of a seat that can hardly win: how far its choice moves another's chance to win.

    Each of some choices is played on many times. Which choices are best and worst for somebody else is decided by
    one half of these games, and how far apart they are is told by the other half, so that luck is not counted.
    """
    wanted = {int(len(played.trail) * late) for late in LATE}
    found = []
    for ply, state in table.positions(played):
        if ply in wanted and (mover := table.game.player(state)) >= 0:
            legal = table.game.legal(state)
            if len(legal) > 1:
                choices = legal[:: max(1, len(legal) // CHOICES)][:CHOICES]
                halves = [chances(table, state, seats, choices, f"{half} {ply}") for half in ("first", "second")]
                moved = moved_chance(halves[0], halves[1], mover)
                if moved is not None:
                    found.append(moved)
    return found


def moved_chance(first: list[list[float]], second: list[list[float]], mover: int) -> float | None:
    """How far the best and the worst choice for another seat are apart; None if the mover may still win."""
    both = [*first, *second]
    if sum(shares[mover] for shares in both) / len(both) > HOPELESS:
        return None
    others = [seat for seat in range(len(first[0])) if seat != mover]
    spreads = {}
    for seat in others:
        by_first = [shares[seat] for shares in first]
        best, worst = by_first.index(max(by_first)), by_first.index(min(by_first))
        spreads[seat] = (max(by_first) - min(by_first), second[best][seat] - second[worst][seat])
    return max(spreads.values())[1]


def chances(table: Table, state: Handle, seats: Sequence[str], choices: list[int], seed: str) -> list[list[float]]:
    """Each seat's share of the win after each choice, over some games played on from there."""
    kinds, barred = table.seated(seats)
    found = []
    for choice in choices:
        sums = [0.0] * table.players
        for game in range(PLAYOUTS):
            table.states[TRUTH] = state[0]
            table.game.apply(table.states[TRUTH : TRUTH + 1], choice)
            luck, minds = (table.game.sown(number(f"{what} {seed} {game}")) for what in ("luck", "minds"))
            table.run(kinds, barred, luck, minds, 0)
            ended = table.states[TRUTH : TRUTH + 1]
            for seat, share in enumerate(table.game.returns(ended)):
                sums[seat] += share / PLAYOUTS
        found.append(sums)
    return found
