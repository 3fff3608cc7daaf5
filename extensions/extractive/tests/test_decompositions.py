"""The plan of a question over a schema: what is filtered, computed and shown, or searched in the text."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.extensions.extractive.question.intents import intent_of
from ragatta.extensions.extractive.rules.decompose_query import decompose_query
from ragatta.pipeline.tasks.agentic import BucketNote, DecomposeQuery, QueryDecomposition
from standins.loans import loans

RULES = BucketNote("house_rules", "the rules of the library")


def plan(question: str) -> QueryDecomposition:
    return decompose_query(DecomposeQuery(question, intent_of(question), (loans(question), RULES)))


def filters(found: QueryDecomposition) -> list[tuple[str, str, Any]]:
    return [(one.field, one.operator, one.value) for one in found.constraints]


@pytest.mark.parametrize(
    ("question", "intent", "filtered"),
    [
        ("List all loans of Ida Holm", "list", [("member", "=", "Ida Holm")]),
        ("Which loans at Riverside have a fine above $5?", "list", [("branch", "=", "Riverside"), ("fine", ">", 5.0)]),
        ("List all loans with a due date in May 2025", "list",
         [("due_date", ">=", "2025-05-01"), ("due_date", "<=", "2025-05-31")]),
        ("What is the due date of loan L-7?", "qa", [("loan_number", "=", "L-7")]),
    ],
)  # fmt: skip
def test_fields_that_suffice_are_filtered(question: str, intent: str, filtered: list[tuple[str, str, Any]]) -> None:
    found = plan(question)
    assert (found.intent, found.primary_buckets, found.reads_text) == (intent, ["loans"], False)
    assert filters(found) == filtered


@pytest.mark.parametrize(
    ("question", "function", "field"),
    [
        ("How many loans are there at Riverside?", "count", ""),
        ("What is the average fine owed of all loans?", "average", "fine"),
        ("What is the sum of the fines owed of all loans?", "sum", "fine"),
        ("What is the earliest due date of all loans?", "minimum", "due_date"),
    ],
)
def test_what_is_computed_over_all_that_meet_it(question: str, function: str, field: str) -> None:
    found = plan(question)
    assert found.intent == "compute"
    assert found.computation is not None
    assert (found.computation.function, found.computation.field) == (function, field)


@pytest.mark.parametrize(
    "question",
    [
        "What does a loan of over 3 volumes cost?",  # any loan: a rule, and no filter
        "May dogs come into the reading room?",
        "Why are readers asked to be silent?",
    ],
)
def test_a_rule_is_searched_in_the_text(question: str) -> None:
    found = plan(question)
    assert (filters(found), found.computation, found.reads_text) == ([], None, True)
    assert found.topic_terms


def test_the_text_of_one_record_is_that_record_alone() -> None:
    found = plan("What did the librarian pencil into loan L-7 about torn pages?")
    assert (filters(found), found.reads_text) == ([("loan_number", "=", "L-7")], True)


def test_without_a_schema_the_text_of_every_bucket_is_searched() -> None:
    found = decompose_query(DecomposeQuery("How many rooms are there?", "compute", (RULES,)))
    assert (found.intent, found.primary_buckets, found.reads_text) == ("qa", ["house_rules"], True)
