"""What the documentation says is so: its example bots play, its tables are what was measured."""

from __future__ import annotations

import json
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

import banneret
from banneret.cli import main
from banneret.core.match import Match
from banneret.players.arena import others, read_ledger
from banneret.players.outside import question_for
from banneret.players.player import see
from banneret.players.spec import LEVELS, VERSION
from banneret.web.app import Settings, create_app
from tests.conftest import KEYS, pure
from tests.serving import serving

DOCS = Path(__file__).parent.parent / "docs"


def example(page: str, tmp_path: Path) -> Path:
    """The program of a page, in a file."""
    (program,) = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    assert len(program.splitlines()) <= 40
    path = tmp_path / "bot.py"
    path.write_text(program, encoding="utf-8")
    return path


@pytest.mark.parametrize("game", ["barony", "baron"])
def test_the_bot_of_the_api_page_plays_to_the_end(tmp_path: Path, game: str) -> None:
    bot = example("api.md", tmp_path)
    rounds = {"option.max_rounds": "2"} if game == "barony" else {}
    with serving(tmp_path / "tables") as (address, _), httpx2.Client(base_url=address) as host:
        form = {"game": game, "players": "2", "seat.0": "friend", "seat.1": "friend", **rounds}
        host.get("/")
        table = host.post("/tables", data=form).headers["location"]
        links = [host.post(f"{table}/links", json={"seat": seat}).json()["link"] for seat in (0, 1)]
        bots = [
            subprocess.Popen([sys.executable, bot, f"{address}{link}"], stdout=subprocess.PIPE, text=True)
            for link in links
        ]
        told = [bot.communicate(timeout=120)[0] for bot in bots]
        shown = host.get(f"{table}/position").json()
    assert [bot.returncode for bot in bots] == [0, 0]
    assert told[0] == told[1]
    assert told[0].startswith("ranks: [")
    assert shown["over"]
    assert [chair["name"] for chair in shown["company"]] == ["Random bot", "Random bot"]


def test_the_bot_of_the_bots_page_plays_to_the_end(tmp_path: Path) -> None:
    bot = example("bots.md", tmp_path)
    spec = f"cmd:{shlex.join([sys.executable, str(bot)])}"
    command = ["arena", "--game", "baron", "--players", f"{spec},random", "--games", "2", "--seed", "5"]
    done = subprocess.run(
        [sys.executable, "-m", "banneret", *command],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "trouble" not in done.stdout + done.stderr


@pytest.mark.parametrize("game", KEYS)
def test_what_the_bots_page_says_is_what_is_said(game: str) -> None:
    page = (DOCS / "bots.md").read_text(encoding="utf-8")
    lines = [
        json.loads(line)
        for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)
        for line in block.splitlines()
    ]
    rng = random.Random(3)
    match = Match.new(pure(game), {}, rng)
    while not isinstance(match.player, int):
        match.play(match.choose(rng))
    said = question_for(see(match, rng), 0)
    (example,) = [line for line in lines if line.get("type") == "act"]
    assert said.keys() == example.keys()
    assert all(f"| `{key}` |" in page for key in said if key not in ("type", "since"))


def test_the_addresses_of_the_api_page_exist(tmp_path: Path) -> None:
    described = create_app(Settings(tmp_path, compiled=False)).openapi()
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    told = re.findall(r"`(GET|POST) (/[^`?]*)[^`]*`", page)
    assert len(told) >= 6
    for method, address in told:
        path = address.replace("TABLE", "{table_id}").replace("TOKEN", "{token}").replace("SEAT", "{seat}")
        assert method.lower() in described["paths"][path], path
    for path, methods in described["paths"].items():
        for method, about in methods.items():
            assert about.get("description"), f"{method} {path} says what it does"


def test_the_tables_of_the_strength_page_are_what_its_results_say(capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "strength.md").read_text(encoding="utf-8")
    results = [str(path) for path in sorted((DOCS / "strength").glob("*.jsonl"))]
    told = re.findall(r"<!-- banneret standings (.*) -->\n((?:\|.*\n)+)", page)
    assert len(told) == 3
    for words, table in told:
        assert main(["standings", *words.split(), *results]) == 0
        assert capsys.readouterr().out == table


def test_the_games_of_the_strength_page_were_played_by_the_players_of_now() -> None:
    for path in sorted((DOCS / "strength").glob("*.jsonl")):
        outcomes = list(read_ledger(path))
        assert {outcome.version for outcome in outcomes} == {VERSION}, path.name
        assert all(outcome.weights for outcome in outcomes), path.name
        assert not others(outcomes, banneret.load), path.name


def test_the_strength_page_names_the_levels_as_they_are() -> None:
    page = (DOCS / "strength.md").read_text(encoding="utf-8")
    for level, spec in LEVELS.items():
        assert re.search(rf"`{level}`( is)? `{re.escape(spec)}`", page), level
