"""Who is at a table, what is expected of them, and what happened, as a reader may know it."""

from __future__ import annotations

from typing import Any

from banneret.core.guide import load_guide
from banneret.core.match import Match
from banneret.core.scene import Path, Said, Scene

from . import store
from .reader import Reader, sentence
from .table import Table


def prompt(table: Table, reader: Reader, match: Match, scene: Scene) -> str:
    """What is expected of the reader, or whom the table waits for."""
    speech, acting = reader.speech, match.player
    if acting is None:
        return speech("prompt.over")
    if acting == "chance":
        return speech("prompt.chance")
    assert isinstance(acting, int)
    if table.open_seats():
        return speech("prompt.open")
    if table.lesson and table.scripted() is None:
        return speech("lesson.over")
    if acting == reader.seat:
        return reader.words(table).prompt[scene.prompt]
    key = "prompt.thinking" if table.chairs[acting].bot else "prompt.waiting"
    return speech(key, seat=reader.name(table, acting))


def explained(table: Table, reader: Reader, match: Match, scene: Scene) -> str | None:
    """Where the rules explain what is expected now."""
    key = table.kept.game
    guide = load_guide(match.game.edition.folder, key, reader.speech.language)
    return f"/games/{key}/rules#{guide.prompts[scene.prompt]}" if guide and not match.over else None


def company(table: Table, reader: Reader) -> list[dict[str, Any]]:
    """Who sits where, and which seats are the reader's, also those at which a bot plays for him."""
    return [
        {
            "seat": chair.seat,
            "name": reader.name(table, chair.seat),
            "kind": chair.kind,
            "place": chair.seat in reader.places,
        }
        for chair in table.chairs
    ]


def open_paths(table: Table, scene: Scene) -> dict[str, Path]:
    """The clicks that make each action, once everybody is there; in a guided game, of the one that comes next."""
    if table.open_seats():
        return {}
    if not table.lesson:
        return scene.paths
    return {action: path for action, path in scene.paths.items() if action == table.scripted()}


def lesson(table: Table, reader: Reader) -> dict[str, Any] | None:
    """What the guided game says now."""
    course = table.lesson
    if course is None:
        return None
    plies = sorted(course.says)
    done = table.scripted() is None
    texts = course.closing if done else course.says.get(table.match.ply, {})
    step = sum(ply <= table.match.ply for ply in plies)
    return {"text": texts.get(reader.speech.language, ""), "step": step, "of": len(plies), "done": done}


def clock(table: Table) -> list[float | None] | None:
    """The seconds that each seat has left."""
    return [table.clock.left(chair.seat) for chair in table.chairs] if table.clock.kind else None


def plea(table: Table, reader: Reader) -> dict[str, Any] | None:
    """The wish to take something back that waits for answers."""
    wish = table.plea
    if wish is None:
        return None
    mine = bool(wish.waiting & set(reader.seats))
    return {
        "seat": wish.seat,
        "name": reader.name(table, wish.seat),
        "plies": table.match.ply - wish.ply,
        "mine": mine,
    }


def undo(table: Table, reader: Reader) -> dict[str, Any]:
    """How far back the reader may go: one decision, and to where the turn can be reset."""
    targets = table.undo_targets(reader.seats)
    turn = table.turn_began(reader.seats)
    return {"to": targets[0] if targets else None, "reset": turn if turn < table.match.ply else None}


def log(table: Table, reader: Reader) -> list[dict[str, Any]]:
    """What happened and what was said, in the reader's words; what was taken back is marked."""
    told: list[dict[str, Any]] = []
    ply = 0
    for entry in table.log:
        if entry.kind == "action":
            ply += 1
        elif entry.kind == "undo":
            ply = entry.content["ply"]
            for line in told:
                line["undone"] |= line["kind"] == "action" and line["ply"] > ply
        line = {"ply": ply, "seat": entry.seat, "kind": entry.kind, "text": said(table, reader, entry, ply)}
        name = reader.name(table, entry.seat) if entry.kind == "chat" and entry.seat is not None else ""
        told.append({**line, "name": name, "undone": False})
    return told


def said(table: Table, reader: Reader, entry: store.Entry, ply: int) -> list[str]:
    """An entry of the log, made at a ply, in the reader's words."""
    if entry.kind == "action":
        return told_to(table, reader, entry)
    if entry.kind == "chat":
        return [entry.content["text"]]
    about: dict[str, Any] = {"seat": "" if entry.seat is None else reader.name(table, entry.seat)}
    if entry.kind == "undo":
        about["n"] = entry.content["from"] - entry.content["ply"]
    elif entry.kind == "plea":
        about["n"] = ply - entry.content["ply"]
    return [reader.speech(f"log.{entry.kind}", **about)]


def told_to(table: Table, reader: Reader, entry: store.Entry) -> list[str]:
    """The sentences of an action for a reader; the action as it is written, if the game has none."""
    kept = entry.content.get("told_to", {}).get(str(reader.seat), entry.content["told"])
    return [sentence(table, reader, Said(key, about)) for key, about in kept] or [entry.content["action"]]
