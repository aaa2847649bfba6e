"""Players: legal, fair, within their budgets, and never the end of a game. No game is named here."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import banneret
from banneret.cli import main
from banneret.cli.arena import rate, show
from banneret.core.errors import BadRecord, UnreadableText
from banneret.core.game import Game, Mode, Rules, Thinking
from banneret.core.kernel import can_compile
from banneret.core.match import Match
from banneret.players.arena import Ledger, Outcome, Task, kept, pairings, play_all, play_task, schedule
from banneret.players.guard import Guard
from banneret.players.hint import Advice, advise, continuation, evaluate
from banneret.players.mcts import Line, SearchPlayer, in_order
from banneret.players.player import Seen, see
from banneret.players.spec import LEVELS, VERSION, make_player, read_settings, split_specs
from banneret.players.tree import GROWN, MARKED, USED, sprout
from tests.choices import FILE, choices
from tests.conftest import KEYS, TABLES, pure

CHOICES = tomllib.loads(FILE.read_text(encoding="utf-8"))
SPECS = ["random", "greedy", "mcts:40", "mcts:40,sharpness=0,width=1000,horizon=30"]


def fast(key: str) -> Game:
    """A game in the quickest mode that there is."""
    return banneret.load(key)


def middle(game: Game, players: int, seed: int, plies: int) -> Match:
    """A match some way on, with a seat to move that has a choice."""
    rng = random.Random(seed)
    match = Match.new(game, {"players": players}, rng)
    while not match.over and (match.ply < plies or match.player == "chance" or len(match.legal()) < 2):
        match.play(match.choose(rng, game.info.styles[-1]))
    return match


# Choosing


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_every_player_answers_with_legal_actions(key: str, players: int) -> None:
    game = fast(key)
    rng = random.Random(players)
    seats = [make_player(SPECS[seat % len(SPECS)], game, players, rng) for seat in range(players)]
    match = Match.new(game, {"players": players, "max_rounds": 3}, rng)
    while not match.over:
        if isinstance(match.player, int):
            code = seats[match.player].choose(see(match, rng))
            assert code in game.legal(match.state)
            match.play(game.text(code))
        else:
            match.play(match.choose(rng))


@pytest.mark.parametrize("spec", [*SPECS, "squire"])
@pytest.mark.parametrize("key", KEYS)
def test_a_choice_does_not_depend_on_what_is_hidden(key: str, spec: str) -> None:
    """The same random numbers lead to the same choice, whatever the truth behind the curtain is."""
    game = fast(key)
    differed = 0
    for seed in range(8):
        match = middle(game, game.info.players[-1], seed, 10 + 5 * seed)
        if match.over or not isinstance(match.player, int):
            continue
        other = match.at(match.ply)
        other.state = game.sample(match.state, match.player, random.Random(seed + 100))
        differed += other.describe() != match.describe()
        choices = []
        for truth in (match, other):
            player = make_player(spec, game, match.options["players"], random.Random(seed))
            choices.append(player.choose(see(truth, random.Random(seed))))
        assert choices[0] == choices[1]
    assert bool(differed) == game.info.hidden


@pytest.mark.parametrize("key", KEYS)
def test_all_modes_search_alike(key: str) -> None:
    if not can_compile():
        pytest.skip("numba is not installed here, so there is only pure mode")
    found = []
    for game in (pure(key), banneret.load(key, Mode.COMPILED), banneret.load(key, Mode.CHECKED)):
        match = middle(game, game.info.players[0], 3, 20)
        found.append([(a.action, a.visits, round(a.share, 9)) for a in advise(match, "mcts:60")])
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", [name for name in CHOICES if name != "version"])
def test_players_choose_as_they_did_when_their_version_was_given(name: str) -> None:
    key, _, players = name.rpartition("-")
    assert [*choices(key, int(players))] == CHOICES[name], "see tests/choices.py for what to do if this is meant"


def test_choices_are_those_of_this_version() -> None:
    assert CHOICES["version"] == VERSION
    assert {name.rpartition("-")[0] for name in CHOICES if name != "version"} == set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_search_finds_an_action_that_wins_at_once(key: str) -> None:
    game = fast(key)
    tried = 0
    for seed in range(60):
        match = finished(game, seed)
        for ply in range(match.ply - 1, max(0, match.ply - 12), -1):
            before = match.at(ply)
            wins = winning(before)
            if wins and len(wins) < len(before.legal()):
                assert advise(before, "mcts:600")[0].action in wins
                tried += 1
                break
        if tried == 3:
            return
    assert tried, "no game ended with a choice between winning and not"


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_an_outlook_is_what_comes_if_everybody_plays_the_best_that_is_known(key: str, players: int) -> None:
    match = middle(pure(key), players, 5, 30)
    player = make_player("mcts:60", match.game, players, random.Random(1))
    assert isinstance(player, SearchPlayer)
    player.choose(see(match, random.Random(2)))
    thought = player.thought
    deep = [node for node in thought.tree if node.first and node.visits > 1]
    assert deep
    for node in deep:
        twigs = thought.twigs[node.first : node.first + node.count]
        tried = [thought.tree[twig.node] for twig in twigs if twig.node]
        assert all(child.visits and child.mover == node.turn for child in tried)
        if node.turn < 0:
            visits = sum(child.visits for child in tried)
            expected = [
                sum(child.outlook[seat] * child.visits for child in tried) / visits for seat in range(players)
            ]
        else:
            best = max(tried, key=lambda child: child.outlook[child.mover])
            expected = best.outlook[:players]
        assert node.outlook[:players] == pytest.approx(expected)


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_what_can_be_done_is_judged_only_where_the_search_comes_again(key: str, players: int) -> None:
    match = middle(pure(key), players, 5, 30)
    player = make_player("mcts:60", match.game, players, random.Random(1))
    assert isinstance(player, SearchPlayer)
    player.choose(see(match, random.Random(2)))
    root, *tree = player.thought.tree
    assert root.visits == 60
    for node in tree:
        if node.first and node.turn >= 0:
            assert node.visits > 1


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_what_looks_best_is_tried_first(key: str, players: int) -> None:
    match = middle(pure(key), players, 5, 30)
    player = make_player("mcts:60", match.game, players, random.Random(1))
    assert isinstance(player, SearchPlayer)
    seen = see(match, random.Random(2))
    player.choose(seen)
    thought = player.thought
    for node in thought.tree[: thought.marks[USED]]:
        twigs = thought.twigs[node.first : node.first + node.count] if node.first else []
        if node.first and node.turn >= 0:
            assert twigs == sorted(twigs, key=lambda twig: (-twig.prior, twig.code))
            if node.turn == seen.seat or not match.game.info.hidden:
                assert all(before.node or not after.node for before, after in pairwise(twigs))
    assert sum(twig.node > 0 for twig in thought.twigs) == thought.marks[USED] - 1


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_a_search_does_only_what_is_legal_in_the_sample(key: str, players: int) -> None:
    edition = pure(key).edition
    rules = edition.rules

    def apply(s: Any, code: int) -> None:
        count = rules.legal(s, codes)
        assert code in codes[:count]
        applied.append(code)
        rules.apply(s, code)

    applied: list[int] = []
    codes = [0] * edition.info.codes
    names = ("State", "player", "legal", "chance", "scores", "ranks", "features", "sample")
    told = SimpleNamespace(apply=apply, **{name: getattr(rules, name) for name in names})
    game = Game(replace(edition, rules=cast(Rules, told)), Mode.PURE)
    for plies in (2, 60):
        match = middle(game, players, 5, plies)
        if not match.over:
            player = make_player(f"mcts:{600 if game.info.hidden else 60}", game, players, random.Random(1))
            player.choose(see(match, random.Random(2)))
    assert applied


@pytest.mark.parametrize(("luck", "most"), [(0.0, 2), (0.5, 10), (1.0, 80)])
def test_outcomes_of_chance_are_told_apart_as_far_as_luck_allows(luck: float, most: int) -> None:
    told = Counter[int]()
    for key in KEYS:
        match = middle(pure(key), 2, 5, 30)
        player = make_player(f"mcts:80,luck={luck}", match.game, 2, random.Random(1))
        assert isinstance(player, SearchPlayer)
        player.choose(see(match, random.Random(2)))
        tree, twigs = player.thought.tree, player.thought.twigs
        for node in tree:
            if node.first and node.turn < 0:
                outcomes = [tree[twig.node] for twig in twigs[node.first : node.first + node.count] if twig.node]
                known, visits = len(outcomes), sum(child.visits for child in outcomes)
                assert known <= min(most, 2 + visits**luck)
                told[known] += 1
    assert len(told) > 1, "chance never acted, or had but one outcome"


def finished(game: Game, seed: int) -> Match:
    rng = random.Random(seed)
    match = Match.new(game, {"players": 2, "max_rounds": 60}, rng)
    while not match.over:
        match.play(match.choose(rng, game.info.styles[-1]))
    return match


def winning(match: Match) -> set[str]:
    """The actions that end the game with the acting seat as its only winner."""
    wins = set()
    for action in match.legal() if isinstance(match.player, int) else []:
        after = match.at(match.ply)
        after.play(action)
        if after.over and match.game.returns(after.state)[int(match.player or 0)] == 1.0:
            wins.add(action)
    return wins


# Budgets


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("key", KEYS)
def test_iterations_are_counted(key: str, threads: int) -> None:
    match = middle(fast(key), 2, 1, 12)
    player = make_player(f"mcts:200,threads={threads}", match.game, 2, random.Random(1))
    assert isinstance(player, SearchPlayer)
    lines = player.consider(see(match, random.Random(1)))
    assert sorted(match.game.text(line.code) for line in lines) == match.legal()
    counted = sum(line.visits for line in lines)
    assert counted == 200
    assert all(0 <= line.share <= 1 for line in lines)
    assert all(line.foreseen[0] == (match.player, line.code) for line in lines)
    assert lines[0].visits == max(line.visits for line in lines)


@pytest.mark.skipif(not can_compile(), reason="without numba threads take turns")
@pytest.mark.parametrize("key", KEYS)
def test_threads_share_a_tree_without_spoiling_it(key: str) -> None:
    match = middle(fast(key), 2, 1, 12)
    player = make_player("mcts:20000,threads=4", match.game, 2, random.Random(1))
    assert isinstance(player, SearchPlayer)
    player.choose(see(match, random.Random(2)))
    thought = player.thought
    used, grown = int(thought.marks[USED]), int(thought.marks[GROWN])
    tree = thought.tree[:used]
    opened = tree[tree["first"] > 0]
    taken = [range(first, first + count) for first, count in zip(opened["first"], opened["count"], strict=True)]
    assert sorted(twig for twigs in taken for twig in twigs) == [*range(1, grown)]
    tried = thought.twigs["node"][:grown]
    tried = tried[tried > 0]
    assert len(set(tried.tolist())) == len(tried)
    assert 0.98 * (used - 1) <= len(tried) <= used - 1  # one is left over where two threads made one
    assert len(opened) > 500
    for node, twigs in zip(opened, taken, strict=True):
        codes, priors, children = (
            thought.twigs[name][twigs.start : twigs.stop] for name in ("code", "prior", "node")
        )
        assert len(set(codes.tolist())) == len(codes)
        assert node["turn"] < 0 or all(priors[:-1] >= priors[1:])
        assert (tree["mover"][children[children > 0]] == node["turn"]).all()
        assert tree["visits"][children[children > 0]].sum() <= node["visits"]
    assert tree["visits"][0] == 20_000


def test_who_comes_second_to_a_new_action_goes_on_with_the_first_ones_node() -> None:
    player = make_player("mcts:1", pure(KEYS[0]), 2, random.Random(1))
    assert isinstance(player, SearchPlayer)
    player.choose(see(middle(pure(KEYS[0]), 2, 1, 12), random.Random(2)))
    study = player.thought.study()
    twig = next(place for place in range(1, study.marks[GROWN]) if study.twigs[place].node == 0)
    used = study.marks[USED]
    assert [sprout(study, twig, 1), sprout(study, twig, 1)] == [used, used]
    assert study.twigs[twig].node == used
    assert (study.tree[used].mover, study.tree[used].visits, study.marks[USED]) == (1, 0, used + 2)


def test_four_threads_find_what_one_finds() -> None:
    match = middle(fast(KEYS[0]), 2, 1, 12)
    alone, together = (advise(match, f"mcts:8000,threads={threads}")[0] for threads in (1, 4))
    assert together.action == alone.action
    assert together.visits == pytest.approx(alone.visits, rel=0.05)
    assert together.share == pytest.approx(alone.share, abs=0.02)


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_told_of_actions_that_were_never_looked_at(key: str) -> None:
    match = middle(pure(key), 2, 3, 20)
    told = advise(match, "mcts:3")
    assert 0 < len(told) <= 3
    assert all(advice.visits > 0 for advice in told)


def test_advice_knows_the_second_best_well() -> None:
    match = middle(fast(KEYS[0]), 2, 1, 30)
    usual, surveyed = (advise(match, f"mcts:8000,survey={survey}") for survey in (0, 0.1))
    assert len(usual) > 5
    assert surveyed[0].visits == max(each.visits for each in surveyed) < usual[0].visits
    assert min(each.visits for each in surveyed) > 3 * min(each.visits for each in usual)


def test_advice_goes_by_what_actions_promise_and_by_how_sure_that_is() -> None:
    looks = [(1, 900, 0.5), (2, 300, 0.4), (3, 400, 0.3), (4, 2, 0.6), (5, 0, 0.0), (6, 1000, 0.45)]
    lines = [Line(code, visits, share, (code,)) for code, visits, share in looks]
    assert [line.code for line in in_order(lines)] == [6, 1, 2, 3, 4, 5]


def test_a_time_budget_ends_the_search() -> None:
    match = middle(fast(KEYS[0]), 2, 1, 12)
    began = time.monotonic()
    assert sum(each.visits for each in advise(match, "mcts:0.05s")) > 0
    assert time.monotonic() - began < 30


def test_a_full_tree_is_searched_on() -> None:
    game = fast(KEYS[0])
    match = middle(game, 2, 1, 30)
    advice = advise(match, "mcts:30000,nodes=1000")
    assert sum(each.visits for each in advice) == 30000


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_who_comes_to_a_full_tree_goes_on_with_what_was_tried(key: str, players: int) -> None:
    match = middle(fast(key), players, 1, 30)
    player = make_player("mcts:9000,nodes=1000", match.game, players, random.Random(1))
    assert isinstance(player, SearchPlayer)
    seen = see(match, random.Random(2))
    player.choose(seen)
    tree, twigs = player.thought.tree, player.thought.twigs
    assert player.thought.marks[USED] < 1000
    for node in tree[tree["first"] > 0]:
        children = twigs["node"][node["first"] : node["first"] + node["count"]]
        onward = tree["visits"][children[children > 0]].sum()
        if onward and (node["turn"] == seen.seat or (node["turn"] >= 0 and not match.game.info.hidden)):
            assert node["visits"] - onward <= 1


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_a_tree_has_room_for_as_many_tries_as_it_has_nodes(key: str, players: int) -> None:
    match = middle(fast(key), players, 1, 30)
    player = make_player("mcts:20000,nodes=20000", match.game, players, random.Random(1))
    assert isinstance(player, SearchPlayer)
    player.choose(see(match, random.Random(2)))
    thought = player.thought
    assert thought.marks[USED] <= 20000
    assert thought.marks[GROWN] + match.game.info.codes < len(thought.twigs)


@pytest.mark.parametrize(
    ("budget", "nodes"),
    [
        ("0.1s", 1_000_000),
        ("1s", 1_000_000),
        ("4s", 4_000_000),
        ("60s", 8_000_000),
        ("60s,threads=2", 4_000_000),
        ("60s,threads=64", 1_000_000),
        ("40000", 1_000_000),
        ("500000", 2_000_000),
        ("500000,threads=2", 1_000_000),
        ("9000000", 8_000_000),
        ("60s,nodes=1000", 1000),
        ("100,nodes=50000000", 50_000_000),
    ],
)
def test_longer_thought_has_more_room(budget: str, nodes: int) -> None:
    assert read_settings(budget, "test").room() == nodes


def test_a_player_can_forget_one_game_and_play_another() -> None:
    game = fast(KEYS[0])
    match = middle(game, 2, 1, 12)
    player = make_player("mcts:300", game, 2, random.Random(1))
    assert isinstance(player, SearchPlayer)
    seen = see(match, random.Random(1))
    for forgotten in (True, False):
        assert sum(line.visits for line in player.consider(seen)) == 300
        if forgotten:
            player.forget()
    assert sum(line.visits for line in player.consider(seen)) == 600


def test_variety_plays_each_action_as_often_as_it_was_tried() -> None:
    game = fast(KEYS[0])
    seen = see(middle(game, 2, 1, 12), random.Random(1))
    player = make_player("mcts:50,variety=1", game, 2, random.Random(1))
    assert isinstance(player, SearchPlayer)
    tries: Counter[int] = Counter()
    choices: Counter[int] = Counter()
    for _ in range(400):
        player.forget()
        choices[player.choose(seen)] += 1
        tries.update({code: tried for code, tried, _ in player.thought.tallies()})
    assert len(choices) > 2
    for code, tried in tries.items():
        assert choices[code] / 400 == pytest.approx(tried / tries.total(), abs=0.08)


@pytest.mark.parametrize("key", KEYS)
def test_the_tree_is_kept_from_action_to_action_of_a_turn(key: str) -> None:
    game = fast(key)
    kept = 0
    for seed in range(12):
        match = middle(game, 2, seed, 10 + seed)
        if match.over:
            continue
        player = make_player("mcts:300", game, 2, random.Random(1))
        assert isinstance(player, SearchPlayer)
        seat = match.player
        rng = random.Random(seed)
        while match.player in (seat, "chance") and not match.over:
            before = sum(line.visits for line in player.consider(see(match, rng))) if match.player == seat else 0
            kept += before > 300
            match.play(
                match.choose(rng) if match.player == "chance" else game.text(player.choose(see(match, rng)))
            )
    assert kept


def second_thought(key: str, spec: str) -> tuple[SearchPlayer, Match, Counter[int]]:
    """A player that has searched and acted, a match in which its seat acts again and has much to choose from,
    and how often each of those actions was tried."""
    game = fast(key)
    for seed in range(40):
        match = middle(game, 2, seed, 10 + seed)
        if match.over:
            continue
        player = make_player(spec, game, 2, random.Random(1))
        assert isinstance(player, SearchPlayer)
        seat, rng = match.player, random.Random(seed)
        while match.player in (seat, "chance") and not match.over:
            if match.player == "chance":
                match.play(match.choose(rng))
                continue
            seen = see(match, rng)
            if player.thought.history is not None and len(seen.legal) > 5:
                player.thought.begin(seen)
                tried = Counter({code: visits for code, visits, _ in player.thought.tallies()})
                if tried.total():
                    return player, match, tried
            match.play(game.text(player.choose(seen)))
    pytest.fail("nobody acts twice with much to choose from")


@pytest.mark.parametrize("key", KEYS)
def test_all_that_can_be_done_is_considered_where_the_tree_was_narrow(key: str) -> None:
    player, match, tried = second_thought(key, "mcts:400,width=4")
    assert len(+tried) <= 4
    lines = player.consider(see(match, random.Random(1)))
    assert sorted(match.game.text(line.code) for line in lines) == match.legal()
    assert sum(line.visits for line in lines) == tried.total() + 400
    assert all(line.visits >= tried[line.code] for line in lines)


@pytest.mark.parametrize("short", ["nodes", "twigs"])
@pytest.mark.parametrize("key", KEYS)
def test_what_is_left_of_a_tree_is_the_same_when_it_is_pruned(key: str, short: str) -> None:
    player, match, tried = second_thought(key, "mcts:400")
    thought = player.thought
    before, used, grown = thought.lines(), int(thought.marks[USED]), int(thought.marks[GROWN])
    if short == "nodes":
        thought.tree = thought.tree[: 2 * used - 1]
    else:
        thought.twigs = thought.twigs[: 2 * grown - 1]
    thought.searchers[0].set(kept=1)
    thought.think(0)
    assert thought.root == 0
    assert 1 < thought.marks[USED] < used
    assert 1 < thought.marks[GROWN] < grown
    assert thought.lines() == before
    opened = thought.tree["first"][: thought.marks[USED]] > 0
    assert (thought.marks[MARKED : MARKED + thought.marks[USED]] > 0).tolist() == opened.tolist()
    again = player.consider(see(match, random.Random(1)))
    assert sum(line.visits for line in again) == 400 + tried.total()


@pytest.mark.parametrize("short", ["nodes", "twigs"])
@pytest.mark.parametrize("key", KEYS)
def test_a_tree_that_has_no_room_to_be_pruned_begins_anew(key: str, short: str) -> None:
    player, match, tried = second_thought(key, "mcts:400")
    thought = player.thought
    tree, twigs = thought.tree, thought.twigs
    if short == "nodes":
        thought.tree = tree[: int(thought.marks[USED]) + 2]
    else:
        thought.twigs = twigs[: int(thought.marks[GROWN]) + len(tried)]
    thought.searchers[0].set(kept=1)
    thought.think(0)
    assert (thought.root, thought.marks[USED], thought.marks[GROWN], thought.tallies()) == (0, 1, 1, [])
    thought.tree, thought.twigs = tree, twigs
    lines = player.consider(see(match, random.Random(1)))
    assert sorted(match.game.text(line.code) for line in lines) == match.legal()
    assert sum(line.visits for line in lines) == 400


@pytest.mark.parametrize("key", KEYS)
def test_a_small_tree_lasts_for_a_whole_game(key: str) -> None:
    game = fast(key)
    player = make_player(f"mcts:100,nodes={3 * game.info.codes}", game, 2, random.Random(1))
    assert isinstance(player, SearchPlayer)
    rng = random.Random(1)
    match = Match.new(game, {"players": 2}, rng)
    while not match.over and match.ply < 200:
        if match.player == 0 and len(match.legal()) > 1:
            lines = player.consider(see(match, rng))
            assert sum(line.visits for line in lines) >= 100
            match.play(game.text(lines[0].code))
        else:
            match.play(match.choose(rng, game.info.styles[-1]))


# Specs


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "names no player"),
        ("wizard", "names no player; players look like"),
        ("greedy:2", "names no player"),
        ("mcts", "names no player"),
        ("mcts:", "names no player"),
        ("mcts:soon", "the budget is seconds"),
        ("mcts:0s", "the budget is seconds"),
        ("mcts:-5", "the budget is seconds"),
        ("mcts:1e9s", "the budget is seconds"),
        ("mcts:1s,threads=0", "threads takes 1 to 64"),
        ("mcts:1s,threads=two", "threads takes 1 to 64"),
        ("mcts:1s,threads", "threads takes 1 to 64"),
        ("mcts:1s,hurry=1", "there is no setting 'hurry'"),
        ("mcts:1s,style=furious", "has no style"),
        ("random:furious", "has no style"),
    ],
)
def test_a_bad_spec_is_refused_with_a_reason(spec: str, words: str) -> None:
    with pytest.raises(UnreadableText, match=words):
        make_player(spec, pure(KEYS[0]), 2, random.Random(0))


def test_a_tree_for_which_there_is_no_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("banneret.players.mcts.new_states", refuse)
    with pytest.raises(UnreadableText, match=r"'mcts:1s,threads=64': no memory .* fewer nodes or threads"):
        make_player("mcts:1s,threads=64", pure(KEYS[0]), 2, random.Random(0))


def test_specs_in_a_list_keep_their_settings() -> None:
    assert split_specs("mcts:1s,threads=2,width=9,greedy,random") == [
        "mcts:1s,threads=2,width=9",
        "greedy",
        "random",
    ]
    settings = read_settings("0.5s,threads=2,exploration=0.7", "test")
    assert (settings.seconds, settings.threads, settings.exploration) == (0.5, 2, 0.7)


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_a_search_goes_about_a_game_as_it_says_for_its_seats_unless_told_otherwise(key: str, players: int) -> None:
    game = pure(key)

    def thinking(told: str) -> Thinking:
        return read_settings(f"40{told}", "test").thinking(game, players)

    said, style = game.info.thinking_with(players), game.info.styles[-1]
    other = f",exploration=0.8,foresight=0.25,luck=0.75,horizon=5,style={style}"
    assert thinking("") == said
    assert thinking(",exploration=0.9") == replace(said, exploration=0.9)
    assert thinking(",foresight=0,luck=0,horizon=0") == replace(said, foresight=0.0, luck=0.0, horizon=0)
    assert thinking(other) == Thinking(0.8, 0.25, 0.75, 5, style)
    player = make_player(f"mcts:40,nodes=1000{other}", game, players, random.Random(0))
    assert isinstance(player, SearchPlayer)
    desk = player.thought.searchers[0].desk
    assert (desk.exploration, desk.foresight, desk.luck, desk.horizon) == (0.8, 0.25, 0.75, 5)
    assert game.info.styles[desk.style] == style


def test_thinking_is_said_for_two_seats_three_and_so_on() -> None:
    two, three, more = Thinking(0.7), Thinking(0.8), Thinking(0.9)
    info = replace(pure(KEYS[0]).info, thinking=(two, three, more))
    assert [info.thinking_with(seats) for seats in (2, 3, 4, 5)] == [two, three, more, more]


def test_the_four_levels_exist_in_order_of_thought() -> None:
    assert list(LEVELS) == ["squire", "knight", "baron", "duke"]
    thought = [read_settings(spec.partition(":")[2], spec).iterations or 0 for spec in LEVELS.values()]
    assert thought == sorted(set(thought))


# Robustness


class Broken:
    spec = "broken"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, seen: Seen) -> int:
        if isinstance(self.answer, Exception):
            raise self.answer
        if self.answer == "stall":
            time.sleep(1.5)
        return self.answer  # type: ignore[return-value]  # that is what is broken


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (RuntimeError("lost my notes"), "failed with RuntimeError: lost my notes"),
        (-7, "answered -7, which is not legal"),
        (None, "answered None"),
        (True, "answered True"),
        ("stall", "gave no answer within 0.2 s"),
    ],
)
def test_a_broken_player_is_reported_and_the_game_goes_on(answer: object, words: str) -> None:
    match = middle(pure(KEYS[0]), 2, 1, 5)
    guard = Guard(Broken(answer), random.Random(1), patience=0.2)
    for _ in range(2):
        seen = see(match, random.Random(1))
        assert guard.choose(seen) in seen.legal
    assert all(words in trouble for trouble in guard.troubles)
    assert len(guard.troubles) == (1 if answer == "stall" else 2)
    assert f"broken at seat {match.player}, ply {match.ply}" in guard.troubles[0]


# Arena


def test_every_pairing_meets_in_all_seatings_with_the_same_seeds() -> None:
    tasks = list(schedule(KEYS[0], {"players": 2}, ["a", "b", "c"], 4, seed=5))
    assert len(tasks) == 3 * 4
    for pair in (("a", "b"), ("a", "c"), ("b", "c")):
        seatings = [(task.seats, task.seed) for task in tasks if set(task.seats) == set(pair)]
        assert sorted(seatings) == sorted([(pair, 5), (pair[::-1], 5), (pair, 6), (pair[::-1], 6)])
    assert list(pairings(["a", "b"], 4)) == [("a", "b", "b", "b")]


@pytest.mark.parametrize("key", KEYS)
def test_a_game_of_the_arena_can_be_played_again(key: str) -> None:
    task = Task(key, (("max_rounds", 3), ("players", 2)), ("greedy", "random"), 3)
    first, second = (play_task(task, banneret.load, keep_record=True) for _ in range(2))
    assert first == second
    assert first.record is not None
    match = banneret.replay(banneret.Record.from_data(first.record), mode="pure")
    assert match.over
    assert first.plies == match.ply
    assert sum(first.shares) == 1


def test_outcomes_tell_how_much_was_thought(tmp_path: Path) -> None:
    task = Task(
        KEYS[0], (("max_rounds", 1), ("players", 4)), ("mcts:7", "random", "mcts:9,threads=2", "greedy"), 1
    )
    outcome = play_task(task, banneret.load, keep_record=False)
    assert outcome.tries == (7, None, 9, None)
    results = tmp_path / "results.jsonl"
    Ledger(results, banneret.load).add(outcome)
    assert Ledger(results, banneret.load).outcomes == [outcome]
    told = json.loads(results.read_text())
    results.write_text(json.dumps(told | {"tries": [7]}) + "\n")
    with pytest.raises(BadRecord, match="line 1"):
        Ledger(results, banneret.load)
    del told["tries"]  # as it was before outcomes told
    results.write_text(json.dumps(told) + "\n")
    assert Ledger(results, banneret.load).outcomes[0].tries == ()


def test_an_arena_goes_on_where_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    words = ["arena", "--game", KEYS[0], "--players", "greedy,random", "-o", "max_rounds=3", "--jobs", "1"]
    assert main([*words, "--games", "2", "--results", str(results)]) == 0
    assert "2 of 2 games" in capsys.readouterr().out
    kept = results.read_text()
    with results.open("a") as file:
        file.write('{"task": "cut o')
    assert main([*words, "--games", "4", "--results", str(results), "--records", str(tmp_path / "games")]) == 0
    out = capsys.readouterr().out
    assert "4 of 4 games" in out
    assert "greedy" in out
    assert results.read_text().startswith(kept)
    assert len(list((tmp_path / "games").iterdir())) == 2
    assert len(Ledger(results, banneret.load).outcomes) == 4


def test_two_arenas_do_not_write_to_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    words = ["arena", "--game", KEYS[0], "--players", "greedy,random", "-o", "max_rounds=3", "--jobs", "1"]
    with kept(results, banneret.load):
        results.write_text('{"task": "being writ')
        assert main([*words, "--games", "2", "--results", str(results)]) == 2
    assert f"another arena is writing to {results}" in " ".join(capsys.readouterr().err.split())
    assert results.read_text() == '{"task": "being writ'
    assert main([*words, "--games", "2", "--results", str(results)]) == 0
    assert "2 of 2 games" in capsys.readouterr().out
    assert main([*words, "--games", "2", "--results", str(tmp_path / "nowhere" / "results.jsonl")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_processes_play_the_same_games_as_one(tmp_path: Path) -> None:
    tasks = list(schedule(KEYS[0], {"players": 2, "max_rounds": 2}, ["random", "random:uniform"], 2, seed=1))
    alone = sorted(play_all(tasks, banneret.load, jobs=1), key=lambda outcome: outcome.task)
    together = sorted(play_all(tasks, banneret.load, jobs=2), key=lambda outcome: outcome.task)
    assert alone == together


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_no_worker_outlives_an_arena_that_is_killed() -> None:
    words = ["arena", "--game", KEYS[0], "--players", "random,mcts:1000000", "--games", "2", "--jobs", "2"]
    arena = subprocess.Popen(
        [sys.executable, "-m", "banneret", *words], stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        assert wait_for(lambda: len(session(arena.pid)) >= 3), "the arena and its workers"
        arena.kill()
        arena.wait()
        assert wait_for(lambda: not session(arena.pid))
    finally:
        for process in session(arena.pid):
            os.kill(process, signal.SIGKILL)


def wait_for(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + 60
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def session(leader: int) -> list[int]:
    """The processes of a session that are alive."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, belongs = status.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue  # it ended meanwhile
        if int(belongs) == leader and state != "Z":
            found.append(int(status.parent.name))
    return found


def test_a_spoilt_ledger_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text("nonsense\n{}\n")
    with pytest.raises(BadRecord, match="line 1"):
        Ledger(tmp_path / "results.jsonl", banneret.load)


def test_games_of_other_players_are_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    words = ["arena", "--game", KEYS[0], "--players", "greedy,random", "--jobs", "1", "--results", str(results)]
    assert main([*words, "--games", "2"]) == 0
    before = [json.loads(line) for line in results.read_text().splitlines()]
    assert [told["version"] for told in before] == [VERSION] * 2
    results.write_text("".join(json.dumps(told | {"version": VERSION + 1}) + "\n" for told in before))
    kept = results.read_text()
    assert main([*words, "--games", "4"]) == 2
    assert f"by players of version {VERSION + 1}" in capsys.readouterr().err
    assert results.read_text() == kept
    results.write_text("".join(json.dumps(told | {"weights": "of yore"}) + "\n" for told in before))
    assert main([*words, "--games", "4"]) == 2
    assert f"games of {KEYS[0]} with 2 seats by players that went by other weights" in capsys.readouterr().err
    results.write_text("".join(json.dumps(told | {"weights": None}) + "\n" for told in before))
    assert main([*words, "--games", "4"]) == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--players", "greedy,wizard"], "names no player"),
        (["--players", "greedy,greedy"], "names somebody twice"),
        (["--players", "greedy,random", "--seats", "9"], "it takes a whole number from"),
        (["--players", "greedy,random", "--games", "0"], "positive numbers"),
    ],
)
def test_an_arena_refuses_before_it_begins(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "--game", KEYS[0], *words]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("seats", [("a", "b"), ("a", "b", "b"), ("a", "b", "c"), ("a", "a", "b", "b")])
def test_who_wins_is_rated_higher_whoever_fills_the_table(seats: tuple[str, ...]) -> None:
    ranks = [1 if seat == "a" else 2 for seat in seats]
    outcome = Outcome("", seats, (0.0,) * len(seats), tuple(ranks), (0,) * len(seats), 1, "over", ())
    few, many = (rate([outcome] * games, ["a", "b", "c"]) for games in (2, 20))
    assert many["a"][0] > few["a"][0] > 25 > few["b"][0] > many["b"][0]
    assert all(many[spec][1] < few[spec][1] < 25 / 3 for spec in "ab")


def test_a_player_against_itself_is_not_rated() -> None:
    outcome = Outcome("", ("a", "a"), (1.0, 0.0), (1, 2), (3, 2), 1, "over", ())
    assert rate([outcome], ["a"])["a"] == (25, pytest.approx(25 / 3))


def test_the_table_of_an_arena_says_who_won_how_much(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    won = Outcome("", ("mcts:1s", "mcts:0.1s"), (1.0, 0.0), (1, 2), (30, 20), 1, "over", (), tries=(9000, 800))
    drawn = Outcome("", ("mcts:0.1s", "mcts:1s"), (0.5, 0.5), (1, 1), (24, 24), 1, "over", ())
    show([won, won, won, drawn], ["mcts:0.1s", "mcts:1s"], 8)
    title, *lines, last = capsys.readouterr().out.splitlines()
    assert last == "iterations a decision, median of games: mcts:1s 9,000; mcts:0.1s 800"
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in lines if "│" in line]
    assert title.strip() == "4 of 8 games"
    assert [[*row[:5], row[6]] for row in rows] == [
        ["mcts:1s", "4", "3.5", "87.5%", "40% - 99%", "28.5"],
        ["mcts:0.1s", "4", "0.5", "12.5%", "1% - 60%", "21.0"],
    ]
    assert [row[5].partition(" ± ")[0] > "25" for row in rows] == [True, False]


def played(game: str, seats: tuple[str, ...], shares: tuple[float, ...], seed: int, **options: int) -> Outcome:
    """An outcome, for tables."""
    task = Task(game, tuple({"players": len(seats), **options}.items()), seats, seed)
    return Outcome(task.name, seats, shares, (1,) * len(seats), (0,) * len(seats), 1, "over", ())


def test_standings_tell_what_came_of_each_meeting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening, night = (
        Ledger(tmp_path / "evening.jsonl", banneret.load),
        Ledger(tmp_path / "night.jsonl", banneret.load),
    )
    for seed in range(8):
        evening.add(played("go", ("weak", "strong"), (0.0, 1.0), seed))
    evening.add(played("go", ("strong", "weak"), (0.5, 0.5), 9))
    evening.add(played("hex", ("strong", "weak"), (0.0, 1.0), 1))
    evening.add(played("hex", ("strong", "weak"), (1.0, 0.0), 1, size=7))
    night.add(played("go", ("weak", "strong"), (0.0, 1.0), 3))  # once more what was played in the evening
    night.add(played("go", ("weak", "strong"), (1.0, 0.0), 10))
    night.add(played("go", ("strong", "strong"), (1.0, 0.0), 11))
    night.add(played("go", ("weak", "fair", "weak"), (0.0, 0.5, 0.5), 1))
    files = [str(tmp_path / "evening.jsonl"), str(tmp_path / "night.jsonl")]
    assert main(["standings", *files]) == 0
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in capsys.readouterr().out.splitlines()]
    assert rows == [
        ["who met", "fair", "go", "hex", "hex (size=7)"],
        ["---"] * 5,
        ["`strong` : `weak`", "50 %", "8.5 of 10 (54-96 %)", "0 of 1 (0-79 %)", "1 of 1 (21-100 %)"],
        ["`fair` : 2 `weak`", "33 %", "0.5 of 1 (5-95 %)", "-", "-"],
    ]
    assert main(["standings", "--seats", "3", *files]) == 0
    assert "strong" not in capsys.readouterr().out
    assert main(["standings", "--seats", "5", *files]) == 2
    assert "no games" in capsys.readouterr().err


def test_standings_tell_how_much_was_thought(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    ledger = Ledger(results, banneret.load)
    ledger.add(played("go", ("mcts:1s", "mcts:90"), (1.0, 0.0), 1))  # an older one, which does not tell
    assert main(["standings", "--thought", str(results)]) == 2
    assert "no games" in capsys.readouterr().err
    for seed, tries in enumerate((5000, 9000, 6000), start=2):
        ledger.add(replace(played("go", ("mcts:1s", "mcts:90"), (1.0, 0.0), seed), tries=(tries, 90)))
    ledger.add(replace(played("hex", ("mcts:0.1s", "mcts:1s"), (0.0, 1.0), 1), tries=(700, 8000)))
    ledger.add(replace(played("hex", ("knight", "random"), (1.0, 0.0), 1), tries=(100, None)))
    assert main(["standings", "--thought", str(results)]) == 0
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in capsys.readouterr().out.splitlines()]
    assert rows == [
        ["who met", "go", "hex"],
        ["---"] * 3,
        ["`mcts:1s` : `mcts:90`", "`mcts:1s` 6,000 (3 games)", "-"],
        ["`mcts:1s` : `mcts:0.1s`", "-", "`mcts:0.1s` 700, `mcts:1s` 8,000 (1 game)"],
    ]


def test_standings_say_what_is_wrong_with_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = Ledger(tmp_path / "results.jsonl", banneret.load)
    ledger.add(played("go", ("a", "b"), (1.0, 0.0), 1))
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write('{"task": "[')  # cut off, or being written just now
    assert main(["standings", str(tmp_path / "results.jsonl")]) == 0
    assert "1 of 1" in capsys.readouterr().out
    good = vars(ledger.outcomes[0])
    for bad in ({}, [], "x", good | {"task": "x"}, good | {"seats": ["b", "a"]}, good | {"shares": [1.0]}):
        (tmp_path / "bad.jsonl").write_text(json.dumps(bad) + "\n")
        assert main(["standings", str(tmp_path / "bad.jsonl")]) == 2
        assert "bad.jsonl" in capsys.readouterr().err
    assert main(["standings", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_outcomes_survive_being_written(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "results.jsonl", banneret.load)
    task = Task("go", (("players", 2),), ("a", "b"), 1)
    assert Task.named(task.name) == task
    outcome = Outcome(task.name, ("a", "b"), (1.0, 0.0), (1, 2), (5, 3), 9, "tiles", ("late",), {"format": "x"})
    ledger.add(outcome)
    assert Ledger(tmp_path / "results.jsonl", banneret.load).outcomes == [outcome]


# Hints and tuning


@pytest.mark.parametrize("key", KEYS)
def test_the_line_that_is_foreseen_says_who_acts(key: str) -> None:
    match = middle(fast(key), 2, 1, 12)
    seat = match.player
    longest = 0
    for advice in advise(match, "mcts:600"):
        ahead = match.at(match.ply)
        assert (advice.line[0], advice.movers[0]) == (advice.action, seat)
        for mover, action in zip(advice.movers, advice.line, strict=True):
            if action not in ahead.legal():
                assert match.game.info.hidden, "where nothing is hidden, what is foreseen can be"
                break
            assert mover == ahead.player
            ahead.play(action)
        longest = max(longest, len(set(advice.movers)))
    assert longest > 1, "lines go beyond the seat's own actions"


def test_a_line_is_told_by_who_acts() -> None:
    line, movers = ("take 1", "draw pond", "place pond 1,0", "pass", "take 3", "take 2"), (0, "chance", 0, 0, 1, 0)
    advice = Advice("take 1", 0.5, 9, line, movers)
    assert continuation(advice, 2) == "chance: draw pond; seat 0: place pond 1,0"
    own = "chance: draw pond; seat 0: place pond 1,0, pass"
    assert continuation(advice, 9) == f"{own}; seat 1: take 3; seat 0: take 2"
    quiet = Advice("take 1", 0.5, 9, ("take 1", "pass", "roll 3"), (0, 0, "chance"))
    assert continuation(quiet, 9) == "pass; chance: roll 3"


def test_hint_tells_the_best_actions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = middle(pure(KEYS[0]), 2, 1, 12)
    match.record().save(tmp_path / "game.json")
    path = str(tmp_path / "game.json")
    assert main(["hint", path, "--player", "mcts:50", "--json", "--most", "3"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert all(each["action"] in match.legal() for each in told)
    assert main(["hint", path, "--player", "mcts:50"]) == 0
    told = capsys.readouterr().out
    assert f"seat {match.player} at ply {match.ply}" in told
    assert "then " in told
    assert main(["hint", path, "--player", "mcts:20", "--graph", "--json"]) == 0
    points = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert points == list(evaluate(banneret.replay(match.record()), "mcts:20"))
    assert main(["hint", path, "--player", "mcts:20", "--graph"]) == 0
    for line, point in zip(capsys.readouterr().out.splitlines(), points, strict=True):
        assert line.split()[:4] == [str(point["ply"]), "seat", str(point["seat"]), f"{point['share']:.1%}"]
        assert line.count("#") == round(20 * point["share"])
        assert point["played"] in line
        assert (f"(rather {point['best']})" in line) == (point["best"] != point["played"])
    assert main(["hint", path, "--player", "squire"]) == 0
    assert "looks)" in capsys.readouterr().out
    assert all(match.actions[point["ply"]] == point["played"] for point in points)
    for words, reason in ((["--ply", "999"], "--ply takes"), (["--player", "greedy"], "does not search")):
        assert main(["hint", path, *words]) == 2
        assert reason in capsys.readouterr().err
    chance = next(ply for ply in range(match.ply) if match.at(ply).player == "chance")
    assert main(["hint", path, "--ply", str(chance)]) == 2
    assert "chance acts" in capsys.readouterr().err
