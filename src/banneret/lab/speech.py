"""What the lab says, in each language: sentences by key, numbers as people there write them, and whatever is named
in experiments (players, options, actions) by names that people know."""

from __future__ import annotations

import functools
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from banneret.core.errors import UnreadableText
from banneret.core.game import Game
from banneret.core.words import LANGUAGES

from .declared import declared
from .experiment import Arm, unbarred
from .findings import Finding

FOLDER = Path(__file__).parent / "words"
SPACE = "\N{NARROW NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
BEFORE = re.compile(r" ([:;!?»%])")  # punctuation that French sets apart, and units


class Speech:
    """The lab's words in one language; with a game, also its names for things."""

    def __init__(self, language: str, game: Game | None = None) -> None:
        if language not in LANGUAGES:
            raise UnreadableText(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
        self.language = language
        self.game = game
        self.words: dict[str, Any] = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))

    def __call__(self, key: str, **values: Any) -> str:
        """What a key `table.name` says. Sentences of a verdict begin with a capital letter, unless with a name."""
        told = self.phrase(key, **values)
        table, _, name = key.partition(".")
        begins_with_name = self.words[table][name].startswith("{") and values.get("label", "a name") != ""
        return capital(told) if table == "verdict" and not begins_with_name else told

    def phrase(self, key: str, **values: Any) -> str:
        """The same, to stand within a sentence."""
        table, _, name = key.partition(".")
        said: str = self.words[table][name]
        return unbroken(said.format(**values))

    def has(self, key: str) -> bool:
        table, _, name = key.partition(".")
        return name in self.words.get(table, {})

    # Numbers

    def number(self, value: float, places: int = 0) -> str:
        whole = f"{abs(value):,.{places}f}".replace(",", "\0").replace(".", self.words["decimal"])
        sign = MINUS if value < 0 and float(f"{value:.{places}f}") else ""
        return sign + whole.replace("\0", self.words["thousands"])

    def brief(self, value: float) -> str:
        """A number with as many places as matter."""
        return self.number(value, 0 if abs(value) >= 100 or value == int(value) else 1 if abs(value) >= 10 else 2)

    def percent(self, share: float) -> str:
        return f"{self.number(100 * share, 1)}{SPACE}%"

    def round_percent(self, share: float) -> str:
        """With a decimal only where there is one to tell."""
        return f"{self.number(100 * share, 0 if abs(100 * share - round(100 * share)) < 0.05 else 1)}{SPACE}%"

    def points(self, gap: float) -> str:
        """A difference of shares."""
        return self("text.points", value=self.number(100 * gap, 1))

    def luck(self, p: float) -> str:
        """How likely something is by luck alone."""
        return self("text.p_small") if p < 0.001 else self.percent(p)

    def range(self, low: str, high: str) -> str:
        return self("text.range", low=low, high=high)

    def join(self, items: Iterable[str]) -> str:
        """Parts of a sentence one after the other."""
        return self("text.between").join(items)

    # Names

    def verb(self, verb: str) -> str:
        """The name of an action: as the game's file for the lab has it, else as it stands on its button."""
        if self.game is None:
            return verb
        return self._told("verb", verb) or self.game.words(self.language).press(verb)

    def verbs(self, verbs: Iterable[str]) -> str:
        return ", ".join(self.phrase("text.quoted", name=self.verb(verb)) for verb in verbs)

    def feature(self, feature: str) -> str:
        return self._told("feature", feature) or feature.replace("_", " ")

    def _told(self, kind: str, name: str) -> str | None:
        """A name of the game's `lab.toml`."""
        return declared(self.game).name(self.language, kind, name) if self.game else None

    def option(self, name: str) -> str:
        known = self.game.words(self.language).option.get(name, {}) if self.game else {}
        return known.get("label", name.replace("_", " "))

    def value(self, value: Any) -> str:
        """An option's value."""
        if isinstance(value, bool):
            return self("text.yes" if value else "text.no")
        if isinstance(value, list | tuple):
            return "\N{EN DASH}".join(map(self.value, value))
        return value if isinstance(value, str) else json.dumps(value)

    def choices(self, chosen: Mapping[str, Any]) -> str:
        """Options with their values."""
        return ", ".join(
            self("text.players", players=value)
            if name == "players"
            else self.phrase("text.option", option=self.option(name), value=self.value(value))
            for name, value in chosen.items()
        )

    def variant(self, found: Finding) -> str:
        """What sets an arm apart; nothing where there is only one."""
        return ", ".join(filter(None, [found.name, self.choices(found.arm.variant)]))

    def short(self, found: Finding) -> str:
        """What sets an arm apart where the one option that was varied is named already: its value."""
        option = self.varied(found)
        return self.value(found.arm.variant[option]) if option else self.variant(found)

    def varied(self, found: Finding) -> str | None:
        """The option that was varied, if it is one and not the number of players."""
        options = list(found.arm.variant)
        return options[0] if len(options) == 1 and options != ["players"] and not found.name else None

    def labelled(self, found: Finding) -> str:
        """A variant before a sentence about it."""
        label = self.variant(found)
        return self.phrase("verdict.label", label=label) if label else ""

    # Players

    def player(self, spec: str) -> str:
        """A player's name for people; one that we have no name for is called by its spec."""
        base, verbs = unbarred(spec)
        base = base.removesuffix(":uniform")
        kind, _, rest = base.partition(":")
        if kind == "random" and rest:
            name = self("player.style", style=self._told("style", rest) or rest)
        elif kind == "mcts":
            name = self("player.mcts", budget=rest)
        else:
            name = self(f"player.{base}") if self.has(f"player.{base}") else base
        return self("player.barred", player=name, verbs=self.verbs(verbs)) if verbs else name

    def lineup(self, arm: Arm) -> str:
        return ", ".join(map(self.player, arm.lineup.seats))

    def way_of_playing(self, spec: str) -> str:
        """What a player does, for who never met it."""
        kind, _, rest = unbarred(spec)[0].removesuffix(":uniform").partition(":")
        budget = rest.partition(",")[0]
        if kind == "mcts":
            timed = budget.endswith("s")
            return self("way.seconds" if timed else "way.tries", budget=budget.removesuffix("s"))
        if kind == "random" and rest:
            return self("way.style")
        return self(f"way.{kind}") if self.has(f"way.{kind}") else self("way.level")


def unbroken(said: str) -> str:
    """What belongs together stays on one line: a number with its percent sign, French words with punctuation."""
    return BEFORE.sub(lambda found: SPACE + found[1], said).replace("« ", f"«{SPACE}")


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


@functools.cache
def speech(language: str, game: Game | None = None) -> Speech:
    return Speech(language, game)
