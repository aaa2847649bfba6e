"""What was shown last, as it was sent: who looks at a table as somebody else just did gets the same."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from typing import TypeAlias

from fastapi.responses import JSONResponse

from . import seen
from .reader import Reader
from .table import Table

REMEMBERED = 200
ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
View: TypeAlias = tuple[str, int, int | None, tuple[int, ...], tuple[int, ...], str]


class Encoded(JSONResponse):
    """An answer that is JSON already."""

    def render(self, content: bytes) -> bytes:
        return content


class Shown:
    """Positions by all that they depend on: the table, its number, through which seat it is seen, whose seats the
    reader has, and his language. Whatever changes a table changes its number."""

    def __init__(self) -> None:
        self._made: OrderedDict[View, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def position(self, table: Table, reader: Reader) -> bytes:
        """The table as a reader sees it now, in JSON. Who asks holds the table's lock."""
        if table.clock.kind:  # which ticks
            return encoded(table, reader)
        view = (table.id, table.seq, reader.seat, reader.seats, reader.places, reader.speech.language)
        with self._lock:
            made = self._made.get(view)
        if made is None:
            made = encoded(table, reader)
            with self._lock:
                self._made[view] = made
                while len(self._made) > REMEMBERED:
                    self._made.popitem(last=False)
        return made


def encoded(table: Table, reader: Reader) -> bytes:
    return ENCODE(seen.position(table, reader)).encode()
