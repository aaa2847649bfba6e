"""Banneret's games in OpenSpiel, and OpenSpiel's search at Banneret's table.

A game is registered as `banneret_KEY` with the parameters `players` and `seed`: the seed draws the setup, and
everything after that is explicit chance. OpenSpiel sees all there is, hidden things too. A seat's utility is its
share of the win.

    python -m banneret.adapters.openspiel barony --games 20 --seconds 0.2

lets `mcts:0.2s` play against OpenSpiel's MCTS, whose rollouts are our compiled ones, with the same time for each
decision. (It is OpenSpiel's search in Python: the one in C++ crashes on games that are not written in C++.)
"""

from __future__ import annotations

import argparse
import functools
import random
import time
from typing import Any

import pyspiel
from open_spiel.python.algorithms import mcts

from banneret.core.game import Game, Handle
from banneret.core.match import Match
from banneret.core.playout import UNIFORM
from banneret.core.seats import CHANCE, NOBODY
from banneret.games import load
from banneret.players.player import Player, Seen, see
from banneret.players.spec import make_player

PREFIX = "banneret_"
LONGEST = 100_000  # actions; the games' own caps of rounds come first
EXPLORATION = 1.4
FIRST_SIMULATIONS = 20  # until their speed is known


@functools.cache
def register(key: str) -> str:
    """Make a game known to OpenSpiel; returns its name there."""
    game_type = kind(load(key))

    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(key, game_type, params or {})

    pyspiel.register_game(game_type, Registered)
    return PREFIX + key


def kind(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=PREFIX + game.info.key,
        long_name=game.info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.info.players[-1],
        min_num_players=game.info.players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={"players": game.info.players[0], "seed": 1},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel ships no types
    """A game with its number of players and its setup chosen."""

    def __init__(self, key: str, game_type: Any, params: dict[str, Any]) -> None:
        self.key = key
        self.players = int(params.get("players", load(key).info.players[0]))
        self.seed = int(params.get("seed", 1))
        codes = load(key).info.codes
        info = pyspiel.GameInfo(
            num_distinct_actions=codes,
            max_chance_outcomes=codes,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type, info, params)

    def new_initial_state(self, state: Any = None) -> SpielState:
        game = load(self.key)
        options = game.options({"players": self.players})
        return SpielState(self, game.start(options, game.setup(options, random.Random(self.seed))))


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel ships no types
    """A state as OpenSpiel asks for it. Clones copy the handle and nothing else."""

    def __init__(self, game: SpielGame, handle: Handle) -> None:
        super().__init__(game)
        self.key = game.key
        self.handle = handle

    @property
    def rules(self) -> Game:
        return load(self.key)

    def current_player(self) -> Any:
        acting = self.rules.player(self.handle)
        return {CHANCE: pyspiel.PlayerId.CHANCE, NOBODY: pyspiel.PlayerId.TERMINAL}.get(acting, acting)

    def _legal_actions(self, player: int) -> list[int]:
        return self.rules.legal(self.handle)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.rules.chance(self.handle)
        total = sum(weights)
        return [(code, w / total) for code, w in zip(self.rules.legal(self.handle), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.rules.apply(self.handle, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.rules.text(action)

    def is_terminal(self) -> bool:
        return self.rules.player(self.handle) == NOBODY

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return self.rules.returns(self.handle)

    def __str__(self) -> str:
        return str(self.rules.describe(self.handle))


class Rollouts:
    """What OpenSpiel's search asks about a state: the end of a random game from there, by our compiled playout."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = game.sown(seed)
        self.codes, self.weights = game.row("i4", game.info.codes), game.row("i8", game.info.codes)

    def evaluate(self, state: SpielState) -> list[float]:
        end = self.game.copy(state.handle)
        self.game.kernels.playout(end, UNIFORM, self.codes, self.weights, self.rng, LONGEST)
        return self.game.returns(end)

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(code, 1 / len(legal)) for code in legal]


class SpielPlayer:
    """OpenSpiel's MCTS with about so many seconds for each decision.

    It searches the state that its seat is shown, in which what is hidden was dealt anew.
    """

    def __init__(self, key: str, players: int, seconds: float, seed: int) -> None:
        import numpy as np

        self.spec = f"openspiel:{seconds:g}s"
        self.seconds = seconds
        self.game = pyspiel.load_game(register(key), {"players": players})
        self.bot = mcts.MCTSBot(
            self.game,
            EXPLORATION,
            FIRST_SIMULATIONS,
            Rollouts(load(key), seed),
            solve=False,
            random_state=np.random.RandomState(seed),
        )

    def choose(self, seen: Seen) -> int:
        if len(seen.legal) == 1:
            return seen.legal[0]
        began = time.perf_counter()
        chosen = int(self.bot.step(SpielState(self.game, seen.game.copy(seen.state))))
        taken = time.perf_counter() - began
        self.bot.max_simulations = max(2, int(self.bot.max_simulations * self.seconds / taken))
        return chosen


def duel(key: str, seconds: float, seed: int, first: bool) -> float:
    """A game of our search against OpenSpiel's; returns our share of the win."""
    game = load(key)
    luck = random.Random(seed)
    match = Match.new(game, {"players": 2}, luck)
    ours = make_player(f"mcts:{seconds:g}s", game, 2, random.Random(seed))
    players: list[Player] = [ours, SpielPlayer(key, 2, seconds, seed)]
    while not match.over:
        if isinstance(match.player, int):
            chosen = players[match.player if first else 1 - match.player].choose(see(match, luck))
            match.play(game.text(chosen))
        else:
            match.play(match.choose(luck))
    return game.returns(match.state)[0 if first else 1]


def main() -> None:
    parser = argparse.ArgumentParser(description="Our search against OpenSpiel's, at equal time.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.2)
    arguments = parser.parse_args()
    won = 0.0
    for number in range(arguments.games):
        won += duel(arguments.game, arguments.seconds, number // 2 + 1, number % 2 == 0)
        print(f"{arguments.game}, {arguments.seconds:g} s: ours {won:g} of {number + 1}", flush=True)


if __name__ == "__main__":
    main()
