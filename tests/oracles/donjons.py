"""A second, slow and plain reading of the rules of Donjons et Barons and of Terra Baronum.

The tests play it beside the engine, action by action, and compare whose turn it is, the legal actions,
the full state and the result. It shares no code with the engine: everything is a dict, a set or a list
keyed by tile numbers 1-37, and every list of legal actions is worked out from the position anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

KEYS = ("donjons", "terra")

TARGETS = {2: 16, 3: 12, 4: 10}

DEFAULTS: dict[str, Any] = {
    "min_troops": 5,
    "troops": 30,
    "donjons": 10,
    "knights": 2,
    "mountains": 4,
    "connected": False,
    "faces": [9, 9, 9, 10],
    "face_points": [1, 2, 3, 4],
    "diversity": [0, 0, 2, 3, 4],
    "recruit_plain": [1, 1, 2, 2, 3, 3],
    "recruit_donjon": [2, 2, 2, 3, 3, 3],
    "move": [3, 3, 2, 2, 1, 1],
    "second_order": [False, False, False, True, True, True],
    "recruit_one_point_bonus": 1,
    "build_troops": 3,
    "capture_price": 12,
    "gather_blocked_by_knights": True,
    "disperse_enters_knights": True,
    "end": "at once",
    "max_rounds": 200,
}

NEVER, ALWAYS = [False] * 6, [True] * 6

# Options that the tests compare beside the default ones: the author's later variants first.
_BOTH_EDITIONS: list[dict[str, Any]] = [
    {"target": 18},
    {"target": 14, "capture_price": 9, "connected": True, "end": "turn"},
    {"target": 12, "disperse_enters_knights": False},
    {"capture_price": 9, "build_troops": 1, "recruit_plain": [6] * 6},
    {"capture_price": 3, "recruit_plain": [5] * 6, "second_order": ALWAYS},
    {"capture_price": 5, "build_troops": 4, "recruit_plain": [6] * 6},
    {"gather_blocked_by_knights": False, "mountains": 0},
    {"gather_blocked_by_knights": False, "disperse_enters_knights": False, "mountains": 12},
    {"knights": 0},
    {"knights": 1, "mountains": 25, "connected": True},
    {"troops": 60, "min_troops": 0, "recruit_plain": [20] * 6, "recruit_donjon": [60] * 6},
    {"troops": 6, "min_troops": 5},
    {"troops": 10, "min_troops": 9, "build_troops": 10, "recruit_plain": [5] * 6},
    {"donjons": 1, "target": 4},
    {"donjons": 37, "build_troops": 1, "target": 1000, "min_troops": 1},
    {"faces": [37, 0, 0, 0], "recruit_one_point_bonus": 5},
    {"faces": [0, 0, 10, 27], "face_points": [100, 7, 0, 1], "recruit_one_point_bonus": 0, "target": 30},
    {"diversity": [3, 9, 0, 1, 0], "target": 12},
    {"diversity": [0, 0, 0, 0, 0], "face_points": [4, 3, 2, 1]},
    {"move": [36, 6, 5, 4, 0, 1], "second_order": NEVER},
    {"move": [0] * 6, "second_order": ALWAYS, "recruit_plain": [0] * 6, "recruit_donjon": [0] * 6},
    {"end": "turn", "max_rounds": 15, "target": 1},
    {"max_rounds": 1},
]
VARIANTS = dict.fromkeys(KEYS, _BOTH_EDITIONS)

DESTROYERS = 3  # troops that it takes to destroy an enemy donjon, whatever the options say


# ---------------------------------------------------------------------------------------------------
# The board


def _coordinates() -> dict[int, tuple[int, int]]:
    """Axial q,r of each tile: seven rows from the top, tile 19 at the origin."""
    cells: dict[int, tuple[int, int]] = {}
    for row, length in enumerate((4, 5, 6, 7, 6, 5, 4)):
        r = row - 3
        first_q = max(-3, -3 - r)
        for q in range(first_q, first_q + length):
            cells[len(cells) + 1] = (q, r)
    return cells


DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CELL_OF = _coordinates()
TILE_AT = {cell: tile for tile, cell in CELL_OF.items()}
TILES = tuple(CELL_OF)


def _ray(tile: int, direction: tuple[int, int]) -> list[int]:
    """The tiles in a straight line from `tile`, nearest first, `tile` itself left out."""
    ray: list[int] = []
    q, r = CELL_OF[tile]
    while True:
        q, r = q + direction[0], r + direction[1]
        if (q, r) not in TILE_AT:
            return ray
        ray.append(TILE_AT[q, r])


RAYS = {tile: [_ray(tile, direction) for direction in DIRECTIONS] for tile in TILES}
NEIGHBOURS = {tile: [ray[0] for ray in RAYS[tile] if ray] for tile in TILES}


def _distances(start: int, walls: set[int]) -> dict[int, int]:
    """Steps from `start` to every tile that can be walked to without entering a wall."""
    steps = {start: 0}
    frontier = [start]
    while frontier:
        reached: list[int] = []
        for tile in frontier:
            for neighbour in NEIGHBOURS[tile]:
                if neighbour not in walls and neighbour not in steps:
                    steps[neighbour] = steps[tile] + 1
                    reached.append(neighbour)
        frontier = reached
    return steps


def _all_connected(mountains: set[int]) -> bool:
    """Can one walk from any tile that is no mountain to any other?"""
    open_tiles = [tile for tile in TILES if tile not in mountains]
    return not open_tiles or len(_distances(open_tiles[0], mountains)) == len(open_tiles)


# ---------------------------------------------------------------------------------------------------
# Options and setup: what is refused


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list(value: Any, length: int) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == length


def _are_ints(value: Any, length: int, least: int) -> bool:
    return _is_list(value, length) and all(_is_int(item) and item >= least for item in value)


def _are_bools(value: Any, length: int) -> bool:
    return _is_list(value, length) and all(isinstance(item, bool) for item in value)


def _full_options(key: str, options: dict[str, Any]) -> dict[str, Any]:
    """All options with their values; ValueError for the first one that makes no game."""
    if key not in KEYS:
        raise ValueError(f"There is no game {key!r} here, only {' and '.join(KEYS)}.")
    for name in options:
        if name not in DEFAULTS and name not in ("players", "target"):
            raise ValueError(f"There is no option {name!r}.")
    players = options.get("players")
    if not _is_int(players) or players not in TARGETS:
        raise ValueError(f"Option players must be 2, 3 or 4, not {players!r}.")
    full: dict[str, Any] = {**DEFAULTS, "target": TARGETS[players], **options}

    least_of = {
        "target": 0,
        "min_troops": 0,
        "troops": 0,
        "donjons": 0,
        "knights": 0,
        "mountains": 0,
        "recruit_one_point_bonus": 0,
        "build_troops": 1,
        "capture_price": DESTROYERS,
        "max_rounds": 1,
    }
    for name, least in least_of.items():
        if not _is_int(full[name]) or full[name] < least:
            raise ValueError(f"Option {name} must be a whole number of at least {least}, not {full[name]!r}.")
    for name in ("connected", "gather_blocked_by_knights", "disperse_enters_knights"):
        if not _are_bools([full[name]], 1):
            raise ValueError(f"Option {name} must be true or false, not {full[name]!r}.")
    for name in ("recruit_plain", "recruit_donjon", "move"):
        if not _are_ints(full[name], 6, 0):
            raise ValueError(f"Option {name} must list six whole numbers, one for each number of the die.")
    if not _are_bools(full["second_order"], 6):
        raise ValueError("Option second_order must list six times true or false, for the numbers of the die.")
    if not _are_ints(full["faces"], 4, 0) or sum(full["faces"]) != len(TILES):
        raise ValueError("Option faces must list how many tiles have each of the four faces, 37 in all.")
    if not _are_ints(full["face_points"], 4, 0) or len(set(full["face_points"])) != 4:
        raise ValueError("Option face_points must list four different numbers of points.")
    if not _are_ints(full["diversity"], 5, 0):
        raise ValueError("Option diversity must list the points for 0, 1, 2, 3 and 4 different faces.")
    if full["end"] not in ("at once", "turn"):
        raise ValueError(f"Option end must be 'at once' or 'turn', not {full['end']!r}.")
    if full["knights"] > 2:
        raise ValueError(f"Option knights is at most 2, not {full['knights']}.")
    if full["mountains"] + players * (1 + full["knights"]) > len(TILES):
        raise ValueError("With so many mountains (option mountains) the officers find no tiles to start on.")
    if full["target"] <= full["diversity"][0]:
        raise ValueError(f"With target {full['target']} the game would be over at the start.")
    if full["troops"] <= full["min_troops"]:
        raise ValueError(
            f"With troops {full['troops']} and min_troops {full['min_troops']} "
            "the game would be over at the start."
        )
    return full


def _check_setup(key: str, opts: dict[str, Any], setup: dict[str, Any]) -> None:
    """ValueError for a setup that shuffling and drawing under these options cannot give."""
    names = {"points", "mountains", "barons", "knights"} | ({"cards"} if key == "terra" else set())
    for name in sorted(names - set(setup)):
        raise ValueError(f"The setup lacks {name}.")
    for name in setup:
        if name not in names:
            raise ValueError(f"The setup of {key} has no {name!r}.")
    players: int = opts["players"]

    points = setup["points"]
    if not _are_ints(points, len(TILES), 0):
        raise ValueError("Setup points must list 37 numbers, for the tiles 1 to 37.")
    for value in points:
        if value not in opts["face_points"]:
            raise ValueError(f"Setup points: no face is worth {value}.")
    for value, count in zip(opts["face_points"], opts["faces"], strict=True):
        if list(points).count(value) != count:
            raise ValueError(f"Setup points must have {count} tiles of {value}, not {list(points).count(value)}.")

    def tiles_of(name: str, value: Any, length: int) -> list[int]:
        if not _are_ints(value, length, 1) or any(tile > len(TILES) for tile in value):
            raise ValueError(f"Setup {name} must list {length} tile numbers from 1 to 37.")
        if len(set(value)) != length:
            raise ValueError(f"Setup {name} has the same tile twice.")
        return list(value)

    mountains = tiles_of("mountains", setup["mountains"], opts["mountains"])
    if mountains != sorted(mountains):
        raise ValueError("Setup mountains must be sorted.")
    if opts["connected"] and not _all_connected(set(mountains)):
        raise ValueError("Setup mountains cut the board in two, and option connected forbids that.")
    officers = tiles_of("barons", setup["barons"], players)
    if not _is_list(setup["knights"], players):
        raise ValueError("Setup knights must have one list for each player.")
    for pair in setup["knights"]:
        tiles = tiles_of("knights", pair, opts["knights"])
        if tiles != sorted(tiles):
            raise ValueError("Setup knights must be sorted for each player.")
        officers += tiles
    if len(set(officers)) != len(officers):
        raise ValueError("Setup: two officers start on the same tile.")
    if set(officers) & set(mountains):
        raise ValueError("Setup: an officer starts on a mountain.")
    if key == "terra" and set(tiles_of("cards", setup["cards"], players)) & set(mountains):
        raise ValueError("Setup cards: the cards of the mountains are set aside, nobody can hold one.")


def random_setup(key: str, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Shuffle the faces and draw the cards as at the table."""
    opts = _full_options(key, options)
    points: list[int] = []
    for value, count in zip(opts["face_points"], opts["faces"], strict=True):
        points += [value] * count
    rng.shuffle(points)
    while True:
        pile = list(TILES)
        rng.shuffle(pile)
        mountains = sorted(pile[: opts["mountains"]])
        if not opts["connected"] or _all_connected(set(mountains)):
            break
    rest = pile[opts["mountains"] :]
    cards = iter(rest)
    setup: dict[str, Any] = {"points": points, "mountains": mountains}
    setup["barons"] = [next(cards) for _ in range(opts["players"])]
    setup["knights"] = [sorted(next(cards) for _ in range(opts["knights"])) for _ in range(opts["players"])]
    if key == "terra":
        rng.shuffle(rest)
        setup["cards"] = rest[: opts["players"]]
    return setup


# ---------------------------------------------------------------------------------------------------
# The game


class Oracle:
    """One game in progress."""

    def __init__(self, key: str, options: dict[str, Any], setup: dict[str, Any]) -> None:
        self.opts = _full_options(key, options)
        _check_setup(key, self.opts, setup)
        self.terra = key == "terra"
        self.players: int = self.opts["players"]
        self.points: dict[int, int] = dict(zip(TILES, setup["points"], strict=True))
        self.mountains: set[int] = set(setup["mountains"])

        # What stands on the board. A tile holds troops of one colour only: [seat, number].
        self.troops: dict[int, list[int]] = {}
        self.donjons: dict[int, int] = {}
        self.barons: list[int] = list(setup["barons"])
        self.knights: list[list[int]] = [list(tiles) for tiles in setup["knights"]]

        # What each player has beside it.
        self.reserve: list[int] = [self.opts["troops"]] * self.players
        self.discard = [0] * self.players
        self.stock: list[int] = [self.opts["donjons"]] * self.players
        self.cards: list[int | None] = list(setup["cards"]) if self.terra else [None] * self.players

        # The turn.
        self.seat = 0
        self.turns_ended = 0
        self.phase = "roll"
        self.die: int | None = None
        self.bonus = True
        self.taken: list[str] = []  # the actions begun in this turn: "order" or "move"
        self.paused = False  # the baron stands on another baron's tile and has to leave it

        # The open disperse or gather.
        self.command = 0  # its command tile
        self.marched = False  # a send or call has been made
        self.called: dict[int, int] = {}  # called troops that had to stop on the way, by tile
        self.fallen: set[int] = set()  # where an enemy donjon was destroyed in this order

        self._known_legal: list[str] | None = None

    # ----- what the tests ask

    def player(self) -> int | str | None:
        """Who acts: a seat, "chance", or nobody once the game is over."""
        if self.phase == "end":
            return None
        return "chance" if self.phase == "roll" else self.seat

    def legal(self) -> list[str]:
        """All legal actions, sorted by code points."""
        if self._known_legal is None:
            self._known_legal = sorted(set(self._legal_words()))
        return list(self._known_legal)

    def weights(self) -> dict[str, int]:
        """The six numbers of the die are equally likely; without chance there is nothing to weigh."""
        return dict.fromkeys(self.legal(), 1) if self.phase == "roll" else {}

    def state(self) -> dict[str, Any]:
        """The whole position."""
        return {
            "points": [self.points[tile] for tile in TILES],
            "mountains": sorted(self.mountains),
            "troops": {str(tile): list(self.troops[tile]) for tile in sorted(self.troops)},
            "donjons": {str(tile): self.donjons[tile] for tile in sorted(self.donjons)},
            "barons": list(self.barons),
            "knights": [sorted(tiles) for tiles in self.knights],
            "reserve": list(self.reserve),
            "discard": list(self.discard),
            "stock": list(self.stock),
            "scores": [self._score(seat) for seat in range(self.players)],
            "cards": list(self.cards),
            "die": self.die,
            "bonus": self.bonus,
            "phase": self.phase,
        }

    def result(self) -> dict[str, Any] | None:
        """Points and places of all seats, once the game is over."""
        if self.phase != "end":
            return None
        merits = []
        for seat in range(self.players):
            donjons = list(self.donjons.values()).count(seat)
            merits.append((self._score(seat), donjons, self._troops_left(seat)))
        return {
            "scores": [merit[0] for merit in merits],
            "ranks": [1 + sum(other > merit for other in merits) for merit in merits],
        }

    # ----- counting

    def _score(self, seat: int) -> int:
        tiles = [tile for tile, owner in self.donjons.items() if owner == seat]
        faces = {self.points[tile] for tile in tiles}
        diversity: int = self.opts["diversity"][len(faces)]
        return sum(self.points[tile] for tile in tiles) + diversity

    def _troops_left(self, seat: int) -> int:
        """Troops on the board and in the reserve; the discarded ones are lost."""
        on_board = sum(number for owner, number in self.troops.values() if owner == seat)
        return self.reserve[seat] + on_board

    def _decided(self) -> bool:
        seats = range(self.players)
        return any(self._score(seat) >= self.opts["target"] for seat in seats) or any(
            self._troops_left(seat) <= self.opts["min_troops"] for seat in seats
        )

    def _own_troops(self, tile: int) -> int:
        """How many troops of the acting player stand on the tile."""
        owner, number = self.troops.get(tile, (self.seat, 0))
        return number if owner == self.seat else 0

    def _enemy_troops(self, tile: int) -> bool:
        return tile in self.troops and self.troops[tile][0] != self.seat

    def _own_donjon(self, tile: int) -> bool:
        return self.donjons.get(tile) == self.seat

    def _enemy_donjon(self, tile: int) -> bool:
        return tile in self.donjons and self.donjons[tile] != self.seat

    def _other_barons(self) -> set[int]:
        return {tile for seat, tile in enumerate(self.barons) if seat != self.seat}

    def _change_troops(self, seat: int, tile: int, change: int) -> None:
        """Put troops of one colour on a tile or take them off it."""
        owner, number = self.troops.pop(tile, [seat, 0])
        if owner != seat or number + change < 0:
            raise AssertionError(f"impossible change of troops on tile {tile}")
        if number + change > 0:
            self.troops[tile] = [seat, number + change]

    # ----- knights

    def _active(self, tile: int, without_one_of: int | None = None) -> int | None:
        """The colour whose knights rule the tile, if any; one knight of a colour may be left out."""
        counts = {seat: tiles.count(tile) for seat, tiles in enumerate(self.knights)}
        if without_one_of is not None:
            counts[without_one_of] -= 1
        present = {seat: count for seat, count in counts.items() if count > 0}
        if not present or len(present) == 4:
            return None
        most = max(present.values())
        leaders = [seat for seat, count in present.items() if count == most]
        return leaders[0] if len(leaders) == 1 else None

    def _enemy_active(self, tile: int) -> bool:
        return self._active(tile) not in (None, self.seat)

    # ----- command tiles

    def _baron_commands(self, tile: int) -> bool:
        return self.barons[self.seat] == tile and not self._enemy_active(tile)

    def _donjon_commands(self, tile: int) -> bool:
        return self._own_donjon(tile) and not self._enemy_active(tile)

    def _knight_commands(self, tile: int) -> bool:
        """Does the tile work as "knight and donjon"?"""
        if not self._own_donjon(tile) or tile not in self.knights[self.seat]:
            return False
        if self.terra:
            return self._active(tile) == self.seat
        return self._active(tile, without_one_of=self.seat) in (None, self.seat)

    def _may_march(self, tile: int) -> bool:
        """May the tile gather and disperse?"""
        return self._baron_commands(tile) or self._donjon_commands(tile)

    def _may_recruit(self, tile: int) -> bool:
        if not self._baron_commands(tile) and not self._knight_commands(tile):
            return False
        if self.reserve[self.seat] == 0 or self._enemy_donjon(tile):
            return False
        return not (self.terra and self._enemy_troops(tile))

    def _may_build(self, tile: int) -> bool:
        return (
            self._baron_commands(tile)
            and all(near not in self.donjons for near in [tile, *NEIGHBOURS[tile]])
            and self._own_troops(tile) >= self.opts["build_troops"]
            and self.stock[self.seat] > 0
        )

    def _may_raze(self, tile: int) -> bool:
        if not self._own_donjon(tile):
            return False
        if self.terra and self._enemy_troops(tile):
            return False
        return self._baron_commands(tile) or (self.terra and self._knight_commands(tile))

    def _recruits_by_die(self, tile: int) -> int:
        """How many troops a recruitment with the die's bonus brings."""
        assert self.die is not None
        table: list[int] = self.opts["recruit_donjon" if self._own_donjon(tile) else "recruit_plain"]
        number = table[self.die - 1]
        if self.points[tile] == 1:
            number += self.opts["recruit_one_point_bonus"]
        return min(number, self.reserve[self.seat])

    # ----- legal actions

    def _legal_words(self) -> Iterator[str]:
        if self.phase == "roll":
            yield from (f"roll {number}" for number in range(1, 7))
        elif self.phase == "act":
            if self.paused:
                yield from self._leaving_words()
            else:
                yield "pass"
                yield from self._treasury_words()
                yield from self._move_words()
                yield from self._ride_words()
                yield from self._order_words()
        elif self.phase in ("disperse", "gather"):
            yield from self._marching_words()
            if self.marched:
                yield "done"

    def _treasury_words(self) -> Iterator[str]:
        if not self.taken and self.cards[self.seat] is not None:
            yield from (f"treasury {number}" for number in range(1, 7))

    def _walks(self, start: int, bonus: bool) -> dict[int, int]:
        """Where an officer can walk to in one action, and how many tiles that is."""
        assert self.die is not None
        furthest = max(1, self.opts["move"][self.die - 1]) if bonus else 1
        steps = _distances(start, self.mountains)
        return {tile: count for tile, count in steps.items() if 1 <= count <= furthest}

    def _move_words(self) -> Iterator[str]:
        for start in set(self.knights[self.seat]):
            yield from (f"knight {start}>{to}" for to in self._walks(start, self.bonus))
        start = self.barons[self.seat]
        for to, steps in self._walks(start, self.bonus).items():
            if to not in self._other_barons():
                yield f"baron {start}>{to}"
            elif not self.taken:
                # A pause: only if the second action can take the baron off that tile again.
                bonus_left = self.bonus and steps == 1
                if self._walks_off(to, bonus_left) or self._rides_off(to):
                    yield f"baron {start}>{to}"

    def _walks_off(self, tile: int, bonus: bool) -> list[int]:
        """Where a baron who pauses on another baron's tile can walk to."""
        return [to for to in self._walks(tile, bonus) if to not in self._other_barons()]

    def _rides_off(self, tile: int) -> list[int]:
        """Where he can ride to: the tile of his card, unless he is there or a third baron is."""
        card = self.cards[self.seat]
        return [card] if card is not None and card != tile and card not in self._other_barons() else []

    def _leaving_words(self) -> Iterator[str]:
        start = self.barons[self.seat]
        yield from (f"baron {start}>{to}" for to in self._walks_off(start, self.bonus))
        yield from (f"ride baron {start}>{to}" for to in self._rides_off(start))

    def _ride_words(self) -> Iterator[str]:
        card = self.cards[self.seat]
        if card is not None:
            if self.barons[self.seat] != card:
                yield f"ride baron {self.barons[self.seat]}>{card}"
            yield from (f"ride knight {tile}>{card}" for tile in set(self.knights[self.seat]) if tile != card)

    def _order_words(self) -> Iterator[str]:
        assert self.die is not None
        second = "order" in self.taken
        if second and not (self.bonus and self.opts["second_order"][self.die - 1]):
            return
        for tile in TILES:
            if self._may_recruit(tile):
                yield f"recruit {tile}"
                if self.bonus and not second and self._recruits_by_die(tile) > 1:
                    yield f"recruit {tile} die"
            if self._may_build(tile):
                yield f"build {tile}"
            if self._may_raze(tile):
                yield f"raze {tile}"
            if self._may_march(tile):
                if any(True for _ in self._send_words(tile)):
                    yield f"disperse {tile}"
                if any(True for _ in self._call_words(tile)):
                    yield f"gather {tile}"

    def _marching_words(self) -> Iterator[str]:
        """What can still be done in the open disperse or gather, apart from ending it."""
        if self.phase == "disperse":
            yield from self._send_words(self.command)
        else:
            yield from self._call_words(self.command)
        needed = max(self.opts["capture_price"] - DESTROYERS, self.opts["build_troops"])
        for tile in self.fallen:
            if self._own_troops(tile) >= needed and self.stock[self.seat] > 0:
                yield f"capture {tile}"

    def _send_words(self, command: int) -> Iterator[str]:
        ready = self._own_troops(command)
        for ray in RAYS[command]:
            for tile in ray:
                if tile in self.mountains:
                    break
                knight = self._enemy_active(tile)
                if not knight or self.opts["disperse_enters_knights"]:
                    yield from (f"send {command}>{tile} {number}" for number in range(1, ready + 1))
                if knight or self._enemy_troops(tile) or self._enemy_donjon(tile):
                    break

    def _call_words(self, command: int) -> Iterator[str]:
        for ray in RAYS[command]:
            for tile in ray:
                if tile in self.mountains:
                    break
                if self.opts["gather_blocked_by_knights"] and self._enemy_active(tile):
                    break
                ready = self._own_troops(tile) - self.called.get(tile, 0)
                yield from (f"call {tile}>{command} {number}" for number in range(1, ready + 1))

    # ----- playing

    def apply(self, action: str) -> None:
        """Play one action; ValueError if it is not legal."""
        if action not in self.legal():
            raise ValueError(f"Illegal action {action!r}; legal are: {', '.join(self.legal())}.")
        self._known_legal = None
        word, *rest = action.split(" ")
        if word == "roll":
            self.die = int(rest[0])
            self.phase = "act"
        elif word == "treasury":
            self.die = int(rest[0])
            self.cards[self.seat] = None
        elif word in ("baron", "knight"):
            self._walk(word, rest[0])
        elif word == "ride":
            self._ride(rest[0], rest[1])
        elif word in ("recruit", "build", "raze", "disperse", "gather"):
            if "order" in self.taken:
                self.bonus = False
            self.taken.append("order")
            self._order(word, int(rest[0]), with_die=rest[1:] == ["die"])
        elif word == "send":
            self._send(rest[0], int(rest[1]))
        elif word == "call":
            self._call(rest[0], int(rest[1]))
        elif word == "capture":
            self._capture(int(rest[0]))
        elif word not in ("pass", "done"):
            raise AssertionError(action)

        if self.opts["end"] == "at once" and self._decided():
            self.phase = "end"
            return
        if word == "done" or (self.marched and not any(True for _ in self._marching_words())):
            self._close_order()
        if word == "pass" or (self.phase == "act" and len(self.taken) == 2):
            self._end_turn()

    def _end_turn(self) -> None:
        self.die = None
        self.bonus = True
        self.taken = []
        self.seat = (self.seat + 1) % self.players
        self.turns_ended += 1
        capped = self.turns_ended == self.players * self.opts["max_rounds"]
        self.phase = "end" if capped or (self.opts["end"] == "turn" and self._decided()) else "roll"

    def _walk(self, officer: str, way: str) -> None:
        start, to = (int(tile) for tile in way.split(">"))
        if _distances(start, self.mountains)[to] > 1:
            self.bonus = False
        self.taken.append("move")
        if officer == "baron":
            self.barons[self.seat] = to
            self.paused = to in self._other_barons()
        else:
            self._move_knight(start, to)

    def _ride(self, officer: str, way: str) -> None:
        start, to = (int(tile) for tile in way.split(">"))
        self.cards[self.seat] = None
        self.taken.append("move")
        if officer == "baron":
            for seat, tile in enumerate(self.barons):
                if tile == to:
                    self.barons[seat] = start
            self.barons[self.seat] = to
            self.paused = False
        else:
            self._move_knight(start, to)

    def _move_knight(self, start: int, to: int) -> None:
        self.knights[self.seat].remove(start)
        self.knights[self.seat].append(to)

    def _order(self, word: str, tile: int, with_die: bool) -> None:
        seat = self.seat
        builders: int = self.opts["build_troops"]
        if word == "recruit":
            number = 1
            if with_die:
                number = self._recruits_by_die(tile)
                self.bonus = False
            for _ in range(number):
                self.reserve[seat] -= 1
                self._arrive(tile)
        elif word == "build":
            self._change_troops(seat, tile, -builders)
            self.discard[seat] += builders
            self.stock[seat] -= 1
            self.donjons[tile] = seat
        elif word == "raze":
            del self.donjons[tile]
            self.stock[seat] += 1
            for _ in range(builders):
                self.discard[seat] -= 1
                self._arrive(tile)
        else:
            self.phase = word
            self.command = tile

    def _arrive(self, tile: int) -> None:
        """One troop of the acting player, already taken from where it was, comes to the tile."""
        if self._enemy_troops(tile):
            enemy = self.troops[tile][0]
            self.reserve[self.seat] += 1
            self._change_troops(enemy, tile, -1)
            self.discard[enemy] += 1
            return
        self._change_troops(self.seat, tile, 1)
        if self._enemy_donjon(tile) and self._own_troops(tile) == DESTROYERS:
            self._change_troops(self.seat, tile, -DESTROYERS)
            self.reserve[self.seat] += DESTROYERS
            self.stock[self.donjons.pop(tile)] += 1
            self.called.pop(tile, None)
            self.fallen.add(tile)

    def _send(self, way: str, number: int) -> None:
        start, to = (int(tile) for tile in way.split(">"))
        self.marched = True
        for _ in range(number):
            self._change_troops(self.seat, start, -1)
            self._arrive(to)

    def _call(self, way: str, number: int) -> None:
        start, command = (int(tile) for tile in way.split(">"))
        self.marched = True
        ray = next(ray for ray in RAYS[command] if start in ray)
        road = [*reversed(ray[: ray.index(start)]), command]  # from the tile next to the start on
        for _ in range(number):
            self._change_troops(self.seat, start, -1)
            stop = next((tile for tile in road if self._enemy_troops(tile) or self._enemy_donjon(tile)), command)
            held_by_donjon = not self._enemy_troops(stop) and self._enemy_donjon(stop)
            if held_by_donjon and stop != command:
                self.called[stop] = self.called.get(stop, 0) + 1
            self._arrive(stop)

    def _capture(self, tile: int) -> None:
        """Three of the troops that took part are gone already: they destroyed the donjon."""
        seat = self.seat
        builders: int = self.opts["build_troops"]
        used = max(self.opts["capture_price"] - DESTROYERS, builders)
        self._change_troops(seat, tile, -used)
        self.discard[seat] += builders
        self.reserve[seat] += used - builders
        self.stock[seat] -= 1
        self.donjons[tile] = seat
        self.fallen.remove(tile)

    def _close_order(self) -> None:
        self.phase = "act"
        self.command = 0
        self.marched = False
        self.called = {}
        self.fallen = set()
