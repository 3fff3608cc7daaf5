from __future__ import annotations

from collections.abc import Callable

from ragatta.pipeline.architectures.single_pass import SinglePass
from ragatta.pipeline.types import AskedQuestion

ASKED = AskedQuestion("What is the price of the brass pump?")


def test_one_search_and_one_call(tools: Callable) -> None:
    toolbox, trace = tools("single_pass")
    SinglePass().answer(ASKED, toolbox)
    assert [(record.name, record.live_calls) for record in trace.records] == [("retriever", 0), ("orchestrator", 1)]
    assert len(trace.records[0].details["hits"]) == 1


def test_the_question_is_searched_as_it_stands_in_its_whole_scope(tools: Callable) -> None:
    toolbox, _ = tools("single_pass")
    (result,) = SinglePass().retrieve(ASKED, toolbox).step_results
    assert result.step.query == ASKED.question
    assert result.step.target_documents == toolbox.documents
    (narrow,) = SinglePass().retrieve(AskedQuestion(ASKED.question, documents=("manual.pdf",)), toolbox).step_results
    assert {hit.chunk.source_file for hit in narrow.hits} == {"manual.pdf"}


def test_what_retrieve_finds_is_what_the_answer_is_written_from(tools: Callable) -> None:
    (result,) = SinglePass().retrieve(ASKED, tools("single_pass")[0]).step_results
    assert {hit.chunk.id for hit in result.hits} == {
        chunk.id for chunk in SinglePass().answer(ASKED, tools("single_pass")[0]).context
    }
