"""Everything that a game says exists in every language, and every scene can be said and drawn."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from rich.console import Console

import banneret
from banneret.core.errors import UnreadableText
from banneret.core.match import Match
from banneret.core.scene import Scene
from banneret.core.words import LANGUAGES, Words, load_tables, load_words
from banneret.draw.labels import counted
from banneret.draw.terminal import picture
from banneret.games import editions
from tests.conftest import KEYS, STYLED_TABLES, pure


@pytest.mark.parametrize("key", KEYS)
def test_all_languages_say_the_same_things(key: str) -> None:
    folder = editions()[key].folder
    english = leaves(load_tables(folder, "en"))
    for language in LANGUAGES:
        told = leaves(load_tables(folder, language))
        assert told.keys() == english.keys(), language
        assert all(told.values()), language
        for place, sentence in told.items():
            assert set(re.findall(r"\{\w+\}", sentence)) == set(re.findall(r"\{\w+\}", english[place])), (
                language,
                place,
            )
    with pytest.raises(UnreadableText, match="there is no language 'la'"):
        load_words(folder, "la")


def leaves(tables: dict[str, Any], place: str = "") -> dict[str, str]:
    """Every text of nested tables by its place."""
    found: dict[str, str] = {}
    for key, value in tables.items():
        found |= leaves(value, f"{place}{key}.") if isinstance(value, dict) else {f"{place}{key}": value}
    return found


@pytest.mark.parametrize(("key", "players", "style"), STYLED_TABLES)
def test_every_scene_of_a_game_can_be_said_and_drawn(key: str, players: int, style: str) -> None:
    rng = random.Random(f"{key} {players} {style}")
    match = Match.new(pure(key), {"players": players}, rng)
    while not match.over:
        if match.ply % 7 == 0 or match.player == 0:
            check_scene(match.game.scene(match.state, rng.choice([None, *range(players)])), match.game.words("fr"))
        match.play(match.choose(rng, style))
    check_scene(match.game.scene(match.state, None), match.game.words("de"))
    assert match.result is not None
    assert match.result.reason in match.game.words("en").reason
    console = Console(width=200, color_system="truecolor", force_terminal=True)
    with console.capture() as captured:
        console.print(picture(match.game.scene(match.state, None), match.game.words("en")))
    assert "\x1b[" in captured.get()


def check_scene(scene: Scene, words: Words) -> None:
    assert scene.prompt in words.prompt
    for entry in [*scene.trays, *(entry for panel in scene.panels for entry in panel.entries)]:
        assert entry.label in words.label
        for thing in entry.things:
            assert thing in words.thing or thing == "?" or thing.lstrip("-").isdigit(), thing
        assert all(has_plural(words, thing) for count, thing in counted(entry) if count), entry
    for h in scene.hexes:
        assert h.terrain in scene.terrains
        assert not scene.terrains[h.terrain].mark or h.terrain in words.thing
        for piece in h.pieces:
            assert isinstance(words.thing[piece.kind], dict), "pieces are counted"


def has_plural(words: Words, thing: str) -> bool:
    """Whether the name of a thing has a form for several, where it is no mere remark such as `more on a tile`."""
    return isinstance(words.thing[thing], dict) or " " in words.name(thing)


def test_the_map_reads_without_colours() -> None:
    for key in KEYS:
        match = banneret.new(key, seed=1, mode="pure")
        console = Console(width=200, color_system=None, force_terminal=False)
        with console.capture() as captured:
            console.print(picture(match.game.scene(match.state, 0), match.game.words("en")))
        shown = captured.get()
        assert all(h.name in shown for h in match.game.scene(match.state, 0).hexes)
        assert "\x1b" not in shown
