"""A game is a folder: one that has the least a game needs plays everywhere, in the page too."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from banneret import games
from banneret.core.match import Match
from banneret.draw.match import still
from banneret.players.player import see
from banneret.players.spec import make_player
from tests.test_server import Browser, server, wait_for

TOYS = Path(__file__).parent / "toys"


@pytest.fixture(autouse=True)
def one_more_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy lies in the folder of games for the time of a test."""
    shelf = sys.modules["banneret.games"]
    monkeypatch.setattr(shelf, "__path__", [*shelf.__path__, str(TOYS)])
    shelf.editions.cache_clear()
    shelf._load.cache_clear()
    yield
    monkeypatch.undo()
    shelf.editions.cache_clear()
    shelf._load.cache_clear()


def test_it_is_found_and_played_by_every_player() -> None:
    assert "pebbles" in [info.key for info in games()]
    from banneret.games import load

    game = load("pebbles", "pure")
    for spec in ("random", "greedy", "squire", "mcts:50"):
        match = Match.new(game, {"players": 3}, random.Random(1))
        player = make_player(spec, game, 3, random.Random(1))
        while not match.over:
            match.play(game.text(player.choose(see(match, random.Random(1)))))
        assert sorted(match.result.ranks) == [1, 2, 2]  # type: ignore[union-attr]  # over
        assert still(match, "fr").startswith("<svg")


def test_a_search_that_sees_the_end_plays_it_right() -> None:
    from banneret.games import load

    game = load("pebbles", "pure")
    match = Match.new(game, {"pebbles": 6}, random.Random(1))
    player = make_player("mcts:800", game, 2, random.Random(1))
    assert game.text(player.choose(see(match, random.Random(1)))) == "take 2"


def test_it_is_playable_in_the_page(tmp_path: Path) -> None:
    with server(tmp_path) as app:
        anna = Browser(app)
        assert "Pebbles" in anna.client.get("/").text
        assert anna.client.get("/games/pebbles").status_code == 200
        table = anna.new_table("pebbles", "me", "squire")
        for language in ("en", "fr", "de"):
            page = anna.client.get(table, headers={"accept-language": language})
            assert page.status_code == 200
            assert "pebble" in page.text
        for _ in range(20):
            shown = wait_for(anna, table, 0)
            if shown["over"]:
                break
            assert shown["paths"] == {"take 1": ["number 1"], "take 2": ["number 2"], "take 3": ["number 3"]} or (
                len(shown["paths"]) < 3
            )
            anna.play(table, 0)
        assert shown["over"]
        assert shown["log"][0]["text"] == ["take 1"]
        assert anna.client.get(f"{table}/replay").status_code == 200
