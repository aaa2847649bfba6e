"""Compiling everything ahead: each game once, several at the same time, and told as it happens."""

from __future__ import annotations

import pytest

from banneret.cli.warm import Share, shared_out, steps
from banneret.core.errors import BanneretError
from banneret.core.game import Mode
from banneret.core.kernel import can_compile
from banneret.games import edition
from tests.conftest import KEYS


def test_games_that_share_their_rules_are_compiled_together() -> None:
    work = shared_out([*KEYS, KEYS[0]], Mode.COMPILED, lab=True)
    assert sorted(key for share in work for key in share.keys) == sorted(KEYS)
    folders = [{edition(key).folder for key in share.keys} for share in work]
    assert all(len(folder) == 1 for folder in folders)
    assert len({str(folder) for folder in folders}) == len(folders) > 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_kernel_is_told_before_and_after(jobs: int) -> None:
    if not can_compile():
        pytest.skip("there is nothing to compile with")
    work = shared_out(KEYS, Mode.COMPILED, lab=False)[:2]
    told = list(steps(work, jobs))
    begun, done = ([kernel for kernel, after in told if after is wanted] for wanted in (False, True))
    assert sorted(begun) == sorted(done)
    assert len(done) == len(set(done)) == sum(share.size for share in work)
    assert {kernel.split(" ")[0] for kernel in done} == {key for share in work for key in share.keys}
    for kernel in done:
        assert told.index((kernel, False)) < told.index((kernel, True))


def test_a_process_that_fails_is_not_passed_over() -> None:
    lost = [Share(("nowhere",), Mode.COMPILED, lab=False), Share(("elsewhere",), Mode.COMPILED, lab=False)]
    with pytest.raises(BanneretError, match="came to grief"):
        list(steps(lost, jobs=2))
