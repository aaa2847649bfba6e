"""Two or three people at one table, each in a browser of their own, who never reload a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from banneret.core.guide import load_lesson
from banneret.games import editions
from tests.conftest import KEYS

from .conftest import AT_ONCE, PATIENCE, ServerProcess, is_violation
from .player import IDLE, Clicker, new_table

LESSONS = [key for key in KEYS if load_lesson(editions()[key].folder, key)]
Comer = Callable[..., Page]


@pytest.fixture
def somebody(browser: Browser, server: ServerProcess) -> Iterator[Comer]:
    """Opens a browser that nobody has used yet."""
    opened: list[BrowserContext] = []
    troubles: list[str] = []

    def come(locale: str = "en-GB") -> Page:
        context = browser.new_context(
            base_url=server.address,
            locale=locale,
            viewport={"width": 1280, "height": 800},
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(AT_ONCE)
        context.on("weberror", lambda error: troubles.append(str(error.error)))
        context.on("console", lambda said: troubles.append(said.text) if is_violation(said.text) else None)
        opened.append(context)
        return context.new_page()

    yield come
    for context in opened:
        context.close()
    assert not troubles


def invite(host: Page, seat: int = 1) -> str:
    """The link to a seat, as the host finds it."""
    field = host.locator(f"#people-list [data-seat='{seat}'] .link input")
    field.wait_for()
    return field.input_value()


def sit_down(guest: Page, link: str, name: str = "") -> None:
    guest.goto(link)
    if name:
        guest.locator("#name").fill(name)
    guest.locator(".invitation .main").click()
    guest.wait_for_url("**/tables/*")
    guest.wait_for_function(IDLE)


def company(somebody: Comer, key: str, players: int, **options: object) -> tuple[list[Page], str]:
    """Anna at seat 0 and her friends at the others, and the link by which the last of them came."""
    anna = somebody()
    new_table(anna, key, players, bots="friend", **options)
    links = [invite(anna, seat) for seat in range(1, players)]
    anna.locator("#people-dialog form button").click()
    guests = [somebody() for _ in links]
    for guest, link, name in zip(guests, links, ("Ben", "Carl"), strict=False):
        sit_down(guest, link, name)
    anna.wait_for_selector("#calls", state="hidden")
    return [anna, *guests], links[-1]


def together(somebody: Comer, key: str, **options: object) -> tuple[Page, Page, str]:
    """Anna at seat 0 and Ben at seat 1, and the link by which Ben came."""
    (anna, ben), link = company(somebody, key, 2, **options)
    return anna, ben, link


def acting(*pages: Page) -> Page | None:
    """Who has something to choose; None when the game is over."""
    while True:
        for page in pages:
            page.wait_for_function(IDLE)
            if page.locator("body.my-turn").count():
                return page
            if page.locator("#result[open]").count():
                return None


def meet(*pages: Page) -> None:
    """Wait until everybody sees the newest position."""
    newest = max(int(page.evaluate("document.body.dataset.seq")) for page in pages)
    for page in pages:
        page.wait_for_function(f"() => Number(document.body.dataset.seq) >= {newest}")
        page.wait_for_function(IDLE)


def act(*pages: Page, seed: int = 1) -> Page:
    """One action of whoever's turn it is."""
    page = acting(*pages)
    assert page is not None
    Clicker(page, seed).act()
    return page


def board(page: Page) -> object:
    """What everybody sees of the board."""
    return page.evaluate(
        """() => [...document.querySelectorAll('#board .pieces .piece')].map(
            piece => [piece.dataset.hex, piece.dataset.piece, piece.dataset.seat ?? null]).sort()"""
    )


@pytest.mark.parametrize(
    ("key", "players", "rounds"), [("terra", 2, 2), ("barony", 2, 2), ("baron", 3, 2), ("barony", 3, 1)]
)
def test_browsers_play_a_whole_game_without_reloading(
    somebody: Comer, key: str, players: int, rounds: int
) -> None:
    pages, _ = company(somebody, key, players, max_rounds=rounds)
    for page in pages:
        page.evaluate("window.loadedOnce = true")
    clickers = {page: Clicker(page, 4) for page in pages}
    for _ in range(200):
        mover = acting(*pages)
        if mover is None:
            break
        for page in pages:
            assert page.title().startswith("●") == (page is mover)
        clickers[mover].act()
        meet(*pages)
        assert all(board(page) == board(pages[0]) for page in pages)
    for page in pages:
        expect(page.locator("#result")).to_be_visible()
        assert page.evaluate("window.loadedOnce")
        assert page.locator("#standing").inner_text() == pages[0].locator("#standing").inner_text()
        assert page.locator("#log li").count() == pages[0].locator("#log li").count()
    host, *guests = pages
    host.locator("#rematch").click()
    host.wait_for_url(lambda url: "/tables/" in url and url != guests[0].url)
    for guest in guests:
        guest.locator("#result form button").click()
        guest.locator("#calls a").click()
        guest.wait_for_url(host.url)
    assert act(*pages) in pages, "the next game has begun"


def test_a_seat_is_found_again_by_its_link(somebody: Comer) -> None:
    anna, ben, link = together(somebody, "barony")
    act(anna, ben)
    meet(anna, ben)
    ben.context.clear_cookies()
    ben.reload()
    expect(ben.locator("h1")).to_have_text("This leads nowhere")
    sit_down(ben, link)
    meet(anna, ben)
    assert board(ben) == board(anna)
    for _ in range(2):
        act(anna, ben)
        meet(anna, ben)


def test_a_revoked_link_leads_nowhere_and_a_new_one_does(somebody: Comer) -> None:
    anna, _, link = together(somebody, "barony")
    anna.on("dialog", lambda dialog: dialog.accept())
    anna.locator(".tools .more").click()
    anna.locator("#people").click()
    anna.locator("#people-list [data-seat='1'] button", has_text="Free the seat").click()
    anna.locator("#people-list [data-seat='1']", has_text="free").wait_for()
    fresh = invite(anna)
    assert fresh != link
    carl = somebody()
    carl.goto(link)
    expect(carl.locator("h1")).to_have_text("This leads nowhere")
    sit_down(carl, fresh, "Carl")
    expect(anna.locator("#seats")).to_contain_text("Carl")


def test_offline_in_the_middle_of_an_action_and_back(somebody: Comer) -> None:
    anna, ben, _ = together(somebody, "barony")
    page = acting(anna, ben)
    assert page is not None
    other = ben if page is anna else anna
    clicker = Clicker(page, 2)
    before = clicker.seq
    page.context.set_offline(True)
    clicker.page.mouse.click(*clicker.aim(clicker.offered()[0]))
    page.wait_for_timeout(1500)
    assert int(other.evaluate("document.body.dataset.seq")) == before
    page.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden")
    page.wait_for_function(IDLE)
    if clicker.seq == before:
        clicker.act()
    meet(anna, ben)
    assert board(anna) == board(ben)
    act(anna, ben)
    meet(anna, ben)


def test_a_takeback_is_refused_and_granted(somebody: Comer) -> None:
    anna, ben, _ = together(somebody, "barony")
    mover = act(anna, ben)
    meet(anna, ben)
    while (following := acting(anna, ben)) is mover:
        act(anna, ben)
        meet(anna, ben)
    assert following is not None
    act(following)
    meet(anna, ben)
    ply = mover.locator("#log li").count()
    mover.locator("#ask-back").click()
    following.locator("#calls button", has_text="Do not agree").click()
    expect(mover.locator("#log")).to_contain_text("does not agree")
    expect(mover.locator("#calls")).to_be_hidden()
    assert mover.locator("#log .undone").count() == 0
    mover.locator("#ask-back").click()
    expect(mover.locator("#calls")).to_contain_text("have yet to agree")
    following.locator("#calls button.main").click()
    mover.locator("#log .undone").first.wait_for()
    meet(anna, ben)
    assert board(anna) == board(ben)
    assert acting(anna, ben) is mover
    assert mover.locator("#log li").count() > ply, "nothing is erased from the log"


def test_a_bot_plays_for_who_leaves_and_gives_the_seat_back(somebody: Comer) -> None:
    anna, ben, _ = together(somebody, "barony")
    address = ben.url
    ben.goto("about:blank")
    expect(anna.locator("#seats .seat-1 .presence")).not_to_have_class("presence there")
    anna.locator(".tools .more").click()
    anna.locator("#people").click()
    row = anna.locator("#people-list [data-seat='1']")
    row.locator("select").select_option("random")
    row.locator("button", has_text="Let a bot play").click()
    expect(row).to_contain_text("a bot")
    anna.locator("#people-dialog form button").click()
    for _ in range(3):
        act(anna)
    ben.goto(address)
    ben.wait_for_function(IDLE)
    ben.locator("#calls button", has_text="I am back").click()
    expect(ben.locator("#calls")).to_be_hidden()
    meet(anna, ben)
    expect(anna.locator("#seats .seat-1 .presence.there")).to_be_visible()
    while acting(anna, ben) is not ben:
        act(anna, ben)
    act(ben)
    meet(anna, ben)


def test_people_talk_and_what_has_been_clicked_stays_clicked(somebody: Comer) -> None:
    anna, ben, _ = together(somebody, "barony")
    while not (buttons := [thing for page in (anna, ben) for thing in Clicker(page).offered() if thing[0] == "b"]):
        act(anna, ben)
        meet(anna, ben)
    page = acting(anna, ben)
    assert page is not None
    other = ben if page is anna else anna
    Clicker(page).click(buttons[0])
    page.locator("#choices .chosen").first.wait_for()
    evil = "<img src=x onerror=alert(1)>"
    other.locator("#message").fill(evil)
    other.locator("#chat button").click()
    expect(page.locator("#log .said")).to_contain_text(evil)
    expect(other.locator("#log .said")).to_contain_text(evil)
    assert page.locator("#log img").count() == 0
    assert page.locator("#choices .chosen").count() == 1


def test_the_language_is_switched_in_the_middle_of_a_game(somebody: Comer) -> None:
    anna, ben, _ = together(somebody, "barony")
    for _ in range(3):
        act(anna, ben)
        meet(anna, ben)
    said = anna.locator("#log").inner_text()
    anna.locator(".switches [name=language]").select_option("fr")
    anna.wait_for_function("() => document.documentElement.lang === 'fr'")
    anna.wait_for_function(IDLE)
    assert anna.locator("#log").inner_text() != said
    assert anna.locator("#log li").count() == ben.locator("#log li").count()
    meet(anna, ben)
    assert board(anna) == board(ben)
    assert ben.evaluate("document.documentElement.lang") == "en"
    act(anna, ben)
    meet(anna, ben)


def test_anyone_may_join_a_table_of_the_lobby(somebody: Comer) -> None:
    anna, ben = somebody(), somebody()
    address = new_table(anna, "barony", bots="friend")
    invite(anna)
    anna.locator("#lobby").check()
    name = address.rsplit("/", 1)[-1]
    ben.wait_for_timeout(300)
    ben.goto("/")
    ben.locator(f".lobby a[href$='{name}']").click()
    row = ben.locator("#people-list [data-seat='1']")
    row.locator("input").fill("Ben")
    row.locator("button").click()
    ben.locator("#chat").wait_for()
    expect(anna.locator("#seats")).to_contain_text("Ben")
    anna.locator("#people-dialog form button").click()
    act(anna, ben)


def test_who_looks_on_sees_moves_and_can_do_nothing(somebody: Comer) -> None:
    anna, ben, _ = together(somebody, "terra")
    anna.locator(".tools .more").click()
    anna.locator("#people").click()
    anna.locator("#people-list [data-seat='-1'] button", has_text="Make a link").click()
    link = invite(anna, -1)
    anna.locator("#people-dialog form button").click()
    carl = somebody("de-DE")
    sit_down(carl, link)
    act(anna, ben)
    meet(anna, ben, carl)
    assert board(carl) == board(anna)
    assert Clicker(carl).offered() == []
    assert carl.locator("#chat").count() == 0


@pytest.mark.parametrize("key", LESSONS)
def test_a_guided_game_leads_to_its_end(somebody: Comer, key: str) -> None:
    learner = somebody()
    learner.goto(f"/games/{key}/rules")
    learner.locator(".learn form button").click()
    learner.wait_for_url("**/tables/*")
    clicker = Clicker(learner)
    clicker.settle()
    lesson = load_lesson(editions()[key].folder, key)
    assert lesson is not None
    said = []
    for ply in sorted(lesson.says):
        expect(learner.locator("#lesson-text")).to_have_text(lesson.says[ply]["en"])
        said.append(learner.locator("#lesson-step").inner_text())
        learner.wait_for_selector("body.my-turn")
        learner.wait_for_function(IDLE)
        clicker.act()
    expect(learner.locator("#lesson-text")).to_have_text(lesson.closing["en"])
    assert said == [f"Step {number + 1} of {len(said)}" for number in range(len(said))]
    learner.locator("#lesson-ways a.main").click()
    learner.wait_for_url(f"**/games/{key}")
