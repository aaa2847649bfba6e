"""Baron, by Franz Gaudois (Tilsit, 2006): a land grows tile by tile, and knights fight for their baronies."""

from pathlib import Path

from banneret.core.game import Edition, Info, Thinking

from . import notation, picture, rules, setup, story, styles
from .knowledge import FEATURES

EDITIONS = (
    Edition(
        info=Info(
            key="baron",
            title="Baron",
            author="Franz Gaudois",
            published="Tilsit, 2006",
            summary="Lay tiles, raise donjons, and win the fights for the baronies that they complete.",
            players=setup.PLAYERS,
            options=setup.OPTIONS,
            codes=rules.CODES,
            rules_version=1,
            features=FEATURES,
            styles=styles.STYLES,
            hidden=True,
            # A tile that is drawn costs 3 honour at once, and comes cheaper only turns later: luck can wait.
            thinking=(Thinking(exploration=0.6, luck=0.2), Thinking(luck=0.2)),
        ),
        rules=rules,
        setup=setup,
        notation=notation,
        picture=picture,
        styles=styles,
        folder=Path(__file__).parent,
        story=story,
    ),
)
