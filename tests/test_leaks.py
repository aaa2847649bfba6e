"""Nothing that is hidden leaves the server: twin games that differ only in what a seat cannot know are played side
by side, and everything that this seat, and who looks on, is ever sent is the same to the last byte."""

from __future__ import annotations

import json
import random
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from banneret.core.match import Match
from banneret.web.app import Settings, create_app
from banneret.web.guards import hashed
from banneret.web.schema import WATCH
from banneret.web.store import Chair, Right
from tests.conftest import pure
from tests.serving import serving

ANNA, BEN, CARL = "anna", "ben", "carl"  # seat 0, seat 1, and one who looks on
EVERY = 12
MOST_PLIES = 60


def planted(key: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two setups that differ only in what seat 1 alone knows."""
    setup = Match.new(pure(key), {}, random.Random(3)).setup
    twin = json.loads(json.dumps(setup))
    if key == "baron":
        setup["reserves"][1] = ["meadow", "pond"]
        twin["reserves"][1] = ["meadow", "quarry"]
        setup["offer"] = twin["offer"] = ["forest", "village", "vineyard"]
        setup["reserves"][0] = twin["reserves"][0] = ["meadow", "vineyard"]
        setup["start"] = twin["start"] = "field"
    else:
        setup["cards"][1], twin["cards"][1] = 2, 35
        assert setup["cards"][0] not in (2, 35)
    return setup, twin


def known(match: Match) -> list[Any]:
    """What everybody but seat 1 knows."""
    return [match.view(0), match.view(None), match.player]


def differ(twins: list[Match]) -> bool:
    """Whether seat 1 sees another game at each table."""
    first, second = (twin.game.scene(twin.state, 1) for twin in twins)
    return first != second


def common_play(key: str) -> list[str]:
    """A game that can be played from both setups, in which what is hidden stays hidden."""
    rng = random.Random(7)
    twins = [Match(pure(key), {}, setup) for setup in planted(key)]
    actions: list[str] = []
    while len(actions) < MOST_PLIES:
        common = sorted(set(twins[0].legal()) & set(twins[1].legal()))
        rng.shuffle(common)
        for action in common:
            for twin in twins:
                twin.play(action)
            if known(twins[0]) == known(twins[1]) and differ(twins) and not twins[0].over:
                actions.append(action)
                break
            for twin in twins:
                twin.go_to(len(actions))
        else:
            break
    while twins[0].player == "chance":  # the server would go on by itself
        actions.pop()
        for twin in twins:
            twin.go_to(len(actions))
    return actions


class Twins:
    """Two tables that look alike to everybody but Ben."""

    def __init__(self, app: Any, key: str) -> None:
        self.key = key
        self.clients = {name: TestClient(app, cookies={"banneret": name}) for name in (ANNA, BEN, CARL)}
        chairs = [Chair(0, "person"), Chair(1, "person")]
        rights = [Right(hashed(ANNA), 0), Right(hashed(BEN), 1), Right(hashed(CARL), WATCH)]
        self.tables = [
            app.state.tables.create(Match(pure(key), {}, setup), chairs, hashed(ANNA), rights)
            for setup in planted(key)
        ]

    def ask(self, name: str, address: str, **said: Any) -> list[tuple[int, str]]:
        """What somebody is answered at both tables, without the tables' names."""
        client = self.clients[name]
        found = []
        for table in self.tables:
            path = f"/tables/{table.id}{address}"
            answer = client.post(path, json=said) if said else client.get(path)
            found.append((answer.status_code, answer.text.replace(table.id, "TABLE")))
        return found

    def alike(self, name: str, address: str, **said: Any) -> str:
        """The answer that is the same at both tables."""
        first, second = self.ask(name, address, **said)
        assert first == second, f"{name} is told what is hidden by {address}"
        return first[1]

    def play(self, action: str, ply: int) -> None:
        match = self.tables[0].match
        if match.ply != ply:
            return  # chance has acted
        seat, seq = match.player, self.tables[0].seq
        said = {"seat": seat, "action": action, "seq": seq, "key": f"action-{ply}"}
        stranger = self.ask(ANNA if seat == 1 else CARL, "/actions", **said)
        assert {status for status, _ in stranger} == {403}
        assert stranger[0] == stranger[1]
        answers = self.ask(BEN if seat == 1 else ANNA, "/actions", **said)
        assert {status for status, _ in answers} == {200}, answers
        assert seat == 1 or answers[0] == answers[1]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    running = create_app(Settings(tmp_path, compiled=False, limits=False))
    with TestClient(running):
        yield running


@pytest.mark.parametrize("key", ["baron", "terra"])
def test_two_games_that_differ_in_what_is_hidden_look_alike(
    app: Any, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = common_play(key)
    assert len(script) >= 50
    monkeypatch.setattr(Match, "choose", lambda match, rng: script[match.ply])
    monkeypatch.setattr("banneret.web.seen.secrets.randbits", lambda bits: 5)
    twins = Twins(app, key)
    for ply, action in enumerate(script):
        if ply % EVERY == 0:
            look_everywhere(twins, ply)
        twins.play(action, ply)
    look_everywhere(twins, len(script))
    ben = twins.ask(BEN, "/position")
    assert ben[0] != ben[1], "what is planted is there to be found"


def look_everywhere(twins: Twins, ply: int) -> None:
    match = twins.tables[0].match
    for name in (ANNA, CARL):
        twins.alike(name, "/position")
        twins.alike(name, f"/plies/{match.ply}")
        twins.alike(name, f"/plies/{match.ply // 2}")
        twins.alike(name, f"/steps?first={max(0, match.ply - 4)}")
        for refused in ("/position?as=1", "/seat?as=1", "/record", "/evaluation"):
            assert all(status in (403, 409) for status, _ in twins.ask(name, refused)), refused
            twins.alike(name, refused)
        twins.alike(name, "/preview?action=pass&as=1")
    twins.alike(ANNA, "/seat?as=0")
    twins.alike(ANNA, "/hints", seat=0)
    twins.alike(ANNA, "/undos", ply=0, seq=0, key=f"undo-at-{ply}")
    if match.player == 0:
        for action in match.legal()[:3]:
            twins.alike(ANNA, f"/preview?as=0&action={action.replace('>', '%3E')}")
    if ply % (3 * EVERY) == 0:
        for name in (ANNA, CARL):
            twins.alike(name, "")
            twins.alike(name, f"/replay?ply={match.ply}")


@pytest.mark.parametrize("key", ["baron", "terra"])
def test_hints_do_not_depend_on_what_is_hidden(app: Any, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = common_play(key)
    monkeypatch.setattr(Match, "choose", lambda match, rng: script[match.ply])
    monkeypatch.setattr("banneret.web.seen.secrets.randbits", lambda bits: 5)
    twins = Twins(app, key)
    for ply, action in enumerate(script):
        twins.play(action, ply)
        if ply > EVERY and twins.tables[0].match.player == 0:
            break
    for table in twins.tables:
        table.chairs[1] = Chair(1, "bot", "squire")  # beside people there are no hints
    hints = json.loads(twins.alike(ANNA, "/hints", seat=0))
    assert any(hint["told"] for hint in hints)


def test_a_planted_word_does_not_occur(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.web.seen.secrets.randbits", lambda bits: 5)
    twins = Twins(app, "baron")
    (_, mine), _ = twins.ask(BEN, "/position")
    assert "pond" in mine
    for name in (ANNA, CARL):
        for address in ("/position", "/plies/0", "/steps"):
            told = twins.alike(name, address)
            assert "pond" not in told
            assert "quarry" not in told
        page = twins.alike(name, "")
        assert "icons/pond" not in page
        assert "icons/quarry" not in page


def test_events_tell_numbers_only(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, app):
        table = Twins(app, "terra").tables[0]
        asked = urllib.request.Request(
            f"{address}/tables/{table.id}/events", headers={"Cookie": f"banneret={CARL}"}
        )
        with urllib.request.urlopen(asked, timeout=10) as stream:
            lines = [stream.readline().decode() for _ in range(3)]
    news = json.loads(lines[1].removeprefix("data: "))
    assert news == {"seq": table.seq, "present": []}
