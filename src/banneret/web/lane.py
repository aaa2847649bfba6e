"""A short way for moves, which are most of what a server is asked for: past the router and what surrounds it.

What is allowed, how a body is read and what is answered is told once, by the routes themselves: a request that is
not in order goes the long way, and is refused there.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from banneret.core.errors import BanneretError

Endpoint: TypeAlias = Callable[[Request, str, Any], Awaitable[Response]]  # the last is what the body says
WAY = re.compile(r"/tables/([\w-]+)/(\w+)")
JSON = (b"content-type", b"application/json")


class Lane:
    """Takes posts to `/tables/TABLE/NAME` straight to the endpoint of that name, which comes with the model of its
    body. `refuse` makes an answer of what an endpoint refuses."""

    def __init__(
        self,
        app: ASGIApp,
        ends: dict[str, tuple[type[BaseModel], Endpoint]],
        refuse: Callable[[Request, Exception], Response],
    ) -> None:
        self.app = app
        self._ends = ends
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        way = WAY.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if way is None or way[2] not in self._ends or JSON not in scope["headers"]:
            await self.app(scope, receive, send)
            return
        model, endpoint = self._ends[way[2]]
        messages = await received(receive)
        asked = read(model, messages)
        if asked is None:
            await self.app(scope, again(messages, receive), send)
            return
        request = Request(scope, receive, send)
        try:
            response = await endpoint(request, way[1], asked)
        except BanneretError as error:
            response = self._refuse(request, error)
        await response(scope, receive, send)


def read(model: type[BaseModel], messages: list[Message]) -> BaseModel | None:
    """What a body says, if it is complete and in order."""
    if messages[-1]["type"] != "http.request":
        return None
    try:
        return model.model_validate_json(b"".join(message.get("body", b"") for message in messages))
    except ValidationError:
        return None


async def received(receive: Receive) -> list[Message]:
    """What a request consists of, up to its end or to where it was broken off."""
    messages = [await receive()]
    while messages[-1].get("more_body", False):
        messages.append(await receive())
    return messages


def again(messages: list[Message], receive: Receive) -> Receive:
    """The same messages for another reader, and then what follows."""
    left = iter(messages)

    async def receive_again() -> Message:
        message = next(left, None)
        return await receive() if message is None else message

    return receive_again
