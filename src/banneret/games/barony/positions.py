"""States from descriptions: any position that play could reach, and what is left out as at a start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from banneret.core.errors import BadSetup
from banneret.core.game import Info
from banneret.core.options import Options

from .setup import (
    NAMES,
    NUMBER,
    SPELL,
    TERRAIN,
    check_board,
    check_spells,
    fresh,
    has_magic,
    lay_board,
    lay_spells,
)
from .table import (
    FIRST_CITIES,
    FOOTPRINTS_A_PLACE,
    KINDS,
    LAKE,
    MAX_FOOTPRINTS,
    MYSTERY,
    NO_BUILDING,
    SPELLS,
    SPELLS_A_FAMILY,
    SPELLS_ON_TABLE,
    Phase,
    Piece,
    Reason,
    State,
    add,
    fighters,
    kind_on,
    owner_on,
    put_building,
    put_knights,
)
from .turns import PLACING_ORDER, points

UNNAMED_HEX = "plain"
BUILDINGS = {"villages": Piece.VILLAGE, "strongholds": Piece.STRONGHOLD, "cities": Piece.CITY}


def position(info: Info, options: Options, described: Mapping[str, Any]) -> State:
    """The state of a description. Hexes that the board leaves out are plains, reserves and the bank have what
    is nowhere else, and it is seat 0's turn to act."""
    given = dict(described)
    s = fresh(options)
    board = dict.fromkeys(NAMES[: s.cells], UNNAMED_HEX) | given.pop("board", {})
    check_board(info, options, board)
    lay_board(s, [TERRAIN[board[name]] for name in NAMES[: s.cells]])
    _put_pieces(s, given)
    _fill_seats(s, given)
    _fill_turn(s, given)
    if has_magic(options):
        _fill_magic(s, options, given)
    if given:
        raise BadSetup(f"a position of {info.key} has no {', '.join(given)}")
    return s


def _cell(s: State, name: str) -> int:
    if name not in NUMBER or NUMBER[name] >= s.cells:
        raise BadSetup(f"{name!r} is no hex of the board")
    return NUMBER[name]


def _seat(s: State, seat: Any) -> int:
    if not str(seat).isdigit() or int(seat) >= s.players:
        raise BadSetup(f"{seat!r} is no seat; there are {s.players}, from 0")
    return int(seat)


def _put_pieces(s: State, given: dict[str, Any]) -> None:
    """Pieces on the board come out of the reserves."""
    for key, kind in BUILDINGS.items():
        for name, owner in given.pop(key, {}).items():
            cell, seat = _cell(s, name), _seat(s, owner)
            if s.building[cell] != NO_BUILDING or s.terrain[cell] in (LAKE, MYSTERY):
                raise BadSetup(f"{name} has no room for one of the {key}")
            put_building(s, kind, seat, cell)
            s.reserve[seat][kind] -= 1
    for name, by_seat in given.pop("knights", {}).items():
        cell = _cell(s, name)
        if s.terrain[cell] == LAKE:
            raise BadSetup(f"{name} is a lake, where no knight can be")
        for owner, number in by_seat.items():
            seat = _seat(s, owner)
            put_knights(s, seat, cell, number)
            s.reserve[seat][Piece.KNIGHT] -= number
    for cell in range(s.cells):
        _check_company(s, cell)


def _check_company(s: State, cell: int) -> None:
    """Where a seat has two pieces, a city or a stronghold, play leaves nobody else."""
    present = {seat for seat in range(s.players) if fighters(s, seat, cell)}
    strong = {seat for seat in present if fighters(s, seat, cell) > 1}
    if kind_on(s, cell) >= Piece.STRONGHOLD:
        strong.add(owner_on(s, cell))
    if strong and len(present | strong) > 1:
        raise BadSetup(f"on {NAMES[cell]} others stand beside two pieces, a city or a stronghold of one seat")


def _fill_seats(s: State, given: dict[str, Any]) -> None:
    """What the seats and the bank have beside the board."""
    for seat, gone in _by_seat(s, given, "gone", 0):
        s.gone[seat] = gone
        s.reserve[seat][Piece.KNIGHT] -= gone
    for seat, pieces in _by_seat(s, given, "reserve", {}):
        for piece in Piece:
            s.reserve[seat][piece] = pieces.get(piece.name.lower(), s.reserve[seat][piece])
        if min(s.reserve[seat]) < 0:
            raise BadSetup(f"seat {seat} has more pieces on the board than there are")
    for seat, tokens in _by_seat(s, given, "tokens", [0] * KINDS):
        for kind, number in enumerate(tokens):
            s.tokens[seat][kind] = number
            s.bank[kind] -= number
    s.bank = list(given.pop("bank", s.bank))
    if min(s.bank) < 0:
        raise BadSetup("the seats have more tokens than there are")
    for seat, rank in _by_seat(s, given, "rank", 0):
        s.rank[seat] = rank
    _fill_scores(s, given)


def _by_seat(s: State, given: dict[str, Any], key: str, default: Any) -> Iterator[tuple[int, Any]]:
    """The seats with what each has of something."""
    row = given.pop(key, [default] * s.players)
    if len(row) != s.players:
        raise BadSetup(f"{key}: expected one for each of the {s.players} players")
    return enumerate(row)


def _fill_scores(s: State, given: dict[str, Any]) -> None:
    """Cities built in play can be told as such, or by the scores that they made."""
    told = dict(_by_seat(s, given, "scores", None))
    for seat, built in _by_seat(s, given, "built", None):
        if built is not None:
            s.cities_built[seat] = built
        elif told[seat] is not None and s.city_points > 0:
            s.cities_built[seat] = (told[seat] - points(s, seat)) // s.city_points
        if told[seat] not in (None, points(s, seat)):
            raise BadSetup(f"seat {seat} cannot have {told[seat]} points at its rank")


def _fill_turn(s: State, given: dict[str, Any]) -> None:
    """Whose turn it is, and how far it has come."""
    s.phase = Phase[given.pop("phase", "act").upper()]
    s.placed = given.pop("placed", 0 if s.phase == Phase.CITIES else s.players * FIRST_CITIES)
    s.seat = _seat(s, given.pop("seat", PLACING_ORDER[s.players][s.placed] if s.phase == Phase.CITIES else 0))
    s.round = given.pop("round", 0)
    s.reason = Reason[given.pop("reason", "not over").upper().replace(" ", "_")]
    s.moved = given.pop("moved", 0)
    arrived = given.pop("arrived", None)
    s.arrived = 0 if arrived is None else _cell(s, arrived)
    for seat, loots in _by_seat(s, given, "loots", 0):
        s.loots[seat] = loots


def _fill_magic(s: State, options: Options, given: dict[str, Any]) -> None:
    """Spells, magic and footprints, and the spells that are being carried out."""
    usual = list(SPELLS[:SPELLS_ON_TABLE]) if options["spells"] == "random" else options["spells"]
    spells = given.pop("spells", usual)
    check_spells(options, spells)
    lay_spells(s, options, spells)
    for seat, magic in _by_seat(s, given, "magic", 0):
        s.magic[seat] = magic
        s.magic_bank -= magic
    s.magic_bank = given.pop("magic_bank", s.magic_bank)
    for name, seats in given.pop("footprints", {}).items():
        _leave_footprints(s, _cell(s, name), [_seat(s, seat) for seat in seats])
    for spell in given.pop("cast", []):
        s.family = SPELL[spell] // SPELLS_A_FAMILY
        s.cast |= 1 << SPELL[spell] % SPELLS_A_FAMILY
    s.teleported = int(given.pop("teleported", False))
    for name in given.pop("charmed", []):
        add(s.charmed, _cell(s, name))


def _leave_footprints(s: State, cell: int, seats: list[int]) -> None:
    if s.terrain[cell] != MYSTERY or len(seats) > FOOTPRINTS_A_PLACE or len(seats) != len(set(seats)):
        raise BadSetup(f"{NAMES[cell]} cannot have the footprints of the seats {seats}")
    for place, seat in enumerate(seats):
        number = s.footprints[seat]
        if number == MAX_FOOTPRINTS:
            raise BadSetup(f"seat {seat} has more than {MAX_FOOTPRINTS} footprints")
        s.footprint_on[seat][number] = cell
        s.footprint_place[seat][number] = place
        s.footprints[seat] = number + 1
