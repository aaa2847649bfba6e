"""The tables of a report: each told once, shown in the reader's language, and kept as CSV for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .experiment import BAR, unbarred
from .findings import Finding, Mean, Share
from .speech import Speech
from .statistics import difference
from .worker import THIRD_NAMES

TEXT, WHOLE, DECIMAL, PERCENT, LUCK = "text", "whole", "decimal", "percent", "luck"
SHARE, AMOUNT = "share", "amount"  # with its interval: a value, from, to
ARM_FORM, VERB, VERBS, FEATURE, PLAYER = "arm", "verb", "verbs", "feature", "player"
SPANS = (SHARE, AMOUNT)
WORDS = (TEXT, ARM_FORM, VERB, VERBS, FEATURE, PLAYER)


@dataclass(frozen=True)
class Column:
    """A column: its key, how its values are written, and perhaps what fills its heading."""

    key: str
    form: str = TEXT
    fill: dict[str, str] = field(default_factory=dict)

    @property
    def headings(self) -> list[str]:
        """In CSV, where an interval has three columns."""
        heading = f"{self.key} {' '.join(self.fill.values())}".strip()
        return [heading, "low", "high"] if self.form in SPANS else [heading]

    @property
    def is_words(self) -> bool:
        return self.form in WORDS

    def said_heading(self, say: Speech) -> str:
        return say(f"column.{self.key}", **{name: say.verb(verb) for name, verb in self.fill.items()})


@dataclass(frozen=True)
class ReportTable:
    """Rows of plain values under columns. `shown` are the rows that the page shows; CSV has all."""

    name: str
    columns: tuple[Column, ...]
    rows: list[tuple[Any, ...]]
    shown: list[tuple[Any, ...]] | None = None
    one_arm: bool = False  # whether those are of one arm

    def as_csv(self) -> str:
        written = io.StringIO()
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow([heading for column in self.columns for heading in column.headings])
        for row in self.rows:
            writer.writerow(
                [plain(v) for column, cell in zip(self.columns, row, strict=True) for v in cells(column, cell)]
            )
        return written.getvalue()

    def said(self, say: Speech, alike: Sequence[Column]) -> tuple[list[Column], list[list[str]]]:
        """Columns and cells in words, without columns where nothing stands. What names an arm is left out too if
        all arms are `alike` in it, or if only one is shown."""
        rows = self.rows if self.shown is None else self.shown
        hidden = ARM if self.one_arm else alike
        kept = [
            i
            for i, column in enumerate(self.columns)
            if column not in hidden and any(row[i] not in (None, "") for row in rows)
        ]
        return [self.columns[i] for i in kept], [
            [said(row[i], self.columns[i].form, say) for i in kept] for row in rows
        ]


def cells(column: Column, cell: Any) -> Sequence[Any]:
    """What stands in CSV for a cell."""
    if column.form in SPANS:
        return cell or (None, None, None)
    return [" ".join(cell)] if column.form == VERBS else [cell]


def plain(value: Any) -> Any:
    return round(value, 6) if isinstance(value, float) else "" if value is None else value


def said(value: Any, form: str, say: Speech) -> str:
    if value is None:
        return ""
    if form in SPANS:
        share, low, high = (say.percent(part) if form == SHARE else say.brief(part) for part in value)
        return say("text.span", value=share, low=low, high=high)
    if isinstance(value, Named):
        return value.said(say)
    written = WRITTEN.get(form)
    return written(say, value) if written else str(value)


WRITTEN: dict[str, Callable[[Speech, Any], str]] = {
    WHOLE: Speech.number,
    DECIMAL: Speech.brief,
    PERCENT: Speech.percent,
    LUCK: Speech.luck,
    VERB: Speech.verb,
    VERBS: Speech.verbs,
    FEATURE: Speech.feature,
    PLAYER: Speech.player,
}


@dataclass(frozen=True)
class Named:
    """What an arm is called: in CSV as the experiment has it, on the page as people say it."""

    told: str
    said: Callable[[Speech], str] = field(compare=False)

    def __str__(self) -> str:
        return self.told


ARM = (Column("variant", ARM_FORM), Column("lineup", ARM_FORM))


def of_arm(found: Finding) -> tuple[Named, Named]:
    return variant(found), Named(found.arm.lineup.name, lambda say: say.lineup(found.arm))


def variant(found: Finding) -> Named:
    return Named(found.label, lambda say: say.short(found))


def span(found: Share | Mean) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def overview(all_found: Sequence[Finding], reasons: dict[str, str]) -> ReportTable:
    columns = (*ARM, Column("reason"), Column("games", WHOLE), Column("part", PERCENT))
    rows = [
        (*of_arm(found), reasons.get(reason, reason), count, count / found.games)
        for found in all_found
        for reason, count in found.reasons.items()
    ]
    return ReportTable("overview", columns, rows)


def seats(all_found: Sequence[Finding]) -> ReportTable:
    columns = (
        *ARM,
        Column("seat", WHOLE),
        Column("share", SHARE),
        Column("fair", PERCENT),
        Column("games", WHOLE),
        Column("p", LUCK),
    )
    rows = [
        (*of_arm(found), seat, span(share), found.fair, found.finished, found.luck)
        for found in all_found
        for seat, share in enumerate(found.seats, start=1)
    ]
    return ReportTable("seats", columns, rows)


def balance(all_found: Sequence[Finding]) -> ReportTable:
    parts = (Column("gap", PERCENT), Column("balance", PERCENT), Column("chi_squared", DECIMAL), Column("p", LUCK))
    rows = [
        (*of_arm(found), found.finished, found.gap, found.balance, found.chi_squared, found.luck)
        for found in all_found
    ]
    return ReportTable("balance", (*ARM, Column("games", WHOLE), *parts), rows)


def length(all_found: Sequence[Finding]) -> ReportTable:
    columns = (
        *ARM,
        Column("rounds_p10", WHOLE),
        Column("rounds", WHOLE),
        Column("rounds_p90", WHOLE),
        Column("turns", WHOLE),
        Column("actions", WHOLE),
        Column("decisions", WHOLE),
    )
    rows = [
        (
            *of_arm(found),
            *found.length["rounds"],
            *(found.length[what][1] for what in ("turns", "actions", "decisions")),
        )
        for found in all_found
    ]
    return ReportTable("length", columns, rows)


def decisions(all_found: Sequence[Finding]) -> ReportTable:
    columns = [*ARM]
    for third in THIRD_NAMES:
        columns += [Column(third, WHOLE), Column(f"{third}_p90", WHOLE)]
    rows = [(*of_arm(found), *(n for third in THIRD_NAMES for n in found.widths[third])) for found in all_found]
    return ReportTable("decisions", tuple(columns), rows)


def drama(all_found: Sequence[Finding]) -> ReportTable:
    columns = (
        *ARM,
        Column("comeback", PERCENT),
        Column("snowball", PERCENT),
        Column("lead_changes", DECIMAL),
        Column("lead_changes_a_turn", DECIMAL),
        Column("drama", DECIMAL),
        Column("dead_time", PERCENT),
        Column("margin", DECIMAL),
    )
    rows = [
        (
            *of_arm(found),
            found.comeback and found.comeback.value,
            found.snowball and found.snowball.value,
            found.lead_changes.value,
            found.lead_changes_a_turn,
            found.drama.value,
            found.dead_time.value,
            found.margin,
        )
        for found in all_found
    ]
    return ReportTable("drama", columns, rows)


def actions(all_found: Sequence[Finding], main: Sequence[Finding], say: Speech) -> ReportTable:
    columns = (
        *ARM,
        Column("verb", VERB),
        Column("offered", DECIMAL),
        Column("chosen", DECIMAL),
        Column("chosen_when_legal", PERCENT),
        Column("by_winners", PERCENT),
        Column("remark"),
    )
    rows = {id(found): list(usage_rows(found, say)) for found in all_found}
    shown = [row for found in main[:1] for row in rows[id(found)]]
    every = [row for found in all_found for row in rows[id(found)]]
    return ReportTable("actions", columns, every, shown, one_arm=True)


def usage_rows(found: Finding, say: Speech) -> list[tuple[Any, ...]]:
    """A row for each verb that a seat could ever use, or that nobody could."""
    rows = []
    for use in found.usage:
        remark = "" if use.chosen else say("remark.never_chosen" if use.offered else "remark.never_legal")
        rows.append(
            (
                *of_arm(found),
                use.verb,
                use.offered / found.games,
                use.chosen / found.games,
                use.chosen / use.offered if use.offered else None,
                use.by_winners / use.chosen if use.chosen else None,
                remark,
            )
        )
    return rows


def heat(all_found: Sequence[Finding]) -> ReportTable:
    """Cell by cell; the page shows it as maps."""
    columns = (*ARM, Column("cell"), Column("used", DECIMAL), Column("built", DECIMAL), Column("fought", DECIMAL))
    rows = []
    for found in all_found:
        for cell in sorted(set().union(*found.heat.values())):
            rows.append((*of_arm(found), cell, *(found.heat[kind].get(cell, 0.0) for kind in found.heat)))
    return ReportTable("map", columns, rows)


def start(all_found: Sequence[Finding], main: Sequence[Finding]) -> ReportTable:
    columns = (*ARM, Column("feature", FEATURE), Column("correlation", AMOUNT))
    rows = [(found, feature, tells) for found in all_found for feature, *tells in found.start]
    shown = [(*of_arm(found), *told) for found, *told in rows if any(found is each for each in main)]
    return ReportTable("start", columns, [(*of_arm(found), *told) for found, *told in rows], shown)


def players(all_found: Sequence[Finding]) -> ReportTable:
    columns = (
        *ARM,
        Column("player", PLAYER),
        Column("share", SHARE),
        Column("fair", PERCENT),
        Column("games", WHOLE),
    )
    rows = [
        (*of_arm(found), spec, span(share), found.fair, found.finished)
        for found in all_found
        for spec, share in found.specs.items()
        if BAR not in found.arm.lineup.name
    ]
    return ReportTable("players", columns, rows)


@dataclass(frozen=True)
class Barred:
    """What a player without some verbs won."""

    verbs: tuple[str, ...]
    share: Share
    found: Finding

    @property
    def loss(self) -> float:
        return self.found.fair - self.share.value


def barred(all_found: Sequence[Finding]) -> list[Barred]:
    """Every player that may not use something, what it lost first."""
    lost = [
        Barred(unbarred(spec)[1], share, found)
        for found in all_found
        for spec, share in found.specs.items()
        if BAR in spec
    ]
    return sorted(lost, key=lambda each: -each.loss)


def rule_value(all_found: Sequence[Finding]) -> ReportTable:
    columns = (
        ARM[0],
        Column("barred", VERBS),
        Column("share", SHARE),
        Column("fair", PERCENT),
        Column("loss", PERCENT),
        Column("games", WHOLE),
    )
    rows = [
        (variant(each.found), each.verbs, span(each.share), each.found.fair, each.loss, each.share.games)
        for each in barred(all_found)
    ]
    return ReportTable("rule_value", columns, rows)


def kingmaking(all_found: Sequence[Finding]) -> ReportTable:
    columns = (*ARM, Column("moved", SHARE), Column("positions", WHOLE))
    rows = [
        (*of_arm(found), (moved.value, max(0.0, moved.low), moved.high), moved.n)
        for found in all_found
        if (moved := found.kingmaking) is not None
    ]
    return ReportTable("kingmaking", columns, rows)


def variants(all_found: Sequence[Finding], verb: str | None = None) -> ReportTable:
    """What is compared, a line for each arm; the first seat is compared with the first arm of the same line-up."""
    columns = [*ARM, Column("games", WHOLE)]
    columns += [Column("use", DECIMAL, {"verb": verb})] if verb else []
    columns += [
        Column("rounds", WHOLE),
        Column("fights", DECIMAL),
        Column("lead_changes", DECIMAL),
        Column("comeback", PERCENT),
        Column("gap", PERCENT),
        Column("first_seat", PERCENT),
        Column("difference", SHARE),
    ]
    firsts: dict[str, Finding] = {}
    rows = []
    for found in all_found:
        first = firsts.setdefault(found.arm.lineup.name, found)
        rows.append(
            (
                *of_arm(found),
                found.games,
                *([found.use_of(verb)] if verb else []),
                found.length["rounds"][1],
                found.fights and found.fights.value,
                found.lead_changes.value,
                found.comeback and found.comeback.value,
                found.gap,
                found.seats[0].value,
                compared(found, first),
            )
        )
    return ReportTable("variants", tuple(columns), rows)


def compared(found: Finding, first: Finding) -> tuple[float, float, float] | None:
    """How the first seat's share differs, with its interval; nothing for the arm itself, or another table size."""
    if found is first or found.arm.players != first.arm.players:
        return None
    mine, theirs = found.seats[0], first.seats[0]
    low, high = difference(mine.value, mine.games, theirs.value, theirs.games)
    return mine.value - theirs.value, low, high
