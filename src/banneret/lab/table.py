"""A table of the lab: plays a game by whoever sits there, and measures it."""

from __future__ import annotations

import functools
import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from banneret.core.game import NOBODY, Game, Handle
from banneret.core.kernel import new_states
from banneret.core.record import Record
from banneret.players.guard import Guard
from banneret.players.player import Seen
from banneret.players.simple import greedy_worths, new_scales
from banneret.players.spec import make_player

from .declared import Vocabulary, vocabulary
from .experiment import is_kernel_player, unbarred
from .sheet import SEATS, THIRDS, WIDEST, Sheet, measure
from .stage import GREEDY, OUTSIDE, STATES, TRUTH, perform

LIMIT = 20_000  # actions, after which a game is given up as unfinished
FAILED, STUCK, ENDLESS = "failed", "stuck", "endless"  # why a game has no end: an error, nothing legal, the limit


@dataclass
class Played:
    """A game that was played: its beginning, its actions, and what went wrong."""

    setup: Any
    start: Handle
    trail: Any  # codes
    troubles: list[str] = field(default_factory=list)
    failed: bool = False


class Table:
    """Seats, work space and rows to add up in, for one choice of options."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.game = game
        self.options = game.options(options)
        self.players = int(self.options["players"])
        self.words = known_words(game)
        self.scales = new_scales(game, greedy_worths(game, self.players), STATES)
        self.states: Any = self.scales.states
        self.trail = game.row("i4", LIMIT)
        self.verbs, self.cells = rows_of_words(game)
        self.movers, self.course = game.row("i4", LIMIT), game.row("i8", LIMIT * SEATS)
        self.widths = game.row("i8", THIRDS * WIDEST)
        self.used, self.built = (game.row("i8", max(1, len(self.words.cells))) for _ in range(2))
        self.perform, self.measure = game.kernels.bind(perform), game.kernels.bind(measure)

    # Playing

    def play(self, seats: Sequence[str], seed: int, repeat: int = 0) -> Played:
        """A game from the setup of a seed, with the luck of the seed and the repeat."""
        setup = self.game.setup(self.options, random.Random(f"setup {seed}"))
        start = self.game.start(self.options, setup)
        played = Played(setup, start, [])
        self.states[TRUTH] = start[0]
        plies = self._play_on(seats, f"{seed} {repeat}", played)
        played.trail = self.trail[:plies].copy()
        return played

    def _play_on(self, seats: Sequence[str], seed: str, played: Played) -> int:
        kinds, barred = self.seated(seats)
        luck, minds = self.game.sown(number(f"luck {seed}")), self.game.sown(number(f"minds {seed}"))
        guards = self._guards(seats, seed)
        history: list[str] = []
        plies = 0
        try:
            plies = self.run(kinds, barred, luck, minds, plies)
            while plies < LIMIT and (mover := self._mover()) in guards:
                history += [self.game.text(int(code)) for code in self.trail[len(history) : plies]]
                code = guards[mover].choose(self._seen(mover, guards[mover].rng, history, barred[mover]))
                self.trail[plies] = code
                self.game.kernels.apply(self._truth(), code)
                plies = self.run(kinds, barred, luck, minds, plies + 1)
        except Exception as error:  # a hole in the rules is something to report, with what led to it
            played.failed = True
            played.troubles.append(f"{type(error).__name__}: {error}")
        played.troubles += [trouble for guard in guards.values() for trouble in guard.troubles]
        return plies

    def run(self, kinds: Any, barred: Any, luck: Any, minds: Any, plies: int) -> int:
        """Play states[TRUTH] on inside the kernel, as far as it goes."""
        return int(
            self.perform(
                self.scales,
                int(self.game.info.hidden),
                kinds,
                barred,
                self.verbs,
                luck,
                minds,
                self.trail,
                plies,
            )
        )

    def seated(self, seats: Sequence[str]) -> tuple[Any, Any]:
        """The kinds of players, and what each may not use, as kernels take it."""
        kinds, barred = self.game.row("i4", SEATS), self.game.row("i8", SEATS)
        for seat, spec in enumerate(seats):
            base, verbs = unbarred(spec)
            kinds[seat] = kind_of(base, self.game)
            barred[seat] = self.words.bits(verbs)
        return kinds, barred

    def _guards(self, seats: Sequence[str], seed: str) -> dict[int, Guard]:
        guards = {}
        for seat, spec in enumerate(seats):
            if not is_kernel_player(spec):
                mind = random.Random(f"{seed} {seat} {spec}")
                guards[seat] = Guard(make_player(unbarred(spec)[0], self.game, self.players, mind), mind)
        return guards

    def _truth(self) -> Handle:
        return self.states[TRUTH : TRUTH + 1]

    def _mover(self) -> int:
        return int(self.game.kernels.player(self._truth()))

    def _seen(self, seat: int, rng: random.Random, history: list[str], barred: int) -> Seen:
        """What a seat is shown; what it may not use is not among what is legal, unless nothing else is."""
        state = self.game.sample(self._truth(), seat, rng)
        legal = self.game.legal(state)
        allowed = [code for code in legal if not barred >> self.words.of_code[code] & 1]
        return Seen(self.game, seat, state, allowed or legal, tuple(history), self.options)

    # Measuring

    def new_sheets(self, count: int) -> Any:
        return new_states(Sheet, count, self.game.mode)

    def measured(self, played: Played, sheets: Any, at: int, start: Any) -> None:
        """Fill in a game's sheet, and add it up."""
        self.states[0] = played.start[0]
        self.measure(
            self.states,
            played.trail,
            len(played.trail),
            self.scales.codes,
            self.scales.weights,
            self.scales.numbers,
            self.verbs,
            self.cells,
            self.words.builds,
            self.movers,
            self.course,
            self.widths,
            self.used,
            self.built,
            start,
            sheets,
            at,
        )

    def reason(self, played: Played) -> str:
        """Why the game that was just measured ended; or why it did not."""
        if played.failed:
            return FAILED
        ended = self.states[0:1]
        mover = self.game.player(ended)
        if mover == NOBODY:
            return self.game.edition.notation.reason(self.game.read(ended))
        return ENDLESS if self.game.legal(ended) else STUCK

    def positions(self, played: Played) -> Iterator[tuple[int, Handle]]:
        """Every ply of a game with the position before it; one handle, changed on the way."""
        state = self.game.copy(played.start)
        for ply, code in enumerate(played.trail):
            yield ply, state
            self.game.apply(state, int(code))

    def record(self, played: Played) -> Record:
        """The game as a record; with its result if it was played to the end."""
        state = self.game.copy(played.start)
        for code in played.trail:
            self.game.apply(state, int(code))
        result = self.game.result(state)
        return Record(
            game=self.game.info.key,
            options=self.game.changed_options(self.options),
            setup=played.setup,
            actions=[self.game.text(int(code)) for code in played.trail],
            result=result.as_data() if result else None,
            rules_version=self.game.info.rules_version,
        )


def kind_of(spec: str, game: Game) -> int:
    """A player as `perform` knows it."""
    if not is_kernel_player(spec):
        return OUTSIDE
    if spec == "greedy":
        return GREEDY
    return game.style(spec.partition(":")[2] or "uniform")


def number(text: str) -> int:
    """A number of 64 bits made from a text, the same everywhere."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


@functools.cache
def known_words(game: Game) -> Vocabulary:
    options = game.options({})
    return vocabulary(game, game.start(options, game.setup(options, random.Random(0))))


@functools.cache
def rows_of_words(game: Game) -> tuple[Any, Any]:
    """Verb and cell of each code, as kernels take them."""
    words = known_words(game)
    verbs, cells = game.row("i4", game.info.codes), game.row("i4", game.info.codes)
    for code in range(game.info.codes):
        verbs[code], cells[code] = words.of_code[code], words.cell_of_code[code]
    return verbs, cells
