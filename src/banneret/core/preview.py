"""What an action would do, exactly, as far as the seat that thinks of it may know.

The true state is never asked: the action is carried out on samples of what the seat knows. Where nothing is
hidden that is the state itself; where samples disagree, only what they have in common is told.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from .game import CHANCE, NOBODY, Game, Handle
from .scene import Card, Hex, Panel, Said, Scene

SAMPLES = 6


@dataclass(frozen=True)
class Change:
    """A line of a seat's panel before and after."""

    seat: int
    label: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Preview:
    """What an action would do.

    `certain` is false where it depends on what the seat does not know; `chance` tells that chance acts next,
    and `turn` that the same seat acts next.
    """

    told: tuple[Said, ...]
    cards: tuple[Card, ...]
    changes: tuple[Change, ...]
    hexes: tuple[str, ...]  # names of the hexes that look different
    scene: Scene | None  # the position then, if it is certain
    certain: bool
    chance: bool
    over: bool
    turn: bool


def preview(game: Game, state: Handle, seat: int, action: str, rng: random.Random) -> Preview:
    """What a legal action of a seat would do."""
    code = game.code(action)
    guesses = [_outcome(game, game.sample(state, seat, rng), seat, action, code) for _ in range(samples(game))]
    first = guesses[0]
    certain = all(guess == first for guess in guesses)
    return Preview(
        told=tuple(said for said in first.told if all(said in guess.told for guess in guesses)),
        cards=tuple(card for card in first.cards if all(card in guess.cards for guess in guesses)),
        changes=tuple(change for change in first.changes if all(change in guess.changes for guess in guesses)),
        hexes=tuple(name for name in first.hexes if all(name in guess.hexes for guess in guesses)),
        scene=first.scene if certain else None,
        certain=certain,
        chance=first.chance,
        over=first.over,
        turn=all(guess.turn for guess in guesses),
    )


def samples(game: Game) -> int:
    return SAMPLES if game.info.hidden else 1


def _outcome(game: Game, before: Handle, seat: int, action: str, code: int) -> Preview:
    after = game.copy(before)
    game.apply(after, code)
    was, now = game.scene(before, seat), game.scene(after, seat)
    following = game.player(after)
    return Preview(
        told=game.told(before, action, after, seat),
        cards=game.cards(before, action, after, seat),
        changes=tuple(changes(was.panels, now.panels)),
        hexes=tuple(changed_hexes(was.hexes, now.hexes)),
        scene=now,
        certain=True,
        chance=following == CHANCE,
        over=following == NOBODY,
        turn=following == seat,
    )


def changes(before: tuple[Panel, ...], after: tuple[Panel, ...]) -> list[Change]:
    """The lines of panels that differ."""
    return [
        Change(was.seat, then.label, then.things, now.things)
        for was, is_now in zip(before, after, strict=True)
        for then, now in zip(was.entries, is_now.entries, strict=True)
        if then.things != now.things
    ]


def changed_hexes(before: tuple[Hex, ...], after: tuple[Hex, ...]) -> list[str]:
    """The names of hexes whose ground or pieces differ, or that are new."""
    looks = {h.name: (h.terrain, h.value, h.pieces) for h in before}
    return [h.name for h in after if looks.get(h.name) != (h.terrain, h.value, h.pieces)]
