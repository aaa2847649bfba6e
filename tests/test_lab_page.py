"""The lab in the browser: a question is asked, a run fills, a report is read."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from tests.test_server import Browser, server


@pytest.fixture
def ben(app: Any) -> Browser:
    return Browser(app)


@pytest.fixture
def app(tmp_path: Path) -> Any:
    with server(tmp_path) as running:
        yield running


def test_a_designer_asks_and_reads(app: Any, ben: Browser) -> None:
    anna = Browser(app)
    assert "barony" in anna.client.get("/lab").text
    form = {
        "game": "barony",
        "question": "seats",
        "players": "2",
        "games": "200",
        "barony.option.max_rounds": "20",
    }
    answer = anna.client.post("/lab/runs", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"]
    assert anna.client.get(f"{address}/report").status_code in (200, 409)
    shown = {"done": 0, "total": 1}
    for _ in range(600):
        shown = anna.client.get(f"{address}/progress").json()
        if shown["done"] >= shown["total"]:
            break
        time.sleep(0.2)
    assert shown["done"] == shown["total"] > 0
    for language in ("en", "fr", "de"):
        report = anna.client.get(f"{address}/report", headers={"accept-language": language})
        assert report.status_code == 200
        assert f'lang="{language}"' in report.text
        assert "script-src" not in report.headers["content-security-policy"]
    replays = re.findall(r'href="([^"]*/games/[0-9]+)"', report.text)
    assert f"{address}/games/1" in replays
    replay = anna.client.get(replays[0])
    assert replay.status_code == 200
    assert '<html lang="en"' in replay.text
    assert "sha256-" in replay.headers["content-security-policy"]
    assert anna.client.get(f"{address}/games/99").status_code == 404
    assert ben.client.get(replays[0]).status_code == 404
    assert address in anna.client.get("/lab").text
    assert ben.client.get(address).status_code == 404
    assert ben.client.get(f"{address}/report").status_code == 404


def test_what_cannot_be_asked_is_refused(app: Any) -> None:
    anna = Browser(app)
    good = {"game": "barony", "question": "seats", "games": "200"}
    for bad in ({"game": "chess"}, {"question": "why"}, {"games": "1000000"}, {"question": "capture-price"}):
        assert anna.client.post("/lab/runs", data={**good, **bad}).status_code in (409, 422), bad
    assert anna.client.get("/lab/runs/nothing").status_code == 404
    assert anna.client.get("/lab/runs/..%2F..").status_code == 404
