"""The answer key: everything that can change an answer, and nothing that the chosen architecture does not read."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ragatta.experiments.running.keys import answer_key
from ragatta.experiments.running.prepare import Preparation
from ragatta.experiments.running.summarizing import NO_SUMMARIES
from ragatta.pipeline.agents.planning import planner
from ragatta.pipeline.annotations.store import NO_ANNOTATIONS
from ragatta.pipeline.architectures import ARCHITECTURES
from ragatta.pipeline.identity import digest, short
from ragatta.pipeline.settings.architecture import Architecture, Missing, Planner, Router, Service, Summarizer
from ragatta.pipeline.settings.llm import LLM
from ragatta.pipeline.settings.pipeline import Pipeline
from ragatta.pipeline.settings.retrieval import Retrieval

READ = Retrieval(search="hybrid", analyser="plain", reranker="maxsim", expand_context=1, window="similar")
OTHERS: dict[str, Any] = {
    "search": "bm25",
    "analyser": "english",
    "top_k": 1,
    "reranker": "none",
    "rerank_candidates": 3,
    "expand_context": 2,
    "window": "fixed",
    "window_similarity": 0.1,
    "alpha": 0.5,
    "alpha_enumeration": 0.9,
    "alpha_reasoning": 0.1,
    "rrf_k": 5,
    "document_filter": "after",
    "context_tokens": 500,
}


def _settings(name: str, retrieval: Retrieval) -> Pipeline:
    return Pipeline(retrieval=retrieval, architecture=Architecture(name=name), llm=LLM("ollama"))


def key(name: str, retrieval: Retrieval = READ, **changed: Any) -> str:
    """The key over a collection and models that stay what they are."""
    prepared = SimpleNamespace(
        index=SimpleNamespace(key=lambda _: "collection", reranker_identity=lambda _: {}),
        models=SimpleNamespace(
            identities=lambda _: [], context_tokens=lambda settings: settings.retrieval.context_tokens
        ),
        summaries=SimpleNamespace(of=lambda _: NO_SUMMARIES),
        annotations=SimpleNamespace(of=lambda _: NO_ANNOTATIONS),
    )
    return answer_key(cast(Preparation, prepared), replace(_settings(name, retrieval), **changed))


@pytest.mark.parametrize("name", ARCHITECTURES.names())
def test_a_setting_changes_the_key_where_the_architecture_reads_it(name: str) -> None:
    first = key(name, READ)
    kept = {setting for setting, other in OTHERS.items() if key(name, replace(READ, **{setting: other})) == first}
    unread = set(Architecture(name=name).unread()) & OTHERS.keys()
    assert kept == unread - {"context_tokens"}, "what may be shown is asked of the models, which are stand-ins here"


def test_variations_that_differ_only_in_what_an_architecture_does_not_read_are_one_run() -> None:
    assert len({key("multi_query", Retrieval(top_k=depth)) for depth in (3, 5, 10)}) == 1
    assert len({key("router_planner", Retrieval(top_k=depth)) for depth in (3, 5, 10)}) == 3


def test_the_text_of_a_replaced_prompt_is_in_the_key_where_it_is_read() -> None:
    terse = {"prompts": {"planner": {"system": "Briefly."}}}
    copy = {"prompts": {"planner": {"system": f"{planner.SYSTEM}\n"}}}
    assert key("router_planner", **terse) != key("router_planner") == key("router_planner", **copy)
    assert key("single_pass", **terse) == key("single_pass")
    by_rule = {"llm": LLM("extractive", module="ragatta.reader.backend")}
    assert key("router_planner", **by_rule, **terse) == key("router_planner", **by_rule)
    outside = {
        "architecture": Architecture(
            name="external", service=Service("http", module="ragatta.pipeline.llm.services.http")
        )
    }
    assert key("external", **outside, **terse) == key("external", **outside)


# Of the settings at their defaults, before `later` settings came.
EARLIER = {
    "agentic": "aa22da6796c9",
    "external": "a88ba261189c",
    "guarded": "e94ba1000179",
    "multi_query": "397da6ae1456",
    "router_planner": "bb33ed960032",
    "single_pass": "fd80499a7d48",
    "tool_loop": "ed9062422ede",
}


@pytest.mark.parametrize("name", ARCHITECTURES.names())
def test_a_setting_that_came_later_leaves_the_keys_as_they_were(name: str) -> None:
    architecture = Architecture(name=name)
    searches = [Retrieval(), Retrieval(search="hybrid", reranker="maxsim", expand_context=2)]
    read = [one.identity(architecture.unread()) for one in searches]
    assert short(digest([architecture.identity(), read])) == EARLIER[name]


@pytest.mark.parametrize(
    "changed",
    [
        {"planner": Planner(enumeration=False)},
        {"router": Router(steps=1)},
        {"router": Router(reads="titles")},
        {"missing": Missing("ask")},
    ],
)
def test_another_choice_is_another_run_where_it_is_read(changed: dict[str, Any]) -> None:
    for name in ("router_planner", "guarded"):
        architecture = replace(Architecture(name=name), **changed)
        assert (key(name, architecture=architecture) == key(name)) == (name == "guarded")


def test_a_router_that_reads_titles_reads_no_setting_of_the_summarizer() -> None:
    titles = Architecture(router=Router(reads="titles"))
    longer = replace(titles, summarizer=Summarizer(pages=9))
    assert key("", architecture=titles) == key("", architecture=longer)
    assert "summarizer" in Architecture(name="agentic", router=Router(reads="titles")).used()
