"""What multi_query makes of a model's replies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from ragatta.extensions.multi_query.architectures.multi_query import MultiQuery
from ragatta.pipeline.llm.seam import Prompt, ReplyMissing
from ragatta.pipeline.types import Answer, StageRecord
from standins.parts import TWO, part, parted, scripted, stages


def replied(tools: Callable, reply: Mapping[str, Any] | None) -> tuple[Answer, StageRecord]:
    toolbox, trace = tools("multi_query")
    sub_questions = parted("What is the price of the brass pump?", "What is the price of the garden hose?")
    found = MultiQuery().answer(TWO, scripted(toolbox, decompose=[sub_questions], write_answers=[reply]))
    return found, stages(trace)["orchestrator"]


def test_a_replay_that_lacks_the_decomposition_goes_no_other_way(tools: Callable) -> None:
    toolbox, _ = tools("multi_query")

    def ask(_prompt: Prompt[Any]) -> Any:
        raise ReplyMissing("not recorded")

    with pytest.raises(ReplyMissing):
        MultiQuery().answer(TWO, replace(toolbox, ask=ask))


def test_replies_are_matched_by_their_numbers(tools: Callable) -> None:
    found, _ = replied(tools, {"answers": [part(2, "$19"), part(1, "$120")], "limitations": "no currency is named"})
    assert [one.value for one in found.sub_answers] == ["$120", "$19"]
    assert found.text == "1. $120\n2. $19"
    assert found.limitations == "no currency is named"


def test_a_part_without_a_reply_is_no_information_and_a_strange_number_is_noted(tools: Callable) -> None:
    found, record = replied(tools, {"answers": [part(1, "$120"), part(7, "$7"), part(1, "$1")]})
    assert [(one.status, one.value) for one in found.sub_answers] == [("answered", "$120"), ("no_information", "")]
    assert "2. it was not answered" in found.limitations
    assert any("[7]" in note for note in record.notes)
    assert any("sub-question 2 was not answered" in note for note in record.notes)


def test_sources_that_were_not_given_are_no_citations(tools: Callable) -> None:
    found, record = replied(tools, {"answers": [part(1, "$120", 99), part(2, "$19", 1)]})
    assert found.sub_answers[0].citations == ()
    assert "uncited" in found.safety_flags
    assert any("99" in note for note in record.notes)


def test_an_unusable_reply_is_a_failure(tools: Callable) -> None:
    found, _ = replied(tools, None)
    assert (found.status, found.text, found.sub_answers) == ("failed", "", ())


def test_none_answered_is_no_information(tools: Callable) -> None:
    lacking = {"status": "insufficient", "text": "", "missing": "a price"}
    found, _ = replied(tools, {"answers": [{"number": number, **lacking} for number in (1, 2)], "comparison": "same"})
    assert found.status == "no_information"
    assert found.limitations == "1. a price; 2. a price"
    assert "Comparison" not in found.text
