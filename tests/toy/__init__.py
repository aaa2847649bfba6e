"""A toy game whose measures can be worked out by hand: seats in turn gain points or dig on one of three cells.

Options: how many rounds; `favour`, points with which the first seat begins, an unfairness to be found; `toss`, a
coin before every turn; `hole`, a round in which nothing is legal; `weary`, a last round of rest.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

from banneret.core.errors import UnreadableText
from banneret.core.game import CHANCE, NOBODY, Data, Edition, Info
from banneret.core.options import Options, Whole, YesNo
from banneret.core.rng import below
from banneret.core.scene import Hex, Panel, Piece, Scene, Terrain
from banneret.core.state import Codes, Numbers, Random, Row, Weights, blank

TEXTS = [
    "gain 0",
    "gain 1",
    "gain 2",
    "gain 3",
    "dig 0,0",
    "dig 1,0",
    "dig 2,0",
    "rest 1,0",
    "fly",
    "toss 0",
    "toss 1",
]
GAIN, DIG, REST, FLY, TOSS = 0, 4, 7, 8, 9
SEATS = 4
CELLS = 3
OPTIONS = (
    Whole("players", 2, "how many play", low=2, high=SEATS),
    Whole("rounds", 4, "rounds of a game", low=1, high=1000),
    Whole("favour", 0, "points with which the first seat begins", low=0, high=1000),
    Whole("hole", 0, "a round in which nothing is legal; 0: none", low=0, high=1000),
    YesNo("toss", False, "whether a coin is tossed before every turn"),
    YesNo("weary", False, "whether there is only rest in the last round"),
)


class State:
    players: Annotated[int, "i1"]
    seat: Annotated[int, "i1"]
    round: Annotated[int, "i4"]
    rounds: Annotated[int, "i4"]
    hole: Annotated[int, "i4"]
    toss: Annotated[int, "i1"]
    weary: Annotated[int, "i1"]
    tossed: Annotated[int, "i1"]
    score: Annotated[Row, "i4", SEATS]
    digger: Annotated[Row, "i1", CELLS]  # who dug last on a cell, plus one


def player(s: State) -> int:
    if s.round == s.rounds:
        return NOBODY
    if s.toss and not s.tossed:
        return CHANCE
    return s.seat


def legal(s: State, out: Codes) -> int:
    if s.toss and not s.tossed:
        out[0] = TOSS
        out[1] = TOSS + 1
        return 2
    if s.hole == s.round + 1:
        return 0
    if s.weary and s.round == s.rounds - 1:
        out[0] = REST
        return 1
    for code in range(REST):
        out[code] = code
    return REST


def chance(s: State, out: Weights) -> int:
    out[0] = 1
    out[1] = 1
    return 2


def apply(s: State, code: int) -> None:
    if code >= TOSS:
        s.tossed = 1
        return
    if code < DIG:
        s.score[s.seat] += code
    elif code < REST:
        s.digger[code - DIG] = s.seat + 1
        s.score[s.seat] += 1
    s.tossed = 0
    s.seat += 1
    if s.seat == s.players:
        s.seat = 0
        s.round += 1


def scores(s: State, out: Weights) -> None:
    for seat in range(s.players):
        out[seat] = s.score[seat]


def ranks(s: State, out: Weights) -> None:
    for seat in range(s.players):
        out[seat] = 1
        for other in range(s.players):
            if s.score[other] > s.score[seat]:
                out[seat] += 1


def features(s: State, seat: int, out: Numbers) -> None:
    out[0] = s.round / s.rounds
    out[1] = s.score[seat]


def sample(s: State, seat: int, rng: Random) -> None:
    below(rng, 2)


def urge(s: State, code: int, style: int) -> int:
    return 1000 if style and code == DIG - 1 else 1


def check_options(info: Info, options: Options) -> None:
    pass


def draw(info: Info, options: Options, rng: Any) -> Data:
    return {"lot": rng.randrange(1000)}


def start(info: Info, options: Options, setup: Any) -> State:
    s: State = blank(State)
    s.players, s.rounds = options["players"], options["rounds"]
    s.hole, s.toss, s.weary = options["hole"], int(options["toss"]), int(options["weary"])
    s.score[0] = options["favour"]
    return s


def text(code: int) -> str:
    return TEXTS[code]


def code(text: str) -> int:
    if text not in TEXTS:
        raise UnreadableText(text)
    return TEXTS.index(text)


def describe(s: State) -> Data:
    return {"scores": s.score[: s.players], "round": s.round}


def position(info: Info, options: Options, described: Any) -> State:
    raise UnreadableText("this toy begins only at its start")


def view(s: State, seat: int | None) -> Data:
    return describe(s)


def reason(s: State) -> str:
    return "rounds"


def scene(s: State, seat: int | None, legal: list[str]) -> Scene:
    hexes = tuple(
        Hex(q, 0, f"{q},0", "land", pieces=(Piece("spade", s.digger[q] - 1),) if s.digger[q] else ())
        for q in range(CELLS)
    )
    panels = tuple(Panel(each, each == s.seat, False, ()) for each in range(s.players))
    return Scene(hexes, panels, (), "act", {"land": Terrain("#888888", "")})


_here = sys.modules[__name__]
TOY = Edition(
    info=Info(
        key="toy",
        title="Toy",
        author="nobody",
        published="never",
        summary="Gain or dig.",
        players=range(2, SEATS + 1),
        options=OPTIONS,
        codes=len(TEXTS),
        rules_version=1,
        features=("progress", "score"),
        styles=("uniform", "eager"),
        hidden=False,
    ),
    rules=_here,
    setup=_here,
    notation=_here,
    picture=_here,
    styles=_here,
    folder=Path(__file__).parent,
)
