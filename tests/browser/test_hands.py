"""Hands on the board: counting by clicks, keys and the stepper; holding, pinching and dragging with fingers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from banneret.core.match import Match
from tests.conftest import KEYS, pure

from .conftest import PATIENCE, ServerProcess
from .player import IDLE, Clicker

MOST = 10  # what is counted goes up to two digits, so that the order of numbers shows


def counts(match: Match) -> dict[str, list[str]]:
    """For each hex that can be clicked next and then asks how many: the numbers."""
    assert isinstance(match.player, int)
    found: dict[str, list[str]] = {}
    for path in match.game.scene(match.state, match.player).paths.values():
        if len(path) == 2 and path[0].startswith("hex ") and path[1].startswith("number "):
            found.setdefault(path[0], []).append(path[1])
    return {thing: numbers for thing, numbers in found.items() if len(numbers) >= MOST}


def with_counts() -> tuple[Match, str, int]:
    """A game before somebody says how many go to a hex, that hex, and the most that can go."""
    for seed in range(50):
        for key in KEYS:
            game, rng = pure(key), random.Random(seed)
            match = Match.new(game, {"max_rounds": 30}, rng)
            while not match.over:
                if isinstance(match.player, int) and (found := counts(match)):
                    thing, numbers = next(iter(found.items()))
                    return match, thing, max(int(number.split()[1]) for number in numbers)
                match.play(match.choose(rng, game.info.styles[-1]))
    raise AssertionError("no game counts anything")


@pytest.fixture(scope="module")
def counted() -> tuple[Match, str, int]:
    return with_counts()


def sit_at(page: Page, match: Match) -> None:
    """Play on from where a match stands."""
    page.goto("/")
    made = page.request.post("/records", data=match.record().dumps())
    answer = page.request.post(f"/tables/{made.json()['table']}/forks", form={"ply": str(match.ply)})
    page.goto(answer.url)
    page.wait_for_selector("body.my-turn")
    page.wait_for_function(IDLE)


def shown_count(page: Page) -> str:
    return page.locator("#choices .count").inner_text()


def foreseen(page: Page) -> str:
    page.locator("#preview.foreseen").wait_for()
    return page.locator("#preview p").first.inner_text()


def test_a_click_means_one_and_another_one_more(page: Page, counted: tuple[Match, str, int]) -> None:
    match, thing, most = counted
    sit_at(page, match)
    person = Clicker(page)
    person.click(thing)
    assert shown_count(page) == "1"
    assert " 1 " in foreseen(page)
    for expected in ("2", "3"):
        page.wait_for_timeout(600)  # a second click within a moment is a double click
        person.click(thing)
        assert shown_count(page) == expected
    page.locator("[data-step=more]").click()
    assert shown_count(page) == "4"
    page.locator("[data-step=less]").click()
    assert shown_count(page) == "3"
    page.wait_for_function("() => document.getElementById('preview').textContent.includes(' 3 ')")
    numbers = [int(each.split()[1]) for each in person.offered() if each.startswith("number")]
    assert numbers == list(range(1, most + 1))
    said, before = foreseen(page), person.seq
    page.locator("[data-step=enough]").click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
    expect(page.locator("#log")).to_contain_text(said)


def test_escape_leaves_off_counting(page: Page, counted: tuple[Match, str, int]) -> None:
    match, thing, _ = counted
    sit_at(page, match)
    person = Clicker(page)
    before = person.view()
    person.click(thing)
    page.keyboard.press("Escape")
    page.mouse.move(5, 5)
    expect(page.locator("#choices .count")).to_have_count(0)
    assert person.view() == before


def test_with_shift_all_go(page: Page, counted: tuple[Match, str, int]) -> None:
    match, thing, most = counted
    sit_at(page, match)
    person = Clicker(page)
    page.keyboard.down("Shift")
    person.click(thing)
    page.keyboard.up("Shift")
    assert shown_count(page) == str(most)
    page.keyboard.press("2")
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=0)


@pytest.fixture
def phone(browser: Browser, server: ServerProcess) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def touch(fingers: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    at = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
    fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def test_a_finger_that_rests_opens_the_stepper(phone: BrowserContext, counted: tuple[Match, str, int]) -> None:
    match, thing, _ = counted
    page = phone.new_page()
    sit_at(page, match)
    fingers = phone.new_cdp_session(page)
    touch(fingers, "touchStart", Clicker(page).aim(thing))
    page.locator("#choices .count").wait_for()
    touch(fingers, "touchEnd")
    page.wait_for_timeout(300)
    assert shown_count(page) == "1", "the end of holding is no tap"
    page.locator("[data-step=more]").tap()
    assert shown_count(page) == "2"


def test_what_is_foreseen_is_not_behind_its_preview(
    phone: BrowserContext, counted: tuple[Match, str, int]
) -> None:
    match, _, _ = counted
    page = phone.new_page()
    sit_at(page, match)
    lowest = max(counts(match), key=lambda thing: Clicker(page).aim(thing)[1])
    page.touchscreen.tap(*Clicker(page).aim(lowest))
    foreseen(page)
    page.wait_for_timeout(100)
    top = page.locator("#preview").bounding_box()
    assert top is not None
    assert Clicker(page).aim(lowest)[1] < top["y"]
    bar = page.locator(".bar").bounding_box()
    assert bar is not None
    assert top["y"] + top["height"] <= bar["y"] + 1 or top["height"] > 844 * 0.3


def across(page: Page) -> float:
    """How wide a hex is on the screen."""
    return float(page.evaluate("document.querySelector('#board .hex').getBoundingClientRect().width"))


def test_two_fingers_zoom_and_one_then_moves_the_board(
    phone: BrowserContext, counted: tuple[Match, str, int]
) -> None:
    match, _, _ = counted
    page = phone.new_page()
    sit_at(page, match)
    seq = Clicker(page).seq
    box = page.locator("#board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = across(page)
    fingers = phone.new_cdp_session(page)
    touch(fingers, "touchStart", (x - 30, y), (x + 30, y))
    for apart in range(35, 95, 5):
        touch(fingers, "touchMove", (x - apart, y), (x + apart, y))
    touch(fingers, "touchEnd")
    near = across(page)
    assert near > 2 * before
    where = "document.querySelector('#board .hex').getBoundingClientRect().x"
    at = page.evaluate(where)
    touch(fingers, "touchStart", (x, y))
    for way in range(10, 70, 10):
        touch(fingers, "touchMove", (x - way, y))
    touch(fingers, "touchEnd")
    assert at - page.evaluate(where) == pytest.approx(60, abs=15)
    assert across(page) == pytest.approx(near)
    assert Clicker(page).seq == seq
    expect(page.locator("#choices .count")).to_have_count(0)
    page.wait_for_timeout(500)
    page.locator("#whole").tap()
    page.wait_for_timeout(500)
    assert across(page) == pytest.approx(before)
