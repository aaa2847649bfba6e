"""take 1, take 2, take 3"""

from __future__ import annotations

from banneret.core.errors import UnreadableText
from banneret.core.game import Data, Info
from banneret.core.options import Options

from . import setup
from .rules import MOST, State

TEXTS = [f"take {count}" for count in range(1, MOST + 1)]


def text(code: int) -> str:
    return TEXTS[code]


def code(text: str) -> int:
    if text not in TEXTS:
        raise UnreadableText(f"{text!r} is no action")
    return TEXTS.index(text)


def describe(s: State) -> Data:
    return {"seat": s.seat, "left": s.left}


def position(info: Info, options: Options, described: Data) -> State:
    s = setup.start(info, options, {})
    s.seat, s.left = described["seat"], described["left"]
    return s


def view(s: State, seat: int | None) -> Data:
    return describe(s)


def reason(s: State) -> str:
    return "last"
