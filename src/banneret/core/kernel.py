"""The only module that knows numba: plain Python rules in, machine code out.

Rules are ordinary typed functions. A `Linker` follows the calls of a game's entry points, and makes of
each function a twin whose calls go to other twins and whose tables are arrays; numba compiles the twins. The
originals stay as they are and run in the same process, so a game can be played pure while it compiles.

Only entry points and a game's own rules are kept on disk, each with one signature (read from its
annotations), so that processes that fill a cache folder at the same time write the same files, which numba
replaces atomically.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import hashlib
import importlib.metadata
import importlib.util
import os
import re
import shutil
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeAlias, get_args, get_origin, get_type_hints

from .sharing import add_to, claim, fetch_add
from .state import PlainStates, blank, is_layout, layout

Function: TypeAlias = Callable[..., Any]

KEPT_SECONDS = 14 * 24 * 3600
CACHE_LINES = 128  # bytes: a line, and the one fetched along with it
_IMPORT = re.compile(r"^(?:from|import)\s+([\w.]+)(?:\s+import\s+(\([^)]*\)|.*))?", re.MULTILINE)
_COMPILING = threading.RLock()


class Mode(enum.StrEnum):
    """How rules run. All three come from one source and play the same games."""

    PURE = "pure"
    COMPILED = "compiled"
    CHECKED = "checked"


class States(Protocol):
    """Stands in an entry point's annotations for several states of the game."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...
    def __setitem__(self, index: int, state: Any, /) -> None: ...


def can_compile() -> bool:
    """Whether numba is installed and allowed."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return sys.modules.get("numba", importlib.util) is not None and importlib.util.find_spec("numba") is not None


def default_mode() -> Mode:
    return Mode.COMPILED if can_compile() else Mode.PURE


class Linker:
    """Makes twins of functions: their calls go to twins, and names among the hooks to the hooks' twins."""

    def __init__(self, hooks: Mapping[str, Function], compiled: bool) -> None:
        self.hooks = hooks
        self.compiled = compiled
        self.twins: dict[Function, Function] = {}
        self.underway: list[Function] = []

    def twin(self, f: Function) -> Function:
        """The twin of a function, made once; one thread at a time."""
        with _COMPILING:
            if f not in self.twins:
                if f in self.underway:
                    raise TypeError(f"{f.__qualname__} calls itself: rules must not be recursive")
                self.underway.append(f)
                self.twins[f] = self._make(f)
                self.underway.pop()
            return self.twins[f]

    def _make(self, f: Function) -> Function:
        before = {name: f.__globals__[name] for name in sorted(_names(f.__code__)) if name in f.__globals__}
        after = {name: self._value(name, value) for name, value in before.items()}
        if not self.compiled and all(after[name] is before[name] for name in before):
            return f
        made = types.FunctionType(f.__code__, {**f.__globals__, **after}, f.__name__, f.__defaults__)
        made.__qualname__, made.__module__ = f.__qualname__, f.__module__
        made.__annotations__, made.__doc__ = f.__annotations__, f.__doc__
        return self._finish(f, made)

    def _value(self, name: str, value: Any) -> Any:
        if isinstance(value, types.FunctionType):
            return self.twin(self._bound(name, value))
        return _array(value) if self.compiled and isinstance(value, list) else value

    def _bound(self, name: str, f: Function) -> Function:
        """The game's own function where a stand-in is named, else the function itself."""
        return self.hooks[name] if f.__module__ == HOOKS_MODULE else f

    def _finish(self, f: Function, made: Function) -> Function:
        return made

    def entry(self, f: Function) -> Function:
        """The twin of a function that is called from outside."""
        return self.twin(f)


HOOKS_MODULE = f"{__package__}.hooks"
SHARING: tuple[Function, ...] = (fetch_add, add_to, claim)


class Compiler(Linker):
    """A linker whose twins numba compiles for one state class; entry points are kept in a folder.

    A function is compiled for the one signature that its annotations tell. Where they leave it open (a row
    of a state may be of any width) numba compiles it for whatever it is called with. What always goes together
    may be given as one argument, a NamedTuple of what entry points take.
    """

    def __init__(
        self,
        hooks: Mapping[str, Function],
        state_class: type,
        checked: bool,
        name: str,
        sources: Sequence[Path],
        hot: Sequence[Function],
    ) -> None:
        super().__init__(hooks, compiled=True)
        self.state_class = state_class
        self.checked = checked
        # Rules allocate nothing, so nothing needs numba's counting of references.
        self.options = {"nogil": True, "boundscheck": checked, "_nrt": False}
        self.name = name
        self.sources = tuple(sources)
        self.hot = frozenset(() if checked else hot)
        self.entries: set[Function] = set()

    def _folder(self, f: Function) -> Path:
        """Where an entry point is kept: by what its own module, the kernel and the game's rules are made of."""
        made_of = sources_of(__name__, f.__module__, *(hook.__module__ for hook in self.hooks.values()))
        return cache_folder(self.name, (*self.sources, *made_of), self.checked)

    def _make(self, f: Function) -> Function:
        return _instructions()[f] if f in SHARING else super()._make(f)

    def _finish(self, f: Function, made: Function) -> Function:
        kept = f in self.entries or f in self.hooks.values()
        with _settings(CACHE_DIR=str(self._folder(f)) if kept else ""):
            compiled: Function = _numba().njit(
                made,
                cache=kept,
                forceinline=f in self.hot,
                no_cpython_wrapper=f not in self.entries,
                no_cfunc_wrapper=True,
                **self.options,
            )
        return compiled

    def entry(self, f: Function) -> Function:
        """The compiled twin of an entry point. What is on disk already needs none of the functions it calls."""
        if f not in self.entries:
            self.twins.pop(f, None)  # one that only twins can call
        self.entries.add(f)
        wanted: Any = self.twin(f)
        with _settings(LOOP_VECTORIZE=0, SLP_VECTORIZE=0):
            kept = self._folder(f) / f"{f.__module__}.{f.__qualname__}.kept"
            if not kept.exists():
                self._compile_callees(f)
            if not wanted.signatures:
                wanted.compile(self._signature(wanted.py_func))
            kept.touch()
        return wanted  # type: ignore[no-any-return]  # a numba dispatcher, which is callable

    def _compile_callees(self, f: Function) -> None:
        """Compile what a function calls, innermost first, each for its own signature only."""
        for name in sorted(_names(f.__code__)):
            callee = f.__globals__.get(name)
            if isinstance(callee, types.FunctionType) and callee not in SHARING:
                callee = self._bound(name, callee)
                self._compile_callees(callee)
                dispatcher: Any = self.twin(callee)
                signature = self._signature(dispatcher.py_func)
                if None not in signature and not dispatcher.signatures:
                    dispatcher.compile(signature)
                    dispatcher.disable_compile()

    def _signature(self, f: Function) -> tuple[Any, ...]:
        hints = get_type_hints(f, include_extras=True)
        names = f.__code__.co_varnames[: f.__code__.co_argcount]
        return tuple(self._type(hints.get(name)) for name in names)

    def _type(self, hint: Any) -> Any:
        numba = _numba()
        if hint is States:
            return numba.from_dtype(layout(self.state_class))[::1]
        if hint is self.state_class or hint is Any:
            return numba.from_dtype(layout(self.state_class))
        if get_origin(hint) is Annotated:
            return numba.from_dtype(_numpy().dtype(get_args(hint)[1]))[::1]
        if get_origin(hint) is list and is_layout(get_args(hint)[0]):
            return numba.from_dtype(layout(get_args(hint)[0]))[::1]
        if isinstance(hint, type) and issubclass(hint, tuple):
            parts = get_type_hints(hint, include_extras=True).values()
            return numba.types.NamedTuple([*map(self._type, parts)], hint)
        if is_layout(hint):
            return numba.from_dtype(layout(hint))
        return {int: numba.int64, float: numba.float64, bool: numba.boolean}.get(hint)


@contextlib.contextmanager
def _settings(**settings: Any) -> Iterator[None]:
    """Change numba's settings for a while; one thread at a time. (Rules are branches and small loops:
    vectorising them takes time to compile, and gains nothing.)"""
    config = _numba().config
    with _COMPILING:
        before = {name: getattr(config, name) for name in settings}
        try:
            vars(config).update(settings)
            yield
        finally:
            vars(config).update(before)


def linker(
    hooks: Mapping[str, Function],
    state_class: type,
    mode: Mode,
    name: str,
    sources: Sequence[Path] = (),
    hot: Sequence[Function] = (),
) -> Linker:
    """What makes a game's entry points in `mode`; machine code is kept under a name and by what it is made of,
    to which `sources` (files or folders) may add.

    Functions that are `hot` become part of whatever calls them, which is faster to run and slower to compile.
    """
    if mode is Mode.PURE:
        return Linker(hooks, compiled=False)
    if not can_compile():
        raise RuntimeError(f"mode {mode} needs numba, which is missing or switched off by NUMBA_DISABLE_JIT")
    return Compiler(hooks, state_class, mode is Mode.CHECKED, name, sources, hot)


def new_states(state_class: type, count: int, mode: Mode) -> Any:
    """Room for several states, as entry points annotated with `States` take it."""
    if mode is Mode.PURE:
        return PlainStates(blank(state_class) for _ in range(count))
    return own_room(count, layout(state_class))


def new_row(code: str, length: int, mode: Mode) -> Any:
    """Room for numbers, as entry points annotated with `Codes`, `Weights` and the like take it."""
    return [0] * length if mode is Mode.PURE else own_room(length, code)


def own_room(count: int, kind: Any) -> Any:
    """Zeros in cache lines of their own: threads that write to neighbouring lines slow each other down."""
    numpy = _numpy()
    size = count * numpy.dtype(kind).itemsize
    room = numpy.zeros(size + 2 * CACHE_LINES, numpy.uint8)
    start = -room.ctypes.data % CACHE_LINES
    return room[start : start + size].view(kind)


def cache_root() -> Path:
    """Where machine code is kept: BANNERET_CACHE, or the user's cache folder."""
    named = os.environ.get("BANNERET_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "banneret"


def cache_folder(name: str, sources: Sequence[Path], checked: bool) -> Path:
    """The folder for these sources and options, marked as used now; folders long unused are removed.

    numba notices a change in a function's own file only, neither in the files of the functions that it
    calls nor in the options, so the folder's name is made from all of them.
    """
    kind = f"{name}-checked" if checked else name
    root = _writable_root()
    folder = root / f"{kind}-{_digest(tuple(sources), checked)}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _clean(root, folder)
    return folder


@functools.cache
def _writable_root() -> Path:
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK):
            return root
    except OSError:
        pass
    import tempfile

    return Path(tempfile.gettempdir()) / f"banneret-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


@functools.cache
def sources_of(*modules: str) -> tuple[Path, ...]:
    """The files of modules and of everything that they import from their own package. What a package does
    when it is imported is left out: rules take nothing from there."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        if name in found or module is None or not getattr(module, "__file__", None):
            continue
        found.add(name)
        waiting += _imported(name, Path(str(module.__file__)).read_text(encoding="utf-8"))
    return tuple(sorted(Path(str(sys.modules[name].__file__)) for name in found))


def _imported(name: str, source: str) -> Iterator[str]:
    """The modules of its own package that a module's import lines name, and their names that may be modules."""
    package = name.rpartition(".")[0]
    for home, names in _IMPORT.findall(source):
        target = importlib.util.resolve_name(home, package) if home.startswith(".") else home
        if target.partition(".")[0] == name.partition(".")[0]:
            members = {f"{target}.{member}" for member in re.findall(r"\w+", names)}
            yield from {target, *members} if not hasattr(sys.modules.get(target), "__path__") else members


@functools.cache
def _digest(sources: tuple[Path, ...], checked: bool) -> str:
    files = [path for source in sources for path in (sorted(source.glob("*.py")) if source.is_dir() else [source])]
    versions = [importlib.metadata.version(package) for package in ("numba", "numpy")]
    h = hashlib.sha256(repr((sys.version_info[:3], versions, checked)).encode())
    for path in files:
        h.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return h.hexdigest()[:16]


def _clean(root: Path, in_use: Path) -> None:
    """Remove folders that nothing has used for two weeks; another process may be doing the same."""
    oldest = time.time() - KEPT_SECONDS
    for folder in root.iterdir():
        try:
            if folder != in_use and folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except FileNotFoundError:
            continue


def _names(code: types.CodeType) -> set[str]:
    """Every global name that a function's code, or code nested in it, may look up."""
    nested = (c for c in code.co_consts if isinstance(c, types.CodeType))
    return set(code.co_names).union(*map(_names, nested))


@functools.cache
def _instructions() -> dict[Function, Function]:
    """What the functions of `sharing` do, each as an instruction of the machine."""
    cgutils, extending, arrays = map(
        importlib.import_module, ("numba.core.cgutils", "numba.extending", "numba.np.arrayobj")
    )
    types_of = _numba().types

    def member(context: Any, builder: Any, record: Any, field: Any, pointer: Any) -> tuple[Any, Any]:
        """Where a record's field is, and its type."""
        kind = record.typeof(field.literal_value)
        place = record.offset(field.literal_value)
        return cgutils.get_record_member(builder, pointer, place, context.get_data_type(kind)), kind

    def fetch_add(_: Any, row: Any, place: Any, amount: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            held = arrays.make_array(kind)(context, builder, arguments[0])
            pointer = cgutils.get_item_pointer(context, builder, kind, held, [arguments[1]])
            added = context.cast(builder, arguments[2], signature.args[2], kind.dtype)
            before = builder.atomic_rmw("add", pointer, added, "seq_cst")
            return context.cast(builder, before, kind.dtype, signature.return_type)

        return types_of.int64(row, *map(types_of.unliteral, (place, amount))), emit

    def add_to(_: Any, record: Any, field: Any, amount: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer, kind = member(context, builder, record, field, arguments[0])
            added = context.cast(builder, arguments[2], signature.args[2], kind)
            builder.atomic_rmw("add" if kind in types_of.integer_domain else "fadd", pointer, added, "seq_cst")
            return context.get_dummy_value()

        return types_of.void(record, field, types_of.unliteral(amount)), emit

    def claim(_: Any, record: Any, field: Any, number: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer, kind = member(context, builder, record, field, arguments[0])
            wanted = context.cast(builder, arguments[2], signature.args[2], kind)
            nothing = context.get_constant(kind, 0)
            found = builder.cmpxchg(pointer, nothing, wanted, "seq_cst", "seq_cst")
            before = builder.extract_value(found, 0)
            held = builder.select(builder.extract_value(found, 1), wanted, before)
            return context.cast(builder, held, kind, signature.return_type)

        return types_of.int64(record, field, types_of.unliteral(number)), emit

    instruction = extending.intrinsic(prefer_literal=True)
    return dict(zip(SHARING, map(instruction, (fetch_add, add_to, claim)), strict=True))


def _array(table: list[Any]) -> Any:
    return _numpy().array(table)


def _numpy() -> Any:
    import numpy

    return numpy


def _numba() -> Any:
    import numba

    return numba
