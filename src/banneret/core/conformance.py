"""The promises of the contract, as checks that name no game. A new game passes them, or is not done.

Each check raises AssertionError with a sentence. `run_case` runs a case of a game's `cases.toml`.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .errors import BanneretError
from .game import CHANCE, NOBODY, Game, Handle
from .match import Match
from .record import Record
from .state import as_data

WORDS = re.compile(r"[a-z0-9]+( [a-z0-9,>+-]+)*")
LONGEST_GAME = 1_000_000
SAMPLES_A_CASE = 50
LOOKED_AT = 11  # the first positions, and one in so many, are looked at from all sides


def expect(holds: bool, promise: str) -> None:
    if not holds:
        raise AssertionError(promise)


def check_notation(game: Game) -> None:
    """Text and code are inverses of each other, over all codes."""
    texts = [game.text(code) for code in range(game.info.codes)]
    expect(len(set(texts)) == len(texts), "two codes have the same text")
    for code, text in enumerate(texts):
        expect(bool(WORDS.fullmatch(text)), f"{text!r} is not made of lower-case words and single spaces")
        expect(game.code(text) == code, f"{text!r} is read as another action")


def check_game(game: Game, options: Mapping[str, Any], seed: int, style: str) -> tuple[Match, bool]:
    """Play a game to its end and check every promise on the way.

    Returns the match, and whether a sample ever differed from the truth: without that the checks of views
    would show nothing.
    """
    rng = random.Random(seed)
    match = Match.new(game, options, rng)
    guessed = False
    while not match.over:
        check_actions(match)
        if match.ply < LOOKED_AT or match.ply % LOOKED_AT == 0:
            check_data(match)
            guessed |= check_hidden(game, match.state, match.options["players"], rng)
        action = match.choose(rng, style)
        check_apply(match, action)
        match.play(action)
        expect(match.ply < LONGEST_GAME, "the game does not end")
    check_data(match)
    check_result(match)
    check_history(match, rng)
    return match, guessed


def check_actions(match: Match) -> None:
    """Legal actions are ascending and at least one; chance's weights are positive."""
    codes = match.game.legal(match.state)
    expect(bool(codes), "the game goes on, but nothing is legal")
    expect(codes == sorted(set(codes)), "legal codes are not in ascending order")
    expect(codes[0] >= 0 and codes[-1] < match.game.info.codes, "a legal code is out of range")
    if match.player == "chance":
        weights = match.game.chance(match.state)
        expect(len(weights) == len(codes), "chance has not one weight for each outcome")
        expect(all(weight > 0 for weight in weights), "an outcome of chance has no probability")
        out = match.game.row("i8", match.game.info.codes)
        total = match.game.kernels.chance(match.state, out)
        expect(total == sum(weights), "chance's weights do not sum to what it says")
        expect(abs(sum(match.chances().values()) - 1) < 1e-9, "probabilities do not sum to 1")


def check_data(match: Match) -> None:
    """States are plain data, read back to an equal state; scenes and features can always be made."""
    described = match.describe()
    expect(json.loads(json.dumps(described)) == described, "the state is not plain JSON data")
    back = match.game.position(match.options, described)
    expect(match.game.describe(back) == described, "a described state is read back as another")
    expect(match.game.legal(back) == match.game.legal(match.state), "a state read back has other legal actions")
    for seat in (None, *range(match.options["players"])):
        expect(json.loads(json.dumps(match.view(seat))) == match.view(seat), "a view is not plain JSON data")
        scene = match.game.scene(match.state, seat)
        expected = match.legal() if seat is not None and match.player == seat else []
        expect(sorted(scene.paths) == expected, "a scene offers other actions than the rules")
        clicks = list(scene.paths.values())
        expect(len(set(clicks)) == len(clicks), "two actions have the same path of clicks")
    progress = {match.game.features(match.state, seat)["progress"] for seat in range(match.options["players"])}
    expect(len(progress) == 1 and 0 <= min(progress) <= 1, "progress is not one number from 0 to 1 for all seats")
    expect(match.game.info.features[0] == "progress", "the first feature is not the game's progress")


def check_hidden(game: Game, state: Handle, players: int, rng: random.Random) -> bool:
    """What is hidden from a seat changes neither its view nor its legal actions; returns whether it differed."""
    differed = False
    acting = game.player(state)
    for seat in range(players):
        guess = game.sample(state, seat, rng)
        expect(game.player(guess) == acting, "a sample has another player")
        expect(game.view(guess, seat) == game.view(state, seat), f"seat {seat} sees what is hidden from it")
        expect(game.view(guess, None) == game.view(state, None), "everybody sees what is hidden")
        if acting == seat:
            expect(game.legal(guess) == game.legal(state), "a sample has other legal actions")
        expect(bool(game.legal(guess)) == (acting != NOBODY), "a sample leaves nothing to do")
        differed |= game.describe(guess) != game.describe(state)
    return differed


def check_apply(match: Match, action: str) -> None:
    """Applying is deterministic, and changes nothing but the state that it is given."""
    code = match.game.code(action)
    before = snapshot(match.game, match.state)
    first, second = match.game.copy(match.state), match.game.copy(match.state)
    match.game.apply(first, code)
    match.game.apply(second, code)
    expect(snapshot(match.game, first) == snapshot(match.game, second), f"{action!r} has two different effects")
    expect(snapshot(match.game, match.state) == before, f"{action!r} changed another state")


def check_result(match: Match) -> None:
    """Ranks are places: one more than the number of those who are better."""
    assert match.result is not None
    ranks = list(match.result.ranks)
    players = match.options["players"]
    expect(len(ranks) == len(match.result.scores) == players, "a seat has no result")
    for rank in ranks:
        expect(rank == 1 + sum(other < rank for other in ranks), f"ranks {ranks} are not places")
    expect(abs(sum(match.game.returns(match.state)) - 1) < 1e-9, "the shares of the win do not sum to 1")


def check_history(match: Match, rng: random.Random) -> None:
    """Records round-trip, undo restores, and any ply can be replayed."""
    record = Record.loads(match.record().dumps())
    expect(record == match.record(), "a record is read back as another")
    replayed = Match.replay(match.game, record)
    expect(replayed.describe() == match.describe(), "a record replays to another end")
    for ply in sorted((rng.randrange(match.ply + 1) for _ in range(4)), reverse=True):
        fresh = match.at(ply)
        replayed.undo(replayed.ply - ply)
        expect(
            snapshot(match.game, fresh.state) == snapshot(match.game, replayed.state),
            f"undo to ply {ply} does not restore the state",
        )
    for action in match.actions[replayed.ply :]:
        replayed.play(action)
    expect(replayed.record() == match.record(), "the game played on after an undo is another")


def snapshot(game: Game, state: Handle) -> dict[str, Any]:
    """Every field of a state, to compare; the same in all modes."""
    return as_data(game.read(state))


def play_story(game: Game, options: Mapping[str, Any], seed: int, style: str, longest: int) -> tuple[Any, ...]:
    """A game played inside a kernel: its actions, a fingerprint of all that was legal, and its end. The
    same in all modes."""
    chosen = game.options(options)
    states = game.start(chosen, game.setup(chosen, random.Random(seed)))
    trail, fingerprint = game.row("i4", longest), game.row("i8", 1)
    codes, weights = game.row("i4", game.info.codes), game.row("i8", game.info.codes)
    plies = game.kernels.story(states, game.style(style), codes, weights, game.sown(seed), trail, fingerprint)
    return [int(code) for code in trail[:plies]], int(fingerprint[0]), snapshot(game, states)


def load_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a game: rulebook examples and rulings, as data."""
    cases: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return cases


def run_case(game: Game, case: Mapping[str, Any]) -> None:
    """Put up the case's position (or start from its setup), play its actions, and compare.

    `refused`: words of the error that the case must end with. `legal`, `legal_has`, `legal_lacks`: actions
    at the end. `expect`: parts of the state at the end. `result`: the result at the end. `sees`: parts of what
    a seat (or "nobody", who sees what all may see) sees at the end; then many samples are looked at, too.
    """
    try:
        state = _case_end(game, case)
    except BanneretError as error:
        expect("refused" in case, f"refused unexpectedly: {error}")
        expect(case["refused"] in str(error), f"refused for another reason: {error}")
        return
    expect("refused" not in case, "nothing was refused")
    legal = sorted(map(game.text, game.legal(state)))
    expect("legal" not in case or legal == sorted(case["legal"]), f"legal: {legal}")
    for action in case.get("legal_has", []):
        expect(action in legal, f"{action!r} should be legal; legal: {legal}")
    for action in case.get("legal_lacks", []):
        game.code(action)
        expect(action not in legal, f"{action!r} should not be legal")
    described = json.loads(json.dumps(game.describe(state)))
    for key, value in case.get("expect", {}).items():
        expect(described[key] == value, f"{key} is {described[key]}, expected {value}")
    for seat, parts in case.get("sees", {}).items():
        seen = game.view(state, None if seat == "nobody" else int(seat))
        for key, value in parts.items():
            expect(seen[key] == value, f"seat {seat} sees {key} as {seen[key]}, expected {value}")
        for seed in range(SAMPLES_A_CASE):
            check_hidden(game, state, len(game.ranks(state)), random.Random(seed))
    if "result" in case:
        result = game.result(state)
        expect(result is not None and result.as_data() == case["result"], f"result: {result}")


def _case_end(game: Game, case: Mapping[str, Any]) -> Handle:
    options = game.options(case.get("options", {}))
    if "setup" in case:
        state = game.start(options, case["setup"])
    else:
        state = game.position(options, case["position"])
    for ply, action in enumerate(case.get("play", [])):
        code = game.code(action)
        if code not in game.legal(state):
            legal = sorted(map(game.text, game.legal(state)))
            raise AssertionError(f"{action!r} (ply {ply} of the case) is not legal; legal: {legal}")
        game.apply(state, code)
    return state


__all__ = ["CHANCE", "check_game", "check_notation", "load_cases", "play_story", "run_case"]
