"""Values of text fields that a question names: stored ones, and ones behind a field's name."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.fields.named_values import free, labelled_values, named_values
from standins.loans import loans


@pytest.mark.parametrize(
    ("question", "constraints"),
    [
        ("loans of Ida Holm", {("member", "=", "Ida Holm")}),
        ("loans of a member called Ida", {("member", "LIKE", "%Ida%")}),  # a part of a value
        ("loans of everyone but Otto Lund", {("member", "!=", "Otto Lund")}),
        ("loans not at Riverside", {("branch", "!=", "Riverside")}),
        ("loans of Otto Lund at Riverside", {("member", "=", "Otto Lund"), ("branch", "=", "Riverside")}),
        ("loans of all members", set()),
    ],
)
def test_stored_values(question: str, constraints: set[tuple[str, str, str]]) -> None:
    found = [one for one, _, _ in named_values(question, loans(question))]
    assert {(one.field, one.operator, one.value) for one in found} == constraints


def test_several_values_of_one_field_are_alternatives() -> None:
    question = "loans of Ida Holm or Otto Lund"
    found = [one for one, _, _ in named_values(question, loans(question))]
    assert {(one.field, one.operator, tuple(one.value)) for one in found} == {  # type: ignore[arg-type]
        ("member", "IN", ("Ida Holm", "Otto Lund"))
    }


@pytest.mark.parametrize(
    ("question", "constraints"),
    [
        ("loan number L-7", [("loan_number", "=", "L-7")]),
        ("Is loan L-7 overdue?", [("loan_number", "=", "L-7")]),  # the label without its last word
        # a name, behind the whole label
        ("Is loan Hillside overdue?", []),  # a name behind a part of a label may be anything
        ("loans of any branch", []),
    ],
)
def test_values_that_no_document_has(question: str, constraints: list[tuple[str, str, str]]) -> None:
    found = [one for one, _, _ in labelled_values(question, loans(question))]
    assert [(one.field, one.operator, one.value) for one in found] == constraints


def test_a_stretch_is_free_where_it_touches_none() -> None:
    assert free([(0, 4), (9, 12)], (4, 9))
    assert not free([(0, 5)], (4, 9))
