"""Barony and its Sorcery expansion: a second, slow and plain reading of the rules.

The tests play the same games here and in the engine and compare every step: who acts, what
is legal, the whole state, the result. So nothing is shared with the engine, and nothing is
clever. Order of the file: geometry, options and setup, the pieces and how a knight steps,
the game phase by phase, the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

KEYS = ("barony", "sorcery")

Cell = tuple[int, int]
Tile = tuple[str, str, str]

RESOURCES = ("mountain", "forest", "plain", "field")  # the order of every list of tokens
TERRAINS = (*RESOURCES, "lake")
DUKE = 4  # baron 0, viscount 1, count 2, marquis 3
TILES_PER_PLAYER = 9
FIRST_CITIES = 3
SPELLS_ON_TABLE = 5
MAGIC_TOKENS = 30
FOOTPRINTS_PER_PLAYER = 5
FOOTPRINT_MAGIC = (3, 2, 1)  # for the first, second and third footprint on a place
FOOTPRINT_POINTS = 3
MYSTERY_TILES = {2: 3, 3: 4, 4: 5, 5: 5}

FAMILIES = (
    ("celerity", "teleportation", "tornado"),
    ("charm", "illusion", "portal"),
    ("abundance", "petrification", "sanctuary"),
)
MOVEMENT, RECRUITMENT, CONSTRUCTION = FAMILIES
SPELL_COSTS = {
    "celerity": 1, "teleportation": 1, "tornado": 2,
    "charm": 1, "illusion": 1, "portal": 2,
    "abundance": 1, "petrification": 1, "sanctuary": 2,
}  # fmt: skip

BASE_TILES: tuple[Tile, ...] = (
    ("field", "field", "forest"),
    ("field", "field", "lake"),
    ("field", "field", "mountain"),
    ("field", "field", "plain"),
    ("field", "field", "plain"),
    ("field", "forest", "forest"),
    ("field", "forest", "lake"),
    ("field", "forest", "lake"),
    ("field", "forest", "lake"),
    ("field", "forest", "plain"),
    ("field", "forest", "plain"),
    ("field", "lake", "mountain"),
    ("field", "lake", "mountain"),
    ("field", "lake", "plain"),
    ("field", "lake", "plain"),
    ("field", "mountain", "mountain"),
    ("field", "mountain", "plain"),
    ("field", "mountain", "plain"),
    ("field", "plain", "plain"),
    ("forest", "forest", "forest"),
    ("forest", "forest", "lake"),
    ("forest", "forest", "mountain"),
    ("forest", "forest", "mountain"),
    ("forest", "forest", "plain"),
    ("forest", "lake", "mountain"),
    ("forest", "lake", "plain"),
    ("forest", "mountain", "mountain"),
    ("forest", "mountain", "plain"),
    ("forest", "plain", "plain"),
    ("lake", "mountain", "mountain"),
    ("lake", "mountain", "plain"),
    ("lake", "mountain", "plain"),
    ("lake", "plain", "plain"),
    ("lake", "plain", "plain"),
    ("mountain", "mountain", "plain"),
    ("mountain", "plain", "plain"),
)
SORCERY_TILES: tuple[Tile, ...] = (
    ("mystery", "mountain", "forest"),
    ("mystery", "plain", "field"),
    ("mystery", "mountain", "plain"),
    ("mystery", "forest", "field"),
    ("mystery", "mountain", "field"),
    ("lake", "forest", "plain"),
    ("lake", "field", "plain"),
    ("mountain", "forest", "field"),
    ("mountain", "forest", "plain"),
)


# Options under which the engine is compared too, beside the usual ones. Who likes to finish does so in the
# rounds that they allow.
_ROUNDS = {"max_rounds": 60}
_EVERYWHERE: list[dict[str, Any]] = [
    {"token_points": [1, 2, 3, 4], "token_vp": [3, 2, 1, 0]},
    {"token_points": [0, 3, 3, 7], "title_price": 14},
    {"token_points": [5, 4, 3, 2], "title_price": 30},
    {"token_points": [4, 0, 0, 0], "tokens_per_kind": 3, "title_price": 12},
    {"token_points": [3, 3, 3, 0], "token_vp": [20, 0, 20, 0], "title_price": 20},
    {"tokens_per_kind": 2},
    {"tokens_per_kind": 100, "title_price": 40},
    {"title_price": 1},
    {"city_points": 0, "title_points": 7},
    {"city_points": 1000, "title_points": 0},
    {"knights": 3, "villages": 2, "strongholds": 0, "cities": 3},
    {"knights": 20, "villages": 40, "strongholds": 20, "cities": 20, "recruit": 9, "recruit_lake": 9},
    {"knights": 4, "strongholds": 20, "villages": 0, "title_price": 9},
    {"recruit": 1, "recruit_lake": 6},
    {"recruit": 5, "recruit_lake": 1},
    {"lakes_apart": True},
    {"max_rounds": 1},
    {"max_rounds": 7, "title_price": 3},
]
_FREE = dict.fromkeys(SPELL_COSTS, 0)
_SORCERY: list[dict[str, Any]] = [
    {"spell_costs": _FREE},
    {"spell_costs": {"celerity": 3, "charm": 0}},
    {"spells": ["tornado", "teleportation", "celerity", "illusion", "charm"], "spell_costs": _FREE},
    {"spells": ["portal", "charm", "illusion", "sanctuary", "abundance"], "spell_costs": _FREE, "knights": 12},
    {"spells": ["abundance", "petrification", "sanctuary", "tornado", "celerity"], "spell_costs": _FREE},
    {
        "spells": ["abundance", "petrification", "sanctuary", "portal", "charm"],
        "spell_costs": _FREE,
        "cities": 20,
    },
    {"spells": ["tornado", "teleportation", "celerity", "sanctuary", "charm"], "strongholds": 8},
    {
        "spells": ["tornado", "teleportation", "celerity", "portal", "charm"],
        "spell_costs": _FREE,
        "knights": 14,
    },
    {
        "spells": ["portal", "charm", "illusion", "tornado", "teleportation"],
        "strongholds": 9,
        "spell_costs": _FREE,
    },
]
VARIANTS = {
    "barony": [_ROUNDS | options for options in _EVERYWHERE],
    "sorcery": [_ROUNDS | options for options in _EVERYWHERE + _SORCERY],
}


# Geometry


def around(cell: Cell) -> list[Cell]:
    """The six neighbours in the plane, on the board or not."""
    q, r = cell
    return [(q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)]


def name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def cell_of(text: str) -> Cell:
    q, r = text.split(",")
    return int(q), int(r)


def outline(players: int) -> list[tuple[Cell, Cell, Cell]]:
    """Where the tiles lie: the 9 per player whose centres are nearest to the middle of hex 0,0."""
    span = range(-20, 21)  # far more than 45 tiles need
    corners = [(q, r) for q in span for r in span if (q - r) % 3 == 0]

    def distance(corner: Cell) -> tuple[int, int, int]:
        q, r = corner
        a, b = 3 * q + 1, 3 * r + 1
        return a * a + a * b + b * b, q, r

    nearest = sorted(corners, key=distance)[: TILES_PER_PLAYER * players]
    return [((q, r), (q + 1, r), (q, r + 1)) for q, r in nearest]


def touching(board: dict[Cell, str], terrain: str) -> list[tuple[Cell, Cell]]:
    """Every pair of neighbouring hexes of this terrain, once."""
    return [
        (cell, other)
        for cell in board
        for other in around(cell)
        if board[cell] == terrain == board.get(other) and cell < other
    ]


def touching_lakes(board: dict[Cell, str], places: list[tuple[Cell, Cell, Cell]]) -> list[tuple[Cell, Cell]]:
    """Pairs of neighbouring lakes that belong to different tiles."""
    tile_of = {cell: number for number, place in enumerate(places) for cell in place}
    return [(one, two) for one, two in touching(board, "lake") if tile_of[one] != tile_of[two]]


# Options and setup


def checked_options(key: str, options: dict[str, Any]) -> dict[str, Any]:
    """All options with their defaults filled in; a ValueError says which one cannot be."""
    if key not in KEYS:
        raise ValueError(f"there is no edition {key!r}; there are {', '.join(KEYS)}")
    defaults: dict[str, Any] = {
        "players": None,
        "token_points": [2, 3, 4, 5],
        "token_vp": [0, 1, 2, 3],
        "tokens_per_kind": 25 if key == "sorcery" else 20,
        "title_price": 15,
        "city_points": 10,
        "title_points": 15,
        "knights": 7,
        "villages": 14,
        "strongholds": 2,
        "cities": 5,
        "recruit": 2,
        "recruit_lake": 3,
        "lakes_apart": False,
        "max_rounds": 150,
    }
    if key == "sorcery":
        defaults |= {"spells": "random", "spell_costs": SPELL_COSTS}
    for option in options:
        if option not in defaults:
            raise ValueError(f"{key} has no option {option!r}")
    chosen = defaults | options

    most_players = 5 if key == "sorcery" else 4
    if type(chosen["players"]) is not int or not 2 <= chosen["players"] <= most_players:
        raise ValueError(f"players must be 2 to {most_players} in {key}, not {chosen['players']!r}")
    least = {
        "tokens_per_kind": 0,
        "title_price": 1,
        "city_points": 0,
        "title_points": 0,
        "knights": FIRST_CITIES,
        "villages": 0,
        "strongholds": 0,
        "cities": FIRST_CITIES,
        "recruit": 1,
        "recruit_lake": 1,
        "max_rounds": 1,
    }
    for option, bound in least.items():
        if type(chosen[option]) is not int or chosen[option] < bound:
            raise ValueError(f"{option} must be a whole number, at least {bound}, not {chosen[option]!r}")
    for option in ("token_points", "token_vp"):
        numbers = chosen[option]
        if (
            not isinstance(numbers, list | tuple)
            or len(numbers) != len(RESOURCES)
            or any(type(number) is not int or number < 0 for number in numbers)
        ):
            raise ValueError(f"{option} must be four whole numbers, none below 0, not {numbers!r}")
    if type(chosen["lakes_apart"]) is not bool:
        raise ValueError(f"lakes_apart must be true or false, not {chosen['lakes_apart']!r}")
    if key == "sorcery":
        if chosen["spells"] != "random":
            check_spells(chosen["spells"])
        costs = chosen["spell_costs"]
        if not isinstance(costs, dict):
            raise ValueError(f"spell_costs must give a cost for each spell named, not {costs!r}")
        for spell, cost in costs.items():
            if spell not in SPELL_COSTS:
                raise ValueError(f"spell_costs names {spell!r}, which is no spell")
            if type(cost) is not int or cost < 0:
                raise ValueError(f"the cost of {spell} must be a whole number, at least 0, not {cost!r}")
        chosen["spell_costs"] = SPELL_COSTS | costs
    return chosen


def check_spells(spells: object) -> None:
    if (
        not isinstance(spells, list | tuple)
        or len(spells) != SPELLS_ON_TABLE
        or not all(isinstance(spell, str) and spell in SPELL_COSTS for spell in spells)
        or len(set(spells)) != SPELLS_ON_TABLE
    ):
        raise ValueError(f"spells must be {SPELLS_ON_TABLE} different ones of the nine, not {spells!r}")


def checked_board(key: str, chosen: dict[str, Any], board: object) -> dict[Cell, str]:
    """The board by cells, if it has our outline and a terrain that the edition allows."""
    if not isinstance(board, dict):
        raise ValueError(f"the board must map hexes to terrains, not {board!r}")
    places = outline(chosen["players"])
    expected = {name(cell) for place in places for cell in place}
    if set(board) != expected:
        wrong = sorted(map(str, set(board) ^ expected))
        raise ValueError(f"the board has another outline than {chosen['players']} players have: {wrong}")
    terrains = (*TERRAINS, "mystery") if key == "sorcery" else TERRAINS
    for hexagon, terrain in board.items():
        if terrain not in terrains:
            raise ValueError(f"hex {hexagon} of the board cannot be {terrain!r} in {key}")
    cells = {cell_of(hexagon): str(terrain) for hexagon, terrain in board.items()}
    for one, two in touching(cells, "mystery"):
        raise ValueError(f"the mystery places {name(one)} and {name(two)} touch")
    if chosen["lakes_apart"]:
        for one, two in touching_lakes(cells, places):
            raise ValueError(f"the lakes {name(one)} and {name(two)} of different tiles touch (lakes_apart)")
    return cells


def random_setup(key: str, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Tiles drawn, laid and turned at random, and for sorcery five spells drawn."""
    chosen = checked_options(key, options)
    players = chosen["players"]
    places = outline(players)

    def turned(tile: Tile) -> Tile:
        first = rng.randrange(3)
        return tile[first], tile[(first + 1) % 3], tile[(first + 2) % 3]

    def draw() -> list[Tile]:
        if key == "barony":
            tiles = rng.sample(BASE_TILES, len(places))
        elif players == 5:
            tiles = [*BASE_TILES, *SORCERY_TILES]
        else:
            with_mystery = [tile for tile in SORCERY_TILES if "mystery" in tile]
            tiles = rng.sample(with_mystery, MYSTERY_TILES[players])
            tiles += rng.sample(BASE_TILES, len(places) - len(tiles))
        rng.shuffle(tiles)
        return [turned(tile) for tile in tiles]

    def lay(tiles: list[Tile]) -> dict[Cell, str]:
        return {cell: tile[i] for place, tile in zip(places, tiles, strict=True) for i, cell in enumerate(place)}

    def faults(tiles: list[Tile]) -> int:
        board = lay(tiles)
        lakes = touching_lakes(board, places) if chosen["lakes_apart"] else []
        return len(touching(board, "mystery")) + len(lakes)

    tiles = draw()
    while faults(tiles):
        if not chosen["lakes_apart"]:
            tiles = draw()
            continue
        # Lakes are too many for drawing again to succeed: exchange tiles as long as it does no harm.
        one, two = rng.randrange(len(tiles)), rng.randrange(len(tiles))
        better = list(tiles)
        better[one], better[two] = turned(tiles[two]), turned(tiles[one])
        if faults(better) <= faults(tiles):
            tiles = better

    setup: dict[str, Any] = {"board": {name(cell): terrain for cell, terrain in lay(tiles).items()}}
    if key == "sorcery":
        fixed = chosen["spells"]
        setup["spells"] = rng.sample(sorted(SPELL_COSTS), SPELLS_ON_TABLE) if fixed == "random" else list(fixed)
    return setup


# Pieces on the board


@dataclass
class Pieces:
    """Everything that stands on the board."""

    terrain: dict[Cell, str]
    knights: dict[Cell, dict[int, int]] = field(default_factory=dict)
    villages: dict[Cell, int] = field(default_factory=dict)
    strongholds: dict[Cell, int] = field(default_factory=dict)
    cities: dict[Cell, int] = field(default_factory=dict)

    def copy(self) -> Pieces:
        knights = {cell: dict(by_seat) for cell, by_seat in self.knights.items()}
        return Pieces(self.terrain, knights, dict(self.villages), dict(self.strongholds), dict(self.cities))

    def neighbours(self, cell: Cell) -> list[Cell]:
        return [other for other in around(cell) if other in self.terrain]

    def beside_lake(self, cell: Cell) -> bool:
        return any(self.terrain[other] == "lake" for other in self.neighbours(cell))

    def knights_of(self, seat: int, cell: Cell) -> int:
        return self.knights.get(cell, {}).get(seat, 0)

    def cells_with_knights_of(self, seat: int) -> list[Cell]:
        return [cell for cell in self.knights if self.knights_of(seat, cell)]

    def building_on(self, cell: Cell) -> bool:
        return cell in self.villages or cell in self.strongholds or cell in self.cities

    def fighters(self, seat: int, cell: Cell) -> int:
        """The seat's pieces that count in a conflict: its knights and its village."""
        return self.knights_of(seat, cell) + (self.villages.get(cell) == seat)

    def enemies(self, seat: int, cell: Cell) -> set[int]:
        """The other seats that have a knight or a village here."""
        present = set(self.knights.get(cell, {}))
        if cell in self.villages:
            present.add(self.villages[cell])
        return present - {seat}

    def enemy_knight_on(self, seat: int, cell: Cell) -> bool:
        return any(owner != seat for owner in self.knights.get(cell, {}))

    def add_knights(self, seat: int, cell: Cell, number: int) -> None:
        by_seat = self.knights.setdefault(cell, {})
        by_seat[seat] = by_seat.get(seat, 0) + number

    def remove_knights(self, seat: int, cell: Cell, number: int) -> None:
        by_seat = self.knights[cell]
        by_seat[seat] -= number
        if by_seat[seat] == 0:
            del by_seat[seat]
        if not by_seat:
            del self.knights[cell]

    def destroy(self, seats: Iterable[int], cell: Cell) -> list[tuple[int, str]]:
        """Take all knights and villages of these seats off the hex: the owner and kind of each."""
        lost = []
        for owner in sorted(seats):
            number = self.knights_of(owner, cell)
            if number:
                self.remove_knights(owner, cell, number)
                lost += [(owner, "knight")] * number
            if self.villages.get(cell) == owner:
                del self.villages[cell]
                lost.append((owner, "village"))
        return lost

    def open_to(self, seat: int, cell: Cell) -> bool:
        """Terrain apart: no enemy city, no enemy stronghold, no opponent with two pieces."""
        if self.cities.get(cell, seat) != seat or self.strongholds.get(cell, seat) != seat:
            return False
        return all(self.fighters(enemy, cell) < 2 for enemy in self.enemies(seat, cell))

    def may_walk(self, seat: int, cell: Cell) -> bool:
        """May a knight of this seat step here from a neighbouring hex?"""
        if self.terrain[cell] == "lake" or not self.open_to(seat, cell):
            return False
        return not (self.terrain[cell] == "mountain" and self.enemies(seat, cell))

    def may_teleport(self, seat: int, cell: Cell) -> bool:
        """Is this a mountain where an enemy village stands as the only piece of its colour?"""
        if self.terrain[cell] != "mountain" or not self.open_to(seat, cell):
            return False
        owner = self.villages.get(cell, seat)
        return owner != seat and self.fighters(owner, cell) == 1

    def conflict(self, seat: int, cell: Cell) -> list[tuple[int, str]]:
        """Two pieces or more destroy all enemies; a single one shares the hex."""
        if self.fighters(seat, cell) < 2:
            return []
        return self.destroy(self.enemies(seat, cell), cell)

    def tornado(self, seat: int, cell: Cell) -> list[tuple[int, str]]:
        """Destroy what is alone of its colour."""
        alone = [enemy for enemy in self.enemies(seat, cell) if self.fighters(enemy, cell) == 1]
        return self.destroy(alone, cell)

    def step(
        self, seat: int, start: Cell, end: Cell, *, tornado_before: bool = False, tornado_after: bool = False
    ) -> list[tuple[int, str]]:
        """One knight goes to a neighbouring hex; returns all that this destroyed, on both hexes."""
        lost = self.tornado(seat, start) if tornado_before else []
        self.remove_knights(seat, start, 1)
        self.add_knights(seat, end, 1)
        lost += self.conflict(seat, end)
        if tornado_after:
            lost += self.tornado(seat, end)
        return lost


@dataclass
class Cast:
    """Spells that were cast and are being carried out."""

    spells: tuple[str, ...]
    steps: int = 0
    knight: Cell | None = None  # where the knight of a movement spell stands after its first step
    teleported: bool = False
    charmed: set[Cell] = field(default_factory=set)  # where charm has recruited already


# The game


class Oracle:
    def __init__(self, key: str, options: dict[str, Any], setup: dict[str, Any]) -> None:
        self.options = checked_options(key, options)
        self.key = key
        self.sorcery = key == "sorcery"
        self.players: int = self.options["players"]
        needed = {"board", "spells"} if self.sorcery else {"board"}
        if not isinstance(setup, dict) or set(setup) != needed:
            raise ValueError(f"a setup of {key} consists of {' and '.join(sorted(needed))}, not {setup!r:.80}")
        self.pieces = Pieces(checked_board(key, self.options, setup["board"]))
        self.terrain = self.pieces.terrain
        self.spells: list[str] = []
        if self.sorcery:
            check_spells(setup["spells"])
            self.spells = list(setup["spells"])
            if self.options["spells"] != "random" and self.spells != list(self.options["spells"]):
                raise ValueError(f"the spells {self.spells} are not those that the option fixes")

        seats = range(self.players)
        kinds = {"knight": "knights", "village": "villages", "stronghold": "strongholds", "city": "cities"}
        self.reserve = [{kind: self.options[option] for kind, option in kinds.items()} for _ in seats]
        self.gone = [0 for _ in seats]
        self.tokens = [[0 for _ in RESOURCES] for _ in seats]
        self.bank = [self.options["tokens_per_kind"] for _ in RESOURCES]
        self.rank = [0 for _ in seats]
        self.cities_built = [0 for _ in seats]
        self.magic = [0 for _ in seats]
        self.magic_bank = MAGIC_TOKENS
        self.footprints: dict[Cell, list[int]] = {}

        last = self.players - 1
        there, back = list(range(last)), list(reversed(range(last)))
        self.placements = [*there, last, last, last]
        for seat in back:
            self.placements += [seat, seat]
        self.phase = "cities"
        self.seat = 0
        self.rounds = 0  # complete rounds of turns
        self.clear_turn()

    def clear_turn(self) -> None:
        self.moves = 0  # knights moved by the action move
        self.arrived: Cell | None = None  # where the first of them went
        self.cast: Cast | None = None
        self.loots: list[int] = []  # owners of destroyed villages that are still to be looted

    # What everybody asks

    def player(self) -> int | str | None:
        return None if self.phase == "end" else self.seat

    def weights(self) -> dict[str, int]:
        return {}

    def legal(self) -> list[str]:
        return sorted(self.decisions())

    def decisions(self) -> list[str]:
        if self.phase == "cities":
            return [f"city {name(cell)}" for cell in self.first_city_hexes()] or ["pass"]
        if self.phase == "act":
            actions = self.recruits() + self.moves_possible() + self.builds() + self.new_cities()
            actions += self.expeditions() + self.titles() + self.casts()
            return actions or ["pass"]
        if self.phase == "move":
            return [*self.moves_possible(), "done"]
        if self.phase == "loot":
            owned = self.tokens[self.loots[0]]
            return [f"loot {kind}" for kind, number in zip(RESOURCES, owned, strict=True) if number]
        if self.phase == "build":
            return [*self.builds(), "done"]
        if self.phase == "cast":
            assert self.cast is not None
            return self.cast_words(self.cast)
        return []

    def apply(self, action: str) -> None:
        legal = self.legal()
        if action not in legal:
            raise ValueError(f"{action!r} is not legal now; legal: {', '.join(legal) or 'nothing'}")
        verb, *rest = action.split(" ")
        if self.phase == "cities":
            self.do_first_city(rest)
        elif verb in ("pass", "done"):
            self.end_turn()
        elif verb == "recruit":
            self.do_recruit(cell_of(rest[0]), int(rest[1]))
        elif verb == "move":
            start, end = rest[0].split(">")
            self.do_move(cell_of(start), cell_of(end))
        elif verb == "loot":
            self.do_loot(RESOURCES.index(rest[0]))
        elif verb in ("village", "stronghold"):
            self.do_build(verb, cell_of(rest[0]))
        elif verb == "city":
            self.do_city(cell_of(rest[0]))
        elif verb == "expedition":
            self.do_expedition(cell_of(rest[0]))
        elif verb == "title":
            self.do_title([int(number) for number in rest])
        else:
            assert verb == "cast"
            self.do_cast(tuple(rest[0].split("+")))

    # First cities

    def first_city_hexes(self) -> list[Cell]:
        forbidden = ("lake", "forest", "mystery")
        return [
            cell
            for cell, terrain in self.terrain.items()
            if terrain not in forbidden
            and cell not in self.pieces.cities
            and not self.beside_city(cell)
            and not any(self.terrain[other] == "mystery" for other in self.pieces.neighbours(cell))
        ]

    def beside_city(self, cell: Cell) -> bool:
        return any(other in self.pieces.cities for other in self.pieces.neighbours(cell))

    def beside_enemy_city(self, cell: Cell) -> bool:
        cities = self.pieces.cities
        return any(cities.get(other, self.seat) != self.seat for other in self.pieces.neighbours(cell))

    def do_first_city(self, where: list[str]) -> None:
        """A city with a knight; who passed keeps both in the reserve."""
        if where:
            cell = cell_of(where[0])
            self.reserve[self.seat]["city"] -= 1
            self.reserve[self.seat]["knight"] -= 1
            self.pieces.cities[cell] = self.seat
            self.pieces.add_knights(self.seat, cell, 1)
        self.placements.pop(0)
        if self.placements:
            self.seat = self.placements[0]
        else:
            self.seat = 0
            self.phase = "act"

    # Recruit

    def recruits(self, spells: tuple[str, ...] = (), charmed: Iterable[Cell] = ()) -> list[str]:
        """The action itself, or with recruitment spells what they make of it."""
        available = self.reserve[self.seat]["knight"]
        if "portal" in spells:
            available += self.gone[self.seat]
        cities = [cell for cell, owner in self.pieces.cities.items() if owner == self.seat]
        strongholds = [cell for cell, owner in self.pieces.strongholds.items() if owner == self.seat]
        if "charm" in spells:
            places = cities + strongholds if "illusion" in spells else cities
            return [f"recruit {name(cell)} 1" for cell in places if available and cell not in charmed]
        actions = []
        for cell in strongholds if "illusion" in spells else cities:
            most = self.options["recruit_lake" if self.pieces.beside_lake(cell) else "recruit"]
            actions += [f"recruit {name(cell)} {number}" for number in range(1, min(most, available) + 1)]
        return actions

    def do_recruit(self, cell: Cell, number: int) -> None:
        from_reserve = min(number, self.reserve[self.seat]["knight"])
        self.reserve[self.seat]["knight"] -= from_reserve
        self.gone[self.seat] -= number - from_reserve  # only a portal lets this be more than none
        self.pieces.add_knights(self.seat, cell, number)
        if self.cast is not None and "charm" in self.cast.spells:
            self.cast.charmed.add(cell)
            if self.recruits(self.cast.spells, self.cast.charmed):
                return
        self.end_turn()

    # Move

    def moves_possible(self) -> list[str]:
        """Steps of the first knight or, after it, of another one."""
        actions = []
        for start in self.pieces.cells_with_knights_of(self.seat):
            unmoved = self.pieces.knights_of(self.seat, start) - (start == self.arrived)
            if unmoved:
                ends = [end for end in self.pieces.neighbours(start) if self.pieces.may_walk(self.seat, end)]
                actions += [f"move {name(start)}>{name(end)}" for end in ends]
        return actions

    def do_move(self, start: Cell, end: Cell) -> None:
        if self.cast is None:
            self.moves += 1
            if self.moves == 1:
                self.arrived = end
            lost = self.pieces.step(self.seat, start, end)
        else:
            spells = self.cast.spells
            if self.pieces.may_teleport(self.seat, end):
                self.cast.teleported = True
            first = self.cast.steps == 0
            self.cast.steps += 1
            lost = self.pieces.step(
                self.seat,
                start,
                end,
                tornado_before="tornado" in spells and first,
                tornado_after="tornado" in spells and self.cast.steps == steps_of(spells),
            )
            self.cast.knight = end
        self.leave_footprint(end)
        for owner, kind in lost:
            self.reserve[owner][kind] += 1
        robbed = [owner for owner, kind in lost if kind == "village"]
        self.loots = sorted(robbed, key=lambda owner: (owner - self.seat) % self.players)
        self.after_move()

    def after_move(self) -> None:
        """Loots come first, then the step or the knight that is still to follow, if any."""
        while self.loots and not any(self.tokens[self.loots[0]]):
            self.loots.pop(0)
        if self.loots:
            self.phase = "loot"
        elif self.cast is not None and self.cast.steps < steps_of(self.cast.spells):
            self.phase = "cast"
        elif self.cast is None and self.moves == 1 and self.moves_possible():
            self.phase = "move"
        else:
            self.end_turn()

    def do_loot(self, kind: int) -> None:
        owner = self.loots.pop(0)
        self.tokens[owner][kind] -= 1
        self.tokens[self.seat][kind] += 1
        self.after_move()

    def leave_footprint(self, cell: Cell) -> None:
        if self.terrain[cell] != "mystery":
            return
        here = self.footprints.get(cell, [])
        if self.seat in here or len(here) == len(FOOTPRINT_MAGIC):
            return
        if self.footprints_of(self.seat) == FOOTPRINTS_PER_PLAYER:
            return
        gain = min(FOOTPRINT_MAGIC[len(here)], self.magic_bank)
        self.footprints[cell] = [*here, self.seat]
        self.magic_bank -= gain
        self.magic[self.seat] += gain

    def footprints_of(self, seat: int) -> int:
        return sum(seat in seats for seats in self.footprints.values())

    # Build

    def builds(self) -> list[str]:
        actions = []
        for cell in self.pieces.cells_with_knights_of(self.seat):
            if self.pieces.building_on(cell) or self.pieces.enemy_knight_on(self.seat, cell):
                continue
            if self.terrain[cell] == "mystery":
                continue
            kinds = [kind for kind in ("village", "stronghold") if self.reserve[self.seat][kind]]
            actions += [f"{kind} {name(cell)}" for kind in kinds]
        return actions

    def do_build(self, kind: str, cell: Cell) -> None:
        self.reserve[self.seat][kind] -= 1
        buildings = self.pieces.villages if kind == "village" else self.pieces.strongholds
        buildings[cell] = self.seat
        self.knight_to_reserve(cell)
        self.take_token(self.terrain[cell])
        self.phase = "build"
        if not self.builds():
            self.end_turn()

    def knight_to_reserve(self, cell: Cell) -> None:
        self.pieces.remove_knights(self.seat, cell, 1)
        self.reserve[self.seat]["knight"] += 1

    def take_token(self, terrain: str) -> None:
        kind = RESOURCES.index(terrain)
        if self.bank[kind]:
            self.bank[kind] -= 1
            self.tokens[self.seat][kind] += 1

    # City

    def new_cities(self, spells: tuple[str, ...] = ()) -> list[str]:
        """The action itself, or with construction spells what they make of it."""
        if not self.reserve[self.seat]["city"]:
            return []
        if "sanctuary" in spells:
            sites = [
                cell
                for cell in self.pieces.cells_with_knights_of(self.seat)
                if not self.pieces.building_on(cell) and self.terrain[cell] != "mystery"
            ]
        else:
            sites = [cell for cell, owner in self.pieces.villages.items() if owner == self.seat]
        actions = []
        for cell in sites:
            if self.pieces.enemy_knight_on(self.seat, cell):
                continue
            if "petrification" in spells:
                allowed = not self.beside_enemy_city(cell)
            else:
                allowed = self.terrain[cell] != "forest" and not self.beside_city(cell)
            if allowed:
                actions.append(f"city {name(cell)}")
        return actions

    def do_city(self, cell: Cell) -> None:
        spells = self.cast.spells if self.cast is not None else ()
        if "sanctuary" in spells:
            self.knight_to_reserve(cell)
        else:
            del self.pieces.villages[cell]
            self.reserve[self.seat]["village"] += 1
        self.reserve[self.seat]["city"] -= 1
        self.pieces.cities[cell] = self.seat
        self.cities_built[self.seat] += 1
        if "abundance" in spells:
            self.take_token(self.terrain[cell])
        self.end_turn()

    # Expedition

    def expeditions(self) -> list[str]:
        if self.reserve[self.seat]["knight"] < 2:
            return []
        return [
            f"expedition {name(cell)}"
            for cell, terrain in self.terrain.items()
            if terrain != "lake"
            and len(self.pieces.neighbours(cell)) < 6
            and cell not in self.pieces.knights
            and not self.pieces.building_on(cell)
        ]

    def do_expedition(self, cell: Cell) -> None:
        self.reserve[self.seat]["knight"] -= 2
        self.gone[self.seat] += 1
        self.pieces.add_knights(self.seat, cell, 1)
        self.leave_footprint(cell)
        self.end_turn()

    # Title

    def titles(self) -> list[str]:
        """Every payment that reaches the price and would not without any one of its tokens."""
        if self.rank[self.seat] == DUKE:
            return []
        price, points = self.options["title_price"], self.options["token_points"]
        ranges = []
        for owned, value in zip(self.tokens[self.seat], points, strict=True):
            useful = -(-price // value) if value else 0  # more tokens of one kind leave one to spare
            ranges.append(range(min(owned, useful) + 1))
        actions = []
        for payment in product(*ranges):
            total = sum(number * value for number, value in zip(payment, points, strict=True))
            paid = [value for number, value in zip(payment, points, strict=True) if number]
            if total >= price and all(total - value < price for value in paid):
                actions.append("title " + " ".join(map(str, payment)))
        return actions

    def do_title(self, payment: list[int]) -> None:
        for kind, number in enumerate(payment):
            self.tokens[self.seat][kind] -= number
            self.bank[kind] += number
        self.rank[self.seat] += 1
        self.end_turn()

    # Spells

    def casts(self) -> list[str]:
        """Spells of one family that can be paid and carried out."""
        actions = []
        for family in FAMILIES:
            on_table = [spell for spell in family if spell in self.spells]
            for number in range(1, len(on_table) + 1):
                actions += [
                    "cast " + "+".join(spells)
                    for spells in combinations(on_table, number)
                    if self.cost(spells) <= self.magic[self.seat] and self.cast_words(Cast(spells))
                ]
        return actions

    def cost(self, spells: tuple[str, ...]) -> int:
        return sum(self.options["spell_costs"][spell] for spell in spells)

    def do_cast(self, spells: tuple[str, ...]) -> None:
        self.magic[self.seat] -= self.cost(spells)
        self.magic_bank += self.cost(spells)
        self.cast = Cast(spells)
        self.phase = "cast"

    def cast_words(self, cast: Cast) -> list[str]:
        """What the caster may say next to carry the spells out."""
        if cast.spells[0] in CONSTRUCTION:
            return self.new_cities(cast.spells)
        if cast.spells[0] in RECRUITMENT:
            enough = ["done"] if cast.charmed else []
            return self.recruits(cast.spells, cast.charmed) + enough
        if cast.knight is not None:
            start = cast.knight
            ends = self.last_steps(self.pieces, start, cast.spells, cast.teleported)
            return [f"move {name(start)}>{name(end)}" for end in ends]
        return [
            f"move {name(start)}>{name(end)}"
            for start in self.pieces.cells_with_knights_of(self.seat)
            for end in self.first_steps(start, cast.spells)
        ]

    def first_steps(self, start: Cell, spells: tuple[str, ...]) -> list[Cell]:
        """Where the knight may go first: with celerity, so that a second step will be possible."""
        if steps_of(spells) == 1:
            return self.last_steps(self.pieces, start, spells, False)
        ends = []
        for end in self.pieces.neighbours(start):
            teleports = "teleportation" in spells and self.pieces.may_teleport(self.seat, end)
            if teleports or self.pieces.may_walk(self.seat, end):
                later = self.pieces.copy()
                later.step(self.seat, start, end, tornado_before="tornado" in spells)
                if self.last_steps(later, end, spells, teleports):
                    ends.append(end)
        return ends

    def last_steps(self, pieces: Pieces, start: Cell, spells: tuple[str, ...], teleported: bool) -> list[Cell]:
        """Where the knight may go last: onto an occupied mountain if teleportation is still owed."""
        ends = []
        may_walk = "teleportation" not in spells or teleported
        for end in pieces.neighbours(start):
            teleports = "teleportation" in spells and pieces.may_teleport(self.seat, end)
            walks = may_walk and pieces.may_walk(self.seat, end)
            if teleports or walks:
                ends.append(end)
        return ends

    # End of a turn and of the game

    def end_turn(self) -> None:
        """The next seat; after the last one the round is over, and perhaps the game."""
        self.clear_turn()
        self.phase = "act"
        self.seat = (self.seat + 1) % self.players
        if self.seat == 0:
            self.rounds += 1
            if DUKE in self.rank or self.rounds == self.options["max_rounds"]:
                self.phase = "end"

    def scores(self) -> list[int]:
        """Titles and cities built, without what is added at the end."""
        return [
            self.rank[seat] * self.options["title_points"] + self.cities_built[seat] * self.options["city_points"]
            for seat in range(self.players)
        ]

    def result(self) -> dict[str, Any] | None:
        if self.phase != "end":
            return None
        final = []
        for seat, score in enumerate(self.scores()):
            unused = zip(self.tokens[seat], self.options["token_vp"], strict=True)
            tokens = sum(number * value for number, value in unused)
            final.append(score + tokens + FOOTPRINT_POINTS * self.footprints_of(seat))
        best_first = sorted(range(self.players), key=lambda seat: (final[seat], seat), reverse=True)
        return {"scores": final, "ranks": [best_first.index(seat) + 1 for seat in range(self.players)]}

    def state(self) -> dict[str, Any]:
        def by_name(buildings: dict[Cell, int]) -> dict[str, int]:
            return {name(cell): owner for cell, owner in sorted(buildings.items())}

        state: dict[str, Any] = {
            "board": {name(cell): terrain for cell, terrain in sorted(self.terrain.items())},
            "knights": {
                name(cell): {str(seat): number for seat, number in sorted(by_seat.items())}
                for cell, by_seat in sorted(self.pieces.knights.items())
            },
            "villages": by_name(self.pieces.villages),
            "strongholds": by_name(self.pieces.strongholds),
            "cities": by_name(self.pieces.cities),
            "reserve": [dict(pieces) for pieces in self.reserve],
            "gone": list(self.gone),
            "tokens": [list(tokens) for tokens in self.tokens],
            "bank": list(self.bank),
            "rank": list(self.rank),
            "scores": self.scores(),
        }
        if self.sorcery:
            state["magic"] = list(self.magic)
            state["footprints"] = {name(cell): list(seats) for cell, seats in sorted(self.footprints.items())}
            state["spells"] = list(self.spells)
        state["phase"] = self.phase
        return state


def steps_of(spells: tuple[str, ...]) -> int:
    """How many steps the knight of a movement spell takes."""
    return 2 if "celerity" in spells else 1
