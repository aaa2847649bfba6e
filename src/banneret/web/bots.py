"""The bots at the server's tables: they think in threads of their own, each with what its seat may see."""

from __future__ import annotations

import logging
import random
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from banneret.core.errors import UnreadableText
from banneret.core.game import Game, Mode
from banneret.players.guard import Guard
from banneret.players.hint import Advice, advise
from banneret.players.mcts import SearchPlayer
from banneret.players.player import Player, Seen, see
from banneret.players.spec import make_player

from .engines import Engines
from .errors import Refused
from .store import Chair
from .table import Table

REMEMBERED = 16
MOST_NODES = 16_000_000  # of all trees together, but for one that is larger
PATIENCE = 20.0
ADVISERS = {Mode.PURE: "mcts:60", Mode.COMPILED: "mcts:0.7s,survey=0.01"}
HASTY = "mcts:24"
Mind: TypeAlias = tuple[str, int, str, Mode]

log = logging.getLogger(__name__)


class Bots:
    """Sees to it that a bot whose turn it is acts."""

    def __init__(self, engines: Engines, changed: Callable[[Table], None], threads: int) -> None:
        self.engines = engines
        self._changed = changed
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._busy: set[str] = set()
        self._hurried: set[str] = set()
        self._minds: OrderedDict[Mind, Guard] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False

    def close(self) -> None:
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def stir(self, table: Table) -> None:
        """Let the bot whose turn it is think, unless it does already."""
        with self._lock:
            if self._closed or table.id in self._busy or table.bot_to_act() is None:
                return
            self._busy.add(table.id)
        self._pool.submit(self._act, table)

    def hurry(self, table: Table) -> None:
        """Let the bots of a table decide quickly until somebody else has to act."""
        with self._lock:
            self._hurried.add(table.id)
        self.stir(table)

    def decide(self, table: Table, seat: int, spec: str) -> None:
        """Decide once for a person whose time is up."""
        with self._lock:
            if self._closed or table.id in self._busy:
                return
            self._busy.add(table.id)
        self._pool.submit(self._act, table, Chair(seat, "bot", spec))

    def _act(self, table: Table, stand_in: Chair | None = None) -> None:
        """Let the bot whose turn it is, or a stand-in, choose and play."""
        try:
            with table.lock:
                chair, seq = stand_in or table.bot_to_act(), table.seq
                if chair is None or table.match.player != chair.seat or self._closed:
                    return
                game = self.engines.best(table.kept.game)
                seen = see(table.match.on(game), random.Random(secrets.randbits(64)))
            scripted = table.scripted()
            if table.lesson and scripted is None:
                return
            action = scripted or game.text(self._choose(table, chair, game, seen))
            with table.lock:
                table.play(chair.seat, action, seq, secrets.token_urlsafe(9))
                if stand_in:
                    table.report(chair.seat, "timeout")
        except Refused as error:  # somebody changed the table meanwhile; the next stir sees to it
            log.info("table %s: %s", table.id, error)
        except Exception:
            log.exception("table %s: a bot could not act", table.id)
            return
        finally:
            with self._lock:
                self._busy.discard(table.id)
                if table.bot_to_act() is None:
                    self._hurried.discard(table.id)
        self._changed(table)

    def _choose(self, table: Table, chair: Chair, game: Game, seen: Seen) -> int:
        """What a bot decides; if it fails, something legal, and the table's log tells it."""
        guard = self._mind(table, chair, game)
        told = len(guard.troubles)
        code = guard.choose(seen)
        for trouble in guard.troubles[told:]:
            log.warning("table %s: %s", table.id, trouble)
            table.report(chair.seat, "trouble", what=trouble)
        return code

    def _mind(self, table: Table, chair: Chair, game: Game) -> Guard:
        """The bot of a seat, with what it remembers of its last thought."""
        with self._lock:
            spec = HASTY if table.id in self._hurried else chair.spec
            mind = (table.id, chair.seat, spec, game.mode)
            guard = self._minds.get(mind)
            if guard is None:
                rng = random.Random(secrets.randbits(64))
                guard = self._minds[mind] = Guard(player_for(table, spec, game, rng), rng, PATIENCE)
            self._minds.move_to_end(mind)
            while len(self._minds) > REMEMBERED or (len(self._minds) > 1 and self._nodes() > MOST_NODES):
                self._minds.popitem(last=False)
            return guard

    def _nodes(self) -> int:
        """How many nodes the bots' trees have room for."""
        return sum(
            each.player.thought.nodes for each in self._minds.values() if isinstance(each.player, SearchPlayer)
        )

    def advise(self, table: Table) -> list[Advice]:
        """What a search thinks, from what the acting seat may see."""
        game = self.engines.best(table.kept.game)
        with table.lock:
            match = table.match.on(game)
        return advise(match, ADVISERS[game.mode], seed=secrets.randbits(32))


def player_for(table: Table, spec: str, game: Game, rng: random.Random) -> Player:
    """The player of a spec that was good when it sat down; without memory for its tree it is greedy."""
    try:
        return make_player(spec, game, len(table.chairs), rng)
    except UnreadableText as error:
        log.warning("table %s: %s; it is greedy instead", table.id, error)
        return make_player("greedy", game, len(table.chairs), rng)
