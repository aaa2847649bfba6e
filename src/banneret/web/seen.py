"""What a reader may see of a table. Everything that leaves the server about a game is made here.

A reader looks through one seat, or through none and sees what everybody may. Nothing here asks the true state for
more than the game's own scene, story and samples give to that seat.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from banneret import __version__
from banneret.core.game import Game, Handle
from banneret.core.match import Match
from banneret.core.preview import preview
from banneret.core.scene import Card, Entry, Scene
from banneret.core.words import Words
from banneret.draw.icons import shield
from banneret.draw.labels import counted, named
from banneret.draw.marks import Marks, last_move
from banneret.draw.motion import motions
from banneret.draw.svg import board as draw_board
from banneret.players.hint import Advice

from . import store
from .errors import NotPossible
from .gathering import clock, company, explained, lesson, log, open_paths, plea, prompt, told_to, undo
from .reader import Reader, sentence
from .table import Table

STEPS_AT_ONCE = 80
STEPS_FORESEEN = 6  # of a line that a search foresees
HIDDEN = "?"


def position(table: Table, reader: Reader, ply: int | None = None) -> dict[str, Any]:
    """The table as a reader sees it now, or after an earlier ply."""
    now = ply is None
    match = table.match if ply is None else table.match.at(ply)
    scene = match.game.scene(match.state, reader.seat)
    scene = scene if now else past(scene)
    words = reader.words(table)
    return {
        "seq": table.seq,
        "moved": table.moved,
        "ply": match.ply,
        "plies": table.match.ply,
        "seat": reader.seat,
        "seats": reader.seats,
        "acting": match.player,
        "over": match.over,
        "open": table.open_seats(),
        "company": company(table, reader),
        "clock": clock(table),
        "plea": plea(table, reader) if now else None,
        "next": table.rematch,
        "waiting": [chair.seat for chair in table.chairs if chair.bot and chair.seat == match.player],
        "prompt": prompt(table, reader, match, scene),
        "explained": explained(table, reader, match, scene),
        "board": board(table, reader, scene, last_marks(reader, match, scene)),
        "side": side(table, reader, match, scene),
        "paths": open_paths(table, scene) if now else {},
        "lesson": lesson(table, reader) if now else None,
        "blocked": blocked(table, reader, scene) if now else [],
        "things": things(table.kept.game, scene, words) if now else {},
        "badges": scene.badges if now else {},
        "overlays": {name: words.overlay[name] for name in scene.overlays},
        "undo": undo(table, reader) if now else None,
        "log": log(table, reader),
        "result": result(table, reader, match) if match.over else None,
    }


def by_program(table: Table, seat: int) -> dict[str, Any]:
    """All that a program at a seat needs."""
    with table.lock:
        match = table.match
        acting = match.player
        return {
            "seq": table.seq,
            "game": table.kept.game,
            "options": table.kept.options,
            "seat": seat,
            "acting": acting if isinstance(acting, int) else None,
            "over": match.over,
            "view": match.view(seat),
            "legal": match.legal() if acting == seat and not table.open_seats() else [],
            "actions": match.actions.copy(),
            "result": match.result.as_data() if match.result else None,
        }


def number(table: Table) -> int:
    return table.seq


def in_short(table: Table, seats: Collection[int]) -> dict[str, Any]:
    """Who acts next, and what is legal if that is one of these seats."""
    standing = table.standing()
    legal = table.match.legal() if standing.acting in seats else []
    return {"seq": table.seq, "acting": standing.acting, "over": standing.over, "legal": legal}


def past(scene: Scene) -> Scene:
    """A scene in which nothing can be done any more."""
    hexes = tuple(replace(h, offers=False) for h in scene.hexes)
    return replace(scene, hexes=hexes, paths={}, blocked={}, badges={})


def blocked(table: Table, reader: Reader, scene: Scene) -> list[tuple[list[str], str]]:
    """Why things cannot be clicked, by the path that ends in them."""
    return [(list(path), sentence(table, reader, said)) for path, said in scene.blocked.items()]


def last_marks(reader: Reader, match: Match, scene: Scene) -> Marks:
    """What the last action changed on the board."""
    if not match.ply:
        return Marks()
    earlier = match.at(match.ply - 1)
    return changed(earlier.game.scene(earlier.state, reader.seat), scene)


def changed(before: Scene, after: Scene) -> Marks:
    """What is different on the board; what can be chosen is marked by the page itself, click by click."""
    return replace(last_move(before, after), offered=frozenset())


def board(table: Table, reader: Reader, scene: Scene, marks: Marks) -> str:
    """The board; what can be chosen is marked by the page itself."""
    marks = replace(marks, offered=frozenset())
    return draw_board(scene, reader.words(table), seat_name=lambda seat: reader.name(table, seat), marks=marks)


def side(table: Table, reader: Reader, match: Match, scene: Scene) -> dict[str, Any]:
    """What lies beside the board, and what each seat has."""
    words = reader.words(table)
    return {
        "trays": [lines(table.kept.game, scene, words, tray) for tray in scene.trays],
        "panels": [
            {
                "seat": panel.seat,
                "name": reader.name(table, panel.seat),
                "who": who(reader, table.chairs[panel.seat]),
                "shield": shield(panel.seat),
                "acting": panel.seat == match.player,
                "mine": panel.seat in reader.seats,
                "out": panel.out,
                "entries": [lines(table.kept.game, scene, words, entry, panel.seat) for entry in panel.entries],
            }
            for panel in scene.panels
        ],
    }


def who(reader: Reader, chair: store.Chair) -> str:
    """What sits on a chair, in words."""
    if chair.bot:
        levels = reader.speech.table("level")
        return str(levels.get(chair.spec, chair.spec))
    return reader.speech("seat.you" if chair.seat in reader.seats else "seat.person")


def lines(key: str, scene: Scene, words: Words, entry: Entry, seat: int | None = None) -> dict[str, Any]:
    """An entry as label and items: each a number, a name, and a picture of what it names."""
    items = [item(key, scene, words, count, thing, seat) for count, thing in counted(entry)]
    return {"label": words.label[entry.label], "key": entry.label, "numbered": entry.numbered, "items": items}


def item(key: str, scene: Scene, words: Words, count: str, thing: str, seat: int | None) -> dict[str, str]:
    """A thing of a line; a number by itself has no picture."""
    if thing.lstrip("-").isdigit():
        return {"count": thing, "name": "", "icon": ""}
    return {"count": count, "name": words.name(thing, int(count or 1)), "icon": likeness(key, scene, thing, seat)}


def likeness(key: str, scene: Scene, thing: str, seat: int | None = None) -> str:
    """The picture of a thing that has a look of its own, or is hidden; other things are better named."""
    if thing not in scene.shapes and thing not in scene.terrains and thing != HIDDEN:
        return ""
    whose = "" if seat is None or thing not in scene.shapes else f"&seat={seat}"
    address = f"/games/{key}/icons/{quote(thing, safe='')}?v={__version__}{whose}"
    return f'<img class="icon" src="{address}" alt="">'


def things(key: str, scene: Scene, words: Words) -> dict[str, dict[str, str]]:
    """The label and the picture of everything that can be clicked besides hexes."""
    found: dict[str, dict[str, str]] = {}
    offered = {tray.label: tray.things for tray in scene.trays if tray.numbered}
    for path in [*scene.paths.values(), *scene.blocked]:
        for thing in path:
            kind, _, rest = thing.partition(" ")
            if thing in found or kind == "hex":
                continue
            if kind == "offer":
                offer = offered["offer"][int(rest) - 1]
                found[thing] = {"label": words.name(offer), "icon": likeness(key, scene, offer)}
            elif kind == "tile":
                found[thing] = tile(key, scene, words, rest)
            elif kind == "number":
                found[thing] = {"label": rest, "icon": ""}
            else:
                found[thing] = {"label": words.press(rest), "icon": ""}
    return found


def tile(key: str, scene: Scene, words: Words, rest: str) -> dict[str, str]:
    """A thing to choose, or several of them together such as a payment: `3 plain 1 field`."""
    if " " not in rest or rest in words.thing:
        return {"label": words.name(rest), "icon": likeness(key, scene, rest)}
    return {"label": ", ".join(named(Entry("", tuple(rest.split(" "))), words)), "icon": ""}


def result(table: Table, reader: Reader, match: Match) -> dict[str, Any]:
    """How the game ended, and what each seat's score is made of."""
    end = match.result
    assert end is not None
    words = reader.words(table)
    account = match.game.account(match.state)
    standing = sorted(range(len(end.ranks)), key=lambda seat: (end.ranks[seat], -end.scores[seat]))
    return {
        "reason": words.reason[end.reason],
        "winners": [reader.name(table, seat) for seat in standing if end.ranks[seat] == 1],
        "seats": [
            {
                "seat": seat,
                "name": reader.name(table, seat),
                "shield": shield(seat),
                "rank": end.ranks[seat],
                "score": end.scores[seat],
                "account": [
                    {"what": sentence(table, reader, line.what), "points": line.points} for line in account[seat]
                ]
                if account
                else [],
            }
            for seat in standing
        ],
    }


def steps(table: Table, reader: Reader, first: int, last: int) -> list[dict[str, Any]]:
    """What happened from ply to ply, one action after the other, with the board after each."""
    first, last = max(0, first), min(last, table.match.ply)
    replayed = table.match.at(max(first, last - STEPS_AT_ONCE)) if first < last else table.match
    entries = [entry for entry in table.log if entry.kind == "action"]
    by_seq = {entry.seq: entry for entry in entries}
    shown = []
    while replayed.ply < last and replayed is not table.match:
        step = table.steps[replayed.ply]
        before = replayed.game.scene(replayed.state, reader.seat)
        replayed.play(step.action)
        after = replayed.game.scene(replayed.state, reader.seat)
        moved = motions(before, after)
        shown.append(
            {
                "ply": replayed.ply,
                "seat": step.seat,
                "text": told_to(table, reader, by_seq[step.seq]),
                "motions": [vars(each) for each in moved],
                "board": board(table, reader, after, changed(before, after)),
                "side": side(table, reader, replayed, after),
            }
        )
    return shown


def foreseen(table: Table, reader: Reader, action: str) -> dict[str, Any]:
    """What an action of the reader's seat would do."""
    match: Match = table.match
    if reader.seat is None or match.player != reader.seat:
        raise NotPossible("there is nothing to look ahead to: it is not your turn")
    if action not in match.legal():
        raise NotPossible(f"{action!r} is not possible now")
    game: Game = match.game
    state: Handle = match.state
    found = preview(game, state, reader.seat, action, random.Random(secrets.randbits(64)))
    words = reader.words(table)
    scene = game.scene(state, reader.seat)
    return {
        "told": [sentence(table, reader, said) for said in found.told],
        "cards": [card(table, reader, each) for each in found.cards],
        "changes": [
            {
                "seat": change.seat,
                "name": reader.name(table, change.seat),
                "label": words.label[change.label],
                "before": ", ".join(named(Entry("", change.before), words)),
                "after": ", ".join(named(Entry("", change.after), words)),
            }
            for change in found.changes
        ],
        "hexes": found.hexes,
        "board": board(table, reader, found.scene, changed(scene, found.scene)) if found.scene else None,
        "certain": found.certain,
        "chance": found.chance,
        "ends_turn": not found.turn,
    }


def advised(table: Table, reader: Reader, advice: Sequence[Advice]) -> list[dict[str, Any]]:
    """What a search thinks of actions of the reader's seat, and in words how it might go on after each."""
    assert reader.seat is not None
    guess = table.match.game.sample(table.match.state, reader.seat, random.Random(secrets.randbits(64)))
    return [each.as_data() | {"told": continued(table, reader, guess, each)} for each in advice]


def continued(table: Table, reader: Reader, guess: Handle, advice: Advice) -> list[dict[str, Any]]:
    """What would happen after an action in the line that a search foresees, as far as that can be in the position
    that the reader guesses: a sentence for each action, and whose it is (null for chance)."""
    game = table.match.game
    before = guess
    told = []
    for mover, action in zip(advice.movers, advice.line[: 1 + STEPS_FORESEEN], strict=False):
        code = game.code(action)
        if code not in game.legal(before):
            break
        after = game.copy(before)
        game.apply(after, code)
        said = " ".join(sentence(table, reader, each) for each in game.told(before, action, after, reader.seat))
        told.append({"seat": None if mover == "chance" else mover, "text": said or action})
        before = after
    return told[1:]


def card(table: Table, reader: Reader, told: Card) -> dict[str, Any]:
    words = reader.words(table)
    return {
        "heading": sentence(table, reader, told.heading),
        "seats": [{"seat": seat, "name": reader.name(table, seat)} for seat in told.seats],
        "rows": [
            {"what": sentence(table, reader, what), "values": [words.name(value) for value in values]}
            for what, values in told.rows
        ],
        "verdict": sentence(table, reader, told.verdict),
        "hex": told.at,
    }
