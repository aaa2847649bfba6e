"""The report as one HTML file that asks nothing of any server."""

from __future__ import annotations

import random
from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from banneret.core.errors import UnreadableText
from banneret.core.game import Game
from banneret.core.hexgrid import parse_cell
from banneret.games import load

from . import tables
from .charts import hex_map, histogram, interval
from .declared import declared
from .experiment import BAR, check_question, unbarred
from .findings import Finding, Share, findings
from .outliers import holes
from .remarkable import Remarkable, html_table
from .run import Run
from .speech import Speech, speech
from .tables import ReportTable
from .verdict import Verdict, main_arms

STYLE = Path(__file__).parent / "report.css"
ANSWERS = {  # the section that comes first, by question
    "seats": "seats",
    "length": "length",
    "comeback": "drama",
    "start-fairness": "start",
    "dead-actions": "rule_value",
    "skill": "players",
}
CHARTED = 6  # arms that get a chart of their own in a section


class Report:
    """What is said about one run, or about several side by side."""

    def __init__(
        self,
        runs: Sequence[Run],
        language: str,
        files: str = "",
        question: str | None = None,
        replays: str = "",
    ) -> None:
        """`files` is the folder of records and tables, as the page links to it, and `replays` the address of a
        remarkable game's replay, with {number} and {name} to fill in; without them there are no such links. The
        question is the experiment's own unless another is named."""
        self.runs = runs
        self.run = runs[0]
        self.files = files
        asked = "" if len(runs) > 1 else self.run.experiment.question
        self.question = asked if question is None else question
        if self.question:
            check_question(self.question)
        self.game: Game = load(self.run.experiment.game, "pure")
        self.say: Speech = speech(language, self.game)
        self.declared = declared(self.game)
        self.words = self.game.words(language)
        self.names = names_of(runs)
        self.found = [found for run, name in zip(runs, self.names, strict=True) for found in findings(run, name)]
        self.main = main_arms(self.found, self.declared.cap)
        self.plain = [found for found in self.found if BAR not in found.arm.lineup.name]
        self.remarkable = Remarkable(runs, self.found, self.say, self.reasons, files, replays)
        self.tables = {table.name: table for table in self.all_tables() if table.rows}

    @property
    def reasons(self) -> dict[str, str]:
        """Why games end, in words."""
        return {**self.words.reason, **self.say.words["end"]}

    @property
    def verb(self) -> str | None:
        """The action that the question is about, if it is about one."""
        turned = self.declared.ask.get(self.question)
        return turned.verb if turned else None

    def all_tables(self) -> list[ReportTable]:
        return [
            tables.overview(self.plain, self.reasons),
            tables.seats(self.plain),
            tables.balance(self.plain),
            tables.length(self.plain),
            tables.decisions(self.plain),
            tables.drama(self.plain),
            tables.actions(self.found, self.main, self.say),
            tables.rule_value(self.found),
            tables.heat(self.plain),
            tables.start(self.plain),
            tables.players(self.found),
            tables.kingmaking(self.plain),
            tables.variants(self.plain, self.verb),
        ]

    # The page

    def html(self) -> str:
        title = self.say(
            f"title.{self.question or ('compare' if len(self.runs) > 1 else 'run')}", game=self.game.info.title
        )
        sections = [(name, body) for name, body in self.sections() if body]
        sections.sort(key=lambda section: section[0] != ANSWERS.get(self.question))
        links = "".join(f'<a href="#{name}">{escape(self.say(f"section.{name}"))}</a>' for name, _ in sections)
        return (
            f'<!doctype html>\n<html lang="{self.say.language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="color-scheme" content="light dark">\n<title>{escape(title)}</title>\n'
            f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n<main>\n"
            f'<header>\n<p class="brand">Banneret</p>\n<h1>{escape(title)}</h1>\n'
            f"{self.verdict()}\n{self.facts()}\n</header>\n"
            f"<nav>{links}</nav>\n{''.join(self.section(name, body) for name, body in sections)}"
            f"{self.footer()}</main>\n</body>\n</html>\n"
        )

    def verdict(self) -> str:
        first, *others = self.sentences()
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in others)
        done, total = sum(run.done for run in self.runs), sum(run.total for run in self.runs)
        notice = ""
        if not all(run.finished for run in self.runs):
            said = self.say("fact.incomplete", done=self.say.number(done), total=self.say.number(total))
            notice = f'<p class="notice">{escape(said)}</p>'
        return f'<div class="verdict"><p class="answer">{escape(first)}</p><ul>{items}</ul></div>{notice}'

    def sentences(self) -> list[str]:
        """The verdict."""
        verdict = Verdict(self.found, self.say, self.verb, self.declared.cap, self.reasons)
        return [*verdict.sentences(self.question), *self.warnings(), self.say("verdict.bots")]

    def warnings(self) -> list[str]:
        count = sum(map(holes, self.runs))
        return (
            [self.say("verdict.holes", count=self.say.number(count), section=self.say("section.holes"))]
            if count
            else []
        )

    def facts(self) -> str:
        say, experiment, manifest = self.say, self.run.experiment, self.run.store.manifest
        unfinished = sum(found.games - found.finished for found in self.found)
        grid = "; ".join(
            f"{say.option(name)} {', '.join(map(say.value, values))}" for name, values in experiment.grid.items()
        )
        seconds = say.number(sum(run.store.manifest["seconds"] for run in self.runs))
        facts = {
            "rules": say("fact.rules_value", game=self.game.info.title, version=self.game.info.rules_version),
            "options": "; ".join(map(self.fixed_options, self.runs, self.names)),
            "varied": grid,
            "games": say.number(sum(found.games for found in self.found)),
            "unfinished": say.number(unfinished),
            "seeds": say("fact.seeds_value", seed=experiment.seed),
            "machine": say("fact.machine_value", seconds=seconds, **manifest["machine"]),
            "began": manifest["began"].replace("T", " ").removesuffix("+00:00") + " UTC",
        }
        told = {key: escape(text) for key, text in facts.items() if text}
        told["lineups"] = self.players()
        told["command"] = "<br>".join(f"<code>{escape(run.experiment.command)}</code>" for run in self.runs)
        order = [key for key in self.say.words["fact"] if key in told]
        rows = "".join(f"<dt>{escape(say(f'fact.{key}'))}</dt><dd>{told[key]}</dd>" for key in order)
        return f'<dl class="facts">{rows}</dl>'

    def players(self) -> str:
        """Who played, and what each of them does."""
        specs = dict.fromkeys(spec for found in self.found for spec in found.arm.seats)
        return "<br>".join(
            f"<b>{escape(self.say.player(spec))}</b> <small>{escape(self.say.way_of_playing(spec))}</small>"
            for spec in dict.fromkeys(unbarred(spec)[0] for spec in specs)
        )

    def fixed_options(self, run: Run, name: str) -> str:
        """The number of players, and what else differs from the default, in all arms of a run alike."""
        options = {key: value for key, value in run.arms[0].options.items() if key not in run.experiment.grid}
        return ": ".join(filter(None, [name, self.say.choices(options)]))

    def section(self, name: str, body: str) -> str:
        lead = f'<p class="lead">{escape(self.say(f"lead.{name}"))}</p>' if self.say.has(f"lead.{name}") else ""
        return f'<section id="{name}">\n<h2>{escape(self.say(f"section.{name}"))}</h2>\n{lead}{body}\n</section>\n'

    def sections(self) -> list[tuple[str, str]]:
        """Names and bodies, in order; a section without a body is left out."""
        strengths = [found for found in self.plain if not found.specs]
        several = len({found.label for found in self.found}) > 1
        return [
            ("variants", self.table("variants") if several else ""),
            ("seats", self.seat_charts() + self.table("balance")),
            ("length", self.length_charts() + self.table("length")),
            ("drama", self.half_time_charts() + self.table("drama")),
            ("strengths", self.strength_charts(strengths)),
            ("players", self.player_charts() + self.table("players") if "players" in self.tables else ""),
            ("decisions", self.table("decisions")),
            ("actions", self.table("actions")),
            ("rule_value", self.table("rule_value")),
            ("map", self.maps()),
            ("start", self.setups() + self.table("start")),
            ("kingmaking", self.kingmaking()),
            ("overview", self.table("overview")),
            ("holes", self.remarkable.holes()),
            ("outliers", self.remarkable.others()),
            ("method", f"<p>{escape(self.say('text.method'))}</p>"),
        ]

    # Charts

    def seat_charts(self) -> str:
        top = min(1.0, 1.25 * max((share.high for found in self.main for share in found.seats), default=1.0))
        rows = []
        for found in self.main[:CHARTED]:
            rows.append(self.heading(found))
            for seat, share in enumerate(found.seats):
                name = self.say("text.seat", seat=seat + 1)
                rows.append(self.row(name, share, found.fair, top, f"seat{seat % 5}"))
        return f'<div class="rows">{"".join(rows)}</div>'

    def heading(self, found: Finding, what: str = "") -> str:
        """What a chart is of, as far as there is anything to tell it from."""
        several = len({each.arm.lineup.name for each in self.found}) > 1
        parts = [what, self.say.variant(found), self.say.lineup(found.arm) if several else ""]
        return f"<h3>{escape(', '.join(filter(None, parts)))}</h3>" if any(parts) else ""

    def row(self, name: str, share: Share, fair: float | None, top: float, colour: str) -> str:
        """A name, its interval as a picture, and the same in numbers."""
        span = self.say.range(self.say.percent(share.low), self.say.percent(share.high))
        told = f"{name}: {self.say.percent(share.value)} ({span})"
        picture = interval(share.value, share.low, share.high, fair, top, colour, told)
        number = f"{self.say.percent(share.value)} <small>({span})</small>"
        return f'<div class="name">{escape(name)}</div>{picture}<div class="number">{number}</div>'

    def length_charts(self) -> str:
        charts = []
        for found in self.main[:CHARTED]:
            charts.append(self.heading(found, self.say("chart.rounds")))
            charts.append(histogram(found.rounds, self.say("chart.rounds")))
        return "".join(charts)

    def half_time_charts(self) -> str:
        rows = []
        for found in self.main[:CHARTED]:
            if found.comeback and found.snowball:
                rows.append(self.heading(found))
                rows.append(self.row(self.say("column.comeback"), found.comeback, found.fair, 1.0, "plain"))
                rows.append(self.row(self.say("column.snowball"), found.snowball, found.fair, 1.0, "plain"))
        return f'<div class="rows">{"".join(rows)}</div>' if rows else ""

    def strength_charts(self, found: list[Finding]) -> str:
        """The first seat and the last at half-time by every line-up, variant by variant."""
        if len({each.arm.lineup.name for each in found}) < 2:
            return ""
        rows = []
        for label in list(dict.fromkeys(each.label for each in found))[:CHARTED]:
            alike = [each for each in found if each.label == label]
            for what in ("first_seat", "comeback"):
                heading = self.say.labelled(alike[0]) + self.say(f"column.{what}")
                rows.append(f"<h3>{escape(heading)}</h3>")
                for each in alike:
                    share = each.seats[0] if what == "first_seat" else each.comeback
                    if share:
                        rows.append(self.row(self.say.lineup(each.arm), share, each.fair, 1.0, "plain"))
        return f'<div class="rows">{"".join(rows)}</div>'

    def player_charts(self) -> str:
        rows = []
        for found in self.plain:
            if found.specs:
                heading = self.say.labelled(found) + self.say.lineup(found.arm)
                rows.append(f"<h3>{escape(heading)}</h3>")
                rows += [
                    self.row(self.say.player(spec), share, found.fair, 1.0, "plain")
                    for spec, share in found.specs.items()
                ]
        return f'<div class="rows">{"".join(rows)}</div>'

    def maps(self) -> str:
        places = places_of(self.game, self.run)
        blocks = []
        for found in self.main[:1]:
            figures = []
            for kind in ("used", "built", "fought"):
                amounts = found.heat[kind]
                cells = [(*places[cell], cell, amounts.get(cell, 0.0)) for cell in shown_cells(found, places)]
                figures.append(self.map(kind, cells, found))
            blocks.append(f'{self.heading(found)}<div class="maps">{"".join(figures)}</div>')
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
        scale = self.say("chart.scale", low=self.say.brief(min(amounts)), high=self.say.brief(max(amounts)))
        looked_at = found.fights.n if kind == "fought" and found.fights else found.games
        games = self.say("text.looked_at", games=self.say.number(looked_at))
        caption = f"<b>{escape(name)}</b> <small>{escape(scale)}; {escape(games)}</small>"
        return f"<figure><figcaption>{caption}</figcaption>{hex_map(cells, name)}</figure>"

    def setups(self) -> str:
        told = [
            self.say.labelled(found)
            + self.say("text.setups", spread=self.say.points(spread.value), p=self.say.luck(spread.luck))
            for found in self.main
            if (spread := found.setups) is not None
        ]
        return "".join(f"<p>{escape(sentence)}</p>" for sentence in told)

    # Tables

    def table(self, name: str) -> str:
        if name not in self.tables:
            return ""
        columns, rows = self.tables[name].said(self.say)
        marks = [' class="text"' if column.is_words else "" for column in columns]
        headings = [column.said_heading(self.say) for column in columns]
        return html_table(headings, rows, marks) if rows else ""

    def kingmaking(self) -> str:
        if all(found.arm.players < 3 for found in self.plain):
            return ""
        return self.table("kingmaking") or f"<p>{escape(self.say('text.moved_unknown'))}</p>"

    def footer(self) -> str:
        if not self.files:
            return ""
        links = ", ".join(f'<a href="{quote(self.files)}/{name}.csv">{name}.csv</a>' for name in self.tables)
        return f"<footer><p>{self.say('text.tables', links=links)}</p></footer>"


def names_of(runs: Sequence[Run]) -> list[str]:
    """What runs are called when they are compared: by their folders, or whole paths where folders are alike."""
    if len(runs) == 1:
        return [""]
    names = [run.store.folder.name for run in runs]
    return names if len(set(names)) == len(names) else [str(run.store.folder) for run in runs]


def shown_cells(found: Finding, places: dict[str, tuple[float, float]]) -> list[str]:
    """The cells that were used at all, and can be put on a map."""
    return [cell for cell in found.heat["used"] if cell in places]


def places_of(game: Game, run: Run) -> dict[str, tuple[float, float]]:
    """Where each cell lies: as the board shows it, or as its name says."""
    options = game.options(run.arms[0].options)
    hexes = game.scene(game.start(options, game.setup(options, random.Random(0))), None).hexes
    places: dict[str, tuple[float, float]] = {h.name: (h.q, h.r) for h in hexes}
    for found in findings_cells(run):
        if found not in places:
            try:
                cell = parse_cell(found)
            except UnreadableText:
                continue
            places[found] = (cell.q, cell.r)
    return places


def findings_cells(run: Run) -> list[str]:
    import polars as pl

    used = run.store.tallies().filter(pl.col("kind") == "used").select(pl.col("key").unique())
    return used.collect()["key"].to_list()
