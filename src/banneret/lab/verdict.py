"""The answer in words, its uncertainty beside it: the first sentence answers, the others say how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .contrast import SIGNIFICANT, Contrast
from .experiment import BAR, unbarred
from .findings import Finding, Share
from .speech import Speech
from .statistics import (
    correlation_interval,
    difference,
    games_for,
    games_to_tell_apart,
    half_width,
    luck_of_ranks,
    strict,
    told_apart,
    wilson,
)
from .tables import Barred, barred

MUCH_LONGER = 1.25
MOSTLY = 0.5
ENOUGH = 385  # games of each arm, which tell a share to 5 points
OF_ALL_PLAYERS = ("dead-actions", "skill")  # questions whose answer is about all line-ups together
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
        self.contrast = Contrast(self.main, say, verb, self.reasons)

    def sentences(self, question: str) -> list[str]:
        """The answer first."""
        if not self.main:
            return [self.say("verdict.never_played")]
        first, *others = self.answer(question)
        return [first, *others, *self.also(question), *self.capped(), *self.disagreements(question), self.power()]

    def answer(self, question: str) -> list[str]:
        """By the games of who is believed first."""
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
        return answers.get(question, self.general)()

    def also(self, question: str) -> list[str]:
        """What the games of players of other strength answer."""
        told = []
        for arms in by_lineup(self.found) if question not in OF_ALL_PLAYERS else ():
            if arms[0] not in self.main and capped_share(arms, self.cap) <= MOSTLY:
                answer = Verdict(arms, self.say, self.verb, self.cap, self.reasons).answer(question)[0]
                games = self.say.number(sum(found.finished for found in arms))
                player = self.say.lineup(arms[0].arm)
                told.append(self.say("verdict.also", player=player, games=games, answer=answer))
        return told

    def general(self) -> list[str]:
        """Nothing special was asked: seats, length, coming back; and the variants, if there are any."""
        if len(self.main) > 1:
            return [*self.variants(), self.seats()[0]]
        return [*self.seats(), *self.length()[:1], *self.comeback()[:1]]

    def several(self, key: str, items: Sequence[str]) -> list[str]:
        """One sentence about all variants, where there are several."""
        return [self.say(key, items=", ".join(items))] if len(items) > 1 else []

    # Seats

    def seats(self) -> list[str]:
        unfair = [found for found in self.main if found.luck < SIGNIFICANT / len(self.main)]
        if unfair:
            items = self.say.join(self.seat_item(found) for found in unfair[:SHOWN])
            first = self.say("verdict.seats_yes", items=items)
        else:
            games = self.say.number(sum(found.finished for found in self.main))
            most = max(share.high - found.fair for found in self.main for share in found.seats)
            first = self.say("verdict.seats_no", games=games, most=self.say.points(most))
        return [first, *(self.luck_of_seats(found, found in unfair) for found in self.main[:SHOWN])]

    def best_seat(self, found: Finding) -> dict[str, object]:
        seat = max(range(len(found.seats)), key=lambda seat: found.seats[seat].value)
        return {
            "label": self.say.labelled(found),
            "seat": seat + 1,
            "fair": self.say.percent(found.fair),
            **self.interval(found.seats[seat]),
        }

    def seat_item(self, found: Finding) -> str:
        label = self.say.variant(found)
        return self.say.phrase(
            "verdict.seats_item", where=self.say.join([label, ""]) if label else "", **self.best_seat(found)
        )

    def luck_of_seats(self, found: Finding, unfair: bool) -> str:
        key = "verdict.seats_unfair" if unfair else "verdict.seats_fair"
        return self.say(key, p=self.say.luck(found.luck), **self.best_seat(found))

    # Length

    def length(self) -> list[str]:
        say = self.say
        each, items = [], []
        for found in self.main[:SHOWN]:
            low, middle, high = (say.number(n) for n in found.length["rounds"])
            items.append(say.phrase("verdict.length_item", rounds=middle, label=say.variant(found)))
            medians = {what: say.number(found.length[what][1]) for what in ("turns", "actions", "decisions")}
            label = say.labelled(found)
            each.append(say("verdict.length", label=label, rounds=middle, low=low, high=high))
            each.append(say("verdict.length_more", label=label, **medians))
        if len(items) == 1:
            return each
        return [
            *self.several("verdict.length_all", items),
            *map(" ".join, zip(each[::2], each[1::2], strict=True)),
        ]

    def capped(self) -> list[str]:
        """Where caps rather than players ended games: variant by variant, and line-ups that hardly ever finish."""
        shares = [(self.say.short(found), capped_share([found], self.cap)) for found in self.main]
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
                player = self.say.lineup(arms[0].arm)
                told.append(self.say("verdict.capped_others", player=player, share=self.say.percent(share)))
        return told

    # Lead

    def comeback(self) -> list[str]:
        say = self.say
        each, items = [], []
        for found in self.main[:SHOWN]:
            label = say.labelled(found)
            parts = []
            if found.comeback:
                fair, share = say.percent(found.fair), say.percent(found.comeback.value)
                items.append(say.phrase("verdict.comeback_item", share=share, fair=fair, label=say.variant(found)))
                parts.append(say("verdict.comeback", label=label, fair=fair, **self.interval(found.comeback)))
            if found.snowball:
                parts.append(say("verdict.snowball", **self.interval(found.snowball)))
            dead, changes = say.percent(found.dead_time.value), say.brief(found.lead_changes.value)
            parts.append(say("verdict.dead", share=dead, changes=changes))
            each.append(parts)
        if len(each) == 1:
            return each[0]
        return [*self.several("verdict.comeback_all", items), *map(" ".join, each)]

    # Variants

    def variants(self) -> list[str]:
        if len(self.main) < 2:
            return [*self.seats(), *self.length()]
        return self.contrast.sentences()

    # The start

    def start(self) -> list[str]:
        say = self.say
        sentences, more = [], []
        for found in self.main[:SHOWN]:
            label = say.labelled(found)
            if found.setups is not None:
                clear = found.setups.luck < SIGNIFICANT / len(self.main)
                spread, p = say.points(found.setups.value), say.luck(found.setups.luck)
                key = "verdict.setups_yes" if clear else "verdict.setups_no"
                unnoticed = say.points(found.setups.unnoticed)
                sentences.append(say(key, label=label, spread=spread, p=p, unnoticed=unnoticed))
            more += self.telling_starts(found)
        return [*sentences, *more]

    def telling_starts(self, found: Finding) -> list[str]:
        """What of a start goes with winning, luck among so many features allowed for."""
        say = self.say
        told = []
        for feature, r, low, high in found.start:
            strictly = correlation_interval(r, found.seats[0].games, strict(len(found.start) * len(self.main)))
            if strictly[0] > 0 or strictly[1] < 0:
                numbers = {"r": say.number(r, 2), "low": say.number(low, 2), "high": say.number(high, 2)}
                direction = say.phrase("verdict.more" if r > 0 else "verdict.less")
                name = say.feature(feature)
                label = say.labelled(found)
                told.append(say("verdict.start_tells", label=label, feature=name, more=direction, **numbers))
        return told[:2] or [say("verdict.start_silent", label=say.labelled(found))]

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
        items = [say.phrase(f"verdict.{key}", verbs=say.verbs(verbs)) for key, verbs in idle.items() if verbs]
        first = say("verdict.dead_some", items=say.join(items)) if items else say("verdict.dead_none")
        without = barred(self.found)
        return [first, *(self.worth(each, strict(len(without))) for each in without)]

    def worth(self, each: Barred, z: float) -> str:
        fair = each.found.fair
        low, high = wilson(each.share.value, each.share.games, z)
        judged = "value_yes" if high < fair else "value_better" if low > fair else "value_no"
        return self.say(
            "verdict.value",
            verb=self.say.verbs(each.verbs),
            fair=self.say.percent(fair),
            judged=self.say.phrase(f"verdict.{judged}"),
            **self.interval(each.share),
        )

    # Players

    def skill(self) -> list[str]:
        """Whether better play wins: by the clearest case first."""
        mixed = [found for found in self.found if found.specs and BAR not in found.arm.lineup.name]
        if not mixed:
            return self.general()
        mixed.sort(key=lambda found: found.fair - next(iter(found.specs.values())).low)
        share = next(iter(mixed[0].specs.values()))
        clear = wilson(share.value, share.games, strict(len(mixed)))[0] > mixed[0].fair
        key = "verdict.skill_yes" if clear else "verdict.skill_no"
        first = self.say(key, item=self.skill_item(mixed[0]))
        return [first, *(self.say("verdict.skill_more", item=self.skill_item(found)) for found in mixed[1:])]

    def skill_item(self, found: Finding) -> str:
        player, *others = found.specs
        return self.say.phrase(
            "verdict.skill_item",
            player=self.say.player(player),
            others=", ".join(map(self.say.player, others)),
            fair=self.say.percent(found.fair),
            **self.interval(found.specs[player]),
        )

    def disagreements(self, question: str) -> list[str]:
        """Where players of different strength say different things of the same variant: of what is asked, if it is
        one thing."""
        pairs = [
            (found, other)
            for found in self.main
            for other in self.found
            if other.label == found.label
            and other is not found
            and not other.specs
            and BAR not in other.arm.lineup.name
        ]
        kinds = {"seats": self.other_seats, "comeback": self.other_comeback, "length": self.other_length}
        kinds = {question: kinds[question]} if question in kinds else kinds
        questions = len(kinds) * len(pairs)
        told = []
        for what, differing in kinds.items():
            items = [self.compared(*pair, said) for pair in pairs if (said := differing(*pair, questions))]
            if items:
                told.append(self.say(f"verdict.disagree_{what}", items=self.say.join(items)))
        return told or ([self.say("verdict.agree")] if pairs else [])

    def compared(self, found: Finding, other: Finding, said: tuple[str, str]) -> str:
        return self.say.phrase(
            "verdict.disagree_item",
            label=self.say.labelled(found),
            value=said[0],
            first=self.say.lineup(found.arm),
            other=said[1],
            second=self.say.lineup(other.arm),
        )

    def other_seats(self, found: Finding, other: Finding, questions: int) -> tuple[str, str] | None:
        return self.apart(found.seats[0], other.seats[0], questions)

    def other_comeback(self, found: Finding, other: Finding, questions: int) -> tuple[str, str] | None:
        return self.apart(found.comeback, other.comeback, questions)

    def apart(self, mine: Share | None, theirs: Share | None, questions: int) -> tuple[str, str] | None:
        """Two shares in words, if they differ by more than luck explains."""
        if not mine or not theirs:
            return None
        low, high = difference(mine.value, mine.games, theirs.value, theirs.games, strict(questions))
        return (self.say.percent(mine.value), self.say.percent(theirs.value)) if low > 0 or high < 0 else None

    def other_length(self, found: Finding, other: Finding, questions: int) -> tuple[str, str] | None:
        rounds = found.length["rounds"][1], other.length["rounds"][1]
        much = max(rounds) > MUCH_LONGER * max(1, min(rounds))
        clear = luck_of_ranks(found.rounds, other.rounds) < SIGNIFICANT / questions
        return (self.say.number(rounds[0]), self.say.number(rounds[1])) if much and clear else None

    # How sure it is

    def power(self) -> str:
        fewest = min(self.main, key=lambda found: found.seats[0].games)
        games = fewest.seats[0].games
        told = self.say(
            "verdict.power",
            games=self.say.number(fewest.finished),
            half=self.say.points(half_width(fewest.fair, games)),
            needed=self.say.number(games_for(0.01)),
        )
        if len(self.main) == 1:
            return told
        apart, each = self.say.points(told_apart(games)), self.say.number(games_to_tell_apart(0.5, 0.55))
        return f"{told} {self.say('verdict.power_variants', apart=apart, games=each)}"

    def interval(self, share: Share) -> dict[str, str]:
        say = self.say
        return {"share": say.percent(share.value), "low": say.percent(share.low), "high": say.percent(share.high)}


def main_arms(found: Sequence[Finding], cap: Sequence[str]) -> list[Finding]:
    """The arms of the line-up that is believed first: players of one kind that mostly come to an end before a cap;
    of these the strongest that played enough games, else who played most."""
    lineups = by_lineup(found) or [list(found)]
    ending = [arms for arms in lineups if capped_share(arms, cap) <= MOSTLY] or lineups
    many = [arms for arms in ending if min((each.finished for each in arms), default=0) >= ENOUGH]
    if many:
        return max(reversed(many), key=lambda arms: strength(arms[0].arm.seats[0]))
    return max(reversed(ending), key=lambda arms: sum(each.finished for each in arms), default=[])


def by_lineup(found: Sequence[Finding]) -> list[list[Finding]]:
    """The arms of each line-up of players of one kind, who may use everything."""
    lineups: dict[str, list[Finding]] = {}
    for each in found:
        if not each.specs and BAR not in each.arm.lineup.name:
            lineups.setdefault(each.arm.lineup.name, []).append(each)
    return list(lineups.values())


def strength(spec: str) -> int:
    """Which players are believed rather than others: who looks ahead, then who is greedy, then chance."""
    kinds = ("random", "greedy")
    kind = unbarred(spec)[0].partition(":")[0]
    return kinds.index(kind) if kind in kinds else len(kinds)


def capped_share(found: Sequence[Finding], cap: Sequence[str]) -> float:
    """The part of all games that only a cap ended."""
    games = sum(each.games for each in found)
    return sum(each.reasons.get(reason, 0) for each in found for reason in cap) / max(1, games)
