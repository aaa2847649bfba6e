"""What the pages say exists in every language, and nothing says the same key twice on one page."""

from __future__ import annotations

import re

import pytest

from banneret.core.words import LANGUAGES, load_tables
from banneret.web.language import FOLDER, speech
from tests.test_words import leaves


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_say_the_same_things_on_pages(language: str) -> None:
    english = leaves(load_tables(FOLDER, "en"))
    told = leaves(load_tables(FOLDER, language))
    assert told.keys() == english.keys()
    for place, text in told.items():
        assert text.strip(), place
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[place])), place


def test_the_words_of_a_table_do_not_hide_each_other() -> None:
    assert not speech("en").table("page").keys() & speech("en").table("friends").keys()


def test_french_parts_its_signs_with_a_narrow_space() -> None:
    for place, text in leaves(load_tables(FOLDER, "fr")).items():
        assert not re.search(r"[ \w][;:!?](?!\w)", text), place
