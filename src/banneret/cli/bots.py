"""The opponents at a terminal's table: pure Python at once, compiled as soon as the compiler is done.

Nobody waits for the compiler: it works in the background while the first actions are played.
"""

from __future__ import annotations

import random
import threading
from dataclasses import replace

from banneret.core.game import Game, Mode
from banneret.core.kernel import can_compile
from banneret.core.match import Match
from banneret.games import load
from banneret.players import KERNELS
from banneret.players.guard import Guard
from banneret.players.hint import ADVISER, Advice, advise
from banneret.players.player import see
from banneret.players.spec import make_player

NEED_NO_THOUGHT = ("me", "random")
ADVISERS = {Mode.PURE: "mcts:60", Mode.COMPILED: ADVISER}


class Bots:
    """Who plays the seats that no person plays."""

    def __init__(self, match: Match, seats: list[str], rng: random.Random) -> None:
        self.match = match
        self.seats = seats
        self.rng = rng
        self.compiled: Game | None = None
        self.guards: dict[tuple[int, Mode], Guard] = {}
        if can_compile() and not all(seat.partition(":")[0] in NEED_NO_THOUGHT for seat in seats):
            threading.Thread(target=self._compile, daemon=True).start()

    def _compile(self) -> None:
        game = load(self.match.game.info.key, Mode.COMPILED)
        list(game.kernels.warm())
        for kernel in KERNELS:
            game.kernels.bind(kernel)
        self.compiled = game

    def choose(self, seat: int) -> str:
        """The action of the bot at a seat, which must be the one to act."""
        game = self.compiled or self.match.game
        guard = self.guards.get((seat, game.mode))
        if guard is None:
            player = make_player(self.seats[seat], game, self.match.options["players"], self.rng)
            guard = self.guards[seat, game.mode] = Guard(player, self.rng)
        seen = see(self.match, self.rng)
        if game is not self.match.game:
            seen = replace(seen, game=game, state=game.write(self.match.game.read(seen.state)))
        return game.text(guard.choose(seen))

    def advise(self) -> list[Advice]:
        """What a search thinks of the position, as far as the acting seat may know it."""
        if self.compiled is None:
            return advise(self.match, ADVISERS[Mode.PURE])
        return advise(Match.replay(self.compiled, self.match.record()), ADVISERS[Mode.COMPILED])
