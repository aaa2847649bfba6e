"""What a program at a seat asks for: what it sees, and its moves."""

from __future__ import annotations

import asyncio
import functools
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from . import seen
from .api import Action, own_seat
from .reading import table_at_once, tables_of

router = APIRouter(prefix="/tables/{table_id}")
LONGEST_WAIT = 30.0


@router.get("/seat")
async def seat(
    request: Request,
    table_id: str,
    seat: Annotated[int, Query(alias="as", ge=0)],
    after: Annotated[int, Query(ge=-1)] = -1,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0.0,
) -> JSONResponse:
    """What a program at a seat needs: what the seat may see, and its legal actions. With `after` and `wait` the
    answer comes when the table's number is past `after`, or when the time is over."""
    table = await table_at_once(request, table_id)
    own_seat(request, table, seat)
    if table.seq <= after and wait:
        await tables_of(request).hub.wait_until(table_id, lambda: table.seq > after, wait)
    return JSONResponse(await asyncio.to_thread(seen.by_program, table, seat))


@router.post("/moves")
async def move(request: Request, table_id: str, asked: Action) -> JSONResponse:
    """Carry out an action, and be told in short who acts next, and what is legal if that is you."""
    table = await table_at_once(request, table_id)
    seats = own_seat(request, table, asked.seat)
    tell = functools.partial(seen.in_short, seats=seats)
    play = tables_of(request).croupier.play
    return JSONResponse(await play(table, asked.seat, asked.action, asked.seq, asked.key, tell))
