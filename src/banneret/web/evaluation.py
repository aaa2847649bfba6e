"""What a search thinks of every position of a finished game: made once, in the background, and kept."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from banneret.players.hint import advise

from .table import Table
from .tables import Tables

SPECS = {"pure": "mcts:12", "compiled": "mcts:300"}
KEEP_EVERY = 25

log = logging.getLogger(__name__)


class Evaluations:
    """The graphs of finished games, one being made at a time."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="evaluation")
        self._underway: dict[str, list[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        self._closed = False

    def close(self) -> None:
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def of(self, table: Table) -> tuple[list[dict[str, Any]], bool]:
        """The graph as far as it has come, and whether it is complete; the first to ask sets it going."""
        kept = self._tables.store.evaluation(table.id, table.seq)
        if kept and kept[1]:
            return kept
        with self._lock:
            if table.id not in self._underway:
                self._underway[table.id] = kept[0] if kept else []
                self._pool.submit(self._evaluate, table, table.seq)
            return list(self._underway[table.id]), False

    def _evaluate(self, table: Table, seq: int) -> None:
        graph = self._underway[table.id]
        try:
            game = self._tables.engines.best(table.kept.game)
            with table.lock:
                match = table.match.on(game)
            done = graph[-1]["ply"] + 1 if graph else 0
            replayed = match.at(done)
            for ply in range(done, match.ply):
                if self._closed:
                    return
                if isinstance(replayed.player, int) and len(replayed.legal()) > 1:
                    best = advise(replayed, SPECS[game.mode], seed=ply)[0]
                    played = match.actions[ply]
                    graph.append(
                        {
                            "ply": ply,
                            "seat": replayed.player,
                            "share": round(best.share, 4),
                            "best": best.action,
                            "played": played,
                        }
                    )
                    if len(graph) % KEEP_EVERY == 0:
                        self._tables.store.keep_evaluation(table.id, seq, graph, done=False)
                replayed.play(match.actions[ply])
            self._tables.store.keep_evaluation(table.id, seq, graph, done=True)
        except Exception:
            log.exception("table %s: could not be evaluated", table.id)
        finally:
            with self._lock:
                self._underway.pop(table.id, None)
