"""A table on the server: what is asked for happens once or not at all, and nothing acknowledged is lost."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert, inspect, text

from banneret.core.errors import IllegalAction, UnreadableText
from banneret.core.match import SNAPSHOT_EVERY, Match
from banneret.web.errors import NotPossible, NotYours, NotYourTurn, Stale
from banneret.web.schema import TABLES
from banneret.web.store import Chair, Right, Store
from banneret.web.table import Table
from tests.conftest import KEYS, pure

ANNA, BEN = "a" * 64, "b" * 64


@pytest.fixture(autouse=True)
def foreseeable_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.web.table.FATE", random.Random(11))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.at(tmp_path)
    yield opened
    opened.close()


def people(*holders: str | None) -> list[Chair]:
    return [
        Chair(seat, "person" if holder else "bot", "" if holder else "random")
        for seat, holder in enumerate(holders)
    ]


def new_table(store: Store, key: str, *holders: str | None, seed: int = 1) -> Table:
    match = Match.new(pure(key), {"players": len(holders)}, random.Random(seed))
    rights = [Right(holder, seat) for seat, holder in enumerate(holders) if holder]
    return Table.create(store, match, people(*holders), holders[0], rights)


def play_on(table: Table, rng: random.Random, count: int) -> None:
    for _ in range(count):
        seat = table.match.player
        if not isinstance(seat, int):
            return
        table.play(seat, rng.choice(table.match.legal()), table.seq, f"key-{rng.random()}")


def again(store: Store, table: Table) -> Table:
    kept = store.table(table.id)
    assert kept is not None
    return Table.resume(store, kept, table.match.game)


@pytest.mark.parametrize("key", KEYS)
def test_a_table_comes_back_as_it_was_left(store: Store, key: str) -> None:
    table = new_table(store, key, ANNA, ANNA)
    rng = random.Random(key)
    play_on(table, rng, 60)
    table.undo((0, 1), table.undo_targets((0, 1))[3], table.seq, "an-undo-key")
    play_on(table, rng, 7)
    back = again(store, table)
    assert back.match.describe() == table.match.describe()
    assert back.match.actions == table.match.actions
    assert (back.seq, back.steps, back.done, back.chairs) == (table.seq, table.steps, table.done, table.chairs)
    assert [entry.content for entry in back.log] == [entry.content for entry in table.log]


def test_a_page_is_shown_without_playing_the_game_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(store, KEYS[0], ANNA, ANNA)
    play_on(table, random.Random(4), 120)
    applied = []
    game = table.match.game
    apply = type(game).apply
    monkeypatch.setattr(type(game), "apply", lambda *arguments: applied.append(1) or apply(*arguments))
    again(store, table)
    assert table.match.ply > 100
    assert len(applied) < 2 * SNAPSHOT_EVERY


def test_what_is_asked_for_twice_happens_once(store: Store) -> None:
    table = new_table(store, KEYS[0], ANNA, ANNA)
    seat, seq, action = table.match.player, table.seq, table.match.legal()[0]
    assert isinstance(seat, int)
    first = table.play(seat, action, seq, "the-same-key")
    after = (table.match.describe(), len(table.log))
    assert first > seq
    table.play(seat, action, seq, "the-same-key")
    assert (table.match.describe(), len(table.log)) == after
    assert again(store, table).done == table.done


@pytest.mark.parametrize("key", KEYS)
def test_what_is_wrong_changes_nothing(store: Store, key: str) -> None:
    table = new_table(store, key, ANNA, BEN)
    play_on(table, random.Random(2), 5)
    seat = table.match.player
    assert isinstance(seat, int)
    legal = table.match.legal()
    before = (table.match.describe(), table.seq, again(store, table).match.describe())
    with pytest.raises(Stale):
        table.play(seat, legal[0], table.seq - 1, "key-00001")
    with pytest.raises(NotYourTurn):
        table.play(1 - seat, legal[0], table.seq, "key-00002")
    with pytest.raises(UnreadableText):
        table.play(seat, "nonsense", table.seq, "key-00003")
    with pytest.raises(NotYours):
        table.undo((), 0, table.seq, "key-00004")
    with pytest.raises(NotPossible):
        table.undo((seat,), table.match.ply + 1, table.seq, "key-00005")
    assert (table.match.describe(), table.seq, again(store, table).match.describe()) == before
    assert not any(key.startswith("key-0000") for key in table.done)


def test_an_illegal_action_is_refused(store: Store) -> None:
    table = new_table(store, "baron", ANNA, ANNA)
    with pytest.raises(IllegalAction):
        table.play(0, "pass", table.seq, "key-00001")


def test_what_cannot_be_kept_has_not_happened(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(store, KEYS[0], ANNA, ANNA)
    play_on(table, random.Random(2), 5)
    before = (table.match.describe(), table.match.actions.copy(), table.seq, len(table.log))

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(store.writer, "do", full)
    seat = table.match.player
    assert isinstance(seat, int)
    with pytest.raises(OSError, match="no space"):
        table.play(seat, table.match.legal()[0], table.seq, "key-00001")
    assert (table.match.describe(), table.match.actions, table.seq, len(table.log)) == before


@pytest.mark.parametrize("key", KEYS)
def test_chance_acts_by_itself(store: Store, key: str) -> None:
    table = new_table(store, key, ANNA, ANNA)
    rng = random.Random(key)
    for _ in range(40):
        assert table.match.player != "chance"
        play_on(table, rng, 1)


@pytest.mark.parametrize("key", KEYS)
def test_undo_ends_where_others_decided_or_something_was_shown(store: Store, key: str) -> None:
    table = new_table(store, key, ANNA, BEN)
    rng = random.Random(key)
    for _ in range(60):
        seat = table.match.player
        if not isinstance(seat, int):
            break
        for own in (0, 1):
            removed = [table.steps[ply:] for ply in table.undo_targets((own,))]
            assert all(step.seat == own and not step.reveal for steps in removed for step in steps)
        play_on(table, rng, 1)
    assert table.turn_began((0,)) <= table.match.ply


def test_chance_is_a_reveal_and_a_bot_agrees_to_any_takeback(store: Store) -> None:
    table = new_table(store, "terra", ANNA, None)
    rng = random.Random(5)
    play_on(table, rng, 30)
    kinds = {(step.seat, step.reveal) for step in table.steps}
    assert (None, True) in kinds
    assert not any(step.seat is None and not step.reveal for step in table.steps)
    targets = table.undo_targets((0,))
    assert all(table.steps[ply].seat == 0 for ply in targets)
    assert len(targets) == sum(step.seat == 0 for step in table.steps)
    before, length = targets[-1], len(table.log)
    table.undo((0,), before, table.seq, "key-of-undo")
    assert table.match.ply == before
    assert len(table.log) == length + 1, "what was taken back stays in the log"


def test_many_may_write_at_once_and_one_failure_takes_nobody_with_it(store: Store) -> None:
    table = new_table(store, KEYS[0], ANNA, ANNA)
    outcomes: dict[int, str] = {}

    def write(number: int) -> None:
        create = text(f"CREATE TABLE t{number} (x INTEGER)")
        bad = [(create, [{}]), (insert(TABLES), [{"id": table.id}])]
        try:
            store.writer.do(bad if number % 3 == 0 else [(create, [{}])])
            outcomes[number] = "kept"
        except Exception:
            outcomes[number] = "refused"

    threads = [threading.Thread(target=write, args=(number,)) for number in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.engine.connect() as connection:
        names = set(inspect(connection).get_table_names())
    for number in range(30):
        assert outcomes[number] == ("refused" if number % 3 == 0 else "kept")
        assert (f"t{number}" in names) == (number % 3 != 0)


def test_opening_a_store_again_changes_nothing(tmp_path: Path) -> None:
    for _ in range(2):
        opened = Store.at(tmp_path)
        table = new_table(opened, KEYS[0], ANNA, ANNA)
        assert again(opened, table).match.describe() == table.match.describe()
        opened.close()


def test_a_reveal_is_when_chance_acts_or_somebody_knows_more_than_before_also_after_undos(store: Store) -> None:
    hidden = [key for key in KEYS if pure(key).info.hidden]
    learnt = 0
    for key in hidden:
        table, rng = new_table(store, key, ANNA, ANNA, seed=5), random.Random(6)
        for _ in range(12):
            play_on(table, rng, 8)
            if not table.match.over:
                table.undo((0, 1), table.undo_targets((0, 1))[2], table.seq, f"key-{rng.random()}")
        for ply, step in enumerate(table.steps):
            views = [[str(table.match.at(at).view(seat)).count("'?'") for seat in (0, 1)] for at in (ply, ply + 1)]
            knows_more = any(after < before for before, after in zip(*views, strict=True))
            assert step.reveal == (step.seat is None or knows_more), f"{key}, ply {ply}"
            learnt += knows_more and step.seat is not None
    assert learnt or not hidden
