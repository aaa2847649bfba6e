"""What Donjons et Barons and Terra Baronum show and say holds in whole games: cards, rays and reasons are true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from banneret.core.game import Game, Handle
from banneret.core.match import Match
from banneret.core.scene import Card, Path, Ray, Said, Scene
from tests.conftest import pure

GAMES = 4
LOOKED_AT = 9  # scenes with their reasons cost more than cards and rays: one position in so many is looked at
EDGE = {*range(1, 6), 9, 10, 15, 16, 22, 23, 28, 29, *range(33, 38)}
EDITIONS = pytest.mark.parametrize("key", ["donjons", "terra"])


def played(key: str, players: int, style: str, plies: int = 300) -> Iterator[tuple[Match, Handle, str]]:
    """Matches after each of their actions, with the state before it and the action."""
    for number in range(GAMES):
        rng = random.Random(f"{key} {players} {style} {number}")
        match = Match.new(pure(key), {"players": players}, rng)
        while not match.over and match.ply < plies:
            before = match.game.copy(match.state)
            action = match.choose(rng, style)
            match.play(action)
            yield match, before, action


def tables(key: str) -> Iterator[tuple[Match, Handle, str]]:
    """Matches of an edition at small and large tables, in every style."""
    for players in (2, 4):
        for style in ("uniform", "builder", "warlord"):
            yield from played(key, players, style)


@EDITIONS
def test_every_card_says_what_the_rules_then_did(key: str) -> None:
    checked: Counter[str] = Counter()
    for match, before, action in tables(key):
        for card in match.game.cards(before, action, match.state, None):
            check_verdict(match, before, action, card)
            checked[card.verdict.key] += 1
    assert {"verdict_holds", "verdict_through", "verdict_nobody"} <= checked.keys()
    assert {"verdict_destroyed", "verdict_stands", "verdict_active", "verdict_melee"} <= checked.keys()
    assert {"verdict_missing", "verdict_target"} <= checked.keys()


def check_verdict(match: Match, before: Handle, action: str, card: Card) -> None:
    """Compare a card with the state that the rules made."""
    was, now = match.game.describe(before), match.describe()
    verdict, about = card.verdict.key, card.verdict.about
    if verdict == "verdict_holds":
        assert now["troops"][card.at] == [about["seat"], about["n"]]
    elif verdict in ("verdict_through", "verdict_nobody"):
        assert now["troops"].get(card.at, [card.seats[0]])[0] == card.seats[0]
        check_losses(was, now, card, alone=action.startswith("send"))
    elif verdict == "verdict_destroyed":
        assert was["donjons"][card.at] == about["seat"]
        assert card.at not in now["donjons"]
    elif verdict == "verdict_stands":
        assert now["donjons"][card.at] == about["seat"]
        assert now["troops"][card.at] == [card.seats[0], 3 - int(about["n"])]
    elif verdict == "verdict_captured":
        assert now["donjons"][card.at] == card.seats[0]
    elif verdict in ("verdict_active", "verdict_melee"):
        assert active_seats(match.game.scene(match.state, None), card.at) == [*about.values()]
    else:
        assert [int(value) for value in card.rows[-1][1]] == now["scores"]
        assert (verdict == "verdict_target") == (match.result is not None and match.result.reason == "points")


def check_losses(was: dict[str, Any], now: dict[str, Any], card: Card, *, alone: bool) -> None:
    """Those who fell, if nothing else in the action moves troops to the discard or the reserve."""
    attacker, defender = card.seats
    fell = int(card.rows[1][1][0])
    assert now["discard"][defender] - was["discard"][defender] >= fell
    if alone and was["donjons"] == now["donjons"]:
        assert now["discard"][defender] - was["discard"][defender] == fell
        assert now["reserve"][attacker] - was["reserve"][attacker] == fell


def active_seats(scene: Scene, name: str) -> list[int | None]:
    (found,) = (h for h in scene.hexes if h.name == name)
    return [piece.seat for piece in found.pieces if piece.kind == "active_knight"]


@EDITIONS
def test_every_ray_ends_where_the_rules_end_it(key: str) -> None:
    seen: Counter[str] = Counter()
    for match, _, _ in tables(key):
        phase = match.describe()["phase"]
        if phase not in ("disperse", "gather"):
            continue
        rays = match.game.scene(match.state, None).rays
        assert len(rays) == 6
        reached = {name for ray in rays for name in ray.hexes[1:]}
        if phase == "disperse":
            assert reached == marches(match, "send", 1) or not marches(match, "send", 1)
        else:
            assert marches(match, "call", 0) == reached & ready(match)
        for ray in rays:
            check_end(match, ray)
            seen[ray.end.key] += 1
    assert seen.keys() == {"mountain", "edge", "troops_hold", "donjon_holds", "knight_holds"}


def marches(match: Match, verb: str, end: int) -> set[str]:
    """The first or last tiles of the marches that are legal."""
    return {action.split()[1].split(">")[end] for action in match.legal() if action.startswith(verb)}


def ready(match: Match) -> set[str]:
    """The tiles with troops of the acting seat that have not been called in this order."""
    now = match.describe()
    return {
        name
        for name, (seat, count) in now["troops"].items()
        if seat == now["seat"] and count > now["halted"].get(name, 0)
    }


def check_end(match: Match, ray: Ray) -> None:
    now = match.describe()
    stopper = ray.stopper
    if ray.end.key == "edge":
        assert int(ray.hexes[-1]) in EDGE
        assert not stopper
    elif ray.end.key == "mountain":
        assert int(stopper) in now["mountains"]
        assert stopper not in ray.hexes
    elif ray.end.key == "knight_holds":
        assert active_seats(match.game.scene(match.state, None), stopper) == [ray.end.about["seat"]]
        assert (stopper == ray.hexes[-1]) != ray.inward
    else:
        what = {"troops_hold": "troops", "donjon_holds": "donjons"}[ray.end.key]
        assert ray.hexes[-1] == stopper
        held_by = now[what][stopper][0] if what == "troops" else now[what][stopper]
        assert held_by == ray.end.about["seat"] != now["seat"]


@EDITIONS
def test_every_reason_is_true(key: str) -> None:
    seen: Counter[str] = Counter()
    for match, _, _ in tables(key):
        if isinstance(match.player, int) and match.ply % LOOKED_AT == 0:
            scene = match.game.scene(match.state, match.player)
            assert len(scene.blocked) < 300
            for path, said in scene.blocked.items():
                check_reason(match, scene, path, said)
                seen[said.key] += 1
    assert {"too_far", "mountain", "no_command", "few_builders", "knight_holds"} <= seen.keys()


def check_reason(match: Match, scene: Scene, path: Path, said: Said) -> None:
    """What a reason claims is so in the state; and nothing that could be clicked is blocked."""
    now, about, name = match.describe(), said.about, str(said.about.get("hex"))
    assert not any(leads_on(path, steps) for steps in scene.paths.values())
    mine = now["seat"]
    holder, count = now["troops"].get(name, (mine, 0))
    own_there = count if holder == mine else 0
    claims = {
        "mountain": lambda: int(name) in now["mountains"],
        "knight_holds": lambda: active_seats(scene, name) == [about["seat"]] != [mine],
        "baron_stands": lambda: now["barons"][about["seat"]] == int(name),
        "no_command": lambda: now["barons"][mine] != int(name) and now["donjons"].get(name) != mine,
        "donjon_alone": lambda: now["donjons"][name] == mine and int(name) not in now["knights"][mine],
        "few_builders": lambda: own_there == about["troops"] < 3,
        "few_captors": lambda: own_there == about["troops"] < 9 and int(name) in now["fallen"],
        "no_troops_here": lambda: own_there == 0,
        "donjon_stands": lambda: now["donjons"][name] == about["seat"],
        "troops_stand": lambda: now["troops"][name][0] == about["seat"] != mine,
        "no_reserve": lambda: now["reserve"][mine] == 0,
        "no_stock": lambda: now["stock"][mine] == 0,
        "no_donjon": lambda: mine not in now["donjons"].values(),
        "bonus_spent": lambda: not now["bonus"],
        "one_step": lambda: not now["bonus"],
        "one_order": lambda: now["die"] < 4 and now["orders"] == 1,
        "card_gone": lambda: now["cards"][mine] is None,
        "treasury_first": lambda: now["orders"] + now["moves"] > 0,
        "march_first": lambda: not now["marched"],
        "called_already": lambda: now["halted"][name] == own_there,
    }
    assert claims.get(said.key, lambda: True)(), (path, said)


def leads_on(clicks: Path, steps: Path) -> bool:
    """Whether clicks are a beginning of the steps, of which buttons may be left out."""
    if not clicks:
        return True
    if not steps:
        return False
    if clicks[0] == steps[0] and leads_on(clicks[1:], steps[1:]):
        return True
    return steps[0].startswith("button") and leads_on(clicks, steps[1:])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_changes_nothing_that_a_seat_is_shown_or_told(players: int) -> None:
    rng = random.Random(players)
    differed = 0
    for match, before, action in played("terra", players, "uniform", plies=100):
        game = match.game
        if match.ply % 7 and not action.startswith(("ride", "treasury")):
            continue
        for seat in range(players):
            one, other = game.sample(before, seat, rng), game.sample(before, seat, rng)
            differed += game.describe(one) != game.describe(other)
            assert game.scene(one, seat) == game.scene(other, seat) == game.scene(before, seat)
            code = game.code(action)
            if code in game.legal(one) and code in game.legal(other):
                assert outcome(game, one, action, seat) == outcome(game, other, action, seat)
    assert differed


def outcome(game: Game, before: Handle, action: str, seat: int) -> tuple[Any, ...]:
    after = game.copy(before)
    game.apply(after, game.code(action))
    return game.told(before, action, after, seat), game.cards(before, action, after, seat)
