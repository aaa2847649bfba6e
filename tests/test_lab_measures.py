"""Every measure of the lab on games whose answer is known by hand; every statistic against published values."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from banneret.core.game import CHANCE, Game, Mode
from banneret.core.kernel import can_compile
from banneret.core.match import Match
from banneret.lab import statistics
from banneret.lab.closer import fights, lost, moved_chance
from banneret.lab.findings import quantile
from banneret.lab.sheet import NO_SHARE, WIDEST, count_turns
from banneret.lab.stage import TRUTH
from banneret.lab.table import ENDLESS, FAILED, LIMIT, STUCK, Played, Table
from banneret.players.simple import GreedyPlayer
from tests.conftest import KEYS, pure
from tests.toy import TOY


def table_of(mode: Mode = Mode.PURE, **options: Any) -> Table:
    return Table(Game(TOY, mode), options)


def sheet_of(table: Table, actions: list[str]) -> Any:
    """The sheet of a game told by hand."""
    start = table.game.start(table.options, {})
    trail = table.game.row("i4", len(actions))
    for ply, action in enumerate(actions):
        trail[ply] = table.game.code(action)
    played = Played({}, start, trail)
    sheets, features = table.new_sheets(1), table.game.row("f8", table.players * 2)
    table.measured(played, sheets, 0, features)
    table.start_features = list(features)  # type: ignore[attr-defined]  # for a test to look at
    return sheets[0]


# A game of two over four rounds. Scores after each action:
#   seat 0: 3 3 3 3 3 3 4 4      seat 1: 0 1 1 1 1 4 4 6
# (gain 3, gain 1, gain 0, gain 0, gain 0, gain 3, gain 1, gain 2): seat 1 wins 6 to 4.
COMEBACK = ["gain 3", "gain 1", "gain 0", "gain 0", "gain 0", "gain 3", "gain 1", "gain 2"]


def test_result_and_length() -> None:
    sheet = sheet_of(table_of(), COMEBACK)
    assert sheet.finished == 1
    assert sheet.scores[:2] == [4, 6]
    assert sheet.ranks[:2] == [2, 1]
    assert sheet.shares[:2] == [0.0, 1.0]
    assert sheet.margin == 2
    assert (sheet.plies, sheet.actions, sheet.decisions) == (8, 8, 8)
    assert (sheet.turns, sheet.rounds) == (8, 4)


def test_chance_is_neither_action_nor_turn() -> None:
    sheet = sheet_of(table_of(toss=True, rounds=1), ["toss 0", "gain 1", "toss 1", "gain 2"])
    assert (sheet.plies, sheet.actions, sheet.turns, sheet.rounds) == (4, 2, 2, 1)


def test_the_lead_changes_when_another_seat_leads_alone() -> None:
    # Seat 0 leads, seat 1 leads (3:4), all level (4:4), seat 1 leads again: one change, for a tie is no leader.
    assert sheet_of(table_of(), COMEBACK).lead_changes == 1
    to_and_fro = ["gain 1", "gain 2", "gain 2", "gain 2", "gain 0", "gain 0", "gain 3", "gain 0"]
    # 1:0, 1:2 (change), 3:2 (change), 3:4 (change), 3:4, 3:4, 6:4 (change), 6:4
    assert sheet_of(table_of(), to_and_fro).lead_changes == 4


def test_drama_is_how_far_the_winner_was_behind() -> None:
    sheet = sheet_of(table_of(), COMEBACK)
    # Behind by 3 2 2 2 2 0 0 0; the widest gap between seats in the game is 3.
    assert sheet.drama == pytest.approx((3 + 2 + 2 + 2 + 2) / (8 * 3))
    assert sheet.deficit == 3


def test_a_game_led_from_start_to_end_has_no_drama_and_is_dead_from_the_start() -> None:
    sheet = sheet_of(table_of(rounds=2), ["gain 1", "gain 0", "gain 1", "gain 0"])
    assert (sheet.drama, sheet.dead_time, sheet.lead_changes) == (0.0, 1.0, 0)


def test_dead_time_is_the_part_after_which_the_winner_always_led_alone() -> None:
    # After the seventh of eight actions all are level; only the last position has the winner alone ahead.
    assert sheet_of(table_of(), COMEBACK).dead_time == pytest.approx(1 / 8)


def test_half_time() -> None:
    sheet = sheet_of(table_of(), COMEBACK)  # after four actions 3:1
    assert (sheet.comeback, sheet.snowball) == (1.0, 0.0)
    level = sheet_of(table_of(rounds=2), ["gain 1", "gain 1", "gain 1", "gain 0"])
    assert (level.comeback, level.snowball) == (NO_SHARE, NO_SHARE)


def test_ties_for_the_last_place_at_half_time_are_averaged() -> None:
    # 2:0:0 after three of six actions; seat 1 wins alone, so of the two last ones half a winner.
    sheet = sheet_of(table_of(players=3, rounds=2), ["gain 2", "gain 0", "gain 0", "gain 0", "gain 3", "gain 0"])
    assert sheet.comeback == 0.5
    assert sheet.snowball == 0.0


def test_a_shared_win_counts_in_parts() -> None:
    sheet = sheet_of(table_of(players=3, rounds=1), ["gain 2", "gain 2", "gain 1"])
    assert sheet.shares[:3] == [0.5, 0.5, 0.0]
    assert sheet.margin == 0
    assert sheet.dead_time == 0.0


def test_verbs_are_counted_as_legal_chosen_and_chosen_by_winners() -> None:
    table = table_of(toss=True, rounds=1)
    sheet = sheet_of(table, ["toss 0", "dig 0,0", "toss 1", "gain 2"])
    verbs = {verb: i for i, verb in enumerate(table.words.verbs)}
    told = {verb: (sheet.offered[i], sheet.chosen[i], sheet.chosen_by_winners[i]) for verb, i in verbs.items()}
    assert told == {"gain": (2, 1, 1), "dig": (2, 1, 0), "rest": (0, 0, 0), "fly": (0, 0, 0), "toss": (0, 0, 0)}
    assert sheet.by_chance[verbs["toss"]] == 2


def test_cells_are_counted_as_used_and_built() -> None:
    table = table_of(rounds=3, weary=True)
    sheet_of(table, ["dig 0,0", "dig 2,0", "dig 2,0", "gain 1", "rest 1,0", "rest 1,0"])
    assert table.words.cells == ("0,0", "1,0", "2,0")
    assert table.used == [1, 2, 2]
    assert table.built == [1, 0, 2]


def test_widths_are_counted_by_third_of_the_game() -> None:
    table = table_of(rounds=3)
    sheet_of(table, ["gain 1"] * 6)
    assert [table.widths[third * WIDEST + 7] for third in range(3)] == [2, 2, 2]
    assert sum(table.widths) == 6


def test_an_action_without_a_choice_is_no_decision() -> None:
    table = table_of(rounds=2, weary=True)
    sheet = sheet_of(table, ["gain 1", "gain 1", "rest 1,0", "rest 1,0"])
    assert (sheet.actions, sheet.decisions) == (4, 2)
    assert sum(table.widths) == 2


def test_chance_does_not_end_a_turn_and_rounds_are_the_turns_of_the_busiest_seat() -> None:
    sheets = table_of().new_sheets(1)
    count_turns([0, CHANCE, 0, 1, 1, CHANCE, 0], 7, 2, sheets, 0)
    assert sheets[0].seat_turns[:2] == [2, 1]
    assert (sheets[0].turns, sheets[0].rounds) == (3, 2)


def test_of_several_winners_the_drama_is_that_of_who_had_most() -> None:
    actions = ["gain 3", "gain 1", "gain 0", "gain 0", "gain 2", "gain 0"]
    sheet = sheet_of(table_of(players=3, rounds=2), actions)
    assert sheet.shares[:3] == [0.5, 0.5, 0.0]
    assert (sheet.drama, sheet.deficit) == (0.0, 0)


def test_the_start_is_told_seat_by_seat() -> None:
    table = table_of(favour=5)
    sheet_of(table, COMEBACK)
    assert table.start_features == [0.0, 5.0, 0.0, 0.0]  # type: ignore[attr-defined]  # as above


def test_a_fight_is_a_piece_that_vanishes_by_another_seats_action() -> None:
    table = table_of(rounds=2)
    start = table.game.start(table.options, {})
    codes = [table.game.code(action) for action in ("dig 0,0", "dig 0,0", "dig 1,0", "dig 2,0")]
    assert fights(table, Played({}, start, codes)) == Counter({"0,0": 1})


def test_what_chance_or_its_owner_removes_was_not_fought_for() -> None:
    before, after = {"a": Counter({0: 2})}, {"a": Counter({0: 1})}
    assert lost(before, after, mover=1) == ["a"]
    assert lost(before, after, mover=0) == []
    assert lost(before, after, mover=CHANCE) == []


def test_kingmaking_counts_only_who_cannot_win_and_only_what_both_halves_show() -> None:
    first = [[0.8, 0.2, 0.0], [0.1, 0.9, 0.0]]
    second = [[0.7, 0.3, 0.0], [0.3, 0.7, 0.0]]
    assert moved_chance(first, second, mover=2) == pytest.approx(0.4)
    assert moved_chance(first, second, mover=0) is None
    luck = [[0.5, 0.5, 0.0], [0.5, 0.5, 0.0]]
    assert moved_chance(first, luck, mover=2) == 0.0


def test_a_position_without_a_legal_action_is_a_hole() -> None:
    table = table_of(hole=2)
    played = table.play(["random", "random"], 1)
    sheets = table.new_sheets(1)
    table.measured(played, sheets, 0, table.game.row("f8", 4))
    assert len(played.trail) == 2
    assert sheets[0].finished == 0
    assert sheets[0].shares[:2] == [0.0, 0.0]
    assert table.reason(played) == STUCK


def test_a_game_without_end_is_given_up() -> None:
    table = table_of(rounds=1000)
    start = table.game.start(table.options, {})
    played = Played({}, start, [0, 0])
    table.measured(played, table.new_sheets(1), 0, table.game.row("f8", 4))
    assert table.reason(played) == ENDLESS
    assert LIMIT > 2000


def test_an_error_in_a_game_is_kept_with_what_led_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of()

    def broken(*_: Any) -> int:
        raise ZeroDivisionError("a hole")

    monkeypatch.setattr(table, "perform", broken)
    played = table.play(["greedy", "greedy"], 1)
    assert played.failed
    assert played.troubles == ["ZeroDivisionError: a hole"]
    assert table.reason(played) == FAILED


# Playing


@pytest.mark.skipif(not can_compile(), reason="numba is missing or switched off")
def test_compiled_and_pure_play_and_measure_the_same() -> None:
    tables = [table_of(mode, toss=True, players=3) for mode in (Mode.PURE, Mode.COMPILED)]
    for seats in (["greedy", "random", "random:eager"], ["greedy!gain", "greedy", "random!dig+gain"]):
        told = []
        for table in tables:
            played = table.play(seats, 7, 1)
            sheets = table.new_sheets(1)
            table.measured(played, sheets, 0, table.game.row("f8", 6))
            sheet = sheets[0]
            fields = ("plies", "drama", "dead_time", "comeback", "lead_changes", "margin")
            values = [sheet[name] if table is tables[1] else getattr(sheet, name) for name in fields]
            told.append(([int(code) for code in played.trail], [float(value) for value in values]))
        assert told[0] == told[1]
    assert list(tables[0].widths) == list(tables[1].widths)


def test_who_may_not_use_a_verb_does_not() -> None:
    table = table_of(rounds=20)
    played = table.play(["random!gain", "random!dig"], 3)
    texts = [table.game.text(code) for code in played.trail]
    assert all(text.startswith("dig") for text in texts[0::2])
    assert all(text.startswith("gain") for text in texts[1::2])


def test_who_may_use_nothing_may_use_everything() -> None:
    table = table_of(rounds=30)
    played = table.play(["random!gain+dig", "random"], 3)
    assert len({int(code) for code in played.trail[0::2]}) == 7


def test_a_seed_is_the_same_game_and_another_repeat_another() -> None:
    table = table_of(rounds=30)
    games = [list(table.play(["random", "random"], 5, repeat).trail) for repeat in (0, 0, 1)]
    assert games[0] == games[1] != games[2]


def test_players_that_think_outside_play_beside_kernel_players() -> None:
    table = table_of(rounds=3)
    played = table.play(["mcts:40", "random:eager"], 1)
    assert len(played.trail) == 6
    assert not played.troubles
    barred = table.play(["mcts:40!gain", "random"], 1)
    assert all(table.game.text(int(code)).startswith("dig") for code in barred.trail[0::2])
    assert not barred.troubles


@pytest.mark.parametrize("key", KEYS)
def test_every_game_played_by_the_lab_is_a_record_that_replays(key: str) -> None:
    game = pure(key)
    players = game.info.players[-1]
    table = Table(game, {"players": players})
    style = f"random:{game.info.styles[-1]}"
    played = table.play([style] * players, 1)
    sheets = table.new_sheets(1)
    table.measured(played, sheets, 0, game.row("f8", players * len(game.info.features)))
    match = Match.replay(game, table.record(played))
    assert match.over
    assert match.result
    assert list(match.result.scores) == sheets[0].scores[:players]
    assert sum(sheets[0].shares) == pytest.approx(1)
    assert sheets[0].decisions <= sheets[0].actions <= sheets[0].plies == match.ply
    assert table.reason(played) == match.result.reason


@pytest.mark.parametrize("key", [key for key in KEYS if not pure(key).info.hidden])
def test_greedy_in_a_kernel_plays_what_the_greedy_player_would(key: str) -> None:
    import random

    game = pure(key)
    table = Table(game, {"players": 2})
    table.states[TRUTH] = game.start(table.options, game.setup(table.options, random.Random(1)))[0]
    kinds, barred = table.seated(["greedy", "greedy"])
    greedy = GreedyPlayer(game, 2, random.Random(0))
    luck = game.sown(1)
    table.trail = game.row("i4", 8)
    before = game.copy(table.states[TRUTH : TRUTH + 1])
    table.run(kinds, barred, luck, game.sown(2), 0)
    for code in table.trail:
        if game.player(before) >= 0:
            greedy.scales.states[1] = before[0]
            count = greedy.prefer(greedy.scales)
            looks = dict(zip(greedy.scales.codes[:count], greedy.scales.looks[:count], strict=True))
            assert looks[code] == max(looks.values())
        game.apply(before, code)


# Statistics


def test_wilson_interval() -> None:
    # Newcombe (1998), Statistics in Medicine 17, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)):
        assert statistics.wilson(wins / games, games) == pytest.approx((low, high), abs=5e-5)
    assert statistics.wilson(1 / 29, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)
    assert statistics.wilson(0.5, 0) == (0.0, 1.0)


def test_difference_of_shares() -> None:
    # Newcombe (1998), Statistics in Medicine 17, p. 873, method 10: 56/70 against 48/80.
    assert statistics.difference(56 / 70, 70, 48 / 80, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_chi_squared() -> None:
    # Critical values of the usual tables: 5 % and 1 %.
    for freedom, at_5, at_1 in ((1, 3.841, 6.635), (2, 5.991, 9.210), (3, 7.815, 11.345), (4, 9.488, 13.277)):
        assert statistics.chi_squared_tail(at_5, freedom) == pytest.approx(0.05, abs=1e-4)
        assert statistics.chi_squared_tail(at_1, freedom) == pytest.approx(0.01, abs=1e-4)
    # Mendel's peas: 315, 108, 101, 32 against 9:3:3:1.
    value, luck = statistics.chi_squared([315, 108, 101, 32], [556 * part / 16 for part in (9, 3, 3, 1)])
    assert value == pytest.approx(0.470, abs=1e-3)
    assert luck == pytest.approx(0.925, abs=1e-3)
    assert statistics.chi_squared([5, 5], [5, 5]) == (0.0, 1.0)


def test_how_many_games_it_takes() -> None:
    # As the design of the lab tells them.
    assert [statistics.games_for(half) for half in (0.05, 0.02, 0.01)] == [385, 2401, 9604]
    assert statistics.games_to_tell_apart(0.5, 0.55) == 1565


def test_differences_among_many_must_be_clearer() -> None:
    assert statistics.strict(1) == pytest.approx(statistics.Z95)
    assert statistics.strict(10) == pytest.approx(2.807, abs=1e-3)  # 0.25 % above
    plain, strict = (
        statistics.difference(0.6, 100, 0.45, 100, z) for z in (statistics.Z95, statistics.strict(10))
    )
    assert plain[0] > 0 > strict[0]
    assert statistics.told_apart(1565) == pytest.approx(0.05, abs=1e-3)


def test_ranks_of_two_lots() -> None:
    # By hand: all of three below all of three; U = 0, mean 4.5, variance 9 * 7 / 12.
    assert statistics.luck_of_ranks({1: 1, 2: 1, 3: 1}, {4: 1, 5: 1, 6: 1}) == pytest.approx(0.0495, abs=1e-4)
    # With ties: U = 2, mean 3, variance 6 / 12 * (6 - 12 / 20).
    assert statistics.luck_of_ranks({1: 1, 2: 1, 3: 1}, {2: 1, 3: 1}) == pytest.approx(0.5428, abs=1e-4)
    assert statistics.luck_of_ranks({3: 50}, {3: 70}) == 1.0
    assert statistics.luck_of_means(1.0, 0.3, 2.0, 0.4) == pytest.approx(0.0455, abs=1e-4)  # two deviations
    assert statistics.luck_of_means(1.0, 0.0, 2.0, 0.0) == 0.0


def test_games_of_one_setup_tell_less() -> None:
    assert statistics.luck_of_spread([0.4, 0.6], 100) == pytest.approx(0.0047, abs=1e-4)  # chi-squared 8, 1 degree
    assert statistics.luck_of_spread([1.0, 1.0], 100) == 1.0
    # What is missed would just be noticed: 101 setups of 20 games, chi-squared 124.3 (5 % of 100 degrees).
    spread = statistics.unnoticed_spread(101, 20)
    assert (1 + 20 * spread * spread / 0.25) * 100 == pytest.approx(124.3, abs=1.2)
    assert statistics.unnoticed_spread(11, 20) > spread
    assert statistics.design_effect(0.0, 0.5, 20) == 1.0
    assert statistics.design_effect(0.5, 0.5, 20) == pytest.approx(20)  # each setup is decided from the start


def test_correlation() -> None:
    # Anscombe's first quartet: 0.816; Fisher's interval by hand.
    xs = [10.0, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    ys = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
    r = statistics.correlation(xs, ys)
    assert r == pytest.approx(0.816, abs=5e-4)
    assert statistics.correlation_interval(r, 11) == pytest.approx((0.424, 0.951), abs=1e-3)
    assert statistics.correlation([1, 1, 1], [1, 2, 3]) == 0.0
    assert statistics.correlation_interval(0.5, 3) == (-1.0, 1.0)


def test_spread_between_setups_is_free_of_the_luck_of_few_games() -> None:
    assert statistics.spread_between([1.0, 0.0] * 50, 20) == pytest.approx(0.5025, abs=1e-4)
    # Shares of 10 games of an even chance: what is seen is about sqrt(1/40), all of it luck.
    import random

    rng = random.Random(1)
    lucky = [sum(rng.random() < 0.5 for _ in range(10)) / 10 for _ in range(4000)]
    assert statistics.spread_between(lucky, 10) < 0.03
    assert statistics.spread_between([0.5], 10) == 0.0


def test_quantiles_of_counts() -> None:
    counts = Counter({1: 5, 2: 4, 30: 1})
    assert [quantile(counts, q) for q in (0.1, 0.5, 0.9, 1.0)] == [1, 1, 2, 30]
    assert quantile(Counter(), 0.5) == 0
