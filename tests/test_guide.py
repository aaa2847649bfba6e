"""The guides: the same in every language, with pictures that can be drawn and lessons that can be played."""

from __future__ import annotations

import re

import pytest

from banneret.core.guide import MOST_STEPS, load_guide, load_lesson
from banneret.core.match import Match
from banneret.core.words import LANGUAGES
from banneret.draw.guide import draw_figure
from banneret.games import editions
from tests.conftest import KEYS, pure


@pytest.mark.parametrize("key", KEYS)
def test_a_guide_says_the_same_in_every_language(key: str) -> None:
    folder = editions()[key].folder
    english = load_guide(folder, key, "en")
    assert english is not None
    keys = [section.key for section in english.sections]
    assert len(set(keys)) == len(keys) >= 5
    for language in LANGUAGES:
        guide = load_guide(folder, key, language)
        assert guide is not None
        assert [section.key for section in guide.sections] == keys
        assert [section.figure for section in guide.sections] == [section.figure for section in english.sections]
        for section, first in zip(guide.sections, english.sections, strict=True):
            assert section.title.strip()
            assert len(section.text) > 40
            assert bool(section.caption) == bool(section.figure)
            assert len(re.findall(r"^- ", section.text, re.M)) == len(re.findall(r"^- ", first.text, re.M))
            assert language == "en" or section.text != first.text


@pytest.mark.parametrize("key", KEYS)
def test_every_phase_has_a_section_that_explains_it(key: str) -> None:
    guide = load_guide(editions()[key].folder, key, "en")
    assert guide is not None
    everything = {
        section.key
        for edition in KEYS
        if editions()[edition].folder == editions()[key].folder
        for section in load_guide(editions()[key].folder, edition, "en").sections  # type: ignore[union-attr]  # there
    }
    assert guide.prompts.keys() == pure(key).words("en").prompt.keys()
    assert set(guide.prompts.values()) <= everything


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_can_be_drawn(key: str, language: str) -> None:
    guide = load_guide(editions()[key].folder, key, language)
    assert guide is not None
    used = {section.figure for section in guide.sections if section.figure}
    assert len(used) >= 3
    for name in used:
        drawn = draw_figure(pure(guide.figures[name].game), guide.figures[name], language, prefix=name)
        assert drawn.startswith("<svg")
        for hex_name in (*guide.figures[name].chosen, *guide.figures[name].threat):
            assert f'data-thing="hex {hex_name}"' in drawn


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_is_a_game_that_can_be_played(key: str) -> None:
    lesson = load_lesson(editions()[key].folder, key)
    assert lesson is not None
    match = Match.replay(pure(key), lesson.record)
    decisions = [ply for ply in range(match.ply) if match.at(ply).player == lesson.seat]
    assert 5 <= len(decisions) <= MOST_STEPS
    assert sorted(lesson.says) == decisions, "something is said before every action of the learner"
    for texts in (*lesson.says.values(), lesson.closing):
        assert set(texts) == set(LANGUAGES)
        assert all(text.strip() for text in texts.values())
        assert len(set(texts.values())) == len(LANGUAGES)
