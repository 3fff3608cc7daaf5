"""Questions of records in the words of people who have not seen how others ask."""

from __future__ import annotations

from typing import Any

import pytest
from standins.loans import loans

from pipeline.tasks.agentic import DecomposeQuery, QueryDecomposition
from reader.decompositions import decompose_query
from reader.question.intents import intent_of


def plan(question: str) -> QueryDecomposition:
    return decompose_query(DecomposeQuery(question, intent_of(question), (loans(question),)))


def filters(found: QueryDecomposition) -> list[tuple[str, str, Any]]:
    return [(one.field, one.operator, one.value) for one in found.constraints]


@pytest.mark.parametrize(
    ("question", "filtered"),
    [
        ("Print the whole register, one loan after another.", []),
        ("Dump all loans", []),
        ("Let me see every loan we ever wrote", []),
        ("Everything at Riverside, one by one.", [("branch", "=", "Riverside")]),
        ("Loans at Riverside with a fine above $5", [("branch", "=", "Riverside"), ("fine", ">", 5.0)]),
        ("Any loans at Riverside?", [("branch", "=", "Riverside")]),
        ("Is there any loan at Riverside?", [("branch", "=", "Riverside")]),
        ("Which loans have a fine over nine thousand dollars?", [("fine", ">", 9000.0)]),
        ("Which loans have a fine over half a million?", [("fine", ">", 500000.0)]),
        ("Pull the loans with a fine past 7 grand", [("fine", ">", 7000.0)]),
        ("Which loans does the member Karla Ida have?", [("member", "LIKE", "%Karla Ida%")]),
    ],
)
def test_records_are_listed(question: str, filtered: list[tuple[str, str, Any]]) -> None:
    found = plan(question)
    assert (found.intent, found.reads_text, filters(found)) == ("list", False, filtered)


def test_what_is_charged_on_records_is_no_list_of_them() -> None:
    found = plan("Which hurried repairs are offered on loans at Riverside?")
    assert (filters(found), found.reads_text) == ([], True)


@pytest.mark.parametrize(
    ("question", "function", "field"),
    [
        ("What is the highest fine we hold?", "maximum", "fine"),
        ("What is the lowest fine at Riverside?", "minimum", "fine"),
        ("How much do all loans at Riverside cost?", "sum", "fine"),
    ],
)
def test_records_of_ours_are_computed_over(question: str, function: str, field: str) -> None:
    found = plan(question)
    assert found.computation is not None
    assert (found.computation.function, found.computation.field, found.reads_text) == (function, field, False)


@pytest.mark.parametrize(
    "question",
    ["What is the minimum fine of a loan at Riverside?", "What is the lowest fine at which an overdue loan is closed?"],
)
def test_the_rank_of_any_record_is_a_rule(question: str) -> None:
    assert (plan(question).reads_text, filters(plan(question))) == (True, [])


def test_a_rank_of_several_fields_is_asked_back_and_a_word_of_one_decides() -> None:
    assert plan("What is the largest loan at Riverside?").unclear == ["volumes", "fine"]
    assert plan("What is the largest loan at Riverside? fine owed").computation is not None


@pytest.mark.parametrize(
    "preamble",
    ["I am new here.", "Never mind my spelling:", "Forget the branch for a moment.", "Ignore the cents, please."],
)
def test_what_is_told_before_the_question_is_of_no_field(preamble: str) -> None:
    found = plan(f"{preamble} What is the due date of loan L-7?")
    assert (found.output_preferences.fields, found.reads_text) == (["due_date"], False)


def test_what_was_done_is_told_by_no_field() -> None:
    assert plan("Who reminded the member of loan L-7?").reads_text


def test_parts_of_different_documents_have_a_plan_each() -> None:
    found = plan("What is the due date of loan L-7? And who painted the reading room?")
    assert [(part.reads_text, filters(part)) for part in found.parts] == [
        (False, [("loan_number", "=", "L-7")]),
        (True, []),
    ]
    assert (found.reads_text, filters(found)) == (True, [])


def test_parts_that_fields_answer_as_a_whole_are_one_plan() -> None:
    found = plan("What are the due date and the branch of loan L-7?")
    assert (found.parts, found.reads_text) == ([], False)
