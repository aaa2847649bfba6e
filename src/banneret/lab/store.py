"""A run on disk: a folder with the experiment, and a folder for each batch of games that is done.

A batch is written aside and renamed into its place, so at any moment, and after any kind of death, a batch is
there whole or not at all. One that a power cut or a bad disk damaged all the same counts as not played.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banneret.core.errors import BanneretError
from banneret.core.processes import alone
from banneret.games import load
from banneret.players.spec import VERSION
from banneret.players.weights import FILE as WEIGHTS

from .experiment import Experiment
from .table import known_words
from .worker import Harvest

if TYPE_CHECKING:
    import polars as pl

FORMAT = "banneret-lab/1"
MANIFEST = "run.json"
LOCK = ".playing"
BATCHES = "batches"
GAMES, TALLIES = "games.parquet", "tallies.parquet"
MAGIC = b"PAR1"  # with which Parquet files begin and end
PARTS = ("experiment", "made_of", "columns", "machine", "began", "seconds")  # of a manifest


class BadRun(BanneretError):
    """A folder that is no run, or one that cannot be gone on with."""


class Store:
    """The folder of a run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, folder: Path, experiment: Experiment) -> Store:
        """A new run; BadRun if the folder holds something already."""
        if folder.exists() and any(folder.iterdir()):
            raise BadRun(f"{folder} is not empty; to go on with a run in it: banneret lab resume {folder}")
        store = cls(folder)
        (folder / BATCHES).mkdir(parents=True, exist_ok=True)
        manifest = {
            "format": FORMAT,
            "experiment": experiment.as_data(),
            "made_of": made_of(experiment.game),
            "columns": columns(experiment.game),
            "machine": machine(),
            "began": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": 0.0,
        }
        store.write_manifest(manifest)
        return store

    @classmethod
    def open(cls, folder: Path) -> Store:
        """The run in a folder; BadRun if there is none."""
        store = cls(folder)
        told = store.manifest
        if told.get("format") != FORMAT or any(part not in told for part in PARTS):
            raise BadRun(f"{folder} is a run in a form that this program does not read")
        return store

    @property
    def manifest(self) -> dict[str, Any]:
        try:
            told: dict[str, Any] = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            raise BadRun(f"there is no run of the lab in {self.folder}") from None
        except ValueError:
            raise BadRun(f"{self.folder / MANIFEST} is damaged") from None
        if not isinstance(told, dict):
            raise BadRun(f"{self.folder / MANIFEST} is damaged")
        return told

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        draft = self.folder / f".{MANIFEST}.new"
        draft.write_text(json.dumps(manifest, indent=2), encoding="utf-8")
        draft.replace(self.folder / MANIFEST)

    @property
    def experiment(self) -> Experiment:
        try:
            return Experiment.from_data(self.manifest["experiment"])
        except BanneretError as error:
            raise BadRun(f"the experiment in {self.folder} is none of this version: {error}") from None

    def check_unchanged(self) -> None:
        """BadRun if the rules, the players or their weights are no longer those that the run began with."""
        told = self.manifest["made_of"]
        now = made_of(self.experiment.game)
        for what, value in now.items():
            if told.get(what) != value:
                raise BadRun(
                    f"the {what.replace('_', ' ')} changed since this run began, so its games would not be of one "
                    "kind; its report can still be made, and the same experiment can be run anew"
                )

    def add_seconds(self, seconds: float) -> None:
        """Time that was spent on playing."""
        manifest = self.manifest
        manifest["seconds"] = round(manifest["seconds"] + seconds, 1)
        self.write_manifest(manifest)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While this lasts no other process plays the run; BadRun if one does already."""
        with alone(self.folder / LOCK) as mine:
            if not mine:
                raise BadRun(f"the run in {self.folder} is being played by another process")
            yield

    # Batches

    def keep(self, harvest: Harvest) -> None:
        """Put a batch into its place; one that is there already stays."""
        place = self.place(harvest.arm, harvest.batch)
        draft = place.with_name(f".{place.name}.{os.getpid()}")
        shutil.rmtree(draft, ignore_errors=True)
        try:
            draft.mkdir(parents=True)
            (draft / GAMES).write_bytes(harvest.games)
            (draft / TALLIES).write_bytes(harvest.tallies)
            draft.rename(place)
        except OSError:
            shutil.rmtree(draft, ignore_errors=True)
            if not is_whole(place):
                raise

    def place(self, arm: int, batch: int) -> Path:
        return self.folder / BATCHES / f"{arm:03}-{batch:06}"

    def whole_batches(self) -> Iterator[tuple[int, int, Path]]:
        """Arm, number and folder of every batch that is there and whole, in order; other things are let be."""
        for path in sorted((self.folder / BATCHES).glob("*")):
            if (name := re.fullmatch(r"([0-9]{3,})-([0-9]{6,})", path.name)) and is_whole(path):
                yield int(name[1]), int(name[2]), path

    def done(self) -> set[tuple[int, int]]:
        """Arm and number of every batch that is there."""
        return {(arm, number) for arm, number, _ in self.whole_batches()}

    def clean(self) -> None:
        """Remove what an interrupted writer left behind, and what is damaged."""
        for path in (self.folder / BATCHES).glob("*"):
            if path.name.startswith(".") or (path.name[:1].isdigit() and not is_whole(path)):
                shutil.rmtree(path, ignore_errors=True)

    def games(self) -> pl.LazyFrame:
        """All games so far."""
        return self._scan(GAMES)

    def tallies(self) -> pl.LazyFrame:
        return self._scan(TALLIES)

    def _scan(self, name: str) -> pl.LazyFrame:
        import polars as pl

        found = [path / name for _, _, path in self.whole_batches()]
        if not found:
            raise BadRun(f"no batch of games is finished yet in {self.folder}")
        return pl.scan_parquet(found)

    def played(self) -> Iterator[tuple[int, int, list[float]]]:
        """Of each arm: how many finished games there are, and each seat's sum of shares."""
        import polars as pl

        if not self.done():
            return
        sums = [pl.col("shares").arr.get(seat).sum().alias(f"s{seat}") for seat in range(8)]
        try:
            rows = self.games().filter(pl.col("finished")).group_by("arm").agg(pl.len(), *sums).collect()
        except pl.exceptions.PolarsError as error:
            said = str(error).splitlines()[0]
            raise BadRun(
                f"a batch in {self.folder / BATCHES} is damaged inside ({said}): {self.culprit()}"
            ) from None
        for arm, games, *shares in rows.iter_rows():
            yield arm, games, shares

    def culprit(self) -> str:
        """Which batch cannot be read, and what to do about it."""
        import polars as pl

        for _, _, path in self.whole_batches():
            try:
                pl.read_parquet(path / GAMES)
            except pl.exceptions.PolarsError:
                return f"remove {path}, and its games will be played again when the run is resumed"
        return "they are not all of one kind"


def is_whole(batch: Path) -> bool:
    """Whether both tables of a batch are there, from their first bytes to their last."""
    for name in (GAMES, TALLIES):
        try:
            with (batch / name).open("rb") as file:
                begins = file.read(len(MAGIC))
                file.seek(-len(MAGIC), os.SEEK_END)
                if (begins, file.read()) != (MAGIC, MAGIC):
                    return False
        except OSError:
            return False
    return True


def made_of(key: str) -> dict[str, Any]:
    """What games depend on besides the experiment: versions of the rules and players, and the players' weights."""
    game = load(key, "pure")
    weights = game.edition.folder / WEIGHTS
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()[:16] if weights.exists() else None
    return {
        "rules_version": game.info.rules_version,
        "players_version": VERSION,
        "players_weights": digest,
    }


def columns(key: str) -> dict[str, list[str]]:
    """What stands in the rows of the tables: so that a run can be read when the game has other names for them."""
    game = load(key, "pure")
    return {"features": list(game.info.features), "verbs": list(known_words(game).verbs)}


def machine() -> dict[str, Any]:
    from banneret import __version__

    return {
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "banneret": __version__,
    }
