"""Every page in every language: nothing raw, nothing from elsewhere, not too heavy; and pictures of all."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from banneret.core.match import Match
from banneret.core.words import LANGUAGES
from tests.conftest import KEYS, pure

from .conftest import AT_ONCE, PATIENCE, ROOT, ServerProcess
from .player import Clicker, new_table

SHOTS = Path(os.environ.get("BANNERET_SHOTS") or ROOT / "build" / "screenshots")
LOOKS: dict[str, Any] = {
    "light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}
HEAVIEST = 300_000  # bytes of a table with everything that it loads
RAW = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+\.[a-z]+\b|\{\w*\}|\bundefined\b|\bNone\b|\bnull\b|\[object")

TEXTS = """() => {
    const texts = [document.title, document.body.innerText];
    for (const found of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
            texts.push(found.getAttribute(name) ?? '');
    for (const dialog of document.querySelectorAll('dialog, [popover], details')) texts.push(dialog.textContent);
    return texts;
}"""


def raw_texts(page: Page) -> list[str]:
    """Whatever looks like a key or a gap instead of words."""
    return [found for text in page.evaluate(TEXTS) for found in RAW.findall(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_shows_a_raw_key(browser: Browser, server: ServerProcess, language: str) -> None:
    context = browser.new_context(base_url=server.address, locale=language, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    for key in KEYS:
        new_table(page, key, max_rounds=2)
        table = page.url
        person = Clicker(page, seed=21)
        person.settle()
        for _ in range(6):
            assert raw_texts(page) == []
            assert page.locator("html").get_attribute("lang") == language
            if not person.over:
                person.act()
        page.goto(f"/games/{key}")
        page.locator("details.options summary").click()
        assert raw_texts(page) == []
        page.goto(f"{table}/replay")
        assert raw_texts(page) == []
    for address in ("/", "/games/nothing", "/tables/nothing"):
        page.goto(address)
        assert raw_texts(page) == []
    context.close()


def test_the_language_can_be_changed_in_the_middle_of_a_game(page: Page) -> None:
    new_table(page, next(key for key in KEYS if not pure(key).info.hidden))
    person = Clicker(page, seed=22)
    person.act()
    address, english = page.url, person.view()
    page.locator("select[name=language]").select_option("de")
    page.wait_for_selector("html[lang=de]")
    person.settle()
    assert page.url == address
    german = person.view()
    assert german["prompt"] != english["prompt"]
    assert german["pieces"] == english["pieces"]


@pytest.mark.parametrize("key", KEYS)
def test_a_table_is_light_and_asks_nobody_else(
    browser: Browser, page: Page, server: ServerProcess, key: str
) -> None:
    table = new_table(page, key, pure(key).info.players[-1])
    context = browser.new_context(storage_state=page.context.storage_state())  # with nothing in its cache
    visitor = context.new_page()
    sizes: dict[str, int] = {}
    visitor.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    visitor.goto(table)
    Clicker(visitor).settle()
    context.close()
    assert all(url.startswith(server.address) for url in sizes)
    assert sum(sizes.values()) < HEAVIEST, sizes


def test_pictures_of_every_page_and_game(browser: Browser, server: ServerProcess) -> None:
    """For people to look at; here it only counts that no page is wider than the screen. With BANNERET_SHOTS all
    games are shot (`make shots`), without it only the first."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    pages = dict(opened(browser, server))

    def shoot(what: str, address: str, full: bool = False) -> None:
        for name, page in pages.items():
            page.goto(address)
            if page.locator("#choices").count():
                Clicker(page).settle()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{what} is too wide"
            page.screenshot(path=SHOTS / f"{what}-{name}.png", full_page=full)

    shoot("home", "/", full=True)
    shoot("error", "/tables/nothing")
    for key in KEYS if "BANNERET_SHOTS" in os.environ else KEYS[:1]:
        shoot(f"{key}-setup", f"/games/{key}", full=True)
        shoot(f"{key}-early", new_table(pages["light"], key))
        played = some_game(key)
        finished = uploaded(pages["light"], played)
        shoot(f"{key}-result", finished)
        shoot(f"{key}-replay", f"{finished}/replay?ply={played.ply // 2}")
        pages["light"].goto(f"{finished}/replay?ply={played.ply * 3 // 5}")
        pages["light"].locator("#fork").click()
        pages["light"].wait_for_url(re.compile(r"/tables/[\w-]+$"))
        shoot(f"{key}-late", pages["light"].url)
    for page in pages.values():
        page.context.close()


def some_game(key: str) -> Match:
    """A game at a full table, played to its end."""
    game, rng = pure(key), random.Random(4)
    match = Match.new(game, {"players": game.info.players[-1]}, rng)
    while not match.over:
        match.play(match.choose(rng, game.info.styles[-1]))
    return match


def uploaded(page: Page, match: Match) -> str:
    """The address of a table made from a record."""
    answer = page.request.post("/records", data=match.record().dumps())
    return f"/tables/{answer.json()['table']}"


def opened(browser: Browser, server: ServerProcess) -> Iterator[tuple[str, Page]]:
    """The same person in front of different screens; nothing is searched, which would keep all others waiting."""
    state = None
    for name, screen in LOOKS.items():
        context = browser.new_context(
            base_url=server.address, locale="en-GB", reduced_motion="reduce", storage_state=state, **screen
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(AT_ONCE)
        context.route("**/evaluation", lambda route: route.fulfill(json={"graph": [], "done": True, "plies": 0}))
        page = context.new_page()
        page.goto("/")
        state = context.storage_state()
        yield name, page
