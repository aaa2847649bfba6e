"""What a seat knows and can weigh: samples of what is hidden, and features for players.

All that is hidden is the personal cards: those that others hold, and those that they gave up face down. A
ride shows its card to all. Cards are dealt from those of the tiles that are no mountains, none twice.
"""

from __future__ import annotations

from banneret.core.rng import below
from banneret.core.state import Numbers, Random

from .moves import is_paused, longest, other_barons, walks, walks_off
from .orders import blocked
from .table import (
    BETWEEN,
    BIT,
    BOARD,
    DESTROYERS,
    KINDS_SEEN,
    STRAIGHT,
    Card,
    Phase,
    State,
    beside,
    first_tile,
    how_many,
    of_all,
    of_others,
    taken,
)

FEATURES = (
    "progress",
    "points",
    "lead",
    "donjons",
    "discard",
    "troops_on_board",
    "camps",
    "card",
    "actions_left",
    "order_left",
    "baron_commands",
    "donjons_command",
    "knights_recruit",
    "escort",
    "hunters",
    "prospect",
    "site",
    "build_soon",
    "build_now",
    "build_at_once",
    "besieging",
    "pressure",
    "strike_soon",
    "strike_now",
    "strike_at_once",
)
(
    PROGRESS,
    POINTS,
    LEAD,
    DONJONS,
    DISCARD,
    TROOPS_ON_BOARD,
    CAMPS,
    CARD,
    ACTIONS_LEFT,
    ORDER_LEFT,
    BARON_COMMANDS,
    DONJONS_COMMAND,
    KNIGHTS_RECRUIT,
    ESCORT,
    HUNTERS,
    PROSPECT,
    SITE,
    BUILD_SOON,
    BUILD_NOW,
    BUILD_AT_ONCE,
    BESIEGING,
    PRESSURE,
    STRIKE_SOON,
    STRIKE_NOW,
    STRIKE_AT_ONCE,
) = range(len(FEATURES))


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
    for i in range(len(out)):
        out[i] = 0.0
    blocks = blocked(s, seat)
    weigh_points(s, seat, out)
    weigh_forces(s, seat, blocks, out)
    weigh_sites(s, seat, blocks, out)
    weigh_strikes(s, seat, blocks, out)
    if out[ORDER_LEFT] > 0.0:
        out[BUILD_AT_ONCE] = out[BUILD_NOW]
        out[STRIKE_AT_ONCE] = out[STRIKE_NOW]


def weigh_points(s: State, seat: int, out: Numbers) -> None:
    """Points, and how near the end is: by somebody's points, or by somebody's lack of troops."""
    best_other = 0
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, s.score[other])
        out[PROGRESS] = max(out[PROGRESS], s.score[other] / s.target)
        out[PROGRESS] = max(out[PROGRESS], s.discard[other] / max(1, s.army - s.min_troops))
    out[PROGRESS] = min(1.0, out[PROGRESS])
    out[POINTS] = s.score[seat]
    out[LEAD] = s.score[seat] - best_other
    out[DONJONS] = how_many(s.donjons[seat])


def weigh_forces(s: State, seat: int, blocks: int, out: Numbers) -> None:
    """Troops, what is left of the turn, and which officers rule where."""
    out[DISCARD] = s.discard[seat]
    out[TROOPS_ON_BOARD] = s.army - s.discard[seat] - s.reserve[seat]
    out[CAMPS] = how_many(s.camps[seat])
    out[CARD] = 1.0 if s.fate[seat] == Card.HELD else 0.0
    if s.seat == seat:
        out[ACTIONS_LEFT] = 2 - taken(s)
        out[ORDER_LEFT] = 1.0 if s.orders == 0 or s.phase >= Phase.DISPERSE else 0.0
    home = BIT[s.baron[seat]]
    out[BARON_COMMANDS] = 0.0 if home & blocks else 1.0
    out[DONJONS_COMMAND] = how_many(s.donjons[seat] & ~blocks)
    out[KNIGHTS_RECRUIT] = how_many(s.donjons[seat] & s.knights[seat] & ~blocks)
    near = home | beside(home)
    out[ESCORT] = how_many(s.knights[seat] & near) + how_many(s.pairs[seat] & near)
    for other in range(s.players):
        if other != seat:
            out[HUNTERS] += how_many(s.knights[other] & near) + how_many(s.pairs[other] & near)


# Building


def weigh_sites(s: State, seat: int, blocks: int, out: Numbers) -> None:
    """What can be built where the baron is or near him, and how far that has come."""
    if s.stock[seat] == 0:
        return
    donjons = of_all(s, s.donjons)
    home = BIT[s.baron[seat]]
    sites = walks(s, s.baron[seat], 2) | home
    sites &= s.open & ~donjons & ~beside(donjons)
    near = home | beside(home)
    faces = faces_seen(s, seat)
    while sites:
        tile = first_tile(sites)
        bit = BIT[tile]
        gain = worth_of_site(s, tile, faces)
        troops = s.troops[tile] if s.camps[seat] & bit else 0
        ready = min(troops, s.build_troops) / s.build_troops
        out[PROSPECT] = max(out[PROSPECT], gain)
        if bit & near:
            out[SITE] = max(out[SITE], gain * ready * (1.0 if bit == home else 0.8))
            if troops >= s.build_troops and not bit & blocks:
                out[BUILD_SOON] = max(out[BUILD_SOON], gain)
                if bit == home:
                    out[BUILD_NOW] = gain
        sites &= sites - 1


def faces_seen(s: State, seat: int) -> int:
    """The faces under a seat's donjons, a bit for each."""
    seen = 0
    tiles = s.donjons[seat]
    while tiles:
        seen |= 1 << s.face[first_tile(tiles)]
        tiles &= tiles - 1
    return seen


def worth_of_site(s: State, tile: int, faces: int) -> int:
    """The points that a donjon would bring, diversity included."""
    more = faces | 1 << s.face[tile]
    return s.face_points[s.face[tile]] + s.diversity[KINDS_SEEN[more]] - s.diversity[KINDS_SEEN[faces]]


# Attacking


def weigh_strikes(s: State, seat: int, blocks: int, out: Numbers) -> None:
    """Which enemy donjons the seat's troops could destroy, from where they can be commanded now or soon."""
    enemies = of_others(s, s.donjons, seat)
    if enemies == 0:
        return
    home = BIT[s.baron[seat]]
    now = home | s.donjons[seat]
    barred = BOARD & ~s.open | blocks | enemies | of_others(s, s.camps, seat)
    camps = s.camps[seat] & ~blocks & (now | beside(home))
    while camps:
        tile = first_tile(camps)
        reached = STRAIGHT[tile] & enemies
        while reached:
            to = first_tile(reached)
            if not BETWEEN[tile][to] & barred:
                weigh_strike(s, seat, tile, to, BIT[tile] & now != 0, out)
            reached &= reached - 1
        camps &= camps - 1
    out[BESIEGING] = how_many(s.camps[seat] & enemies)


def weigh_strike(s: State, seat: int, tile: int, to: int, now: bool, out: Numbers) -> None:
    """What it would bring to send the troops of a tile to an enemy donjon, and how far they would get."""
    gain = s.face_points[s.face[to]]
    needed = DESTROYERS - s.troops[to] if s.camps[seat] & BIT[to] else DESTROYERS + s.troops[to]
    out[PRESSURE] = max(out[PRESSURE], gain * min(1.0, s.troops[tile] / needed))
    if s.troops[tile] >= needed:
        out[STRIKE_SOON] = max(out[STRIKE_SOON], gain)
        if now:
            out[STRIKE_NOW] = max(out[STRIKE_NOW], gain)
