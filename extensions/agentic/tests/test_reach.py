"""What agentic reaches is in its keys, and its queries are its own."""

from __future__ import annotations

from dataclasses import replace

from ragatta.extensions.agentic.architectures.agentic import Agentic
from ragatta.pipeline.retrieval.queries.hyde import Hyde
from tests.pipeline.plugins.test_reach import ROUTED, below

OWN = replace(ROUTED, architecture=Agentic(), queries=Hyde())


def test_its_agents_count() -> None:
    assert below(OWN, "extensions/agentic/agents/")


def test_no_query_is_prepared_by_another_call() -> None:
    assert OWN.query_calls() == 0
    assert not [module for module in OWN.modules() if "queries" in module]
