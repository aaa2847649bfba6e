"""Barony told: what each action brought about, how conflicts and payments were decided, and the score.

What happened is read from the two states; why it happened is told by the cards from the state before alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from banneret.core.scene import Card, Line, Said

from .moves import footprints_on, has_footprint
from .payments import Payment, payment_of, waste, worth
from .setup import NAMES, NUMBER, SPELL
from .table import (
    ABUNDANCE,
    CELERITY,
    DUKE,
    FOOTPRINT_POINTS,
    FOOTPRINTS_A_PLACE,
    KINDS,
    MYSTERY,
    RANKS,
    RESOURCES,
    TERRAINS,
    TORNADO,
    Phase,
    Piece,
    State,
    fighters,
    has_village,
    kind_on,
)

Teller: TypeAlias = Callable[[State, str, State], Iterator[Said]]


# What happened


def told(before: State, action: str, after: State, seat: int | None) -> tuple[Said, ...]:
    """An action and all that it brought about; nothing of it is hidden from any seat."""
    verb, _, rest = action.partition(" ")
    return tuple(TELLERS[verb](before, rest, after))


def tell_city(before: State, name: str, after: State) -> Iterator[Said]:
    """A first city, or one in place of a village or (by sanctuary) of a knight."""
    cell = NUMBER[name]
    if before.phase == Phase.CITIES:
        yield Said("first_city", on_hex(before, cell))
        return
    key = "village_to_city" if has_village(before, before.seat, cell) else "knight_to_city"
    yield Said(key, on_hex(before, cell) | {"n": before.city_points})
    if before.cast & ABUNDANCE:
        yield token_taken(before, cell, after)


def on_hex(s: State, cell: int) -> dict[str, int | str]:
    """Who acts, and where."""
    return {"seat": s.seat, "hex": NAMES[cell], "terrain": TERRAINS[s.terrain[cell]]}


def token_taken(before: State, cell: int, after: State) -> Said:
    kind = before.terrain[cell]
    taken = after.tokens[before.seat][kind] > before.tokens[before.seat][kind]
    return Said("token_taken" if taken else "bank_empty", {"seat": before.seat, "thing": RESOURCES[kind]})


def tell_pass(before: State, _: str, after: State) -> Iterator[Said]:
    yield Said("city_forgone" if before.phase == Phase.CITIES else "passed", {"seat": before.seat})


def tell_recruit(before: State, rest: str, after: State) -> Iterator[Said]:
    """Knights in a city or a stronghold; by portal some who had left the game."""
    name, number = rest.split(" ")
    cell = NUMBER[name]
    place = "city" if kind_on(before, cell) == Piece.CITY else "stronghold"
    yield Said(f"recruited_{place}", {"seat": before.seat, "n": int(number), "hex": name})
    returned = before.gone[before.seat] - after.gone[before.seat]
    if returned:
        yield Said("returned", {"n": returned})


def tell_move(before: State, rest: str, after: State) -> Iterator[Said]:
    start, end = (NUMBER[name] for name in rest.split(">"))
    yield Said("moved", on_hex(before, end) | {"start": NAMES[start]})
    yield from tell_destruction(before, (start, end), after)
    for other in others(before):
        if fighters(after, other, end):
            yield Said("shared", {"seat": before.seat, "seat_other": other, "hex": NAMES[end]})
    yield from tell_exploration(before, end, after)


def others(s: State) -> list[int]:
    """The other seats, in the order in which they are looted."""
    return [(s.seat + i) % s.players for i in range(1, s.players)]


def tell_destruction(before: State, cells: tuple[int, int], after: State) -> Iterator[Said]:
    """The pieces that every other seat has lost, and the tokens that its villages will cost."""
    for enemy in others(before):
        villages = 0
        for cell in cells:
            about: dict[str, int | str] = {"seat": before.seat, "seat_enemy": enemy, "hex": NAMES[cell]}
            if before.knights[cell][enemy] > after.knights[cell][enemy]:
                yield Said("knight_destroyed", about)
            if has_village(before, enemy, cell) and not has_village(after, enemy, cell):
                yield Said("village_destroyed", about)
                villages += 1
        loots = after.loots[enemy] - before.loots[enemy]
        if loots:
            yield Said("to_be_looted", {"seat": before.seat, "seat_enemy": enemy, "n": loots})
        if loots < villages:
            yield Said("nothing_to_loot", {"seat_enemy": enemy})


def tell_exploration(before: State, cell: int, after: State) -> Iterator[Said]:
    """The footprint on a mystery place and the magic, or why there are none."""
    seat = before.seat
    if before.terrain[cell] != MYSTERY:
        return
    if after.footprints[seat] > before.footprints[seat]:
        yield Said("explored", {"seat": seat, "n": after.magic[seat] - before.magic[seat]})
    elif has_footprint(before, seat, cell):
        yield Said("explored_before", {"seat": seat})
    elif footprints_on(before, cell) == FOOTPRINTS_A_PLACE:
        yield Said("explored_out", {"n": FOOTPRINTS_A_PLACE})
    else:
        yield Said("footprints_gone", {"seat": seat})


def tell_loot(before: State, kind: str, after: State) -> Iterator[Said]:
    number = RESOURCES.index(kind)
    enemy = next(seat for seat in others(before) if after.tokens[seat][number] < before.tokens[seat][number])
    yield Said("looted", {"seat": before.seat, "seat_enemy": enemy, "thing": kind})


def tell_village(before: State, name: str, after: State) -> Iterator[Said]:
    yield Said("village_built", on_hex(before, NUMBER[name]))
    yield token_taken(before, NUMBER[name], after)


def tell_stronghold(before: State, name: str, after: State) -> Iterator[Said]:
    yield Said("stronghold_built", on_hex(before, NUMBER[name]))
    yield token_taken(before, NUMBER[name], after)


def tell_expedition(before: State, name: str, after: State) -> Iterator[Said]:
    yield Said("expedition", on_hex(before, NUMBER[name]))
    yield from tell_exploration(before, NUMBER[name], after)


def tell_title(before: State, rest: str, after: State) -> Iterator[Said]:
    """What is paid, what is wasted, the title, and that the last round has come if it is the highest."""
    seat, payment = before.seat, payment_of(f"title {rest}")
    title = RANKS[after.rank[seat]]
    yield Said("titled", {"seat": seat, "title": title, "n": before.title_points})
    for number, kind in zip(payment, RESOURCES, strict=True):
        if number:
            yield Said("paid", {"n": number, "thing": kind})
    if waste(before, payment):
        yield Said("wasted", {"n": waste(before, payment)})
    if after.rank[seat] == DUKE and DUKE not in before.rank[: before.players] and after.phase != Phase.END:
        yield Said("last_round")


def tell_cast(before: State, spells: str, after: State) -> Iterator[Said]:
    for spell in spells.split("+"):
        yield Said("cast", {"seat": before.seat, "spell": spell, "n": before.spell_cost[SPELL[spell]]})


def tell_done(before: State, _: str, after: State) -> Iterator[Said]:
    yield Said(f"done_{Phase(before.phase).name.lower()}", {"seat": before.seat})


TELLERS: dict[str, Teller] = {
    "recruit": tell_recruit,
    "move": tell_move,
    "village": tell_village,
    "stronghold": tell_stronghold,
    "city": tell_city,
    "expedition": tell_expedition,
    "title": tell_title,
    "cast": tell_cast,
    "loot": tell_loot,
    "done": tell_done,
    "pass": tell_pass,
}


# How it was decided


def cards(before: State, action: str, after: State, seat: int | None) -> tuple[Card, ...]:
    """A card for each hex where the move meets enemies, or for the payment of a title."""
    verb, _, rest = action.partition(" ")
    if verb == "move":
        start, end = (NUMBER[name] for name in rest.split(">"))
        return tuple(conflict_cards(before, start, end))
    if verb == "title":
        return (payment_card(before, payment_of(action)),)
    return ()


def conflict_cards(s: State, start: int, end: int) -> Iterator[Card]:
    """A tornado blows where the knight comes from first, and where it arrives after the last step."""
    storm = s.phase == Phase.CAST and s.cast & TORNADO != 0
    if storm and s.moved == 0 and enemies(s, start):
        yield conflict_card(s, start, fighters(s, s.seat, start), Said("verdict_tornado"))
    if enemies(s, end):
        pieces = fighters(s, s.seat, end) + 1
        is_last_step = s.moved > 0 or not s.cast & CELERITY
        if pieces >= 2:
            verdict = Said("verdict_destroys", {"seat": s.seat, "n": pieces})
        elif storm and is_last_step:
            verdict = Said("verdict_tornado")
        else:
            verdict = Said("verdict_shares")
        yield conflict_card(s, end, pieces, verdict)


def enemies(s: State, cell: int) -> list[int]:
    """The other seats with a piece that counts on a hex."""
    return [seat for seat in others(s) if fighters(s, seat, cell)]


def conflict_card(s: State, cell: int, pieces: int, verdict: Said) -> Card:
    """Everybody's pieces on a hex; `pieces` of the seat that acts, with the knight that moves."""
    seats = (s.seat, *enemies(s, cell))
    villages = [int(has_village(s, seat, cell)) for seat in seats]
    totals = [pieces, *(fighters(s, seat, cell) for seat in seats[1:])]
    knights = [total - village for total, village in zip(totals, villages, strict=True)]
    rows = (("row_knights", knights), ("row_villages", villages), ("row_pieces", totals))
    return Card(
        heading=Said("conflict", {"hex": NAMES[cell], "terrain": TERRAINS[s.terrain[cell]]}),
        seats=seats,
        rows=tuple((Said(key), tuple(map(str, counts))) for key, counts in rows),
        verdict=verdict,
        at=NAMES[cell],
    )


def payment_card(s: State, payment: Payment) -> Card:
    """What the tokens of a payment are worth, and what is left of it when the title is paid."""
    rows = [
        (
            Said("row_tokens", {"n": number, "thing": RESOURCES[kind], "value": s.token_points[kind]}),
            number * s.token_points[kind],
        )
        for kind, number in enumerate(payment)
        if number
    ]
    rows += [
        (Said("row_paid"), worth(s, payment)),
        (Said("row_price"), s.title_price),
        (Said("row_waste"), waste(s, payment)),
    ]
    title = RANKS[s.rank[s.seat] + 1]
    return Card(
        heading=Said("payment"),
        seats=(s.seat,),
        rows=tuple((said, (str(points),)) for said, points in rows),
        verdict=Said("verdict_title", {"seat": s.seat, "title": title}),
    )


# The score


def account(s: State) -> tuple[tuple[Line, ...], ...]:
    """Each seat's score: the title, cities built in play, tokens that are left, footprints."""
    return tuple(tuple(lines(s, seat)) for seat in range(s.players))


def lines(s: State, seat: int) -> Iterator[Line]:
    rank, built, footprints = s.rank[seat], s.cities_built[seat], s.footprints[seat]
    yield Line(Said("account_title", {"title": RANKS[rank]}), rank * s.title_points)
    yield Line(Said("account_cities", {"n": built}), built * s.city_points)
    for kind in range(KINDS):
        number = s.tokens[seat][kind]
        if number:
            said = Said("account_tokens", {"n": number, "thing": RESOURCES[kind], "value": s.token_vp[kind]})
            yield Line(said, number * s.token_vp[kind])
    if s.sorcery:
        yield Line(Said("account_footprints", {"n": footprints}), footprints * FOOTPRINT_POINTS)
