"""The remarkable games in a report: a table with links to records and replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote

from .findings import Finding
from .outliers import Outlier, outliers
from .run import Run
from .speech import Speech

COLUMNS = ("kind", "value", "lineup", "reason", "record")


class Remarkable:
    """The remarkable games of all runs of a report, numbered through."""

    def __init__(
        self,
        runs: Sequence[Run],
        found: Sequence[Finding],
        say: Speech,
        reasons: Mapping[str, str],
        files: str,
        replays: str,
    ) -> None:
        """`files` and `replays` are those of the report."""
        self.say = say
        self.reasons = reasons
        self.files = files
        self.replays = replays
        self.games: dict[int, tuple[Outlier, Finding]] = {}
        for run in runs:
            for each in outliers(run):
                arm = next(one for one in found if one.arm is run.arms[each.arm])
                self.games[len(self.games) + 1] = each, arm

    def holes(self) -> str:
        odd = [number for number, (each, _) in self.games.items() if each.kind == "odd"]
        return self.table(odd) if odd else f"<p>{escape(self.say('text.no_holes'))}</p>"

    def others(self) -> str:
        return self.table([number for number, (each, _) in self.games.items() if each.kind != "odd"])

    def table(self, numbers: list[int]) -> str:
        kept = [key for key in COLUMNS if key != "value" or any(self.value(self.games[n][0]) for n in numbers)]
        rows = "".join(self.row(number, *self.games[number], kept) for number in numbers)
        head = "".join(f'<th class="text">{escape(self.say(f"column.{key}"))}</th>' for key in kept)
        table = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        return table + self.command(numbers[0]) if numbers else ""

    def command(self, number: int) -> str:
        """How to see a game, where no link shows it."""
        if not self.files or self.replays:
            return ""
        path = f"{self.files}/{file_name(number, self.games[number][0])}.json"
        command = f"<code>banneret lab watch {escape(path)}</code>"
        return f'<p class="lead">{self.say("text.watch", command=command)}</p>'

    def value(self, each: Outlier) -> str:
        """What is remarkable, as a number; or what went wrong."""
        if each.value is None:
            return each.trouble
        return self.say(f"outlier.{each.unit}", value=self.say.number(each.value))

    def row(self, number: int, each: Outlier, found: Finding, kept: Sequence[str]) -> str:
        cells = {
            "kind": escape(self.say(f"outlier.{each.kind}")),
            "value": escape(self.value(each)),
            "lineup": escape(self.say.labelled(found) + self.say.lineup(found.arm)),
            "reason": escape(self.reasons.get(each.reason, each.reason)),
            "record": self.links(number, each),
        }
        return "<tr>" + "".join(f'<td class="text">{cells[key]}</td>' for key in kept) + "</tr>"

    def links(self, number: int, each: Outlier) -> str:
        """Where the game can be seen, and its record."""
        name = file_name(number, each)
        links = [str(number)]
        if self.replays:
            address = self.replays.format(number=number, name=name)
            links.append(f'<a href="{quote(address)}">{escape(self.say("outlier.watch"))}</a>')
        if self.files:
            address = f"{self.files}/{name}.json"
            links.append(f'<a href="{quote(address)}">{escape(self.say("outlier.file"))}</a>')
        return " ".join(links)


def file_name(number: int, each: Outlier) -> str:
    return f"{number:02}-{each.kind}"


def html_table(headings: Sequence[str], rows: Sequence[Sequence[str]], marks: Sequence[str]) -> str:
    """A table; `marks` are the attributes of each column's cells."""
    head = "".join(f"<th{mark}>{escape(heading)}</th>" for mark, heading in zip(marks, headings, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{mark}>{escape(cell)}</td>" for mark, cell in zip(marks, row, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
