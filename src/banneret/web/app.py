"""The server put together."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from banneret import __version__
from banneret.core.errors import BanneretError

from . import api, company, covers, labs, learning, pages, programs
from .engines import Engines
from .errors import NoSuchPage, Refused
from .evaluation import Evaluations
from .guards import Guards
from .lane import Endpoint, Lane
from .live import Hub
from .shown import Shown
from .store import Store
from .tables import Tables

STATIC = Path(__file__).parent / "static"
ABOUT = """A program takes a seat with the token of its link: `Authorization: Bearer TOKEN`. It looks at
`/tables/{table_id}/seat` and plays with `/tables/{table_id}/actions`. See docs/api.md."""


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    folder: Path
    compiled: bool = True
    bots: int = 2
    limits: bool = True


def create_app(settings: Settings) -> FastAPI:
    """A server on the store in a folder. Nothing is opened before it starts, and all is closed when it stops."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        store = Store.at(settings.folder)
        tables = Tables(store, Engines(settings.compiled), Hub(), settings.bots, settings.limits)
        app.state.tables = tables
        app.state.shown = Shown()
        app.state.evaluations = Evaluations(tables)
        app.state.labs = labs.Labs(settings.folder / "lab")
        try:
            yield
        finally:
            app.state.labs.close()
            app.state.evaluations.close()
            tables.close()

    app = Server(
        title="Banneret",
        summary="Tables of baron games, for people and programs.",
        description=ABOUT,
        version=__version__,
        lifespan=running,
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(programs.router)
    app.include_router(api.router)
    app.include_router(company.router)
    app.include_router(covers.router)
    app.include_router(labs.router)
    app.include_router(learning.router)
    app.include_router(pages.router)
    app.mount("/static", CachedFiles(directory=STATIC), name="static")
    app.add_exception_handler(BanneretError, refuse)
    app.add_exception_handler(404, missing)
    return app


class Server(FastAPI):
    """All requests pass the guards; moves then take the short way."""

    def __init__(self, **about: Any) -> None:
        super().__init__(**about)
        ends: dict[str, tuple[type[BaseModel], Endpoint]] = {
            "moves": (api.Action, programs.move),
            "actions": (api.Action, api.act),
        }
        self._entrance = Guards(Lane(super().__call__, ends, refuse))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        await self._entrance(scope, receive, send)


class CachedFiles(StaticFiles):
    """Files that browsers may keep for good if they ask by a name that changes with the file; modules that ask for
    each other by plain names are asked about each time."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        named = bool(scope["query_string"])
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if named else "no-cache"
        return response


def missing(request: Request, error: Exception) -> Response:
    """An address that leads nowhere."""
    return refuse(request, NoSuchPage("there is nothing at this address"))


def refuse(request: Request, error: Exception) -> Response:
    """What is wrong with a request, as data for programs and as a page for people."""
    status = error.status if isinstance(error, Refused) else 422
    key = error.key if isinstance(error, Refused) else "bad_input"
    if pages.wants_page(request):
        return pages.error_page(request, status, key, str(error))
    return JSONResponse({"error": key, "message": pages.say_error(request, key, str(error))}, status)
