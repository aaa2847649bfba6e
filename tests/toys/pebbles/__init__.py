"""Pebbles, a game that exists for the tests: who takes the last pebble wins. It has the least a game needs."""

from pathlib import Path

from banneret.core.game import Edition, Info
from banneret.core.options import Whole

from . import notation, picture, rules, setup, styles

EDITIONS = (
    Edition(
        info=Info(
            key="pebbles",
            title="Pebbles",
            author="Anonymous",
            published="1901",
            summary="Take one, two or three pebbles; who takes the last one wins.",
            players=range(2, 4),
            options=(
                Whole("players", 2, "how many play", low=2, high=3),
                Whole("pebbles", 12, "how many there are", low=3, high=30),
            ),
            codes=rules.MOST,
            rules_version=1,
            features=("progress", "turn"),
            styles=("uniform",),
            hidden=False,
        ),
        rules=rules,
        setup=setup,
        notation=notation,
        picture=picture,
        styles=styles,
        folder=Path(__file__).parent,
    ),
)
