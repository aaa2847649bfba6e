"""Who looks at a table."""

from __future__ import annotations

from dataclasses import dataclass

from banneret.core.scene import Said
from banneret.core.words import Words
from banneret.draw.labels import seat_names

from .language import Speech
from .table import Table


@dataclass(frozen=True)
class Reader:
    """Who looks: the seats that he plays, the seat that he looks through (None: as everybody), his language, and
    all seats that are his, also where a bot plays for him."""

    seats: tuple[int, ...]
    seat: int | None
    speech: Speech
    places: tuple[int, ...] = ()

    def words(self, table: Table) -> Words:
        return table.match.game.words(self.speech.language)

    def name(self, table: Table, seat: int) -> str:
        """What a seat is called."""
        return table.chairs[seat].name or seat_names(self.speech.language)(seat)


def sentence(table: Table, reader: Reader, said: Said) -> str:
    return reader.words(table).sentence(said, lambda seat: reader.name(table, seat))
