"""Routes whose body is read at once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

JSON = b"application/json"
TAKEN = ["request", "table_id", "asked"]


class AtOnce(APIRoute):
    """A coroutine `(request, table_id, asked)` whose body is read straight into its model. FastAPI does the same
    by a longer way, which costs as much as a move; that way is taken for everything that is not in order, so what
    is refused, and how, is decided in one place. Other routes are as they always are."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        thorough = super().get_route_handler()
        endpoint = self.endpoint
        if not inspect.iscoroutinefunction(endpoint) or [*inspect.signature(endpoint).parameters] != TAKEN:
            return thorough
        model = self.body_field.field_info.annotation if self.body_field else None
        assert isinstance(model, type)
        assert issubclass(model, BaseModel)
        read = model.model_validate_json

        async def at_once(request: Request) -> Response:
            if (b"content-type", JSON) not in request.scope["headers"]:
                return await thorough(request)
            try:
                asked = read(await request.body())
            except ValidationError:
                return await thorough(request)
            response: Response = await endpoint(request, request.path_params["table_id"], asked)
            return response

        return at_once
