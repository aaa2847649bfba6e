"""Barony, by Marc André (2015), alone and with its Sorcery expansion: knights, cities and titles."""

from pathlib import Path

from banneret.core.game import Edition, Info, Thinking

from . import codes, notation, picture, rules, setup, story, styles
from .knowledge import FEATURES

# With more than two seats searches that try less win more here, see docs/search.md.
THINKING = (Thinking(exploration=0.6), Thinking(exploration=0.3))


def _edition(info: Info) -> Edition:
    return Edition(
        info=info,
        rules=rules,
        setup=setup,
        notation=notation,
        picture=picture,
        styles=styles,
        folder=Path(__file__).parent,
        story=story,
    )


EDITIONS = (
    _edition(
        Info(
            key="barony",
            title="Barony",
            author="Marc André",
            published="Matagot, 2015",
            summary="Send out knights, replace them by villages and cities, and pay your way up to duke.",
            players=setup.BARONY_PLAYERS,
            options=setup.BARONY_OPTIONS,
            codes=codes.CODES,
            rules_version=1,
            features=FEATURES,
            styles=styles.STYLES,
            hidden=False,
            thinking=THINKING,
        )
    ),
    _edition(
        Info(
            key="sorcery",
            title="Barony: Sorcery",
            author="Marc André",
            published="Matagot, 2016",
            summary="Barony with mystery places, magic, and spells that bend the rules.",
            players=setup.SORCERY_PLAYERS,
            options=setup.SORCERY_OPTIONS,
            codes=codes.CODES,
            rules_version=1,
            features=FEATURES,
            styles=styles.STYLES,
            hidden=False,
            thinking=THINKING,
        )
    ),
)
