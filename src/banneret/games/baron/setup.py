"""Baron's options, and where its games begin."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import Any

from banneret.core.errors import BadSetup
from banneret.core.game import Data, Info
from banneret.core.options import Option, Options, Whole
from banneret.core.state import blank

from .rules import begin_turn
from .table import COUNT, DEALT, DONJONS, KINDS, MEADOW, OFFER, TABLE, VALUE, State, lay

PLAYERS = range(2, 6)
OPTIONS: tuple[Option, ...] = (
    Whole("players", 2, "how many play", low=PLAYERS[0], high=PLAYERS[-1]),
    Whole("max_rounds", 60, "rounds after which the game ends without claims", low=1, high=1000),
)
KIND = {name: number for number, name in enumerate(KINDS, start=1)}
DEALT_NAMES = tuple(KINDS[kind - 1] for kind in DEALT)
KEYS = ("reserves", "removed", "offer", "start")


def check_options(info: Info, options: Options) -> None:
    """Baron's options have nothing to do with each other."""


def draw(info: Info, options: Options, rng: random.Random) -> Data:
    """Deal the reserves, set two tiles aside at five players, draw the offer and a start tile of no loss."""
    dealt = list(DEALT_NAMES)
    rng.shuffle(dealt)
    reserves = [["meadow", dealt[seat % 3]] for seat in range(options["players"])]
    pile = Counter({kind: COUNT[KIND[kind]] for kind in KINDS}) - Counter(chain(*reserves))
    removed: list[str] = []
    if options["players"] == 5:
        spare = [kind for kind in DEALT_NAMES for _ in range(pile[kind])]
        removed = ["meadow", rng.choice(spare)]
    shuffled = list((pile - Counter(removed)).elements())
    rng.shuffle(shuffled)
    offer, rest = shuffled[:OFFER], shuffled[OFFER:]
    start = next(kind for kind in rest if VALUE[KIND[kind]] >= 0)
    return {"reserves": reserves, "removed": removed, "offer": offer, "start": start}


def start(info: Info, options: Options, setup: Any) -> State:
    """The state in which the first player takes a tile."""
    check(options["players"], setup)
    s: State = blank(State)
    s.players = options["players"]
    s.max_rounds = options["max_rounds"]
    for seat, (_, dealt) in enumerate(setup["reserves"]):
        s.reserve[seat][MEADOW] = 1
        s.reserve[seat][KIND[dealt]] = 1
        s.tiles[seat] = 2
        s.stock[seat] = DONJONS[s.players]
        s.dealt[seat] = KIND[dealt]
        s.maybe[seat] = sum(1 << kind for kind in DEALT)
    s.offer = [KIND[kind] for kind in setup["offer"]]
    s.offered = OFFER
    left = Counter({kind: COUNT[KIND[kind]] for kind in KINDS}) - Counter(used(setup))
    for kind, count in left.items():
        s.pile[KIND[kind]] = count
    s.piled = left.total()
    lay(s, TABLE.number("0,0"), KIND[setup["start"]])
    begin_turn(s)
    return s


def used(setup: Data) -> list[str]:
    """Every tile that a setup names."""
    return [*chain(*setup["reserves"]), *setup["removed"], *setup["offer"], setup["start"]]


def check(players: int, setup: Any) -> None:
    """Refuse what the steps of the setup cannot lead to, and say why."""
    if not isinstance(setup, dict) or set(setup) != set(KEYS):
        raise BadSetup(f"a setup of baron has exactly the keys {', '.join(KEYS)}")
    check_reserves(players, setup["reserves"])
    check_removed(players, setup["removed"])
    check_kinds("offer", setup["offer"], OFFER)
    check_kinds("start", [setup["start"]], 1)
    if VALUE[KIND[setup["start"]]] < 0:
        raise BadSetup(f"start: {setup['start']} has a negative value, and such a tile goes back into the pile")
    for kind, count in Counter(used(setup)).items():
        if count > COUNT[KIND[kind]]:
            raise BadSetup(f"the setup uses {count} tiles of {kind}; there are {COUNT[KIND[kind]]}")


def check_kinds(where: str, kinds: Any, count: int) -> None:
    if not isinstance(kinds, list) or len(kinds) != count:
        raise BadSetup(f"{where}: expected {count} kinds of tiles, not {kinds!r}")
    for kind in kinds:
        if not isinstance(kind, str) or kind not in KIND:
            raise BadSetup(f"{where}: {kind!r} is no kind of tile; the kinds are {', '.join(KINDS)}")


def check_reserves(players: int, reserves: Any) -> None:
    if not isinstance(reserves, list) or len(reserves) != players:
        raise BadSetup(f"reserves: expected one for each of the {players} players")
    for seat, reserve in enumerate(reserves):
        check_kinds(f"reserve of seat {seat}", reserve, 2)
        if reserve[0] != "meadow" or reserve[1] not in DEALT_NAMES:
            raise BadSetup(
                f"reserve of seat {seat}: expected meadow, then one of {', '.join(DEALT_NAMES)}, not {reserve}"
            )
        if seat < 3 and reserve in reserves[:seat]:
            raise BadSetup(f"reserve of seat {seat}: {reserve[1]} was dealt already; the first three differ")
        if seat >= 3 and reserve != reserves[seat - 3]:
            raise BadSetup(f"reserve of seat {seat}: the kinds go round, so it has what seat {seat - 3} has")


def check_removed(players: int, removed: Any) -> None:
    if players < 5:
        if removed != []:
            raise BadSetup(f"removed: nothing is removed at {players} players, so [] is expected")
        return
    check_kinds("removed", removed, 2)
    if removed[0] != "meadow" or removed[1] not in DEALT_NAMES:
        raise BadSetup(f"removed: expected meadow, then one of {', '.join(DEALT_NAMES)}, not {removed}")
