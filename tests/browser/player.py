"""Somebody who plays by clicking on what is offered, and knows no game."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page

OFFERED = """() => [
    ...document.querySelectorAll('#board .hex.offered, #choices .choice:not([aria-disabled], .chosen)')
].map(found => found.dataset.thing)"""

AIM = """thing => {
    const found = document.querySelector(`#board .hex[data-thing="${CSS.escape(thing)}"] .ring`)
        ?? document.querySelector(`#choices [data-thing="${CSS.escape(thing)}"]`);
    found.scrollIntoView?.({block: 'nearest', inline: 'nearest'});
    const box = found.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""

# What a person sees of a position: the board, the seats, the trays and the prompt.
VIEW = """() => {
    const board = [...document.querySelectorAll('#board .hex')].map(
        hex => [hex.dataset.thing, hex.getAttribute('aria-label'), hex.classList.contains('offered')]);
    const pieces = [...document.querySelectorAll('#board .pieces .piece')].map(
        piece => [piece.dataset.hex, piece.dataset.piece, piece.dataset.seat ?? null, piece.textContent]);
    const text = id => document.getElementById(id).textContent;
    const choices = [...document.querySelectorAll('#choices .choice')].map(choice => choice.textContent);
    return {board, pieces, choices, seats: text('seats'), trays: text('trays'), prompt: text('prompt')};
}"""

IDLE = "() => !document.body.classList.contains('busy') && document.body.dataset.seq !== undefined"


class Clicker:
    """A person at a page."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)

    def settle(self) -> None:
        """Wait until the page has answered, and come out from behind the curtain."""
        self.page.wait_for_function(IDLE)
        if self.page.locator("#curtain").is_visible():
            self.page.locator("#lift").click()
            self.page.wait_for_selector("#curtain", state="hidden")
            self.page.wait_for_function(IDLE)

    def offered(self) -> list[str]:
        return list(self.page.evaluate(OFFERED))

    def view(self) -> dict[str, Any]:
        return dict(self.page.evaluate(VIEW))

    @property
    def seq(self) -> int:
        return int(self.page.evaluate("document.body.dataset.seq"))

    @property
    def over(self) -> bool:
        return bool(self.page.evaluate("document.getElementById('result').open"))

    def aim(self, thing: str) -> tuple[float, float]:
        x, y = self.page.evaluate(AIM, thing)
        return x, y

    def click(self, thing: str) -> None:
        self.page.mouse.click(*self.aim(thing))
        self.page.wait_for_function(IDLE)

    def act(self) -> None:
        """One action, whichever the clicks lead to."""
        before = self.seq
        while self.seq == before:
            offered = self.offered()
            assert offered, "there is always something to choose before an action is complete"
            self.click(self.rng.choice(offered))
        self.settle()

    def play(self, most: int = 2000) -> None:
        """To the end of the game."""
        self.settle()
        for _ in range(most):
            if self.over:
                return
            self.act()
        raise AssertionError(f"the game does not end within {most} actions")


def new_table(page: Page, key: str, players: int = 2, *, bots: str = "", **options: object) -> str:
    """Set up a table as a person does; without bots everybody sits at this screen. Returns its address."""
    page.goto(f"/games/{key}")
    page.locator(f"input[name=players][value='{players}'] + span").click()
    for seat in range(1, players):
        page.locator(f"[name='seat.{seat}']").select_option(bots or "person")
    if options:
        page.locator("details.options summary").click()
        for name, value in options.items():
            page.locator(f"[name='option.{name}']").fill(str(value))
    page.locator(".start button").click()
    page.wait_for_url("**/tables/*")
    page.wait_for_function(IDLE)
    return page.url
