"""Who asks: the reader behind a request."""

from __future__ import annotations

import asyncio

from fastapi import Request

from .errors import NoSuchTable, NotYours
from .guards import browser_of
from .language import Speech, speech, wished
from .reader import Reader
from .table import Table
from .tables import Tables

LANGUAGE_COOKIE = "language"
THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def table_of(request: Request, table_id: str) -> Table:
    """The table of an id, if who asks may see it; that there is one is not told to others."""
    table = tables_of(request).find(table_id)
    if not table.may_see(browser_of(request)):
        raise NoSuchTable("there is no such table")
    return table


async def table_at_once(request: Request, table_id: str) -> Table:
    """The same for a coroutine: only a table that is not in memory is waited for."""
    tables = tables_of(request)
    table = tables.at_hand(table_id)
    if table is None:
        table = await asyncio.to_thread(tables.find, table_id)
    if not table.may_see(browser_of(request)):
        raise NoSuchTable("there is no such table")
    return table


def speech_of(request: Request) -> Speech:
    return speech(wished(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language")))


def theme_of(request: Request) -> str:
    theme = request.cookies.get(THEME_COOKIE, THEMES[0])
    return theme if theme in THEMES else THEMES[0]


def reader_of(request: Request, table: Table, seat: int | None) -> Reader:
    """The reader who looks through a seat; without one, through his only seat, or through the one whose turn it is
    where nothing is hidden. At a screen that several share, hidden things are shown to nobody unasked."""
    seats = table.seats_of(browser_of(request))
    if seat is not None and seat not in seats:
        raise NotYours(f"seat {seat} is not yours")
    if seat is None and seats:
        acting = table.match.player
        if len(seats) == 1:
            seat = seats[0]
        elif not table.match.game.info.hidden:
            seat = acting if isinstance(acting, int) and acting in seats else seats[0]
    return Reader(seats, seat, speech_of(request), table.places_of(browser_of(request)))
