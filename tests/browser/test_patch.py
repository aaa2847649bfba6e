"""Drawing only what is different gives what drawing everything would have given, and leaves the rest alone."""

from __future__ import annotations

import random

from playwright.sync_api import Page

from .conftest import ServerProcess

PATCHED = """async pairs => {
    const { patch } = await import('/static/js/patch.js');
    const made = text => Object.assign(document.createElement('template'), { innerHTML: text }).content.firstChild;
    return pairs.map(([before, after]) => {
        const shown = made(before);
        patch(shown, made(before), made(after));
        return shown.outerHTML;
    });
}"""

KEPT = """async ([before, after]) => {
    const { patch } = await import('/static/js/patch.js');
    const made = text => Object.assign(document.createElement('template'), { innerHTML: text }).content.firstChild;
    const shown = made(before);
    const stays = shown.querySelector('[data-thing=a]');
    stays.setAttribute('tabindex', '0');
    patch(shown, made(before), made(after));
    return [shown.querySelector('[data-thing=a]') === stays, shown.outerHTML];
}"""


def drawing(rng: random.Random) -> str:
    """A made-up drawing: layers of things, each with a look and perhaps a text."""
    things = [f"t{number}" for number in range(8) if rng.random() < 0.7]

    def thing(name: str) -> str:
        look = rng.choice(["plain", "last", "plain"])
        inside = rng.choice(["", "<u></u>", "2", "<u></u><i>3</i>"])
        return f'<b data-thing="{name}" class="{look}">{inside}</b>'

    pieces = "".join(f'<i data-hex="{rng.choice(things or ["x"])}"></i>' for _ in range(rng.randrange(6)))
    return f"<div><p>{''.join(map(thing, things))}</p><p>{pieces}</p></div>"


def test_any_drawing_becomes_any_other(page: Page, server: ServerProcess) -> None:
    page.goto("/")
    rng = random.Random(1)
    pairs = [[drawing(rng), drawing(rng)] for _ in range(400)]
    assert page.evaluate(PATCHED, pairs) == [after for _, after in pairs]


def test_what_stays_is_the_same_with_all_that_was_put_on_it(page: Page, server: ServerProcess) -> None:
    page.goto("/")
    before = '<div><b data-thing="a" class="x"></b><b data-thing="b"></b></div>'
    after = '<div><b data-thing="a" class="y"></b><b data-thing="c"></b></div>'
    same, shown = page.evaluate(KEPT, [before, after])
    assert same
    assert shown == after.replace('class="y"', 'class="y" tabindex="0"')
