"""The report: it finds what is there, says how sure it is, and is whole in every language."""

from __future__ import annotations

import csv
import importlib
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from banneret.cli import main
from banneret.core.match import Match
from banneret.core.record import Record
from banneret.core.words import LANGUAGES
from banneret.lab import (
    QUESTIONS,
    Experiment,
    LineUp,
    Run,
    ask,
    outlier,
    outliers,
    report_html,
    verdict,
    write_report,
)
from banneret.lab.charts import histogram
from banneret.lab.experiment import READY
from banneret.lab.findings import findings
from banneret.lab.outliers import NoSuchGame
from banneret.lab.speech import FOLDER, Speech, speech
from banneret.lab.worker import table_for
from tests.toy import TOY

GAMES = importlib.import_module("banneret.games")  # the package gives its name to a function
UNIFORM = (LineUp(("random",)),)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy among the games, everything in pure Python."""
    known = {**GAMES.editions(), "toy": TOY}
    monkeypatch.setattr(GAMES, "editions", lambda: known)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for cache in (GAMES._load, table_for):
        cache.cache_clear()
    yield
    for cache in (GAMES._load, table_for):
        cache.cache_clear()


def played(folder: Path, **parts: Any) -> Run:
    run = Run.create(Experiment("toy", **{"games": 400, "lineups": UNIFORM, **parts}), folder)
    run.play(jobs=1)
    return run


# What it finds


def test_a_planted_unfairness_is_found(tmp_path: Path) -> None:
    run = played(tmp_path / "run", options={"players": 2, "favour": 2}, question="seats")
    found = findings(run)[0]
    assert found.seats[0].low > 0.5
    assert found.luck < 0.001
    assert verdict(run)[0].startswith(f"Yes: seat 1 wins {100 * found.seats[0].value:.1f}")
    assert verdict(run, "fr")[0].startswith("Oui : la place 1 gagne")
    assert verdict(run, "de")[0].startswith("Ja: Platz 1 gewinnt")


def test_a_fair_game_is_not_called_unfair(tmp_path: Path) -> None:
    run = played(tmp_path / "run", question="seats", games=2000)
    assert verdict(run)[0] == "No seat advantage was found in 2,000 games."
    assert verdict(run, "de")[0] == "In 2.000 Partien fand sich kein Vorteil eines Platzes."


def test_an_unfairness_of_a_shipped_game_is_found(tmp_path: Path) -> None:
    """Barony cut off after a round is mostly a tie, and a tie goes to who sits later."""
    options = {"players": 2, "max_rounds": 1}
    experiment = Experiment("barony", options, lineups=UNIFORM, games=40, question="seats")
    run = Run.create(experiment, tmp_path / "run")
    run.play(jobs=1)
    assert verdict(run)[0].startswith("Yes: seat 2 wins")


def test_an_unfair_variant_is_told_from_a_fair_one(tmp_path: Path) -> None:
    run = played(tmp_path / "run", grid={"favour": [0, 3]})
    told = verdict(run)
    assert told[1] == "favour 0: 100.0\N{NARROW NO-BREAK SPACE}% of the games end so: The last round."
    assert told[3].startswith("At favour 3 seat 1 wins")
    assert "The seats are most even at favour 0" in told[4]
    even = played(tmp_path / "even", grid={"hole": [0, 99]})
    assert "The seats do not differ between the variants by more than luck explains." in verdict(even)


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
    assert any(told.startswith("Players disagree about seat 1: random:eager gives it 9") for told in verdict(run))
    agreeing = played(tmp_path / "agreeing", lineups=(*UNIFORM, LineUp(("random:uniform",))))
    assert "Players of different strength agree, as far as their games can tell." in verdict(agreeing)


def test_what_an_action_is_worth(tmp_path: Path) -> None:
    lineups = (*UNIFORM, LineUp(("random!gain", "random")), LineUp(("random!dig", "random")))
    run = played(tmp_path / "run", lineups=lineups, question="dead-actions", options={"toss": True})
    told = verdict(run)
    assert told[0] == "Not every action lives: never legal: rest, fly."
    assert told[1].startswith("Without gain a player wins")
    assert told[1].endswith("the action is worth having.")
    assert told[2].startswith("Without dig a player wins")
    assert "better without it" in told[2]


def test_skill_is_found_where_there_is_some(tmp_path: Path) -> None:
    run = played(tmp_path / "run", lineups=(LineUp(("random:eager", "random")),), question="skill")
    told = verdict(run)
    assert told[0].startswith("random:eager wins")
    assert told[1] == "Better play wins clearly more often: there is skill in this game."
    share = findings(run)[0].specs["random:eager"]
    assert share.games == 400
    assert share.low > 0.5


def test_a_setup_that_decides_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    even = played(tmp_path / "even", repeats=20, question="start-fairness")
    assert findings(even)[0].setups == pytest.approx(0, abs=0.1)

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
    assert found.setups > 0.3
    assert found.start[0][0] == "score"
    assert found.start[0][1] > 0.5
    told = verdict(unfair)
    assert told[0].startswith("The setup decides something")
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
    told = r"dig is used 1\.\d\d times a game at rounds 2, 3\.\d\d times a game at rounds 4\."
    assert re.match(told, verdict(run)[0])


def test_kingmaking_is_looked_for_at_tables_of_three(tmp_path: Path) -> None:
    run = played(tmp_path / "run", options={"players": 3, "rounds": 10, "favour": 100}, games=30)
    moved = findings(run)[0].kingmaking
    assert moved
    assert moved.n > 0
    assert moved.value == 0  # nobody can stop the first seat
    assert 'id="kingmaking"' in report_html(run)


# The page


class Links(HTMLParser):
    """Everything that a page asks for or leads to, and whether its elements are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href", "action")]
        if tag not in ("meta", "br", "line", "circle", "rect", "polygon"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "circle", "rect", "polygon"):
            assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_one_whole_page_that_asks_for_nothing(tmp_path: Path, language: str) -> None:
    lineups = (*UNIFORM, LineUp(("greedy",)), LineUp(("random!dig", "random")))
    run = played(tmp_path / "run", grid={"players": [2, 3]}, lineups=lineups, games=30)
    files = write_report([run], tmp_path / "page.html", language)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    links = Links()
    links.feed(page)
    assert not links.open
    outward = [link for link in links.found if not link.startswith("#")]
    assert outward
    assert all((tmp_path / link).is_file() for link in outward)
    sections = re.findall(r'section id="(\w+)"', page)
    assert [link for link in links.found if link.startswith("#")] == [f"#{name}" for name in sections]
    assert not re.findall(r"https?://|url\(|@import|<script", page)
    assert f'<html lang="{language}">' in page
    text = re.sub(r"<style>.*</style>", "", page, flags=re.S)
    assert not re.findall(r"\b(?:verdict|section|column|lead|fact|chart|text)\.\w+\b|\{\w+\}", text)
    assert {path.suffix for path in files.iterdir()} == {".csv", ".json"}


def test_all_languages_say_the_same_things_with_the_same_gaps() -> None:
    def told(language: str) -> dict[str, set[str]]:
        words = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
        parts = {table: part for table, part in words.items() if isinstance(part, dict)}
        flat = {f"{table}.{key}": text for table, part in parts.items() for key, text in part.items()}
        assert all(flat.values())
        return {key: {gap for _, gap, _, _ in string.Formatter().parse(text) if gap} for key, text in flat.items()}

    english = told("en")
    for language in LANGUAGES:
        assert told(language) == english, language


def test_every_word_is_used() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.glob("*.py"))
    put_together = {"title", "section", "lead", "fact", "column", "outlier", "chart", "end", "remark", "verdict"}
    for table, part in speech("en").words.items():
        for key in part if isinstance(part, dict) else ():
            if f"{table}.{key}" not in source and table != "title":
                assert table in put_together, key
                assert f'"{key.removeprefix("disagree_").removesuffix("_p90").removesuffix("_all")}"' in source, (
                    key
                )


def test_numbers_are_written_as_people_write_them() -> None:
    english, french, german = (Speech(language) for language in ("en", "fr", "de"))
    assert english.number(12345.678, 1) == "12,345.7"
    assert german.number(12345.678, 1) == "12.345,7"
    assert french.number(12345.678, 1) == "12\N{NARROW NO-BREAK SPACE}345,7"
    assert english.percent(0.1234) == "12.3\N{NARROW NO-BREAK SPACE}%"
    assert english.number(-0.001, 1) == "0.0"
    assert english.number(-2) == "\N{MINUS SIGN}2"
    assert [english.brief(value) for value in (0.123, 12.34, 123.4, 3.0)] == ["0.12", "12.3", "123", "3"]
    assert english.luck(0.0001) == "less than 1 in 1,000"


def test_tables_lie_beside_the_page_as_csv(tmp_path: Path) -> None:
    run = played(tmp_path / "run", games=100, options={"favour": 1})
    files = write_report([run], tmp_path / "page.html", "fr")
    with (files / "seats.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["seat"] for row in rows] == ["1", "2"]
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1)
    found = findings(run)[0]
    assert float(rows[0]["low"]) == pytest.approx(found.seats[0].low, abs=1e-6)


def test_remarkable_games_are_the_most_extreme_ones_and_replay(tmp_path: Path) -> None:
    run = played(tmp_path / "run", games=500, records=True)
    files = write_report([run], tmp_path / "page.html")
    games = run.store.games().collect()
    by_kind = {each.kind: each for each in outliers(run)}
    assert by_kind["widest"].value == games["margin"].max()
    assert by_kind["closest"].value == games["margin"].min()
    assert by_kind["changes"].value == games["lead_changes"].max()
    assert by_kind["comeback"].value == games["deficit"].max()
    for each in outliers(run):
        saved = Record.load(next(files.glob(f"{each.number:02}-*.json")))
        assert saved.notes["lab"]["game"] == each.game
        assert Match.replay(GAMES.load("toy", "pure"), saved).over
    with pytest.raises(NoSuchGame, match="numbered from 1 to 6"):
        outlier(run, 7)


def test_remarkable_games_are_kept_without_keeping_all(tmp_path: Path) -> None:
    some, all_of_them = played(tmp_path / "some", games=900), played(tmp_path / "all", games=900, records=True)
    assert [each.value for each in outliers(some)] == [each.value for each in outliers(all_of_them)]


def test_an_unfinished_run_says_so(tmp_path: Path) -> None:
    run = Run.create(Experiment("toy", games=600, lineups=UNIFORM), tmp_path / "run")
    run.start(jobs=1, on_progress=lambda progress: run.stop())
    run.wait(20)
    assert "The run is not finished: 200 of 600 games." in report_html(run)


def test_the_first_sentence_answers_for_every_table(tmp_path: Path) -> None:
    run = played(tmp_path / "run", grid={"players": [2, 3]}, games=60)
    assert verdict(run, question="length")[0] == "A game lasts 4 rounds at 2 players, 4 rounds at 3 players."
    told = r"Qui est dernier à la mi-temps gagne encore .* \(2 joueurs ; .*\), .* \(3 joueurs ; à égalité : 33,3"
    assert re.match(told, verdict(run, "fr", "comeback")[0])


def test_another_question_can_be_answered_from_the_same_games(tmp_path: Path) -> None:
    run = played(tmp_path / "run", question="seats", games=100)
    assert verdict(run, question="length")[0].startswith("A game lasts 4 rounds")
    assert "how long is a game?" in report_html(run, question="length")


def test_every_question_has_an_experiment_and_a_title() -> None:
    assert set(READY) == QUESTIONS.keys() == speech("en").words["title"].keys() - {"run", "compare"}


def test_a_run_is_read_by_the_names_that_it_was_made_with(tmp_path: Path) -> None:
    run = played(tmp_path / "run", games=40)
    changed = replace(TOY, info=replace(TOY.info, features=("progress", "score", "luck")))
    known = {**GAMES.editions(), "toy": changed}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GAMES, "editions", lambda: known)
        GAMES._load.cache_clear()
        assert "No seat advantage" in report_html(Run.open(tmp_path / "run"))
    assert run.finished


def test_histograms_count_every_game() -> None:
    drawn = histogram(dict.fromkeys(range(1, 201), 2), "rounds")
    counted = re.findall(r"<title>[^:]*: (\d+)</title>", drawn)
    assert sum(map(int, counted)) == 400
    assert len(counted) == 40
    assert histogram({}, "rounds") == ""
    assert "<rect" in histogram({3: 5}, "rounds")


# The command line


def test_the_command_line_from_question_to_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = "lab ask comeback --game toy --players 2 --games 60 --search none --jobs 1 --language fr"
    assert main(asked.split()) == 0
    assert "mi-temps" in capsys.readouterr().out
    assert (tmp_path / "runs/toy-comeback-1/report.html").exists()
    assert main(["lab", "run", "--game", "toy", "--lineup", "random", "--games", "60", "--jobs", "1"]) == 0
    assert main(["lab", "resume", "runs/toy-1", "--jobs", "1"]) == 0
    assert main(["lab", "report", "runs/toy-1", "-o", "mine.html"]) == 0
    assert main(["lab", "compare", "runs/toy-1", "runs/toy-comeback-1", "-o", "both.html"]) == 0
    assert "toy-comeback-1" in (tmp_path / "both.html").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["lab", "watch", "runs/toy-1"]) == 0
    assert "longest" in capsys.readouterr().out
    assert main(["lab", "watch", "runs/toy-1", "2"]) == 0
    assert 'game "toy"' in capsys.readouterr().out
    assert main(["lab", "watch", "runs/toy-1", "0.x"]) == 2
    assert "ARM.GAME" in capsys.readouterr().err
    kept = next(each for each in outliers(Run.open("runs/toy-1")) if each.kind == "widest")
    assert main(["lab", "watch", "runs/toy-1", f"{kept.arm}.{kept.game}", "-o", "kept.json"]) == 0
    assert Record.load("kept.json").actions == kept.record.actions
    assert main(["lab", "watch", "runs/toy-1", "5.0"]) == 2
    assert "was not kept" in capsys.readouterr().err
    assert main(["lab", "watch", "runs/toy-1", "2", "-o", "game.json"]) == 0
    assert Match.replay(GAMES.load("toy", "pure"), Record.load("game.json")).over


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("lab run", "name an experiment's file, or a game"),
        ("lab run --game toy --games 5 --precision 2", "do not go together"),
        ("lab run --game toy --vary favour=3", "expected a list of values"),
        ("lab run nothing.toml", "nothing.toml"),
        ("lab run nothing.toml --games 7", "leave out --games"),
        ("lab run --game toy --question why", "there is no question 'why'; there are: seats"),
        ("lab ask target --game baron", "baron has no option for the question 'target'"),
        ("lab report nowhere", "there is no run of the lab in nowhere"),
        ("lab resume nowhere", "there is no run of the lab in nowhere"),
    ],
)
def test_bad_input_gets_a_sentence(command: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    assert words in capsys.readouterr().err
