"""The rulebooks' examples and the rulings, each told as data beside the rules it concerns."""

from __future__ import annotations

from typing import Any

import pytest

import banneret
from banneret.core import conformance
from banneret.games import editions
from tests.conftest import pure

CASES = [
    pytest.param(info.key, case, id=f"{info.key}: {case['name']}")
    for info in banneret.games()
    for case in conformance.load_cases(editions()[info.key].folder / "cases.toml")
    if case.get("game", info.key) == info.key
]


@pytest.mark.parametrize(("key", "case"), CASES)
def test_case(key: str, case: dict[str, Any]) -> None:
    conformance.run_case(pure(key), case)
