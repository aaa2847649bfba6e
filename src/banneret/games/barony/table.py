"""Barony's material, board and state: what the rules are about.

Hexes are numbered tile by tile from the middle outwards, so hex number n lies on tile n // 3, and the board
of fewer players is the first hexes of the largest. The last number, CELLS, is off every board. A set of
hexes is a row of words of 60 bits, which fit into signed 64-bit numbers; a set of seats is one number.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from banneret.core.hexgrid import Cell
from banneret.core.state import Codes, Grid, Row

RESOURCES = ("mountain", "forest", "plain", "field")
TERRAINS = (*RESOURCES, "lake", "mystery")
MOUNTAIN, FOREST, PLAIN, FIELD, LAKE, MYSTERY, NO_LAND = range(7)
KINDS = len(RESOURCES)  # a resource has the number of its terrain

RANKS = ("baron", "viscount", "count", "marquis", "duke")
DUKE = len(RANKS) - 1

FAMILIES = (
    ("celerity", "teleportation", "tornado"),
    ("charm", "illusion", "portal"),
    ("abundance", "petrification", "sanctuary"),
)
SPELLS_A_FAMILY = 3
SPELLS = tuple(spell for family in FAMILIES for spell in family)
SPELL_COSTS = (1, 1, 2) * len(FAMILIES)
# What is cast together is a set of spells of one family.
CELERITY, TELEPORTATION, TORNADO = CHARM, ILLUSION, PORTAL = ABUNDANCE, PETRIFICATION, SANCTUARY = 1, 2, 4
COMBINATIONS = (1 << SPELLS_A_FAMILY) - 1
SPELLS_ON_TABLE = 5
MAGIC_TOKENS = 30
MAX_FOOTPRINTS = 5
FOOTPRINT_MAGIC = [3, 2, 1]
FOOTPRINTS_A_PLACE = len(FOOTPRINT_MAGIC)
FOOTPRINT_POINTS = 3

MAX_SEATS = 5
TILES_A_PLAYER = 9
HEXES_A_TILE = 3
FIRST_CITIES = 3


def outline(players: int) -> list[tuple[Cell, Cell, Cell]]:
    """The places of the tiles, nearest to the middle of hex 0,0 first. More players only add places."""
    span = range(-2 * TILES_A_PLAYER, 2 * TILES_A_PLAYER)
    corners = [Cell(q, r) for q in span for r in span if (q - r) % 3 == 0]
    nearest = sorted(corners, key=lambda corner: (_thirds_from_middle(corner), corner))
    return [(c, Cell(c.q + 1, c.r), Cell(c.q, c.r + 1)) for c in nearest[: TILES_A_PLAYER * players]]


def _thirds_from_middle(corner: Cell) -> int:
    """The squared distance of a tile's centre from the middle of hex 0,0, in thirds of a hex."""
    a, b = 3 * corner.q + 1, 3 * corner.r + 1
    return a * a + a * b + b * b


HEXES = [cell for place in outline(MAX_SEATS) for cell in place]
CELLS = len(HEXES)
NUMBER = {cell: number for number, cell in enumerate(HEXES)}
# Each hex's neighbours in ascending order, so that moves are found in the order of their codes.
NEIGHBOURS = [sorted(NUMBER.get(n, CELLS) for n in cell.neighbours()) for cell in HEXES]

WORD_BITS = 60
WORDS = -(-CELLS // WORD_BITS)
WORD_OF = [cell // WORD_BITS for cell in range(CELLS)]
BIT_OF = [1 << cell % WORD_BITS for cell in range(CELLS)]
NEAR = [
    [sum(BIT_OF[n] for n in near if n < CELLS and WORD_OF[n] == w) for w in range(WORDS)] for near in NEIGHBOURS
]
# A de Bruijn sequence: each of its windows of six bits tells how far a single bit has shifted it.
WORD_MASK = (1 << WORD_BITS) - 1
WINDOW = WORD_BITS - 6
SEQUENCE = 0x03F79D71B4CB0A89 & WORD_MASK
BIT_NUMBER = [
    {((SEQUENCE << bit) & WORD_MASK) >> WINDOW: bit for bit in range(WORD_BITS)}.get(window, 0)
    for window in range(64)
]


class Phase(IntEnum):
    CITIES = 0
    ACT = 1
    MOVE = 2
    LOOT = 3
    BUILD = 4
    CAST = 5
    END = 6


class Reason(IntEnum):
    """Why the game ended."""

    NOT_OVER = 0
    DUKE = 1
    ROUNDS = 2


class Piece(IntEnum):
    KNIGHT = 0
    VILLAGE = 1
    STRONGHOLD = 2
    CITY = 3


class Family(IntEnum):
    MOVEMENT = 0
    RECRUITMENT = 1
    CONSTRUCTION = 2


PIECES = len(Piece)
NO_BUILDING = 0
OWNER_BITS = 3  # the last bits of a building tell its owner, the others which kind of piece it is
OWNER_MASK = (1 << OWNER_BITS) - 1
NATURE = 1 << MAX_SEATS  # stands beside the seats in `guard` where no knight may ever go


class State:
    # The options
    players: Annotated[int, "i1"]
    sorcery: Annotated[int, "i1"]
    max_rounds: Annotated[int, "i2"]
    title_price: Annotated[int, "i2"]
    title_points: Annotated[int, "i2"]
    city_points: Annotated[int, "i2"]
    token_points: Annotated[Row, "i1", KINDS]
    token_vp: Annotated[Row, "i1", KINDS]
    levy: Annotated[int, "i1"]  # the most knights that a city recruits at once
    levy_lake: Annotated[int, "i1"]  # the same if it touches a lake
    spell_cost: Annotated[Row, "i1", len(SPELLS)]

    # The board, as it is laid once
    cells: Annotated[int, "i2"]
    words: Annotated[int, "i1"]
    terrain: Annotated[Row, "i1", CELLS + 1]
    mountains: Annotated[Row, "i8", WORDS]
    forests: Annotated[Row, "i8", WORDS]
    mysteries: Annotated[Row, "i8", WORDS]
    lakeside: Annotated[Row, "i8", WORDS]  # hexes that touch a lake
    coast: Annotated[Row, "i8", WORDS]  # hexes on the outer edge that are no lakes

    # What stands on it, told twice where that makes it quick to find
    knights: Annotated[Grid, "i1", CELLS, MAX_SEATS]
    building: Annotated[Row, "i1", CELLS]
    guard: Annotated[Row, "i1", CELLS + 1]  # the seats whose pieces keep all others out of a hex
    knights_at: Annotated[Grid, "i8", MAX_SEATS, WORDS]
    villages_at: Annotated[Grid, "i8", MAX_SEATS, WORDS]
    cities_at: Annotated[Grid, "i8", MAX_SEATS, WORDS]
    outskirts: Annotated[Grid, "i8", MAX_SEATS, WORDS]  # hexes that touch a city of the seat
    strongholds_at: Annotated[Row, "i8", WORDS]  # of all seats
    built: Annotated[Row, "i8", WORDS]  # hexes with any building

    # What the seats have
    reserve: Annotated[Grid, "i1", MAX_SEATS, PIECES]
    gone: Annotated[Row, "i1", MAX_SEATS]
    tokens: Annotated[Grid, "i1", MAX_SEATS, KINDS]
    bank: Annotated[Row, "i1", KINDS]
    rank: Annotated[Row, "i1", MAX_SEATS]
    cities_built: Annotated[Row, "i1", MAX_SEATS]  # in play: the first ones do not count
    magic: Annotated[Row, "i1", MAX_SEATS]
    magic_bank: Annotated[int, "i1"]
    footprints: Annotated[Row, "i1", MAX_SEATS]  # how many; the grids below describe the first so many
    footprint_on: Annotated[Grid, "i2", MAX_SEATS, MAX_FOOTPRINTS]
    footprint_place: Annotated[Grid, "i1", MAX_SEATS, MAX_FOOTPRINTS]  # how many were there before it
    spells: Annotated[Row, "i1", SPELLS_ON_TABLE]  # in the order drawn
    on_table: Annotated[Row, "i1", len(FAMILIES)]  # the same as a set by family
    cheapest: Annotated[int, "i1"]  # what the cheapest of them costs; without spells more than there is

    # The turn
    phase: Annotated[int, "i1"]
    seat: Annotated[int, "i1"]
    round: Annotated[int, "i2"]  # rounds of turns completed
    placed: Annotated[int, "i1"]  # first cities placed or passed
    reason: Annotated[int, "i1"]
    moved: Annotated[int, "i1"]  # moves made in this action
    arrived: Annotated[int, "i2"]  # where the last of them ended
    loots: Annotated[Row, "i1", MAX_SEATS]  # tokens that each seat still has to give
    family: Annotated[int, "i1"]  # of the spells being carried out
    cast: Annotated[int, "i1"]  # the set of them, empty when nothing was cast
    teleported: Annotated[int, "i1"]  # whether the knight has gone onto a guarded mountain
    charmed: Annotated[Row, "i8", WORDS]  # where charm has recruited


# Sets of hexes


def add(cells: Row, cell: int) -> None:
    cells[WORD_OF[cell]] |= BIT_OF[cell]


def remove(cells: Row, cell: int) -> None:
    cells[WORD_OF[cell]] &= ~BIT_OF[cell]


def contains(cells: Row, cell: int) -> bool:
    return cells[WORD_OF[cell]] & BIT_OF[cell] != 0


def bit_number(bit: int) -> int:
    """Which bit of a word is the only one set."""
    return BIT_NUMBER[((bit * SEQUENCE) & WORD_MASK) >> WINDOW]


def list_bits(word: int, base: int, out: Codes, count: int) -> int:
    """Write base + bit for each bit of the word, from place `count` on; returns the new count."""
    while word:
        bit = word & -word
        out[count] = base + bit_number(bit)
        count += 1
        word ^= bit
    return count


# Pieces


def building_of(kind: int, seat: int) -> int:
    return kind << OWNER_BITS | seat


def kind_on(s: State, cell: int) -> int:
    """Which kind of building stands on a hex; that of a knight, 0, if none does."""
    return s.building[cell] >> OWNER_BITS


def owner_on(s: State, cell: int) -> int:
    """Whose building stands on a hex that has one."""
    return s.building[cell] & OWNER_MASK


def has_village(s: State, seat: int, cell: int) -> bool:
    return s.building[cell] == building_of(Piece.VILLAGE, seat)


def fighters(s: State, seat: int, cell: int) -> int:
    """A seat's pieces that count in a conflict: knights and a village."""
    return s.knights[cell][seat] + (1 if has_village(s, seat, cell) else 0)


def keeps_out(s: State, seat: int, cell: int) -> bool:
    """Two pieces, a city or a stronghold keep enemies out; on a mountain any piece does."""
    if kind_on(s, cell) >= Piece.STRONGHOLD:
        return owner_on(s, cell) == seat
    enough = 1 if s.terrain[cell] == MOUNTAIN else 2
    return fighters(s, seat, cell) >= enough


def stand_guard(s: State, seat: int, cell: int) -> None:
    """Note whether the seat's pieces on a hex keep the others out, after they have changed."""
    if keeps_out(s, seat, cell):
        s.guard[cell] |= 1 << seat
    else:
        s.guard[cell] &= ~(1 << seat)


def put_knights(s: State, seat: int, cell: int, number: int) -> None:
    s.knights[cell][seat] += number
    add(s.knights_at[seat], cell)
    stand_guard(s, seat, cell)


def take_knights(s: State, seat: int, cell: int, number: int) -> None:
    s.knights[cell][seat] -= number
    if s.knights[cell][seat] == 0:
        remove(s.knights_at[seat], cell)
    stand_guard(s, seat, cell)


def put_building(s: State, kind: int, seat: int, cell: int) -> None:
    """Put up a building on a hex that has none."""
    s.building[cell] = building_of(kind, seat)
    add(s.built, cell)
    if kind == Piece.VILLAGE:
        add(s.villages_at[seat], cell)
    elif kind == Piece.STRONGHOLD:
        add(s.strongholds_at, cell)
    else:
        add(s.cities_at[seat], cell)
        for word in range(s.words):
            s.outskirts[seat][word] |= NEAR[cell][word]
    stand_guard(s, seat, cell)


def take_village(s: State, seat: int, cell: int) -> None:
    """Take a village off the board; no other building ever leaves it."""
    s.building[cell] = NO_BUILDING
    remove(s.built, cell)
    remove(s.villages_at[seat], cell)
    stand_guard(s, seat, cell)


def enemy_knights(s: State, seat: int, word: int) -> int:
    """The hexes of a word of the board where somebody else has a knight."""
    cells = 0
    for other in range(s.players):
        if other != seat:
            cells |= s.knights_at[other][word]
    return cells


def take_token(s: State, cell: int) -> None:
    """The seat whose turn it is gets a token of a hex's terrain, if the bank has one."""
    kind = s.terrain[cell]
    if s.bank[kind] > 0:
        s.bank[kind] -= 1
        s.tokens[s.seat][kind] += 1
