"""What is a label of a table, and what only begins with such a word."""

from __future__ import annotations

import pytest

from ragatta.pipeline.tables.titles import LABEL


@pytest.mark.parametrize(
    "text",
    [
        "Table 3",
        "TABLE 3.1 Depths",
        "Table3",
        "Form-7",
        "Exhibit IV",
        "Exhibit C-1",
        "Appendix – B",
        "Schedule A2",
        "Fig. 12: Tides",
        "Figure A.",
        "form 9",
        "Annex XL",
    ],
)
def test_a_label_has_a_number_or_a_letter(text: str) -> None:
    assert LABEL.match(text)


@pytest.mark.parametrize(
    "text",
    [
        "Forms and rules",
        "Figures in millions",
        "Schedules",
        "Tables",
        "Forms",
        "Table of depths",
        "Charts",
        "Exhibits",
        "Form a line",
        "Table in metres",
        "Formica",
        "Schedule IVY",
        "Panel Data",
    ],
)
def test_a_word_that_begins_like_one_is_none(text: str) -> None:
    assert not LABEL.match(text)
