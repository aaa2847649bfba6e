"""Donjons et Barons and Terra Baronum, by Lucas Borboleta: troops, donjons and knights on 37 tiles."""

from pathlib import Path

from banneret.core.game import Edition, Info, Thinking

from . import codes, notation, picture, rules, setup, story, styles
from .knowledge import FEATURES

# With more than two seats what a position is worth shows only when the others have had their turns: searches that
# let builders play on for a while before they appraise win far more, see docs/search.md.
THINKING = (Thinking(exploration=0.6), Thinking(foresight=0.0, horizon=12, style="builder"))


def _edition(key: str, title: str, published: str, summary: str, number_of_codes: int, hidden: bool) -> Edition:
    return Edition(
        info=Info(
            key=key,
            title=title,
            author="Lucas Borboleta",
            published=published,
            summary=summary,
            players=setup.PLAYERS,
            options=setup.OPTIONS,
            codes=number_of_codes,
            rules_version=1,
            features=FEATURES,
            styles=styles.STYLES,
            hidden=hidden,
            thinking=THINKING,
        ),
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
        "donjons",
        "Donjons et Barons",
        "2023, rules of 2025-09-24",
        "Order troops, build donjons on rich tiles, and block the other barons with knights.",
        codes.TREASURY,
        hidden=False,
    ),
    _edition(
        "terra",
        "Terra Baronum",
        "rules of 2025-09-28",
        "Donjons et Barons with a hidden personal card: for the treasury, or for a ride across the land.",
        codes.CODES,
        hidden=True,
    ),
)
