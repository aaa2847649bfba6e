"""Whatever a program sends, the server answers: schemathesis makes requests up from what /openapi.json says."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("schemathesis", reason="made-up requests need schemathesis")

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from starlette.testclient import TestClient

from banneret.core.match import Match
from banneret.web.app import Settings, create_app
from banneret.web.guards import hashed
from banneret.web.store import Chair, Right
from tests.conftest import pure

OWNER = "owner"
EXAMPLES = 12
ENDLESS = "/tables/{table_id}/events"
DESCRIBED = create_app(Settings(Path(), compiled=False)).openapi()
OPERATIONS = [
    (path, method) for path, methods in DESCRIBED["paths"].items() for method in methods if path != ENDLESS
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    running = create_app(Settings(tmp_path_factory.mktemp("tables"), compiled=False, limits=False))
    with TestClient(running):
        yield running


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_no_request_breaks_the_server(app: Any, path: str, method: str) -> None:
    logging.getLogger("schemathesis").setLevel(logging.ERROR)
    client = TestClient(app, cookies={"banneret": OWNER})
    chairs = [Chair(0, "person"), Chair(1, "open")]
    match = Match.new(pure("barony"), {}, random.Random(1))
    table = app.state.tables.create(match, chairs, hashed(OWNER), [Right(hashed(OWNER), 0)])
    operation = schemathesis.openapi.from_dict(DESCRIBED)[path][method]
    requests = operation.as_strategy()
    if "requestBody" in DESCRIBED["paths"][path][method]:
        requests |= operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)
    answers: list[int] = []

    @given(case=requests)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case: Any) -> None:
        places = {**(case.path_parameters or {}), "table_id": table.id}
        query = {**(case.query or {})}
        if "wait" in query:
            query["wait"] = 0
        body = case.body if isinstance(case.body, dict | list | str | int | float | bool) else None
        address = path.format(**{name: str(value).replace("/", "-") for name, value in places.items()})
        answer = client.request(method, address, params=query, json=body)
        answers.append(answer.status_code)

    send()
    assert answers
    assert max(answers) < 500
