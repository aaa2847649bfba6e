"""The report as one HTML file that asks nothing of any server."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from banneret.core.game import Game
from banneret.games import load

from . import tables
from .declared import declared
from .experiment import BAR, check_question, unbarred
from .findings import Finding, findings
from .outliers import holes
from .pictures import Pictures
from .remarkable import Remarkable, html_table
from .run import Run
from .speech import Speech, speech
from .tables import ARM, Column, ReportTable
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
            tables.start(self.plain, self.main),
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
        draw = Pictures(self.found, self.main, self.say)
        return [
            ("variants", draw.variants() + self.table("variants") if several else ""),
            ("seats", draw.seats() + self.table("balance")),
            ("length", draw.lengths() + self.table("length")),
            ("drama", draw.half_time() + self.table("drama")),
            ("strengths", draw.strengths(strengths)),
            ("players", draw.players(self.plain) + self.table("players") if "players" in self.tables else ""),
            ("decisions", self.table("decisions")),
            ("actions", self.table_of_one("actions")),
            ("rule_value", self.table("rule_value")),
            ("map", draw.maps(self.run)),
            ("start", self.setups() + self.table("start")),
            ("kingmaking", self.kingmaking()),
            ("overview", self.table("overview")),
            ("holes", self.remarkable.holes()),
            ("outliers", self.remarkable.others()),
            ("method", f"<p>{escape(self.say('text.method'))}</p>"),
        ]

    def setups(self) -> str:
        told = [
            self.say.labelled(found)
            + self.say("text.setups", spread=self.say.points(spread.value), p=self.say.luck(spread.luck))
            for found in self.main
            if (spread := found.setups) is not None
        ]
        return "".join(f"<p>{escape(sentence)}</p>" for sentence in told)

    # Tables

    def table_of_one(self, name: str) -> str:
        """A table of the first arm that is believed, under its name."""
        heading = Pictures(self.found, self.main, self.say).heading(self.main[0]) if self.main else ""
        return f"<h3>{escape(heading)}</h3>{self.table(name)}" if heading else self.table(name)

    def table(self, name: str) -> str:
        if name not in self.tables:
            return ""
        labels, lineups = ({part(found) for found in self.plain} for part in (label_of, lineup_of))
        alike = [column for column, values in zip(ARM, (labels, lineups), strict=True) if len(values) < 2]
        columns, rows = self.tables[name].said(self.say, alike)
        marks = [' class="text"' if column.is_words else "" for column in columns]
        headings = [self.heading(column) for column in columns]
        return html_table(headings, rows, marks) if rows else ""

    def heading(self, column: Column) -> str:
        """A column's heading; over variants the option that was varied, if it is one."""
        option = self.say.varied(self.found[0]) if column == ARM[0] else None
        return self.say.option(option) if option else column.said_heading(self.say)

    def kingmaking(self) -> str:
        if all(found.arm.players < 3 for found in self.plain):
            return ""
        return self.table("kingmaking") or f"<p>{escape(self.say('text.moved_unknown'))}</p>"

    def footer(self) -> str:
        if not self.files:
            return ""
        links = ", ".join(f'<a href="{quote(self.files)}/{name}.csv">{name}.csv</a>' for name in self.tables)
        return f"<footer><p>{self.say('text.tables', links=links)}</p></footer>"


def label_of(found: Finding) -> str:
    return found.label


def lineup_of(found: Finding) -> str:
    return found.arm.lineup.name


def names_of(runs: Sequence[Run]) -> list[str]:
    """What runs are called when they are compared: by their folders, or whole paths where folders are alike."""
    if len(runs) == 1:
        return [""]
    names = [run.store.folder.name for run in runs]
    return names if len(set(names)) == len(names) else [str(run.store.folder) for run in runs]
