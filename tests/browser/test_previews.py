"""What is foreseen is what then happens: its sentences, cards, changes and the board, over whole games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from banneret.core.match import Match
from banneret.core.record import Record
from banneret.core.scene import Card
from banneret.draw.labels import seat_names
from tests.conftest import KEYS, pure

from .player import Clicker, new_table

OPEN = next(key for key in KEYS if not pure(key).info.hidden)
Panels = dict[tuple[int, str], str]  # what stands in each line of each seat's panel


def panels(side: dict[str, Any]) -> Panels:
    return {
        (panel["seat"], entry["label"]): ", ".join(
            " ".join(part for part in (item["count"], item["name"]) if part) for item in entry["items"]
        )
        for panel in side["panels"]
        for entry in panel["entries"]
    }


def told_card(card: Card, match: Match) -> dict[str, Any]:
    """A card as the engine gives it, in the words of the page."""
    words, name = match.game.words("en"), seat_names("en")
    return {
        "heading": words.sentence(card.heading, name),
        "seats": [{"seat": seat, "name": name(seat)} for seat in card.seats],
        "rows": [
            {"what": words.sentence(what, name), "values": [words.name(value) for value in values]}
            for what, values in card.rows
        ],
        "verdict": words.sentence(card.verdict, name),
        "hex": card.at,
    }


@pytest.mark.parametrize("key", KEYS)
def test_previews_tell_what_then_happens(page: Page, key: str) -> None:
    table = new_table(page, key, max_rounds=3)
    rng = random.Random(13)
    foreseen: dict[int, tuple[int, dict[str, Any]]] = {}
    position = seen(page, table)
    while not position["over"]:
        ply, seat = position["ply"], position["acting"]
        action = rng.choice(list(position["paths"]))
        preview = page.request.get(f"{table}/preview", params={"action": action, "as": seat}).json()
        foreseen[ply] = (seat, preview)
        asked = {"seat": seat, "action": action, "seq": position["seq"], "key": f"compared-{ply:05}"}
        assert page.request.post(f"{table}/actions", data=asked).ok
        (step,) = page.request.get(f"{table}/steps", params={"first": ply, "last": ply + 1, "as": seat}).json()
        compare(preview, position, step)
        position = seen(page, table)
    compare_cards(foreseen, Record.loads(page.request.get(f"{table}/record").body()))


def seen(page: Page, table: str) -> dict[str, Any]:
    """The position as the seat that acts sees it."""
    position: dict[str, Any] = page.request.get(f"{table}/position").json()
    if position["over"]:
        return position
    found: dict[str, Any] = page.request.get(f"{table}/position", params={"as": position["acting"]}).json()
    return found


def compare(preview: dict[str, Any], before: dict[str, Any], step: dict[str, Any]) -> None:
    was, now = panels(before["side"]), panels(step["side"])
    changes = {(each["seat"], each["label"]): (each["before"], each["after"]) for each in preview["changes"]}
    assert all((was[line], now[line]) == change for line, change in changes.items())
    assert set(preview["told"]) <= set(step["text"])
    if preview["certain"]:
        assert preview["told"] == step["text"]
        assert changes.keys() == {line for line in now if was[line] != now[line]}
        assert preview["board"] == step["board"]
    else:
        assert preview["board"] is None


def compare_cards(foreseen: dict[int, tuple[int, dict[str, Any]]], record: Record) -> None:
    """The cards are those of the fights that the engine then fought."""
    match = Match.replay(pure(record.game), record)
    for ply, (seat, preview) in foreseen.items():
        before, after = match.at(ply), match.at(ply + 1)
        fought = match.game.cards(before.state, match.actions[ply], after.state, seat)
        happened = [told_card(card, match) for card in fought]
        if preview["certain"]:
            assert preview["cards"] == happened
        else:
            assert all(card in happened for card in preview["cards"])


PIECES = """scope => [...document.querySelectorAll(`${scope} .piece`)].map(
    piece => [piece.dataset.hex, piece.dataset.piece, piece.dataset.seat ?? null, piece.textContent]).sort()"""


def test_the_page_draws_what_then_stands_on_the_board(page: Page) -> None:
    new_table(page, OPEN)
    person = Clicker(page, seed=15)
    person.settle()
    compared = 0
    while compared < 6:
        thing = person.rng.choice(person.offered())
        page.mouse.move(*person.aim(thing))
        page.wait_for_timeout(300)
        drawn = page.evaluate(PIECES, "#board .ghost")
        told = page.locator("#preview.foreseen p").first.inner_text() if drawn else ""
        before = person.seq
        person.click(thing)
        if not drawn:
            continue  # this is not the last click of an action, or it changes no piece
        page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
        person.settle()
        changed = {piece[0] for piece in drawn}
        assert [piece for piece in page.evaluate(PIECES, "#board .pieces") if piece[0] in changed] == drawn
        assert page.locator("#log li").last.inner_text() == told
        compared += 1
