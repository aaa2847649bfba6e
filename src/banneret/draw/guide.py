"""The figures of a guide."""

from __future__ import annotations

import random
from dataclasses import replace

from banneret.core.game import Game, Handle
from banneret.core.guide import Figure
from banneret.core.match import Match
from banneret.core.scene import Scene

from .marks import Marks
from .svg import board


def draw_figure(game: Game, figure: Figure, language: str, prefix: str) -> str:
    """The board of a figure, with the hexes marked that it points out."""
    scene = game.scene(reached(game, figure), figure.seat)
    if figure.around:
        scene = cropped(scene, figure.around)
    marks = Marks(chosen=frozenset(figure.chosen), threat=frozenset(figure.threat))
    return board(scene, game.words(language), marks=marks, prefix=prefix)


def reached(game: Game, figure: Figure) -> Handle:
    """The position that a figure shows."""
    if figure.position is not None:
        return game.position(game.options(figure.options), figure.position)
    match = Match.new(game, figure.options, random.Random(figure.seed))
    for action in figure.actions:
        match.play(action)
    return match.state


def cropped(scene: Scene, around: tuple[str, ...]) -> Scene:
    """Only some hexes and their neighbours."""
    centres = [(h.q, h.r) for h in scene.hexes if h.name in around]
    near = tuple(h for h in scene.hexes if any(distance(h.q - q, h.r - r) <= 1 for q, r in centres))
    names = {h.name for h in near}
    rays = tuple(ray for ray in scene.rays if set(ray.hexes) <= names)
    overlays = {
        key: {n: seats for n, seats in hexes.items() if n in names} for key, hexes in scene.overlays.items()
    }
    return replace(scene, hexes=near, rays=rays, overlays=overlays)


def distance(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))
