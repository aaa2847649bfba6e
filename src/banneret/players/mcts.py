"""The player that searches: budgets of time or iterations, threads, and a tree kept from action to action."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import Any

from banneret.core.game import Game, Mode, Thinking
from banneret.core.kernel import new_states

from .appraisal import ROOT, SEARCHED
from .player import Seen
from .search import search
from .simple import filled, new_scales
from .tree import GROWN, MARKED, USED, Desk, Node, Study, Twig
from .weights import load_weights, no_weights

NODES = 1_000_000  # at least, and for each second
PER_TRY = 4  # for each iteration, so that what is kept of a tree has room beside the next search
MOST_NODES = 8_000_000  # without being asked for
TWIGS = 20  # for each node, somewhat more than a tree has that is searched for long
MOST = 2_000_000_000  # that can be numbered
PURE_NODES = 5_000
CHUNK_SECONDS = 0.01
WHOLE_GAME = 1_000_000
LONGEST_LINE = 12


@dataclass(frozen=True)
class Settings:
    """How a search thinks. The defaults are what did best in the arena; None is left to the game."""

    seconds: float | None = None
    iterations: int | None = None
    threads: int = 1
    exploration: float | None = None
    survey: float = 0.0  # more of it looks longer at what is not the best, so that actions can be compared
    sharpness: float = 8.0
    foresight: float | None = None
    luck: float | None = None
    width: int = 40
    horizon: int | None = None
    style: str | None = None
    nodes: int | None = None
    variety: float = 0.0  # 0 plays the action that was tried most, 1 any of them as often as it was tried

    def room(self) -> int:
        """How many nodes each thread brings to the tree."""
        if self.nodes is not None:
            return self.nodes
        wanted = max(NODES * (self.seconds or 0.0), PER_TRY * (self.iterations or 0) / self.threads)
        return max(NODES, min(int(wanted), MOST_NODES // self.threads))

    def thinking(self, game: Game, players: int) -> Thinking:
        """How a game is gone about at a table of so many: as it says, except for what was set."""
        chosen: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(Thinking)}
        told = {name: value for name, value in chosen.items() if value is not None}
        return replace(game.info.thinking_with(players), **told)


@dataclass(frozen=True)
class Line:
    """What a search thinks of an action at its root."""

    code: int
    visits: int
    share: float  # expected share of the win of who acts
    foreseen: tuple[tuple[int, int], ...]  # the most visited line that begins with it: who acts, and the code


class Searcher:
    """One of the threads that search a tree: what it works with."""

    def __init__(
        self,
        game: Game,
        players: int,
        settings: Settings,
        worths: list[float],
        rng: random.Random,
        states: int = SEARCHED,
    ) -> None:
        self.game = game
        self.desk: Any = new_states(Desk, 1, game.mode)[0]
        self.scales = new_scales(game, filled(game, worths), states)
        self.rng = game.sown(rng.getrandbits(64))
        self.set(hidden=int(game.info.hidden), threads=settings.threads, width=settings.width)
        self.set(survey=settings.survey, sharpness=settings.sharpness)
        thinking = settings.thinking(game, players)
        self.set(exploration=thinking.exploration, foresight=thinking.foresight, luck=thinking.luck)
        self.set(horizon=thinking.horizon, style=game.style(thinking.style))
        self.speed = 100.0  # iterations a second, until it is known
        self.tries = 0  # iterations so far

    def set(self, **fields: Any) -> None:
        """Change what is on the desk."""
        for name, value in fields.items():
            if self.game.mode is Mode.PURE:
                setattr(self.desk, name, value)
            else:
                self.desk[name] = value


class Thought:
    """A tree, and the threads that search it."""

    def __init__(
        self,
        game: Game,
        players: int,
        settings: Settings,
        worths: list[float],
        rng: random.Random,
        states: int = SEARCHED,
    ) -> None:
        self.game = game
        nodes = min(settings.room(), PURE_NODES) if game.mode is Mode.PURE else settings.room()
        self.nodes = nodes = min(nodes * settings.threads, MOST)
        least = (settings.threads + 1) * game.info.codes + 2
        self.tree: Any = new_states(Node, nodes, game.mode)
        self.twigs: Any = new_states(Twig, min(max(TWIGS * nodes, least), MOST), game.mode)
        self.marks = game.row("i4", MARKED + nodes)
        self.searchers = [Searcher(game, players, settings, worths, rng, states) for _ in range(settings.threads)]
        self.history: tuple[str, ...] | None = None
        self.search = game.kernels.bind(search)

    def begin(self, seen: Seen) -> None:
        """Start from what is seen, with the part of the old tree that still applies."""
        root = self._follow(seen)
        self.history = seen.history
        if root < 0:
            root = 0
            self._clear_root()
        for searcher in self.searchers:
            searcher.scales.states[ROOT] = seen.state[0]
            searcher.set(seat=seen.seat, root=root)
        self.searchers[0].set(kept=1)
        self.think(0)
        for searcher in self.searchers[1:]:
            searcher.set(root=self.root)

    def _clear_root(self) -> None:
        blank = new_states(Node, 1, self.game.mode)
        self.tree[0] = blank[0]
        self.marks[USED], self.marks[GROWN], self.marks[MARKED] = 1, 1, 0

    def _follow(self, seen: Seen) -> int:
        """The node reached by what was played since the last thought, or -1."""
        if self.history is None or seen.history[: len(self.history)] != self.history:
            return -1
        if self._get(self.searchers[0].desk, "seat") != seen.seat:
            return -1
        node = self.root
        for action in seen.history[len(self.history) :]:
            node = self.children(node).get(self.game.code(action), 0)
            if node == 0:
                return -1
        return node if self.children(node).keys() <= set(seen.legal) else -1

    @property
    def root(self) -> int:
        return int(self._get(self.searchers[0].desk, "root"))

    def children(self, node: int) -> dict[int, int]:
        """What can be done at a node, once it is opened: codes, and their nodes, 0 where it was not tried."""
        first, count = self._get(self.tree[node], "first"), self._get(self.tree[node], "count")
        if first == 0:
            return {}
        twigs = self.twigs[first : first + count]
        return dict(zip(self._all(twigs, "code"), self._all(twigs, "node"), strict=True))

    def weigh_by(self, worths: list[float]) -> None:
        """Appraise positions by other weights from now on."""
        for searcher in self.searchers:
            for i, worth in enumerate(worths):
                searcher.scales.worths[i] = worth

    def study(self, number: int = 0) -> Study:
        """All that a thread works with, as kernels take it."""
        mine = self.searchers[number]
        return Study(self.tree, self.twigs, self.marks, mine.desk, mine.scales, mine.rng)

    def think(self, iterations: int, number: int = 0) -> None:
        """Let a thread do so many iterations."""
        self.search(self.study(number), iterations)
        self.searchers[number].tries += iterations

    def think_until(self, until: float, number: int = 0) -> None:
        """Let a thread iterate until a time, in chunks that are short beside it; how long they take is learnt."""
        searcher = self.searchers[number]
        began = now = time.perf_counter()
        done = 0
        while now < until:
            wanted = max(1, int(searcher.speed * min(CHUNK_SECONDS, until - now)))
            self.think(wanted, number)
            done += wanted
            now = time.perf_counter()
            searcher.speed = done / (now - began)

    def tallies(self) -> list[tuple[int, int, float]]:
        """The code, the visits and the sum of shares of each action at the root."""
        return [(code, *self._tried(node)) for code, node in self.children(self.root).items()]

    def _tried(self, node: int) -> tuple[int, float]:
        """The visits and the sum of shares of a child, if it was tried."""
        return (self._get(self.tree[node], "visits"), self._get(self.tree[node], "value")) if node else (0, 0.0)

    def _get(self, record: Any, name: str) -> Any:
        return getattr(record, name) if self.game.mode is Mode.PURE else record[name].item()

    def _all(self, records: Any, name: str) -> list[Any]:
        """What several records say of something."""
        if self.game.mode is Mode.PURE:
            return [getattr(record, name) for record in records]
        found: list[Any] = records[name].tolist()
        return found

    def lines(self) -> list[Line]:
        """What is known of each action at the root."""
        found = []
        for code, node in self.children(self.root).items():
            visits, value = self._tried(node)
            share = value / visits if visits else 0.0
            found.append(Line(code, visits, share, tuple(self._foreseen(code, node))))
        return found

    def _foreseen(self, code: int, node: int) -> Iterator[tuple[int, int]]:
        """An action, what was tried most after it, and so on; each with who acts."""
        yield self._get(self.searchers[0].desk, "seat"), code
        for _ in range(LONGEST_LINE - 1):
            tried = {code: child for code, child in self.children(node).items() if child} if node else {}
            if not tried:
                return
            code, node = max(tried.items(), key=lambda each: self._tried(each[1])[0])
            yield self._get(self.tree[node], "mover"), code


class SearchPlayer:
    """Searches from what its seat may know, and plays the action that was tried most, or often one of those."""

    def __init__(self, spec: str, game: Game, players: int, settings: Settings, rng: random.Random) -> None:
        self.spec = spec
        self.game = game
        self.settings = settings
        self.rng = rng
        worths = load_weights(game, players)
        if worths is None:
            settings = replace(settings, horizon=WHOLE_GAME, sharpness=0.0, width=10_000)
            worths = no_weights(game)
        self.thought = Thought(game, players, settings, worths, rng)
        self.pool = ThreadPoolExecutor(settings.threads) if settings.threads > 1 else None
        self.searches = 0

    @property
    def tries(self) -> int | None:
        """Iterations of a search so far, on average; None before the first."""
        done = sum(searcher.tries for searcher in self.thought.searchers)
        return round(done / self.searches) if self.searches else None

    def choose(self, seen: Seen) -> int:
        if len(seen.legal) == 1:
            return seen.legal[0]
        self._search(seen)
        tried = dict.fromkeys(seen.legal, (0, 0.0))
        tried |= {code: (visits, value) for code, visits, value in self.thought.tallies()}
        if self.settings.variety > 0:
            most = max(visits for visits, _ in tried.values())
            odds = [(tried[code][0] / most) ** (1 / self.settings.variety) for code in seen.legal]
            return self.rng.choices(seen.legal, odds)[0]
        return max(seen.legal, key=tried.__getitem__)

    def consider(self, seen: Seen) -> list[Line]:
        """What the search thinks of each legal action: the one that it would play, then the others, best first."""
        self._search(seen)
        return in_order([line for line in self.thought.lines() if line.code in seen.legal])

    def forget(self) -> None:
        """Begin the next search with an empty tree, as in another game."""
        self.thought.history = None

    def _search(self, seen: Seen) -> None:
        until = time.perf_counter() + (self.settings.seconds or 0.0)
        self.searches += 1
        self.thought.begin(seen)
        if self.pool is None:
            self._think(0, until)
        else:
            threads = self.settings.threads
            self.thought.think(1)  # all threads need the root opened
            list(self.pool.map(self._think, range(threads), [until] * threads))

    def _think(self, number: int, until: float) -> None:
        """Let one of the threads use its part of the budget."""
        if self.settings.iterations is None:
            self.thought.think_until(until, number)
        else:
            part, left = divmod(self.settings.iterations - (self.pool is not None), self.settings.threads)
            self.thought.think(part + (number < left), number)


def in_order(lines: list[Line]) -> list[Line]:
    """What was tried most, which the search would play; then the others by what they promise, less what few tries
    may have got wrong."""
    best = max(lines, key=lambda line: (line.visits, line.share))
    return sorted(lines, key=lambda line: (line is not best, (line.visits + 1) ** -0.5 - line.share))
