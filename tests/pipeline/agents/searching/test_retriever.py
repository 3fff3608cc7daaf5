from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from ragatta.pipeline.agents.searching.retriever import execute
from ragatta.pipeline.types import ExecutionResult, RetrievalPlan, RetrievalStep, StageRecord
from standins.scripted import DOCUMENTS, chunk, hit

HITS = tuple(hit(chunk(name, 0, text), rank) for rank, (name, text) in enumerate(DOCUMENTS.items(), 1))


def executed(
    toolbox: Callable, *targets: tuple[str, ...], within: Sequence[str] | None = None
) -> tuple[ExecutionResult, StageRecord]:
    tools, trace = toolbox(hits=HITS)
    steps = tuple(RetrievalStep(n, "", names, "pump", "") for n, names in enumerate(targets, 1))
    with tools.stage("retriever") as stage:
        found = execute(RetrievalPlan("q", "", steps, False), tools, stage, within)
    return found, trace.records[0]


def files(found: ExecutionResult) -> list[set[str]]:
    return [{hit.chunk.source_file for hit in result.hits} for result in found.step_results]


def test_every_step_is_searched_within_its_documents_in_the_order_of_the_plan(toolbox: Callable) -> None:
    found, record = executed(toolbox, ("prices.pdf",), ("manual.pdf", "letters.pdf"))
    assert files(found) == [{"prices.pdf"}, {"manual.pdf", "letters.pdf"}]
    told = record.details["hits"][0][0]
    assert (told["chunk"], told["found_by"], told["similarity"]) == ("prices.pdf#0", "semantic", 0.9)
    assert told["pages"] == [1, 1]


def test_a_step_that_names_no_documents_searches_all_that_may_be_searched(toolbox: Callable) -> None:
    assert files(executed(toolbox, ())[0]) == [set(DOCUMENTS)]
    assert files(executed(toolbox, (), within=("prices.pdf", "manual.pdf"))[0]) == [{"prices.pdf", "manual.pdf"}]


@pytest.mark.parametrize("named", [(), ("prices.pdf",), ("nowhere.pdf",)])
def test_nothing_to_search_finds_nothing(toolbox: Callable, named: tuple[str, ...]) -> None:
    assert files(executed(toolbox, named, within=())[0]) == [set()]


def test_a_plan_cannot_leave_what_may_be_searched(toolbox: Callable) -> None:
    found, record = executed(toolbox, ("prices.pdf", "manual.pdf"), ("prices.pdf",), within=("manual.pdf",))
    assert files(found) == [{"manual.pdf"}, set()]
    assert len(record.notes) == 2
    assert "prices.pdf" in record.notes[0]


def test_partial_names_are_counted_and_unknown_ones_noted(toolbox: Callable) -> None:
    found, record = executed(toolbox, ("folder/prices.pdf",), ("nowhere.pdf",))
    assert files(found) == [{"prices.pdf"}, set()]
    assert record.details["partial_matches"] == 1
    assert "nowhere.pdf" in record.notes[0]


def test_hits_are_expanded(toolbox: Callable) -> None:
    neighbour = hit(chunk("prices.pdf", 1, "next"), 0, found_by="window")
    tools, trace = toolbox(hits=HITS[:1], expand=lambda hits, *_: [*hits, neighbour])
    with tools.stage("retriever") as stage:
        found = execute(RetrievalPlan("q", "", (RetrievalStep(1, "", (), "pump", ""),), False), tools, stage)
    assert found.step_results[0].hits == (HITS[0], neighbour)
    assert trace.records[0].details["hits"][0][1]["found_by"] == "window"
