"""The answer in words, its uncertainty beside it: the first sentence answers, the others say how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .experiment import BAR
from .findings import Finding, Share
from .speech import Speech
from .statistics import difference, games_for, games_to_tell_apart, half_width
from .tables import barred

SIGNIFICANT = 0.05
MUCH_LONGER = 1.25
NOTABLE_SPREAD = 0.03  # between setups
MOSTLY = 0.5
SHOWN = 4  # sentences of one kind at most


class Verdict:
    """Finds the sentences for what was found. `main` are the arms of the line-up that is believed first."""

    def __init__(
        self,
        found: Sequence[Finding],
        say: Speech,
        verb: str | None = None,
        cap: Sequence[str] = (),
        reasons: Mapping[str, str] | None = None,
    ) -> None:
        """`verb` is what the question is about, `cap` are the ends that are none, `reasons` their words."""
        self.found = [each for each in found if each.finished]
        self.say = say
        self.verb = verb
        self.cap = cap
        self.reasons = reasons or {}
        self.main = main_arms(self.found, cap)

    def sentences(self, question: str) -> list[str]:
        """The answer first."""
        if not self.main:
            return [self.say("verdict.never_played")]
        answers: dict[str, Callable[[], list[str]]] = {
            "seats": self.seats,
            "length": self.length,
            "comeback": self.comeback,
            "target": self.variants,
            "capture-price": self.variants,
            "maps": self.variants,
            "start-fairness": self.start,
            "dead-actions": self.dead_actions,
            "skill": self.skill,
        }
        first, *others = answers.get(question, self.general)()
        return [first, *self.capped(), *others, *self.disagreements(), self.power()]

    def general(self) -> list[str]:
        """Nothing special was asked: seats, length, coming back; and the variants, if there are any."""
        if len(self.main) > 1:
            return [*self.variants(), *self.seats()[:1]]
        return [*self.seats(), *self.length()[:1], *self.comeback()[:1]]

    # Seats

    def seats(self) -> list[str]:
        unfair = [found for found in self.main if found.luck < SIGNIFICANT / len(self.main)]
        if unfair:
            items = "; ".join(self.seat_item(found) for found in unfair[:SHOWN])
            first = self.say("verdict.seats_yes", items=items)
        else:
            first = self.say("verdict.seats_no", games=self.say.number(sum(found.finished for found in self.main)))
        return [first, *(self.luck_of_seats(found, found in unfair) for found in self.main[:SHOWN])]

    def seat_item(self, found: Finding) -> str:
        seat = max(range(len(found.seats)), key=lambda seat: found.seats[seat].value)
        return self.say.phrase(
            "verdict.seats_item",
            label=self.say.labelled(found.label),
            seat=seat + 1,
            **self.interval(found.seats[seat]),
            fair=self.say.percent(found.fair),
        )

    def luck_of_seats(self, found: Finding, unfair: bool) -> str:
        most = max(share.value for share in found.seats) - found.fair
        return self.say(
            "verdict.seats_unfair" if unfair else "verdict.seats_fair",
            label=self.say.labelled(found.label),
            gap=self.say.points(most),
            fair=self.say.percent(found.fair),
            p=self.say.luck(found.luck),
        )

    # Length

    def length(self) -> list[str]:
        say = self.say
        lasts, more, items = [], [], []
        for found in self.main[:SHOWN]:
            low, middle, high = (say.number(n) for n in found.length["rounds"])
            label = say.labelled(found.label)
            items.append(say.phrase("verdict.length_item", rounds=middle, label=found.label))
            lasts.append(say("verdict.length", label=label, rounds=middle, low=low, high=high))
            medians = {what: say.number(found.length[what][1]) for what in ("turns", "actions", "decisions")}
            more.append(say("verdict.length_more", label=label, **medians))
        return [*self.together("length", items), *lasts, *more]

    def together(self, what: str, items: list[str]) -> list[str]:
        """One sentence about all variants, where there are several."""
        return [self.say(f"verdict.{what}_all", items=", ".join(items))] if len(items) > 1 else []

    def capped(self) -> list[str]:
        """Where caps rather than players ended games: variant by variant, and line-ups that hardly ever finish."""
        shares = [(found.label, capped_share([found], self.cap)) for found in self.main]
        items = [
            f"{self.say.percent(share)} ({label})" if label else self.say.percent(share)
            for label, share in shares
            if share > 0.01
        ]
        told = [self.say("verdict.capped", items=", ".join(items))] if items else []
        for lineup in dict.fromkeys(found.arm.lineup.name for found in self.found):
            arms = [found for found in self.found if found.arm.lineup.name == lineup]
            share = capped_share(arms, self.cap)
            if share > MOSTLY and arms[0] not in self.main:
                told.append(self.say("verdict.capped_others", player=lineup, share=self.say.percent(share)))
        return told

    # Lead

    def comeback(self) -> list[str]:
        say = self.say
        sentences, more, items = [], [], []
        for found in self.main[:SHOWN]:
            label = say.labelled(found.label)
            if found.comeback:
                fair, share = say.percent(found.fair), say.percent(found.comeback.value)
                items.append(say.phrase("verdict.comeback_item", share=share, fair=fair, label=found.label))
                sentences.append(say("verdict.comeback", label=label, fair=fair, **self.interval(found.comeback)))
            if found.snowball:
                more.append(say("verdict.snowball", label=label, **self.interval(found.snowball)))
            dead, changes = say.percent(found.dead_time.value), say.brief(found.lead_changes.value)
            more.append(say("verdict.dead", label=label, share=dead, changes=changes))
        return [*self.together("comeback", items), *sentences, *more]

    # Variants

    def variants(self) -> list[str]:
        say = self.say
        first, last = self.main[0], self.main[-1]
        if first is last:
            return [*self.seats(), *self.length()]
        told = say(
            "verdict.variants",
            first=first.label,
            last=last.label,
            first_rounds=say.number(first.length["rounds"][1]),
            last_rounds=say.number(last.length["rounds"][1]),
            first_snowball=self.percent_or_dash(first.snowball),
            last_snowball=self.percent_or_dash(last.snowball),
        )
        return [*self.uses(), told, self.end(first), self.end(last), *self.evenness()]

    def end(self, found: Finding) -> str:
        """How most games of a variant end."""
        reason = max(found.reasons, key=lambda reason: found.reasons[reason])
        share = self.say.percent(found.reasons[reason] / found.games)
        words = self.reasons.get(reason, reason)
        return self.say("verdict.end", label=self.say.labelled(found.label), share=share, reason=words)

    def uses(self) -> list[str]:
        """How often the action is used that the question is about."""
        if not self.verb:
            return []
        items = [
            self.say.phrase(
                "verdict.use_item", count=self.say.number(found.use_of(self.verb), 2), label=found.label
            )
            for found in self.main
        ]
        return [self.say("verdict.use", verb=self.verb, items=", ".join(items))]

    def evenness(self) -> list[str]:
        """Which variant is fairest to the seats, if that can be told at all."""
        say = self.say
        tables = [found for found in self.main if found.arm.players == self.main[0].arm.players]
        low = min(tables, key=lambda found: found.seats[0].value)
        high = max(tables, key=lambda found: found.seats[0].value)
        a, b = high.seats[0], low.seats[0]
        gap = difference(a.value, a.games, b.value, b.games)
        if len(tables) < 2 or gap[0] <= 0:
            return [say("verdict.even_unsure")] if len(tables) > 1 else []
        told = say(
            "verdict.seat_differs",
            label=high.label,
            share=say.percent(a.value),
            other=low.label,
            other_share=say.percent(b.value),
            difference=say.points(a.value - b.value),
            low=say.number(100 * gap[0], 1),
            high=say.number(100 * gap[1], 1),
        )
        best = min(tables, key=lambda found: found.gap)
        return [told, say("verdict.even", label=best.label, gap=say.points(best.gap))]

    # The start

    def start(self) -> list[str]:
        say = self.say
        sentences, more = [], []
        for found in self.main[:SHOWN]:
            label = say.labelled(found.label)
            if found.setups is not None:
                key = "verdict.setups_yes" if found.setups > NOTABLE_SPREAD else "verdict.setups_no"
                sentences.append(say(key, label=label, spread=say.points(found.setups)))
            telling = [tells for tells in found.start if tells[2] > 0 or tells[3] < 0]
            for feature, r, low, high in telling[:2]:
                numbers = {"r": say.number(r, 2), "low": say.number(low, 2), "high": say.number(high, 2)}
                direction = say.phrase("verdict.more" if r > 0 else "verdict.less")
                more.append(say("verdict.start_tells", label=label, feature=feature, more=direction, **numbers))
            if not telling:
                more.append(say("verdict.start_silent", label=label))
        return [*sentences, *more]

    # Actions

    def dead_actions(self) -> list[str]:
        say = self.say
        used = self.main[0].usage
        offered = {use.verb for found in self.found for use in found.usage if use.offered}
        chosen = {use.verb for found in self.found for use in found.usage if use.chosen}
        idle = {
            "never_legal": [use.verb for use in used if use.verb not in offered],
            "never_chosen": [use.verb for use in used if use.verb in offered - chosen],
        }
        items = [say.phrase(f"verdict.{key}", verbs=", ".join(verbs)) for key, verbs in idle.items() if verbs]
        first = say("verdict.dead_some", items="; ".join(items)) if items else say("verdict.dead_none")
        return [first, *(self.worth(each.verbs, each.share, each.found.fair) for each in barred(self.found))]

    def worth(self, verb: str, share: Share, fair: float) -> str:
        judged = "value_yes" if share.high < fair else "value_better" if share.low > fair else "value_no"
        return self.say(
            "verdict.value",
            verb=verb,
            fair=self.say.percent(fair),
            judged=self.say.phrase(f"verdict.{judged}"),
            **self.interval(share),
        )

    # Players

    def skill(self) -> list[str]:
        say = self.say
        mixed = [found for found in self.found if found.specs and BAR not in found.arm.lineup.name]
        sentences, clear = [], []
        for found in mixed:
            player, *others = found.specs
            share = found.specs[player]
            clear.append(share.low > found.fair)
            fair = say.percent(found.fair)
            sentences.append(
                say("verdict.skill", player=player, others=", ".join(others), fair=fair, **self.interval(share))
            )
        if not clear:
            return self.general()
        return [sentences[0], say("verdict.skill_yes" if clear[0] else "verdict.skill_no"), *sentences[1:]]

    def disagreements(self) -> list[str]:
        """Where players of different strength say different things of the same variant."""
        told: list[str] = []
        compared = False
        for found in self.main:
            for other in self.found:
                alike = not other.specs and BAR not in other.arm.lineup.name
                if other.label == found.label and other is not found and alike:
                    compared = True
                    told += self.disagreement(found, other)
        return told[:SHOWN] if told or not compared else [self.say("verdict.agree")]

    def disagreement(self, found: Finding, other: Finding) -> list[str]:
        say = self.say
        names = {
            "label": say.labelled(found.label),
            "first": found.arm.lineup.name,
            "second": other.arm.lineup.name,
        }
        told = []
        pairs = [("seats", found.seats[0], other.seats[0]), ("comeback", found.comeback, other.comeback)]
        for what, mine, theirs in pairs:
            if mine and theirs and are_apart(mine, theirs):
                shares = {"share": say.percent(mine.value), "other": say.percent(theirs.value)}
                told.append(say(f"verdict.disagree_{what}", **names, **shares))
        rounds = found.length["rounds"][1], other.length["rounds"][1]
        if max(rounds) > MUCH_LONGER * max(1, min(rounds)):
            numbers = {"rounds": say.number(rounds[0]), "other": say.number(rounds[1])}
            told.append(say("verdict.disagree_length", **names, **numbers))
        return told

    # How sure it is

    def power(self) -> str:
        fewest = min(self.main, key=lambda found: found.finished)
        half = half_width(fewest.fair, fewest.finished)
        told = self.say(
            "verdict.power",
            games=self.say.number(fewest.finished),
            half=self.say.points(half),
            needed=self.say.number(games_for(0.01)),
        )
        if len(self.main) == 1:
            return told
        each = self.say.number(games_to_tell_apart(0.5, 0.55))
        return f"{told} {self.say('verdict.power_variants', games=each)}"

    def interval(self, share: Share) -> dict[str, str]:
        say = self.say
        return {"share": say.percent(share.value), "low": say.percent(share.low), "high": say.percent(share.high)}

    def percent_or_dash(self, share: Share | None) -> str:
        return self.say.percent(share.value) if share else "\N{EN DASH}"


def main_arms(found: Sequence[Finding], cap: Sequence[str]) -> list[Finding]:
    """The arms of the line-up that is believed first: players of one kind that mostly come to an end before a cap;
    of these who played most games; among equals the last, which is the strongest."""
    alike = [each for each in found if not each.specs and BAR not in each.arm.lineup.name] or list(found)
    lineups: dict[str, list[Finding]] = {}
    for each in alike:
        lineups.setdefault(each.arm.lineup.name, []).append(each)
    ending = [arms for arms in lineups.values() if capped_share(arms, cap) <= MOSTLY] or list(lineups.values())
    return max(reversed(ending), key=lambda arms: sum(each.finished for each in arms), default=[])


def capped_share(found: Sequence[Finding], cap: Sequence[str]) -> float:
    """The part of all games that only a cap ended."""
    games = sum(each.games for each in found)
    return sum(each.reasons.get(reason, 0) for each in found for reason in cap) / max(1, games)


def are_apart(mine: Share, theirs: Share) -> bool:
    low, high = difference(mine.value, mine.games, theirs.value, theirs.games)
    return low > 0 or high < 0
