"""Dates and times in one form."""

from __future__ import annotations

import pytest

from ragatta.pipeline.text.calendar import in_one_form, named


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("2016-03-14", "14 March 2016"),
        ("14.03.2016", "14 March 2016"),
        ("Mar 14th, 2016", "14 March 2016"),
        ("March 14, 2016", "14 March 2016"),
        ("the 14th of March", "the 14 March"),
        ("14 Sept. 2016", "14 September 2016"),
        ("9:40 p.m.", "21:40"),
        ("12 a.m.", "0:00"),
        ("12:30 pm", "12:30"),
        ("7.15 hrs", "7:15"),
        ("you may 5 times", "you may 5 times"),
        ("2016-13-14", "2016-13-14"),
        ("2016-00-14, 2016-03-00, 14.0.2016", "2016-00-14, 2016-03-00, 14.0.2016"),
        ("at 3.15.2", "at 3.15.2"),
        ("no digits in March", "no digits in March"),
    ],
)
def test_by_hand(text: str, form: str) -> None:
    assert in_one_form(text) == form


def test_short_names_of_months() -> None:
    assert [named(word) for word in ("jul", "Sept.", "may", "Marsh")] == ["July", "September", "May", "Marsh"]
