"""What is said about play: every action with all that it brought about, cards for what is compared, and the
account of each seat's points."""

from __future__ import annotations

from collections.abc import Iterator

from banneret.core.scene import Card, Line, Said

from .clashes import Clash, March, march, two_tiles
from .marches import capturable
from .notation import NAMES
from .orders import blocked
from .sight import active, commands, tiles_of
from .table import BIT, DESTROYERS, NEIGHBOURS, State, own_troops, taken

NOTHING = "-"


def told(before: State, action: str, after: State, seat: int | None) -> tuple[Said, ...]:
    """All that anybody may see; nothing that is hidden shows in an action."""
    return (
        _act(before, action),
        *_bonus(before, action),
        *_barons(before, action),
        *_encounters(before, action),
        *_knights(before, action, after),
        *_points(before, after),
        *_captures(before, after),
    )


def cards(before: State, action: str, after: State, seat: int | None) -> tuple[Card, ...]:
    """Fights and sieges, knights that outnumber others, captures, and points."""
    found = march(before, action)
    return (
        *(card for clash in (found.clashes if found else ()) for card in _clash_cards(before.seat, clash)),
        *(_knight_card(after, tile) for tile in _knight_tiles(action) if len(_colours(after, tile)) > 1),
        *([_capture_card(before, action)] if action.startswith("capture") else []),
        *([_points_card(before, after)] if before.score != after.score else []),
    )


def account(s: State) -> tuple[tuple[Line, ...], ...]:
    """The tiles of a seat's donjons, and how many kinds of faces they have."""
    return tuple(tuple(_account(s, seat)) for seat in range(s.players))


def _account(s: State, seat: int) -> Iterator[Line]:
    for tile in tiles_of(s.donjons[seat]):
        yield Line(Said("donjon_on", {"hex": NAMES[tile]}), s.face_points[s.face[tile]])
    faces = _faces(s, seat)
    yield Line(Said("diversity", {"n": faces}), s.diversity[faces])


def _faces(s: State, seat: int) -> int:
    """On how many different faces a seat's donjons stand."""
    return len({s.face[tile] for tile in tiles_of(s.donjons[seat])})


# The action itself


def _act(before: State, action: str) -> Said:
    *verbs, last = action.split()
    seat = {"seat": before.seat}
    if last == "pass":
        return Said("end_turn" if taken(before) else "pass", {**seat})
    if last == "done":
        return Said("done", {**seat})
    if verbs[0] in ("roll", "treasury"):
        return Said(verbs[0], {**seat, "die": int(last)})
    if verbs[0] in ("send", "call"):
        start, to = two_tiles(verbs[1])
        return Said(verbs[0], {**seat, "n": int(last), "start": NAMES[start], "to": NAMES[to]})
    if verbs[0] in ("baron", "knight", "ride"):
        start, to = two_tiles(last)
        return Said("_".join(verbs), {**seat, "start": NAMES[start], "to": NAMES[to]})
    order, tile = action.split()[:2]
    return Said(order, {**seat, "hex": tile, **_numbers(before, action)})


def _numbers(before: State, action: str) -> dict[str, int]:
    """How many troops an order is about."""
    if found := march(before, action):
        return {"n": found.troops}
    if action.startswith("build"):
        return {"n": before.build_troops}
    if action.startswith("capture"):
        return {"n": before.build_troops, "troops": before.capture_troops - before.build_troops}
    return {}


def _bonus(before: State, action: str) -> Iterator[Said]:
    """What the die's bonus is spent on."""
    verb, *rest = action.split()
    if verb in ("baron", "knight"):
        start, to = two_tiles(rest[0])
        if not BIT[to] & NEIGHBOURS[start]:
            yield Said("bonus_used")
    elif verb == "recruit" and rest[1:]:
        yield Said("bonus_used")
    elif verb in ("recruit", "build", "raze", "disperse", "gather") and before.orders > 0:
        yield Said("bonus_order")


def _barons(before: State, action: str) -> Iterator[Said]:
    """Whom a baron meets, and whether knights keep barons from giving orders where they are now."""
    *verbs, way = action.split()
    if "baron" not in verbs:
        return
    start, to = two_tiles(way)
    met = [seat for seat in range(before.players) if seat != before.seat and before.baron[seat] == to]
    if met and "ride" not in verbs:
        yield Said("pause", {"seat": before.seat, "seat_other": met[0]})
        return
    yield from _silence(before, before.seat, to)
    for seat in met:
        yield Said("exchange", {"seat": seat, "hex": NAMES[start]})
        yield from _silence(before, seat, start)


def _silence(s: State, seat: int, tile: int) -> Iterator[Said]:
    """What knights do to a baron who comes to a tile."""
    if blocked(s, seat) & BIT[tile]:
        yield Said("baron_silenced", {"seat": seat, "seat_other": active(s, tile), "hex": NAMES[tile]})


# Troops that meet enemies


def _encounters(before: State, action: str) -> Iterator[Said]:
    found = march(before, action)
    if found is None or not found.clashes:
        return
    for clash in found.clashes:
        yield from _clash_told(before.seat, clash)
    if found.arrived and not _stays_put(found):
        yield Said("arrived", {"seat": before.seat, "n": found.arrived, "hex": NAMES[found.tiles[-1]]})


def _stays_put(found: March) -> bool:
    """Whether nothing befell those who came, so that where they are is told already."""
    return found.arrived == found.troops


def _clash_told(seat: int, clash: Clash) -> Iterator[Said]:
    where: dict[str, int | str] = {"seat": seat, "hex": NAMES[clash.tile]}
    if clash.fell:
        yield Said("fight", {**where, "seat_other": clash.enemy, "n": clash.fell})
    if clash.destroyed:
        yield Said("destroyed", {**where, "seat_other": clash.defender, "n": DESTROYERS})
    elif clash.stopped:
        yield Said("waiting", {**where, "seat_other": clash.defender, "n": clash.waiting + clash.stopped})


def _clash_cards(seat: int, clash: Clash) -> Iterator[Card]:
    if clash.fell:
        yield _fight_card(seat, clash)
    if clash.stopped:
        yield _siege_card(seat, clash)


def _fight_card(seat: int, clash: Clash) -> Card:
    """Each arriving troop takes one enemy with it."""
    attackers, defenders = clash.arriving - clash.fell, clash.standing - clash.fell
    if defenders:
        verdict = Said("verdict_holds", {"seat": clash.enemy, "n": defenders})
    elif attackers:
        verdict = Said("verdict_through", {"seat": seat, "n": attackers})
    else:
        verdict = Said("verdict_nobody")
    return Card(
        heading=Said("card_fight", {"hex": NAMES[clash.tile]}),
        seats=(seat, clash.enemy),
        rows=(
            (Said("row_troops"), (str(clash.arriving), str(clash.standing))),
            (Said("row_to_reserve"), (str(clash.fell), NOTHING)),
            (Said("row_to_discard"), (NOTHING, str(clash.fell))),
            (Said("row_left"), (str(attackers), str(defenders))),
        ),
        verdict=verdict,
        at=NAMES[clash.tile],
    )


def _siege_card(seat: int, clash: Clash) -> Card:
    """Three troops destroy a donjon."""
    there = clash.waiting + clash.stopped
    if clash.destroyed:
        verdict = Said("verdict_destroyed", {"seat": clash.defender})
    else:
        verdict = Said("verdict_stands", {"seat": clash.defender, "n": DESTROYERS - there})
    return Card(
        heading=Said("card_siege", {"seat": clash.defender, "hex": NAMES[clash.tile]}),
        seats=(seat,),
        rows=(
            (Said("row_waiting"), (str(clash.waiting),)),
            (Said("row_arriving"), (str(clash.arriving - clash.fell),)),
            (Said("row_needed"), (str(DESTROYERS),)),
        ),
        verdict=verdict,
        at=NAMES[clash.tile],
    )


# Captures


def _captures(before: State, after: State) -> Iterator[Said]:
    """The captures that have become possible."""
    for tile in tiles_of(capturable(after) & ~capturable(before)):
        yield Said("may_capture", {"seat": after.seat, "hex": NAMES[tile], "n": own_troops(after, tile)})


def _capture_card(before: State, action: str) -> Card:
    name = action.split()[1]
    there = own_troops(before, int(name) - 1)
    to_reserve = before.capture_troops - before.build_troops
    rows = {
        "row_standing": there,
        "row_needed": before.capture_troops,
        "row_to_discard": before.build_troops,
        "row_to_reserve": to_reserve,
        "row_left": there - before.capture_troops,
    }
    return Card(
        heading=Said("card_capture", {"hex": name}),
        seats=(before.seat,),
        rows=tuple((Said(key), (str(number),)) for key, number in rows.items()),
        verdict=Said("verdict_captured", {"seat": before.seat}),
        at=name,
    )


# Knights


def _knight_tiles(action: str) -> tuple[int, ...]:
    """The tiles whose knights an action changes."""
    *verbs, way = action.split()
    return two_tiles(way) if "knight" in verbs else ()


def _colours(s: State, tile: int) -> list[int]:
    return [seat for seat in range(s.players) if s.knights[seat] & BIT[tile]]


def _knights(before: State, action: str, after: State) -> Iterator[Said]:
    """Which colours have become active or have ceased to be, and who commands anew or no more."""
    for tile in _knight_tiles(action):
        was, now = active(before, tile), active(after, tile)
        if now not in (-1, was) and _colours(before, tile):
            yield Said("active", {"seat": now, "hex": NAMES[tile]})
        elif now < 0 <= was and _colours(after, tile):
            yield Said("melee", {"hex": NAMES[tile]})
        for seat in range(after.players):
            could, can = commands(before, seat).rank(tile), commands(after, seat).rank(tile)
            if could and not can:
                yield Said("silenced", {"seat": seat, "hex": NAMES[tile]})
            elif can and not could:
                yield Said("heard", {"seat": seat, "hex": NAMES[tile]})


def _knight_card(s: State, tile: int) -> Card:
    """Who has more knights than any other is active."""
    seats = _colours(s, tile)
    counts = tuple("2" if s.pairs[seat] & BIT[tile] else "1" for seat in seats)
    leader = active(s, tile)
    return Card(
        heading=Said("card_knights", {"hex": NAMES[tile]}),
        seats=tuple(seats),
        rows=((Said("row_knights"), counts),),
        verdict=Said("verdict_active", {"seat": leader}) if leader >= 0 else Said("verdict_melee"),
        at=NAMES[tile],
    )


# Points


def _points(before: State, after: State) -> Iterator[Said]:
    for seat in range(after.players):
        gained = after.score[seat] - before.score[seat]
        if gained:
            about: dict[str, int | str] = {"seat": seat, "n": abs(gained), "points": after.score[seat]}
            yield Said("gains" if gained > 0 else "loses", about)


def _points_card(before: State, after: State) -> Card:
    """Tiles and diversity of every seat, before and after."""
    seats = range(after.players)
    lines = {
        "row_before": [before.score[seat] for seat in seats],
        "row_tiles": [after.score[seat] - after.diversity[_faces(after, seat)] for seat in seats],
        "row_faces": [_faces(after, seat) for seat in seats],
        "row_diversity": [after.diversity[_faces(after, seat)] for seat in seats],
        "row_points": [after.score[seat] for seat in seats],
    }
    most = max(after.score[: after.players])
    leader = before.seat if after.score[before.seat] == most else after.score.index(most)
    if most >= after.target:
        verdict = Said("verdict_target", {"seat": leader, "points": after.target})
    else:
        verdict = Said("verdict_missing", {"seat": leader, "n": after.target - most, "points": after.target})
    return Card(
        heading=Said("card_points"),
        seats=tuple(seats),
        rows=tuple((Said(key), tuple(map(str, numbers))) for key, numbers in lines.items()),
        verdict=verdict,
    )
