"""A picture for each game on the shelf: its board in the middle of play, always the same."""

from __future__ import annotations

import functools
import random

from fastapi import APIRouter, Request
from starlette.responses import Response

from banneret.core.game import Game
from banneret.core.match import Match
from banneret.core.words import LANGUAGES
from banneret.draw.svg import board
from banneret.games import editions

from .errors import NotPossible
from .reading import tables_of

router = APIRouter(include_in_schema=False)
SEED, PLIES = 3, 60
KEPT = {"Cache-Control": "public, max-age=86400"}


@router.get("/games/{key}/board.svg")
def cover(request: Request, key: str) -> Response:
    if key not in editions():
        raise NotPossible(f"there is no game {key!r}")
    return Response(drawn(tables_of(request).engines.pure(key)), media_type="image/svg+xml", headers=KEPT)


@functools.cache
def drawn(game: Game) -> str:
    rng = random.Random(SEED)
    match = Match.new(game, {"players": game.info.players[0]}, rng)
    while match.ply < PLIES and not match.over:
        match.play(match.choose(rng, game.info.styles[-1]))
    return board(game.scene(match.state, None), game.words(LANGUAGES[0]))
