"""What changes from variant to variant, and what does not, as far as the games can tell.

Every pair of variants might differ in every aspect, so a difference is believed only if luck makes any such
difference at all in 5 % of experiments at most.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from .findings import Finding, Share
from .speech import Speech
from .statistics import difference, luck_of_means, luck_of_ranks, strict

SIGNIFICANT = 0.05
LISTED = 6  # variants whose values are all told
NOTABLE = 0.1  # the part of games from which on a way to end them is told


@dataclass(frozen=True)
class Aspect:
    """Something that variants may differ in: its key, what it is about, its value for each, and if they do."""

    key: str
    about: str
    values: list[str]
    differs: bool


class Contrast:
    """Variants side by side, all played by the same players."""

    def __init__(
        self, found: Sequence[Finding], say: Speech, verb: str | None, reasons: Mapping[str, str]
    ) -> None:
        """`verb` is the action that the question is about, if it is about one; `reasons` are ends in words."""
        self.found = found
        self.say = say
        self.verb = verb
        self.reasons = reasons
        pairs = len(found) * (len(found) - 1) // 2
        self.questions = max(
            1, pairs * (len(("rounds", "seat", "comeback")) + bool(verb) + len(self.ways_to_end()))
        )

    def aspects(self) -> list[Aspect]:
        uses = [self.use(self.verb)] if self.verb else []
        ends = [self.shares("end", partial(ended_by, reason), reason) for reason in self.ways_to_end()]
        shares = [self.shares("seat", first_seat), self.shares("comeback", last_at_half_time), *ends]
        return [*uses, self.rounds(), *(aspect for aspect in shares if aspect)]

    def ways_to_end(self) -> list[str]:
        """Why a good part of the games of some variant end."""
        reasons = dict.fromkeys(reason for found in self.found for reason in found.reasons)
        return [why for why in reasons if max(ended_by(why, found).value for found in self.found) >= NOTABLE]

    def use(self, verb: str) -> Aspect:
        """How often an action is used in a game."""

        def error(found: Finding) -> float:
            deviation = next((use.deviation for use in found.usage if use.verb == verb), 0.0)
            return deviation / math.sqrt(max(1, found.games))

        low, high = self.ends(lambda found: found.use_of(verb))
        luck = luck_of_means(low.use_of(verb), error(low), high.use_of(verb), error(high))
        values = [self.say.number(found.use_of(verb), 2) for found in self.found]
        return Aspect("use", self.say.verb(verb), values, self.is_clear(luck))

    def rounds(self) -> Aspect:
        low, high = self.ends(mean_rounds)
        values = [self.say.number(found.length["rounds"][1]) for found in self.found]
        differs = len(set(values)) > 1 and self.is_clear(luck_of_ranks(low.rounds, high.rounds))
        return Aspect("rounds", "", values, differs)

    def shares(self, key: str, share_of: Callable[[Finding], Share | None], reason: str = "") -> Aspect | None:
        """A share of games; nothing to compare where some have none, or where it depends on the table's size."""
        shares = [share for found in self.found if (share := share_of(found))]
        same_size = len({found.arm.players for found in self.found}) == 1
        if len(shares) < len(self.found) or not (same_size or reason):
            return None
        low, high = min(shares, key=lambda share: share.value), max(shares, key=lambda share: share.value)
        apart = difference(high.value, high.games, low.value, low.games, strict(self.questions))
        about = self.reasons.get(reason, reason).rstrip(".")
        return Aspect(key, about, [self.say.percent(share.value) for share in shares], apart[0] > 0)

    def ends(self, value: Callable[[Finding], float]) -> tuple[Finding, Finding]:
        return min(self.found, key=value), max(self.found, key=value)

    def is_clear(self, luck: float) -> bool:
        return luck < SIGNIFICANT / self.questions

    # In words

    def options(self) -> str:
        """What was varied; nothing where runs are compared."""
        if any(found.name for found in self.found):
            return ""
        names = [self.say.option(option) for option in self.found[0].arm.variant]
        return ", ".join(self.say.phrase("text.quoted", name=name) for name in names)

    def listed(self, values: Sequence[str]) -> str:
        """The value of each variant; of many only the first and the last."""
        each = [f"{value} ({self.say.short(found)})" for value, found in zip(values, self.found, strict=True)]
        return ", ".join(each) if len(each) <= LISTED else " \N{HORIZONTAL ELLIPSIS} ".join([each[0], each[-1]])

    def told(self, aspects: Sequence[Aspect]) -> str:
        return self.say.join(
            self.say.phrase(f"verdict.aspect_{aspect.key}", about=aspect.about, values=self.listed(aspect.values))
            for aspect in aspects
        )

    def sentences(self) -> list[str]:
        """What changes, then what stays."""
        aspects = self.aspects()
        changing = [aspect for aspect in aspects if aspect.differs]
        staying = [aspect for aspect in aspects if not aspect.differs]
        options = self.options()
        key = "changes" if changing else "changes_nothing"
        first = self.say(
            f"verdict.{key}" if options else f"verdict.{key}_runs", options=options, items=self.told(changing)
        )
        return [first, self.say("verdict.stays", items=self.told(staying))] if staying else [first]


def first_seat(found: Finding) -> Share:
    return found.seats[0]


def last_at_half_time(found: Finding) -> Share | None:
    return found.comeback


def ended_by(reason: str, found: Finding) -> Share:
    """The part of all games that ended for a reason."""
    return Share.of(found.reasons.get(reason, 0) / max(1, found.games), found.games)


def mean_rounds(found: Finding) -> float:
    games = sum(found.rounds.values())
    return sum(rounds * count for rounds, count in found.rounds.items()) / max(1, games)
