"""Ready questions: each is an experiment with sensible defaults, whose report answers in its first sentence.

What a question turns in a game is declared in the game's folder; see `declared`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from banneret.core.errors import UnreadableText
from banneret.core.game import Game
from banneret.games import load

from .declared import NoSuchQuestion, declared
from .experiment import BAR, Experiment, LineUp, check_question
from .table import Table

SEARCH = "mcts:100"
PROBES = 10  # games in which we look which actions a seat can have
REPEATS = 20  # games of each setup, to tell a setup's favour from luck


@dataclass(frozen=True)
class Asked:
    """A question as it is put: of which game, at which tables, with how many games."""

    game: Game
    options: dict[str, Any]
    players: int | None
    games: int
    search: str | None  # a stronger player beside the quick ones; None for no such games
    search_games: int
    seed: int = 1

    @property
    def table(self) -> int:
        """The number of players, where a question is asked of one table."""
        return self.players or self.game.info.players[0]

    @property
    def style(self) -> str:
        """A player at random, but in a style that gets somewhere, if the game has one."""
        styles = self.game.info.styles
        return f"random:{styles[1]}" if len(styles) > 1 else "random"

    @property
    def strengths(self) -> tuple[LineUp, ...]:
        """Players of three strengths."""
        quick = (LineUp((self.style,)), LineUp(("greedy",)))
        return (*quick, LineUp((self.search,), self.search_games)) if self.search else quick

    def experiment(self, question: str, lineups: Sequence[LineUp], **parts: Any) -> Experiment:
        options = self.options | ({"players": self.table} if "players" not in parts.get("grid", {}) else {})
        return Experiment(
            game=self.game.info.key,
            options=options,
            lineups=tuple(lineups),
            games=self.games,
            seed=self.seed,
            question=question,
            **parts,
        )


def at_every_table(question: str) -> Callable[[Asked], Experiment]:
    """Questions that are asked of every number of players, unless one is named."""

    def ask(asked: Asked) -> Experiment:
        grid = {} if asked.players else {"players": list(asked.game.info.players)}
        return asked.experiment(question, asked.strengths, grid=grid)

    return ask


def of_an_option(question: str) -> Callable[[Asked], Experiment]:
    """Questions that turn an option."""

    def ask(asked: Asked) -> Experiment:
        turned = declared(asked.game).turned(question, asked.game)
        values = turned.for_players(asked.table)
        if not values:
            raise NoSuchQuestion(
                f"{asked.game.info.key} names no values of {turned.option} for {asked.table} players"
            )
        return asked.experiment(question, asked.strengths, grid={turned.option: values})

    return ask


def start_fairness(asked: Asked) -> Experiment:
    """The same setups again and again with other luck."""
    return asked.experiment("start-fairness", asked.strengths[:2], repeats=REPEATS)


def dead_actions(asked: Asked) -> Experiment:
    """Who uses what; and one player that may not use it against others that may."""
    barred = [LineUp((f"greedy{BAR}{verb}", "greedy")) for verb in verbs_of_seats(asked)]
    return asked.experiment("dead-actions", [*asked.strengths, *barred])


def verbs_of_seats(asked: Asked) -> list[str]:
    """The actions that seats could choose or leave for another kind in a few games; to bar others is nothing."""
    table = Table(asked.game, {**asked.options, "players": asked.table})
    choices: set[int] = set()
    for seed in range(PROBES):
        for _, state in table.positions(table.play([asked.style] * table.players, seed)):
            if asked.game.player(state) >= 0:
                kinds = {table.words.of_code[code] for code in asked.game.legal(state)}
                choices |= kinds if len(kinds) > 1 else set()
    return [verb for i, verb in enumerate(table.words.verbs) if i in choices]


def skill(asked: Asked) -> Experiment:
    """Twice the thinking time against once; thinking against greed; greed against chance."""
    if not asked.search or not asked.search.startswith("mcts:"):
        raise UnreadableText("skill is measured with a search: name one, for example --search mcts:100")
    lineups = [
        LineUp((doubled(asked.search), asked.search), asked.search_games),
        LineUp((asked.search, "greedy"), asked.search_games),
        LineUp(("greedy", asked.style)),
    ]
    return asked.experiment("skill", lineups)


def doubled(spec: str) -> str:
    """The same search with twice the budget."""
    budget, comma, settings = spec.removeprefix("mcts:").partition(",")
    if budget.endswith("s"):
        return f"mcts:{2 * float(budget[:-1]):g}s{comma}{settings}"
    return f"mcts:{2 * int(budget)}{comma}{settings}"


QUESTIONS: dict[str, Callable[[Asked], Experiment]] = {
    "seats": at_every_table("seats"),
    "length": at_every_table("length"),
    "comeback": at_every_table("comeback"),
    "target": of_an_option("target"),
    "capture-price": of_an_option("capture-price"),
    "maps": of_an_option("maps"),
    "start-fairness": start_fairness,
    "dead-actions": dead_actions,
    "skill": skill,
}


def ask(
    question: str,
    game: str,
    *,
    players: int | None = None,
    games: int = 2000,
    search: str | None = SEARCH,
    search_games: int = 100,
    options: dict[str, Any] | None = None,
    seed: int = 1,
) -> Experiment:
    """The experiment of a ready question; an error says why if it cannot be asked of the game."""
    check_question(question)
    return QUESTIONS[question](Asked(load(game), dict(options or {}), players, games, search, search_games, seed))
