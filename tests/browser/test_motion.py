"""Actions as movement: how long it takes, what ends it, and that nothing moves for who wants it still."""

from __future__ import annotations

import random
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from banneret.core.match import Match
from tests.conftest import KEYS, pure

from .conftest import PATIENCE, ServerProcess

MOVE, FIGHT, LONGEST = 250, 400, 1200  # ms, as the design says
# What moves, asked a moment after a step was asked for, when its answer has been drawn.
DURATIONS = """() => document.getAnimations().filter(each => each.effect.target.closest('#board'))
    .map(each => each.effect.getTiming().duration)"""


@pytest.fixture(scope="module")
def played() -> Match:
    """A game in which pieces move, and some go."""
    game, rng = pure(next(key for key in KEYS if not pure(key).info.hidden)), random.Random(8)
    match = Match.new(game, {"max_rounds": 12}, rng)
    while not match.over:
        match.play(match.choose(rng, game.info.styles[-1]))
    return match


def replay(browser: Browser, server: ServerProcess, match: Match, *, still: bool, speed: str) -> Page:
    motion: Literal["reduce", "no-preference"] = "reduce" if still else "no-preference"
    context = browser.new_context(base_url=server.address, reduced_motion=motion)
    context.set_default_timeout(PATIENCE)
    context.route("**/evaluation", lambda route: route.fulfill(json={"graph": [], "done": True, "plies": 0}))
    page = context.new_page()
    page.goto("/")
    page.evaluate("speed => localStorage.setItem('banneret-settings', JSON.stringify({ speed }))", speed)
    table = page.request.post("/records", data=match.record().dumps()).json()["table"]
    page.goto(f"/tables/{table}/replay?ply=0")
    return page


def steps(page: Page, match: Match) -> list[dict[str, Any]]:
    address = page.url.partition("/replay")[0]
    found: list[dict[str, Any]] = page.request.get(f"{address}/steps?first=0&last={min(80, match.ply)}").json()
    return found


def go_before(page: Page, ply: int) -> None:
    page.goto(f"{page.url.partition('?')[0]}?ply={ply - 1}")
    page.locator("#slider").wait_for()


def ply_of(step_list: list[dict[str, Any]], fight: bool) -> int:
    """The first step in which something only moves, or in which something goes."""
    for step in step_list:
        goes = any(motion["target"] is None for motion in step["motions"])
        moves = any(
            motion["target"] and motion["origin"] not in (None, motion["target"]) for motion in step["motions"]
        )
        if goes if fight else moves and not goes:
            return int(step["ply"])
    raise AssertionError("there is no such step")


@pytest.mark.parametrize(
    ("fight", "speed", "wanted"),
    [(False, "1", MOVE), (True, "1", FIGHT), (False, "0.5", MOVE / 2), (True, "9", LONGEST)],
)
def test_what_moves_takes_its_time(
    browser: Browser, server: ServerProcess, played: Match, fight: bool, speed: str, wanted: float
) -> None:
    page = replay(browser, server, played, still=False, speed=speed)
    go_before(page, ply_of(steps(page, played), fight))
    page.evaluate("""() => {
        window.durations = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
            window.durations.push(how.duration);
            return animate.call(this, frames, how);
        };
    }""")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => window.durations.length > 0")
    assert set(page.evaluate("window.durations")) == {wanted}
    page.wait_for_function("() => document.getAnimations().length === 0", timeout=LONGEST * 4)
    page.context.close()


@pytest.mark.parametrize("how", ["key", "pointer"])
def test_any_input_ends_it(browser: Browser, server: ServerProcess, played: Match, how: str) -> None:
    page = replay(browser, server, played, still=False, speed="9")
    go_before(page, ply_of(steps(page, played), fight=False))
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => ({DURATIONS})().length > 0")
    if how == "key":
        page.keyboard.press("Shift")
    else:
        page.mouse.click(300, 400)
    page.wait_for_timeout(60)
    assert page.evaluate(DURATIONS) == []
    page.context.close()


def test_nothing_moves_for_who_wants_it_still(browser: Browser, server: ServerProcess, played: Match) -> None:
    page = replay(browser, server, played, still=True, speed="1")
    ply = ply_of(steps(page, played), fight=False)
    go_before(page, ply)
    page.evaluate("() => { Element.prototype.animate = () => { window.moved = true; }; }")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**ply={ply}")
    ring = page.locator("#board .hex.last .ring").first
    ring.wait_for(state="attached")
    assert ring.evaluate("ring => getComputedStyle(ring).display") == "inline"
    assert page.evaluate(DURATIONS) == []
    assert not page.evaluate("window.moved")
    page.context.close()
