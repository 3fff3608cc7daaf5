"""The answer key: everything that can change an answer, and nothing that the chosen architecture does not read."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.resources.summaries import NO_SUMMARIES
from ragatta.experiments.running.keys import answer_key, question_digests
from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.pipeline.agents.answering.missing import Missing
from ragatta.pipeline.agents.planning import planner
from ragatta.pipeline.agents.planning.planner import Planner
from ragatta.pipeline.agents.routing.router import Router
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.annotations.sqlite import NO_ANNOTATIONS
from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.plugins.identity import digest, question_key
from ragatta.pipeline.retrieval.bm25 import Formula
from ragatta.pipeline.retrieval.queries.hyde import Hyde
from ragatta.pipeline.retrieval.rerankers.maxsim import MaxSim
from ragatta.pipeline.retrieval.rerankers.none import Unranked
from ragatta.pipeline.retrieval.searches.bm25 import Bm25Search
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.retrieval.windows.fixed import Fixed
from ragatta.pipeline.retrieval.windows.similar import Similar
from ragatta.pipeline.types import Evidence, Exchange, Question
from tests.standins.architectures import architecture

USUAL: dict[str, Any] = {"retrieval": Hybrid(), "analyser": "plain", "reranker": MaxSim(), "window": Similar(1)}
OTHERS: list[tuple[str, Any]] = [
    ("retrieval", Bm25Search()), ("retrieval", Hybrid(top_k=1)), ("retrieval", Hybrid(alpha=0.5)),
    ("retrieval", Hybrid(document_filter="after")), ("queries", Hyde()), ("analyser", "english"),
    ("reranker", Unranked()), ("reranker", MaxSim(candidates=3)), ("window", Fixed(1)), ("window", Similar(2)),
    ("window", Similar(1, similarity=0.1)), ("bm25", Formula(k1=0.9)), ("bm25", Formula("lucene")),
]  # fmt: skip


def key(name: str, **changed: Any) -> str:
    """The key over a collection and models that stay what they are."""
    settings = Pipeline(architecture=architecture(name), llm=Ollama(), **USUAL)
    prepared = SimpleNamespace(
        index=SimpleNamespace(key=lambda _: "collection", reranker_identity=lambda _: {}),
        models=SimpleNamespace(identities=lambda _: [], context_tokens=lambda settings: settings.context_tokens),
        summaries=SimpleNamespace(of=lambda _: NO_SUMMARIES),
        annotations=SimpleNamespace(of=lambda _: NO_ANNOTATIONS),
    )
    return answer_key(cast(Resources, prepared), replace(settings, **changed))


@pytest.mark.parametrize("name", ARCHITECTURES.names())
def test_a_technique_is_in_the_key_where_the_architecture_is_handed_it(name: str) -> None:
    kind = ARCHITECTURES.load(name)
    read = {*kind.handed(), *(["analyser", "bm25"] if kind.searches() else [])}
    for part, other in OTHERS:
        assert (key(name, **{part: other}) != key(name)) == (part in read), (part, other)


def test_the_text_of_a_replaced_prompt_is_in_the_key_where_it_is_read() -> None:
    terse = {"prompts": {"planner": {"system": "Briefly."}}}
    copy = {"prompts": {"planner": {"system": f"{planner.SYSTEM}\n"}}}
    assert key("router_planner", **terse) != key("router_planner") == key("router_planner", **copy)
    assert key("single_pass", **terse) == key("single_pass")
    by_rule = {"llm": Extractive()}
    assert key("router_planner", **by_rule, **terse) == key("router_planner", **by_rule)


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
    for name in ("router_planner", "single_pass"):
        assert (key(name, architecture=architecture(name, **changed)) == key(name)) == (name == "single_pass")


def test_a_router_that_reads_titles_reads_no_setting_of_the_summarizer() -> None:
    for reads, same in (("titles", True), ("summaries", False)):
        usual = RouterPlanner(router=Router(reads=reads))
        longer = replace(usual, summarizer=Summarizer(pages=9))
        assert (key("router_planner", architecture=usual) == key("router_planner", architecture=longer)) == same
        assert Pipeline(architecture=usual).reads_summaries() != same


def test_a_question_without_turns_has_the_digests_of_versions_that_knew_none() -> None:
    evidence = (Evidence("fees.pdf", (2,), "The fee is $25", "25"),)
    alone = Question("fee", "What is the fee?", "number", "$25", (), evidence, documents=("fees.pdf",), tags=("short",))
    asked = "72a0837c08b1855056ef95acb93c8547ac9664d6c872f73b071e344124b0bf1c"
    assert question_key(alone.asked()) == asked
    assert question_digests([alone]) == {
        "questions_digest": "533b9e4826d71065fb96517f6850d115ee025dc6b8794be093cdda8047eb5a62",
        "question_keys_digest": digest([asked]),
    }
    turn = replace(alone, turns=(Exchange("What is rented?", "The shed."),))
    other = replace(alone, turns=(Exchange("What is rented?", "The boat."),))
    assert len({question_key(one.asked()) for one in (alone, turn, other)}) == 3, "all turns are read, answers too"
    assert turn.stated().keys() - alone.stated().keys() == {"turns"}
