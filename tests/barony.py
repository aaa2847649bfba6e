"""Positions of Barony and Sorcery put up by hand, for tests of what they show and tell."""

from __future__ import annotations

from typing import Any

from banneret.core.game import Game, Handle
from banneret.core.scene import Scene
from tests.conftest import pure

KEYS = ("barony", "sorcery")


def put_up(key: str, position: dict[str, Any], players: int = 2, **options: Any) -> tuple[Game, Handle]:
    game = pure(key)
    return game, game.position(game.options({"players": players, **options}), position)


def shown(key: str, position: dict[str, Any], players: int = 2) -> Scene:
    """What seat 0 sees."""
    game, state = put_up(key, position, players)
    return game.scene(state, 0)


def played(game: Game, state: Handle, action: str) -> Handle:
    """The position after a legal action."""
    after = game.copy(state)
    code = game.code(action)
    assert code in game.legal(state), action
    game.apply(after, code)
    return after
