"""Break a game's rules on purpose, one small change at a time, and see whether the tests notice.

Each mutant runs in a process of its own, in pure mode, and is never written to disk: the game's cases, its
own tests, the comparison with its oracle and the promises of the contract, up to the first failure.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent))

PATIENCE = 10  # seconds for one check, which takes about one at most
VERDICTS = ("killed", "survived", "timed out")
COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """One changed module of a game, which stands in where the module is asked for."""

    module: str
    line: int
    before: str
    after: str
    code: CodeType

    def __str__(self) -> str:
        return f"{self.module.rpartition('.')[2]}.py:{self.line}: {self.before}  ->  {self.after}"

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


# Making mutants


def mutants_of(module: str, path: Path) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its source."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for statement, siblings, place in places(tree, None):
        original = siblings[place]
        before = ast.unparse(statement).splitlines()[0]
        for changed in changes(original):
            siblings[place] = ast.fix_missing_locations(ast.copy_location(changed, original))
            after = ast.unparse(changed if original is statement else statement).splitlines()[0]
            yield Mutant(module, statement.lineno, before, after, compile(tree, str(path), "exec"))
        siblings[place] = original


def places(node: ast.AST, statement: ast.stmt | None) -> Iterator[tuple[ast.stmt, Any, Any]]:
    """Each part of a tree that may be changed: its statement, and where it stands among its siblings."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns") or isinstance(value, ast.arguments):
            continue
        siblings, found = (value, enumerate(value)) if isinstance(value, list) else (vars(node), [(field, value)])
        for place, part in found:
            if isinstance(part, ast.AST) and not isinstance(part, (ast.Import, ast.ImportFrom)):
                inside = part if isinstance(part, ast.stmt) else statement
                if inside is not None:
                    yield inside, siblings, place
                yield from places(part, inside)


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in place of a node."""
    match node:
        case ast.Compare(left, [op], right):
            for other in COMPARISONS.get(type(op), []):
                yield ast.Compare(left, [other()], right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
            yield from values
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(op)](), right)
        case ast.UnaryOp(_, operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Name("max" | "min" as name):
            yield ast.Name("min" if name == "max" else "max", ast.Load())
        case ast.If(test, body, orelse) if not isinstance(test, (ast.Compare, ast.UnaryOp)):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.AugAssign(target, op, value):
            yield ast.Pass()
            if type(op) in OPERATORS:
                yield ast.AugAssign(target, OPERATORS[type(op)](), value)
        case ast.Assign() | ast.Expr(ast.Call()) | ast.Return(None):
            yield ast.Pass()


# Running them


@dataclass(frozen=True)
class Suite:
    """All that tests a game in pure mode."""

    key: str
    package: str
    cases: list[dict[str, Any]]

    def forget_game(self) -> None:
        """Forget all modules that hold on to the game, so that they are loaded again."""
        for name in list(sys.modules):
            of_tests = name == "tests.conftest" or name.startswith("tests.test_")
            of_game = name == self.package or name.startswith(f"{self.package}.")
            if of_tests or of_game or name in ("banneret", "banneret.games"):
                del sys.modules[name]

    def checks(self) -> Iterator[Callable[[], None]]:
        """Each check by itself, the cheapest first."""
        game = importlib.import_module("banneret").load(self.key, "pure")
        conformance = importlib.import_module("banneret.core.conformance")
        yield from (partial(conformance.run_case, game, case) for case in self.cases)
        own = f"tests.test_{self.package.rpartition('.')[2]}"
        if importlib.util.find_spec(own):
            tests = [test for name, test in vars(importlib.import_module(own)).items() if name.startswith("test_")]
            yield from (test for test in tests if not inspect.signature(test).parameters)
        oracles = importlib.import_module("tests.test_oracles")
        tables = [table for table in oracles.STYLED_TABLES if table[0] == self.key]
        (_, fewest, _), fiercest = tables[0], tables[-1]
        for table in [table for table in tables if table[1] == fewest or table[2] == fiercest[2]]:
            yield partial(oracles.test_the_engine_agrees_with_a_second_reading_of_the_rules, *table)
        contract = importlib.import_module("tests.test_contract")
        yield partial(contract.test_every_promise_holds_through_whole_games, *fiercest)


def start(suite: Suite, mutant: Mutant | None) -> int:
    """Test a mutant (or the rules themselves) in a child process; returns its id."""
    child = os.fork()
    if child:
        return child
    try:
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        if mutant is not None:
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # it lives as long as the process
            suite.forget_game()
            sys.meta_path.insert(0, mutant)
        for check in suite.checks():
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
            check()
    except BaseException as error:
        if mutant is None:
            print(f"{type(error).__name__}: {error}", flush=True)
        os._exit(1)
    os._exit(0)


def verdict(status: int) -> str:
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        return "timed out"
    return "killed" if status else "survived"


def run(suite: Suite, mutants: list[Mutant], jobs: int) -> Counter[str]:
    """Test all mutants, telling which ones were not killed; returns how many met with which verdict."""
    counts: Counter[str] = Counter(dict.fromkeys(VERDICTS, 0))
    running: dict[int, Mutant] = {}
    waiting = mutants[::-1]
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            running[start(suite, mutant)] = mutant
        child, status = os.wait()
        found, mutant = verdict(status), running.pop(child)
        counts[found] += 1
        told = f"{counts.total()} of {len(mutants)}: " + ", ".join(f"{counts[name]} {name}" for name in VERDICTS)
        if found != "killed":
            print(f"\r{found}: {mutant}".ljust(len(told) + 1), flush=True)
        print(f"\r{told}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="baron", help="key of the game (baron)")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants run at the same time (1)")
    parser.add_argument("--only", metavar="FILE", help="mutate only this file of the game, such as combat.py")
    parser.add_argument("--sample", type=int, metavar="N", help="run only so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=0, help="chooses the sample (0)")
    arguments = parser.parse_args()

    edition = importlib.import_module("banneret.games").edition(arguments.game)
    package, _, rules = edition.rules.__name__.rpartition(".")
    cases = importlib.import_module("banneret.core.conformance").load_cases(edition.folder / "cases.toml")
    suite = Suite(
        arguments.game, package, [case for case in cases if case.get("game", arguments.game) == arguments.game]
    )
    shell = {module.__name__.rpartition(".")[2] for module in vars(edition).values() if inspect.ismodule(module)}
    paths = [path for path in sorted(edition.folder.glob("*.py")) if arguments.only in (None, path.name)]
    chosen = [path for path in paths if path.stem not in shell - {rules} | {"__init__"}]
    mutants = [mutant for path in chosen for mutant in mutants_of(f"{package}.{path.stem}", path)]
    if arguments.sample is not None:
        mutants = random.Random(arguments.seed).sample(mutants, min(arguments.sample, len(mutants)))
    list(suite.checks())  # what they import is imported once, here
    if os.waitpid(start(suite, None), 0)[1] != 0:
        sys.exit("the tests fail without any change to the rules")
    counts = run(suite, mutants, arguments.jobs)
    print(f"{arguments.game}: {len(mutants)} mutants, {', '.join(f'{counts[name]} {name}' for name in VERDICTS)}")


if __name__ == "__main__":
    main()
