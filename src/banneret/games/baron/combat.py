"""Baron's fights: challengers among themselves, then the survivors against barons.

A barony is a meadow with a donjon and its six neighbours. A tile of value (a meadow has none) in baronies
of two owners is contested between them, and they conflict. In the last claims, at the end of the game, a
challenger counts and scores half, rounded up.
"""

from __future__ import annotations

from .table import NEIGHBOURS, VALUE, Side, State, take_down

NO_ENEMY = -100


def resolve(s: State, active: int, claims: bool) -> None:
    """Resolve all challengers; among equals those of the active seat go first."""
    duel(s, claims)
    t = next_challenger(s, active)
    while t >= 0:
        storm(s, t, claims)
        t = next_challenger(s, active)
    for t in range(s.towers):
        s.strength[t] = 0
        s.routed[t] = 0


def duel(s: State, claims: bool) -> None:
    """Challengers among themselves: whoever does not outshine all that he conflicts with goes home."""
    for t in range(s.towers):
        if s.side[t] == Side.CHALLENGER:
            s.strength[t] = halved(value_in_duel(s, t), claims)
    for t in range(s.towers):
        if s.side[t] == Side.CHALLENGER and not outshines(s, t):
            s.side[t] = Side.FALLEN
    for t in range(s.towers - 1, -1, -1):
        if s.side[t] == Side.FALLEN:
            go_home(s, t)


def value_in_duel(s: State, t: int) -> int:
    """The value of a challenger's barony without the tiles contested by other challengers or by barons."""
    total = 0
    for i in range(6):
        tile = NEIGHBOURS[s.cell[t]][i]
        if VALUE[s.board[tile]] != 0 and not contested_in_duel(s, tile, s.owner[t]):
            total += VALUE[s.board[tile]]
    return total


def contested_in_duel(s: State, tile: int, owner: int) -> bool:
    for i in range(6):
        other = s.tower_on[NEIGHBOURS[tile][i]] - 1
        if other >= 0 and s.owner[other] != owner and s.side[other] != Side.KNIGHT:
            return True
    return False


def outshines(s: State, t: int) -> bool:
    """A challenger must be stronger than each one it conflicts with, even one that falls to another."""
    for other in range(s.towers):
        duels = s.side[other] == Side.CHALLENGER or s.side[other] == Side.FALLEN
        if duels and s.strength[other] >= s.strength[t] and conflict(s, t, other):
            return False
    return True


def conflict(s: State, a: int, b: int) -> bool:
    """Whether two baronies have a contested tile."""
    if s.owner[a] == s.owner[b]:
        return False
    for i in range(6):
        tile = NEIGHBOURS[s.cell[a]][i]
        if VALUE[s.board[tile]] != 0 and adjacent(tile, s.cell[b]):
            return True
    return False


def adjacent(a: int, b: int) -> bool:
    for i in range(6):
        if NEIGHBOURS[a][i] == b:
            return True
    return False


def next_challenger(s: State, active: int) -> int:
    """The survivor whose turn it is, or -1: by strength, then the active seat's, then by seat and cell."""
    best = -1
    for t in range(s.towers):
        if s.side[t] == Side.CHALLENGER and (best < 0 or comes_before(s, t, best, active)):
            best = t
    return best


def comes_before(s: State, a: int, b: int, active: int) -> bool:
    if s.strength[a] != s.strength[b]:
        return s.strength[a] > s.strength[b]
    if s.owner[a] != s.owner[b]:
        return s.owner[a] == active or (s.owner[b] != active and s.owner[a] < s.owner[b])
    return s.cell[a] < s.cell[b]


def storm(s: State, t: int, claims: bool) -> None:
    """A survivor against all barons that it now conflicts with; without any it is just established."""
    strongest = strongest_enemy(s, t)
    if meets_victor(s, t):
        go_home(s, t)
    elif strongest == NO_ENEMY or halved(value_in_storm(s, t), claims) > strongest:
        home = s.cell[t]
        beat_enemies(s, t)
        establish(s, s.tower_on[home] - 1, claims)
    else:
        mark_victors(s, t)
        go_home(s, t)


def is_enemy(s: State, t: int, baron: int) -> bool:
    return s.side[baron] == Side.BARON and conflict(s, t, baron)


def strongest_enemy(s: State, t: int) -> int:
    """The value of the strongest baron that the survivor conflicts with, or NO_ENEMY."""
    strongest = NO_ENEMY
    for baron in range(s.towers):
        if is_enemy(s, t, baron):
            strongest = max(strongest, value_against(s, baron, t))
    return strongest


def value_against(s: State, baron: int, t: int) -> int:
    """The value of a baron's barony without the tiles that it shares with the survivor."""
    total = 0
    for i in range(6):
        tile = NEIGHBOURS[s.cell[baron]][i]
        if not adjacent(tile, s.cell[t]):
            total += VALUE[s.board[tile]]
    return total


def value_in_storm(s: State, t: int) -> int:
    """The value of a survivor's barony without the tiles that barons of others hold too."""
    total = 0
    for i in range(6):
        tile = NEIGHBOURS[s.cell[t]][i]
        if holders(s, tile) & ~(1 << s.owner[t]) == 0:
            total += VALUE[s.board[tile]]
    return total


def holders(s: State, tile: int) -> int:
    """The set of seats that have an established barony with this tile."""
    seats = 0
    for i in range(6):
        t = s.tower_on[NEIGHBOURS[tile][i]] - 1
        if t >= 0 and s.side[t] == Side.BARON:
            seats |= 1 << s.owner[t]
    return seats


def meets_victor(s: State, t: int) -> bool:
    """Whether the survivor conflicts with a baron that another knight of its owner just failed against."""
    for baron in range(s.towers):
        if s.routed[baron] >> s.owner[t] & 1 and is_enemy(s, t, baron):
            return True
    return False


def mark_victors(s: State, t: int) -> None:
    for baron in range(s.towers):
        if is_enemy(s, t, baron):
            s.routed[baron] |= 1 << s.owner[t]


def beat_enemies(s: State, t: int) -> None:
    """The survivor's enemies go home; each owner loses the value of the tiles shared with it, once."""
    home = s.cell[t]
    for i in range(6):
        tile = NEIGHBOURS[home][i]
        losers = holders(s, tile) & ~(1 << s.owner[t])
        for seat in range(s.players):
            if losers >> seat & 1:
                s.honour[seat] -= VALUE[s.board[tile]]
    for baron in range(s.towers - 1, -1, -1):
        if is_enemy(s, s.tower_on[home] - 1, baron):
            go_home(s, baron)


def establish(s: State, t: int, claims: bool) -> None:
    """The owner gains the value of the tiles that none of his other baronies has; the knight is a baron."""
    gain = 0
    for i in range(6):
        tile = NEIGHBOURS[s.cell[t]][i]
        if not holders(s, tile) >> s.owner[t] & 1:
            gain += VALUE[s.board[tile]]
    s.honour[s.owner[t]] += halved(gain, claims)
    s.side[t] = Side.BARON


def halved(value: int, claims: bool) -> int:
    return (value + 1) // 2 if claims else value


def go_home(s: State, t: int) -> None:
    """A donjon goes back to its owner, who may place it from his next turn on; one who is out loses it."""
    owner = s.owner[t]
    take_down(s, t)
    if s.left[owner] == 0:
        s.stock[owner] += 1
        if owner == s.seat:
            s.locked += 1
