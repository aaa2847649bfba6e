"""A state declared once: lists and ints for the interpreter, a NumPy record for the compiler.

    class State:
        honour: Annotated[Row, "i2", 5]
        phase: Annotated[int, "i1"]

Rules index such a state as `s.honour[seat]`, whichever of the two it is. Fields are signed, because
numba turns a difference of unsigned numbers into a huge one where Python gives a negative one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeAlias, get_origin, get_type_hints

Row: TypeAlias = list[int]
Grid: TypeAlias = list[list[int]]

# Arguments of kernels that are arrays when compiled and lists when pure.
Codes: TypeAlias = Annotated[list[int], "i4"]
Weights: TypeAlias = Annotated[list[int], "i8"]
Numbers: TypeAlias = Annotated[list[float], "f8"]
Random: TypeAlias = Annotated[list[int], "i8"]

Field: TypeAlias = tuple[str, str, tuple[int, ...]]


@functools.cache
def fields(state_class: type) -> tuple[Field, ...]:
    """Name, NumPy type code and shape of each field, in the order of declaration."""
    hints = get_type_hints(state_class, include_extras=True)
    return tuple((name, hint.__metadata__[0], hint.__metadata__[1:]) for name, hint in hints.items())


def is_layout(hint: Any) -> bool:
    """Whether this is a class of annotated fields, such as a state."""
    return isinstance(hint, type) and any(
        get_origin(annotation) is Annotated for annotation in get_type_hints(hint, include_extras=True).values()
    )


@functools.cache
def layout(state_class: type) -> Any:
    """The record dtype of a state class."""
    import numpy as np

    return np.dtype([*fields(state_class)], align=True)


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) > 1:
        return [_zeros(shape[1:]) for _ in range(shape[0])]
    return [0] * shape[0] if shape else 0


def blank(state_class: type) -> Any:
    """A plain state with every field zero."""
    s = state_class()
    for name, _, shape in fields(state_class):
        setattr(s, name, _zeros(shape))
    return s


def _copied(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [_copied(v) for v in value] if value and isinstance(value[0], list) else value.copy()


@functools.cache
def _copiers(state_class: type) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """How each field that is not a number is copied; states are copied too often to find that out each time."""
    kinds: tuple[Callable[[Any], Any], ...] = (list.copy, _copied_grid)
    return tuple(
        (name, kinds[len(shape) - 1] if len(shape) <= len(kinds) else _copied)
        for name, _, shape in fields(state_class)
        if shape
    )


def _copied_grid(grid: Grid) -> Grid:
    return [*map(list.copy, grid)]


def assign(target: Any, source: Any) -> None:
    """Make one plain state equal to another, sharing nothing."""
    values = vars(source).copy()
    for name, copied in _copiers(source.__class__):
        values[name] = copied(values[name])
    vars(target).update(values)


class PlainStates(list[Any]):
    """States that copy on assignment, as a record array does."""

    def __init__(self, states: Iterable[Any] = ()) -> None:
        super().__init__(states)

    def __setitem__(self, index: Any, source: Any) -> None:
        assign(self[index], source)


def to_record(state_class: type, plain: Any) -> Any:
    """A row of one record with a plain state's values; OverflowError if one does not fit its field."""
    import numpy as np

    records = np.zeros(1, layout(state_class))
    for name, _, _ in fields(state_class):
        records[0][name] = getattr(plain, name)
    return records


def from_record(state_class: type, record: Any) -> Any:
    """A plain state with a record's values."""
    s = state_class()
    for name, _, _ in fields(state_class):
        setattr(s, name, record[name].tolist())
    return s


def as_data(plain: Any) -> dict[str, Any]:
    """A copy of every field of a plain state by name, for comparing states."""
    return {name: _copied(getattr(plain, name)) for name, _, _ in fields(plain.__class__)}
