"""One part or several, one document or several, with and without a decomposition."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ragatta.extensions.multi_query.agents.decomposer import Decomposer
from ragatta.extensions.multi_query.agents.multi_answer import MULTI_DOCUMENT, MULTI_QUERY, SINGLE
from ragatta.extensions.multi_query.agents.need import Allotment
from ragatta.extensions.multi_query.architectures.multi_query import MultiQuery
from ragatta.pipeline.llm.seam import ContextOverflow, ModelError, ModelTimeout, Prompt, UnusableReply
from ragatta.pipeline.types import AskedQuestion, Hit
from standins.parts import PRICE, TWO, parted, prompts_of, scripted, stages

APART = AskedQuestion("What is the price of the brass pump, and after how many hours of use are the seals changed?")
COMPARED = AskedQuestion("Compare the price of the brass pump with that of the garden hose.")


def test_row_1_a_simple_question_gets_one_answer_by_the_single_path(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")
    found = MultiQuery().answer(PRICE, toolbox)
    assert (found.status, found.value, found.sub_answers) == ("answered", "$120", ())
    told = stages(trace)
    assert list(told) == ["decomposer", "retriever", "orchestrator"]
    assert told["decomposer"].details["sub_questions"] == [PRICE.question]
    assert told["orchestrator"].details["is_multi_query"] is False
    assert told["orchestrator"].details["chunks_used"] == len(found.context)


def test_row_2_a_question_of_two_parts_gets_distinct_answers(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")
    found = MultiQuery().answer(TWO, toolbox)
    assert found.status == "answered"
    assert [(one.status, one.value) for one in found.sub_answers] == [("answered", "$120"), ("answered", "$19")]
    assert [one.reasoning for one in found.sub_answers] == [
        "What is the price of the brass pump?",
        "What is the price of the garden hose?",
    ]
    assert found.text.startswith("1. ")
    assert "\n2. " in found.text
    assert {cited.chunk_id for cited in found.citations} == {"prices.pdf#0", "prices.pdf#1"}
    assert all(any(quoted in chunk.text for chunk in found.context) for quoted in found.evidence)
    assert len(found.evidence) == 2
    told = stages(trace)["orchestrator"].details
    assert told["is_multi_query"] is True
    assert told["sub_queries"] == [
        {"id": 0, "question": "What is the price of the brass pump?"},
        {"id": 1, "question": "What is the price of the garden hose?"},
    ]
    assert sum(record.live_calls for record in trace.records) == 2  # one to take it apart, one for all answers


@pytest.mark.parametrize("error", [UnusableReply("a thought alone"), ContextOverflow("too long")])
def test_row_3_a_decomposition_that_fails_leaves_the_question_whole(tools: Callable, error: ModelError) -> None:
    toolbox, trace = tools("multi_query")

    def ask(prompt: Prompt[Any]) -> Any:
        if prompt.task.name == "decompose":
            raise error
        return toolbox.ask(prompt)

    off = MultiQuery(decomposer=Decomposer(enabled=False)).answer(TWO, tools("multi_query")[0])
    assert MultiQuery().answer(TWO, replace(toolbox, ask=ask)) == off
    told = stages(trace)["decomposer"]
    assert told.fallbacks == 1
    assert str(error) in told.notes[0]


def test_a_decomposition_that_did_not_come_decides_nothing(tools: Callable) -> None:
    def ask(_: Prompt[Any]) -> Any:
        raise ModelTimeout("too slow")

    with pytest.raises(ModelTimeout):
        MultiQuery().answer(TWO, replace(tools("multi_query")[0], ask=ask))


def test_row_3_an_unusable_decomposition_leaves_the_question_whole(tools: Callable) -> None:
    toolbox, _ = tools("multi_query")
    unusable: list[Any] = [None, {"needs_decomposition": True}, parted("only one?"), parted("the same?", "The  same")]
    for reply in [*unusable, {"needs_decomposition": False, "sub_questions": parted("a?", "b?")["sub_questions"]}]:
        assert len(MultiQuery().retrieve(TWO, scripted(toolbox, decompose=[reply])).plan.steps) == 1


def test_row_4_one_document_and_one_question_are_answered_directly(tools: Callable) -> None:
    toolbox, kept = prompts_of(tools("multi_query")[0])
    assert MultiQuery().answer(replace(PRICE, documents=("prices.pdf",)), toolbox).value == "$120"
    assert SINGLE in kept[-1].user
    assert MULTI_DOCUMENT not in kept[-1].user


def test_row_5_one_document_and_two_questions_get_distinct_answers(tools: Callable) -> None:
    toolbox, kept = prompts_of(tools("multi_query")[0])
    found = MultiQuery().answer(replace(TWO, documents=("prices.pdf",)), toolbox)
    assert [one.value for one in found.sub_answers] == ["$120", "$19"]
    assert MULTI_QUERY in kept[-1].user
    assert MULTI_DOCUMENT not in kept[-1].user


def test_row_6_several_documents_and_one_question_are_joined_where_they_speak_of_the_same(tools: Callable) -> None:
    toolbox, kept = prompts_of(tools("multi_query")[0])
    assert MultiQuery().answer(PRICE, toolbox).value == "$120"
    assert MULTI_DOCUMENT in kept[-1].user
    assert MULTI_QUERY not in kept[-1].user


def test_row_7_several_documents_and_two_questions_get_distinct_answers(tools: Callable) -> None:
    toolbox, kept = prompts_of(tools("multi_query")[0])
    found = MultiQuery().answer(APART, toolbox)
    assert [one.value for one in found.sub_answers] == ["$120", "600"]
    assert {cited.source_file for cited in found.citations} == {"prices.pdf", "manual.pdf"}
    assert MULTI_QUERY in kept[-1].user
    assert MULTI_DOCUMENT in kept[-1].user
    block = kept[-1].user.partition("### Context Block 1\n")[2]
    assert [line.partition(":")[0] for line in block.splitlines()[:4]] == [
        "**chunk_id**",
        "**source**",
        "**sub_query_id**",
        "**sub_question**",
    ]
    listed = re.findall(r"^(\d)\. (.+)$", kept[-1].user, re.MULTILINE)
    shown = re.findall(r"^\*\*sub_query_id\*\*: (\d)\n\*\*sub_question\*\*: ([^/\n]+)$", kept[-1].user, re.MULTILINE)
    assert shown
    assert set(shown) <= set(listed), "one numbering for the model"


def test_row_7_a_comparison_is_closed_by_one(tools: Callable) -> None:
    found = MultiQuery().answer(COMPARED, tools("multi_query")[0])
    assert [one.value for one in found.sub_answers] == ["$120", "$19"]
    assert found.text.endswith("Comparison: $120 is higher than $19, by $101.")
    assert "Comparison" not in MultiQuery().answer(TWO, tools("multi_query")[0]).text


@pytest.mark.parametrize("asked", [PRICE, TWO], ids=["single", "multi"])
def test_row_8_the_token_limit_cuts_the_context(tools: Callable, asked: AskedQuestion) -> None:
    for limit in (1, 10, 40, 100):
        toolbox, trace = tools("multi_query", budget=300)
        found = MultiQuery(multi_query=Allotment(context_tokens=limit)).answer(asked, toolbox)
        assert sum(toolbox.count_tokens(chunk.text) for chunk in found.context) <= limit
        told = stages(trace)["orchestrator"]
        assert limit == 1 or told.details["context_budget"] == limit
    assert stages(trace)["orchestrator"].details["context_tokens"] > 40


def test_row_8_who_has_no_place_in_the_context_is_said(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")

    def search(query: str, *args: Any, **how: Any) -> list[Hit]:
        word = "pump is $" if "pump" in query else "hose is $"
        return [hit for hit in toolbox.search(query, *args, **how) if word in hit.chunk.text]

    narrow = MultiQuery(multi_query=Allotment(context_tokens=30))
    found = narrow.answer(TWO, replace(toolbox, search=search, expand=lambda hits, *_: list(hits)))
    assert [one.status for one in found.sub_answers] == ["answered", "no_information"]
    assert "2. nothing of what was found for it fits the context" in found.limitations
    assert any("fits the context" in note for note in stages(trace)["orchestrator"].notes)


@pytest.mark.parametrize("asked", [PRICE, TWO], ids=["single", "multi"])
def test_row_9_where_no_chunk_is_found_the_answer_says_so(tools: Callable, asked: AskedQuestion) -> None:
    toolbox, trace = tools("multi_query")
    found = MultiQuery().answer(asked, replace(toolbox, search=lambda *_, **__: []))
    assert (found.status, found.limitations, found.citations) == ("no_information", "nothing was retrieved", ())
    assert "insufficient" in found.text
    toolbox, trace = tools("multi_query")
    assert MultiQuery().answer(replace(asked, documents=("lost.pdf",)), toolbox).status == "no_information"
    assert sum(record.live_calls for record in trace.records) == 0
    assert "lost.pdf" in stages(trace)["decomposer"].notes[0]
