"""Baron told: what each action brought about, fights as tables, and where a seat's honour comes from.

All actions are made in the open, so every seat is told the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from banneret.core.scene import Card, Line, Said

from .chronicle import Contender, Duel, Fight, Storm, fights
from .combat import halved
from .notation import NAMES, NUMBER
from .rules import PRICE
from .table import KINDS, NEIGHBOURS, TOUCHING_HONOUR, VALUE, Phase, Side, State, touching


def told(before: State, action: str, after: State, seat: int | None) -> tuple[Said, ...]:
    """An action, the fights that it led to, who fell into the oubliettes, and whether the claims begin."""
    fought = [said for fight in fights(before, action) for said in tell_fight(before, fight)]
    return (*tell_action(before, action), *fought, *tell_oubliettes(before, after), *tell_claims(before, after))


def cards(before: State, action: str, after: State, seat: int | None) -> tuple[Card, ...]:
    """A table for each fight, and for each barony established in peace."""
    return tuple(duel_card(f) if isinstance(f, Duel) else storm_card(f) for f in fights(before, action))


def account(s: State) -> tuple[tuple[Line, ...], ...]:
    """The baronies that stand, and in one line all that cannot be seen on the board."""
    return tuple(tuple(account_of(s, seat)) for seat in range(s.players))


# Actions


def tell_action(s: State, action: str) -> Iterator[Said]:
    verb, *rest = action.split()
    if verb == "take":
        yield tell_take(s, int(rest[0]) - 1)
    elif verb == "draw":
        yield Said("drawn", {"kind": rest[0]})
    elif verb == "place":
        yield Said("placed", {"seat": s.seat, "tile": a(rest[0]), "hex": rest[1]})
        yield from tell_touching(s, NUMBER[rest[1]])
    elif verb == "discard":
        yield Said("discarded", {"seat": s.seat, "tile": a(rest[0])})
    elif verb == "pass":
        yield Said("passed", {"seat": s.seat})
    else:
        said = {"donjon": "built", "claim": "claimed", "waive": "waived"}[verb]
        yield Said(said, {"seat": s.seat, "hex": rest[0]})


def a(kind: str) -> str:
    """The key of a kind of tile with its article, as the object of a sentence."""
    return f"a {kind}"


def tell_take(s: State, place: int) -> Said:
    price = PRICE[place]
    about: dict[str, int | str] = {"seat": s.seat, "tile": a(KINDS[s.offer[place] - 1])}
    if price == 0:
        return Said("taken_free", about)
    return Said("taken", about | {"n": price, "left": s.honour[s.seat] - price})


def tell_touching(s: State, cell: int) -> Iterator[Said]:
    touched = touching(s, cell)
    if TOUCHING_HONOUR[touched]:
        yield Said("touching", {"seat": s.seat, "touched": touched, "n": TOUCHING_HONOUR[touched]})


# Consequences


def tell_fight(s: State, fight: Fight) -> Iterator[Said]:
    """What becomes of each contender, and of the donjons of those who are out."""
    if isinstance(fight, Duel):
        yield from map(tell_duellist, fight.knights)
        contenders = fight.knights
    else:
        yield from tell_storm(fight)
        contenders = (fight.knight, *fight.barons)
    for contender in contenders:
        if contender.goes_back and s.left[contender.seat]:
            yield Said("gone", {"seat": contender.seat, "hex": contender.hex})


def tell_duellist(knight: Contender) -> Said:
    lost = "duel_tied" if knight.is_equalled else "duel_lost"
    return Said(lost if knight.goes_back else "duel_won", versus(knight))


def tell_storm(storm: Storm) -> Iterator[Said]:
    if storm.knight.goes_back:
        yield tell_defeat(storm)
        return
    for baron in storm.barons:
        yield Said("beaten", versus(baron))
    for seat in sorted({baron.seat for baron in storm.barons} & storm.honour.keys()):
        honour = storm.honour[seat]
        yield Said("battlefield_lost" if honour < 0 else "battlefield_gained", {"seat": seat, "n": abs(honour)})
    yield tell_established(storm)


def tell_defeat(storm: Storm) -> Said:
    """Why a knight was not established."""
    if storm.victor:
        return Said("barred", at(storm.knight) | {"seat_rival": storm.victor.seat, "hex_rival": storm.victor.hex})
    return Said("storm_tied" if storm.knight.is_equalled else "storm_lost", versus(storm.knight))


def tell_established(storm: Storm) -> Said:
    honour = storm.honour.get(storm.knight.seat, 0)
    key = "established" if honour > 0 else "established_at_a_loss" if honour else "established_for_nothing"
    return Said(key, at(storm.knight) | ({"n": abs(honour)} if honour else {}))


def at(contender: Contender) -> dict[str, int | str]:
    return {"seat": contender.seat, "hex": contender.hex}


def versus(contender: Contender) -> dict[str, int | str]:
    """A contender and its strongest opponent."""
    assert contender.rival is not None
    strength, seat, name = contender.rival
    opponent: dict[str, int | str] = {"seat_rival": seat, "hex_rival": name, "rival": strength}
    return at(contender) | opponent | {"strength": contender.strength}


def tell_oubliettes(before: State, after: State) -> Iterator[Said]:
    for seat in range(after.players):
        if after.left[seat] and not before.left[seat]:
            yield Said("oubliettes", {"seat": seat, "honour": after.honour[seat]})


def tell_claims(before: State, after: State) -> Iterator[Said]:
    if after.phase == Phase.CLAIM and before.phase != Phase.CLAIM:
        yield Said("claims_begin")


# Cards

Row = tuple[Said, tuple[str, ...]]


def duel_card(duel: Duel) -> Card:
    """Each knight of a duel, and who of them goes on."""
    survivors = [knight for knight in duel.knights if not knight.goes_back]
    if len(survivors) == 1:
        verdict = Said("duel_one", at(survivors[0]))
    else:
        verdict = Said("duel_some", {"n": len(survivors)}) if survivors else Said("duel_none")
    return Card(
        heading=Said("duel_heading"),
        seats=tuple(knight.seat for knight in duel.knights),
        rows=(
            *strength_rows(duel.knights, duel.claims),
            row("row_result", (result(knight) for knight in duel.knights)),
        ),
        verdict=verdict,
        at=duel.knights[0].hex,
    )


def storm_card(storm: Storm) -> Card:
    """A knight and the barons in its way, what each counts, and what it wins or loses."""
    contenders = (storm.knight, *storm.barons)
    rows = strength_rows(contenders, storm.claims) if not storm.victor else donjon_rows(contenders)
    if not storm.knight.goes_back:
        rows += honour_rows(storm)
    return Card(
        heading=Said("storm_heading" if storm.barons else "peace_heading", at(storm.knight)),
        seats=tuple(contender.seat for contender in contenders),
        rows=(*rows, row("row_result", (result(c, established="becomes baron") for c in contenders))),
        verdict=tell_defeat(storm) if storm.knight.goes_back else tell_established(storm),
        at=storm.knight.hex,
    )


def row(key: str, columns: Iterator[str]) -> Row:
    return Said(key), tuple(columns)


def donjon_rows(contenders: tuple[Contender, ...]) -> list[Row]:
    return [row("row_side", (c.side for c in contenders)), row("row_hex", (c.hex for c in contenders))]


def strength_rows(contenders: tuple[Contender, ...], claims: bool) -> list[Row]:
    """What each counts; where there is a fight, also what it does not count and what it needs."""
    rows = [*donjon_rows(contenders), row("row_own", (summed(c.own) for c in contenders))]
    if len(contenders) == 1:
        return rows
    return [
        *rows,
        row("row_battlefield", (listed(c.battlefield) for c in contenders)),
        row("row_half" if claims else "row_strength", (str(c.strength) for c in contenders)),
        row("row_needs", map(needs, contenders)),
    ]


def honour_rows(storm: Storm) -> list[Row]:
    """What is won and lost. A seat with several barons pays for all of them in its first column."""
    contenders = (storm.knight, *storm.barons)
    seats = [contender.seat for contender in contenders]
    changes = [
        f"{storm.honour.get(seat, 0):+d}" if seat not in seats[:column] else ""
        for column, seat in enumerate(seats)
    ]
    rows = [row("row_honour_half" if storm.claims else "row_honour", iter(changes))]
    if storm.counted:
        rows.insert(0, row("row_counted", iter([listed(storm.counted), *[""] * len(storm.barons)])))
    return rows


def needs(contender: Contender) -> str:
    """What wins: a tie is enough for a baron, and for no knight."""
    assert contender.rival is not None
    return f"{'≥' if contender.side == 'baron' else '>'} {contender.rival.strength}"


def result(contender: Contender, established: str = "stays") -> str:
    """What becomes of a donjon; a knight that does not go back may be established now or only go on."""
    if contender.goes_back:
        return "goes back"
    return established if contender.side == "knight" else "stays"


def summed(values: tuple[int, ...]) -> str:
    """Values as a sum that one can follow: 3 + 2 - 1 = 4."""
    if len(values) < 2:
        return str(sum(values))
    signed = [f"{'-' if value < 0 else '+'} {abs(value)}" for value in values[1:]]
    return f"{' '.join([str(values[0]), *signed])} = {sum(values)}"


def listed(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))


# The account


def account_of(s: State, seat: int) -> Iterator[Line]:
    """What each barony of a seat counts, a tile only once, and then the rest of its honour."""
    rest = s.honour[seat]
    counted: set[int] = set()
    for cell in baronies(s, seat):
        fresh = [tile for tile in NEIGHBOURS[cell] if tile not in counted]
        worth = halved(sum(VALUE[s.board[tile]] for tile in fresh), is_claimed(s, cell))
        yield Line(Said("account_claim" if is_claimed(s, cell) else "account_barony", {"hex": NAMES[cell]}), worth)
        counted.update(fresh)
        rest -= worth
    yield Line(Said("account_rest"), rest)


def baronies(s: State, seat: int) -> list[int]:
    """The cells of a seat's barons, claimed ones last."""
    cells = [s.cell[t] for t in range(s.towers) if s.owner[t] == seat and s.side[t] == Side.BARON]
    return sorted(cells, key=lambda cell: (is_claimed(s, cell), cell))


def is_claimed(s: State, cell: int) -> bool:
    """Whether the barony was established for half its value, in the last claims."""
    return s.phase == Phase.END and any(s.question[i] == cell and s.claimed[i] for i in range(s.asked))
