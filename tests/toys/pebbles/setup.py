"""A row of pebbles."""

from __future__ import annotations

import random

from banneret.core.game import Data, Info
from banneret.core.options import Options

from .rules import State


def check_options(info: Info, options: Options) -> None:
    return


def draw(info: Info, options: Options, rng: random.Random) -> Data:
    return {}


def start(info: Info, options: Options, setup: Data) -> State:
    s = State()
    s.players, s.seat = options["players"], 0
    s.left = s.start = options["pebbles"]
    return s
