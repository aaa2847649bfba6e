"""What a seat of Barony knows, which is everything, and what it can weigh: features for players."""

from __future__ import annotations

from banneret.core.state import Numbers, Random

from .building import city_sites, free_knights
from .levies import own_strongholds
from .table import CELLS, DUKE, KINDS, NEIGHBOURS, WORD_BITS, Piece, State, bit_number
from .turns import final_score

FEATURES = (
    "progress",
    "score",
    "lead",
    "rank",
    "wealth",
    "knights",
    "reserve",
    "gone",
    "villages",
    "strongholds",
    "cities",
    "building_sites",
    "city_sites",
    "exposed",
    "magic",
    "footprints",
)


def sample(s: State, seat: int, rng: Random) -> None:
    """Nothing is hidden, so there is nothing to guess."""


def features(s: State, seat: int, out: Numbers) -> None:
    """Numbers that matter for a seat, in the order of FEATURES."""
    for i in range(len(out)):
        out[i] = 0.0
    best_other = 0
    highest = s.rank[seat]
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, final_score(s, other))
            highest = max(highest, s.rank[other])
    out[0] = highest / DUKE
    out[1] = final_score(s, seat)
    out[2] = final_score(s, seat) - best_other
    out[3] = s.rank[seat]
    for kind in range(KINDS):
        out[4] += s.tokens[seat][kind] * s.token_points[kind]
    out[6] = s.reserve[seat][Piece.KNIGHT]
    out[7] = s.gone[seat]
    count_pieces(s, seat, out)
    out[14] = s.magic[seat]
    out[15] = s.footprints[seat]


def count_pieces(s: State, seat: int, out: Numbers) -> None:
    """What stands on the board, and what it could become or lose."""
    for word in range(s.words):
        out[5] += count_knights(s, seat, word)
        out[8] += count_bits(s.villages_at[seat][word])
        out[10] += count_bits(s.cities_at[seat][word])
        out[11] += count_bits(free_knights(s, seat, word))
        out[12] += count_bits(city_sites(s, seat, 0, word))
        out[13] += count_exposed(s, seat, word)
        out[9] += count_bits(own_strongholds(s, seat, word))


def count_bits(word: int) -> int:
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


def count_knights(s: State, seat: int, word: int) -> int:
    count = 0
    cells = s.knights_at[seat][word]
    while cells:
        bit = cells & -cells
        cells ^= bit
        count += s.knights[word * WORD_BITS + bit_number(bit)][seat]
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
