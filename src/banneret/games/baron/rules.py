"""Baron in the order of play: take, draw, place, donjon; oubliettes; last claims and the end.

The state and the table are in `table`, fights in `combat`, what a seat may know in `knowledge`.
"""

from __future__ import annotations

from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Codes, Weights

from .combat import resolve
from .knowledge import features, sample
from .table import (
    CELLS,
    LAST_KIND,
    MEADOW,
    NEIGHBOURS,
    NO_TILE,
    OFFER,
    TOUCHING_HONOUR,
    WORD_BITS,
    WORDS,
    Phase,
    Reason,
    Side,
    State,
    lay,
    list_bits,
    raise_tower,
    touching,
)

__all__ = ["State", "apply", "chance", "features", "legal", "player", "ranks", "sample", "scores"]

PRICE = [0, 1, 3]
DEEPEST_DEBT = -4

# Action codes: TAKE + place, DRAW + kind, PLACE + kind * CELLS + cell, DISCARD + kind, DONJON + cell and
# so on. Kinds count from 1, so the bases of what has a kind lie one kind before the first code.
TAKE = 0
DRAW = TAKE + OFFER - 1
PLACE = DRAW + LAST_KIND + 1 - CELLS
DISCARD = PLACE + (LAST_KIND + 1) * CELLS - 1
DONJON = DISCARD + LAST_KIND + 1
PASS = DONJON + CELLS
CLAIM = PASS + 1
WAIVE = CLAIM + CELLS
CODES = WAIVE + CELLS


def player(s: State) -> int:
    """Who acts."""
    if s.phase == Phase.DRAW:
        return CHANCE
    if s.phase == Phase.END:
        return NOBODY
    return s.seat


def legal(s: State, out: Codes) -> int:
    """Write the legal codes in ascending order; returns how many."""
    if s.phase == Phase.TAKE:
        return legal_takes(s, out)
    if s.phase == Phase.DRAW:
        return legal_draws(s, out)
    if s.phase == Phase.PLACE:
        return legal_places(s, out)
    if s.phase == Phase.DONJON:
        return legal_donjons(s, out)
    if s.phase == Phase.CLAIM:
        out[0] = CLAIM + s.question[s.asked]
        out[1] = WAIVE + s.question[s.asked]
        return 2
    return 0


def apply(s: State, code: int) -> None:
    """Carry out a legal action."""
    if s.phase == Phase.TAKE:
        take(s, code - TAKE)
    elif s.phase == Phase.DRAW:
        draw(s, code - DRAW)
    elif s.phase == Phase.PLACE:
        if code <= DISCARD:
            place(s, (code - PLACE) // CELLS, (code - PLACE) % CELLS)
        else:
            discard(s, code - DISCARD)
    elif s.phase == Phase.DONJON:
        if code == PASS:
            end_turn(s)
        else:
            build(s, code - DONJON)
    elif s.phase == Phase.CLAIM:
        answer(s, code < WAIVE)


# 1. Take


def begin_turn(s: State) -> None:
    """A turn begins with the offer; when that is used up, with placing."""
    s.phase = Phase.TAKE if s.offered > 0 else Phase.PLACE


def legal_takes(s: State, out: Codes) -> int:
    """A place of the offer is legal if its price leaves no deeper debt than -4; the first is free."""
    count = 0
    for place_in_offer in range(s.offered):
        price = PRICE[place_in_offer]
        if price == 0 or s.honour[s.seat] - price >= DEEPEST_DEBT:
            out[count] = TAKE + place_in_offer
            count += 1
    return count


def take(s: State, chosen: int) -> None:
    """A tile of the offer joins the reserve; the later ones move up."""
    s.honour[s.seat] -= PRICE[chosen]
    s.reserve[s.seat][s.offer[chosen]] += 1
    s.tiles[s.seat] += 1
    s.offered -= 1
    for i in range(chosen, s.offered):
        s.offer[i] = s.offer[i + 1]
    s.offer[s.offered] = NO_TILE
    s.phase = Phase.DRAW if s.piled > 0 else Phase.PLACE


def legal_draws(s: State, out: Codes) -> int:
    count = 0
    for kind in range(1, LAST_KIND + 1):
        if s.pile[kind] > 0:
            out[count] = DRAW + kind
            count += 1
    return count


def chance(s: State, out: Weights) -> int:
    """The weight of each kind that can be drawn: how many are left. Returns the sum."""
    count = 0
    for kind in range(1, LAST_KIND + 1):
        if s.pile[kind] > 0:
            out[count] = s.pile[kind]
            count += 1
    return s.piled


def draw(s: State, kind: int) -> None:
    """A tile of the pile fills the last place of the offer."""
    s.pile[kind] -= 1
    s.piled -= 1
    s.offer[s.offered] = kind
    s.offered += 1
    s.phase = Phase.PLACE


# 2. Place


def legal_places(s: State, out: Codes) -> int:
    """Every tile of the reserve wherever it fits; if none fits anywhere, any of them may be discarded."""
    count = 0
    for kind in range(1, LAST_KIND + 1):
        if s.reserve[s.seat][kind] > 0:
            for word in range(WORDS):
                cells = fitting(s, kind, word)
                count = list_bits(cells, PLACE + kind * CELLS + word * WORD_BITS, out, count)
    if count == 0:
        for kind in range(1, LAST_KIND + 1):
            if s.reserve[s.seat][kind] > 0:
                out[count] = DISCARD + kind
                count += 1
    return count


def fitting(s: State, kind: int, word: int) -> int:
    """The cells of a word of the table where a tile fits: beside tiles, but not beside its own kind."""
    if kind == MEADOW:
        return s.frontier[word]
    return s.frontier[word] & ~s.near[kind][word]


def fits(s: State, kind: int) -> bool:
    for word in range(WORDS):
        if fitting(s, kind, word):
            return True
    return False


def place(s: State, kind: int, cell: int) -> None:
    """Lay a tile, score what it touches, resolve the knights that it completes."""
    use_up(s, kind)
    s.honour[s.seat] += TOUCHING_HONOUR[touching(s, cell)]
    lay(s, cell, kind)
    challengers = 0
    for i in range(6):
        challengers += challenge(s, NEIGHBOURS[cell][i])
    if challengers > 0:
        resolve(s, s.seat, False)
        send_to_oubliettes(s)
    after_placing(s)


def discard(s: State, kind: int) -> None:
    """A tile leaves the game; everyone sees that no tile of the reserve fits."""
    rule_out_what_fits(s)
    use_up(s, kind)
    after_placing(s)


def rule_out_what_fits(s: State) -> None:
    """While it is not known which tile the seat was dealt, that tile is in its reserve, so it does not fit."""
    is_known = s.maybe[s.seat] & (s.maybe[s.seat] - 1) == 0
    for kind in range(1, LAST_KIND + 1):
        if not is_known and fits(s, kind):
            s.maybe[s.seat] &= ~(1 << kind)


def use_up(s: State, kind: int) -> None:
    """A tile leaves the reserve. If the seat was seen to get fewer of its kind, it was dealt that kind."""
    s.reserve[s.seat][kind] -= 1
    s.tiles[s.seat] -= 1
    if s.reserve[s.seat][kind] == 0 and s.dealt[s.seat] == kind:
        s.maybe[s.seat] = 1 << kind


def challenge(s: State, cell: int) -> int:
    """A knight on the cell whose barony is complete becomes a challenger; returns how many did."""
    t = s.tower_on[cell] - 1
    if t < 0 or s.side[t] != Side.KNIGHT or touching(s, cell) < 6:
        return 0
    s.side[t] = Side.CHALLENGER
    return 1


# 3. Donjon


def after_placing(s: State) -> None:
    """The donjon phase, for who is still in play, has a donjon to place and a meadow for it."""
    if s.phase == Phase.END:
        return
    if s.left[s.seat] == 0 and s.stock[s.seat] > s.locked and any_free_meadow(s):
        s.phase = Phase.DONJON
    else:
        end_turn(s)


def any_free_meadow(s: State) -> bool:
    for word in range(WORDS):
        if s.free[word]:
            return True
    return False


def legal_donjons(s: State, out: Codes) -> int:
    count = 0
    for word in range(WORDS):
        count = list_bits(s.free[word], DONJON + word * WORD_BITS, out, count)
    out[count] = PASS
    return count + 1


def build(s: State, cell: int) -> None:
    """A donjon on a meadow, knight side up; a surrounded one resolves at once."""
    s.stock[s.seat] -= 1
    raise_tower(s, cell, s.seat, Side.KNIGHT)
    if challenge(s, cell) > 0:
        resolve(s, s.seat, False)
        send_to_oubliettes(s)
    if s.phase != Phase.END:
        end_turn(s)


def end_turn(s: State) -> None:
    """The turn passes on; after the last tile come the claims."""
    s.locked = 0
    if not any_tile_left(s):
        begin_claims(s)
        return
    s.seat += 1
    while s.seat == s.players or not may_play(s, s.seat):
        if s.seat == s.players:
            s.seat = 0
            s.round += 1
            if s.round == s.max_rounds:
                finish(s, Reason.ROUNDS)
                return
        else:
            s.seat += 1
    begin_turn(s)


def any_tile_left(s: State) -> bool:
    if s.offered > 0:
        return True
    for seat in range(s.players):
        if s.tiles[seat] > 0:
            return True
    return False


def may_play(s: State, seat: int) -> bool:
    """Who is out, or has no tile and finds none in the offer, is passed over."""
    return s.left[seat] == 0 and (s.tiles[seat] > 0 or s.offered > 0)


# Oubliettes


def send_to_oubliettes(s: State) -> None:
    """Whoever has fallen to -5 honour leaves the game; with one player or none left it is over."""
    departure = 1
    for seat in range(s.players):
        departure = max(departure, s.left[seat] + 1)
    playing = 0
    for seat in range(s.players):
        if s.left[seat] == 0:
            if s.honour[seat] < DEEPEST_DEBT:
                leave(s, seat, departure)
            else:
                playing += 1
    if playing <= 1:
        finish(s, Reason.OUBLIETTES)


def leave(s: State, seat: int, departure: int) -> None:
    """The reserve leaves the game face down; donjons on the board stay."""
    s.left[seat] = departure
    s.stock[seat] = 0
    s.tiles[seat] = 0
    for kind in range(1, LAST_KIND + 1):
        s.lost[kind] += s.reserve[seat][kind]
        s.reserve[seat][kind] = 0


# End


def begin_claims(s: State) -> None:
    """The knights of all who still play are asked in order of seats, then of cells."""
    s.questions = 0
    for seat in range(s.players):
        if s.left[seat] == 0:
            first = s.questions
            for t in range(s.towers):
                if s.owner[t] == seat and s.side[t] == Side.KNIGHT:
                    insert_question(s, first, s.cell[t])
    if s.questions == 0:
        finish(s, Reason.TILES)
    else:
        s.phase = Phase.CLAIM
        s.seat = s.owner[s.tower_on[s.question[0]] - 1]


def insert_question(s: State, first: int, cell: int) -> None:
    """Add a cell to the questions of a seat, which begin at `first` and ascend."""
    place_in_row = s.questions
    while place_in_row > first and s.question[place_in_row - 1] > cell:
        s.question[place_in_row] = s.question[place_in_row - 1]
        place_in_row -= 1
    s.question[place_in_row] = cell
    s.questions += 1


def answer(s: State, claims: bool) -> None:
    """A knight is claimed or waived; after the last one all claims are resolved together."""
    s.claimed[s.asked] = 1 if claims else 0
    s.asked += 1
    if s.asked < s.questions:
        s.seat = s.owner[s.tower_on[s.question[s.asked]] - 1]
        return
    for i in range(s.questions):
        if s.claimed[i]:
            s.side[s.tower_on[s.question[i]] - 1] = Side.CHALLENGER
    resolve(s, 0, True)
    send_to_oubliettes(s)
    if s.phase != Phase.END:
        finish(s, Reason.TILES)


def finish(s: State, reason: int) -> None:
    s.phase = Phase.END
    s.reason = reason
    s.locked = 0


def scores(s: State, out: Weights) -> None:
    for seat in range(s.players):
        out[seat] = s.honour[seat]


def ranks(s: State, out: Weights) -> None:
    for seat in range(s.players):
        out[seat] = 1
        for other in range(s.players):
            if is_better(s, other, seat):
                out[seat] += 1


def is_better(s: State, a: int, b: int) -> bool:
    """More honour is better among those who play; they are better than who left, and later than earlier."""
    if s.left[a] == 0 and s.left[b] == 0:
        return s.honour[a] > s.honour[b]
    if s.left[a] == 0 or s.left[b] == 0:
        return s.left[a] == 0
    return s.left[a] > s.left[b]
