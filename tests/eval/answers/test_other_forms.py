"""Expected figures in forms that are not compared: undecided, and not wrong."""

from __future__ import annotations

import pytest

from ragatta.eval.scorers.score import ruled
from ragatta.pipeline.types import Answer, Question


def why(expected: str, text: str, *also: str) -> str:
    question = Question("q", "What does the harbour log say?", "number", expected, also)
    found = ruled(question, Answer("answered", text))
    assert found.score == 0
    return found.undecided


@pytest.mark.parametrize(
    ("expected", "text", "reason"),
    [
        ("1984", "It opened on September 13, 1984.", "in a date"),
        ("1884", "It opened in 18842.", "touches another sign"),
        ("1884", "It opened in the 1880s.", "decade"),
        ("1884", "It opened in the late 19th century.", "century"),
        ("1884", "It opened in the nineteenth century.", "century"),
        ("1884-1891", "It was begun in 1884 and finished in 1891.", "both ends"),
        ("1880-1889", "It was in the 1880s.", "both ends"),
        ("$75,000", "It costs$75,0001.", "touches"),
        ("$1,000", "It costs $1,0001.", "touches"),
        ("126", "It was seen in126 of the logs.", "touches"),
        ("5", "It is the fifth largest harbour.", "ordinal"),
        ("5", "It is the 5th largest harbour.", "ordinal"),
        ("625", "It cost $625 million.", "scale"),
        ("$0.42", "It costs 42 cents.", "scale"),
        ("7", "It has 5 long piers and 2 short ones.", "add up"),
    ],
)
def test_another_form_of_the_expected_figure_is_undecided(expected: str, text: str, reason: str) -> None:
    assert reason in why(expected, text)


def test_a_unit_that_is_not_known_leaves_a_right_figure_open() -> None:
    question = Question("q", "At which pressure does the valve open?", "number", "5 bar")
    known, unknown, none = (
        ruled(question, Answer("answered", f"It opens at 5{unit}.")) for unit in (" bar", " psi", "")
    )
    assert (known.score, known.undecided, none.undecided) == (1, "", "")
    assert unknown.undecided == "its unit is not known here"


def test_the_words_of_another_accepted_answer() -> None:
    assert "accepted answer" in why("1884", "It was in the reign of Queen Ada.", "the reign of Queen Ada")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("1884", "It opened in 1885."), ("1884", "It opened in the 1890s."), ("1884", "It opened in the 18th century."),
        ("604", "It is 1604."), ("604", "It is 6041."), ("3-5", "It is 3."), ("5", "It is the sixth largest."),
        ("7", "It has 5 long piers and 3 short ones."), ("8%", "It has 5 piers and 3 boats."),
    ],
)  # fmt: skip
def test_another_figure_is_wrong(expected: str, text: str) -> None:
    assert why(expected, text) == ""
