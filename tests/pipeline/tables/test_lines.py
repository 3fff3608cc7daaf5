"""Which cells hold a number and nothing else, and which words of a line belong together."""

from __future__ import annotations

import pytest

from ragatta.pipeline.tables.lines import is_figure, segments_of
from ragatta.pipeline.tables.page_layout import Word


@pytest.mark.parametrize(
    "text",
    [
        ".85",
        "-.85",
        "$.50",
        "(.5)",
        "€ 5",
        "£ 5",
        "$ 5",
        "¥ 1,000",
        "( $ 5 )",
        "(-5)",
        "5%",
        "$5M",
        "1.2x",
        "±.3",
        "2019",
        "$ (5)",
        "1.085*",
    ],
)
def test_a_figure(text: str) -> None:
    assert is_figure(text)


@pytest.mark.parametrize("text", ["C-7", ".", "$", "€ ", "5 mm", "v.85", "1.2.3", "..85", "5 or 6", ""])
def test_no_figure(text: str) -> None:
    assert not is_figure(text)


@pytest.mark.parametrize("sign", ["$", "€", "£", "¥"])
def test_a_currency_sign_that_stands_apart_belongs_to_its_figure(sign: str) -> None:
    words = [Word(text, left, 0, left + 8, 10, 0) for text, left in (("Fee", 0), (sign, 100), (".50", 130))]
    assert [segment.text for segment in segments_of(words)] == ["Fee", f"{sign} .50"]


def test_words_of_a_line_are_parted_at_wide_gaps() -> None:
    words = [Word(text, left, 0, left + 8, 10, 0) for text, left in (("First", 0), ("Class", 11), ("Fee", 60))]
    assert [segment.text for segment in segments_of(words)] == ["First Class", "Fee"]
