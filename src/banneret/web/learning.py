"""How a game is learnt: its rules in our own words, and a first guided game."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from banneret.core.guide import Guide, load_guide, load_lesson
from banneret.core.match import Match
from banneret.draw.guide import draw_figure

from . import forms
from .errors import NotPossible
from .guards import COOKIE, hashed, new_token
from .pages import described, game_of, page, to_table
from .reading import speech_of, tables_of
from .store import Chair

router = APIRouter(include_in_schema=False)


@router.get("/games/{key}/rules")
def rules(request: Request, key: str) -> HTMLResponse:
    """The rules in our own words, with pictures."""
    game = game_of(request, key)
    language = speech_of(request).language
    guide = load_guide(game.edition.folder, key, language)
    if guide is None:
        raise NotPossible(f"{key} has no guide")
    sections = [
        {
            "key": section.key,
            "title": section.title,
            "blocks": blocks(section.text),
            "figure": figure(request, guide, section.figure, language),
            "caption": section.caption,
        }
        for section in guide.sections
    ]
    return page(request, "rules.html", game=described(request, key), sections=sections)


def figure(request: Request, guide: Guide, name: str, language: str) -> str:
    if not name:
        return ""
    shown = guide.figures[name]
    return draw_figure(tables_of(request).engines.pure(shown.game), shown, language, prefix=name)


def blocks(text: str) -> list[dict[str, Any]]:
    """Paragraphs and lists, each a list of lines whose parts are stressed or not."""
    found: list[dict[str, Any]] = []
    for paragraph in text.strip().split("\n\n"):
        lines = paragraph.strip().split("\n")
        listed = all(line.startswith("- ") for line in lines)
        items = [line.removeprefix("- ") for line in lines] if listed else [" ".join(lines)]
        found.append({"list": listed, "lines": [stressed(item) for item in items]})
    return found


def stressed(text: str) -> list[tuple[str, bool]]:
    """Parts of a text, those between stars stressed."""
    return [(part, bool(number % 2)) for number, part in enumerate(text.split("*")) if part]


@router.post("/games/{key}/lessons")
def begin_lesson(request: Request, key: str) -> Response:
    """A table that follows the game's guided game."""
    game = game_of(request, key)
    lesson = load_lesson(game.edition.folder, key)
    if lesson is None:
        raise NotPossible(f"{key} has no guided game")
    token = request.cookies.get(COOKIE) or new_token()
    match = Match(game, lesson.record.options, lesson.record.setup)
    chairs = [
        Chair(seat, "person") if seat == lesson.seat else Chair(seat, "bot", "squire")
        for seat in range(match.options["players"])
    ]
    rights = forms.rights_of(chairs, hashed(token))
    return to_table(request, tables_of(request).create(match, chairs, hashed(token), rights, lesson=lesson), token)
