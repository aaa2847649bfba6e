"""The server by its own addresses: rights, refusals, links, company, and what leaves it."""

from __future__ import annotations

import json
import random
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from banneret.core.match import Match
from banneret.players.guard import Guard
from banneret.players.mcts import SearchPlayer
from banneret.web.app import Settings, create_app
from banneret.web.bots import Bots
from banneret.web.engines import Engines
from banneret.web.guards import BODY_LIMIT
from banneret.web.limits import Rate
from banneret.web.store import Chair
from tests.conftest import KEYS, pure, run_apart

HIDDEN = [key for key in KEYS if pure(key).info.hidden]
OPEN = [key for key in KEYS if not pure(key).info.hidden]


class Browser:
    """One person's browser."""

    def __init__(self, app: Any) -> None:
        self.client = TestClient(app, base_url="http://testserver")
        self.client.get("/")

    def new_table(self, key: str, *seats: str, **form: str) -> str:
        chairs = {f"seat.{seat}": who for seat, who in enumerate(seats)}
        answer = self.client.post(
            "/tables", data={"game": key, "players": str(len(seats)), **chairs, **form}, follow_redirects=False
        )
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def position(self, table: str, **query: Any) -> dict[str, Any]:
        answer = self.client.get(f"{table}/position", params=query)
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    def post(self, address: str, **content: Any) -> Any:
        return self.client.post(address, json=content)

    def play(self, table: str, seat: int, action: str | None = None) -> dict[str, Any]:
        shown = self.position(table, **{"as": seat})
        action = action or next(iter(shown["paths"]))
        answer = self.post(f"{table}/actions", seat=seat, action=action, seq=shown["seq"], key=key())
        assert answer.status_code == 200, answer.text
        played: dict[str, Any] = answer.json()
        return played


def key() -> str:
    return secrets.token_urlsafe(9)


@pytest.fixture(autouse=True)
def foreseeable_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.web.table.FATE", random.Random(11))
    monkeypatch.setattr("banneret.web.pages.FATE", random.Random(12))


@contextmanager
def server(folder: Path, limits: bool = False) -> Iterator[Any]:
    app = create_app(Settings(folder, compiled=False, limits=limits))
    with TestClient(app):
        yield app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    with server(tmp_path) as running:
        yield running


@pytest.fixture
def anna(app: Any) -> Browser:
    return Browser(app)


@pytest.fixture
def ben(app: Any) -> Browser:
    return Browser(app)


def together(anna: Browser, ben: Browser, game: str, **form: str) -> str:
    """A table at which Anna has seat 0 and Ben seat 1."""
    table = anna.new_table(game, "me", "friend", **form)
    link = anna.post(f"{table}/links", seat=1).json()["link"]
    assert ben.client.post(link, data={"name": "Ben"}, follow_redirects=False).status_code == 303
    return table


# Playing


@pytest.mark.parametrize("game", KEYS)
def test_a_whole_game_is_what_the_engine_makes_of_its_record(anna: Browser, game: str) -> None:
    form = {"option.max_rounds": "3"} if any(o.name == "max_rounds" for o in pure(game).info.options) else {}
    table = anna.new_table(game, "me", "person", **form)
    rng = random.Random(game)
    shown = anna.position(table)
    for _ in range(400):
        if shown["over"]:
            break
        seat = shown["acting"]
        options = anna.position(table, **{"as": seat})
        shown = anna.play(table, seat, rng.choice(sorted(options["paths"])))
    assert shown["over"]
    assert shown["result"]["seats"]
    record = anna.client.get(f"{table}/record").json()
    from banneret.core.record import Record

    replayed = Match.replay(pure(game), Record.from_data(record))
    assert replayed.over
    assert replayed.result is not None
    told = {seat["seat"]: seat["score"] for seat in shown["result"]["seats"]}
    assert [told[seat] for seat in sorted(told)] == list(replayed.result.scores)
    for seat in shown["result"]["seats"]:
        assert sum(line["points"] for line in seat["account"]) == seat["score"]


@pytest.mark.parametrize("game", KEYS)
def test_bots_play_by_themselves(anna: Browser, game: str) -> None:
    table = anna.new_table(game, "me", "random")
    shown = anna.position(table)
    for _ in range(6):
        shown = wait_for(anna, table, 0)
        if shown["over"]:
            return
        shown = anna.play(table, 0)
    assert shown["ply"] >= 6


@pytest.mark.parametrize("game", KEYS)
def test_hints_tell_in_words_how_it_might_go_on(anna: Browser, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = anna.new_table(game, "me", "person")
    seat = anna.position(table)["acting"]
    legal = anna.position(table, **{"as": seat})["paths"]
    monkeypatch.setattr(secrets, "randbits", lambda bits: 5)  # so that the search finds the same twice
    hints = anna.post(f"{table}/hints", seat=seat).json()
    assert 1 <= len(hints) <= 3
    assert all(hint["action"] in legal for hint in hints)
    anna.client.cookies["language"] = "fr"
    translated = anna.post(f"{table}/hints", seat=seat).json()
    assert [hint["line"] for hint in hints] == [hint["line"] for hint in translated]
    steps = [step for hint in hints for step in hint["told"]]
    assert steps
    assert len(steps) == sum(min(6, len(hint["line"]) - 1) for hint in hints) or pure(game).info.hidden
    movers = [mover for hint in hints for mover in hint["movers"][1 : 1 + len(hint["told"])]]
    assert [step["seat"] for step in steps] == [None if mover == "chance" else mover for mover in movers]
    for step, other in zip(steps, (step for hint in translated for step in hint["told"]), strict=True):
        assert step["text"] != other["text"]
        assert step["text"].endswith("."), "a sentence, no action word"


def test_a_bot_without_memory_for_its_tree_plays_on(anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    table = anna.new_table("barony", "me", "squire")

    def refuse(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("banneret.players.mcts.new_states", refuse)
    for _ in range(3):
        wait_for(anna, table, 0)
        anna.play(table, 0)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts:11s", "at most 10 s"),
        ("mcts:100001", "at most 10 s or 100000 iterations"),
        ("mcts:0.1s,threads=5", "at most 4 threads"),
        ("mcts:10,nodes=8000001", "8000000 nodes"),
        ("mcts:10,nodes=4000001,threads=2", "8000000 nodes"),
    ],
)
def test_a_bot_that_would_hold_up_the_server_is_refused(anna: Browser, spec: str, words: str) -> None:
    table = anna.new_table("barony", "me", "person")
    answer = anna.post(f"{table}/seats/1", player=spec)
    assert answer.status_code == 409
    assert words in answer.text
    assert anna.post(f"{table}/seats/1", player="mcts:10s,threads=4").status_code == 200


def test_bots_forget_what_they_thought_when_their_trees_are_too_large_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = pure("barony")
    bots = Bots(Engines(compiled=False), lambda _: None, 1)
    table: Any = SimpleNamespace(id="table", chairs=range(3))

    def mind(seat: int) -> Guard:
        return bots._mind(table, Chair(seat, "bot", "mcts:5"), game)

    first = mind(0).player
    assert isinstance(first, SearchPlayer)
    monkeypatch.setattr("banneret.web.bots.MOST_NODES", 2 * first.thought.nodes)
    mind(1)
    assert mind(0).player is first
    mind(2)
    assert mind(0).player is first, "it thought later than seat 1"
    assert sorted(seat for _, seat, *_ in bots._minds) == [0, 2]
    monkeypatch.setattr("banneret.web.bots.MOST_NODES", 1)
    assert mind(0).player is first, "one is kept, as large as it may be"
    assert len(bots._minds) == 1
    bots.close()


def wait_for(browser: Browser, table: str, seat: int) -> dict[str, Any]:
    import time

    for _ in range(400):
        shown = browser.position(table)
        if shown["acting"] == seat or shown["over"]:
            return shown
        time.sleep(0.02)
    raise AssertionError("the bot never acted")


def test_a_stale_page_and_a_double_click_change_nothing(anna: Browser) -> None:
    table = anna.new_table("barony", "me", "person")
    shown = anna.position(table)
    action = next(iter(shown["paths"]))
    asked = {"seat": shown["acting"], "action": action, "seq": shown["seq"], "key": key()}
    first = anna.post(f"{table}/actions", **asked)
    again = anna.post(f"{table}/actions", **asked)
    assert first.status_code == again.status_code == 200
    assert anna.position(table)["ply"] == shown["ply"] + 1
    stale = anna.post(f"{table}/actions", **{**asked, "key": key()})
    assert stale.status_code == 409
    assert stale.json()["error"] in ("stale", "not_your_turn")
    assert anna.position(table)["ply"] == shown["ply"] + 1


def test_a_server_that_stops_loses_nothing(tmp_path: Path) -> None:
    with server(tmp_path) as app:
        anna = Browser(app)
        table = anna.new_table("terra", "me", "person")
        for _ in range(20):
            anna.play(table, anna.position(table)["acting"])
        before = anna.position(table)
        cookie = anna.client.cookies
    with server(tmp_path) as app:
        anna = Browser(app)
        anna.client.cookies = cookie
        after = anna.position(table)
        assert after["board"] == before["board"]
        assert after["log"] == before["log"]
        assert after["paths"] == before["paths"]
        assert table.split("/")[-1] in anna.client.get("/").text


def test_play_from_here_and_upload(anna: Browser) -> None:
    table = anna.new_table("barony", "me", "person")
    for _ in range(9):
        anna.play(table, anna.position(table)["acting"])
    answer = anna.client.post(f"{table}/forks", data={"ply": "6"}, follow_redirects=False)
    fork = answer.headers["location"]
    assert anna.position(fork)["ply"] >= 6
    assert (
        anna.client.get(f"{fork}/plies/6").json()["board"] == anna.client.get(f"{table}/plies/6").json()["board"]
    )
    record = anna.client.get(f"{table}/record").text
    uploaded = anna.client.post("/records", content=record)
    assert uploaded.status_code == 200
    assert anna.client.get(uploaded.json()["replay"]).status_code == 200
    for bad in ("", "[]", "{}", record.replace("barony", "chess"), record[:-40]):
        refused = anna.client.post("/records", content=bad)
        assert refused.status_code == 422
        assert refused.json()["message"]


# Rights


def test_nobody_sees_or_touches_a_table_of_others(anna: Browser, ben: Browser) -> None:
    table = anna.new_table("barony", "me", "person")
    shown = anna.position(table)
    for address in ("", "/position", "/plies/0", "/steps", "/record", "/replay", "/events", "/evaluation"):
        assert ben.client.get(f"{table}{address}").status_code == 404, address
    asked = {"seat": 0, "action": next(iter(shown["paths"])), "seq": shown["seq"], "key": key()}
    assert ben.post(f"{table}/actions", **asked).status_code == 404
    assert ben.post(f"{table}/undos", ply=0, seq=shown["seq"], key=key()).status_code == 404
    assert ben.post(f"{table}/links", seat=0).status_code == 404
    assert anna.position(table)["seq"] == shown["seq"]


@pytest.mark.parametrize("game", ["baron", "barony"])
def test_a_seat_is_played_by_whom_it_belongs_to(anna: Browser, ben: Browser, game: str) -> None:
    table = together(anna, ben, game)
    shown = anna.position(table)
    acting = shown["acting"]
    player, other = (anna, ben) if acting == 0 else (ben, anna)
    action = next(iter(player.position(table)["paths"]))
    asked = {"seat": acting, "action": action, "seq": shown["seq"], "key": key()}
    assert other.post(f"{table}/actions", **asked).status_code == 403
    assert other.client.get(f"{table}/position", params={"as": acting}).status_code == 403
    assert other.client.get(f"{table}/preview", params={"as": acting, "action": action}).status_code == 403
    assert other.position(table)["paths"] == {}
    assert player.post(f"{table}/actions", **asked).status_code == 200
    assert other.position(table)["ply"] > shown["ply"]


def test_a_link_works_on_another_device_and_can_be_revoked(app: Any, anna: Browser, ben: Browser) -> None:
    table = anna.new_table("barony", "me", "friend")
    assert anna.position(table)["open"] == [1]
    link = anna.post(f"{table}/links", seat=1).json()["link"]
    assert ben.client.get(link).status_code == 200
    assert anna.position(table)["open"] == [1], "looking at a link takes no seat"
    ben.client.post(link, data={"name": "Ben"})
    assert anna.position(table)["open"] == []
    phone = Browser(app)
    phone.client.post(link, data={})
    assert ben.position(table)["seats"] == phone.position(table)["seats"] == [1]
    assert ben.post(f"{table}/links", seat=0).status_code == 403
    assert anna.client.delete(f"{table}/links/1").status_code == 200
    assert ben.client.get(f"{table}/position").status_code == 404
    assert phone.client.get(link).status_code == 404
    fresh = anna.post(f"{table}/links", seat=1, fresh=True).json()["link"]
    ben.client.post(fresh, data={})
    assert ben.position(table)["seats"] == [1]


def test_spectators_look_on_and_do_no_more(app: Any, anna: Browser, ben: Browser) -> None:
    table = together(anna, ben, "baron")
    carl = Browser(app)
    carl.client.post(anna.post(f"{table}/links", seat=-1).json()["link"], data={})
    shown = carl.position(table)
    assert shown["seats"] == []
    assert shown["paths"] == {}
    assert carl.post(f"{table}/messages", text="hello", key=key()).status_code == 403
    assert carl.post(f"{table}/undos", ply=0, seq=shown["seq"], key=key()).status_code == 403
    assert carl.post(f"{table}/hurry").status_code == 403


def test_only_hashes_of_tokens_are_kept(tmp_path: Path) -> None:
    with server(tmp_path) as app:
        anna = Browser(app)
        table = anna.new_table("barony", "me", "friend")
        token = anna.post(f"{table}/links", seat=1).json()["token"]
        cookie = anna.client.cookies["banneret"]
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token.encode() not in kept
    assert cookie.encode() not in kept


# What is hidden


@pytest.mark.parametrize("game", HIDDEN)
def test_no_record_tells_what_is_hidden(anna: Browser, game: str) -> None:
    table = anna.new_table(game, "me", "person")
    assert anna.client.get(f"{table}/record").status_code == 403
    assert anna.client.post(f"{table}/forks", data={"ply": "0"}).status_code == 403


@pytest.mark.parametrize("game", HIDDEN)
def test_at_a_shared_screen_nothing_hidden_is_shown_unasked(anna: Browser, game: str) -> None:
    table = anna.new_table(game, "me", "person")
    assert anna.position(table)["seat"] is None
    assert anna.position(table)["paths"] == {}
    assert anna.position(table, **{"as": 0})["seat"] == 0


# Company


def test_a_takeback_needs_the_others_consent(anna: Browser, ben: Browser) -> None:
    table = together(anna, ben, "barony")
    browsers = {0: anna, 1: ben}
    for _ in range(6):
        seat = anna.position(table)["acting"]
        browsers[seat].play(table, seat)
    shown = anna.position(table)
    own = [line["ply"] - 1 for line in shown["log"] if line["kind"] == "action" and line["seat"] == 0]
    ply = own[0]
    assert anna.post(f"{table}/undos", ply=ply, seq=shown["seq"], key=key()).status_code == 409
    assert anna.post(f"{table}/takebacks", ply=ply, seq=shown["seq"], key=key()).status_code == 200
    assert ben.position(table)["plea"]["mine"]
    assert f"{shown['ply'] - ply} actions" in ben.position(table)["log"][-1]["text"][0]
    assert not anna.position(table)["plea"]["mine"]
    assert anna.post(f"{table}/takebacks/answers", agree=True, key=key()).status_code == 409
    assert ben.post(f"{table}/takebacks/answers", agree=False, key=key()).status_code == 200
    assert anna.position(table)["plea"] is None
    assert anna.position(table)["ply"] == shown["ply"]
    seq = anna.position(table)["seq"]
    anna.post(f"{table}/takebacks", ply=ply, seq=seq, key=key())
    assert ben.post(f"{table}/takebacks/answers", agree=True, key=key()).status_code == 200
    assert anna.position(table)["ply"] == ply
    assert [line["kind"] for line in anna.position(table)["log"]].count("undo") == 1


def test_a_bot_plays_for_who_leaves_and_the_person_returns(anna: Browser, ben: Browser) -> None:
    table = together(anna, ben, "barony")
    assert ben.post(f"{table}/seats/0", player="random").status_code == 403
    assert anna.post(f"{table}/seats/1", player="no such bot").status_code == 422
    assert anna.post(f"{table}/seats/1", player="cmd:rm -rf x").status_code == 409
    assert anna.post(f"{table}/seats/1", player="random").status_code == 200
    assert ben.position(table)["seats"] == []
    assert ben.post(f"{table}/seats/1", player="me").status_code == 200
    assert ben.position(table)["seats"] == [1]


def test_messages_are_text_and_few(tmp_path: Path) -> None:
    with server(tmp_path, limits=True) as app:
        anna, ben = Browser(app), Browser(app)
        table = together(anna, ben, "barony")
        evil = "<script>alert(1)</script>"
        assert ben.post(f"{table}/messages", text=evil, key=key()).status_code == 200
        assert anna.position(table)["log"][-1]["text"] == [evil]
        assert evil not in anna.client.get(table).text
        assert ben.post(f"{table}/messages", text="x" * 501, key=key()).status_code == 422
        answers = [ben.post(f"{table}/messages", text="again", key=key()).status_code for _ in range(8)]
        assert answers[0] == 200
        assert answers[-1] == 429
        shown = anna.position(table)
        assert anna.post(
            f"{table}/actions",
            seat=shown["acting"],
            action=next(iter(shown["paths"]), "x"),
            seq=shown["seq"],
            key=key(),
        ).status_code in (200, 403), "talking makes no move stale"


def test_a_lobby_lets_anyone_sit_down(anna: Browser, ben: Browser) -> None:
    table = anna.new_table("barony", "me", "friend")
    name = table.split("/")[-1]
    assert name not in ben.client.get("/").text
    assert anna.post(f"{table}/lobby", open=True).status_code == 200
    assert name in ben.client.get("/").text
    assert ben.post(f"{table}/seats/1", player="me", name="Ben").status_code == 200
    assert ben.position(table)["seats"] == [1]
    assert ben.post(f"{table}/lobby", open=False).status_code == 403


def test_a_clock_runs_only_for_who_acts(anna: Browser, ben: Browser) -> None:
    table = together(anna, ben, "barony", clock="bank", **{"clock.seconds": "60"})
    shown = anna.position(table)
    left = shown["clock"]
    assert left[1 - shown["acting"]] == 60
    assert 50 < left[shown["acting"]] <= 60
    later = anna.position(table)["clock"]
    assert later[1 - shown["acting"]] == 60
    assert later[shown["acting"]] < left[shown["acting"]], "it goes on while nothing else happens"
    assert anna.client.post("/tables", data={"game": "barony", "clock": "sand"}).status_code == 409


def test_a_program_takes_a_seat(app: Any, anna: Browser) -> None:
    table = anna.new_table("barony", "me", "friend")
    token = anna.post(f"{table}/links", seat=1).json()["token"]
    bot = TestClient(app, headers={"Authorization": f"Bearer {token}"})
    assert bot.post(f"{table}/seats/1", json={"player": "me", "name": "bot"}).status_code == 200
    for _ in range(6):
        told = bot.get(f"{table}/seat", params={"as": 1}).json()
        if told["acting"] == 1:
            asked = {"seat": 1, "action": told["legal"][0], "seq": told["seq"], "key": key()}
            assert bot.post(f"{table}/actions", json=asked).status_code == 200
        else:
            anna.play(table, 0)
    assert bot.get(f"{table}/seat", params={"as": 0}).status_code == 403


# Every request


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_pages_speak_the_readers_language(anna: Browser, language: str) -> None:
    page = anna.client.get("/", headers={"accept-language": f"xx, {language};q=0.9, en;q=0.1"}).text
    assert f'lang="{language}"' in page


def test_every_answer_keeps_the_page_to_this_server(anna: Browser) -> None:
    for address in ("/", "/nowhere", "/static/page.css", "/tables/x/position"):
        policy = anna.client.get(address).headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy


def test_writes_from_other_sites_and_floods_are_refused(anna: Browser) -> None:
    table = anna.new_table("barony", "me", "person")
    seq = anna.position(table)["seq"]
    asked = {"ply": 0, "seq": seq, "key": key()}
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        assert anna.client.post(f"{table}/undos", json=asked, headers=headers).status_code == 403
    assert anna.client.post(f"{table}/undos", content=b"x" * (BODY_LIMIT + 1)).status_code == 413
    for bad in (b"", b"{", b"[]", b'{"ply": "x"}', json.dumps({**asked, "key": "short"}).encode()):
        assert anna.client.post(f"{table}/undos", content=bad).status_code == 422
    assert anna.position(table)["seq"] == seq


def test_too_many_requests_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.web.guards.READS", Rate(0.01, 20))
    with server(tmp_path, limits=True) as app:
        anna = Browser(app)
        answers = [anna.client.get("/static/page.css").status_code for _ in range(30)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_no_page_loads_anything_from_elsewhere(anna: Browser) -> None:
    table = anna.new_table("barony", "me", "squire")
    link = anna.post(f"{table}/links", seat=-1).json()["link"]
    for address in ("/", "/games/baron", "/games/baron/rules", link, table, f"{table}/replay", "/nowhere"):
        page = anna.client.get(address, headers={"accept": "text/html"}).text
        assert page.startswith("<!doctype html>")
        for source in re.findall(r'(?:src|href|action)="([^"]*)"', page):
            assert source.startswith(("/", "#", "?")), source
        assert "style=" not in page
        assert not re.search(r"<script(?![^>]*(src=|application/json))", page)


# The short way of moves


MALFORMED: list[Any] = [
    {},
    {"seat": 0},
    {"seat": "x", "action": "a", "seq": 0, "key": "12345678"},
    {"seat": 0, "action": "a", "seq": -1, "key": "12345678"},
    {"seat": 0, "action": "a", "seq": 0, "key": "short"},
    {"seat": 0, "action": "a" * 201, "seq": 0, "key": "12345678"},
    [1],
    "text",
]


@pytest.mark.parametrize("name", ["moves", "actions"])
def test_the_short_way_of_moves_refuses_what_the_long_way_refuses(anna: Browser, name: str) -> None:
    table = anna.new_table(KEYS[0], "me", "person")
    good = {"seat": 0, "action": "nonsense", "seq": 0, "key": "12345678"}
    for content in (*MALFORMED, good):
        short = anna.client.post(f"{table}/{name}", json=content)
        long = anna.client.post(  # a header that only the router understands
            f"{table}/{name}",
            content=json.dumps(content),
            headers={"Content-Type": "application/json; charset=utf-8"},
        )
        assert short.status_code == long.status_code == 422
        assert short.json() == long.json()
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = anna.client.post(f"{table}/{name}", content=json.dumps(good), headers={"Content-Type": kind})
        assert answer.status_code == 422
    assert anna.client.post("/tables/nowhere/moves", json=good).status_code == 404
    described = anna.client.get("/openapi.json").json()["paths"][f"/tables/{{table_id}}/{name}"]["post"]
    assert described["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("/Action")


def test_a_body_that_is_broken_off_or_too_long_is_no_move(app: Any, anna: Browser) -> None:
    table = anna.new_table(OPEN[0], "me", "person")
    shown = anna.position(table)
    move = {"seat": shown["acting"], "action": next(iter(shown["paths"])), "seq": shown["seq"], "key": key()}
    cookie = "; ".join(f"{name}={value}" for name, value in anna.client.cookies.items())
    scope = {
        "type": "http",
        "method": "POST",
        "path": f"{table}/moves",
        "query_string": b"",
        "headers": [
            (b"content-type", b"application/json"),
            (b"cookie", cookie.encode()),
            (b"host", b"testserver"),
        ],
    }
    begun = {"type": "http.request", "body": json.dumps(move).encode(), "more_body": True}
    gone = {"type": "http.disconnect"}
    flood = {"type": "http.request", "body": b" " * BODY_LIMIT, "more_body": True}
    end = {"type": "http.request", "body": b" "}

    def status(*messages: dict[str, Any]) -> int:
        coming, told = iter(messages), []

        async def receive() -> dict[str, Any]:
            return next(coming, gone)

        async def send(message: dict[str, Any]) -> None:
            told.append(message)

        run_apart(app(dict(scope), receive, send))
        return int(told[0]["status"]) if told else 0

    for messages in ((begun, gone), (begun, flood, end), (gone,)):
        assert status(*messages) != 200
        assert anna.position(table)["seq"] == shown["seq"]
    assert status(begun, end) == 200
    assert anna.position(table)["seq"] > shown["seq"]


def test_an_origin_that_is_no_address_is_foreign(anna: Browser) -> None:
    table = anna.new_table(KEYS[0], "me", "person")
    for origin in ("http://[", "http://\xff", "null"):
        headers = {"Origin": origin.encode("latin-1")}
        assert anna.client.post(f"{table}/hurry", headers=headers).status_code == 403


# What is made once for several


def test_who_looks_as_another_did_gets_the_same_and_nobody_gets_what_is_not_his(
    app: Any, anna: Browser, ben: Browser
) -> None:
    table = together(anna, ben, KEYS[0])
    carl = Browser(app)
    link = anna.post(f"{table}/links", seat=-1).json()["link"]
    carl.client.post(link, data={}, follow_redirects=False)
    asked = {"anna": anna, "ben": ben, "carl": carl}
    for _ in range(2):
        views = {name: browser.client.get(f"{table}/position").content for name, browser in asked.items()}
        assert len(set(views.values())) == 3
        assert views == {name: browser.client.get(f"{table}/position").content for name, browser in asked.items()}
        french = anna.client.get(f"{table}/position", headers={"Accept-Language": "fr"}).content
        assert french != views["anna"]
        seat = json.loads(views["anna"])["acting"]
        (anna if seat == 0 else ben).play(table, seat)
        for name, browser in asked.items():
            assert browser.client.get(f"{table}/position").content != views[name]


def test_who_stands_up_or_lets_a_bot_play_is_seen_at_once(anna: Browser, ben: Browser) -> None:
    table = together(anna, ben, KEYS[0])
    seen = [person["kind"] for person in anna.position(table)["company"]]
    assert seen == ["person", "person"]
    ben.post(f"{table}/seats/1", player="random")
    assert anna.position(table)["company"][1]["kind"] == "bot"
    assert anna.client.delete(f"{table}/links/1").status_code == 200
    assert ben.client.get(f"{table}/position").status_code == 404
