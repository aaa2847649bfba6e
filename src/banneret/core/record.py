"""A game as text: what was set up, and every action since. A record replays to the same end anywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import BadRecord

FORMAT = "banneret/1"
REQUIRED = ("format", "game", "options", "setup", "actions")
KNOWN = (*REQUIRED, "rules_version", "result")


@dataclass
class Record:
    """The parts of a record. Keys that we do not know are kept, so that notes of others survive."""

    game: str
    options: dict[str, Any]
    setup: dict[str, Any]
    actions: list[str] = field(default_factory=list)
    result: dict[str, Any] | None = None
    rules_version: int | None = None
    notes: dict[str, Any] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"format": FORMAT, "game": self.game}
        if self.rules_version is not None:
            data["rules_version"] = self.rules_version
        data |= {"options": self.options, "setup": self.setup, "actions": self.actions}
        if self.result is not None:
            data["result"] = self.result
        return data | self.notes

    def dumps(self) -> str:
        """The record as JSON: a line for each part, so that people can read and compare it."""
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in self.as_data().items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: str | Path) -> None:
        """Write the record to a file, which holds the old or the new record at any moment."""
        path = Path(path)
        draft = path.with_name(f".{path.name}.new")
        draft.write_text(self.dumps(), encoding="utf-8")
        draft.replace(path)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        return cls.loads(read_text(path))

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """The record of a JSON text; BadRecord says what is wrong with it."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"this is no record, for it is not JSON: {error}") from None
        return cls.from_data(data)

    @classmethod
    def from_data(cls, data: Any) -> Record:
        if not isinstance(data, dict):
            raise BadRecord(f"a record is a JSON object with {', '.join(REQUIRED)}")
        _check_parts(data)
        return cls(
            game=data["game"],
            options=data["options"],
            setup=data["setup"],
            actions=data["actions"],
            result=data.get("result"),
            rules_version=data.get("rules_version"),
            notes={key: value for key, value in data.items() if key not in KNOWN},
        )


def read_text(path: str | Path) -> str:
    """The text of a file; BadRecord if it is not text."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is no record, for it is not UTF-8 text") from None


def _check_parts(data: Mapping[str, Any]) -> None:
    missing = [key for key in REQUIRED if key not in data]
    if missing:
        raise BadRecord(f"a record needs {', '.join(REQUIRED)}; this one lacks {', '.join(missing)}")
    if data["format"] != FORMAT:
        raise BadRecord(f"the format is {data['format']!r}; this program reads {FORMAT!r}")
    _check_type(data, "game", str, "a text")
    _check_type(data, "options", dict, "an object")
    _check_type(data, "setup", dict, "an object")
    _check_type(data, "actions", list, "a list of texts")
    for ply, action in enumerate(data["actions"]):
        if not isinstance(action, str):
            raise BadRecord(f"actions are texts; at ply {ply} stands {action!r}")
    if data.get("result") is not None:
        _check_type(data, "result", dict, "an object with scores and ranks")
    if data.get("rules_version") is not None:
        _check_type(data, "rules_version", int, "a whole number")


def _check_type(data: Mapping[str, Any], key: str, kind: type, words: str) -> None:
    if not isinstance(data[key], kind) or isinstance(data[key], bool):
        raise BadRecord(f"{key} of a record is {words}, not {data[key]!r}")
