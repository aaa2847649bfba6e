"""The verdict: it finds what is there, does not find what is not, and says how sure it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from banneret.lab import Experiment, LineUp, Run, ask, outliers, report_html, verdict
from banneret.lab.contrast import Contrast
from banneret.lab.findings import Share, findings
from banneret.lab.speech import speech
from banneret.lab.verdict import main_arms
from tests.lab_of_toys import UNIFORM, played, toy_among_games


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from toy_among_games(monkeypatch)


def test_a_planted_unfairness_is_found(tmp_path: Path) -> None:
    run = played(tmp_path / "run", options={"players": 2, "favour": 2}, question="seats")
    found = findings(run)[0]
    assert found.seats[0].low > 0.5
    assert found.luck < 0.001
    assert verdict(run)[0].startswith(f"Yes: seat 1 wins {100 * found.seats[0].value:.1f}")
    assert verdict(run, "fr")[0].startswith("Oui\u202f: la place 1 gagne")
    assert verdict(run, "de")[0].startswith("Ja: Platz 1 gewinnt")


def test_a_fair_game_is_not_called_unfair(tmp_path: Path) -> None:
    run = played(tmp_path / "run", question="seats", games=2000)
    most = max(share.high for share in findings(run)[0].seats) - 0.5
    assert verdict(run)[0] == (
        f"No seat advantage was found in 2,000 games; if there is one, it is smaller than {100 * most:.1f} points."
    )
    assert verdict(run, "de")[0].startswith(
        "In 2.000 Partien fand sich kein Vorteil eines Platzes; gibt es einen,"
    )


def test_an_unfairness_of_a_shipped_game_is_found(tmp_path: Path) -> None:
    """Barony cut off after a round is mostly a tie, and a tie goes to who sits later."""
    options = {"players": 2, "max_rounds": 1}
    experiment = Experiment("barony", options, lineups=UNIFORM, games=40, question="seats")
    run = Run.create(experiment, tmp_path / "run")
    run.play(jobs=1)
    assert verdict(run)[0].startswith("Yes: seat 2 wins")


def test_what_changes_with_an_option_is_told_from_what_does_not(tmp_path: Path) -> None:
    run = played(tmp_path / "run", grid={"favour": [0, 3]})
    first, stays, *_ = verdict(run)
    assert re.match(r"What changes with “favour”: the wins of seat 1: [45]\d\.\d\u202f% \(0\), 9\d", first)
    assert stays == (
        "No difference beyond luck in the length of a game in rounds: 4 (0), 4 (3); games that end with "
        "“The last round”: 100.0\u202f% (0), 100.0\u202f% (3)."
    )
    longer = verdict(played(tmp_path / "longer", grid={"rounds": [3, 9]}))[0]
    assert longer == "What changes with “rounds”: the length of a game in rounds: 3 (3), 9 (9)."
    even = played(tmp_path / "even", grid={"hole": [0, 99]})
    assert verdict(even)[0] == "These games show no change with “hole”."


def test_among_many_variants_a_difference_must_be_clearer(tmp_path: Path) -> None:
    """Of five equal variants the luckiest and the unluckiest differ by more than two equal ones do."""
    found = findings(played(tmp_path / "run", grid={"hole": [0, 98, 99, 100, 101]}, games=20))
    for each, share in zip(found, (0.468, 0.5, 0.5, 0.5, 0.532), strict=True):
        each.seats = [Share.of(share, 1000), Share.of(1 - share, 1000)]
        each.comeback = None
    say = speech("en", None)
    pair = Contrast([found[0], found[-1]], say, None, {})
    assert [aspect.differs for aspect in pair.aspects() if aspect.key == "seat"] == [True]
    all_of_them = Contrast(found, say, None, {})
    assert [aspect.differs for aspect in all_of_them.aspects() if aspect.key == "seat"] == [False]


def test_the_strongest_players_with_enough_games_are_believed_first(tmp_path: Path) -> None:
    lineups = (LineUp(("greedy",), 400), LineUp(("mcts:2",), 10), LineUp(("random",)))
    found = findings(played(tmp_path / "run", lineups=lineups, games=1000, options={"rounds": 1}))
    assert [each.arm.lineup.name for each in main_arms(found, ())] == ["greedy"]
    few = [replace(each, finished=each.finished // 4) for each in found]
    assert [each.arm.lineup.name for each in main_arms(few, ())] == ["random"]
    assert [each.arm.lineup.name for each in main_arms(found, ("rounds",))] == ["greedy"]


def test_length_and_half_time_are_answered_first(tmp_path: Path) -> None:
    run = played(tmp_path / "length", question="length", options={"rounds": 6})
    assert verdict(run)[0] == "A game lasts 6 rounds; eight of ten games last 6 to 6."
    run = played(tmp_path / "comeback", question="comeback")
    comeback = findings(run)[0].comeback
    assert comeback
    assert comeback.value < 0.5
    assert verdict(run)[0].startswith(f"Who is last at half-time still wins {100 * comeback.value:.1f}")


def test_what_players_of_different_strength_disagree_about_is_told(tmp_path: Path) -> None:
    # Eager seats gain as much as they can, so that a favour of one point decides; others leave it to chance.
    run = played(tmp_path / "run", lineups=(*UNIFORM, LineUp(("random:eager",))), options={"favour": 1})
    disagree = "Players of different strength disagree about the wins of seat 1: 9"
    assert any(told.startswith(disagree) and "with Random (eager)" in told for told in verdict(run))
    assert any("disagree about the wins of seat 1" in told for told in verdict(run, question="seats"))
    assert not any("disagree about the wins of seat 1" in told for told in verdict(run, question="length"))
    agreeing = played(tmp_path / "agreeing", lineups=(*UNIFORM, LineUp(("random:uniform",))))
    assert "Players of different strength agree, as far as their games can tell." in verdict(agreeing)


def test_players_of_every_strength_answer(tmp_path: Path) -> None:
    """Who is believed first finds nothing in few games; what many games of others show is told beside it."""
    lineups = (LineUp(("random:eager",), 20), LineUp(("random",), 2000))
    run = played(tmp_path / "run", lineups=lineups, options={"favour": 1}, question="seats")
    assert verdict(run)[0].startswith("Yes: seat 1 wins")
    assert any(told.startswith("Random (eager), 20 games: Yes: seat 1 wins") for told in verdict(run))
    length = verdict(run, "de", "length")
    assert "Zufall (eager), 20 Partien: Eine Partie dauert 4 Runden; acht von zehn dauern 4 bis 4." in length


def test_what_an_action_is_worth(tmp_path: Path) -> None:
    lineups = (*UNIFORM, LineUp(("random!gain", "random")), LineUp(("random!dig", "random")))
    run = played(tmp_path / "run", lineups=lineups, question="dead-actions", options={"toss": True})
    told = verdict(run)
    assert told[0] == "Not every action is alive: never legal: “rest”, “fly”."
    assert told[1].startswith("Without “gain” a player wins")
    assert told[1].endswith("the action is worth having.")
    assert told[2].startswith("Without “dig” a player wins")
    assert "better without it" in told[2]


def test_skill_is_found_where_there_is_some(tmp_path: Path) -> None:
    run = played(tmp_path / "run", lineups=(LineUp(("random:eager", "random")),), question="skill")
    told = verdict(run)
    assert told[0].startswith("There is skill in this game: Random (eager) wins")
    share = findings(run)[0].specs["random:eager"]
    assert share.games == 400
    assert share.low > 0.5


def test_a_setup_that_decides_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    even = played(tmp_path / "even", repeats=20, question="start-fairness")
    spread = findings(even)[0].setups
    assert spread
    assert spread.value == pytest.approx(0, abs=0.1)
    assert spread.luck > 0.01
    assert verdict(even)[0].startswith("The start looks fair")

    def by_lot(info: Any, options: Any, setup: Any) -> Any:
        s = plain_start(info, options, setup)
        s.score[setup["lot"] % 2] += 4
        return s

    import tests.toy

    plain_start = tests.toy.start
    monkeypatch.setattr(tests.toy, "start", by_lot)
    unfair = played(tmp_path / "unfair", repeats=20, question="start-fairness")
    found = findings(unfair)[0]
    assert found.setups
    assert found.setups.value > 0.3
    assert found.setups.luck < 0.001
    independent = Share.of(found.seats[0].value, 400)
    assert found.seats[0].high - found.seats[0].low > 2 * (independent.high - independent.low)
    assert found.start[0][0] == "score"
    assert found.start[0][1] > 0.5
    told = verdict(unfair)
    assert told[0].startswith("The start is not quite fair: from one setup to the next the chances of seat 1 vary")
    assert "who starts with more of “score” wins more often" in told[1].replace("Who", "who")


def test_a_hole_is_counted_and_its_record_kept(tmp_path: Path) -> None:
    run = played(tmp_path / "run", options={"hole": 2}, games=10)
    assert verdict(run)[0] == "No finished game yet."
    assert any(sentence.startswith("10 games went wrong") for sentence in verdict(run))
    odd = [each for each in outliers(run) if each.kind == "odd"]
    assert odd
    assert odd[0].reason == "stuck"
    assert "Nothing was legal." in report_html(run)
    assert len(odd[0].record.actions) == 2


def test_questions_about_an_option_tell_the_use_of_its_action(tmp_path: Path) -> None:
    run = Run.create(ask("target", "toy", search=None, games=100), tmp_path / "run")
    run.play(jobs=1)
    told = (
        r"What changes with “rounds”: how often “dig” is used in a game: 1\.\d\d \(2\), 3\.\d\d \(4\); the length"
    )
    assert re.match(told, verdict(run)[0])


def test_kingmaking_is_looked_for_at_tables_of_three(tmp_path: Path) -> None:
    run = played(tmp_path / "run", options={"players": 3, "rounds": 10, "favour": 100}, games=30)
    moved = findings(run)[0].kingmaking
    assert moved
    assert moved.n > 0
    assert moved.value == 0  # nobody can stop the first seat
    assert 'id="kingmaking"' in report_html(run)


def test_the_first_sentence_answers_for_every_table(tmp_path: Path) -> None:
    run = played(tmp_path / "run", grid={"players": [2, 3]}, games=60)
    assert verdict(run, question="length")[0] == "A game lasts 4 rounds at 2 players, 4 rounds at 3 players."
    told = (
        r"Qui est dernier à la mi-temps gagne encore .* \(2 joueurs\s; .*\), .* \(3 joueurs\s; à égalité\s: 33,3"
    )
    assert re.match(told, verdict(run, "fr", "comeback")[0])


def test_another_question_can_be_answered_from_the_same_games(tmp_path: Path) -> None:
    run = played(tmp_path / "run", question="seats", games=100)
    assert verdict(run, question="length")[0].startswith("A game lasts 4 rounds")
    assert "how long is a game?" in report_html(run, question="length")
