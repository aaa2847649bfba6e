"""The report as a page: whole in every language, with pictures, tables and games; and the command line."""

from __future__ import annotations

import csv
import importlib
import json
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

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
    outlier,
    outliers,
    report_html,
    write_report,
)
from banneret.lab.charts import histogram
from banneret.lab.declared import declared
from banneret.lab.experiment import READY
from banneret.lab.findings import findings
from banneret.lab.outliers import NoSuchGame
from banneret.lab.speech import FOLDER, Speech, speech
from banneret.players.spec import LEVELS
from tests.conftest import KEYS
from tests.lab_of_toys import UNIFORM, played, toy_among_games
from tests.toy import TOY

GAMES = importlib.import_module("banneret.games")  # the package gives its name to a function


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from toy_among_games(monkeypatch)


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


def parts_of(key: str) -> list[str]:
    """Names that a key is put together from."""
    begun = [key.removeprefix(prefix) for prefix in ("disagree_", "aspect_")]
    return [*begun, *(key.removesuffix(suffix) for suffix in ("_p90", "_runs"))]


def test_every_word_is_used() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.glob("*.py"))
    source += json.dumps([*LEVELS, "cmd"])  # kinds of players, named by their specs
    put_together = {
        "title",
        "section",
        "lead",
        "fact",
        "column",
        "outlier",
        "chart",
        "end",
        "remark",
        "verdict",
        "player",
        "way",
    }
    for table, part in speech("en").words.items():
        for key in part if isinstance(part, dict) else ():
            if f"{table}.{key}" not in source and table != "title":
                assert table in put_together, key
                assert any(f'"{part}"' in source for part in (key, *parts_of(key))), key


def test_what_experiments_name_has_names_that_people_know() -> None:
    for key in KEYS:
        game = GAMES.load(key, "pure")
        verbs = {game.text(code).split(" ")[0] for code in range(game.info.codes)}
        for language in LANGUAGES:
            say = speech(language, game)
            assert not [verb for verb in verbs if say.verb(verb) == verb], (key, language)
            for style in game.info.styles[1:]:
                assert declared(game).name(language, "style", style), (key, language, style)
            for option in game.info.options:
                assert game.words(language).option[option.name]["label"] == say.option(option.name)


def test_players_are_called_by_names_and_explained() -> None:
    say = speech("fr", GAMES.load("toy", "pure"))
    names = {
        "random": "Hasard",
        "random:uniform": "Hasard",
        "random:eager": "Hasard (eager)",
        "greedy!dig+gain": "Glouton sans «\u202fdig\u202f», «\u202fgain\u202f»",
        "mcts:0.2s": "Recherche 0.2s",
        "squire": "Écuyer",
        "cmd:./bot": "cmd:./bot",
    }
    assert {spec: say.player(spec) for spec in names} == names
    assert say.way_of_playing("mcts:0.2s,threads=2") == "réfléchit à la suite, 0.2 s par action"
    assert say.way_of_playing("mcts:100") == "réfléchit à la suite, 100 essais par action"
    ways = {say.way_of_playing(spec) for spec in ("random", "random:eager", "greedy!dig", "duke", "cmd:./bot")}
    assert len(ways) == 5
    assert [say.value(value) for value in (True, [6, 9], "after", 3)] == ["oui", "6\N{EN DASH}9", "after", "3"]


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


def test_a_report_removes_the_games_of_an_earlier_one_and_nothing_else(tmp_path: Path) -> None:
    run = played(tmp_path / "run", games=20)
    files = write_report([run], tmp_path / "page.html")
    written = {path.name for path in files.iterdir()}
    for name in ("99-longest.json", "99-longest.html", "notes.html", "99-mine.txt"):
        (files / name).write_text("{}", encoding="utf-8")
    write_report([run], tmp_path / "page.html")
    assert {path.name for path in files.iterdir()} == written | {"notes.html", "99-mine.txt"}


def test_remarkable_games_are_kept_without_keeping_all(tmp_path: Path) -> None:
    some, all_of_them = played(tmp_path / "some", games=900), played(tmp_path / "all", games=900, records=True)
    assert [each.value for each in outliers(some)] == [each.value for each in outliers(all_of_them)]


def test_an_unfinished_run_says_so(tmp_path: Path) -> None:
    run = Run.create(Experiment("toy", games=600, lineups=UNIFORM), tmp_path / "run")
    run.start(jobs=1, on_progress=lambda progress: run.stop())
    run.wait(20)
    assert "The run is not finished: 200 of 600 games." in report_html(run)


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
    assert main(["lab", "watch", "runs/toy-1", "2", "--tell"]) == 0
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


def test_a_remarkable_game_is_watched_in_the_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: not opened.append(address))
    run = played(Path("run"), games=20)
    write_report([run], tmp_path / "page.html")
    command = re.findall(
        r"<code>banneret (lab watch [^<]*)</code>", Path("page.html").read_text(encoding="utf-8")
    )[0]
    assert main(command.split()) == 0
    page = tmp_path / "page-files" / "01-longest.html"
    assert opened == [page.as_uri()]
    assert "<script" in page.read_text(encoding="utf-8")
    assert main(["lab", "watch", "run", "2", "--no-open", "--language", "fr"]) == 0
    assert '<html lang="fr"' in Path("run/replays/2.html").read_text(encoding="utf-8")
    assert main(["lab", "watch", "run", "2", "-o", "elsewhere/game.html", "--no-open"]) == 0
    assert Path("elsewhere/game.html").exists()
    assert len(opened) == 1
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    capsys.readouterr()
    assert main(["lab", "watch", "run", "3"]) == 0
    assert capsys.readouterr().out == "written: run/replays/3.html; open it in a browser\n"
    assert main(["lab", "watch", "run", "2", "-o", "game.txt"]) == 2
    assert "a game is written as .html" in capsys.readouterr().err


def test_a_report_with_replays_leads_to_them(tmp_path: Path) -> None:
    run = played(tmp_path / "run", games=20)
    counted: list[tuple[int, int]] = []
    write_report([run], tmp_path / "page.html", "de", on_replay=lambda *done: counted.append(done))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    replays = re.findall(r'href="(page-files/[^"]*\.html)"', page)
    assert len(replays) == len(outliers(run)) == len(counted)
    assert counted[0] == (0, len(replays))
    for address in replays:
        assert '<html lang="de"' in (tmp_path / address).read_text(encoding="utf-8")
    assert 'href="games/1"' in report_html(run, replays="games/{number}")


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
