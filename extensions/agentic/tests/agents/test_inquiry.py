"""What the user's replies make of the conditions."""

from __future__ import annotations

import pytest

from ragatta.extensions.agentic.agents.clarification import Replies
from ragatta.extensions.agentic.agents.inquiry import _replaced, _without
from ragatta.pipeline.tasks.agentic import Constraint


def bound(operator: str, value: str | float, words: str, field: str = "weight") -> Constraint:
    return Constraint(field=field, operator=operator, value=value, raw_text=words)


@pytest.mark.parametrize(
    ("asked", "replied", "kept"),
    [
        (bound(">", 9000, "over 9000"), bound(">", 150, "over 150"), False),
        (bound(">", 9000, "over 9000"), bound("<", 150, "under 150"), False),
        (bound(">", 100, "over 100"), bound("<", 150, "under 150"), True),
        (bound(">=", "2029-01-01", "in 2029"), bound("<=", "2021-12-31", "in 2021"), False),
        (bound(">", 9000, "over 9000"), bound(">", 150, "over 150", "amount"), True),
    ],
)
def test_a_reply_with_another_bound_takes_its_place(asked: Constraint, replied: Constraint, kept: bool) -> None:
    left = _replaced([asked, replied], Replies(added=(replied.raw_text,)))
    assert left == ((asked, replied) if kept else (replied,))


def test_two_bounds_of_the_question_stay() -> None:
    both = (bound(">", 5, "over 5"), bound(">", 7, "over 7"))
    assert _replaced(both, Replies()) == both


def test_words_of_a_dropped_condition_are_not_searched_for() -> None:
    assert _without("List all slips delivered in 2029 ", [bound(">=", "2029-01-01", "in 2029")]) == (
        "List all slips delivered"
    )
