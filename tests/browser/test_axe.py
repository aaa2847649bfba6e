"""No page has a fault that keeps somebody out, in any language: axe-core finds nothing serious or critical."""

from __future__ import annotations

import pytest

pytest.importorskip("axe_playwright_python", reason="the checks for everyone need axe-core")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from banneret.core.words import LANGUAGES

from .conftest import AT_ONCE, PATIENCE, ServerProcess
from .player import IDLE, Clicker, new_table

GRAVE = ("serious", "critical")


def faults(page: Page, where: str) -> list[str]:
    """What keeps people out of a page, and where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{where}: {fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
    ]


def test_a_fault_would_be_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<html lang=en><title>x</title><main><button></button></main>")
    assert [fault for fault in faults(page, "here") if "button-name" in fault]
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_keeps_anybody_out(browser: Browser, server: ServerProcess, language: str, scheme: str) -> None:
    if scheme == "dark" and language != LANGUAGES[0]:
        pytest.skip("colours are the same in every language")
    context = browser.new_context(
        base_url=server.address,
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        viewport={"width": 1280, "height": 800},
        bypass_csp=True,  # axe is no script of the page
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    found: list[str] = []

    def look(where: str) -> None:
        found.extend(faults(page, where))

    new_table(page, "baron", bots="friend")
    page.locator("#people-list .link input").wait_for()
    look("invite")
    link = page.locator("#people-list .link input").input_value()
    page.goto("/games/baron")
    look("setup")
    page.locator("details.options summary").click()
    look("setup with options")
    page.goto(link)
    look("join")
    page.goto("/nowhere-at-all")
    assert page.locator("html").get_attribute("lang") == language
    page.goto("/tables/none")
    look("error")
    page.goto("/games/baron/rules")
    look("rules")
    page.locator(".learn form button").click()
    page.wait_for_url("**/tables/*")
    page.wait_for_function(IDLE)
    look("lesson")
    new_table(page, "barony", max_rounds=1)
    look("table")
    Clicker(page, 3).act()
    page.locator(".tools .more").click()
    look("table with tools")
    page.locator("#help").click()
    look("help")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.locator("#preview summary").first.click()
    look("hints")
    page.goto(f"{page.url}/replay")
    page.locator("#slider").wait_for()
    look("replay")
    page.goto("/")
    look("home")
    context.close()
    assert not found, "\n".join(found)
