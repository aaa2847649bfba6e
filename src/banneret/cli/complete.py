"""Typing actions with completion, word by word, over what is legal now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

COMMANDS = ("list", "map", "log", "hint", "undo", "save", "help", "quit")


def next_words(typed: str, actions: Iterable[str]) -> Iterator[str]:
    """The words that can come where the typed text ends, each once, in order."""
    before = typed.split(" ")[:-1]
    begun = typed.split(" ")[-1]
    found: dict[str, None] = {}
    for action in actions:
        words = action.split(" ")
        if words[: len(before)] == before and len(words) > len(before) and words[len(before)].startswith(begun):
            found[words[len(before)]] = None
    yield from found


class ActionCompleter(Completer):
    def __init__(self, legal: Callable[[], list[str]]) -> None:
        self.legal = legal

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        typed = document.text_before_cursor
        begun = typed.split(" ")[-1]
        for word in next_words(typed, [*self.legal(), *COMMANDS]):
            yield Completion(word, start_position=-len(begun))


def completing_line(legal: Callable[[], list[str]]) -> Callable[[str], str | None]:
    """A reader of lines at a terminal; None at the end of input."""
    session: PromptSession[str] = PromptSession(completer=ActionCompleter(legal), complete_while_typing=True)

    def read(prompt: str) -> str | None:
        try:
            return session.prompt(prompt)
        except EOFError:
            return None

    return read
