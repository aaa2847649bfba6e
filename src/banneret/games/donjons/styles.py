"""Ways of playing for crowds of simulated games.

Uniform players scatter their troops and seldom build. Builders stay on good ground until they have built;
warlords mass their troops where they are, and throw them at whatever enemy they can reach.
"""

from __future__ import annotations

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
    SEND,
    TREASURY,
    way_end,
)
from .marches import targets
from .orders import blocked
from .table import BIT, LINE_TO, MAX_TROOPS, State, beside, of_all, of_others

STYLES = ("uniform", "builder", "warlord")
BUILDER = 1
WARLORD = 2

RELUCTANT = 1
WILLING = 8
KEEN = 60
EAGER = 5_000
LARGEST_URGE = 1_000_000  # so that a thousand of them still make a total that can be drawn from


def urge(s: State, code: int, style: int) -> int:
    """How much a style likes a legal action of a seat, as a weight."""
    if style == BUILDER:
        return industry(s, code)
    if style == WARLORD:
        return fury(s, code)
    return 1


def industry(s: State, code: int) -> int:
    """Recruit and build where a donjon may stand, and move the baron where one may."""
    settled = building_ground(s) & BIT[s.baron[s.seat]]
    if PASS <= code <= DONE:
        return WILLING
    if BARON <= code < KNIGHT:
        to = way_end(code - BARON)
        if settled or not building_ground(s) & BIT[to]:
            return RELUCTANT
        return WILLING * (1 + s.face_points[s.face[to]])
    if RECRUIT <= code < RECRUIT_DIE:
        return KEEN if settled else WILLING
    if RECRUIT_DIE <= code < BUILD:
        return 3 * KEEN if settled else KEEN
    if BUILD <= code < RAZE or CAPTURE <= code < SEND:
        return EAGER
    if TREASURY <= code < RIDE_BARON:
        return code - TREASURY + 1
    return RELUCTANT


def building_ground(s: State) -> int:
    """The tiles where a donjon may stand."""
    donjons = of_all(s, s.donjons)
    return s.open & ~donjons & ~beside(donjons)


def fury(s: State, code: int) -> int:
    """Mass troops, then send as many as possible at enemies, best of all at their donjons."""
    if RECRUIT <= code < RECRUIT_DIE:
        return KEEN
    if RECRUIT_DIE <= code < BUILD:
        return 4 * KEEN
    if BUILD <= code < RAZE:
        return EAGER
    if DISPERSE <= code < GATHER:
        return assault(s, code - DISPERSE)
    if GATHER <= code < CAPTURE:
        return WILLING
    if CAPTURE <= code < SEND:
        return LARGEST_URGE
    if SEND <= code < CALL:
        return charge(s, LINE_TO[(code - SEND) // MAX_TROOPS], (code - SEND) % MAX_TROOPS + 1)
    if CALL <= code < TREASURY:
        troops = (code - CALL) % MAX_TROOPS + 1
        return troops * troops
    return RELUCTANT


def assault(s: State, command: int) -> int:
    """How tempting it is to send troops from a tile."""
    troops = s.troops[command]
    reached = targets(s, command, blocked(s, s.seat))
    if reached & of_others(s, s.donjons, s.seat):
        return min(LARGEST_URGE, troops * troops * troops * WILLING)
    if reached & of_others(s, s.camps, s.seat):
        return troops * WILLING
    return RELUCTANT


def charge(s: State, to: int, troops: int) -> int:
    """How tempting it is to send so many troops to a tile."""
    if of_others(s, s.donjons, s.seat) & BIT[to] or s.fallen & BIT[to]:
        return min(LARGEST_URGE, troops * troops * troops * WILLING)
    if of_others(s, s.camps, s.seat) & BIT[to]:
        return troops * troops
    return RELUCTANT
