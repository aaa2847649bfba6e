"""The pictures of a report, each with its numbers beside it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from html import escape

from banneret.core.errors import UnreadableText
from banneret.core.game import Game
from banneret.core.hexgrid import parse_cell
from banneret.games import load

from .charts import hex_map, histogram, interval, scale
from .findings import Finding, Share
from .run import Run
from .speech import Speech, capital

CHARTED = 6  # arms that get a chart of their own in a section
MARGIN = 1.1  # of a scale over the largest value on it


class Pictures:
    """Draws what was found; `main` are the arms that are believed first."""

    def __init__(self, found: Sequence[Finding], main: Sequence[Finding], say: Speech) -> None:
        self.found = found
        self.main = main
        self.say = say

    # Rows of intervals

    def heading(self, found: Finding, what: str = "") -> str:
        """What a chart is of, as far as there is anything to tell it from."""
        several = len({each.arm.lineup.name for each in self.found}) > 1
        parts = [what, self.say.variant(found), self.say.lineup(found.arm) if several else ""]
        return ", ".join(filter(None, parts))

    def group(
        self, heading: str, rows: Sequence[str], fair: float | None, top: float, of_amounts: bool = False
    ) -> str:
        """Rows below each other on one scale."""
        title = f"<h3>{escape(capital(heading))}</h3>" if heading else ""
        said = self.say.number if of_amounts else self.say.round_percent
        marks = [(0.0, said(0)), (1.0, said(top))]
        if fair is not None:
            marks.insert(1, (fair / top, self.say("chart.fair", share=said(fair))))
        return f'<div class="rows">{title}{"".join(rows)}<div></div>{scale(marks)}<div></div></div>'

    def row(self, name: str, share: Share, fair: float | None, top: float, colour: str = "plain") -> str:
        """A name, the interval of a share as a picture, and the same in numbers."""
        return self.drawn(name, (share.value, share.low, share.high), self.say.percent, fair, top, colour)

    def drawn(
        self,
        name: str,
        span: tuple[float, float, float],
        said: Callable[[float], str],
        fair: float | None,
        top: float,
        colour: str = "plain",
    ) -> str:
        value, low, high = map(said, span)
        between = self.say.range(low, high)
        picture = interval(*span, fair, top, colour, f"{name}: {value} ({between})")
        number = f"{escape(value)} <small>({escape(between)})</small>"
        return f'<div class="name">{escape(name)}</div>{picture}<div class="number">{number}</div>'

    def seats(self) -> str:
        most = max((share.high for found in self.main for share in found.seats), default=1.0)
        top = min(1.0, math.ceil(10 * MARGIN * most) / 10)
        groups = []
        for found in self.main[:CHARTED]:
            names = [self.say("text.seat", seat=seat + 1) for seat in range(len(found.seats))]
            rows = [
                self.row(name, share, found.fair, top, f"seat{seat % 5}")
                for seat, (name, share) in enumerate(zip(names, found.seats, strict=True))
            ]
            groups.append(self.group(self.heading(found), rows, found.fair, top))
        return "".join(groups)

    def half_time(self) -> str:
        groups = []
        for found in self.main[:CHARTED]:
            if found.comeback and found.snowball:
                rows = [
                    self.row(self.say("column.comeback"), found.comeback, found.fair, 1.0),
                    self.row(self.say("column.snowball"), found.snowball, found.fair, 1.0),
                ]
                groups.append(self.group(self.heading(found), rows, found.fair, 1.0))
        return "".join(groups)

    def strengths(self, found: Sequence[Finding]) -> str:
        """The first seat and the last at half-time by every line-up, variant by variant."""
        if len({each.arm.lineup.name for each in found}) < 2:
            return ""
        groups = []
        for label in list(dict.fromkeys(each.label for each in found))[:CHARTED]:
            alike = [each for each in found if each.label == label]
            for what in ("first_seat", "comeback"):
                heading = self.say.labelled(alike[0]) + self.say(f"column.{what}")
                shares = [(each, each.seats[0] if what == "first_seat" else each.comeback) for each in alike]
                rows = [
                    self.row(self.say.lineup(each.arm), share, each.fair, 1.0) for each, share in shares if share
                ]
                groups.append(self.group(heading, rows, alike[0].fair, 1.0))
        return "".join(groups)

    def players(self, found: Sequence[Finding]) -> str:
        """Different players at one table."""
        groups = []
        for each in found:
            if each.specs:
                heading = self.say.labelled(each) + self.say.lineup(each.arm)
                rows = [
                    self.row(self.say.player(spec), share, each.fair, 1.0) for spec, share in each.specs.items()
                ]
                groups.append(self.group(heading, rows, each.fair, 1.0))
        return "".join(groups)

    def variants(self) -> str:
        """What is compared: the rounds of eight games in ten, then shares, a row for each variant."""
        found = self.main
        if len(found) < 2:
            return ""
        top = 10 * math.ceil(max(each.length["rounds"][2] for each in found) / 10)
        rows = []
        for each in found:
            low, middle, high = each.length["rounds"]
            rows.append(self.drawn(self.say.variant(each), (middle, low, high), self.say.number, None, top))
        groups = [self.group(self.say("chart.rounds_of_most"), rows, None, top, of_amounts=True)]
        same_size = len({each.arm.players for each in found}) == 1
        for what in ("first_seat", "comeback") if same_size else ():
            shares = [(each, each.seats[0] if what == "first_seat" else each.comeback) for each in found]
            rows = [self.row(self.say.variant(each), share, each.fair, 1.0) for each, share in shares if share]
            groups.append(self.group(self.say(f"column.{what}"), rows, found[0].fair, 1.0))
        return "".join(groups)

    # Others

    def lengths(self) -> str:
        charts = []
        for found in self.main[:CHARTED]:
            heading = self.heading(found, self.say("chart.rounds"))
            picture = histogram(found.rounds, heading, self.say.number)
            charts.append(f"<figure><h3>{escape(heading)}</h3>{picture}</figure>")
        return "".join(charts)

    def maps(self, run: Run) -> str:
        """Where things happen, in the first of the arms that are believed."""
        places = places_of(load(run.experiment.game, "pure"), run)
        blocks = []
        for found in self.main[:1]:
            figures = []
            for kind in ("used", "built", "fought"):
                amounts = found.heat[kind]
                cells = [(*places[cell], cell, amounts.get(cell, 0.0)) for cell in shown_cells(found, places)]
                figures.append(self.map(kind, cells, found))
            heading = self.heading(found)
            title = f"<h3>{escape(heading)}</h3>" if heading else ""
            blocks.append(f'{title}<div class="maps">{"".join(figures)}</div>')
        return "".join(blocks)

    def map(self, kind: str, cells: list[tuple[float, float, str, float]], found: Finding) -> str:
        amounts = [amount for *_, amount in cells]
        if not any(amounts):
            return (
                f"<figure><figcaption>{escape(self.say('chart.no_fights'))}</figcaption></figure>"
                if kind == "fought"
                else ""
            )
        name = self.say(f"chart.{kind}")
        heat = self.say("chart.scale", low=self.say.brief(min(amounts)), high=self.say.brief(max(amounts)))
        looked_at = found.fights.n if kind == "fought" and found.fights else found.games
        games = self.say("text.looked_at", games=self.say.number(looked_at))
        caption = f"<b>{escape(name)}</b> <small>{escape(self.say.join([heat, games]))}</small>"
        return f"<figure><figcaption>{caption}</figcaption>{hex_map(cells, name)}</figure>"


def shown_cells(found: Finding, places: dict[str, tuple[float, float]]) -> list[str]:
    """The cells that were used at all, and can be put on a map."""
    return [cell for cell in found.heat["used"] if cell in places]


def places_of(game: Game, run: Run) -> dict[str, tuple[float, float]]:
    """Where each cell lies: as the board shows it, or as its name says."""
    options = game.options(run.arms[0].options)
    hexes = game.scene(game.start(options, game.setup(options, random.Random(0))), None).hexes
    places: dict[str, tuple[float, float]] = {h.name: (h.q, h.r) for h in hexes}
    for name in used_cells(run):
        if name not in places:
            try:
                cell = parse_cell(name)
            except UnreadableText:
                continue
            places[name] = (cell.q, cell.r)
    return places


def used_cells(run: Run) -> list[str]:
    import polars as pl

    used = run.store.tallies().filter(pl.col("kind") == "used").select(pl.col("key").unique())
    return used.collect()["key"].to_list()
