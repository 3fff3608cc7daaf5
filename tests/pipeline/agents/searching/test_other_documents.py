from collections.abc import Callable

from ragatta.pipeline.agents.searching.other_documents import execute_beyond
from ragatta.pipeline.types import AskedQuestion, ExecutionResult, RetrievalPlan, RetrievalStep
from standins.scripted import DOCUMENTS, chunk, hit

HITS = tuple(hit(chunk(name, 0, text), rank) for rank, (name, text) in enumerate(DOCUMENTS.items(), 1))
PLAN = RetrievalPlan("What does a pump cost?", "", (RetrievalStep(1, "", (), "pump", ""),), False)


def found(toolbox: Callable, on: bool, *scope: str) -> tuple[ExecutionResult, list[list[dict]]]:
    tools, trace = toolbox(hits=HITS)
    with tools.stage("retriever") as stage:
        asked = AskedQuestion("What does a pump cost?", scope)
        result = execute_beyond(PLAN, asked, ("prices.pdf",), on, tools, stage)
    return result, trace.records[0].details["hits"]


def files(result: ExecutionResult) -> list[set[str]]:
    return [{hit.chunk.source_file for hit in step.hits} for step in result.step_results]


def test_without_it_only_the_routed_documents_are_searched(toolbox: Callable) -> None:
    result, hits = found(toolbox, False)
    assert files(result) == [{"prices.pdf"}]
    assert len(hits) == 1


def test_the_others_are_searched_for_the_question_in_a_last_step(toolbox: Callable) -> None:
    result, hits = found(toolbox, True)
    assert files(result) == [{"prices.pdf"}, set(DOCUMENTS) - {"prices.pdf"}]
    assert result.step_results[1].step.query == "What does a pump cost?"
    assert [len(step) for step in hits] == [len(step.hits) for step in result.step_results]


def test_no_document_outside_the_questions_scope_is_searched(toolbox: Callable) -> None:
    assert files(found(toolbox, True, "prices.pdf", "manual.pdf")[0]) == [{"prices.pdf"}, {"manual.pdf"}]
    assert files(found(toolbox, True, "prices.pdf")[0]) == [{"prices.pdf"}]
