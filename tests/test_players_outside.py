"""Programs as players: one that plays, one that ends, one that stalls, and some that talk nonsense."""

from __future__ import annotations

import json
import random
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import banneret
from banneret.cli import main
from banneret.cli.arena import told_troubles
from banneret.cli.bot_protocol import Partner
from banneret.core.errors import UnreadableText
from banneret.core.match import Match
from banneret.core.seats import NOBODY
from banneret.players.arena import Ledger, Outcome
from banneret.players.guard import Guard
from banneret.players.outside import OutsidePlayer
from banneret.players.player import Seen, see
from banneret.players.spec import make_player
from tests.conftest import KEYS, pure

LOOP = "import json, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
HELLO = LOOP + "    if asked['type'] == 'hello':\n        print('{}', flush=True)\n        continue\n"
GOOD = HELLO + "    print(json.dumps({'action': asked['legal'][-1]}), flush=True)\n"
BOTS = {
    "it has no such file": ("", "cannot be started"),
    "it ends at once": ("", "has ended"),
    "it ends when asked": (HELLO + "    sys.exit(3)\n", "has ended"),
    "it writes no JSON": (HELLO + "    print('take 2', flush=True)\n", "expected a line of JSON"),
    "it writes a list": (HELLO + "    print('[1]', flush=True)\n", "expected an object"),
    "it names no action": (HELLO + "    print('{}', flush=True)\n", '"action"'),
    "it names a number": (HELLO + "    print('{\"action\": 7}', flush=True)\n", '"action"'),
    "it names nonsense": (HELLO + '    print(\'{"action": "castle"}\', flush=True)\n', "UnreadableText"),
}


def program(tmp_path: Path, text: str) -> str:
    """The spec of a program."""
    path = tmp_path / "bot.py"
    path.write_text(text, encoding="utf-8")
    return f"cmd:{shlex.join([sys.executable, str(path)])}"


def first_decision(key: str) -> Match:
    rng = random.Random(5)
    match = Match.new(pure(key), {}, rng)
    while not isinstance(match.player, int):
        match.play(match.choose(rng))
    return match


def played(match: Match, spec: str, rng: random.Random, most: int = 10_000) -> Guard:
    """Let a program play seat 0 against chance."""
    guard = Guard(make_player(spec, match.game, match.options["players"], rng), rng, patience=20)
    while not match.over and most:
        if match.player == 0:
            code = guard.choose(see(match, rng))
            match.play(match.game.text(code))
            most -= 1
        else:
            match.play(match.choose(rng))
    return guard


@pytest.mark.parametrize("key", KEYS)
def test_a_program_plays_a_whole_game(key: str, tmp_path: Path) -> None:
    options = {"max_rounds": 4} if any(o.name == "max_rounds" for o in pure(key).info.options) else {}
    match = Match.new(pure(key), options, random.Random(2))
    guard = played(match, program(tmp_path, GOOD), random.Random(2))
    assert match.over
    assert not guard.troubles
    decided = [ply for ply in range(match.ply) if match.at(ply).player == 0]
    last = [match.game.text(match.game.legal(match.at(ply).state)[-1]) for ply in decided]
    assert [match.actions[ply] for ply in decided] == last


def test_a_program_is_told_what_happened_since_it_was_asked(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    keep = GOOD.replace(
        "asked = json.loads(line)\n", f"asked = json.loads(line)\n    open({str(heard)!r}, 'a').write(line)\n"
    )
    match = Match.new(pure(KEYS[0]), {}, random.Random(2))
    guard = played(match, program(tmp_path, keep), random.Random(2), most=4)
    hello, *asked = [json.loads(line) for line in heard.read_text().splitlines()]
    assert (hello["type"], hello["game"], hello["seat"]) == ("hello", KEYS[0], 0)
    told: list[str] = []
    for question in asked:
        assert question["since"] == len(told)
        told += question["actions"]
        assert len(told) == question["ply"]
    assert told == match.actions[: len(told)]
    match.go_to(2)
    while match.player != 0:
        match.play(match.choose(random.Random(1)))
    guard.choose(see(match, random.Random(2)))
    again = json.loads(heard.read_text().splitlines()[-1])
    assert (again["since"], again["actions"]) == (0, match.actions), "after a return everything is told again"


def before_the_end(key: str, options: dict[str, int]) -> tuple[Match, str]:
    """A game before the action of a seat that ends it, and that action."""
    rng = random.Random(6)
    match = Match.new(pure(key), options, rng)
    while not match.over:
        match.play(match.choose(rng))
    earlier = match.at(match.ply - 1)
    assert isinstance(earlier.player, int)
    return earlier, match.actions[-1]


class Witness:
    """Plays whatever comes first, and keeps what it was shown."""

    spec = "witness"

    def choose(self, seen: Seen) -> int:
        self.seen = seen
        return seen.legal[0]


@pytest.mark.parametrize("key", KEYS)
def test_our_own_program_knows_the_options_of_its_game(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is one round only, the last action ends the game for the program too."""
    options = {"max_rounds": 1}
    match, ending = before_the_end(key, options)
    witness = Witness()
    monkeypatch.setattr("banneret.cli.bot_protocol.make_player", lambda *given: witness)
    partner = Partner("witness", random.Random(1))
    said: list[dict[str, Any]] = []

    def exchange(program: object, question: dict[str, Any]) -> dict[str, Any]:
        said.append(json.loads(json.dumps(question)))
        return partner.answer(said[-1])

    monkeypatch.setattr("banneret.players.outside.exchange", exchange)
    player = OutsidePlayer("cmd", shlex.join([sys.executable, "-c", ""]), match.game, 2)
    player.choose(see(match, random.Random(1)))
    player.close()
    assert said[0]["options"] == {"players": 2, **options}
    game, state = witness.seen.game, witness.seen.state
    game.apply(state, game.code(ending))
    assert game.player(state) == NOBODY


@pytest.mark.parametrize("what", BOTS)
def test_a_program_that_fails_is_reported_and_the_game_goes_on(what: str, tmp_path: Path) -> None:
    text, words = BOTS[what]
    spec = program(tmp_path, text) if "file" not in what else f"cmd:{tmp_path / 'nothing'}"
    match = first_decision(KEYS[0])
    guard = played(match, spec, random.Random(3), most=3)
    assert match.ply >= 3
    assert len(guard.troubles) == 3
    assert words in guard.troubles[0]


def test_an_arena_tells_the_first_failures_of_a_game_and_keeps_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.jsonl"
    words = ["arena", "--game", KEYS[0], "--players", f"cmd:{tmp_path / 'nothing'},random", "--games", "2"]
    assert main([*words, "-o", "max_rounds=4", "--jobs", "1", "--results", str(results)]) == 0
    out = capsys.readouterr().out
    for outcome in Ledger(results, banneret.load).outcomes:
        assert len(outcome.troubles) > 3
        assert f"and {len(outcome.troubles) - 3} more of this player" in out
    assert "".join(out.split()).count("failedwith") == 6


def test_failures_of_one_player_do_not_hide_those_of_another() -> None:
    troubles = tuple(f"{who}, ply {ply}: failed" for who in ("a at seat 0", "b at seat 1") for ply in range(5))
    outcome = Outcome("task", ("a", "b"), (1.0, 0.0), (1, 2), (1, 0), 9, "end", troubles)
    told = told_troubles(outcome)
    assert told[:3] == list(troubles[:3])
    assert told[4:7] == list(troubles[5:8])
    assert [line for line in told if "2 more" in line] == [told[3], told[7]]


def test_an_action_that_is_not_legal_is_replaced(tmp_path: Path) -> None:
    match = first_decision(KEYS[0])
    late = match.at(0)
    rng = random.Random(1)
    while late.player == "chance" or set(late.legal()) & set(match.legal()):
        late.play(late.choose(rng))
    wrong = late.legal()[0]
    spec = program(tmp_path, HELLO + f"    print(json.dumps({{'action': {wrong!r}}}), flush=True)\n")
    guard = Guard(make_player(spec, match.game, 2, rng), rng)
    assert guard.choose(see(match, rng)) in match.game.legal(match.state)
    assert "not legal" in guard.troubles[0]


def test_a_program_that_stalls_is_ended(tmp_path: Path) -> None:
    match = first_decision(KEYS[0])
    player = OutsidePlayer("cmd", program(tmp_path, HELLO + "    time.sleep(3600)\n")[4:], match.game, 2)
    guard = Guard(player, random.Random(1), patience=0.5)
    began = time.monotonic()
    legal = match.game.legal(match.state)
    assert guard.choose(see(match, random.Random(1))) in legal
    assert guard.choose(see(match, random.Random(1))) in legal
    assert time.monotonic() - began < 10
    assert len(guard.troubles) == 1
    assert "no answer within 0.5 s" in guard.troubles[0]
    assert guard.gone
    assert player.program is None


def test_nobody_waits_for_a_stalled_program_at_the_end(tmp_path: Path) -> None:
    spec = program(tmp_path, "import time\ntime.sleep(3600)\n")
    code = f"""
import random
from banneret.core.match import Match
from banneret.games import load
from banneret.players.guard import Guard
from banneret.players.player import see
from banneret.players.spec import make_player
match = Match.new(load({KEYS[0]!r}, "pure"), {{}}, random.Random(1))
while not isinstance(match.player, int):
    match.play(match.choose(random.Random(1)))
guard = Guard(make_player({spec!r}, match.game, 2, random.Random(1)), random.Random(1), patience=0.3)
guard.choose(see(match, random.Random(1)))
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize("spec", ["cmd:", "cmd: ", "cmd:'unclosed"])
def test_a_command_that_cannot_be_read_is_refused(spec: str) -> None:
    with pytest.raises(UnreadableText, match="cmd"):
        make_player(spec, pure(KEYS[0]), 2, random.Random(1))
