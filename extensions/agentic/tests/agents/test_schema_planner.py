"""The decomposition over the schemas of the chosen buckets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ragatta.extensions.agentic.agents.schema_planner import SchemaPlanner
from ragatta.pipeline.tasks.agentic import BucketNote, FieldNote, QueryDecomposition
from standins.scripted import Script

ORDERS = BucketNote("orders", "what was ordered", "number", (FieldNote("number", "TEXT"), FieldNote("weight", "REAL")))
LETTERS = BucketNote("letters", "what was written")


@pytest.fixture
def decomposed(toolbox: Callable[..., Any]) -> Callable[..., tuple[QueryDecomposition, Script, Any]]:
    def made(reply: dict[str, Any] | None) -> tuple[QueryDecomposition, Script, Any]:
        model = Script(decompose_query=[reply])
        tools, trace = toolbox(model)
        with trace.stage("schema_planner") as stage:
            found = SchemaPlanner().decompose("which?", "list", (ORDERS, LETTERS), tools, stage)
        return found, model, trace.records[0]

    return made


def test_the_schemas_of_the_buckets_are_shown(decomposed: Callable[..., Any]) -> None:
    found, model, record = decomposed({"intent": "list", "primary_buckets": ["orders"]})
    user = model.prompts[0].user
    assert "weight" in user
    assert "Its documents are named by number." in user
    assert record.details == found.model_dump()


def test_buckets_that_were_not_given_are_left_out_and_noted(decomposed: Callable[..., Any]) -> None:
    found, _, record = decomposed({"intent": "list", "primary_buckets": ["bills", "letters", "letters"]})
    assert found.primary_buckets == ["letters"]
    assert record.notes == ("the reply names buckets that were not offered: bills",)
    assert decomposed({"intent": "list", "primary_buckets": ["bills"]})[0].primary_buckets == ["orders", "letters"]


def test_an_unusable_reply_is_a_search_of_the_text(decomposed: Callable[..., Any]) -> None:
    found, _, _ = decomposed(None)
    assert found.reads_text
    assert (found.intent, found.primary_buckets, found.constraints) == ("list", ["orders", "letters"], [])
