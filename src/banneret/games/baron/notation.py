"""Baron as text: actions as words, states as plain data, and what of them a seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from typing import Any

from banneret.core.errors import BadSetup, UnreadableText
from banneret.core.game import Data, Info
from banneret.core.options import Options
from banneret.core.state import blank

from .rules import begin_claims
from .setup import KIND
from .table import (
    DEALT,
    DONJONS,
    KINDS,
    MAX_TOWERS,
    MEADOW,
    NO_TILE,
    OFFER,
    TABLE,
    Phase,
    Reason,
    Side,
    State,
    lay,
    raise_tower,
)

HIDDEN = "?"
NAMES = [str(cell) for cell in TABLE.cells]
NUMBER = {name: number for number, name in enumerate(NAMES)}
SECRETS = ("dealt", "maybe", "lost", "pile")


# Actions


def _texts() -> list[str]:
    """The words of every code, in order."""
    return [
        *(f"take {place}" for place in range(1, OFFER + 1)),
        *(f"draw {kind}" for kind in KINDS),
        *(f"place {kind} {cell}" for kind in KINDS for cell in NAMES),
        *(f"discard {kind}" for kind in KINDS),
        *(f"donjon {cell}" for cell in NAMES),
        "pass",
        *(f"claim {cell}" for cell in NAMES),
        *(f"waive {cell}" for cell in NAMES),
    ]


TEXTS = _texts()
CODE = {words: number for number, words in enumerate(TEXTS)}
EXAMPLES = "take 2, draw pond, place forest 1,-1, discard marsh, donjon 0,1, pass, claim 0,1, waive 0,1"


def text(code: int) -> str:
    return TEXTS[code]


def code(text: str) -> int:
    if text not in CODE:
        raise UnreadableText(f"{text!r} is no action of baron; actions look like: {EXAMPLES}")
    return CODE[text]


# States as data


def describe(s: State) -> Data:
    """The full state. Beside the usual keys: whose turn it is, rounds completed, what each seat was dealt
    and what the others may think of it, tiles that left the game unseen, and the answers to the claims."""
    tiles = compress(enumerate(s.board), s.board)  # most cells have none (NO_TILE is 0)
    return {
        "board": {NAMES[cell]: KINDS[kind - 1] for cell, kind in tiles},
        "donjons": {
            NAMES[s.cell[t]]: [s.owner[t], "baron" if s.side[t] == Side.BARON else "knight"]
            for t in sorted(range(s.towers), key=lambda t: s.cell[t])
        },
        "honour": s.honour[: s.players],
        "reserves": [sorted(_kinds(s.reserve[seat])) for seat in range(s.players)],
        "offer": [KINDS[kind - 1] for kind in s.offer[: s.offered]],
        "pile": _counts(s.pile),
        "stock": s.stock[: s.players],
        "locked": s.locked,
        "out": sorted((seat for seat in range(s.players) if s.left[seat]), key=lambda seat: (s.left[seat], seat)),
        "phase": Phase(s.phase).name.lower(),
        "seat": s.seat,
        "round": s.round,
        "left": s.left[: s.players],
        "dealt": [KINDS[kind - 1] if kind else HIDDEN for kind in s.dealt[: s.players]],
        "maybe": [[KINDS[kind - 1] for kind in DEALT if s.maybe[seat] >> kind & 1] for seat in range(s.players)],
        "lost": _counts(s.lost),
        "claims": {NAMES[s.question[i]]: bool(s.claimed[i]) for i in range(s.asked)},
        "reason": reason(s),
    }


def reason(s: State) -> str:
    """Why the game ended: tiles (all were played), oubliettes (one seat or none is left), rounds (the cap)."""
    return Reason(s.reason).name.lower().replace("_", " ")


def _kinds(row: list[int]) -> list[str]:
    return [kind for number, kind in enumerate(KINDS, start=1) for _ in range(row[number])]


def _counts(row: list[int]) -> dict[str, int]:
    return {kind: row[number] for number, kind in enumerate(KINDS, start=1)}


def view(s: State, seat: int | None) -> Data:
    """The others' reserves and the pile are hidden, not how many tiles they hold.

    `unseen` counts together what the pile, the others' reserves and those who left the game have: a seat
    can work that out from what lies on the table.
    """
    data = {key: value for key, value in describe(s).items() if key not in SECRETS}
    unseen = [s.pile[kind] + s.lost[kind] for kind in range(len(s.pile))]
    for other in range(s.players):
        if other != seat:
            data["reserves"][other] = [HIDDEN] * s.tiles[other]
            unseen = [count + more for count, more in zip(unseen, s.reserve[other], strict=True)]
    return data | {"pile": {HIDDEN: s.piled}, "unseen": _counts(unseen)}


# Positions


def position(info: Info, options: Options, described: Mapping[str, Any]) -> State:
    """The state of a description; whatever it leaves out is empty, and all donjons not on the board in stock."""
    given = dict(described)
    s: State = blank(State)
    s.players = options["players"]
    s.max_rounds = options["max_rounds"]
    for cell, kind in given.pop("board", {}).items():
        lay(s, _number(cell), _kind(kind))
    for cell, (owner, side) in given.pop("donjons", {}).items():
        _raise(s, _number(cell), owner, side)
    _fill_seats(s, given)
    s.offer = [*(_kind(kind) for kind in given.pop("offer", [])), 0, 0, 0][:OFFER]
    s.offered = OFFER - s.offer.count(NO_TILE)
    _fill_counts(s.pile, given.pop("pile", {}))
    s.piled = sum(s.pile)
    _fill_counts(s.lost, given.pop("lost", {}))
    s.phase = Phase[given.pop("phase", "place").upper()]
    s.reason = Reason[given.pop("reason", "not over").upper().replace(" ", "_")]
    s.seat = given.pop("seat", 0)
    s.round = given.pop("round", 0)
    s.locked = given.pop("locked", 0)
    _fill_claims(s, given.pop("claims", {}))
    if given:
        raise BadSetup(f"a position of baron has no {', '.join(given)}")
    return s


def _number(cell: str) -> int:
    if cell not in NUMBER:
        raise BadSetup(f"{cell!r} is no cell of the table")
    return NUMBER[cell]


def _kind(name: str) -> int:
    if name not in KIND:
        raise BadSetup(f"{name!r} is no kind of tile; the kinds are {', '.join(KINDS)}")
    return KIND[name]


def _raise(s: State, cell: int, owner: int, side: str) -> None:
    if s.board[cell] != MEADOW or s.tower_on[cell]:
        raise BadSetup(f"a donjon on {NAMES[cell]} needs a meadow to itself")
    if s.towers == MAX_TOWERS:
        raise BadSetup(f"there are at most {MAX_TOWERS} donjons")
    raise_tower(s, cell, owner, Side[side.upper()])


def _fill_seats(s: State, given: dict[str, Any]) -> None:
    """Honour, reserves, stocks and departures; `out` is told by `left` too."""
    seats = range(s.players)
    on_board = [s.owner[: s.towers].count(seat) for seat in seats]
    honour = given.pop("honour", [0] * s.players)
    reserves = given.pop("reserves", [[]] * s.players)
    stock = given.pop("stock", [DONJONS[s.players] - on_board[seat] for seat in seats])
    out = given.pop("out", [])
    left = given.pop("left", [1 + out.index(seat) if seat in out else 0 for seat in seats])
    dealt = given.pop("dealt", [HIDDEN] * s.players)
    maybe = given.pop("maybe", [[]] * s.players)
    for seat in seats:
        s.honour[seat] = honour[seat]
        s.stock[seat] = stock[seat]
        s.left[seat] = left[seat]
        for kind in reserves[seat]:
            s.reserve[seat][_kind(kind)] += 1
        s.tiles[seat] = len(reserves[seat])
        s.dealt[seat] = 0 if dealt[seat] == HIDDEN else _kind(dealt[seat])
        s.maybe[seat] = sum(1 << _kind(kind) for kind in maybe[seat])


def _fill_counts(row: list[int], counts: Mapping[str, int]) -> None:
    for kind, count in counts.items():
        row[_kind(kind)] = count


def _fill_claims(s: State, claims: Mapping[str, bool]) -> None:
    """The questions of the end as they were asked, and the answers so far."""
    if s.phase not in (Phase.CLAIM, Phase.END):
        return
    seat, phase = s.seat, s.phase
    if phase == Phase.CLAIM:
        begin_claims(s)
    for i, (cell, claimed) in enumerate(claims.items()):
        s.question[i] = _number(cell)
        s.claimed[i] = int(claimed)
    s.asked = len(claims)
    s.questions = max(s.questions, s.asked)
    s.seat, s.phase = seat, phase
