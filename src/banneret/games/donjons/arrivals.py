"""What happens where troops arrive: fights with troops, waiting on donjons and their destruction.

Troops arrive one by one, and each meets the first enemy that is left; so of several that come to a tile,
some fall with enemy troops, the next wait on an enemy donjon or destroy it, and the others find the way clear.
"""

from __future__ import annotations

from .table import BIT, DESTROYERS, State, owner, take_down


def arrive(s: State, tile: int, troops: int) -> None:
    """Troops of the acting seat come to stay on a tile."""
    station(s, tile, meet(s, tile, troops))


def meet(s: State, tile: int, troops: int) -> int:
    """Settle what the arriving troops meet on a tile; returns how many find it clear."""
    troops -= fight(s, tile, troops)
    return troops - besiege(s, tile, troops)


def fight(s: State, tile: int, troops: int) -> int:
    """Each one takes an enemy troop to the discard and goes back to the reserve; returns how many did."""
    enemy = owner(s, s.camps, tile)
    if enemy < 0 or enemy == s.seat:
        return 0
    fallen = min(troops, s.troops[tile])
    s.reserve[s.seat] += fallen
    s.discard[enemy] += fallen
    remove(s, enemy, tile, fallen)
    return fallen


def besiege(s: State, tile: int, troops: int) -> int:
    """An enemy donjon stops troops until the third there destroys it; returns how many it stopped."""
    defender = owner(s, s.donjons, tile)
    if troops == 0 or defender < 0 or defender == s.seat:
        return 0
    stopped = min(troops, DESTROYERS - s.troops[tile])
    station(s, tile, stopped)
    s.halted[tile] += stopped
    if s.troops[tile] == DESTROYERS:
        destroy(s, defender, tile)
    return stopped


def destroy(s: State, defender: int, tile: int) -> None:
    """The three go back to the reserve, and the donjon to its owner's; its builders stay in the discard."""
    remove(s, s.seat, tile, DESTROYERS)
    s.reserve[s.seat] += DESTROYERS
    s.halted[tile] = 0
    s.fallen |= BIT[tile]
    take_down(s, defender, tile)


def station(s: State, tile: int, troops: int) -> None:
    """Troops of the acting seat stay on a tile without enemy troops."""
    if troops > 0:
        s.troops[tile] += troops
        s.camps[s.seat] |= BIT[tile]


def remove(s: State, seat: int, tile: int, troops: int) -> None:
    """Troops of a seat leave a tile."""
    s.troops[tile] -= troops
    if s.troops[tile] == 0:
        s.camps[seat] &= ~BIT[tile]
