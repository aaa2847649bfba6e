"""An action carried out, and told to everybody as far as they may know."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from banneret.core.match import Match
from banneret.core.scene import Said


@dataclass
class Teller:
    """Plays at a table's match and says what that brought about. `seats` are all seats of the table."""

    seats: range
    _counted: tuple[int, list[int]] = (-1, [])  # a ply that was reached by an action, and the unknowns there

    def act(self, match: Match, action: str) -> dict[str, Any]:
        """Play an action; what an entry of the log tells of it."""
        player = match.player
        before, unknown = match.game.copy(match.state), self._unknown(match)
        match.play(action)
        told = match.game.told(before, action, match.state, None)
        told_to = {}
        if match.game.info.hidden:
            for seat in self.seats:
                own = match.game.told(before, action, match.state, seat)
                if own != told:
                    told_to[str(seat)] = plain(own)
        learnt = any(now < then for then, now in zip(unknown, self._unknown(match), strict=True))
        content: dict[str, Any] = {"action": action, "reveal": player == "chance" or learnt, "told": plain(told)}
        return {**content, "told_to": told_to} if told_to else content

    def _unknown(self, match: Match) -> list[int]:
        """For each seat, how many things it does not know; who learns something knows more afterwards. They are
        counted once a position: only actions lead to a later ply than the one at which they were counted last."""
        if not match.game.info.hidden:
            return []
        if self._counted[0] != match.ply:
            self._counted = match.ply, [json.dumps(match.view(seat)).count('"?"') for seat in self.seats]
        return self._counted[1]


def plain(told: Sequence[Said]) -> list[list[Any]]:
    """Sentences as they are kept."""
    return [[said.key, said.about] for said in told]
