"""Passages judged one by one, in their rank order."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extensions.judges.tests.scorers.test_judge import Model
from ragatta.extensions.judges.judged.context import JudgeContext, average_precision, figures
from ragatta.pipeline.llm.as_data import CallFailed
from ragatta.pipeline.llm.ask import Asker

TASK = JudgeContext("How long?", ("It takes 45 minutes.", "It costs $6."), ("One.", "Two.", "Three."))


def reply(useful: dict[int, bool], supported: dict[int, bool]) -> str:
    passages = [{"number": number, "useful": one} for number, one in useful.items()]
    return json.dumps({"passages": passages, "nuggets": [{"number": n, "supported": s} for n, s in supported.items()]})


def asked(text: str) -> Any:
    return Asker(Model(text), None).ask


def test_precision_is_averaged_over_the_useful_and_recall_over_the_nuggets() -> None:
    out_of_order = reply({3: True, 1: False, 2: True}, {2: True, 1: False})
    assert figures(TASK, asked(out_of_order), 99) == ((1 / 2 + 2 / 3) / 2, 1 / 2)
    with_one_that_has_no_text = figures(TASK, asked(out_of_order), 99, [True, False, True, True])
    assert with_one_that_has_no_text == ((1 / 3 + 2 / 4) / 2, 1 / 2), "it takes a rank"


@pytest.mark.parametrize(
    "text",
    [
        reply({1: True, 2: True}, {1: True, 2: True}),
        reply({1: True, 2: True, 3: True, 4: True}, {1: True, 2: True}),
        reply({1: True, 2: True, 2.5: True}, {1: True, 2: True}),  # type: ignore[dict-item]
        reply({1: True, 2: True, 3: True}, {1: True}),
    ],
)
def test_a_reply_that_leaves_one_out_or_makes_one_up_is_no_reply(text: str) -> None:
    with pytest.raises(CallFailed):
        figures(TASK, asked(text), 99)


def test_no_passages_are_no_call() -> None:
    def never(_: Any) -> Any:
        raise AssertionError("the judge was asked")

    assert figures(JudgeContext("How long?", ("45",), ()), never, 99) == (0.0, 0.0)


@given(st.lists(st.booleans()))
def test_average_precision_is_a_share_and_one_where_the_useful_come_first(useful: list[bool]) -> None:
    assert 0 <= average_precision(useful) <= average_precision(sorted(useful, reverse=True)) == float(any(useful))
