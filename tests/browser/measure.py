"""Measures how long a click takes until its answer is on the screen, in the largest games; `make clicks` runs it.

A server of its own, a browser that nobody has used, everybody at one screen: a player clicks at random on what is
offered, as fast as the page lets him. Two times are taken in the page itself, from the click to the frame after
the change: until anything is different (a mark, a button, a preview), and, where the click was the last of an
action, until the position that followed is drawn.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import KEYS, pure

from .conftest import ARGUMENTS, CHROMIUM, PATIENCE, ServerProcess
from .player import Clicker, new_table

# Notes for each click when something was different on the screen, and when the next position was.
WATCH = """() => {
    const seq = () => document.body.dataset.seq;
    const painted = then => requestAnimationFrame(() => setTimeout(() => then(performance.now())));
    window.clicked = [];
    let open = null;
    addEventListener('click', event => {
        open = { from: event.timeStamp, seq: seq() };
        window.clicked.push(open);
    }, true);
    new MutationObserver(() => {
        const click = open;
        if (!click) return;
        if (!click.seen) { click.seen = true; painted(at => (click.reaction = at - click.from)); }
        if (click.done || seq() === click.seq) return;
        click.done = true;
        painted(at => (click.action = at - click.from));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
SETTINGS = "localStorage.setItem('banneret-settings', JSON.stringify({ speed: '0', confirm: 'never' }))"


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def clicks_of(page: Page, key: str, actions: int) -> list[dict[str, Any]]:
    """What was noted of the clicks of some actions in the middle of a game at a full table."""
    new_table(page, key, pure(key).info.players[-1])
    person = Clicker(page, seed=3)
    person.settle()
    for _ in range(actions):  # an opening is not large
        person.act()
    page.evaluate(WATCH)
    for _ in range(actions):
        if person.over:
            break
        person.act()
    page.wait_for_timeout(200)
    found: list[dict[str, Any]] = page.evaluate("window.clicked")
    return found


def measure(browser: Browser, address: str, key: str, actions: int) -> str:
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SETTINGS)
    clicks = clicks_of(context.new_page(), key, actions)
    context.close()
    first = [each["reaction"] for each in clicks if "reaction" in each]
    done = [each["action"] for each in clicks if "action" in each]
    told = [f"{statistics.median(times):.0f} | {percentile(times, 0.95):.0f}" for times in (first, done)]
    return f"| {key} | {pure(key).info.players[-1]} | {len(first)} | {told[0]} | {len(done)} | {told[1]} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=KEYS)
    parser.add_argument("--actions", type=int, default=60)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder), compiled=True)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        print("| game | players | clicks | median ms | p95 ms | actions | median ms | p95 ms |")
        print("|---|---|---|---|---|---|---|---|")
        for key in arguments.games:
            print(measure(browser, server.address, key, arguments.actions), flush=True)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
