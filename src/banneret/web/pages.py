"""The pages that people open."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jinja2
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.responses import Response

from banneret import __version__
from banneret.core.errors import BadRecord
from banneret.core.game import Game
from banneret.core.guide import load_guide, load_lesson
from banneret.core.match import Match
from banneret.core.record import Record
from banneret.core.words import LANGUAGES
from banneret.draw.icons import icon, shield
from banneret.draw.labels import seat_names
from banneret.draw.seats import TINCTURES
from banneret.games import editions
from banneret.players.spec import LEVELS

from . import forms, seen
from .errors import Hidden, NotPossible, TooMany
from .guards import COOKIE, browser_of, give_token, hashed, new_token
from .language import FOLDER, NAMES, Speech
from .limits import TABLES
from .reading import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    reader_of,
    speech_of,
    table_of,
    tables_of,
    theme_of,
)
from .store import Chair, Listed
from .table import FATE, Table

router = APIRouter(include_in_schema=False)
SETUP_PLAYERS = "players"
YEAR = 365 * 24 * 3600
LASTING = f"public, max-age={YEAR}, immutable"


@functools.cache
def templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        "static": static,
        "shield": shield,
        "languages": {name: NAMES[name] for name in LANGUAGES},
        "themes": THEMES,
        "version": __version__,
    }
    return environment


@functools.cache
def static(name: str) -> str:
    """The address of a file, which changes when the file does."""
    content = (FOLDER / "static" / name).read_bytes()
    return f"/static/{name}?{hashlib.sha256(content).hexdigest()[:12]}"


def page(request: Request, template: str, code: int = 200, **shown: Any) -> HTMLResponse:
    """A page in the reader's language and theme. A browser that we do not know yet gets its token."""
    speech = speech_of(request)
    html = (
        templates()
        .get_template(template)
        .render(t=speech, language=speech.language, theme=theme_of(request), path=request.url.path, **shown)
    )
    response = HTMLResponse(html, code)
    if COOKIE not in request.cookies:
        give_token(response, new_token(), secure=request.url.scheme == "https")
    return response


# The start


@router.get("/")
def home(request: Request) -> HTMLResponse:
    browser = browser_of(request)
    tables = tables_of(request).store.tables_of(browser) if browser else []
    return page(
        request,
        "home.html",
        games=[described(request, key) for key in editions()],
        tables=[summary(request, table) for table in tables],
        lobby=[summary(request, table) for table in tables_of(request).store.public_tables()],
    )


def described(request: Request, key: str) -> dict[str, Any]:
    """A game as it stands on the shelf."""
    info = editions()[key].info
    about = tables_of(request).engines.pure(key).words(speech_of(request).language).about.get(key, {})
    return {
        "key": key,
        "title": about.get("title", info.title),
        "summary": about.get("summary", info.summary),
        "author": info.author,
        "published": info.published,
        "fewest": info.players[0],
        "most": info.players[-1],
        "hidden": info.hidden,
        "rules": load_guide(editions()[key].folder, key, speech_of(request).language) is not None,
        "lesson": load_lesson(editions()[key].folder, key) is not None,
    }


def summary(request: Request, table: Listed) -> dict[str, Any]:
    """A table in a list."""
    title = described(request, table.game)["title"] if table.game in editions() else table.game
    named = seat_names(speech_of(request).language)
    seats = [chair.name or named(chair.seat) for chair in table.chairs]
    free = sum(chair.kind == "open" for chair in table.chairs)
    mine = not free and awaits(request, table)
    state = standing(speech_of(request), table, seats, free, mine)
    return {**vars(table), "title": title, "seats": seats, "free": free, "mine": mine, "state": state}


def awaits(request: Request, table: Listed) -> bool:
    """Whether a table waits for who asks."""
    acting = table.acting
    if acting is None or table.over or table.chairs[acting].kind != "person":
        return False
    return tables_of(request).store.has_right(table.id, browser_of(request), acting)


def standing(speech: Speech, table: Listed, seats: list[str], free: int, mine: bool) -> str:
    """How far a table is: over, waiting for somebody to sit down, or whose turn it is."""
    if table.over:
        return speech("home.over")
    if free:
        return speech("friends.free", n=free)
    if mine:
        return speech("friends.mine")
    return (
        speech("home.ply", n=table.ply)
        if table.acting is None
        else speech("friends.turn", seat=seats[table.acting])
    )


@router.get("/games/{key}")
def setup(request: Request, key: str) -> HTMLResponse:
    """Who sits where, and by which options."""
    game = game_of(request, key)
    info = game.info
    tables_of(request).engines.prepare(key)
    words = game.words(speech_of(request).language)
    return page(
        request,
        "setup.html",
        game=described(request, key),
        players=list(info.players),
        choices=forms.seat_choices(),
        levels=list(LEVELS),
        fields=forms.fields(info, words),
        colours=[seat_names(speech_of(request).language)(seat) for seat in range(info.players[-1])],
    )


@router.get("/games/{key}/icons/{thing}")
def thing_icon(request: Request, key: str, thing: str, seat: int | None = None) -> Response:
    """The small picture of a thing."""
    drawn = drawn_icon(game_of(request, key), thing, seat if seat in range(len(TINCTURES)) else None)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": LASTING})


@functools.lru_cache(2000)
def drawn_icon(game: Game, thing: str, seat: int | None) -> str:
    match = Match.new(game, {}, random.Random(1))
    scene = game.scene(match.state, None)
    if thing not in scene.shapes and thing not in scene.terrains and thing != seen.HIDDEN:
        raise NotPossible(f"there is no picture of {thing!r}")
    return icon(scene, thing, seat)


def game_of(request: Request, key: str) -> Game:
    if key not in editions():
        raise NotPossible(f"there is no game {key!r}")
    return tables_of(request).engines.pure(key)


@router.post("/tables")
async def create(request: Request) -> Response:
    """A new table, by what the form says."""
    form = await read_form(request)
    return await asyncio.to_thread(created, request, form)


def created(request: Request, form: dict[str, str]) -> Response:
    if not tables_of(request).limits.allow("tables", request.client.host if request.client else "", TABLES):
        raise TooMany("so many new tables at once are too many")
    key = form.get("game", "")
    tables = tables_of(request)
    game = game_of(request, key)
    token = request.cookies.get(COOKIE) or new_token()
    options = forms.read_options(game.info, form)
    match = Match.new(game, options, FATE)
    chairs = forms.read_chairs(game.info, match.options["players"], form, tables.engines)
    tables.engines.prepare(key)
    rights = forms.rights_of(chairs, hashed(token))
    table = tables.create(match, chairs, hashed(token), rights, clock=forms.read_clock(form))
    return to_table(request, table, token)


def to_table(request: Request, table: Table, token: str, ending: str = "") -> Response:
    response = RedirectResponse(f"/tables/{table.id}{ending}", 303)
    give_token(response, token, secure=request.url.scheme == "https")
    return response


async def read_form(request: Request) -> dict[str, str]:
    body = await request.body()
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=200))
    except ValueError:
        raise NotPossible("this form cannot be read") from None


# A table


@router.get("/tables/{table_id}")
def table(request: Request, table_id: str) -> HTMLResponse:
    """The board, and all that is needed to play on it."""
    found = table_of(request, table_id)
    reader = reader_of(request, found, None)
    with found.lock:
        position = seen.position(found, reader)
    return page(
        request,
        "table.html",
        table=found,
        game=described(request, found.kept.game),
        position=position,
        alone=bool(reader.seats) and not found.others(reader.seats),
        owner=found.owned_by(browser_of(request)),
        hidden=found.match.game.info.hidden,
        names=[reader.name(found, chair.seat) for chair in found.chairs],
        says=reader.speech.table("page") | reader.speech.table("friends"),
    )


@router.get("/tables/{table_id}/replay")
def replay(request: Request, table_id: str, ply: int | None = None) -> HTMLResponse:
    """The game again, from any ply."""
    found = table_of(request, table_id)
    reader = reader_of(request, found, None)
    with found.lock:
        at = found.match.ply if ply is None else max(0, min(ply, found.match.ply))
        position = seen.position(found, reader, at)
    return page(
        request,
        "replay.html",
        table=found,
        game=described(request, found.kept.game),
        position=position,
        may_tell_all=found.may_tell_all(),
        over=found.match.over,
        says=reader.speech.table("page"),
    )


@router.post("/tables/{table_id}/forks")
async def fork(request: Request, table_id: str) -> Response:
    """A new table that begins where another was at a ply."""
    form = await read_form(request)
    return await asyncio.to_thread(forked, request, table_id, form)


def forked(request: Request, table_id: str, form: dict[str, str]) -> Response:
    tables = tables_of(request)
    origin = table_of(request, table_id)
    if not origin.may_tell_all():
        raise Hidden("while something is hidden, a game can be played on from here only when it is over")
    ply = forms.whole("ply", form.get("ply", "0"))
    if not 0 <= ply <= origin.match.ply:
        raise NotPossible(f"there are plies 0 to {origin.match.ply}")
    token = request.cookies.get(COOKIE) or new_token()
    record = origin.record(ply)
    at = origin.match.at(ply).player
    mine = forms.whole("seat", form.get("seat", str(at if isinstance(at, int) else 0)))
    wanted = {f"seat.{chair.seat}": chair.spec or next(iter(LEVELS)) for chair in origin.chairs}
    wanted[f"seat.{mine}"] = forms.ME
    chairs = forms.read_chairs(origin.match.game.info, len(origin.chairs), wanted, tables.engines)
    match = Match(origin.match.game, record.options, record.setup)
    rights = forms.rights_of(chairs, hashed(token))
    return to_table(request, tables.create(match, chairs, hashed(token), rights, record.actions), token)


@router.post("/records")
async def upload(request: Request) -> Response:
    """A table to look at, from a record."""
    body = await request.body()
    return await asyncio.to_thread(uploaded, request, body)


def uploaded(request: Request, body: bytes) -> Response:
    record = Record.loads(body)
    tables = tables_of(request)
    if record.game not in editions():
        raise BadRecord(f"there is no game {record.game!r} here")
    game = tables.engines.pure(record.game)
    match = Match.replay(game, record)
    token = request.cookies.get(COOKIE) or new_token()
    chairs = [Chair(seat, "empty") for seat in range(match.options["players"])]
    fresh = Match(game, record.options, record.setup)
    table = tables.create(fresh, chairs, hashed(token), past=match.actions)
    response = JSONResponse({"table": table.id, "replay": f"/tables/{table.id}/replay?ply=0"})
    give_token(response, token, secure=request.url.scheme == "https")
    return response


# Language and theme


@router.post("/settings")
async def settings(request: Request) -> Response:
    """The reader's language and theme, kept in the browser."""
    form = await read_form(request)
    target = form.get("back", "/")
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or not target.startswith("/") or target.startswith("//"):
        target = "/"
    response = RedirectResponse(target, 303)
    if form.get("language") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, form["language"], max_age=YEAR, samesite="lax")
    if form.get("theme") in THEMES:
        response.set_cookie(THEME_COOKIE, form["theme"], max_age=YEAR, samesite="lax")
    return response


# What went wrong


def wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def say_error(request: Request, key: str, message: str) -> str:
    """What was wrong, in the reader's language; details of bad input stay as the rules say them."""
    texts = speech_of(request).table("error")
    return str(texts[key]).format(message=message) if key in texts else message


def error_page(request: Request, status: int, key: str, message: str) -> HTMLResponse:
    return page(request, "error.html", status, status=status, message=say_error(request, key, message))
