"""A match: going forward, back, and aside."""

from __future__ import annotations

import json
import random

import pytest

import banneret
from banneret.core.errors import BadOption, IllegalAction, UnknownGame, UnreadableText
from banneret.core.match import SNAPSHOT_EVERY, Match
from tests.conftest import KEYS, pure


def played(key: str, plies: int) -> Match:
    match, rng = banneret.new(key, seed=3, mode="pure"), random.Random(3)
    for _ in range(plies):
        match.play(match.choose(rng))
    return match


@pytest.mark.parametrize("key", KEYS)
def test_an_error_changes_nothing(key: str) -> None:
    match = played(key, 5)
    before = (match.describe(), match.actions.copy())
    with pytest.raises(UnreadableText, match=r"\(ply 5\)"):
        match.play("nonsense")
    illegal = next(t for t in map(match.game.text, range(match.game.info.codes)) if t not in match.legal())
    with pytest.raises(IllegalAction):
        match.play(illegal)
    assert (match.describe(), match.actions) == before


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "back", [1, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1, 2 * SNAPSHOT_EVERY + 3]
)
def test_undo_restores_every_position(key: str, back: int) -> None:
    match = played(key, 2 * SNAPSHOT_EVERY + 3)
    expected = played(key, match.ply - back)
    match.undo(back)
    assert match.describe() == expected.describe()
    assert match.record() == expected.record()


@pytest.mark.parametrize("key", KEYS)
def test_another_line_can_be_played_from_any_ply(key: str) -> None:
    match = played(key, 20)
    before = match.describe()
    aside = match.at(7)
    aside.play(aside.choose(random.Random(9)))
    aside.undo()
    assert aside.describe() == played(key, 7).describe()
    assert match.describe() == before
    for ply in (-1, 21):
        with pytest.raises(ValueError, match="there is no ply"):
            match.go_to(ply)


@pytest.mark.parametrize("key", KEYS)
def test_after_the_end_nothing_is_legal(key: str) -> None:
    match, rng = banneret.new(key, seed=2, mode="pure", max_rounds=1), random.Random(2)
    while not match.over:
        match.play(match.choose(rng))
    assert match.legal() == []
    assert match.player is None
    with pytest.raises(IllegalAction, match="nothing, the game is over"):
        match.play(match.actions[0])
    with pytest.raises(IllegalAction, match="nothing to choose from"):
        match.choose(rng)


def test_unknown_games_options_and_styles_are_refused() -> None:
    with pytest.raises(UnknownGame, match="there are: "):
        banneret.load("chess")
    for key in KEYS:
        with pytest.raises(BadOption, match="no such option"):
            banneret.new(key, mode="pure", colour="red")
        with pytest.raises(UnreadableText, match="has no style"):
            played(key, 3).choose(random.Random(1), "furious")
    quiet = next(match for key in KEYS for n in range(9) if (match := played(key, n)).player != "chance")
    with pytest.raises(ValueError, match="chance does not act"):
        quiet.chances()


@pytest.mark.parametrize("key", KEYS)
def test_a_match_goes_on_from_what_was_kept_of_it(key: str) -> None:
    rng = random.Random(f"{key} resume")
    match = Match.new(pure(key), {}, rng)
    kept = {}
    for _ in range(75):
        match.play(match.choose(rng))
        if match.ply % 20 == 0:
            kept[match.ply] = json.loads(json.dumps(match.describe()))
    resumed = Match.resume(match.game, match.options, match.setup, match.actions, kept)
    assert resumed.describe() == match.describe()
    assert resumed.at(70).describe() == match.at(70).describe()
    assert resumed.at(3).describe() == match.at(3).describe()
    resumed.undo(40)
    assert resumed.describe() == match.at(35).describe()


def test_a_match_goes_on_in_another_mode() -> None:
    match = banneret.new(KEYS[0], seed=3, mode="pure")
    rng = random.Random(3)
    for _ in range(40):
        match.play(match.choose(rng))
    other = match.on(banneret.load(KEYS[0], "compiled"))
    assert other.describe() == match.describe()
    other.play(other.legal()[0])
    assert other.at(20).describe() == match.at(20).describe()


@pytest.mark.parametrize("key", KEYS)
def test_who_acts_and_what_is_legal_is_always_of_the_position_that_is_there(key: str) -> None:
    match, rng = Match.new(pure(key), {"players": 2}, random.Random(3)), random.Random(4)
    known: list[tuple[object, bool, list[str]]] = []
    while not match.over and match.ply <= 2 * SNAPSHOT_EVERY:
        known.append((match.player, match.over, match.legal()))
        match.play(match.choose(rng))
    for ply in (match.ply - 1, SNAPSHOT_EVERY + 1, SNAPSHOT_EVERY, 1, 0):
        match.legal()  # what is known of one position must not be said of another
        match.go_to(ply)
        assert (match.player, match.over, match.legal()) == known[ply]
