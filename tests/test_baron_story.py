"""How Baron's play is told: by hand for known positions, against the engine for many."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from banneret.core.conformance import load_cases
from banneret.core.game import CHANCE, Handle
from banneret.core.match import Match
from banneret.core.scene import Card, Said
from banneret.games.baron.chronicle import Storm, fights
from banneret.games.baron.combat import halved
from tests.conftest import pure

GAME = pure("baron")
CASES = {case["name"]: case for case in load_cases(GAME.edition.folder / "cases.toml") if "refused" not in case}
TABLES = [(players, style) for players in (2, 3, 5) for style in ("thrifty", "eager")]
SEATS = ("Blue", "Red", "Yellow", "White", "Black")


def put(players: int = 2, **described: Any) -> Handle:
    return GAME.position(GAME.options({"players": players}), described)


def done(before: Handle, action: str) -> Handle:
    """The position after a legal action."""
    code = GAME.code(action)
    assert code in GAME.legal(before)
    after = GAME.copy(before)
    GAME.apply(after, code)
    return after


def in_english(said: Said) -> str:
    return GAME.words("en").sentence(said, SEATS.__getitem__)


def told(before: Handle, action: str) -> list[str]:
    return [in_english(said) for said in GAME.told(before, action, done(before, action), None)]


def shown(before: Handle, action: str) -> list[Card]:
    return list(GAME.cards(before, action, done(before, action), None))


def table(card: Card) -> dict[str, tuple[str, ...]]:
    return {said.key.removeprefix("row_"): columns for said, columns in card.rows}


def example(begun: str) -> tuple[Handle, str]:
    """The position before the last action of a case, and that action."""
    case = next(case for name, case in CASES.items() if name.startswith(begun))
    state = put(case["options"]["players"], **case["position"])
    for action in case["play"][:-1]:
        state = done(state, action)
    return state, case["play"][-1]


# Sentences


def test_a_bought_tile_is_told_with_its_price_and_what_is_left() -> None:
    state = put(board={"0,0": "meadow"}, offer=["pond", "cursed", "forest"], honour=[14, 0], phase="take")
    assert told(state, "take 1") == ["Blue takes a pond from the offer for free."]
    assert told(state, "take 2") == ["Blue takes a cursed place from the offer for 1 honour, which leaves 13."]
    assert told(state, "take 3") == ["Blue takes a forest from the offer for 3 honour, which leaves 11."]


def test_a_drawn_tile_is_told_by_its_kind() -> None:
    state = put(board={"0,0": "meadow"}, offer=["pond"], pile={"marsh": 1}, phase="draw")
    assert told(state, "draw marsh") == ["New in the offer: marsh."]


def test_a_placed_tile_is_told_with_the_honour_for_touching() -> None:
    assert told(*example("example 1")) == [
        "Blue places a field on 0,0.",
        "It touches 5 tiles: 3 honour for Blue.",
    ]


def test_a_discard_says_that_nothing_fits() -> None:
    state, action = example("a discarded tile leaves the game")
    assert told(state, action) == ["No tile of Blue fits anywhere: Blue discards a quarry."]


def test_a_victory_tells_who_is_beaten_and_what_each_wins_and_loses() -> None:
    assert told(*example("example 4")) == [
        "Blue places a vineyard on 0,-1.",
        "Blue's knight on 0,0 beats Yellow's baron on -2,2, 5 to 4; the beaten donjon goes back.",
        "Blue's knight on 0,0 beats Red's baron on 2,0, 5 to 2; the beaten donjon goes back.",
        "Red loses 3 honour with the battlefield.",
        "Yellow loses 1 honour with the battlefield.",
        "Blue establishes a barony on 0,0 and gains 9 honour.",
    ]


def test_knights_fight_each_other_before_the_survivor_meets_barons() -> None:
    assert told(*example("example 7"))[2:] == [
        "Blue's knight on 0,0 beats Red's on 2,0, 2 to 1.",
        "Red's knight on 2,0 is weaker than Blue's on 0,0, 1 to 2, and goes back.",
        "Blue's knight on 0,0 loses to Yellow's baron on 0,2, 3 to 5, and goes back.",
    ]


def test_the_last_claim_tells_all_fights_of_the_end() -> None:
    assert told(*example("example 8")) == [
        "Yellow claims the barony on 5,0 for half its value.",
        "Blue's knight on 0,0 only equals Red's on 2,0, 1 to 1, and goes back.",
        "Red's knight on 2,0 only equals Blue's on 0,0, 1 to 1, and goes back.",
        "Blue establishes a barony on -3,0 and gains 2 honour.",
        "Yellow's knight on 5,0 beats White's baron on 7,0, 2 to 0; the beaten donjon goes back.",
        "White loses 1 honour with the battlefield.",
        "Yellow establishes a barony on 5,0 and gains 3 honour.",
    ]


def test_passing_with_the_last_tile_played_begins_the_claims() -> None:
    case = next(case for name, case in CASES.items() if name.startswith("example 8"))
    assert told(put(4, **case["position"]), "pass") == [
        "White places no donjon.",
        "All tiles have been played: now knights may claim their baronies for half the value.",
    ]


def test_who_falls_into_the_oubliettes_is_told() -> None:
    ring = {
        "1,0": "meadow",
        "1,-1": "cursed",
        "0,-1": "meadow",
        "-1,0": "marsh",
        "-1,1": "meadow",
        "0,0": "meadow",
    }
    state = put(
        3, board=ring, donjons={"0,0": [1, "knight"]}, honour=[0, -2, 0], reserves=[["meadow"]] + [["pond"]] * 2
    )
    assert told(state, "place meadow 0,1") == [
        "Blue places a meadow on 0,1.",
        "Red establishes a barony on 0,0 and loses 3 honour.",
        "Red falls into the oubliettes at -5 honour and is out of the game.",
    ]


# Fight cards


def test_the_card_of_a_knight_that_beats_a_baron() -> None:
    (card,) = shown(*example("example 3"))
    assert card.seats == (0, 1)
    assert card.at == "1,1"
    assert table(card) == {
        "side": ("knight", "baron"),
        "hex": ("1,1", "0,0"),
        "own": ("3 + 1 + 1 = 5", "1 + 1 = 2"),
        "battlefield": ("2, -1", "2, -1"),
        "strength": ("5", "2"),
        "needs": ("> 2", "≥ 5"),
        "honour": ("+6", "-1"),
        "result": ("becomes baron", "goes back"),
    }
    assert in_english(card.verdict) == "Blue establishes a barony on 1,1 and gains 6 honour."


def test_the_card_tells_tiles_that_an_own_barony_counted_before() -> None:
    (card,) = shown(*example("example 5"))
    assert table(card)["counted"] == ("2, 1", "")
    assert table(card)["own"][0] == "3 + 2 + 2 + 1 = 8"
    assert table(card)["honour"] == ("+6", "-1")


def test_a_peaceful_barony_has_a_card_of_one_column() -> None:
    (card,) = shown(*example("example 2"))
    assert table(card) == {
        "side": ("knight",),
        "hex": ("0,0",),
        "own": ("2 + 2 + 1 + 1 + 1 - 2 = 5",),
        "honour": ("+5",),
        "result": ("becomes baron",),
    }


def test_a_tie_of_knights_is_carnage() -> None:
    (card,) = shown(*example("example 6: a tie"))
    assert card.verdict.key == "duel_none"
    assert table(card)["needs"] == ("> 3", "> 3")
    assert table(card)["result"] == ("goes back", "goes back")


def test_a_tie_goes_to_the_baron() -> None:
    (card,) = shown(*example("a tie goes to the baron"))
    assert card.verdict.key == "storm_tied"
    strengths = table(card)["strength"]
    assert strengths[0] == strengths[1]
    assert table(card)["result"] == ("goes back", "stays")
    assert "honour" not in table(card)


def test_a_knight_barred_by_its_brothers_defeat_has_no_strength_to_compare() -> None:
    state, action = example("after a lost fight a later survivor of the same owner goes back without a fight")
    lost, barred = shown(state, action)
    assert lost.verdict.key == "storm_lost"
    assert barred.verdict.key == "barred"
    assert "strength" not in table(barred)
    assert table(barred)["result"][0] == "goes back"


def test_claims_count_half() -> None:
    carnage, peace, storm = shown(*example("example 8"))
    assert table(carnage)["half"] == ("1", "1")
    assert table(peace)["own"] == ("3",)
    assert table(peace)["honour_half"] == ("+2",)
    assert table(storm)["own"] == ("2 + 2 = 4", "1 - 1 = 0")
    assert table(storm)["half"] == ("2", "0")
    assert table(storm)["honour_half"] == ("+3", "-1")


# The account


def test_the_account_lists_baronies_and_counts_shared_tiles_once() -> None:
    state, action = example("example 5")
    mine, theirs = GAME.account(done(state, action))
    assert [(in_english(line.what), line.points) for line in mine] == [
        ("Barony on 0,0", 9),
        ("Barony on 1,1", 0),
        ("Touched tiles, purchases, and baronies that are gone", -3),
    ]
    assert [line.points for line in theirs] == [8]


def test_the_account_counts_a_claimed_barony_half() -> None:
    state, action = example("example 8")
    account = GAME.account(done(state, action))
    assert in_english(account[2][0].what) == "Barony on 5,0, claimed for half"
    assert account[2][0].points == 3


# Against the engine


def positions(players: int, style: str, every: int) -> Iterator[Match]:
    """Positions of a game where a seat acts, among them all where the game may end."""
    rng = random.Random(f"{players} {style} story")
    match = Match.new(GAME, {"players": players}, rng)
    while not match.over:
        seat_acts = isinstance(match.player, int)
        if seat_acts and (match.ply % every == 0 or match.legal()[0].startswith("claim")):
            yield match
        match.play(match.choose(rng, style))


@pytest.mark.parametrize(("players", "style"), TABLES)
def test_every_card_is_what_the_engine_does(players: int, style: str) -> None:
    rng = random.Random(f"{players} {style} cards")
    seen = 0
    for match in positions(players, style, every=5):
        for action in rng.sample(match.legal(), min(12, len(match.legal()))):
            seen += check_fights(match.state, action)
    assert seen


def check_fights(before: Handle, action: str) -> int:
    """Compare the cards and fights of an action with the donjons and the honour that it leaves."""
    after = done(before, action)
    was, now = GAME.describe(before), GAME.describe(after)
    cards = GAME.cards(before, action, after, None)
    fought = fights(GAME.read(before), action)
    assert len(cards) == len(fought)
    last: dict[str, str] = {}
    for card in cards:
        check_verdict(card, now["donjons"])
        last |= dict(zip(table(card)["hex"], table(card)["result"], strict=True))
    standing = {name: side for name, (_, side) in now["donjons"].items()}
    for name, result in last.items():
        if result == "goes back":
            assert name not in standing
        else:
            assert standing[name] == "baron"
    changed = {name for name, donjon in was["donjons"].items() if now["donjons"].get(name) != donjon}
    assert changed <= last.keys()
    gained = [b - a for a, b in zip(was["honour"], now["honour"], strict=True)]
    for fight in fought:
        check_strengths(fight)
        if isinstance(fight, Storm):
            for seat, honour in fight.honour.items():
                gained[seat] -= honour
    price = {"take 2": -1, "take 3": -3}.get(action, 0)
    touching = [said.about["n"] for said in GAME.told(before, action, after, None) if said.key == "touching"]
    gained[was["seat"]] -= sum(map(int, touching)) + price
    assert not any(gained)
    return len(cards)


def check_verdict(card: Card, donjons: dict[str, list[Any]]) -> None:
    """A card says of a knight that it is established if it then is a baron, and of a duel how many went on."""
    results = table(card)["result"]
    if card.heading.key == "duel_heading":
        survivors = results.count("stays")
        assert card.verdict.key == ("duel_none", "duel_one", "duel_some")[min(survivors, 2)]
    else:
        is_established = donjons.get(card.at) == [card.seats[0], "baron"]
        assert card.verdict.key.startswith("established") == is_established


def check_strengths(fight: Any) -> None:
    """What counts adds up to each strength, and who is strong enough stays."""
    contenders = (fight.knight, *fight.barons) if isinstance(fight, Storm) else fight.knights
    for each in contenders:
        assert each.strength == halved(sum(each.own), fight.claims and each.side == "knight")
        if each.rival is None or (isinstance(fight, Storm) and fight.victor):
            continue
        if each.side == "knight":
            assert each.goes_back == (each.strength <= each.rival.strength)
    if isinstance(fight, Storm) and not fight.victor:
        assert all(baron.goes_back != fight.knight.goes_back for baron in fight.barons)


# Words


def test_every_sentence_is_said_about_some_position() -> None:
    said: set[str] = set()
    for case in CASES.values():
        options = GAME.options(case.get("options", {}))
        state = (
            GAME.start(options, case["setup"]) if "setup" in case else put(options["players"], **case["position"])
        )
        said |= keys_of_scene(state)
        for action in case.get("play", []):
            after = done(state, action)
            said |= {each.key for each in GAME.told(state, action, after, None)}
            for card in GAME.cards(state, action, after, None):
                said |= {card.heading.key, card.verdict.key, *(what.key for what, _ in card.rows)}
            state = after
            said |= keys_of_scene(state)
    assert GAME.words("en").say.keys() == said


def keys_of_scene(state: Handle) -> set[str]:
    scene = GAME.scene(state, max(GAME.player(state), 0)) if GAME.player(state) != CHANCE else GAME.scene(state, 0)
    lines = [line.what.key for account in GAME.account(state) for line in account]
    return {*lines, *(said.key for said in scene.blocked.values())}


def test_french_sentences_keep_their_narrow_spaces() -> None:
    text = (GAME.edition.folder / "words" / "fr.toml").read_text(encoding="utf-8")
    assert not re.findall(r"[^\u202f][;:!?]", text)
