"""Why something cannot be done that a person would try. Every reason is asked only where the rules refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from banneret.core.scene import Path, Said

from .marches import capturable
from .moves import is_paused, longest, other_barons
from .notation import NAMES
from .orders import blocked, die_recruits, knight_command, may_order
from .rays import RUNS, hearing, stop, wall
from .sight import active, tiles_of
from .table import BIT, CELLS, STRAIGHT, TILES, Card, Phase, State, beside, of_all, of_others, own_troops, owner

ORDERS = ("recruit", "recruit die", "build", "raze", "disperse", "gather")
Reasons = Iterator[tuple[Path, Callable[[], Said]]]


def reasons(s: State, paths: Mapping[str, Path]) -> dict[Path, Said]:
    """Why a thing cannot be clicked after others, for the seat whose legal actions have the paths."""
    if not paths:
        return {}
    begun = {path[:length] for path in paths.values() for length in range(len(path))}
    clickable = begun | set(paths.values())
    first_hexes = {next((step for step in path if step.startswith("hex ")), "") for path in paths.values()}
    return {
        path: why()
        for path, why in _wished(s)
        if path[:-1] in begun and path not in clickable and path[0] not in first_hexes
    }


def _wished(s: State) -> Reasons:
    """What a person might try in the phase, each with the question why not."""
    if s.phase == Phase.DISPERSE:
        yield from _sends(s)
        yield from _closings(s)
    elif s.phase == Phase.GATHER:
        yield from _calls(s)
        yield from _closings(s)
    else:
        yield from _orders(s)
        yield from _moves(s)
        yield from _card(s)
        yield ("button pass",), partial(_must_leave, s)


def _at(key: str, tile: int, **about: int) -> Said:
    return Said(key, {"hex": NAMES[tile], **about})


def _hex(tile: int) -> str:
    return f"hex {NAMES[tile]}"


# Orders


def _orders(s: State) -> Reasons:
    own = BIT[s.baron[s.seat]] | s.donjons[s.seat] | s.knights[s.seat] | s.camps[s.seat]
    for order in ORDERS:
        yield (f"button {order}",), partial(why_nowhere, s, order)
        for tile in tiles_of(own):
            yield (f"button {order}", _hex(tile)), partial(why_no_order, s, order, tile)
    for tile in tiles_of(own):
        yield (_hex(tile),), partial(why_no_order, s, "gather", tile)


def why_nowhere(s: State, order: str) -> Said:
    """Why an order can be given on no tile at all."""
    home = s.baron[s.seat]
    if (now := why_not_now(s)) or (now := why_no_bonus(s, order)):
        return now
    if order == "raze":
        key = "raze_where_terra" if s.terra else "raze_where"
        return Said(key) if s.donjons[s.seat] else Said("no_donjon", {"seat": s.seat})
    if order in ("recruit", "recruit die", "build") or blocked(s, s.seat) & BIT[home]:
        return why_no_order(s, order, home)
    return Said(f"no_{order}", {"seat": s.seat})


def why_no_order(s: State, order: str, tile: int) -> Said:
    """Why an order cannot be given on a tile."""
    return why_not_now(s) or why_no_bonus(s, order) or why_no_command(s, order, tile) or what_lacks(s, order, tile)


def why_not_now(s: State) -> Said | None:
    """What the turn has against any further order."""
    if is_paused(s):
        return _must_leave(s)
    if may_order(s):
        return None
    if not s.second_order[s.die - 1]:
        return Said("one_order", {"die": s.die})
    return Said("bonus_spent")


def _must_leave(s: State) -> Said:
    return _at("must_leave", s.baron[s.seat], seat=s.seat)


def why_no_bonus(s: State, order: str) -> Said | None:
    """Why the die's bonus does not help to recruit."""
    if order != "recruit die":
        return None
    if not s.bonus:
        return Said("bonus_spent")
    return Said("bonus_for_order") if s.orders > 0 else None


def why_no_command(s: State, order: str, tile: int) -> Said | None:
    """Why a tile does not command such an order; None if it does."""
    if blocked(s, s.seat) & BIT[tile]:
        return _at("knight_holds", tile, seat=active(s, tile))
    if s.baron[s.seat] == tile:
        return None
    if not s.donjons[s.seat] & BIT[tile]:
        return _at("no_command", tile, seat=s.seat)
    if order in ("disperse", "gather"):
        return None
    if order == "build" or (order == "raze" and not s.terra):
        return Said(f"baron_{order}s")
    if not s.knights[s.seat] & BIT[tile]:
        return _at("donjon_alone", tile)
    if not knight_command(s) & BIT[tile]:
        return _at("knight_in_melee" if s.terra else "knight_not_counted", tile, seat=s.seat)
    return None


def what_lacks(s: State, order: str, tile: int) -> Said:
    """What is missing on a tile that commands."""
    if order == "build":
        return _what_building_lacks(s, tile)
    if order == "disperse":
        return _at("no_way_out" if own_troops(s, tile) else "no_troops_here", tile, seat=s.seat)
    if order == "gather":
        return _at("nobody_hears", tile, seat=s.seat)
    if order == "raze" and not s.donjons[s.seat] & BIT[tile]:
        return _at("no_donjon_here", tile, seat=s.seat)
    if order != "raze" and s.reserve[s.seat] == 0:
        return Said("no_reserve", {"seat": s.seat})
    if of_others(s, s.donjons, s.seat) & BIT[tile]:
        return _at("donjon_stands", tile, seat=owner(s, s.donjons, tile))
    if s.terra and of_others(s, s.camps, s.seat) & BIT[tile]:
        return _at("troops_stand", tile, seat=owner(s, s.camps, tile))
    return _at("die_brings", tile, die=s.die, n=die_recruits(s, tile))


def _what_building_lacks(s: State, tile: int) -> Said:
    donjons = of_all(s, s.donjons)
    if donjons & BIT[tile]:
        return _at("donjon_stands", tile, seat=owner(s, s.donjons, tile))
    if near := tiles_of(donjons & beside(BIT[tile])):
        return _at("donjon_near", tile, seat=owner(s, s.donjons, near[0]))
    if s.stock[s.seat] == 0:
        return Said("no_stock", {"seat": s.seat})
    return _at("few_builders", tile, seat=s.seat, n=s.build_troops, troops=own_troops(s, tile))


# Moves


def _moves(s: State) -> Reasons:
    home = s.baron[s.seat]
    yield ("button baron",), partial(_at, "shut_in", home, seat=s.seat)
    yield ("button knight",), partial(why_no_knight, s, Said("knights_shut_in", {"seat": s.seat}))
    farthest = max(1, *s.longest_move)
    officers = [("button baron", home), *(("button knight", tile) for tile in tiles_of(s.knights[s.seat]))]
    for button, start in officers:
        for to in range(TILES):
            if to != start and CELLS[start].distance(CELLS[to]) <= farthest:
                yield (button, _hex(start), _hex(to)), partial(why_no_move, s, button == "button baron", to)


def why_no_knight(s: State, why_none_of_them: Said) -> Said:
    """Why no knight can move or ride."""
    if is_paused(s):
        return _must_leave(s)
    return why_none_of_them if s.knights[s.seat] else Said("no_knights", {"seat": s.seat})


def why_no_move(s: State, by_baron: bool, to: int) -> Said:
    """Why an officer cannot move to a tile."""
    if not s.open & BIT[to]:
        return _at("mountain", to)
    if by_baron and other_barons(s) & BIT[to]:
        return _baron_stands(s, to)
    if not s.bonus:
        return Said("one_step")
    return _at("too_far", to, die=s.die, n=longest(s))


def _baron_stands(s: State, tile: int) -> Said:
    others = (seat for seat in range(s.players) if seat != s.seat)
    return _at("baron_stands", tile, seat=next(seat for seat in others if s.baron[seat] == tile))


# The personal card


def _card(s: State) -> Reasons:
    """Only the acting seat is told, and only what its own card allows."""
    if s.fate[s.seat] == Card.NONE:
        return
    held = s.fate[s.seat] == Card.HELD
    gone = partial(Said, "card_gone", {"seat": s.seat})
    yield ("button treasury",), partial(Said, "treasury_first") if held else gone
    yield ("button ride baron",), partial(why_no_baron_rides, s) if held else gone
    yield ("button ride knight",), partial(why_no_knight, s, _at("rider_there", s.card[s.seat])) if held else gone


def why_no_baron_rides(s: State) -> Said:
    card = s.card[s.seat]
    return _at("rider_there", card) if s.baron[s.seat] == card else _baron_stands(s, card)


# Disperse and gather


def _sends(s: State) -> Reasons:
    for to in range(TILES):
        if to != s.command:
            yield (_hex(to),), partial(why_no_send, s, to)


def why_no_send(s: State, to: int) -> Said:
    """Why no troops can be sent to a tile."""
    if own_troops(s, s.command) == 0:
        return _at("no_troops_here", s.command, seat=s.seat)
    if not STRAIGHT[s.command] & BIT[to]:
        return _not_straight(s, to)
    run = next(run for run in RUNS[s.command] if to in run)
    for tile in run[: run.index(to)]:
        if not s.open & BIT[tile]:
            return wall(s, tile)
        if holds := stop(s, tile):
            return holds
    return wall(s, to)


def _calls(s: State) -> Reasons:
    for start in tiles_of(s.camps[s.seat] & ~BIT[s.command]):
        yield (_hex(start),), partial(why_no_call, s, start)


def why_no_call(s: State, start: int) -> Said:
    """Why the troops of a tile cannot be called."""
    if not STRAIGHT[s.command] & BIT[start]:
        return _not_straight(s, start)
    run = next(run for run in RUNS[s.command] if start in run)
    heard = hearing(s)
    for tile in run[: run.index(start) + 1]:
        if not heard & BIT[tile]:
            return wall(s, tile)
    return _at("called_already", start, seat=s.seat)


def _not_straight(s: State, tile: int) -> Said:
    return Said("not_straight", {"hex": NAMES[tile], "command": NAMES[s.command]})


def _closings(s: State) -> Reasons:
    yield ("button done",), partial(Said, "march_first")
    for tile in tiles_of(s.fallen & ~capturable(s)):
        why = partial(why_no_capture, s, tile)
        yield ("button capture",), why
        yield ("button capture", _hex(tile)), why


def why_no_capture(s: State, tile: int) -> Said:
    """Why no own donjon can replace the fallen one of a tile."""
    if s.stock[s.seat] == 0:
        return Said("no_stock", {"seat": s.seat})
    return _at("few_captors", tile, seat=s.seat, n=s.capture_troops, troops=own_troops(s, tile))
