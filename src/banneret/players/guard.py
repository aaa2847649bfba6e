"""A table that goes on: whatever a player does, a legal action is played, and trouble is reported."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Stalled
from dataclasses import dataclass, field

from .mcts import SearchPlayer
from .outside import OutsidePlayer
from .player import Player, Seen

PATIENCE = 60.0


@dataclass
class Guard:
    """Asks a player, and replaces an answer that does not come, or that is not legal, by a random legal one.

    A player that stalls is not asked again: a program is ended, a thread is left to itself.
    """

    player: Player
    rng: random.Random
    patience: float = PATIENCE
    troubles: list[str] = field(default_factory=list)
    gone: bool = False

    @property
    def spec(self) -> str:
        return self.player.spec

    @property
    def tries(self) -> int | None:
        """How many iterations a search of the player took on average, if it searches."""
        return self.player.tries if isinstance(self.player, SearchPlayer) else None

    def choose(self, seen: Seen) -> int:
        if not self.gone:
            answer = self._ask(seen)
            if answer is not None:
                return answer
        return self.rng.choice(seen.legal)

    def _ask(self, seen: Seen) -> int | None:
        pool = ThreadPoolExecutor(1)
        try:
            answer = pool.submit(self.player.choose, seen).result(self.patience)
        except Stalled:
            self.gone = True
            if isinstance(self.player, OutsidePlayer):
                self.player.close()  # whoever still reads from it would wait for ever
            self._report(seen, f"gave no answer within {self.patience:g} s")
            return None
        except Exception as error:  # whatever a player raises, the game goes on
            self._report(seen, f"failed with {type(error).__name__}: {error}")
            return None
        finally:
            pool.shutdown(wait=False)
        if type(answer) is not int or answer not in seen.legal:
            self._report(seen, f"answered {answer!r}, which is not legal")
            return None
        return answer

    def _report(self, seen: Seen, what: str) -> None:
        self.troubles.append(f"{self.spec} at seat {seen.seat}, ply {len(seen.history)}: {what}")
