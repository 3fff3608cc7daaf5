"""The test matrix of seed 003, row by row, and what it promises of the single path."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from standins.scripted import Script

from pipeline.agents.multi_query.scenarios import MULTI_DOCUMENT, MULTI_QUERY, SINGLE
from pipeline.architectures.multi_query import answer, calls, retrieve
from pipeline.llm.seam import ModelError, ModelTimeout, Prompt, ReplyMissing
from pipeline.settings import Architecture, Decomposer, MultiQuery
from pipeline.toolbox import Toolbox
from pipeline.trace import Trace
from pipeline.types import Answer, AskedQuestion, Hit, StageRecord

PRICE = AskedQuestion("What is the price of the brass pump?")
TWO = AskedQuestion("What is the price of the brass pump and what is the price of the garden hose?")
APART = AskedQuestion("What is the price of the brass pump, and after how many hours of use are the seals changed?")
COMPARED = AskedQuestion("Compare the price of the brass pump with that of the garden hose.")
PLAIN = (
    PRICE.question,
    "After how many hours of use are the seals changed?",
    "Who was the third emperor of Atlantis?",
    "List all parts of the table of contents of the pump manual",
    "At which storage temperature is the pump kept in winter, and why?",
    "Is the brass pump or the garden hose on the price list?",
    "Where does the spring fair take place?",
    "Which parts of the pump are changed after use and storage?",
    "",
    "???",
)


def stages(trace: Trace) -> dict[str, StageRecord]:
    return {record.name: record for record in trace.records}


def changed(toolbox: Toolbox, **settings: Any) -> Toolbox:
    return replace(toolbox, settings=replace(toolbox.settings, **settings))


def prompts_of(toolbox: Toolbox) -> tuple[Toolbox, list[Prompt[Any]]]:
    """The toolbox with every prompt kept."""
    kept: list[Prompt[Any]] = []

    def ask(prompt: Prompt[Any]) -> Any:
        kept.append(prompt)
        return toolbox.ask(prompt)

    return replace(toolbox, ask=ask), kept


def scripted(toolbox: Toolbox, **replies: Sequence[Mapping[str, Any] | None]) -> Toolbox:
    return replace(toolbox, ask=Script(**replies).ask)


def parted(*questions: str) -> dict[str, Any]:
    return {
        "needs_decomposition": True,
        "sub_questions": [{"id": number, "question": one} for number, one in enumerate(questions)],
    }


def part(number: int, text: str, source: int = 1) -> dict[str, Any]:
    return {"number": number, "status": "answered", "text": text, "value": text, "sources": [source]}


def test_row_1_a_simple_question_gets_one_answer_by_the_single_path(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")
    found = answer(PRICE, toolbox)
    assert (found.status, found.value, found.sub_answers) == ("answered", "$120", ())
    told = stages(trace)
    assert list(told) == ["decomposer", "retriever", "orchestrator"]
    assert told["decomposer"].details["sub_questions"] == [PRICE.question]
    assert told["orchestrator"].details["is_multi_query"] is False
    assert told["orchestrator"].details["chunks_used"] == len(found.context)


def test_row_2_a_question_of_two_parts_gets_distinct_answers(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")
    found = answer(TWO, toolbox)
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


@pytest.mark.parametrize("error", [ModelTimeout("too slow"), ModelError("no such model")])
def test_row_3_a_decomposition_that_fails_leaves_the_question_whole(tools: Callable, error: ModelError) -> None:
    toolbox, trace = tools("multi_query")

    def ask(prompt: Prompt[Any]) -> Any:
        if prompt.task.name == "decompose":
            raise error
        return toolbox.ask(prompt)

    off = changed(tools("multi_query")[0], decomposer=Decomposer(enabled=False))
    assert answer(TWO, replace(toolbox, ask=ask)) == answer(TWO, off)
    told = stages(trace)["decomposer"]
    assert told.fallbacks == 1
    assert str(error) in told.notes[0]


def test_row_3_an_unusable_decomposition_leaves_the_question_whole(tools: Callable) -> None:
    toolbox, _ = tools("multi_query")
    unusable: list[Any] = [None, {"needs_decomposition": True}, parted("only one?"), parted("the same?", "The  same")]
    for reply in [*unusable, {"needs_decomposition": False, "sub_questions": parted("a?", "b?")["sub_questions"]}]:
        assert len(retrieve(TWO, scripted(toolbox, decompose=[reply])).plan.steps) == 1


def test_a_replay_that_lacks_the_decomposition_goes_no_other_way(tools: Callable) -> None:
    toolbox, _ = tools("multi_query")

    def ask(_prompt: Prompt[Any]) -> Any:
        raise ReplyMissing("not recorded")

    with pytest.raises(ReplyMissing):
        answer(TWO, replace(toolbox, ask=ask))


def test_row_4_one_document_and_one_question_are_answered_directly(tools: Callable) -> None:
    toolbox, kept = prompts_of(tools("multi_query")[0])
    assert answer(replace(PRICE, documents=("prices.pdf",)), toolbox).value == "$120"
    assert SINGLE in kept[-1].user
    assert MULTI_DOCUMENT not in kept[-1].user


def test_row_5_one_document_and_two_questions_get_distinct_answers(tools: Callable) -> None:
    toolbox, kept = prompts_of(tools("multi_query")[0])
    found = answer(replace(TWO, documents=("prices.pdf",)), toolbox)
    assert [one.value for one in found.sub_answers] == ["$120", "$19"]
    assert MULTI_QUERY in kept[-1].user
    assert MULTI_DOCUMENT not in kept[-1].user


def test_row_6_several_documents_and_one_question_are_joined_where_they_speak_of_the_same(tools: Callable) -> None:
    toolbox, kept = prompts_of(tools("multi_query")[0])
    assert answer(PRICE, toolbox).value == "$120"
    assert MULTI_DOCUMENT in kept[-1].user
    assert MULTI_QUERY not in kept[-1].user


def test_row_7_several_documents_and_two_questions_get_distinct_answers(tools: Callable) -> None:
    toolbox, kept = prompts_of(tools("multi_query")[0])
    found = answer(APART, toolbox)
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
    found = answer(COMPARED, tools("multi_query")[0])
    assert [one.value for one in found.sub_answers] == ["$120", "$19"]
    assert found.text.endswith("Comparison: $120 is higher than $19, by $101.")
    assert "Comparison" not in answer(TWO, tools("multi_query")[0]).text


@pytest.mark.parametrize("asked", [PRICE, TWO], ids=["single", "multi"])
def test_row_8_the_token_limit_cuts_the_context(tools: Callable, asked: AskedQuestion) -> None:
    for limit in (1, 10, 40, 100):
        toolbox, trace = tools("multi_query", budget=300)
        found = answer(asked, changed(toolbox, multi_query=MultiQuery(context_tokens=limit)))
        assert sum(toolbox.count_tokens(chunk.text) for chunk in found.context) <= limit
        told = stages(trace)["orchestrator"]
        assert limit == 1 or told.details["context_budget"] == limit
    assert stages(trace)["orchestrator"].details["context_tokens"] > 40


def test_row_8_who_has_no_place_in_the_context_is_said(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")

    def search(query: str, *args: Any, **how: Any) -> list[Hit]:
        word = "pump is $" if "pump" in query else "hose is $"
        return [hit for hit in toolbox.search(query, *args, **how) if word in hit.chunk.text]

    narrow = changed(
        replace(toolbox, search=search, expand=lambda hits, *_: list(hits)), multi_query=MultiQuery(context_tokens=30)
    )
    found = answer(TWO, narrow)
    assert [one.status for one in found.sub_answers] == ["answered", "no_information"]
    assert "2. nothing of what was found for it fits the context" in found.limitations
    assert any("fits the context" in note for note in stages(trace)["orchestrator"].notes)


@pytest.mark.parametrize("asked", [PRICE, TWO], ids=["single", "multi"])
def test_row_9_where_no_chunk_is_found_the_answer_says_so(tools: Callable, asked: AskedQuestion) -> None:
    toolbox, trace = tools("multi_query")
    found = answer(asked, replace(toolbox, search=lambda *_, **__: []))
    assert (found.status, found.limitations, found.citations) == ("no_information", "nothing was retrieved", ())
    assert "insufficient" in found.text
    toolbox, trace = tools("multi_query")
    assert answer(replace(asked, documents=("lost.pdf",)), toolbox).status == "no_information"
    assert sum(record.live_calls for record in trace.records) == 0
    assert "lost.pdf" in stages(trace)["decomposer"].notes[0]


@pytest.mark.parametrize("question", PLAIN)
def test_a_plain_question_gets_what_it_gets_without_the_decomposer(tools: Callable, question: str) -> None:
    toolbox, trace = tools("multi_query")
    off, without = tools("multi_query")
    off = changed(off, decomposer=Decomposer(enabled=False))
    assert answer(AskedQuestion(question), toolbox) == answer(AskedQuestion(question), off)
    one, other = stages(trace), stages(without)
    for name in ("retriever", "orchestrator"):
        assert one[name].details == other[name].details
        assert one[name].live_calls == other[name].live_calls
    assert (one["decomposer"].live_calls, other["decomposer"].live_calls) == (1, 0)


def test_calls_are_counted_before_they_are_made() -> None:
    assert calls(Architecture(), 9) == 2
    assert calls(Architecture(decomposer=Decomposer(enabled=False)), 9) == 1


def test_each_sub_question_is_searched_on_its_own(tools: Callable) -> None:
    toolbox, _ = tools("multi_query")
    asked: list[tuple[str, int, dict[str, Any]]] = []

    def search(query: str, documents: Any = None, top_k: int = 0, **how: Any) -> list[Hit]:
        asked.append((query, top_k, how))
        return toolbox.search(query, documents, top_k, **how)

    found = retrieve(TWO, replace(toolbox, search=search))
    assert sorted(asked) == [
        ("What is the price of the brass pump?", 6, {"search": "hybrid", "candidates": 40}),
        ("What is the price of the garden hose?", 6, {"search": "hybrid", "candidates": 40}),
    ]
    assert found.plan.requires_combination
    assert [result.step.query for result in found.step_results] == [
        "What is the price of the brass pump?",
        "What is the price of the garden hose?",
    ]
    own = [[hit.chunk.text for hit in result.hits if hit.rank == 1] for result in found.step_results]
    assert [len(texts) for texts in own] == [1, 1]
    assert ["brass pump" in own[0][0], "garden hose" in own[1][0]] == [True, True]


def test_a_search_that_fails_is_its_own_sub_questions_loss(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")

    def search(query: str, *args: Any, **how: Any) -> list[Hit]:
        if "hose" in query:
            raise OSError("the index is damaged")
        return toolbox.search(query, *args, **how)

    found = answer(TWO, replace(toolbox, search=search))
    assert [one.status for one in found.sub_answers] == ["answered", "no_information"]
    assert found.status == "answered"
    assert "2. nothing was retrieved for it" in found.limitations
    assert "the index is damaged" in stages(trace)["retriever"].notes[0]


def test_where_every_search_fails_the_question_has(tools: Callable) -> None:
    toolbox, _ = tools("multi_query")

    def search(*_args: Any, **_how: Any) -> list[Hit]:
        raise OSError("the index is damaged")

    for asked in (PRICE, TWO):
        with pytest.raises(OSError, match="damaged"):
            answer(asked, replace(toolbox, search=search))


def replied(tools: Callable, reply: Mapping[str, Any] | None) -> tuple[Answer, StageRecord]:
    toolbox, trace = tools("multi_query")
    sub_questions = parted("What is the price of the brass pump?", "What is the price of the garden hose?")
    found = answer(TWO, scripted(toolbox, decompose=[sub_questions], write_answers=[reply]))
    return found, stages(trace)["orchestrator"]


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


def test_no_more_sub_questions_than_are_allowed(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")
    many = parted(*(f"What is the price of part {number}?" for number in range(9)))
    settings = changed(scripted(toolbox, decompose=[many]), decomposer=Decomposer(max_sub_questions=3))
    assert len(retrieve(TWO, settings).plan.steps) == 3
    assert "9 sub-questions cut to 3" in stages(trace)["decomposer"].notes


def test_the_decomposer_may_have_a_model_of_its_own(tools: Callable) -> None:
    toolbox, kept = prompts_of(tools("multi_query")[0])
    answer(TWO, changed(toolbox, decomposer=Decomposer(model="small", max_tokens=99)))
    assert [(prompt.options.model, prompt.options.max_tokens) for prompt in kept] == [("small", 99), (None, 1024)]
