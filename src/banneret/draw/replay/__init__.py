"""A whole game as one HTML file that asks nothing of anybody: a slider, keys, the story, moving pieces.

The file holds what a seat (or everybody) may know at each ply and nothing else. It keeps each drawn fragment
once, and for each ply only what is different from the one before.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import Any

from banneret.core.match import Match
from banneret.core.scene import Scene
from banneret.core.words import load_tables

from ..labels import HERE, say, seat_names
from ..layout import frame
from ..pen import Stock
from .frames import Frames

PREFIX = "r"


def html(match: Match, language: str, seat: int | None = None) -> str:
    """The replay of a match as a seat may see it; without a seat, as everybody may."""
    words = match.game.words(language)
    named = seat_names(language)
    frames = Frames(words, named, Stock(PREFIX))
    boxes = []
    for scene, told, last in positions(match, language, seat):
        frames.add(scene, told, last)
        boxes.append(frame(scene.hexes))
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    title = words.about.get(match.game.info.key, {}).get("title", match.game.info.title)
    story = {
        "frames": frames.frames,
        "fragments": frames.fragments,
        "words": load_tables(HERE, language)["replay"],
    }
    return page(
        language=language,
        title=escape(title),
        box=f"{left:g} {top:g} {right - left:g} {bottom - top:g}",
        seats=frames.seats(),
        trays=frames.room("trays"),
        defs=frames.defs(),
        story=json.dumps(story, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        **{name: escape(text) for name, text in load_tables(HERE, language)["replay"].items()},
    )


def positions(match: Match, language: str, seat: int | None) -> Iterator[tuple[Scene, str, bool]]:
    """Every position with what led to it, from the first to the last."""
    game = match.game
    played = match.at(0)
    yield game.scene(played.state, seat), say(language, "replay", "start"), False
    for action in match.actions:
        before = game.copy(played.state)
        actor = played.player
        played.play(action)
        told = [
            game.words(language).sentence(said, seat_names(language))
            for said in game.told(before, action, played.state, seat)
        ]
        text = " ".join(told) or untold(match, action, actor, language, seat)
        if played.over:
            text += " " + ending(played, language)
        yield game.scene(played.state, seat), text, actor == "chance"


def untold(match: Match, action: str, actor: int | str | None, language: str, seat: int | None) -> str:
    """An action of a game that tells no story: as it is written, unless that may say too much."""
    if actor == "chance":
        written = "..." if match.game.info.hidden else action
        return say(language, "replay", "chance", action=written)
    assert isinstance(actor, int)
    secret = match.game.info.hidden and actor != seat
    return say(language, "replay", "action", seat=seat_names(language)(actor), action="..." if secret else action)


def ending(match: Match, language: str) -> str:
    """Why the game ended, and who came where."""
    result = match.result
    assert result is not None
    named = seat_names(language)
    order = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])
    places = [
        say(language, "replay", "place", rank=result.ranks[seat], seat=named(seat), score=result.scores[seat])
        for seat in order
    ]
    reason = match.game.words(language).reason[result.reason]
    return " ".join([say(language, "replay", "result", reason=reason), " \u00b7 ".join(places)])


def page(**parts: Any) -> str:
    """The page with its parts, style, script and typeface in it."""
    folder = files(__package__)
    text = (folder / "page.html").read_text(encoding="utf-8")
    fonts = {
        weight: base64.b64encode((files("banneret.draw") / "fonts" / f"BanneretSerif-{weight}.ttf").read_bytes())
        for weight in ("Regular", "Bold")
    }
    style = (folder / "replay.css").read_text(encoding="utf-8")
    for weight, font in fonts.items():
        style = style.replace(f"{{{weight}}}", font.decode())
    parts |= {"style": style, "script": (folder / "replay.js").read_text(encoding="utf-8")}
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text
