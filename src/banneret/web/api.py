"""What programs, and the page itself, ask of a table. Verbs are resources; every write carries the number of the
position that it was made for, and a key by which asking twice does nothing twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from . import seen
from .errors import Hidden, NotPossible, NotYours
from .guards import browser_of
from .reading import reader_of, table_at_once, table_of, tables_of
from .shown import Encoded, Shown
from .table import Table

router = APIRouter(prefix="/tables/{table_id}")
QUIET = 20.0

Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[\w-]+$")]
Seq = Annotated[int, Field(ge=0)]
As = Annotated[int | None, Query(alias="as", ge=0, description="the seat to look through, one of yours")]


class Action(BaseModel):
    """An action of a seat."""

    seat: int
    action: Annotated[str, Field(max_length=200)]
    seq: Seq
    key: Key


class Undo(BaseModel):
    """A return to an earlier ply."""

    ply: int
    seq: Seq
    key: Key
    seat: int | None = None


class Asked(BaseModel):
    seat: int


@router.get("/position")
def position(request: Request, table_id: str, seat: As = None) -> JSONResponse:
    """The table as you may see it."""
    table = table_of(request, table_id)
    return answer(request, table, seat)


@router.get("/plies/{ply}")
def at_ply(request: Request, table_id: str, ply: int, seat: As = None) -> JSONResponse:
    """The table as you may see it after an earlier ply."""
    table = table_of(request, table_id)
    with table.lock:
        if not 0 <= ply <= table.match.ply:
            raise NotPossible(f"there are plies 0 to {table.match.ply}")
        return JSONResponse(seen.position(table, reader_of(request, table, seat), ply))


@router.get("/steps")
def steps(
    request: Request,
    table_id: str,
    first: Annotated[int, Query(ge=0)] = 0,
    last: Annotated[int, Query(ge=0)] = 1_000_000,
    seat: As = None,
) -> JSONResponse:
    """What happened between two plies, action by action."""
    table = table_of(request, table_id)
    with table.lock:
        return JSONResponse(seen.steps(table, reader_of(request, table, seat), first, last))


@router.get("/preview")
def preview(
    request: Request, table_id: str, action: Annotated[str, Query(max_length=200)], seat: As = None
) -> JSONResponse:
    """What an action of your seat would do."""
    table = table_of(request, table_id)
    with table.lock:
        return JSONResponse(seen.foreseen(table, reader_of(request, table, seat), action))


@router.post("/actions")
async def act(request: Request, table_id: str, asked: Action) -> JSONResponse:
    """Carry out an action."""
    table = await table_at_once(request, table_id)
    own_seat(request, table, asked.seat)
    await tables_of(request).croupier.play(table, asked.seat, asked.action, asked.seq, asked.key, seen.number)
    return await asyncio.to_thread(answer, request, table, same_screen(table, asked.seat))


@router.post("/undos")
def undo(request: Request, table_id: str, asked: Undo) -> JSONResponse:
    """Take back what you may take back."""
    table = table_of(request, table_id)
    table.undo(table.seats_of(browser_of(request)), asked.ply, asked.seq, asked.key)
    tables_of(request).changed(table)
    return answer(request, table, same_screen(table, asked.seat))


@router.post("/hints")
def hint(request: Request, table_id: str, asked: Asked) -> JSONResponse:
    """What a search thinks of your position."""
    tables = tables_of(request)
    table = table_of(request, table_id)
    seats = own_seat(request, table, asked.seat)
    if table.others(seats):
        raise NotPossible("there are no hints while others play along")
    if table.lesson:
        raise NotPossible("the guided game itself says what to do")
    if table.match.player != asked.seat:
        raise NotPossible("it is not your turn")
    advice = tables.bots.advise(table)[:3]
    with table.lock:
        return JSONResponse(seen.advised(table, reader_of(request, table, asked.seat), advice))


@router.post("/hurry")
def hurry(request: Request, table_id: str) -> JSONResponse:
    """Let the bots decide quickly."""
    tables = tables_of(request)
    table = table_of(request, table_id)
    if not table.seats_of(browser_of(request)):
        raise NotYours("only who plays may hurry the others")
    tables.bots.hurry(table)
    return JSONResponse({})


@router.get("/record")
def record(request: Request, table_id: str) -> JSONResponse:
    """The game as a record that replays anywhere."""
    table = table_of(request, table_id)
    if not table.may_tell_all():
        raise Hidden("a record tells what is hidden, so there is one when the game is over")
    name = f"{table.kept.game}-{table.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JSONResponse(table.record().as_data(), headers=headers)


@router.get("/evaluation")
def evaluation(request: Request, table_id: str) -> JSONResponse:
    """What a search thinks of every position of a finished game, as far as it has come."""
    table = table_of(request, table_id)
    if not table.match.over:
        raise NotPossible("a game is evaluated when it is over")
    graph, done = request.app.state.evaluations.of(table)
    return JSONResponse({"graph": graph, "done": done, "plies": table.match.ply})


@router.get("/events")
async def events(request: Request, table_id: str) -> StreamingResponse:
    """Server-sent events: the table's newest number and who is there, whenever either changes."""
    tables = tables_of(request)
    table = await table_at_once(request, table_id)
    seats = table.places_of(browser_of(request))

    async def stream() -> AsyncIterator[bytes]:
        with tables.hub.listening(table_id, seats) as circle:
            heard = circle.rings
            yield b"retry: 1000\n" + circle.news(table.seq)
            while True:
                news = await circle.rung_since(heard, QUIET)
                heard = circle.rings
                yield circle.news(table.seq) if news else b": still here\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


def same_screen(table: Table, seat: int | None) -> int | None:
    """The seat to look through after a change: where nothing is hidden, that of whoever acts next here."""
    return seat if table.match.game.info.hidden else None


def own_seat(request: Request, table: Table, seat: int) -> tuple[int, ...]:
    """The asking browser's seats; NotYours if this one is not among them."""
    seats = table.seats_of(browser_of(request))
    if seat not in seats:
        raise NotYours(f"seat {seat} is not yours")
    return seats


def answer(request: Request, table: Table, seat: int | None) -> JSONResponse:
    """The table as the asking browser sees it, looking through a seat."""
    shown: Shown = request.app.state.shown
    with table.lock:
        content = shown.position(table, reader_of(request, table, seat))
    return Encoded(content)
