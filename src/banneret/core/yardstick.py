"""A game's playout written in C as well: what compiled rules are measured by.

A game that has one gives a module `yardstick` beside its rules, with a function `yardstick(game)` that
returns a `CPlayout`, or None where it cannot be built. The C source includes "header.h", which is written
from the game's own numbers, tables and state, so that it works on the same records as the kernels.
"""

from __future__ import annotations

import ctypes
import enum
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from .state import fields

FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
C_TYPES = {"i1": "int8_t", "i2": "int16_t", "i4": "int32_t", "i8": "int64_t"}


class CPlayout:
    """A playout in a shared library: `int64_t playout(State *, int64_t *rng, int64_t limit, int32_t *trail)`."""

    def __init__(self, library: Path) -> None:
        self._playout = ctypes.CDLL(str(library)).playout
        self._playout.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
        self._playout.restype = ctypes.c_int64

    def __call__(self, states: Any, rng: Any, limit: int, trail: Any = None) -> int:
        """Play on from states[0] with uniform choices, and write the actions into the trail if there is one."""
        room = None if trail is None else trail.ctypes.data
        return int(self._playout(states.ctypes.data, rng.ctypes.data, limit, room))


def compiler() -> str | None:
    """The C compiler of this machine, if it has one."""
    return shutil.which("gcc") or shutil.which("cc")


def build(source: Path, header: str) -> CPlayout | None:
    """The playout of a C file; None without a compiler."""
    cc = compiler()
    if cc is None:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "header.h").write_text(header, encoding="utf-8")
        library = folder / "playout.so"
        subprocess.run([cc, *FLAGS, f"-I{folder}", str(source), "-o", str(library)], check=True)
        return CPlayout(library)


def header(state_class: type, modules: Sequence[ModuleType]) -> str:
    """C for a state class and for the modules' numbers, enums and tables; Phase.END is PHASE_END there."""
    lines = ["typedef struct {"]
    lines += [f"    {C_TYPES[code]} {name}{_brackets(shape)};" for name, code, shape in fields(state_class)]
    lines.append("} State;")
    known = {name: value for module in modules for name, value in vars(module).items() if name[0] != "_"}
    for name, value in known.items():
        if isinstance(value, int):
            lines.append(f"enum {{ {name} = {value} }};")
        elif isinstance(value, list) and isinstance(_values(value)[0], int):
            lines.append(_table(name, value))
        elif isinstance(value, type) and issubclass(value, enum.IntEnum) and value is not enum.IntEnum:
            lines += [f"enum {{ {name.upper()}_{member.name} = {member.value} }};" for member in value]
    return "\n".join(lines) + "\n"


def _table(name: str, table: list[Any]) -> str:
    """A constant table, of the smallest type that holds it."""
    smallest = next(code for code in C_TYPES if max(_values(table)) < 1 << 8 * int(code[1:]) - 1)
    lengths, row = [len(table)], table[0]
    while isinstance(row, list):
        lengths.append(len(row))
        row = row[0]
    rows = str(table).replace("[", "{").replace("]", "}")
    return f"static const {C_TYPES[smallest]} {name}{_brackets(lengths)} = {rows};"


def _values(table: list[Any]) -> list[Any]:
    """What stands in a table of any number of dimensions."""
    return [value for row in table for value in _values(row)] if isinstance(table[0], list) else table


def _brackets(lengths: Sequence[int]) -> str:
    return "".join(f"[{length}]" for length in lengths)
