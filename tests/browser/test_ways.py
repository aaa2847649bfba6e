"""Other ways to play than with a mouse against each other: keys, taps, bots, and looking again."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.conftest import KEYS, pure

from .conftest import PATIENCE, ServerProcess
from .player import Clicker, new_table

OPEN = next(key for key in KEYS if not pure(key).info.hidden)


def press(page: Page, key: str) -> None:
    page.keyboard.press(key)


def test_actions_by_keys_alone(page: Page) -> None:
    new_table(page, OPEN)
    person = Clicker(page)
    for _ in range(6):
        before = person.seq
        for _ in range(8):
            page.locator("#board .hex.offered, #choices .choice:not([aria-disabled])").first.focus()
            press(page, "Enter")
            person.settle()
            if person.seq != before:
                break
        assert person.seq == before + 1
    press(page, "u")
    person.settle()
    assert page.locator("#log li").last.inner_text().endswith("takes back 1 action.")


def test_tab_reaches_every_target_and_leaves_the_board_again(page: Page) -> None:
    new_table(page, OPEN)
    offered = [thing for thing in Clicker(page).offered() if thing.startswith("hex ")]
    page.locator("#board .hex.offered").first.focus()
    met = set()
    for _ in range(len(offered) + 3):
        met.add(page.evaluate("document.activeElement.dataset.thing"))
        press(page, "Tab")
    assert met >= set(offered)
    assert not page.evaluate("document.getElementById('board').contains(document.activeElement)")


def test_six_keys_walk_in_six_directions(page: Page) -> None:
    new_table(page, OPEN)
    here = "document.activeElement.dataset.thing"
    page.evaluate("""() => {
        const hexes = [...document.querySelectorAll('#board .hex')];
        hexes[Math.floor(hexes.length / 2)].focus({ focusVisible: true });
    }""")
    begun = page.evaluate(here)
    for there, back in (("q", "c"), ("e", "z"), ("a", "d")):
        press(page, there)
        assert page.evaluate(here) != begun
        press(page, back)
        assert page.evaluate(here) == begun


def test_escape_takes_back_one_click_and_question_mark_helps(page: Page) -> None:
    new_table(page, OPEN)
    person = Clicker(page, seed=2)
    while "button move" not in person.offered():
        person.act()
    before = person.view()
    person.click("button move")
    assert person.view() != before
    press(page, "Escape")
    assert person.view() == before
    press(page, "?")
    expect(page.locator("#help-dialog")).to_be_visible()
    press(page, "Escape")
    expect(page.locator("#help-dialog")).to_be_hidden()


def test_the_first_tap_shows_and_the_second_does(browser: Browser, server: ServerProcess) -> None:
    context = browser.new_context(
        base_url=server.address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    new_table(page, OPEN)
    person = Clicker(page)
    thing = person.offered()[0]
    page.touchscreen.tap(*person.aim(thing))
    expect(page.locator("#preview.foreseen")).to_be_visible()
    expect(page.locator("#confirm")).to_be_visible()
    assert person.seq == 0
    page.touchscreen.tap(*person.aim(thing))
    page.wait_for_function("() => document.body.dataset.seq === '1'")
    context.close()


def test_the_end_of_a_turn_waits_for_a_second_word(page: Page) -> None:
    new_table(page, OPEN)
    page.locator("[popovertarget=more-tools]").click()
    page.locator("#settings-button").click()
    page.locator("input[name=confirm][value=always]").check()
    page.locator("#settings-form button").click()
    person = Clicker(page)
    thing = person.offered()[0]
    person.click(thing)
    expect(page.locator("#do")).to_have_text("End turn")
    assert person.seq == 0
    page.locator("#back").click()
    expect(page.locator("#confirm")).to_be_hidden()
    person.click(thing)
    page.locator("#do").click()
    page.wait_for_function("() => document.body.dataset.seq === '1'")


def test_bots_answer_and_say_what_they_did(page: Page) -> None:
    new_table(page, OPEN, 3, bots="random")
    person = Clicker(page, seed=5)
    for _ in range(3):
        page.wait_for_function("() => document.body.classList.contains('my-turn')")
        person.act()
    page.wait_for_function("() => document.body.classList.contains('my-turn')")
    seats = page.locator("#log li").evaluate_all("all => [...new Set(all.map(line => line.className))]")
    assert {"seat-0", "seat-1", "seat-2"} <= set(seats)


def test_on_return_what_happened_is_shown_again_and_then_the_board(page: Page) -> None:
    table = new_table(page, OPEN)
    person = Clicker(page, seed=7)
    for _ in range(4):
        person.act()
    before = person.view()
    page.evaluate("id => localStorage.setItem(`banneret-seen-${id}`, '1')", table.rpartition("/")[2])
    with page.expect_response("**/steps?first=1*"):
        page.reload()
    person.settle()
    assert person.view() == before
    press(page, "r")
    person.settle()
    assert person.view() == before


def test_a_replay_goes_anywhere_and_play_goes_on_from_there(page: Page) -> None:
    table = new_table(page, OPEN)
    person = Clicker(page, seed=6)
    views = []
    for _ in range(6):
        person.act()
        views.append(person.view()["pieces"])
    page.goto(f"{table}/replay?ply=2")
    pieces = "() => [...document.querySelectorAll('#board .pieces .piece')].length"
    assert page.evaluate(pieces) == len(views[1])
    press(page, "ArrowRight")
    expect(page).to_have_url(re.compile(r"ply=3$"))
    press(page, "End")
    expect(page).to_have_url(re.compile(r"ply=6$"))
    press(page, "Home")
    expect(page).to_have_url(re.compile(r"ply=0$"))
    page.locator("#slider").fill("4")
    expect(page).to_have_url(re.compile(r"ply=4$"))
    page.locator("#fork").click()
    page.wait_for_url(re.compile(r"/tables/[\w-]+$"))
    assert page.url != table
    person.settle()
    assert person.view()["pieces"] == views[3]


def test_the_record_of_a_game_with_secrets_is_there_when_it_is_over(page: Page) -> None:
    new_table(page, next(key for key in KEYS if pure(key).info.hidden), max_rounds=1)
    person = Clicker(page, seed=8)
    person.settle()
    expect(page.locator("#record")).to_have_attribute("hidden", "")
    assert page.request.get(f"{page.url}/record").status == 403
    person.play()
    page.locator("#result form button").click()
    page.locator("[popovertarget=more-tools]").click()
    with page.expect_download() as download:
        page.locator("#record").click()
    assert download.value.suggested_filename.endswith(".json")
