"""Baron, read a second time: slow, plain, and written without a look at the engine.

The tests play the same games here and in the engine and compare them action by action, so nothing
is clever: cells are pairs (q, r), the board is a dict, and each rule is worked out anew when needed.

In the order of play: material, setup, then the class Oracle with its three phases of a turn, the
resolution of knights, the oubliettes, the last claims, and the ranking.
"""

import random
from collections import Counter
from typing import Any

Cell = tuple[int, int]

KEYS = ("baron",)

VALUE = {
    "meadow": 0,
    "village": 3,
    "field": 2,
    "forest": 2,
    "vineyard": 1,
    "quarry": 1,
    "pond": 1,
    "marsh": -1,
    "cursed": -2,
}
COUNT = {
    "meadow": 28,
    "village": 6,
    "field": 6,
    "forest": 6,
    "vineyard": 6,
    "quarry": 6,
    "pond": 6,
    "marsh": 6,
    "cursed": 3,
}
VALUE_ONE = ("vineyard", "quarry", "pond")
DONJONS = {2: 5, 3: 4, 4: 3, 5: 2}
PRICE = {1: 0, 2: 1, 3: 3}
TOUCH_HONOUR = {4: 1, 5: 3, 6: 9}
LOWEST_AFTER_PURCHASE = -4
OUBLIETTES = -5
TABLE_RADIUS = 16
DEFAULT_MAX_ROUNDS = 60


def neighbours(cell: Cell) -> list[Cell]:
    q, r = cell
    return [(q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)]


def on_table(cell: Cell) -> bool:
    q, r = cell
    return max(abs(q), abs(r), abs(q + r)) <= TABLE_RADIUS


def word(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def cell_of(text: str) -> Cell:
    q, r = text.split(",")
    return int(q), int(r)


def half_up(number: int) -> int:
    """Half, rounded towards plus infinity."""
    return -(-number // 2)


def read_options(key: str, options: dict[str, Any]) -> tuple[int, int]:
    """The number of players and the cap of rounds."""
    if key not in KEYS:
        raise ValueError(f"The game {key!r} is not Baron.")
    if not isinstance(options, dict):
        raise ValueError("The options must be an object with names and values.")
    for name in options:
        if name not in ("players", "max_rounds"):
            raise ValueError(f"Baron has no option {name!r}.")
    players = options.get("players")
    if type(players) is not int or players not in DONJONS:
        raise ValueError(f"The option players must be a whole number from 2 to 5, not {players!r}.")
    max_rounds = options.get("max_rounds", DEFAULT_MAX_ROUNDS)
    if type(max_rounds) is not int or max_rounds < 1:
        raise ValueError(f"The option max_rounds must be a whole number of at least 1, not {max_rounds!r}.")
    return players, max_rounds


def random_setup(key: str, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    players, _ = read_options(key, options)
    order = list(VALUE_ONE)
    rng.shuffle(order)
    reserves = [["meadow", order[seat % 3]] for seat in range(players)]
    left = Counter(COUNT)
    for reserve in reserves:
        left.subtract(reserve)
    removed: list[str] = []
    if players == 5:
        ones = [kind for kind in VALUE_ONE for _ in range(left[kind])]
        removed = ["meadow", rng.choice(ones)]
        left.subtract(removed)
    pile = sorted(left.elements())
    rng.shuffle(pile)
    offer = [pile.pop() for _ in range(3)]
    # Putting a negative start tile back and drawing again is the same as skipping it.
    start = rng.choice([kind for kind in pile if VALUE[kind] >= 0])
    return {"reserves": reserves, "removed": removed, "offer": offer, "start": start}


def check_reserves(players: int, reserves: Any) -> None:
    if not isinstance(reserves, list) or len(reserves) != players:
        raise ValueError(f"The setup's reserves must be a list of {players} reserves.")
    for seat, reserve in enumerate(reserves):
        if not isinstance(reserve, list) or len(reserve) != 2 or reserve[0] != "meadow":
            raise ValueError(f"The reserve of seat {seat} must be a meadow and then a tile of value 1.")
        if reserve[1] not in VALUE_ONE:
            raise ValueError(f"The second tile of seat {seat}'s reserve must be of value 1.")
    ones = [reserve[1] for reserve in reserves]
    if len(set(ones[:3])) != len(ones[:3]):
        raise ValueError("The value-1 tiles of the first three reserves must all be different.")
    for seat in range(3, players):
        if ones[seat] != ones[seat - 3]:
            raise ValueError(f"Seat {seat} must have the same value-1 tile as seat {seat - 3}.")


def check_setup(players: int, setup: dict[str, Any]) -> None:
    """Refuse whatever the steps of the setup cannot produce."""
    if not isinstance(setup, dict) or set(setup) != {"reserves", "removed", "offer", "start"}:
        raise ValueError("The setup must have exactly the keys reserves, removed, offer and start.")
    reserves, removed, offer, start = (setup[name] for name in ("reserves", "removed", "offer", "start"))

    check_reserves(players, reserves)
    if not isinstance(removed, list):
        raise ValueError("The setup's removed tiles must be a list.")
    if players < 5 and removed != []:
        raise ValueError("Tiles leave the game only with five players: removed must be empty.")
    if players == 5 and (len(removed) != 2 or removed[0] != "meadow" or removed[1] not in VALUE_ONE):
        raise ValueError("With five players removed must be a meadow and then a tile of value 1.")

    if not isinstance(offer, list) or len(offer) != 3:
        raise ValueError("The setup's offer must be a list of three tiles.")
    for kind in [*offer, start]:
        if not isinstance(kind, str) or kind not in VALUE:
            raise ValueError(f"The setup names a tile {kind!r} that does not exist.")
    if VALUE[start] < 0:
        raise ValueError(f"The start tile must not be negative, and {start} is.")

    used = Counter([*offer, start, *removed])
    for reserve in reserves:
        used.update(reserve)
    for kind, number in used.items():
        if number > COUNT[kind]:
            raise ValueError(f"The setup uses {number} tiles {kind}, but there are only {COUNT[kind]}.")


class Oracle:
    """One game of Baron; `donjons` maps a cell to (owner, "knight" or "baron")."""

    def __init__(self, key: str, options: dict[str, Any], setup: dict[str, Any]) -> None:
        self.players, self.max_rounds = read_options(key, options)
        check_setup(self.players, setup)
        self.board: dict[Cell, str] = {(0, 0): setup["start"]}
        self.donjons: dict[Cell, tuple[int, str]] = {}
        self.honour = [0] * self.players
        self.reserves: list[list[str]] = [list(reserve) for reserve in setup["reserves"]]
        self.offer: list[str] = list(setup["offer"])
        self.pile = dict(COUNT)
        for tiles in [[setup["start"]], setup["offer"], setup["removed"], *setup["reserves"]]:
            for kind in tiles:
                self.pile[kind] -= 1
        self.stock = [DONJONS[self.players]] * self.players
        self.locked = 0
        self.eliminations: list[list[int]] = []  # the seats of each check that eliminated someone
        self.phase = "take"
        self.active = 0
        self.rounds_over = 0
        self.unasked: list[Cell] = []  # knights still to be claimed or waived
        self.claimed: list[Cell] = []

    def player(self) -> int | str | None:
        if self.phase == "end":
            return None
        if self.phase == "draw":
            return "chance"
        if self.phase == "claim":
            return self.owner(self.unasked[0])
        return self.active

    def legal(self) -> list[str]:
        if self.phase == "take":
            return sorted(self.purchases())
        if self.phase == "draw":
            return sorted(self.weights())
        if self.phase == "place":
            return sorted(self.placements() or self.discards())
        if self.phase == "donjon":
            return sorted([f"donjon {word(cell)}" for cell in self.free_meadows()] + ["pass"])
        if self.phase == "claim":
            knight = word(self.unasked[0])
            return [f"claim {knight}", f"waive {knight}"]
        return []

    def weights(self) -> dict[str, int]:
        if self.phase != "draw":
            return {}
        return {f"draw {kind}": number for kind, number in self.pile.items() if number > 0}

    def apply(self, action: str) -> None:
        legal = self.legal()
        if action not in legal:
            raise ValueError(f"{action!r} is not legal now; legal: {', '.join(legal) or 'nothing'}.")
        verb, *rest = action.split(" ")
        if verb == "take":
            self.take(int(rest[0]))
        elif verb == "draw":
            self.draw(rest[0])
        elif verb == "place":
            self.place(rest[0], cell_of(rest[1]))
        elif verb == "discard":
            self.reserves[self.active].remove(rest[0])
            self.enter_donjon_phase()
        elif verb == "donjon":
            self.build(cell_of(rest[0]))
        elif verb == "pass":
            self.end_turn()
        else:
            self.answer(verb == "claim")

    def state(self) -> dict[str, Any]:
        return {
            "board": {word(cell): kind for cell, kind in self.board.items()},
            "donjons": {word(cell): [owner, side] for cell, (owner, side) in self.donjons.items()},
            "honour": list(self.honour),
            "reserves": [sorted(reserve) for reserve in self.reserves],
            "offer": list(self.offer),
            "pile": dict(self.pile),
            "stock": list(self.stock),
            "locked": self.locked,
            "out": self.out(),
            "phase": self.phase,
        }

    # Turns

    def out(self) -> list[int]:
        return [seat for seats in self.eliminations for seat in seats]

    def in_play(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.out()]

    def end_turn(self) -> None:
        """Go to the next seat that can play; without a tile anywhere, go to the last claims."""
        self.locked = 0
        if not self.offer and not any(self.reserves):
            self.enter_claims()
            return
        while True:
            self.active += 1
            if self.active == self.players:
                self.active = 0
                self.rounds_over += 1
                if self.rounds_over == self.max_rounds:
                    self.end_game()
                    return
            if self.active in self.in_play() and (self.offer or self.reserves[self.active]):
                self.phase = "take" if self.offer else "place"
                return

    def end_game(self) -> None:
        self.phase = "end"
        self.locked = 0

    # Phase 1: take

    def purchases(self) -> list[str]:
        honour = self.honour[self.active]
        return [
            f"take {place}"
            for place in range(1, len(self.offer) + 1)
            if place == 1 or honour - PRICE[place] >= LOWEST_AFTER_PURCHASE
        ]

    def take(self, place: int) -> None:
        self.honour[self.active] -= PRICE[place]
        self.reserves[self.active].append(self.offer.pop(place - 1))
        self.phase = "draw" if any(self.pile.values()) else "place"

    def draw(self, kind: str) -> None:
        self.pile[kind] -= 1
        self.offer.append(kind)
        self.phase = "place"

    # Phase 2: place

    def tiles_touching(self, cell: Cell) -> list[str]:
        return [self.board[near] for near in neighbours(cell) if near in self.board]

    def placements(self) -> list[str]:
        """Every tile of the reserve on every cell where it fits."""
        edge = {near for cell in self.board for near in neighbours(cell)}
        actions = []
        for cell in edge:
            if cell in self.board or not on_table(cell):
                continue
            touched = self.tiles_touching(cell)
            for kind in set(self.reserves[self.active]):
                if kind == "meadow" or kind not in touched:
                    actions.append(f"place {kind} {word(cell)}")
        return actions

    def discards(self) -> list[str]:
        return [f"discard {kind}" for kind in set(self.reserves[self.active])]

    def place(self, kind: str, cell: Cell) -> None:
        self.reserves[self.active].remove(kind)
        self.board[cell] = kind
        self.honour[self.active] += TOUCH_HONOUR.get(len(self.tiles_touching(cell)), 0)
        completed = [near for near in neighbours(cell) if self.is_complete_knight(near)]
        if completed:
            self.resolve(completed)
            self.check_oubliettes()
            if len(self.in_play()) <= 1:
                self.end_game()
                return
            if self.active in self.out():
                self.end_turn()
                return
        self.enter_donjon_phase()

    # Phase 3: donjon

    def free_meadows(self) -> list[Cell]:
        return [cell for cell, kind in self.board.items() if kind == "meadow" and cell not in self.donjons]

    def enter_donjon_phase(self) -> None:
        if self.stock[self.active] > self.locked and self.free_meadows():
            self.phase = "donjon"
        else:
            self.end_turn()

    def build(self, cell: Cell) -> None:
        self.stock[self.active] -= 1
        self.donjons[cell] = (self.active, "knight")
        if self.is_complete_knight(cell):
            self.resolve([cell])
            self.check_oubliettes()
            if len(self.in_play()) <= 1:
                self.end_game()
                return
        self.end_turn()

    # Baronies

    def owner(self, donjon: Cell) -> int:
        return self.donjons[donjon][0]

    def is_complete_knight(self, cell: Cell) -> bool:
        knight = cell in self.donjons and self.donjons[cell][1] == "knight"
        return knight and len(self.tiles_touching(cell)) == 6

    def barons(self) -> list[Cell]:
        return [cell for cell, (_, side) in self.donjons.items() if side == "baron"]

    def barony(self, donjon: Cell) -> set[Cell]:
        """Its cells that have a tile: all seven, save for a claim in the end."""
        return {cell for cell in [donjon, *neighbours(donjon)] if cell in self.board}

    def value(self, cells: set[Cell]) -> int:
        return sum(VALUE[self.board[cell]] for cell in cells)

    def contested(self, one: Cell, other: Cell) -> set[Cell]:
        """The tiles two donjons of different owners fight for; they conflict if there are any."""
        if self.owner(one) == self.owner(other):
            return set()
        shared = self.barony(one) & self.barony(other)
        return {cell for cell in shared if self.board[cell] != "meadow"}

    def give_back(self, donjon: Cell) -> None:
        owner, _ = self.donjons.pop(donjon)
        if owner in self.out():
            return
        self.stock[owner] += 1
        if owner == self.active and self.phase != "claim":
            self.locked += 1

    def establish(self, knight: Cell, claims: bool) -> None:
        owner = self.owner(knight)
        counted = {cell for baron in self.barons() if self.owner(baron) == owner for cell in self.barony(baron)}
        gain = self.value(self.barony(knight) - counted)
        self.honour[owner] += half_up(gain) if claims else gain
        self.donjons[knight] = (owner, "baron")

    def resolve(self, knights: list[Cell]) -> None:
        """Fight out the complete knights, or in the phase claim the claimed ones at half strength."""
        claims = self.phase == "claim"

        def knight_strength(knight: Cell, battlefield: set[Cell]) -> int:
            full = self.value(self.barony(knight) - battlefield)
            return half_up(full) if claims else full

        # The knights among themselves.
        strength: dict[Cell, int] = {}
        for knight in knights:
            battlefield: set[Cell] = set()
            for other in [*knights, *self.barons()]:
                battlefield |= self.contested(knight, other)
            strength[knight] = knight_strength(knight, battlefield)
        survivors = [
            knight
            for knight in knights
            if all(strength[knight] > strength[rival] for rival in knights if self.contested(knight, rival))
        ]
        for knight in knights:
            if knight not in survivors:
                self.give_back(knight)

        # The survivors against the barons.
        survivors.sort(key=lambda cell: (-strength[cell], self.owner(cell) != self.active, self.owner(cell), cell))
        lost_against: dict[int, set[Cell]] = {seat: set() for seat in range(self.players)}
        for knight in survivors:
            owner = self.owner(knight)
            enemies = [baron for baron in self.barons() if self.contested(knight, baron)]
            if lost_against[owner].intersection(enemies):
                self.give_back(knight)
                continue
            battlefield = set()
            for baron in enemies:
                battlefield |= self.contested(knight, baron)
            attack = knight_strength(knight, battlefield)
            if all(attack > self.value(self.barony(baron) - battlefield) for baron in enemies):
                self.defeat(enemies, knight)
                self.establish(knight, claims)
            else:
                lost_against[owner].update(enemies)
                self.give_back(knight)

    def defeat(self, barons: list[Cell], knight: Cell) -> None:
        """Each owner loses the contested tiles, a tile of two of his beaten barons only once."""
        lost: dict[int, set[Cell]] = {}
        for baron in barons:
            lost.setdefault(self.owner(baron), set()).update(self.contested(knight, baron))
        for owner, cells in lost.items():
            self.honour[owner] -= self.value(cells)
        for baron in barons:
            self.give_back(baron)

    # Oubliettes

    def check_oubliettes(self) -> None:
        fallen = [seat for seat in self.in_play() if self.honour[seat] <= OUBLIETTES]
        if fallen:
            self.eliminations.append(fallen)
        for seat in fallen:
            self.reserves[seat] = []
            self.stock[seat] = 0

    # End

    def enter_claims(self) -> None:
        self.active = 0
        knights = set(self.donjons) - set(self.barons())
        self.unasked = [cell for seat in self.in_play() for cell in sorted(knights) if self.owner(cell) == seat]
        if self.unasked:
            self.phase = "claim"
        else:
            self.end_game()

    def answer(self, claims: bool) -> None:
        knight = self.unasked.pop(0)
        if claims:
            self.claimed.append(knight)
        if not self.unasked:
            self.resolve(self.claimed)
            self.check_oubliettes()
            self.end_game()

    def result(self) -> dict[str, Any] | None:
        """Those in play by honour, then the eliminated, who left later before who left earlier."""
        if self.phase != "end":
            return None
        standing: dict[int, tuple[int, int]] = {}
        for seat in self.in_play():
            standing[seat] = (len(self.eliminations), self.honour[seat])
        for moment, seats in enumerate(self.eliminations):
            for seat in seats:
                standing[seat] = (moment, 0)
        ranks = [
            1 + sum(standing[other] > standing[seat] for other in range(self.players))
            for seat in range(self.players)
        ]
        return {"scores": list(self.honour), "ranks": ranks}
