"""Lists, tables and figures from rows, with their arithmetic."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.extensions.agentic.agents.row_answer import RowAnswer, answer_from_rows
from ragatta.pipeline.tasks.agentic import Computation, Constraint, OutputPreferences, QueryDecomposition

ROWS: list[dict[str, Any]] = [
    {"doc_id": "a.pdf", "bucket": "orders", "number": "A-1", "weight": 40, "amount": 120.5, "day": "2024-03-05"},
    {"doc_id": "b.pdf", "bucket": "orders", "number": "A-2", "weight": 15, "amount": 60.0, "day": "2025-01-10"},
    {"doc_id": "c.pdf", "bucket": "orders", "number": None, "weight": 80, "amount": None, "day": None},
]


def answered(rows: list[dict[str, Any]] = ROWS, **plan: Any) -> RowAnswer:
    fields, form = plan.pop("fields", []), plan.pop("format", "list")
    decomposition = QueryDecomposition(
        primary_buckets=["orders"], output_preferences=OutputPreferences(format=form, fields=fields), **plan
    )
    return answer_from_rows(decomposition, rows, {"orders": "number"}, lambda document: f" [{document}]")


def computed(function: Any, field: str, **plan: Any) -> RowAnswer:
    return answered(intent="compute", computation=Computation(function=function, field=field), **plan)


def test_a_list_names_each_document_by_its_identifier_and_else_by_its_file() -> None:
    found = answered(intent="list")
    assert found.items == ("A-1", "A-2", "c.pdf")
    assert found.text == "- A-1 [a.pdf]\n- A-2 [b.pdf]\n- c.pdf [c.pdf]"


def test_a_field_that_is_asked_for_is_shown_and_what_is_not_stated_is_said() -> None:
    found = answered(intent="list", fields=["amount"])
    assert found.text.splitlines()[0] == "- A-1: amount 120.50 [a.pdf]"
    assert found.missing == "1 of 3 documents state no amount"


def test_one_value_of_one_document_is_the_answer() -> None:
    assert answered(ROWS[:1], intent="qa", fields=["weight"]).value == "40"
    assert answered(ROWS[:2], intent="qa", fields=["weight"]).items == ("40", "15")


def test_several_values_of_a_document_are_all_of_the_answer() -> None:
    assert answered(ROWS[:1], intent="qa", fields=["weight", "amount"]).items == ("40", "120.50")
    assert answered(ROWS[:2], intent="compare", fields=["weight", "day"]).items == (
        "40", "2024-03-05", "15", "2025-01-10",
    )  # fmt: skip


def test_a_table_has_a_row_a_document_and_no_cell_that_breaks_it() -> None:
    rows = [{**ROWS[0], "number": "A|1"}]
    found = answered(rows, intent="list", format="table", constraints=[Constraint(field="day", value="2024-03-05")])
    assert found.text.splitlines() == [
        "| document | day | source |", "| --- | --- | --- |", "| A\\|1 | 2024-03-05 | [a.pdf] |",
    ]  # fmt: skip
    assert found.items == ("A|1",)


@pytest.mark.parametrize(
    ("function", "field", "value"),
    [
        ("count", "", "3"),
        ("sum", "weight", "135"),  # 40 + 15 + 80
        ("sum", "amount", "180.50"),  # 120.50 + 60.00
        ("average", "weight", "45"),  # 135 / 3
        ("average", "amount", "90.25"),  # 180.50 / 2
        ("minimum", "weight", "15"),
        ("maximum", "amount", "120.50"),
        ("maximum", "day", "2025-01-10"),
    ],
)
def test_figures_are_computed_over_what_is_stated(function: str, field: str, value: str) -> None:
    assert computed(function, field).value == value


def test_a_sum_shows_its_operands_with_their_sources() -> None:
    assert computed("sum", "weight").text == (
        "Sum of weight over 3 documents: 40 [a.pdf] + 15 [b.pdf] + 80 [c.pdf] = 135"
    )


def test_which_one_has_the_most_is_answered_by_its_name() -> None:
    found = computed("maximum", "amount", fields=["number"])
    assert found.value == "A-1"
    assert "120.50" in found.text


def test_nothing_stated_is_no_figure() -> None:
    assert computed("sum", "amount", rows=ROWS[2:]).text == ""


def test_a_count_of_nothing_is_nought() -> None:
    assert computed("count", "", rows=[]).value == "0"
