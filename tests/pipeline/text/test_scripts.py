from __future__ import annotations

import pytest

from ragatta.pipeline.text.scripts import apart, units
from ragatta.pipeline.text.words import terms


def test_han_characters_and_runs_of_katakana_are_words() -> None:
    assert apart("保険料はデータABCです。").split() == ["保", "険", "料", "データ", "ABC", "。"]
    assert apart("りんごとC-1").split() == ["りんごと", "C-1"]
    assert apart("plain ascii") == "plain ascii"
    assert apart("Gebühr") == "Gebühr"


def test_terms_hold_them() -> None:
    assert terms("保険料は1,200円") == ("保", "険", "料", "1200", "円")
    assert terms("The fee, Annex B") == ("fee", "annex", "B")


@pytest.mark.parametrize(("text", "length"), [("two words", 2), ("保険料", 1.5), ("保険 and データ", 3.5), ("", 0)])
def test_a_character_is_half_a_word(text: str, length: float) -> None:
    assert units(text) == length
