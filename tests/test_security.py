"""The promises of docs/security.md that no other test makes: tokens, rights, origins, sizes, rates, bots, code."""

from __future__ import annotations

import ast
import base64
import itertools
import json
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

import banneret
from banneret.players.player import Seen
from banneret.web import api, company, covers, labs, learning, pages
from banneret.web.app import Settings, create_app
from banneret.web.guards import BODY_LIMIT, new_token
from banneret.web.limits import HOUSEHOLD, Rate
from tests.test_server import Browser, key, together

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SAFE = {"GET", "HEAD", "OPTIONS"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    running = create_app(Settings(tmp_path, compiled=False, limits=False))
    with TestClient(running):
        yield running


@pytest.fixture
def anna(app: Any) -> Browser:
    return Browser(app)


@pytest.fixture
def ben(app: Any) -> Browser:
    return Browser(app)


# Tokens


def test_a_token_is_128_random_bits() -> None:
    tokens = {new_token() for _ in range(200)}
    assert len(tokens) == 200
    assert {len(base64.urlsafe_b64decode(token + "==")) for token in tokens} == {16}


def test_a_browser_gets_its_token_once_in_a_cookie_that_no_script_reads(app: Any) -> None:
    client = TestClient(app)
    cookie = client.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert re.search(r"samesite=(lax|strict)", cookie)
    assert "set-cookie" not in client.get("/").headers
    secure = TestClient(app, base_url="https://testserver").get("/").headers["set-cookie"].lower()
    assert "; secure" in secure


def test_a_link_is_told_once(anna: Browser, ben: Browser) -> None:
    table = anna.new_table("barony", "me", "friend")
    token = anna.post(f"{table}/links", seat=1).json()["token"]
    ben.client.post(f"/join/{token}", data={})
    for who in (anna, ben):
        for address in ("", "/position", "/replay", "/steps"):
            assert token not in who.client.get(f"{table}{address}").text
        assert who.client.cookies["banneret"] not in who.client.get(table).text


def test_an_owner_is_compared_in_constant_time(
    anna: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = together(anna, ben, "barony")
    compared = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr("banneret.web.table.secrets.compare_digest", compare)
    assert ben.post(f"{table}/lobby", open=True).status_code == 403
    assert anna.post(f"{table}/lobby", open=True).status_code == 200
    assert {one == other for one, other in compared} == {False, True}


# Rights


def test_owner_seat_and_looking_on_are_separate_rights(app: Any, anna: Browser, ben: Browser) -> None:
    table = together(anna, ben, "barony")
    carl, dora = Browser(app), Browser(app)
    carl.client.post(anna.post(f"{table}/links", seat=-1).json()["link"], data={})
    shown = anna.position(table)
    acting = shown["acting"]
    player = anna if acting == 0 else ben
    action = next(iter(player.position(table)["paths"]))

    def may(who: Browser, address: str, **said: Any) -> bool:
        status = who.post(f"{table}/{address}", **said).status_code
        assert status in (200, 403, 404, 409), status
        return bool(status == 200)

    for who in (ben, carl, dora):
        assert not may(who, "links", seat=0)
        assert not may(who, "links", seat=-1)
        assert not may(who, "lobby", open=True)
        assert not may(who, "seats/0", player="random")
        assert who.client.delete(f"{table}/links/0").status_code in (403, 404)
    play = {"seat": acting, "action": action, "seq": shown["seq"]}
    for who in {anna, ben, carl, dora} - {player}:
        assert not may(who, "actions", **play, key=key())
    assert anna.position(table)["seq"] == shown["seq"]
    assert may(player, "actions", **play, key=key())
    assert may(anna, "lobby", open=True)


# Where writes come from, and how large they are


def writes() -> list[tuple[str, str]]:
    """Every address that changes something."""
    routes = [route for part in (api, company, covers, labs, learning, pages) for route in part.router.routes]
    return [
        (method, route.path)
        for route in routes
        if isinstance(route, Route)
        for method in sorted((route.methods or set()) - SAFE)
    ]


def test_no_write_from_another_site_leaves_a_trace(anna: Browser, ben: Browser) -> None:
    table = together(anna, ben, "barony")
    before = anna.client.get(f"{table}/position").content
    asked = writes()
    assert len(asked) >= 15
    for (method, path), headers in itertools.product(
        asked, ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"})
    ):
        address = path.replace("{table_id}", table.rpartition("/")[2])
        address = re.sub(r"\{\w+(:\w+)?\}", "0", address)
        answer = anna.client.request(method, address, json={}, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (403, "foreign"), (method, path)
    assert anna.client.get(f"{table}/position").content == before


def test_a_body_that_hides_its_size_is_not_read_to_the_end(anna: Browser) -> None:
    table = anna.new_table("barony", "me", "person")
    before = anna.client.get(f"{table}/position").content
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(64):
            sent += BODY_LIMIT
            yield b"x" * BODY_LIMIT

    answer = anna.client.post(f"{table}/undos", content=endless())
    assert 400 <= answer.status_code < 500
    assert anna.client.get(f"{table}/position").content == before


def test_requests_made_up_stale_or_for_others_leave_no_trace(anna: Browser, ben: Browser) -> None:
    table = together(anna, ben, "baron")
    acting = anna.position(table)["acting"]
    (anna if acting == 0 else ben).play(table, acting)
    shown = anna.position(table)
    player = anna if shown["acting"] == 0 else ben
    action = next(iter(player.position(table)["paths"]))
    before = [who.client.get(f"{table}/position").content for who in (anna, ben)]
    good = {"seat": shown["acting"], "action": action, "seq": shown["seq"], "key": key()}
    for wrong in (
        {"action": "win"},
        {"action": action * 5000},
        {"seq": shown["seq"] - 1},
        {"seq": shown["seq"] + 1},
        {"seq": -1},
        {"seat": 1 - shown["acting"]},
        {"seat": 7},
        {"key": ""},
        {"key": None},
    ):
        assert player.post(f"{table}/actions", **{**good, **wrong}).status_code >= 400, wrong
    assert [who.client.get(f"{table}/position").content for who in (anna, ben)] == before


# Rates


def test_rates_hold_for_each_browser_and_for_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.web.guards.READS", Rate(0.001, 10))
    running = create_app(Settings(tmp_path, compiled=False, limits=True))

    def ask(token: str) -> int:
        return int(TestClient(running, cookies={"banneret": token}).get("/static/page.css").status_code)

    with TestClient(running):
        assert [ask("flood") for _ in range(12)][-2:] == [429, 429]
        assert ask("another") == 200, "others at the same address are not refused for it"
        answers = [ask(f"changing-{n}") for n in range(10 * HOUSEHOLD + 5)]
    assert answers[0] == 200
    assert answers[-1] == 429, "a new cookie for each request does not help"


def test_the_policy_is_the_one_that_is_promised(anna: Browser) -> None:
    for address in ("/", "/nowhere", "/static/page.css", "/tables/x/position"):
        assert anna.client.get(address).headers["content-security-policy"] == POLICY


# Bots


class Broken:
    spec = "broken"

    def choose(self, seen: Seen) -> int:
        raise ZeroDivisionError("a hole")


class Endless:
    spec = "endless"

    def choose(self, seen: Seen) -> int:
        time.sleep(3)
        return seen.legal[0]


@pytest.mark.parametrize("player", [Broken, Endless])
def test_a_bot_that_fails_or_stalls_is_replaced_and_nobody_waits(
    app: Any, anna: Browser, monkeypatch: pytest.MonkeyPatch, player: type[Broken] | type[Endless]
) -> None:
    monkeypatch.setattr("banneret.web.bots.make_player", lambda *given: player())
    monkeypatch.setattr("banneret.web.bots.PATIENCE", 0.3)
    monkeypatch.setattr("banneret.web.table.FATE", random.Random(11))
    table = anna.new_table("barony", "me", "squire")
    shown = anna.position(table)
    while shown["acting"] == 0:
        shown = anna.play(table, 0)
    began = time.monotonic()
    assert anna.client.get("/").status_code == 200
    assert time.monotonic() - began < 2
    for _ in range(100):
        shown = anna.position(table)
        if shown["acting"] == 0:
            break
        time.sleep(0.1)
    assert shown["acting"] == 0
    assert any("The bot of" in " ".join(line["text"]) for line in shown["log"])


# Code


def test_nothing_is_unpickled_or_evaluated() -> None:
    banned = {"pickle", "cPickle", "dill", "marshal", "shelve"}
    for path in Path(banneret.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not banned & {name.name.partition(".")[0] for name in node.names}, path
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").partition(".")[0] not in banned, path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec"), path
    scripts = Path(banneret.__file__).parent / "web" / "static" / "js"
    for script in scripts.glob("*.js"):
        assert not re.search(r"\beval\(|new Function\(|document\.write", script.read_text(encoding="utf-8")), (
            script
        )


def test_every_promise_names_tests_that_exist() -> None:
    root = Path(__file__).parent
    page = (root.parent / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) >= 20
    for path, test in named:
        assert f"def {test}(" in (root.parent / path).read_text(encoding="utf-8"), (path, test)
    rows = [line for line in page.splitlines() if line.startswith("| ") and "---" not in line][1:]
    assert all("`tests/" in row for row in rows), json.dumps(rows)
