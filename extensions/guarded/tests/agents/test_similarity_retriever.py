from __future__ import annotations

from collections.abc import Callable

import pytest

from ragatta.extensions.guarded.agents.similarity_retriever import FoundHits, search_by_similarity
from ragatta.pipeline.types import AskedQuestion, Hit, StageRecord
from standins.scripted import chunk, hit

FOUND = (
    hit(chunk("prices.pdf", 0, "a"), 1, 0.4),
    hit(chunk("manual.pdf", 1, "b"), 2, 0.9),
    hit(chunk("manual.pdf", 2, "c"), 0, 0.9, "window"),
)


def searched(toolbox: Callable, asked: AskedQuestion, **changes: object) -> tuple[FoundHits, StageRecord]:
    tools, trace = toolbox(hits=FOUND, **changes)
    with tools.stage("retriever") as stage:
        found = search_by_similarity(asked, tools, stage)
    return found, trace.records[0]


def test_hits_come_by_cosine_whatever_ranked_them(toolbox: Callable) -> None:
    found, record = searched(toolbox, AskedQuestion("What does a pump cost?"))
    assert [hit.chunk.id for hit in found.hits] == ["manual.pdf#1", "manual.pdf#2", "prices.pdf#0"]
    assert [told["similarity"] for told in record.details["hits"][0]] == [0.9, 0.9, 0.4]


def test_only_the_scope_is_searched(toolbox: Callable) -> None:
    assert {h.chunk.source_file for h in searched(toolbox, AskedQuestion("A pump?", ("prices.pdf",)))[0].hits} == {
        "prices.pdf"
    }


def test_a_search_that_fails_finds_nothing_and_says_why(toolbox: Callable) -> None:
    def broken(*_: object) -> list[Hit]:
        raise RuntimeError("the index is gone")

    found, record = searched(toolbox, AskedQuestion("What does a pump cost?"), search=broken)
    assert found == FoundHits(error="the search failed: RuntimeError: the index is gone")
    assert record.notes == (found.error,)
    assert record.details["hits"] == [[]]


def test_a_full_disk_is_no_fault_of_the_question(toolbox: Callable) -> None:
    def full(*_: object) -> list[Hit]:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        searched(toolbox, AskedQuestion("What does a pump cost?"), search=full)
