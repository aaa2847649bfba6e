"""What positions are worth is learnt: by what comes of them, by what wins, by what searches find out. No game is
named here."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from banneret.cli import main
from banneret.core.errors import BadRecord
from banneret.core.game import Game, Mode
from banneret.core.kernel import can_compile
from banneret.core.match import Match
from banneret.players.appraisal import CERTAINTY, ROOT
from banneret.players.lesson import glean
from banneret.players.mcts import SearchPlayer, Settings, Thought
from banneret.players.school import Classroom, Schooling, believed, school
from banneret.players.sharpen import Ring, Sharpening, sharpen, tempered
from banneret.players.simple import GreedyPlayer
from banneret.players.spec import make_player
from banneret.players.tree import clear
from banneret.players.tune import Progress, SomeProgress, by_progress, load_progress, save_progress, softmax, tune
from banneret.players.weights import digest, load_weights, paired, ship, unpaired
from tests.conftest import KEYS, TABLES, pure
from tests.test_players import fast, middle


def stopped_and_resumed(
    fresh: Callable[[], SomeProgress], learn: Callable[[SomeProgress, int], object], keep: Path
) -> SomeProgress:
    """Two rounds, which come out the same when they are stopped after the first."""
    whole, first = fresh(), fresh()
    learn(whole, 2)
    learn(first, 1)
    save_progress(keep, first)
    second = load_progress(keep, fresh())
    learn(second, 2)
    assert second == whole
    assert [found["round"] for found in whole.rounds] == [1, 2]
    return whole


@pytest.mark.parametrize("key", KEYS)
def test_tuning_can_be_stopped_and_resumed(key: str, tmp_path: Path) -> None:
    keep = tmp_path / "keep.json"
    stopped_and_resumed(
        lambda: Progress(key, 2, 6, 1), lambda progress, rounds: list(tune(fast(key), progress, rounds)), keep
    )
    with pytest.raises(BadRecord, match="players 2, not 3"):
        load_progress(keep, Progress(key, 3, 6, 1))
    keep.write_text("[]")
    with pytest.raises(BadRecord, match="holds no tuning"):
        load_progress(keep, Progress(key, 2, 6, 1))


def test_tune_prints_weights(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", KEYS[0], "--rounds", "1", "--games", "4"]) == 0
    out = capsys.readouterr().out
    assert "round 1 of 1" in out
    assert all(name in out for name in fast(KEYS[0]).info.features)
    assert main(["tune", KEYS[0], "--rounds", "0"]) == 2


@pytest.mark.parametrize("key", KEYS)
def test_sharpening_can_be_stopped_and_resumed(key: str, tmp_path: Path) -> None:
    keep, jobs = tmp_path / "keep.json", iter((2, 1, 1))
    stopped_and_resumed(
        lambda: Sharpening(key, 2, 4, 1, thought=2),
        lambda progress, rounds: list(sharpen(fast(key), progress, rounds, next(jobs))),
        keep,
    )
    with pytest.raises(BadRecord, match="thought 2, not 3"):
        load_progress(keep, Sharpening(key, 2, 4, 1, thought=3))


@pytest.mark.parametrize("key", KEYS)
def test_what_all_seats_share_is_not_sharpened(key: str) -> None:
    """The mean of three equal numbers may be another number: a spread of 1e-17, and weights of 1e15."""
    progress = Sharpening(key, 3, 2, 1, thought=2)
    list(sharpen(fast(key), progress, 1, 1))
    assert progress.spreads[0] == 0
    assert progress.weights(fast(key))[0] == progress.start[0]


@pytest.mark.skipif(not can_compile(), reason="without numba these games take too long")
@pytest.mark.parametrize(("key", "players"), [(key, players) for key, players in TABLES if players <= 3])
def test_who_weighs_well_wins_duels_with_who_weighs_badly(key: str, players: int) -> None:
    game = fast(key)
    ring = Ring(game, Sharpening(key, players, 2, 1, thought=16), 1)
    good = load_weights(game, players) or []
    bad = [-weight for weight in good]
    assert sum(ring.share(good, bad, seed) for seed in range(6)) >= 4
    assert sum(ring.share(bad, good, seed) for seed in range(6)) <= 1


def test_sharpening_moves_weights_to_what_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fast(KEYS[0])
    progress = Sharpening(KEYS[0], 2, 64, 1)
    list(sharpen(game, progress, 0, 1))
    aim = [weight + 0.2 / (spread or 1) for weight, spread in zip(progress.start, progress.spreads, strict=True)]

    def margin(_: Ring, weights: list[float], change: list[int], __: int) -> float:
        missing = zip(aim, weights, progress.spreads, change, strict=True)
        return sum((there - here) * spread * sign for there, here, spread, sign in missing)

    monkeypatch.setattr(Ring, "margin", margin)
    list(sharpen(game, progress, 120, 1))
    told = progress.settled(game)
    for i, name in enumerate(game.info.features):
        if progress.spreads[i] > 0:
            assert (told[name][0] - aim[i]) * progress.spreads[i] == pytest.approx(0, abs=0.05)
        else:
            assert told[name][0] == pytest.approx(progress.start[i])


def test_tuned_weights_are_mixed_in_at_equal_length(lonely: Game) -> None:
    first, second = lonely.info.features[1:3]
    ship(lonely, 2, "tuned", {first: [0.3, 0.0], second: [0.0, 0.4]})
    sharp = paired(lonely, [0.0] * 2 * len(lonely.info.features))
    sharp[first] = [3.0, 4.0]
    mixed = tempered(lonely, 2, sharp, 0.25)
    assert mixed.pop(first) == [pytest.approx(0.75 * 3.0 + 0.25 * 3.0), pytest.approx(0.75 * 4.0)]
    assert mixed.pop(second) == [0.0, pytest.approx(0.25 * 4.0)]
    assert not any(weight for weights in mixed.values() for weight in weights)
    assert tempered(lonely, 2, sharp, 0.0) == sharp


def test_what_is_shipped_stays_when_no_rounds_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    game = fast(KEYS[0])
    progress = Sharpening(KEYS[0], 2, 2, 1)
    assert list(sharpen(game, progress, 0, 1)) == []
    assert unpaired(progress.settled(game)) == pytest.approx(load_weights(game, 2))
    assert main(["sharpen", KEYS[0], "--rounds", "-1"]) == 2
    assert "--rounds takes 0 or more" in capsys.readouterr().err
    assert main(["sharpen", KEYS[0], "--tuned", "1.5"]) == 2
    assert "--tuned takes a share" in capsys.readouterr().err


def test_sharpen_prints_weights(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sharpen", KEYS[0], "--rounds", "1", "--games", "2", "--thought", "1"]) == 0
    out = capsys.readouterr().out
    assert "round 1 of 1" in out
    assert all(name in out for name in fast(KEYS[0]).info.features)
    assert main(["sharpen", KEYS[0], "--thought", "0"]) == 2
    assert main(["sharpen", KEYS[0], "--step", "0"]) == 2
    assert "--step takes" in capsys.readouterr().err


# At school


@pytest.mark.parametrize("key", KEYS)
def test_schooling_can_be_stopped_and_resumed(key: str, tmp_path: Path) -> None:
    keep, jobs = tmp_path / "keep.json", iter((2, 1, 1))
    whole = stopped_and_resumed(
        lambda: Schooling(key, 2, 3, 1, thought=30),
        lambda progress, rounds: list(school(fast(key), progress, rounds, next(jobs))),
        keep,
    )
    assert all(found["positions"] > 0 for found in whole.rounds)
    with pytest.raises(BadRecord, match="thought 30, not 31"):
        load_progress(keep, Schooling(key, 2, 3, 1, thought=31))


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_what_a_search_found_out_is_noted_with_its_position(key: str, players: int) -> None:
    game = pure(key)
    match = middle(game, players, 4, 20)
    settings = Settings(foresight=0.5, horizon=0)
    thought = Thought(game, players, settings, load_weights(game, players) or [], random.Random(1))
    searcher = thought.searchers[0]
    searcher.set(hidden=0)  # so that all walks are of the same game
    searcher.scales.states[ROOT] = match.state[0]
    clear(thought.study(), cast(int, match.player))
    thought.think(200)
    known = defaultdict(list)
    for position, shares in findings_below(thought, match, 0, 4):
        known[position].append(pytest.approx(shares))  # several ways may lead to what looks the same
    wide = len(game.info.features)
    notes, findings = game.row("f8", 30 * players * wide), game.row("f8", 30 * players)
    study = thought.study()._replace(rng=game.sown(5))

    def walk(least: int, noted: int) -> int:
        walked: int = game.kernels.bind(glean)(study, least, notes, findings, noted)
        return walked

    noted = 0
    for _ in range(40):
        noted = walk(4, noted)
    assert noted == 30, "as many as there is room for"
    seen = [tuple(notes[row * players * wide : (row + 1) * players * wide]) for row in range(noted)]
    assert len(set(seen)) > 3
    for row in range(noted):
        assert findings[row * players : (row + 1) * players] in known[seen[row]]
    assert walk(1000, 0) == 0, "nothing has been looked into so often"


def findings_below(
    thought: Thought, match: Match, node: int, least: int
) -> Iterator[tuple[tuple[float, ...], list[float]]]:
    """Every position of a tree that was looked into so often: all seats' features, and what came of it."""
    game, players = match.game, match.options["players"]
    for code, child in thought.children(node).items():
        told = thought.tree[child]
        if child and told.visits >= least:
            after = match.at(match.ply)
            after.play(game.text(code))
            if not after.over:
                features = [
                    value for seat in range(players) for value in game.features(after.state, seat).values()
                ]
                shares = list(told.outlook[:players])
                if told.mover >= 0:
                    average = (shares[told.mover] + told.value / told.visits) / 2
                    others = (shares[told.mover] - average) / (players - 1)
                    shares = [average if seat == told.mover else shares[seat] + others for seat in range(players)]
                yield tuple(features), shares
                yield from findings_below(thought, after, child, least)


def test_schooling_moves_weights_to_what_searches_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fast(KEYS[0])
    progress = Schooling(KEYS[0], 2, 2, 1)
    room = Classroom(game, Schooling(KEYS[0], 2, 12, 1, thought=30), 2)
    noted, _ = room.learn(load_weights(game, 2) or [], 0)
    aim = [0.02 * (i % 5 - 2) for i in range(2 * len(game.info.features))]
    shares = softmax(by_progress(noted) @ aim)
    monkeypatch.setattr(Classroom, "learn", lambda *_: (noted, shares))
    list(school(game, progress, 12, 1))
    told = softmax(by_progress(noted) @ unpaired(progress.settled(game)))
    assert abs(told - shares).mean() < 0.02
    assert abs(softmax(by_progress(noted) @ progress.start) - shares).mean() > 0.1


def test_what_is_learnt_leaves_out_the_doubt_that_appraisals_add() -> None:
    shares = np.array([[0.1, 0.3, 0.6], [1.0, 0.0, 0.0]])
    assert believed(CERTAINTY * shares + (1 - CERTAINTY) / 3) == pytest.approx(shares)
    assert believed(np.array([[1.01, -0.01]])) == pytest.approx(np.array([[1.0, 0.0]]))


def test_school_prints_weights(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["school", KEYS[0], "--rounds", "1", "--games", "2", "--thought", "20"]) == 0
    out = capsys.readouterr().out
    assert "round 1 of 1" in out
    assert all(name in out for name in fast(KEYS[0]).info.features)
    assert main(["school", KEYS[0], "--thought", "0"]) == 2
    assert "take positive numbers" in capsys.readouterr().err
    assert main(["school", KEYS[0], "--rounds", "1", "--games", "2", "--thought", "5"]) == 2
    assert "searches of 5 iterations know no position well" in capsys.readouterr().err


# What is shipped


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_weights_are_shipped_for_every_table(key: str, players: int) -> None:
    weights = load_weights(pure(key), players)
    assert weights is not None
    assert any(weights)


@pytest.mark.parametrize("key", KEYS)
def test_shipped_weights_are_those_of_the_features(key: str) -> None:
    info = pure(key).info
    kinds = json.loads((pure(key).edition.folder / "weights.json").read_text())[key]
    assert kinds["tuned"]
    for players, weights in [table for kind in ("tuned", "sharpened") for table in kinds.pop(kind, {}).items()]:
        assert info.players[0] <= int(players) <= info.players[-1]
        assert set(weights) == set(info.features)
    assert not kinds


@pytest.fixture
def lonely(tmp_path: Path) -> Game:
    """A game without weights."""
    return Game(replace(pure(KEYS[0]).edition, folder=tmp_path), Mode.PURE)


def worth(game: Game, early: float) -> dict[str, list[float]]:
    return {game.info.features[1]: [early, 0.5]}


def first_weight(game: Game, players: int, *kinds: str) -> float:
    weights = load_weights(game, players, kinds) if kinds else load_weights(game, players)
    assert weights is not None
    return weights[1]


def test_a_table_without_weights_takes_those_of_the_nearest(lonely: Game) -> None:
    assert load_weights(lonely, 3) is None
    ship(lonely, 2, "tuned", worth(lonely, 2.0))
    ship(lonely, 5, "tuned", worth(lonely, 5.0))
    assert [first_weight(lonely, players) for players in (2, 3, 4, 5)] == [2.0, 2.0, 5.0, 5.0]


def test_who_looks_one_action_ahead_goes_by_weights_that_were_only_tuned(lonely: Game) -> None:
    ship(lonely, 2, "tuned", worth(lonely, 2.0))
    ship(lonely, 2, "sharpened", worth(lonely, 2.5))
    ship(lonely, 4, "tuned", worth(lonely, 4.0))
    assert [first_weight(lonely, players) for players in (2, 3, 4)] == [2.5, 2.5, 4.0]
    assert [first_weight(lonely, players, "tuned") for players in (2, 3, 4)] == [2.0, 2.0, 4.0]
    greedy, search = (make_player(spec, lonely, 2, random.Random(1)) for spec in ("greedy", "mcts:5"))
    assert isinstance(greedy, GreedyPlayer)
    assert isinstance(search, SearchPlayer)
    assert (greedy.scales.worths[1], search.thought.searchers[0].scales.worths[1]) == (2.0, 2.5)


def test_what_was_sharpened_is_gone_with_what_it_was_sharpened_of(lonely: Game) -> None:
    for players in (2, 3):
        ship(lonely, players, "sharpened", worth(lonely, players + 0.5))
    ship(lonely, 2, "tuned", worth(lonely, 2.0))
    assert [first_weight(lonely, players) for players in (2, 3)] == [2.0, 3.5]


def test_a_digest_is_of_the_weights_that_players_go_by(lonely: Game) -> None:
    ship(lonely, 2, "tuned", worth(lonely, 2.0))
    ship(lonely, 4, "tuned", worth(lonely, 4.0))
    before = [digest(lonely, players) for players in (2, 3, 4)]
    assert before[0] == before[1] != before[2]
    ship(lonely, 2, "sharpened", worth(lonely, 2.5))
    after = [digest(lonely, players) for players in (2, 3, 4)]
    assert after[0] == after[1] != before[0]
    assert after[2] == before[2]
    ship(lonely, 2, "sharpened", worth(lonely, 2.0))
    ship(lonely, 2, "tuned", worth(lonely, 2.1))
    assert digest(lonely, 2) not in (before[0], after[0])
