"""A game being played: actions as words, undo, and every position on the way."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from .errors import BadRecord, IllegalAction, UnreadableText
from .game import CHANCE, NOBODY, Data, Game, Handle, Result
from .options import Options
from .playout import UNIFORM
from .record import Record

SNAPSHOT_EVERY = 16


class Match:
    """A game with its history. What is legal is asked of the rules alone, here and nowhere else.

    `player` is a seat, "chance", or None once the game is over. `drawer` is set by whoever can draw.
    """

    drawer: ClassVar[Callable[[Match], str] | None] = None
    _codes: list[int] | None
    _player: int | None

    def __init__(self, game: Game, options: Mapping[str, Any], setup: Any) -> None:
        self.game = game
        self.options: Options = game.options(options)
        self.setup = setup
        self.actions: list[str] = []
        self.state: Handle = game.start(self.options, setup)
        self._forget_answers()
        self._snapshots = {0: game.copy(self.state)}  # positions by ply, from which others are reached again

    @classmethod
    def new(cls, game: Game, options: Mapping[str, Any], rng: random.Random) -> Match:
        """A match from a random initial position."""
        return cls(game, options, game.setup(game.options(options), rng))

    @classmethod
    def replay(cls, game: Game, record: Record) -> Match:
        """The match of a record, played again action by action and checked to the end."""
        if record.game != game.info.key:
            raise BadRecord(f"this is a record of {record.game}, not of {game.info.key}")
        if record.rules_version is not None and record.rules_version > game.info.rules_version:
            raise BadRecord(
                f"the record was made with version {record.rules_version} of the rules of {record.game}; "
                f"this program has version {game.info.rules_version}"
            )
        if "players" not in record.options:
            raise BadRecord("the options of a record tell at least the number of players")
        match = cls(game, record.options, record.setup)
        for action in record.actions:
            match.play(action)
        match._check_result(record.result)
        return match

    @classmethod
    def resume(
        cls, game: Game, options: Mapping[str, Any], setup: Any, actions: Sequence[str], kept: Mapping[int, Data]
    ) -> Match:
        """A match whose actions were checked when they were played, from descriptions of positions by ply:
        nothing is played again but what came after the last of them."""
        match = cls(game, options, setup)
        match.actions = list(actions)
        for ply, described in kept.items():
            match._snapshots[ply] = game.position(match.options, described)
        match.go_to(len(actions))
        return match

    def on(self, game: Game) -> Match:
        """The same match in another mode."""
        other = Match(game, self.options, self.setup)
        other.actions = self.actions.copy()
        other.state = game.write(self.game.read(self.state))
        other._forget_answers()
        return other

    def _check_result(self, claimed: Mapping[str, Any] | None) -> None:
        if claimed is None:
            return
        if self.result is None:
            raise BadRecord(f"the record tells a result, but after its {self.ply} actions the game goes on")
        if dict(claimed) != self.result.as_data():
            raise BadRecord(f"the record tells the result {claimed}, but the rules give {self.result.as_data()}")

    # The position

    @property
    def ply(self) -> int:
        return len(self.actions)

    @property
    def player(self) -> int | str | None:
        acting = self._acting()
        return "chance" if acting == CHANCE else None if acting == NOBODY else acting

    @property
    def over(self) -> bool:
        return self._acting() == NOBODY

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    def legal(self) -> list[str]:
        """The legal actions as words, in order of code points."""
        return sorted(map(self.game.text, self._legal_codes()))

    def _legal_codes(self) -> list[int]:
        """The legal codes in ascending order; the rules are asked once a position."""
        if self._codes is None:
            self._codes = self.game.legal(self.state)
        return self._codes

    def _acting(self) -> int:
        """Who acts, as the rules put it; they are asked once a position."""
        if self._player is None:
            self._player = self.game.player(self.state)
        return self._player

    def _forget_answers(self) -> None:
        """There is another position now, about which the rules have not been asked."""
        self._codes = None
        self._player = None

    def chances(self) -> dict[str, float]:
        """When chance acts, the probability of each outcome."""
        weights = self.game.chance(self.state)
        texts = map(self.game.text, self._legal_codes())
        return {text: weight / sum(weights) for text, weight in zip(texts, weights, strict=True)}

    def describe(self) -> Data:
        """The full state, nothing hidden."""
        return self.game.describe(self.state)

    def view(self, seat: int | None = None) -> Data:
        """What a seat may know; without a seat, what everybody may know."""
        return self.game.view(self.state, seat)

    # Playing

    def play(self, action: str) -> None:
        """Carry out an action; IllegalAction or UnreadableText leave everything as it was."""
        try:
            code = self.game.code(action)
        except UnreadableText as error:
            raise UnreadableText(f"{error} (ply {self.ply})") from None
        if code not in self._legal_codes():
            raise IllegalAction(action, self.ply, self.legal())
        self._apply(code)
        self.actions.append(action)
        self._keep()

    def _apply(self, code: int) -> None:
        self.game.apply(self.state, code)
        self._forget_answers()

    def _keep(self) -> None:
        if self.ply % SNAPSHOT_EVERY == 0:
            self._snapshots = {**self._snapshots, self.ply: self.game.copy(self.state)}

    def undo(self, plies: int = 1) -> None:
        """Take back the last actions."""
        self.go_to(self.ply - plies)

    def go_to(self, ply: int) -> None:
        """Return to the position before the action of a ply; what came after is forgotten."""
        if not 0 <= ply <= self.ply:
            raise ValueError(f"there is no ply {ply}: the match is at ply {self.ply}")
        self._snapshots = {at: state for at, state in self._snapshots.items() if at <= ply}
        nearest = max(self._snapshots)
        rest = self.actions[nearest:ply]
        del self.actions[nearest:]
        self.state = self.game.copy(self._snapshots[nearest])
        self._forget_answers()
        for action in rest:
            self._apply(self.game.code(action))
            self.actions.append(action)
            self._keep()

    def at(self, ply: int) -> Match:
        """Another match with the same first actions, to look at or to play on from."""
        other = object.__new__(Match)
        other.game, other.options, other.setup = self.game, self.options, self.setup
        other.actions = self.actions.copy()
        other._snapshots = self._snapshots  # which are never changed, only replaced
        other.go_to(ply)
        return other

    def choose(self, rng: random.Random, style: str = "uniform") -> str:
        """A random action: chance by its probabilities, seats as a style of the game likes it."""
        codes = self._legal_codes()
        if not codes:
            raise IllegalAction("choose", self.ply, [], "has nothing to choose from")
        number = self.game.style(style)
        if self.player == "chance":
            weights = self.game.chance(self.state)
        elif number == UNIFORM:
            return self.game.text(rng.choice(codes))
        else:
            weights = [int(self.game.kernels.urge(self.state, code, number)) for code in codes]
        return self.game.text(rng.choices(codes, weights)[0])

    def _repr_svg_(self) -> str | None:
        """In a notebook, a match is the picture of what everybody may see."""
        return None if Match.drawer is None else Match.drawer(self)

    # Records

    def record(self) -> Record:
        """Everything needed to play this match again."""
        return Record(
            game=self.game.info.key,
            options=self.game.changed_options(self.options),
            setup=self.setup,
            actions=self.actions.copy(),
            result=self.result.as_data() if self.result else None,
            rules_version=self.game.info.rules_version,
        )
