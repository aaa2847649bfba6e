"""Records and notation: whatever is read, the answer is a game or a sentence, never a traceback."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banneret
from banneret.core.errors import BadRecord, BanneretError, IllegalAction, UnreadableText
from banneret.core.hexgrid import Cell, parse_cell
from banneret.core.match import Match
from banneret.core.record import Record
from tests.conftest import KEYS, pure

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=8), children, max_size=4),
    max_leaves=12,
)


def fresh(key: str, **options: Any) -> Match:
    return banneret.new(key, seed=1, mode="pure", **options)


@given(st.text() | st.binary())
def test_no_text_makes_a_traceback_as_a_record(text: str | bytes) -> None:
    with suppress(BanneretError):
        Record.loads(text)


@given(st.data())
@pytest.mark.parametrize("key", KEYS)
def test_no_change_to_a_record_makes_a_traceback(key: str, data: st.DataObject) -> None:
    """A part of a good record is replaced by any JSON value, at the top or inside its setup and options."""
    written = json.loads(fresh(key).record().dumps())
    where = data.draw(st.sampled_from([written, written["setup"], written["options"]]))
    where[data.draw(st.sampled_from([*where, "new"]))] = data.draw(JSON_VALUES)
    with suppress(BanneretError):
        Match.replay(pure(key), Record.from_data(written))


@given(st.text())
@pytest.mark.parametrize("key", KEYS)
def test_no_text_makes_a_traceback_as_an_action(key: str, text: str) -> None:
    with suppress(UnreadableText):
        assert pure(key).text(pure(key).code(text)) == text


@given(st.integers(), st.data())
@pytest.mark.parametrize("key", KEYS)
def test_texts_close_to_an_action_are_read_in_one_way_only(key: str, number: int, data: st.DataObject) -> None:
    text = pure(key).text(number % pure(key).info.codes)
    place = data.draw(st.integers(0, len(text)))
    other = text[:place] + data.draw(st.sampled_from(" 0+-,>x\n")) + text[place:]
    with suppress(UnreadableText):
        assert pure(key).text(pure(key).code(other)) == other


@given(st.integers(-9999, 9999), st.integers(-9999, 9999))
def test_cells_are_written_and_read(q: int, r: int) -> None:
    assert parse_cell(str(Cell(q, r))) == (q, r)


@pytest.mark.parametrize(
    "text", ["", "1", "1,", "1, 2", "01,2", "+1,2", "-0,1", "1,2 ", "1,2,3", "a,b", "1,12345"]
)
def test_a_cell_is_written_in_one_way(text: str) -> None:
    with pytest.raises(UnreadableText, match="not a cell"):
        parse_cell(text)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "banneret/9"}, "this program reads 'banneret/1'"),
        ({"format": None}, "this program reads"),
        ({"game": "no such game"}, "there is no game"),
        ({"game": 3}, "game of a record is a text"),
        ({"options": []}, "options of a record is an object"),
        ({"options": {}}, "number of players"),
        ({"options": {"players": 99}}, "it takes a whole number from"),
        ({"options": {"players": True}}, "it takes a whole number from"),
        ({"options": {"colour": "red", "players": 2}}, "no such option"),
        ({"setup": []}, "setup of a record is an object"),
        ({"setup": {}}, "setup"),
        ({"actions": "take 1"}, "actions of a record is a list"),
        ({"actions": [1]}, "at ply 0 stands 1"),
        ({"actions": ["dance"]}, "'dance' is no action"),
        ({"rules_version": "new"}, "rules_version of a record is a whole number"),
        ({"rules_version": 10_000}, "version 10000 of the rules"),
        ({"result": []}, "result of a record is an object"),
        ({"result": {"scores": [], "ranks": []}}, "the game goes on"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_a_bad_record_is_refused_with_a_reason(key: str, change: dict[str, Any], words: str) -> None:
    with pytest.raises(BanneretError, match=words):
        banneret.replay(Record.from_data(fresh(key).record().as_data() | change), mode="pure")


def test_what_a_record_lacks_is_told() -> None:
    with pytest.raises(BadRecord, match="lacks setup, actions"):
        Record.from_data({"format": "banneret/1", "game": "x", "options": {}})
    with pytest.raises(BadRecord, match="JSON object"):
        Record.loads("[]")
    with pytest.raises(BadRecord, match="not JSON"):
        Record.loads("[" * 100_000)


@pytest.mark.parametrize("key", KEYS)
def test_an_illegal_action_is_refused_with_ply_and_what_is_legal(key: str) -> None:
    match = fresh(key)
    match.play(match.legal()[0])
    after = match.legal()
    other = next(text for text in map(match.game.text, range(match.game.info.codes)) if text not in after)
    record = match.record()
    record.actions.append(other)
    with pytest.raises(IllegalAction, match=r"is not legal now; legal: .* \(ply 1\)") as caught:
        banneret.replay(record, mode="pure")
    assert caught.value.ply == 1
    assert caught.value.action == other
    assert list(caught.value.legal) == after


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_result_is_refused(key: str) -> None:
    import random

    match, rng = fresh(key), random.Random(1)
    while not match.over:
        match.play(match.choose(rng))
    record = match.record()
    assert record.result is not None
    banneret.replay(record, mode="pure")
    record.result = {**record.result, "scores": [score + 1 for score in record.result["scores"]]}
    with pytest.raises(BadRecord, match="the rules give"):
        banneret.replay(record, mode="pure")


@pytest.mark.parametrize("key", KEYS)
def test_notes_of_others_survive_in_a_record(key: str, tmp_path: Path) -> None:
    record = Record.from_data({**fresh(key).record().as_data(), "event": "a rainy evening"})
    record.save(tmp_path / "game.json")
    again = Record.load(tmp_path / "game.json")
    assert again == record
    assert again.as_data()["event"] == "a rainy evening"
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="not UTF-8"):
        Record.load(tmp_path / "picture")


@pytest.mark.parametrize("key", KEYS)
def test_options_in_a_record_are_those_that_differ(key: str) -> None:
    game = pure(key)
    players = game.info.players[-1]
    assert fresh(key, players=players).record().options == {"players": players}
    assert fresh(key, max_rounds=7).record().options == {"players": game.info.players[0], "max_rounds": 7}
