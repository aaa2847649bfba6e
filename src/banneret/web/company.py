"""Who comes to a table and how they get on: links, seats, the lobby, takebacks, messages, rematches."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import BaseModel, Field
from starlette.responses import Response

from banneret.core.match import Match
from banneret.draw.labels import seat_names

from . import forms, pages
from .api import Key, Seq, answer, own_seat
from .errors import NoSuchTable, NotPossible, NotYours, TooMany
from .guards import COOKIE, browser_of, give_token, hashed, new_token
from .limits import MESSAGES
from .reading import speech_of, table_of, tables_of
from .schema import WATCH
from .store import Right
from .table import FATE, Table

router = APIRouter()
LONGEST_MESSAGE = 500


class Link(BaseModel):
    """A wish for a link: to a seat, or (-1) to look on. A fresh one makes all earlier ones worthless."""

    seat: int
    fresh: bool = False


class Sitting(BaseModel):
    """Who plays a seat from now on: `me`, or a bot by its spec."""

    player: Annotated[str, Field(max_length=200)]
    name: Annotated[str, Field(max_length=200)] = ""


class Lobby(BaseModel):
    open: bool


class Takeback(BaseModel):
    """A wish to return to a decision of yours."""

    ply: int
    seq: Seq
    key: Key


class Answer(BaseModel):
    agree: bool
    key: Key


class Message(BaseModel):
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_MESSAGE)]
    key: Key


# Links


@router.post("/tables/{table_id}/links")
def make_link(request: Request, table_id: str, asked: Link) -> JSONResponse:
    """A link to a seat or to look on. It is told once; only its hash is kept."""
    table = table_of(request, table_id)
    browser = browser_of(request)
    seats = range(WATCH, len(table.chairs))
    if asked.seat not in seats or (asked.seat != WATCH and table.chairs[asked.seat].kind == "empty"):
        raise NotPossible("there is no such seat")
    if not table.owned_by(browser) and asked.seat not in table.places_of(browser):
        raise NotYours("only the host, or who plays a seat, makes links to it")
    if asked.fresh:
        if not table.owned_by(browser):
            raise NotYours("only the host revokes links")
        revoke(request, table, asked.seat)
    token = secrets.token_urlsafe(16)
    tables_of(request).store.add_link(hashed(token), table.id, asked.seat)
    with table.lock:
        table.rights |= {Right(hashed(token), asked.seat)}
    return JSONResponse({"link": f"/join/{token}", "seat": asked.seat, "token": token})


def revoke(request: Request, table: Table, seat: int) -> None:
    if seat in table.seats_of(table.kept.owner):
        raise NotPossible("the host cannot be put off his own seat")
    table.revoke(seat)
    tables_of(request).changed(table)


@router.delete("/tables/{table_id}/links/{seat}")
def revoke_links(request: Request, table_id: str, seat: int) -> JSONResponse:
    """Make all links to a seat worthless, and free the seat."""
    table = table_of(request, table_id)
    if not table.owned_by(browser_of(request)):
        raise NotYours("only the host revokes links")
    if seat not in range(WATCH, len(table.chairs)):
        raise NotPossible("there is no such seat")
    revoke(request, table, seat)
    return JSONResponse({})


@router.get("/join/{token}", response_class=JSONResponse)
def invitation(request: Request, token: str) -> Response:
    """What a link leads to: its table, its seat (-1: to look on) and the game. Opening it does nothing yet, so
    that programs that only look at links take no seats. Browsers get a page."""
    table, seat = linked(request, token)
    if not pages.wants_page(request):
        return JSONResponse({"table": table.id, "seat": seat, "game": table.kept.game})
    return pages.page(
        request,
        "join.html",
        game=pages.described(request, table.kept.game),
        seat=seat,
        watch=seat == WATCH,
        colour="" if seat == WATCH else seat_names(speech_of(request).language)(seat),
        sitter="" if seat == WATCH else table.chairs[seat].name,
        taken=seat != WATCH and table.chairs[seat].kind != "open",
        token=token,
    )


@router.post("/join/{token}", include_in_schema=False)
async def join(request: Request, token: str) -> Response:
    form = await pages.read_form(request)
    return await asyncio.to_thread(joined, request, token, form)


def joined(request: Request, token: str, form: dict[str, str]) -> Response:
    table, seat = linked(request, token)
    own = request.cookies.get(COOKIE) or new_token()
    if seat == WATCH:
        table.watch(hashed(own))
    else:
        table.sit(hashed(own), seat, forms.read_name(form.get("name", "")))
        tables_of(request).changed(table)
    response = RedirectResponse(f"/tables/{table.id}", 303)
    give_token(response, own, secure=request.url.scheme == "https")
    return response


def linked(request: Request, token: str) -> tuple[Table, int]:
    """The table and the seat that a link leads to."""
    found = tables_of(request).store.link(hashed(token))
    if found is None:
        raise NoSuchTable("this link leads nowhere, or not any more")
    return tables_of(request).find(found[0]), found[1]


# Seats


@router.post("/tables/{table_id}/seats/{seat}")
def change_seat(request: Request, table_id: str, seat: int, asked: Sitting) -> JSONResponse:
    """Take a seat, return to it, or let a bot play it."""
    table = table_of(request, table_id)
    browser = browser_of(request)
    if browser is None or seat not in range(len(table.chairs)):
        raise NotPossible("there is no such seat")
    if asked.player == forms.ME:
        sit_down(table, seat, browser, forms.read_name(asked.name))
    elif table.owned_by(browser) or seat in table.places_of(browser):
        forms.check_bot(asked.player, table.match.game.info, len(table.chairs), tables_of(request).engines)
        table.let_bot_play(seat, asked.player)
    else:
        raise NotYours("only the host, or who plays a seat, lets a bot play it")
    tables_of(request).changed(table)
    return answer(request, table, None)


def sit_down(table: Table, seat: int, browser: str, name: str) -> None:
    chair = table.chairs[seat]
    mine = seat in table.places_of(browser)
    if chair.kind == "open" and (mine or table.kept.public or table.owned_by(browser)):
        table.sit(browser, seat, name)
    elif chair.bot and mine:
        table.come_back(seat)
    elif not mine:
        raise NotYours(f"seat {seat} is not yours")


@router.post("/tables/{table_id}/lobby")
def open_to_all(request: Request, table_id: str, asked: Lobby) -> JSONResponse:
    """Let anyone on this server see the table and take its open seats, or no longer."""
    table = table_of(request, table_id)
    if not table.owned_by(browser_of(request)):
        raise NotYours("only the host opens a table to everybody")
    table.set_public(asked.open)
    return answer(request, table, None)


# Takebacks


@router.post("/tables/{table_id}/takebacks")
def take_back(request: Request, table_id: str, asked: Takeback) -> JSONResponse:
    """Ask the others to agree to a return."""
    table = table_of(request, table_id)
    seats = table.seats_of(browser_of(request))
    if not seats:
        raise NotYours("only who plays may ask for that")
    table.plead(seats, asked.ply, asked.seq, asked.key)
    tables_of(request).changed(table)
    return answer(request, table, None)


@router.post("/tables/{table_id}/takebacks/answers")
def answer_takeback(request: Request, table_id: str, asked: Answer) -> JSONResponse:
    """Agree to a return, or do not."""
    table = table_of(request, table_id)
    table.answer(table.seats_of(browser_of(request)), asked.agree, asked.key)
    tables_of(request).changed(table)
    return answer(request, table, None)


# Messages, and the next game


@router.post("/tables/{table_id}/messages")
def say(request: Request, table_id: str, asked: Message) -> JSONResponse:
    """Say something to everybody at the table."""
    table = table_of(request, table_id)
    seats = table.seats_of(browser_of(request))
    if not seats:
        raise NotYours("only who plays may talk at the table")
    if not tables_of(request).limits.allow("messages", f"{table.id} {seats[0]}", MESSAGES):
        raise TooMany("not so fast: others want to read, too")
    text = "".join(c if c.isprintable() else " " for c in asked.text).strip()
    if not text:
        raise NotPossible("there is nothing in this message")
    table.say(seats[0], text, asked.key)
    tables_of(request).changed(table)
    return JSONResponse({})


@router.post("/tables/{table_id}/rematches")
def rematch(request: Request, table_id: str) -> JSONResponse:
    """The same game again with everybody one seat further; whoever asks first makes the table."""
    tables = tables_of(request)
    table = table_of(request, table_id)
    with table.lock:
        seats = own_any_seat(request, table)
        if not table.match.over:
            raise NotPossible("there is a rematch when the game is over")
        if table.rematch is None:
            following = turned(request, table)
            table.point_to(seats[0], following.id)
            tables.changed(table)
        return JSONResponse({"table": table.rematch})


def own_any_seat(request: Request, table: Table) -> tuple[int, ...]:
    seats = table.places_of(browser_of(request))
    if not seats:
        raise NotYours("only who played asks for a rematch")
    return own_seat(request, table, seats[0]) if table.chairs[seats[0]].kind == "person" else seats


def turned(request: Request, table: Table) -> Table:
    """A new table with the same options, and everybody one seat further."""
    count = len(table.chairs)
    chairs = [type(chair)((chair.seat + 1) % count, chair.kind, chair.spec, chair.name) for chair in table.chairs]
    rights = [Right(r.browser, r.seat if r.seat == WATCH else (r.seat + 1) % count) for r in table.rights]
    tables = tables_of(request)
    options: dict[str, Any] = dict(table.match.options)
    match = Match.new(tables.engines.pure(table.kept.game), options, FATE)
    chairs.sort(key=lambda chair: chair.seat)
    return tables.create(match, chairs, table.kept.owner, rights, clock=table.kept.clock)
