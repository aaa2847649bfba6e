"""Whole games by clicks alone, and everything that must neither lose nor repeat a move."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from banneret.core.match import Match
from banneret.core.record import Record
from tests.conftest import KEYS, pure

from .conftest import ServerProcess
from .player import Clicker, new_table

ROUNDS = {"max_rounds": 3}  # long enough for every phase, short enough for a test
OPEN = next(key for key in KEYS if not pure(key).info.hidden)
SECRET = next(key for key in KEYS if pure(key).info.hidden)


def downloaded(page: Page) -> Match:
    """The game as its record tells it, played again by the engine."""
    record = Record.loads(page.request.get(f"{page.url.partition('?')[0]}/record").body())
    return Match.replay(pure(record.game), record)


def log(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.request.get(f"{page.url}/position").json()["log"]
    return found


def pieces(page: Page) -> Counter[tuple[str, str, str]]:
    """What stands on the board, as the page shows it."""
    shown = page.locator("#board .pieces .piece").evaluate_all(
        "all => all.map(piece => [piece.dataset.hex, piece.dataset.piece, piece.dataset.seat ?? ''])"
    )
    return Counter(map(tuple, shown))


@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_by_clicks_ends_as_the_engine_says(page: Page, key: str) -> None:
    new_table(page, key, **ROUNDS)
    Clicker(page, seed=11).play()
    match = downloaded(page)
    assert match.over
    scene = match.game.scene(match.state, None)
    assert pieces(page) == Counter(
        (h.name, piece.kind, "" if piece.seat is None else str(piece.seat))
        for h in scene.hexes
        for piece in h.pieces
    )
    assert match.result is not None
    shown = page.locator("#standing .total").all_inner_texts()
    assert sorted(map(int, shown)) == sorted(match.result.scores)


def test_a_hint_shows_how_it_might_go_on(page: Page) -> None:
    new_table(page, OPEN)
    before = Clicker(page).seq
    page.locator("#hint").click()
    line = page.locator("#preview details").first
    line.locator("summary").wait_for()
    assert not line.locator("li").first.is_visible()
    line.locator("summary").click()
    told = line.locator("li").all_inner_texts()
    assert told
    assert all(" " in text for text in told), "sentences"
    assert Clicker(page).seq == before, "looking at it does nothing"
    page.locator("#preview button").first.click()
    page.locator("#do").click()
    page.wait_for_function("before => Number(document.body.dataset.seq) > before", arg=before)


def test_undoing_returns_to_the_same_view(page: Page) -> None:
    new_table(page, OPEN)
    person = Clicker(page, seed=3)
    for _ in range(9):
        person.act()
    views = [person.view()]
    for _ in range(6):
        person.act()
        views.append(person.view())
    for expected in reversed(views[:-1]):
        page.locator("#undo").click()
        person.settle()
        assert person.view() == expected


def at_the_ply(page: Page) -> int:
    return int(page.request.get(f"{page.url}/position").json()["ply"])


@pytest.mark.parametrize("key", [key for key in KEYS if not pure(key).info.hidden])
def test_resetting_a_turn_returns_to_where_it_began(page: Page, key: str) -> None:
    """The board, what every seat has, the trays and what can be chosen: all is as it was."""
    new_table(page, key)
    person = Clicker(page, seed=4)
    views = {0: person.view()}
    tried = 0
    while tried < 3:
        person.act()
        ply = at_the_ply(page)
        views[ply] = person.view()
        reset = page.request.get(f"{page.url}/position").json()["undo"]["reset"]
        if not page.locator("#reset").is_enabled() or reset not in views or ply - reset < tried:
            continue
        tried += 1
        page.locator("#reset").click()
        person.settle()
        assert at_the_ply(page) == reset
        assert person.view() == views[reset]


def test_clicks_that_come_to_nothing_change_nothing(page: Page) -> None:
    new_table(page, OPEN)
    person = Clicker(page, seed=5)
    for _ in range(8):
        person.act()
    before, seq = person.view(), person.seq
    for thing in person.offered()[:6]:
        person.page.mouse.move(*person.aim(thing))
    for _ in range(4):
        page.keyboard.press("Escape")
    page.mouse.move(5, 5)
    assert person.seq == seq
    assert person.view() == before


def test_a_reload_loses_nothing(page: Page) -> None:
    new_table(page, OPEN)
    person = Clicker(page, seed=6)
    for _ in range(5):
        person.act()
    before, told = person.view(), log(page)
    page.reload()
    person.settle()
    assert person.view() == before
    assert log(page) == told


def test_a_double_click_is_one_action(page: Page) -> None:
    new_table(page, OPEN)
    person = Clicker(page, seed=7)
    before = len(log(page))
    hexes = [thing for thing in person.offered() if thing.startswith("hex ")]
    page.mouse.dblclick(*person.aim(hexes[0]))
    person.settle()
    assert len(log(page)) == before + 1


def test_a_stale_page_says_so_and_shows_how_things_are(context: BrowserContext) -> None:
    fresh, stale = context.new_page(), context.new_page()
    address = new_table(fresh, OPEN)
    stale.route("**/events", lambda route: route.abort())
    stale.goto(address)
    late, quick = Clicker(stale, seed=8), Clicker(fresh, seed=9)
    late.settle()
    choice = late.offered()[0]
    # Until it acts, the stale page hears nothing in any other way either, however long that takes.
    asked: list[str] = []
    stale.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    stale.route("**/position*", lambda route: route.fallback() if asked else route.abort())
    quick.act()
    before = log(fresh)
    late.click(choice)
    stale.wait_for_selector("#notice:not([hidden])")
    late.settle()
    assert log(fresh) == before
    assert late.seq == quick.seq
    late.act()
    assert len(log(fresh)) == len(before) + 1


def test_others_see_a_move_without_asking(context: BrowserContext) -> None:
    one, other = context.new_page(), context.new_page()
    other.goto(new_table(one, OPEN))
    person = Clicker(one, seed=10)
    person.act()
    other.wait_for_function("seq => document.body.dataset.seq === String(seq)", arg=person.seq)


def test_a_killed_server_loses_nothing(page: Page, server: ServerProcess) -> None:
    new_table(page, OPEN)
    person = Clicker(page, seed=12)
    for _ in range(4):
        person.act()
    before, told = person.view(), log(page)
    server.kill()
    page.wait_for_selector("#offline:not([hidden])")
    server.start()
    page.wait_for_selector("#offline", state="hidden")
    assert log(page) == told
    assert person.view() == before
    person.act()
    assert len(log(page)) == len(told) + 1


def test_the_curtain_hides_what_the_next_person_must_not_see(page: Page) -> None:
    """Nothing of a seat's own view is asked for before it lifts the curtain."""
    new_table(page, SECRET)
    assert page.locator("#curtain").is_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    person = Clicker(page, seed=14)
    person.settle()
    assert [url for url in asked if "/position" in url][-1].endswith("/position?as=0")
    while not page.locator("#curtain").is_visible():
        offered = person.offered()
        if offered:
            person.click(person.rng.choice(offered))
    page.wait_for_function("() => document.querySelector('#board svg') !== null")
    page.wait_for_timeout(300)
    assert not any(url.endswith("as=1") for url in asked)
    hidden = page.locator("#seats .seat").evaluate_all("all => all.map(seat => seat.textContent.includes('?'))")
    assert all(hidden)


def test_a_curtain_that_is_lifted_at_once_stays_up(page: Page) -> None:
    """Also when what everybody may see, which is shown behind it, comes late."""
    new_table(page, SECRET)
    person = Clicker(page, seed=14)
    person.settle()
    late: list[Route] = []
    page.route("**/position", lambda route: late.append(route))  # without a seat
    while not page.locator("#curtain").is_visible():
        offered = person.offered()
        if offered:
            person.click(person.rng.choice(offered))
    while not late:
        page.wait_for_timeout(20)
    person.settle()
    before = person.view()
    with page.expect_response("**/position"):
        late.pop().continue_()
    page.wait_for_timeout(300)
    assert not page.locator("#curtain").is_visible()
    assert person.view() == before
    page.unroute("**/position")
    person.act()
