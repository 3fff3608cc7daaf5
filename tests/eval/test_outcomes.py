"""Precision and recall of asking back and of refusing, with the arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.outcomes import OUTCOME_METRICS, honesty, outcomes

ASKED = [("clarify", "clarify")] * 2 + [("clarify", "answered")] + [("text", "clarify"), ("unsafe", "clarify")]


def test_the_share_of_outcomes_that_were_wanted_and_of_wants_that_were_met() -> None:
    found = outcomes(ASKED)
    assert found["clarify_precision"] == pytest.approx(2 / 4)
    assert found["clarify_recall"] == pytest.approx(2 / 3)
    assert found["refusal_recall"] == 0.0
    assert "refusal_precision" not in found, "nothing was refused"


def test_nothing_wanted_has_no_recall() -> None:
    assert outcomes([("text", "refused")]) == {"refusal_precision": 0.0}
    assert outcomes([]) == {}


def test_an_invented_answer_is_seen_where_the_score_is_the_same() -> None:
    """Of three questions one has no answer in the documents."""
    declined = [("number", "no_information", 0.0), ("number", "answered", 1.0), ("unanswerable", "no_information", 1.0)]
    invented = [("number", "answered", 0.0), *declined[1:]]
    assert honesty(declined) == {
        "wrong_when_answered": 0.0, "declined_though_answerable": 0.5, "score_if_all_declined": pytest.approx(1 / 3),
    }  # fmt: skip
    assert honesty(invented) == {
        "wrong_when_answered": 0.5, "declined_though_answerable": 0.0, "score_if_all_declined": pytest.approx(1 / 3),
    }  # fmt: skip
    assert honesty([]) == {}


def test_a_failure_is_neither_wrong_nor_declined() -> None:
    found = honesty([("text", "failed", 0.0)])
    assert found == {"declined_though_answerable": 0.0, "score_if_all_declined": 0.0}


KINDS, STATUSES = st.sampled_from(["text", "clarify", "unsafe"]), st.sampled_from(["answered", "clarify", "refused"])


@given(st.lists(st.tuples(KINDS, STATUSES)))
def test_each_figure_is_a_share(answers: list[tuple[str, str]]) -> None:
    found = outcomes(answers)
    assert found.keys() <= set(OUTCOME_METRICS)
    assert all(0 <= value <= 1 for value in found.values())
