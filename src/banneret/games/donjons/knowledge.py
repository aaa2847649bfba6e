"""What a seat knows and can weigh: samples of what is hidden, and features for players.

All that is hidden is the personal cards: those that others hold, and those that they gave up face down. A
ride shows its card to all. Cards are dealt from those of the tiles that are no mountains, none twice.
"""

from __future__ import annotations

from banneret.core.rng import below
from banneret.core.state import Numbers, Random

from .moves import is_paused, longest, other_barons, walks_off
from .orders import blocked
from .table import BIT, Card, Phase, State, first_tile, how_many, of_others

FEATURES = (
    "progress",
    "points",
    "lead",
    "donjons",
    "stock",
    "troops_on_board",
    "reserve",
    "discard",
    "camps",
    "besieged",
    "besieging",
    "baron_commands",
    "open_commands",
    "troops_with_baron",
    "card",
)


def sample(s: State, seat: int, rng: Random) -> None:
    """Deal the cards that the seat has not seen again, in one of the ways that it cannot rule out."""
    unseen = s.open
    for other in range(s.players):
        if knows_card(s, seat, other):
            unseen &= ~BIT[s.card[other]]
    bound = -1
    if s.seat != seat and must_ride(s):
        # His pause has told that his card leads off the tile, and not to a third baron.
        bound = s.seat
        unseen &= ~BIT[deal(s, bound, unseen & ~other_barons(s), rng)]
    for other in range(s.players):
        if other != bound and not knows_card(s, seat, other) and s.fate[other] != Card.NONE:
            unseen &= ~BIT[deal(s, other, unseen, rng)]


def knows_card(s: State, seat: int, other: int) -> bool:
    return s.fate[other] == Card.RIDE or (seat == other and s.fate[other] != Card.NONE)


def must_ride(s: State) -> bool:
    """Whether a baron has paused where he cannot walk on from."""
    if s.phase != Phase.ACT or not is_paused(s):
        return False
    return walks_off(s, s.baron[s.seat], longest(s)) == 0


def deal(s: State, seat: int, cards: int, rng: Random) -> int:
    """Give a seat one of the cards; returns which."""
    for _ in range(below(rng, how_many(cards))):
        cards &= cards - 1
    s.card[seat] = first_tile(cards)
    return s.card[seat]


def features(s: State, seat: int, out: Numbers) -> None:
    """Numbers that matter for a seat, in the order of FEATURES."""
    best_other = 0
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, s.score[other])
    out[0] = min(1.0, max(s.score[seat], best_other) / s.target)
    out[1] = s.score[seat]
    out[2] = s.score[seat] - best_other
    out[3] = how_many(s.donjons[seat])
    out[4] = s.stock[seat]
    out[5] = s.army - s.discard[seat] - s.reserve[seat]
    out[6] = s.reserve[seat]
    out[7] = s.discard[seat]
    out[8] = how_many(s.camps[seat])
    out[9] = how_many(s.donjons[seat] & of_others(s, s.camps, seat))
    out[10] = how_many(s.camps[seat] & of_others(s, s.donjons, seat))
    home = BIT[s.baron[seat]]
    blocks = blocked(s, seat)
    out[11] = 0.0 if home & blocks else 1.0
    out[12] = how_many(s.donjons[seat] & ~blocks)
    out[13] = s.troops[s.baron[seat]] if s.camps[seat] & home else 0
    out[14] = 1.0 if s.fate[seat] == Card.HELD else 0.0
