"""What a seat of Barony knows, which is everything, and what it can weigh: features for players."""

from __future__ import annotations

from banneret.core.state import Numbers, Random

from .building import city_sites, free_knights
from .levies import own_strongholds
from .moves import has_footprint
from .table import (
    CELLS,
    DUKE,
    KINDS,
    MYSTERY,
    NEIGHBOURS,
    NO_BUILDING,
    WORD_BITS,
    Phase,
    Piece,
    State,
    bit_number,
)
from .titles import wealth
from .turns import final_score

FEATURES = (
    "progress",
    "score",
    "lead",
    "rank",
    "wealth",
    "title_ready",
    "knights",
    "idle_knights",
    "gone",
    "villages",
    "strongholds",
    "cities",
    "building_sites",
    "site_worth",
    "outlook",
    "city_sites",
    "exposed",
    "turn",
    "magic",
    "footprints",
    "discoveries",
)
(
    PROGRESS,
    SCORE,
    LEAD,
    RANK,
    WEALTH,
    TITLE_READY,
    KNIGHTS,
    IDLE_KNIGHTS,
    GONE,
    VILLAGES,
    STRONGHOLDS,
    CITIES,
    BUILDING_SITES,
    SITE_WORTH,
    OUTLOOK,
    CITY_SITES,
    EXPOSED,
    TURN,
    MAGIC,
    FOOTPRINTS,
    DISCOVERIES,
) = range(len(FEATURES))


def sample(s: State, seat: int, rng: Random) -> None:
    """Nothing is hidden, so there is nothing to guess."""


def features(s: State, seat: int, out: Numbers) -> None:
    """Numbers that matter for a seat, in the order of FEATURES."""
    for i in range(len(out)):
        out[i] = 0.0
    weigh_points(s, seat, out)
    out[GONE] = s.gone[seat]
    out[MAGIC] = s.magic[seat]
    out[FOOTPRINTS] = s.footprints[seat]
    if s.seat == seat:
        out[TURN] = 0.5 if s.phase == Phase.MOVE or s.phase == Phase.BUILD else 1.0
    for word in range(s.words):
        out[VILLAGES] += count_bits(s.villages_at[seat][word])
        out[CITIES] += count_bits(s.cities_at[seat][word])
        out[CITY_SITES] += count_bits(city_sites(s, seat, 0, word))
        out[EXPOSED] += count_exposed(s, seat, word)
        out[STRONGHOLDS] += count_bits(own_strongholds(s, seat, word))
        weigh_knights(s, seat, word, out)
    if s.reserve[seat][Piece.CITY] == 0:
        out[CITY_SITES] = 0.0


def weigh_points(s: State, seat: int, out: Numbers) -> None:
    """The score, and what there is for the next title."""
    best_other = 0
    highest = s.rank[seat]
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, final_score(s, other))
            highest = max(highest, s.rank[other])
    out[PROGRESS] = highest / DUKE
    out[SCORE] = final_score(s, seat)
    out[LEAD] = out[SCORE] - best_other
    out[RANK] = s.rank[seat]
    out[WEALTH] = wealth(s, seat)
    out[TITLE_READY] = 1.0 if s.rank[seat] < DUKE and wealth(s, seat) >= s.title_price else 0.0


def weigh_knights(s: State, seat: int, word: int, out: Numbers) -> None:
    """Knights where they could be replaced by a village, and others with the best land that they can reach."""
    free = free_knights(s, seat, word)
    cells = s.knights_at[seat][word]
    while cells:
        bit = cells & -cells
        cells ^= bit
        cell = word * WORD_BITS + bit_number(bit)
        knights = s.knights[cell][seat]
        out[KNIGHTS] += knights
        if free & bit:
            out[BUILDING_SITES] += 1
            out[SITE_WORTH] += s.token_points[s.terrain[cell]]
            knights -= 1
        if knights > 0:
            out[IDLE_KNIGHTS] += knights
            out[OUTLOOK] += best_land_beside(s, seat, cell)
        if s.sorcery:
            out[DISCOVERIES] += mysteries_beside(s, seat, cell)


def best_land_beside(s: State, seat: int, cell: int) -> int:
    """What the best token is worth of a free hex that a knight can go to."""
    best = 0
    for i in range(6):
        to = NEIGHBOURS[cell][i]
        if s.guard[to] & ~(1 << seat) == 0 and s.building[to] == NO_BUILDING and s.terrain[to] < KINDS:
            best = max(best, s.token_points[s.terrain[to]])
    return best


def mysteries_beside(s: State, seat: int, cell: int) -> int:
    """How many mystery places a knight could explore next."""
    count = 0
    for i in range(6):
        to = NEIGHBOURS[cell][i]
        if s.terrain[to] == MYSTERY and s.guard[to] & ~(1 << seat) == 0 and not has_footprint(s, seat, to):
            count += 1
    return count


def count_bits(word: int) -> int:
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


def count_exposed(s: State, seat: int, word: int) -> int:
    """Villages without a knight, off the mountains, by which some enemy has two knights."""
    count = 0
    villages = s.villages_at[seat][word] & ~s.mountains[word] & ~s.knights_at[seat][word]
    while villages:
        bit = villages & -villages
        villages ^= bit
        if is_within_reach(s, seat, word * WORD_BITS + bit_number(bit)):
            count += 1
    return count


def is_within_reach(s: State, seat: int, cell: int) -> bool:
    """Whether some enemy has two knights on a hex and around it."""
    for enemy in range(s.players):
        if enemy != seat:
            knights = s.knights[cell][enemy]
            for i in range(6):
                if NEIGHBOURS[cell][i] < CELLS:
                    knights += s.knights[NEIGHBOURS[cell][i]][enemy]
            if knights >= 2:
                return True
    return False
