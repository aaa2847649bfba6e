"""The board as a scene: faces and mountains, what stands where, what each seat has beside the board, and what
can be clicked."""

from __future__ import annotations

from collections.abc import Iterator

from banneret.core.game import Data
from banneret.core.scene import Entry, Hex, Panel, Path, Piece, Scene, Terrain

from .clashes import two_tiles
from .marches import ready_on
from .moves import is_paused, longest
from .notation import NAMES, view
from .orders import die_recruits, led
from .rays import rays
from .reasons import reasons
from .sight import commands, copied
from .table import (
    BIT,
    CELLS,
    DESTROYERS,
    TILES,
    Phase,
    State,
    how_many,
    of_others,
    owner,
    raise_donjon,
    take_down,
)

MOUNTAIN = "mountain"
FACE_NAMES = ("grey", "blue", "green", "red")
TERRAINS = {
    "grey": Terrain("#EFEDE6", "gy", "heath"),
    "blue": Terrain("#C5D9E8", "bl", "river"),
    "green": Terrain("#93B577", "gn", "grove"),
    "red": Terrain("#EBC0AC", "rd", "roses"),
    MOUNTAIN: Terrain("#8B7B6B", "^^", "mountains"),
}
SHAPES = {"donjon": "tower", "troops": "dome", "baron": "crown", "knight": "shield", "active_knight": "banner"}


def scene(s: State, seat: int | None, legal: list[str]) -> Scene:
    """What a seat sees, with the paths of clicks of its legal actions."""
    paths = {action: path(action) for action in legal}
    clicked = {step for steps in paths.values() for step in steps}
    seen = view(s, seat)
    return Scene(
        hexes=tuple(hex_of(s, tile, f"hex {NAMES[tile]}" in clicked) for tile in range(TILES)),
        panels=tuple(panel(s, other, seen) for other in range(s.players)),
        trays=tuple(trays(s)),
        prompt=prompt(s),
        terrains=TERRAINS,
        paths=paths,
        shapes=SHAPES,
        blocked=reasons(s, paths),
        badges=badges(s, legal),
        rays=rays(s),
        overlays=overlays(s),
    )


def prompt(s: State) -> str:
    """What is expected: the phase, and how far the turn or the order has come."""
    name = Phase(s.phase).name.lower()
    if s.phase == Phase.ACT and is_paused(s):
        return "leave"
    again = s.orders + s.moves > 0 if s.phase == Phase.ACT else s.marched
    return f"{name}_again" if again else name


# The board


def hex_of(s: State, tile: int, offers: bool) -> Hex:
    q, r = CELLS[tile]
    if not s.open & BIT[tile]:
        return Hex(q, r, NAMES[tile], MOUNTAIN, offers=offers)
    value = str(s.face_points[s.face[tile]])
    return Hex(q, r, NAMES[tile], FACE_NAMES[s.face[tile]], value, tuple(pieces(s, tile)), offers)


def pieces(s: State, tile: int) -> list[Piece]:
    """Donjon, troops, barons, knights; the knights of an active colour are told apart."""
    found: list[Piece] = []
    if (builder := owner(s, s.donjons, tile)) >= 0:
        found.append(Piece("donjon", builder))
    if s.troops[tile] > 0:
        found.append(Piece("troops", owner(s, s.camps, tile), s.troops[tile]))
    found += [Piece("baron", seat) for seat in range(s.players) if s.baron[seat] == tile]
    for seat in range(s.players):
        if s.knights[seat] & BIT[tile]:
            kind = "active_knight" if led(s, seat) & BIT[tile] else "knight"
            found.append(Piece(kind, seat, 2 if s.pairs[seat] & BIT[tile] else 1))
    return found


def overlays(s: State) -> dict[str, dict[str, tuple[int, ...]]]:
    """Which colour is active on each tile, and from which tiles the seats command, by what gives the order."""
    rules = [commands(s, seat) for seat in range(s.players)]
    return {
        "active": _marked([led(s, seat) for seat in range(s.players)]),
        "command_baron": _marked([found.baron for found in rules]),
        "command_knight": _marked([found.knight for found in rules]),
        "command_donjon": _marked([found.donjon for found in rules]),
    }


def _marked(sets: list[int]) -> dict[str, tuple[int, ...]]:
    """The tiles of the seats' sets by name, each with the seats that have it."""
    having = {tile: tuple(seat for seat, tiles in enumerate(sets) if tiles & BIT[tile]) for tile in range(TILES)}
    return {NAMES[tile]: seats for tile, seats in having.items() if seats}


# Beside the board


def panel(s: State, seat: int, seen: Data) -> Panel:
    entries = [
        Entry("points", (str(s.score[seat]),)),
        Entry("donjons", (str(how_many(s.donjons[seat])),)),
        Entry("stock", (str(s.stock[seat]),)),
        Entry("board", (str(s.army - s.discard[seat] - s.reserve[seat]),)),
        Entry("reserve", (str(s.reserve[seat]),)),
        Entry("left", (str(s.army - s.discard[seat]),)),
        Entry("discard", (str(s.discard[seat]),)),
    ]
    if s.terra:
        entries.append(Entry("card", card(seen, seat)))
    return Panel(seat=seat, active=seat == s.seat and s.phase != Phase.END, out=False, entries=tuple(entries))


def card(seen: Data, seat: int) -> tuple[str, ...]:
    """The personal card as far as it may be seen, or what it was given up for."""
    held, given_up = seen["cards"][seat], seen["given_up"][seat]
    if given_up:
        return (f"gone_{given_up}",)
    return () if held is None else (str(held),)


def trays(s: State) -> Iterator[Entry]:
    """The turn, and what ends the game."""
    yield Entry("die", (str(s.die),) if s.die else ())
    yield Entry("bonus", bonus(s) if s.die else ())
    yield Entry("taken", ("order",) * s.orders + ("move",) * s.moves)
    if s.phase in (Phase.DISPERSE, Phase.GATHER):
        yield Entry("command", (NAMES[s.command],))
    yield Entry("ends", (str(s.target), "ending_points", str(s.min_troops), "ending_troops"))
    yield Entry("round", (str(s.round + 1),))


def bonus(s: State) -> tuple[str, ...]:
    """What the die's bonus is still good for."""
    if not s.bonus:
        return ("spent",)
    shown = s.die - 1
    good_for: list[str] = []
    if longest(s) > 1:
        good_for += [str(longest(s)), "steps"]
    if s.orders == 0:
        good_for += [str(s.recruit_plain[shown]), "recruits"] if s.recruit_plain[shown] > 1 else []
        good_for += [str(s.recruit_donjon[shown]), "recruits_donjon"] if s.recruit_donjon[shown] > 1 else []
        good_for += [str(s.one_point_bonus), "one_point"] if s.one_point_bonus else []
    if s.second_order[shown]:
        good_for.append("second_order")
    return tuple(good_for) or ("nothing",)


# Clicks


def path(action: str) -> Path:
    """The things to click that make an action."""
    verb, *rest = action.split()
    if verb in ("pass", "done"):
        return (f"button {verb}",)
    if verb == "treasury":
        return ("button treasury", f"number {rest[0]}")
    if verb == "ride":
        start, to = rest[1].split(">")
        return (f"button ride {rest[0]}", f"hex {start}", f"hex {to}")
    if verb in ("baron", "knight"):
        start, to = rest[0].split(">")
        return (f"button {verb}", f"hex {start}", f"hex {to}")
    if verb == "send":
        return (f"hex {rest[0].split('>')[1]}", f"number {rest[1]}")
    if verb == "call":
        return (f"hex {rest[0].split('>')[0]}", f"number {rest[1]}")
    return (f"button {' '.join([verb, *rest[1:]])}", f"hex {rest[0]}")


def badges(s: State, legal: list[str]) -> dict[str, str]:
    """What it takes to clear a tile, how many troops of it are left to call, and what an order brings."""
    found: dict[str, str] = {}
    gains: dict[str, set[int]] = {}
    for action in legal:
        verb, *rest = action.split()
        if verb in ("send", "call"):
            start, to = two_tiles(rest[0])
            if verb == "send" and hostile(s, to):
                found[f"hex {NAMES[to]}"] = f"-{hostile(s, to)}"
            elif verb == "call" and s.halted[start]:
                found[f"hex {NAMES[start]}"] = f"{ready_on(s, start)}/{s.troops[start]}"
        elif verb in ("recruit", "build", "raze", "capture"):
            gains.setdefault(path(action)[0], set()).add(gain(s, action))
    return found | {button: "/".join(f"{n:+}" for n in sorted(numbers)) for button, numbers in gains.items()}


def hostile(s: State, tile: int) -> int:
    """How many troops fall or are stopped on a tile before the next find it clear."""
    enemies = s.troops[tile] if of_others(s, s.camps, s.seat) & BIT[tile] else 0
    if of_others(s, s.donjons, s.seat) & BIT[tile]:
        waiting = s.troops[tile] if s.camps[s.seat] & BIT[tile] else 0
        return enemies + DESTROYERS - waiting
    return enemies


def gain(s: State, action: str) -> int:
    """The troops that a recruitment brings, or the points that an order of donjons does."""
    verb, name, *by_die = action.split()
    tile = int(name) - 1
    if verb == "recruit":
        return die_recruits(s, tile) if by_die else 1
    tried = copied(s)
    if verb == "raze":
        take_down(tried, s.seat, tile)
    else:
        raise_donjon(tried, tile)
    return tried.score[s.seat] - s.score[s.seat]
