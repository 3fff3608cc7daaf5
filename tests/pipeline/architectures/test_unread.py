"""UNREAD: what an architecture says it does not read of settings.retrieval, held against what it reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from ragatta.pipeline.architectures import ARCHITECTURES
from ragatta.pipeline.settings.architecture import Architecture
from ragatta.pipeline.settings.retrieval import Retrieval
from ragatta.pipeline.types import AskedQuestion
from tests.standins.searching import SEARCHING

QUESTIONS = (
    AskedQuestion("What is the price of the brass pump?"),
    AskedQuestion("List all parts of the table of contents of the pump manual"),
    AskedQuestion("What is the storage temperature, and after how many hours of use are the seals changed?"),
    AskedQuestion("Multiply the price of the brass pump by the price of the garden hose."),
)
ELSEWHERE = {  # read while retriever, reranker and budget are made, for every architecture alike
    "analyser", "reranker", "rerank_model", "rerank_max_tokens", "rerank_server", "mmr_relevance", "context_tokens",
    "queries", "query_count",
}  # fmt: skip
OTHERS: dict[str, Any] = {  # another value of every setting that a search may read
    "search": "bm25", "top_k": 1, "rerank_candidates": 3, "expand_context": 2, "window": "fixed",
    "window_similarity": 0.0, "alpha": 0.5, "alpha_enumeration": 0.9, "alpha_reasoning": 0.1, "rrf_k": 5,
    "document_filter": "after", "whole_contents": True,
}  # fmt: skip
EVERYTHING = Retrieval(search="hybrid", top_k=4, reranker="maxsim", expand_context=1, window="similar")

every_architecture = pytest.mark.parametrize("name", SEARCHING)


class Watched(Retrieval):
    """Settings that remember which of them were read."""

    read: set[str]

    def __getattribute__(self, name: str) -> object:
        if name in OTHERS and "read" in object.__getattribute__(self, "__dict__"):
            self.read.add(name)
        return super().__getattribute__(name)


def unread(name: str) -> set[str]:
    return set(Architecture(name=name).unread())


@every_architecture
def test_it_names_settings_of_a_search(name: str) -> None:
    assert set(OTHERS) | ELSEWHERE == {setting.name for setting in fields(Retrieval)}
    assert unread(name) <= set(OTHERS) | {"queries"}


@every_architecture
def test_it_reads_what_it_does_not_list_and_nothing_else(name: str, tools: Callable[..., Any]) -> None:
    settings = Watched(**vars(EVERYTHING))
    toolbox, _ = tools(name, retrieval=settings)
    settings.read = set()  # what made the retriever is behind
    for asked in QUESTIONS:
        ARCHITECTURES.load(name).answer(asked, toolbox)
    assert settings.read == set(OTHERS) - unread(name)


@every_architecture
def test_another_value_of_what_it_does_not_read_changes_no_answer(name: str, tools: Callable[..., Any]) -> None:
    other = replace(EVERYTHING, **{setting: OTHERS[setting] for setting in unread(name) - ELSEWHERE})
    architecture = ARCHITECTURES.load(name)
    for asked in QUESTIONS:
        first, _ = tools(name, retrieval=EVERYTHING)
        second, _ = tools(name, retrieval=other)
        assert architecture.answer(asked, first) == architecture.answer(asked, second)


@every_architecture
def test_only_what_it_reads_is_in_its_identity(name: str) -> None:
    of = EVERYTHING.identity(unread(name))
    changed = {
        setting: replace(EVERYTHING, **{setting: other}).identity(unread(name)) for setting, other in OTHERS.items()
    }
    assert {setting for setting, identity in changed.items() if identity == of} == unread(name) - ELSEWHERE
    reworded = replace(EVERYTHING, queries="multi").identity(unread(name))
    assert (reworded == of) == ("queries" in unread(name)) == (name in ("agentic", "tool_loop"))
    assert replace(EVERYTHING, context_tokens=500).identity(unread(name)) != of


@every_architecture
def test_the_analyser_is_in_the_identity_where_words_are_searched_and_it_is_not_the_plain_one(name: str) -> None:
    hybrid, semantic = (Retrieval(search=search, analyser="english") for search in ("hybrid", "semantic"))
    assert hybrid.identity(unread(name))["analyser"] == "english"
    assert ("analyser" in semantic.identity(unread(name))) == ("search" in unread(name))
    assert "analyser" not in replace(hybrid, analyser="plain").identity(unread(name))


def test_a_search_that_is_not_hybrid_reads_nothing_of_the_fusion() -> None:
    semantic = Retrieval(search="semantic")
    assert semantic.identity() == replace(semantic, alpha=0.1, rrf_k=5, alpha_enumeration=0.9).identity()
    assert semantic.identity() == replace(semantic, window="similar", window_similarity=0.9).identity()
    assert semantic.identity(("search",)) != replace(semantic, alpha=0.1).identity(("search",))


def test_what_came_later_and_is_off_leaves_the_keys_as_they_were() -> None:
    assert "whole_contents" not in Retrieval().identity()
    assert Retrieval(whole_contents=True).identity()["whole_contents"] is True
