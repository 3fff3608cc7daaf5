"""Queries that a model prepares are prepared for each part of a question."""

from __future__ import annotations

from dataclasses import replace

from ragatta.extensions.multi_query.agents.decomposer import Decomposer
from ragatta.extensions.multi_query.architectures.multi_query import MultiQuery
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.retrieval.queries.hyde import Hyde


def test_they_are_in_the_run_key_and_asked_for_each_part() -> None:
    parts = Pipeline(architecture=MultiQuery(), queries=Hyde(), llm=Ollama())
    assert (parts.query_calls(), "ragatta.pipeline.retrieval.queries.hyde" in parts.modules()) == (5, True)
    whole = replace(parts, architecture=MultiQuery(decomposer=Decomposer(enabled=False)))
    assert whole.query_calls() == 1
