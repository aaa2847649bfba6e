"""Donjons et Barons in the order of play: the roll, the acts of a turn, its end, and the end of the game.

The state and the board are in `table`, the numbers of actions in `codes`; then follow `moves`, `orders`,
`marches`, `arrivals`, and what a seat may know in `knowledge`.
"""

from __future__ import annotations

from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Codes, Weights

from .codes import (
    BARON,
    BUILD,
    CALL,
    CAPTURE,
    DISPERSE,
    DONE,
    GATHER,
    KNIGHT,
    PASS,
    RAZE,
    RECRUIT,
    RECRUIT_DIE,
    RIDE_BARON,
    RIDE_KNIGHT,
    ROLL,
    SEND,
    TREASURY,
    way_end,
    way_start,
)
from .knowledge import features, sample
from .marches import call, capture, close_order, is_exhausted, list_marching, list_openings, open_order, send
from .moves import (
    is_paused,
    list_baron_moves,
    list_knight_moves,
    list_ride_off,
    list_rides,
    list_treasury,
    move_baron,
    move_knight,
    ride_baron,
    ride_knight,
    use_treasury,
)
from .orders import baron_command, blocked, build, list_orders, may_order, raze, recruit
from .table import DIE, LINE_TO, MAX_TROOPS, TILES, Phase, Reason, State, how_many, taken

__all__ = ["State", "apply", "chance", "features", "legal", "player", "ranks", "sample", "scores"]

ACTIONS_A_TURN = 2


def player(s: State) -> int:
    """Who acts."""
    if s.phase == Phase.ROLL:
        return CHANCE
    if s.phase == Phase.END:
        return NOBODY
    return s.seat


def legal(s: State, out: Codes) -> int:
    """Write the legal codes in ascending order; returns how many."""
    if s.phase == Phase.ROLL:
        for i in range(DIE):
            out[i] = ROLL + i
        return DIE
    if s.phase == Phase.ACT:
        return legal_acts(s, out)
    if s.phase == Phase.END:
        return 0
    return list_marching(s, out)


def chance(s: State, out: Weights) -> int:
    """All numbers of the die are equally likely."""
    for i in range(DIE):
        out[i] = 1
    return DIE


def apply(s: State, code: int) -> None:
    """Carry out a legal action, then see whether it ends the game, the order or the turn."""
    if s.phase == Phase.ROLL:
        s.die = code - ROLL + 1
        s.phase = Phase.ACT
        return
    if s.phase == Phase.ACT:
        act(s, code)
    else:
        march(s, code)
    if not s.end_of_turn:
        stop_if_decided(s)
    if s.phase == Phase.END:
        return
    if code == DONE or (s.marched and is_exhausted(s)):
        close_order(s)
    if code == PASS or (s.phase == Phase.ACT and taken(s) == ACTIONS_A_TURN):
        end_turn(s)


# Acts


def legal_acts(s: State, out: Codes) -> int:
    """A baron who has paused must leave; else anything that the turn still has room for."""
    if is_paused(s):
        count = list_baron_moves(s, out, 0)
        return list_ride_off(s, out, count)
    out[0] = PASS
    count = list_baron_moves(s, out, 1)
    count = list_knight_moves(s, out, count)
    if may_order(s):
        blocks = blocked(s, s.seat)
        by_baron = baron_command(s, blocks)
        count = list_orders(s, by_baron, out, count)
        count = list_openings(s, by_baron | s.donjons[s.seat] & ~blocks, blocks, out, count)
    count = list_treasury(s, out, count)
    return list_rides(s, out, count)


def act(s: State, code: int) -> None:
    if BARON <= code < KNIGHT:
        move_baron(s, way_start(code - BARON), way_end(code - BARON))
    elif KNIGHT <= code < RECRUIT:
        move_knight(s, way_start(code - KNIGHT), way_end(code - KNIGHT))
    elif RECRUIT <= code < CAPTURE:
        give_order(s, code)
    elif code >= RIDE_KNIGHT:
        ride_knight(s, way_start(code - RIDE_KNIGHT), way_end(code - RIDE_KNIGHT))
    elif code >= RIDE_BARON:
        ride_baron(s, way_start(code - RIDE_BARON), way_end(code - RIDE_BARON))
    elif code >= TREASURY:
        use_treasury(s, code - TREASURY + 1)


def give_order(s: State, code: int) -> None:
    if code < BUILD:
        recruit(s, (code - RECRUIT) % TILES, code >= RECRUIT_DIE)
    elif code < RAZE:
        build(s, code - BUILD)
    elif code < DISPERSE:
        raze(s, code - RAZE)
    elif code < GATHER:
        open_order(s, Phase.DISPERSE, code - DISPERSE)
    else:
        open_order(s, Phase.GATHER, code - GATHER)


def march(s: State, code: int) -> None:
    """An action in an open order."""
    if CAPTURE <= code < SEND:
        capture(s, code - CAPTURE)
    elif SEND <= code < CALL:
        send(s, LINE_TO[(code - SEND) // MAX_TROOPS], (code - SEND) % MAX_TROOPS + 1)
    elif code >= CALL:
        call(s, LINE_TO[(code - CALL) // MAX_TROOPS], (code - CALL) % MAX_TROOPS + 1)


def end_turn(s: State) -> None:
    """The turn passes on, unless it was the last."""
    s.die = 0
    s.bonus = 1
    s.orders = 0
    s.moves = 0
    s.phase = Phase.ROLL
    s.seat += 1
    if s.seat == s.players:
        s.seat = 0
        s.round += 1
    if s.end_of_turn:
        stop_if_decided(s)
    if s.phase == Phase.ROLL and s.round == s.max_rounds:
        finish(s, Reason.ROUNDS)


# End


def stop_if_decided(s: State) -> None:
    """The game stops when somebody has points enough, or troops too few on the board and in reserve."""
    for seat in range(s.players):
        if s.score[seat] >= s.target:
            finish(s, Reason.POINTS)
            return
    for seat in range(s.players):
        if troops_left(s, seat) <= s.min_troops:
            finish(s, Reason.TROOPS)
            return


def troops_left(s: State, seat: int) -> int:
    return s.army - s.discard[seat]


def finish(s: State, reason: int) -> None:
    """Nothing is left open."""
    close_order(s)
    s.phase = Phase.END
    s.reason = reason


def scores(s: State, out: Weights) -> None:
    for seat in range(s.players):
        out[seat] = s.score[seat]


def ranks(s: State, out: Weights) -> None:
    for seat in range(s.players):
        out[seat] = 1
        for other in range(s.players):
            if is_better(s, other, seat):
                out[seat] += 1


def is_better(s: State, a: int, b: int) -> bool:
    """By points, then donjons on the board, then troops."""
    if s.score[a] != s.score[b]:
        return s.score[a] > s.score[b]
    donjons_a = how_many(s.donjons[a])
    donjons_b = how_many(s.donjons[b])
    if donjons_a != donjons_b:
        return donjons_a > donjons_b
    return troops_left(s, a) > troops_left(s, b)
