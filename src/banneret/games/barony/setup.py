"""Barony's options, and where its games begin: a board of tiles, and for Sorcery five spells."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from banneret.core.errors import BadOption, BadSetup, shortened
from banneret.core.game import Data, Info
from banneret.core.options import Option, Options, Whole, Wholes, YesNo, is_whole
from banneret.core.state import blank

from .codes import MAX_PAYMENT, MAX_RECRUITS
from .table import (
    CELLS,
    FAMILIES,
    FIRST_CITIES,
    FOREST,
    HEXES,
    HEXES_A_TILE,
    KINDS,
    LAKE,
    MAGIC_TOKENS,
    MOUNTAIN,
    MYSTERY,
    NATURE,
    NEIGHBOURS,
    NO_LAND,
    RESOURCES,
    SPELL_COSTS,
    SPELLS,
    SPELLS_ON_TABLE,
    TERRAINS,
    TILES_A_PLAYER,
    WORD_BITS,
    Phase,
    Piece,
    State,
    add,
)

Tile: TypeAlias = tuple[str, ...]

NAMES = [str(cell) for cell in HEXES]
NUMBER = {name: number for number, name in enumerate(NAMES)}
TERRAIN = {name: number for number, name in enumerate(TERRAINS)}
SPELL = {name: number for number, name in enumerate(SPELLS)}

_TILES = json.loads((Path(__file__).parent / "tiles.json").read_text(encoding="utf-8"))
BASE_TILES: list[Tile] = [tuple(tile) for tile in _TILES["base"]]
SORCERY_TILES: list[Tile] = [tuple(tile) for tile in _TILES["sorcery"]]
MYSTERY_TILES = {2: 3, 3: 4, 4: 5}  # by players; five players use all tiles
EXCHANGES = 3000  # tried for lakes apart before all tiles are drawn again

# Options


@dataclass(frozen=True)
class SpellChoice(Option):
    """Which spells lie on the table: five named ones, or drawn at random."""

    @property
    def bounds(self) -> str:
        return f'"random" or a list of {SPELLS_ON_TABLE} different spells of {", ".join(SPELLS)}'

    def accepts(self, value: Any) -> bool:
        return value == "random" or are_spells(value)


@dataclass(frozen=True)
class SpellCosts(Option):
    """What spells cost; those that are not named cost what they usually do."""

    @property
    def bounds(self) -> str:
        return f"whole numbers from 0 to {MAGIC_TOKENS} by spell, of {', '.join(SPELLS)}"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, dict) and all(
            spell in SPELL and is_whole(cost) and 0 <= cost <= MAGIC_TOKENS for spell, cost in value.items()
        )


def are_spells(value: Any) -> bool:
    """Whether this is a list of as many different spells as lie on the table."""
    return (
        isinstance(value, list)
        and all(isinstance(spell, str) and spell in SPELL for spell in value)
        and len(value) == len(set(value)) == SPELLS_ON_TABLE
    )


def _options(players: range, tokens: int, more: tuple[Option, ...]) -> tuple[Option, ...]:
    kinds = ", ".join(RESOURCES)
    return (
        Whole("players", 2, "how many play", low=players[0], high=players[-1]),
        Wholes("token_points", [2, 3, 4, 5], f"what a token pays of a title: {kinds}", low=0, high=20),
        Wholes("token_vp", [0, 1, 2, 3], f"victory points of an unused token: {kinds}", low=0, high=20),
        Whole("tokens_per_kind", tokens, "how many tokens of each kind the bank begins with", low=1, high=100),
        Whole("title_price", 15, "what a title costs in points of tokens", low=1, high=100),
        Whole("city_points", 10, "victory points of a city built in play", low=0, high=1000),
        Whole("title_points", 15, "victory points of a rank above baron", low=0, high=1000),
        Whole("knights", 7, "how many knights a player has", low=FIRST_CITIES, high=20),
        Whole("villages", 14, "how many villages a player has", low=0, high=40),
        Whole("strongholds", 2, "how many strongholds a player has", low=0, high=20),
        Whole("cities", 5, "how many cities a player has, the first three among them", low=FIRST_CITIES, high=20),
        Whole("recruit", 2, "the most knights that a city recruits at once", low=1, high=MAX_RECRUITS),
        Whole("recruit_lake", 3, "the same for a city that touches a lake", low=1, high=MAX_RECRUITS),
        YesNo("lakes_apart", False, "whether lakes of different tiles never touch"),
        *more,
        Whole("max_rounds", 150, "rounds of turns after which the game ends and is scored", low=1, high=1000),
    )


BARONY_PLAYERS = range(2, 5)
SORCERY_PLAYERS = range(2, 6)
BARONY_OPTIONS = _options(BARONY_PLAYERS, tokens=20, more=())
SORCERY_OPTIONS = _options(
    SORCERY_PLAYERS,
    tokens=25,
    more=(
        SpellChoice("spells", "random", "the five spells on the table, or random"),
        SpellCosts("spell_costs", dict(zip(SPELLS, SPELL_COSTS, strict=True)), "magic that a spell costs"),
    ),
)


def check_options(info: Info, options: Options) -> None:
    """Tokens must be able to pay a title, and few enough of them that a payment can be written down."""
    price, points = options["title_price"], options["token_points"]
    most = options["tokens_per_kind"] * sum(points)
    if most < price:
        raise BadOption("title_price", f"nobody could ever pay {price}, as all tokens together are worth {most}")
    least = min(value for value in points if value)
    tokens = -(-price // least)
    if tokens > MAX_PAYMENT:
        raise BadOption(
            "title_price",
            f"{price} in tokens worth {least} takes {tokens} of them, and at most {MAX_PAYMENT} can be paid",
        )


# Tiles laid at random


def draw(info: Info, options: Options, rng: random.Random) -> Data:
    """Tiles drawn, laid and turned at random; five spells drawn, unless the options name them."""
    tiles = draw_tiles(options, rng)
    while faults(tiles, options["lakes_apart"]):
        tiles = draw_tiles(options, rng)
        if options["lakes_apart"]:
            exchange(tiles, rng)
    setup: Data = {"board": dict(zip(NAMES, (terrain for tile in tiles for terrain in tile), strict=False))}
    if has_magic(options):
        fixed = options["spells"]
        setup["spells"] = rng.sample(SPELLS, SPELLS_ON_TABLE) if fixed == "random" else list(fixed)
    return setup


def has_magic(options: Options) -> bool:
    """Whether these are options of the edition with the expansion."""
    return "spells" in options


def draw_tiles(options: Options, rng: random.Random) -> list[Tile]:
    """As many tiles as the players need, with the right number of mystery places, in any order and turned."""
    players = options["players"]
    mysteries = [tile for tile in SORCERY_TILES if "mystery" in tile]
    if not has_magic(options):
        tiles = []
    elif players in MYSTERY_TILES:
        tiles = rng.sample(mysteries, MYSTERY_TILES[players])
    else:
        tiles = list(SORCERY_TILES)
    tiles += rng.sample(BASE_TILES, TILES_A_PLAYER * players - len(tiles))
    rng.shuffle(tiles)
    return [turned(tile, rng) for tile in tiles]


def turned(tile: Tile, rng: random.Random) -> Tile:
    turns = rng.randrange(HEXES_A_TILE)
    return (*tile[turns:], *tile[:turns])


def exchange(tiles: list[Tile], rng: random.Random) -> None:
    """Let tiles change places as long as it does no harm: lakes are too many to be apart by luck."""
    wrong = faults(tiles, True)
    for _ in range(EXCHANGES):
        if wrong == 0:
            return
        one, two = rng.randrange(len(tiles)), rng.randrange(len(tiles))
        before = tiles[one], tiles[two]
        tiles[one], tiles[two] = turned(before[1], rng), turned(before[0], rng)
        now = faults(tiles, True)
        if now > wrong:
            tiles[one], tiles[two] = before
        wrong = min(wrong, now)


def faults(tiles: list[Tile], lakes_apart: bool) -> int:
    """How many pairs of hexes touch that must not."""
    terrain = [TERRAIN[name] for tile in tiles for name in tile]
    return sum(1 for _ in touching_mysteries(terrain)) + sum(1 for _ in touching_lakes(terrain) if lakes_apart)


def touching(terrain: list[int], kind: int) -> Iterator[tuple[int, int]]:
    """The pairs of neighbouring hexes that are both of a terrain."""
    for cell in range(len(terrain)):
        if terrain[cell] == kind:
            for beside in NEIGHBOURS[cell]:
                if cell < beside < len(terrain) and terrain[beside] == kind:
                    yield cell, beside


def touching_mysteries(terrain: list[int]) -> Iterator[tuple[int, int]]:
    return touching(terrain, MYSTERY)


def touching_lakes(terrain: list[int]) -> Iterator[tuple[int, int]]:
    """Lakes of one tile may touch: they always do."""
    return (pair for pair in touching(terrain, LAKE) if pair[0] // HEXES_A_TILE != pair[1] // HEXES_A_TILE)


# Start


def start(info: Info, options: Options, setup: Any) -> State:
    """The state in which seat 0 places a city."""
    check(info, options, setup)
    s = fresh(options)
    lay_board(s, [TERRAIN[setup["board"][name]] for name in NAMES[: s.cells]])
    if has_magic(options):
        lay_spells(s, options, setup["spells"])
    return s


def fresh(options: Options) -> State:
    """A state with everything in the reserves and the bank, and nothing on the table yet."""
    s: State = blank(State)
    s.players = options["players"]
    for name in ("max_rounds", "title_price", "title_points", "city_points"):
        setattr(s, name, options[name])
    s.levy = options["recruit"]
    s.levy_lake = options["recruit_lake"]
    s.token_points = list(options["token_points"])
    s.token_vp = list(options["token_vp"])
    s.cells = TILES_A_PLAYER * HEXES_A_TILE * s.players
    s.words = -(-s.cells // WORD_BITS)
    for seat in range(s.players):
        s.reserve[seat][Piece.KNIGHT] = options["knights"]
        s.reserve[seat][Piece.VILLAGE] = options["villages"]
        s.reserve[seat][Piece.STRONGHOLD] = options["strongholds"]
        s.reserve[seat][Piece.CITY] = options["cities"]
    s.bank = [options["tokens_per_kind"]] * KINDS
    s.phase = Phase.CITIES
    s.cheapest = MAGIC_TOKENS + 1
    if has_magic(options):
        s.sorcery = 1
        s.magic_bank = MAGIC_TOKENS
    return s


def lay_board(s: State, terrain: list[int]) -> None:
    """Note the terrain of each hex, and of which sets it is one."""
    s.terrain = [*terrain, *[NO_LAND] * (CELLS + 1 - len(terrain))]
    s.guard = [NATURE if kind in (LAKE, NO_LAND) else 0 for kind in s.terrain]
    for cell, kind in enumerate(terrain):
        around = [s.terrain[beside] for beside in NEIGHBOURS[cell]]
        for cells, belongs in (
            (s.mountains, kind == MOUNTAIN),
            (s.forests, kind == FOREST),
            (s.mysteries, kind == MYSTERY),
            (s.lakeside, LAKE in around),
            (s.coast, kind != LAKE and NO_LAND in around),
        ):
            if belongs:
                add(cells, cell)


def lay_spells(s: State, options: Options, spells: list[str]) -> None:
    costs: Mapping[str, int] = options["spell_costs"]
    s.spell_cost = [costs.get(spell, usual) for spell, usual in zip(SPELLS, SPELL_COSTS, strict=True)]
    s.spells = [SPELL[spell] for spell in spells]
    s.cheapest = min(s.spell_cost[spell] for spell in s.spells)
    for number, family in enumerate(FAMILIES):
        s.on_table[number] = sum(1 << place for place, spell in enumerate(family) if spell in spells)


def check(info: Info, options: Options, setup: Any) -> None:
    """Refuse what cannot be laid, and say why."""
    keys = ["board", "spells"] if has_magic(options) else ["board"]
    if not isinstance(setup, dict) or sorted(map(str, setup)) != keys:
        raise BadSetup(f"a setup of {info.key} has exactly the keys {', '.join(keys)}")
    check_board(info, options, setup["board"])
    if has_magic(options):
        check_spells(options, setup["spells"])


def check_board(info: Info, options: Options, board: Any) -> None:
    names = NAMES[: TILES_A_PLAYER * HEXES_A_TILE * options["players"]]
    if not isinstance(board, dict):
        raise BadSetup(f"board: expected a terrain for each hex, not {board!r}")
    wrong = sorted(map(str, set(names) ^ set(board)))
    if wrong:
        raise BadSetup(
            f"board: the outline for {options['players']} players is another; it differs in {shortened(wrong)}"
        )
    terrains = TERRAINS if has_magic(options) else TERRAINS[:-1]
    for name, terrain in board.items():
        if terrain not in terrains:
            raise BadSetup(f"board: {name} is {terrain!r}; the terrains of {info.key} are {', '.join(terrains)}")
    terrain_of = [TERRAIN[board[name]] for name in names]
    for one, two in touching_mysteries(terrain_of):
        raise BadSetup(f"board: the mystery places {NAMES[one]} and {NAMES[two]} touch")
    if options["lakes_apart"]:
        for one, two in touching_lakes(terrain_of):
            raise BadSetup(f"board: the lakes {NAMES[one]} and {NAMES[two]} of different tiles touch")


def check_spells(options: Options, spells: Any) -> None:
    if not are_spells(spells):
        raise BadSetup(f"spells: expected {SPELLS_ON_TABLE} different ones of {', '.join(SPELLS)}, not {spells!r}")
    if options["spells"] not in ("random", spells):
        raise BadSetup(f"spells: the option names {', '.join(options['spells'])}, in this order")
