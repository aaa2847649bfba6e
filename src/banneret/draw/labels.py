"""Pictures in words: for those who hear them instead of seeing them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from banneret.core.scene import Entry, Hex, Piece, Scene
from banneret.core.words import SeatNames, Words, chosen, load_tables

from .seats import TINCTURES

HERE = Path(__file__).parent


def say(language: str, table: str, key: str, **about: Any) -> str:
    """A sentence of our own words."""
    return chosen(load_tables(HERE, language)[table][key], about, language).format_map(about)


def seat_names(language: str) -> SeatNames:
    """The seats by their colours."""
    return lambda seat: say(language, "seat", TINCTURES[seat].name)


def hex_label(scene: Scene, h: Hex, words: Words, seat_name: SeatNames) -> str:
    """A hex in a sentence: its name, its ground and value, what stands on it, and whether it can be chosen."""
    language = words.language
    ground = words.name(h.terrain) if scene.terrains[h.terrain].mark else say(language, "hex", "empty")
    parts = [h.name, ground]
    if h.value:
        parts.append(worth(h.value, language))
    parts += [piece_label(piece, words, seat_name) for piece in h.pieces]
    badge = scene.badges.get(f"hex {h.name}")
    if badge and any(character.isdigit() for character in badge):
        parts.append(say(language, "hex", "badge", badge=badge))
    label = ", ".join(parts)
    return f"{label}; {say(language, 'hex', 'offered')}" if h.offers else label


def worth(value: str, language: str) -> str:
    """A value as points, if it is a number."""
    try:
        return say(language, "hex", "value", n=int(value))
    except ValueError:
        return value


def piece_label(piece: Piece, words: Words, seat_name: SeatNames) -> str:
    """Whose piece it is, and how many there are of it."""
    thing = words.name(piece.kind, piece.count)
    if piece.seat is None:
        return say(words.language, "hex", "several", n=piece.count, thing=thing) if piece.count > 1 else thing
    form = "owned" if piece.count == 1 else "owned_several"
    return say(words.language, "hex", form, n=piece.count, thing=thing, seat=seat_name(piece.seat))


def named(entry: Entry, words: Words) -> list[str]:
    """The things of a line by name; a number before a thing says how many."""
    return [
        f"{count} {words.name(thing, int(count))}" if count else words.name(thing)
        for count, thing in counted(entry)
    ]


def counted(entry: Entry) -> list[tuple[str, str]]:
    """The things of a line, each with its number if it has one."""
    found: list[tuple[str, str]] = []
    count = ""
    for thing in entry.things:
        if thing.isdigit() and not count:
            count = thing
        elif thing.isdigit():
            found.append(("", count))
            count = thing
        else:
            found.append((count, thing))
            count = ""
    return [*found, ("", count)] if count else found


def describe(scene: Scene, words: Words, seat_name: SeatNames) -> str:
    """A whole scene in a few sentences: the board, who holds what, who acts, and what is expected of him."""
    language = words.language
    sentences = [say(language, "scene", "board", n=len(scene.hexes))]
    for panel in scene.panels:
        held: Counter[str] = Counter()
        for piece in (piece for h in scene.hexes for piece in h.pieces if piece.seat == panel.seat):
            held[piece.kind] += piece.count
        things = [say(language, "hex", "several", n=n, thing=words.name(kind, n)) for kind, n in held.items()]
        things += [
            f"{words.label[each.label]} {', '.join(named(each, words))}" for each in panel.entries if each.things
        ]
        sentences.append(say(language, "scene", "holds", seat=seat_name(panel.seat), things=", ".join(things)))
    sentences += [
        say(language, "scene", "acts", seat=seat_name(panel.seat)) for panel in scene.panels if panel.active
    ]
    return " ".join([*sentences, words.prompt[scene.prompt]])
