"""A match as a picture of the position that it is at, with what the last action changed."""

from __future__ import annotations

from banneret.core.match import Match

from .marks import last_move, offers
from .picture import picture
from .svg import board


def still(
    match: Match, language: str = "en", *, seat: int | None = None, theme: str = "light", part: str = "table"
) -> str:
    """The position as a seat may see it (None: as everybody may): the `table`, the `board`, or for a `phone`."""
    game, words = match.game, match.game.words(language)
    scene = game.scene(match.state, seat)
    marks = offers(scene)
    if match.ply:
        marks = last_move(game.scene(match.at(match.ply - 1).state, seat), scene)
    if part == "board":
        return board(scene, words, marks=marks, theme=theme)
    return picture(scene, words, marks=marks, theme=theme, narrow=part == "phone")
