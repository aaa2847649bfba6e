"""What people fill in: who sits where, and a game's options."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from banneret.core.errors import BadOption
from banneret.core.game import Info
from banneret.core.options import Choice, Option, Whole, Wholes, YesNo
from banneret.core.words import Words
from banneret.players.spec import LEVELS, make_player, settings_of

from .engines import Engines
from .errors import NotPossible
from .store import Chair, Right

ME, PERSON, FRIEND = "me", "person", "friend"
MOST_SECONDS, MOST_ITERATIONS, MOST_THREADS, MOST_NODES = 10, 100_000, 4, 8_000_000
NAME_LENGTH = 40


def seat_choices() -> list[str]:
    """Who can sit on a chair, besides any player that a spec names."""
    return [ME, PERSON, FRIEND, *LEVELS, "random"]


def fields(info: Info, words: Words) -> list[dict[str, Any]]:
    """The options of a game as fields of a form; how many play is asked for with the seats."""
    return [
        field(option, words.option.get(option.name, {})) for option in info.options if option.name != "players"
    ]


def field(option: Option, words: Mapping[str, str]) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": option.name,
        "label": words.get("label", option.name.replace("_", " ")),
        "help": words.get("help", option.help),
        "kind": "text",
        "value": json.dumps(option.default),
        "bounds": option.bounds,
    }
    if isinstance(option, Whole):
        value = "" if option.default is None else option.default
        shown |= {"kind": "number", "low": option.low, "high": option.high, "value": value}
    elif isinstance(option, YesNo):
        shown |= {"kind": "check", "value": option.default}
    elif isinstance(option, Choice):
        shown |= {"kind": "choice", "choices": option.choices, "value": option.default}
    elif isinstance(option, Wholes):
        shown |= {"kind": "numbers", "value": ", ".join(map(str, option.default))}
    return shown


def read_options(info: Info, form: Mapping[str, str]) -> dict[str, Any]:
    """The options that a form gives; those that it leaves out keep their defaults."""
    given: dict[str, Any] = {}
    for option in info.options:
        text = form.get(f"option.{option.name}")
        if isinstance(option, YesNo):
            if form.get("options") or text is not None:
                given[option.name] = text is not None
        elif text is not None and text.strip() != "":
            given[option.name] = read_value(option, text.strip())
    given["players"] = whole("players", form.get("players", str(info.players[0])))
    return given


def read_value(option: Option, text: str) -> Any:
    if isinstance(option, Whole):
        return whole(option.name, text)
    if isinstance(option, Choice):
        return text
    if isinstance(option, Wholes):
        return [whole(option.name, part) for part in text.strip("[]").split(",")]
    try:
        return json.loads(text)
    except ValueError:
        raise BadOption(option.name, f"{text!r} cannot be read", option.bounds) from None


def whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadOption(name, f"{text!r} is not a whole number") from None


def read_chairs(info: Info, players: int, form: Mapping[str, str], engines: Engines) -> list[Chair]:
    """Who sits where: people at this screen, friends who get a link, or bots."""
    return [
        chair(info, seat, players, form.get(f"seat.{seat}", default_chair(seat)), form, engines)
        for seat in range(players)
    ]


def read_clock(form: Mapping[str, str]) -> dict[str, Any]:
    """The clock that a form asks for; none by default."""
    kind = form.get("clock", "")
    if not kind:
        return {}
    seconds = whole("clock", form.get("clock.seconds", "60"))
    return {"kind": kind, "seconds": seconds, "more": whole("clock", form.get("clock.more", "0"))}


def rights_of(chairs: Sequence[Chair], browser: str) -> list[Right]:
    """The rights of a browser at whose screen all people sit who are there already."""
    return [Right(browser, chair.seat) for chair in chairs if chair.kind == "person"]


def read_name(text: str) -> str:
    """A person's name, in one line."""
    name = " ".join(text.split())
    if len(name) > NAME_LENGTH or not name.isprintable():
        raise NotPossible(f"a name has at most {NAME_LENGTH} letters")
    return name


def default_chair(seat: int) -> str:
    return ME if seat == 0 else next(iter(LEVELS))


def chair(info: Info, seat: int, players: int, wanted: str, form: Mapping[str, str], engines: Engines) -> Chair:
    name = read_name(form.get(f"name.{seat}", ""))
    if wanted in (ME, PERSON):
        return Chair(seat, "person", "", name)
    if wanted == FRIEND:
        return Chair(seat, "open", "", name)
    check_bot(wanted, info, players, engines)
    return Chair(seat, "bot", wanted, name)


def check_bot(spec: str, info: Info, players: int, engines: Engines) -> None:
    """UnreadableText for a spec that names no player, and a refusal of what would hold up the server."""
    if spec.startswith("cmd"):
        raise NotPossible("a table in the browser has no programs of this machine for players")
    settings = settings_of(spec)
    if settings and ((settings.seconds or 0) > MOST_SECONDS or (settings.iterations or 0) > MOST_ITERATIONS):
        raise NotPossible(f"a bot at a table thinks at most {MOST_SECONDS} s or {MOST_ITERATIONS} iterations")
    if settings and (settings.threads > MOST_THREADS or settings.room() * settings.threads > MOST_NODES):
        raise NotPossible(f"a bot at a table has at most {MOST_THREADS} threads and {MOST_NODES} nodes")
    make_player(spec, engines.pure(info.key), players, random.Random(0))
