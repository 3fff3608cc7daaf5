"""Agentic by the rules: rows and text, figures, tables, sub-answers and files."""

from __future__ import annotations

import pytest

from ragatta.extensions.agentic.architectures.agentic import Agentic
from ragatta.pipeline.types import AskedQuestion
from standins.agentic import Shop, asked, details, files
from standins.orders import document

AGENTIC = Agentic()


def test_a_list_by_filter_is_exact_cites_every_document_and_takes_no_search(shop: Shop) -> None:
    tools, trace = shop()
    found = AGENTIC.answer(asked("Which orders have a total weight above 30?"), tools)
    assert (found.status, found.items) == ("answered", ("AB-101", "AB-103", "AB-105"))
    assert files(found) == [document(number) for number in found.items]
    assert {page.source_file for page in found.context} == set(files(found))
    names = [record.name for record in trace.records]
    assert names == ["router", "schema_planner", "search_planner", "search", "composer", "verifier"]
    assert details(trace, "search")["filters"] == [
        {"bucket": "orders", "field": "total_weight", "operator": ">", "value": 30}
    ]
    assert details(trace, "search")["tool_calls"] == []
    assert details(trace, "router")["documents"] == files(found)


def test_a_figure_is_computed_with_its_operands(shop: Shop) -> None:
    found = AGENTIC.answer(asked("What is the total amount due of the orders from Elm Street Bakery?"), shop()[0])
    assert found.value == "430.75"  # 120.50 + 310.25
    assert "120.50" in found.text
    assert len(found.citations) == 2


def test_what_is_not_stated_is_left_out_of_a_figure_and_said(shop: Shop) -> None:
    found = AGENTIC.answer(asked("What is the average amount due of the orders that are open?"), shop()[0])
    assert found.value == "60.00"
    assert "1 of 2 documents state no amount" in found.limitations


def test_text_is_searched_within_what_the_filter_left(shop: Shop) -> None:
    tools, trace = shop()
    found = AGENTIC.answer(asked("What string was the parcel of order AB-105 tied with?"), tools)
    assert found.status == "answered"
    assert "green" in found.text
    assert files(found) == [document("AB-105")]
    made = details(trace, "search")["tool_calls"]
    assert [call["tool"] for call in made] == ["search_text", "search_semantic"]
    assert all(call["args"]["filters"] for call in made)
    assert {page.source_file for page in found.context} == {document("AB-105")}


def test_a_table_is_a_table_with_the_fields_asked_for(shop: Shop) -> None:
    found = AGENTIC.answer(asked("Show a table of the orders in 2025 with their status"), shop()[0])
    head, _, *rows = found.text.splitlines()
    assert head == "| document | status | source |"
    assert [row.split(" | ")[0] for row in rows] == ["| AB-103", "| AB-104", "| AB-105"]


def test_things_compared_are_sub_answers(shop: Shop) -> None:
    found = AGENTIC.answer(asked("Compare the total weight of order AB-101 and order AB-102."), shop()[0])
    assert [part.value for part in found.sub_answers] == ["40", "15"]


def test_a_plain_question_is_answered_from_text(shop: Shop) -> None:
    found = AGENTIC.answer(asked("Within how many days may a customer return goods?"), shop()[0])
    assert (found.status, found.value, files(found)) == ("answered", "14", ["handbook.pdf"])


def test_more_documents_than_the_context_holds_are_said(shop: Shop) -> None:
    found = AGENTIC.answer(asked("Which orders have a total weight above 30?"), shop(budget=40)[0])
    assert len(found.items) == 3
    assert len(found.citations) == 1
    assert "1 of 3 documents are cited" in found.limitations


def test_the_documents_of_a_question_bound_the_rows_too(shop: Shop) -> None:
    scope = (document("AB-101"), document("AB-102"))
    found = AGENTIC.answer(AskedQuestion("Which orders have a total weight above 30?", scope), shop()[0])
    assert found.items == ("AB-101",)


def test_a_question_of_meaning_goes_from_summaries_to_segments(shop: Shop) -> None:
    tools, trace = shop()
    found = AGENTIC.answer(asked("Explain how goods are returned by a customer"), tools)
    made = details(trace, "search")["tool_calls"]
    assert [call["tool"] for call in made][:2] == ["search_text", "search_semantic"]
    assert made[1]["args"]["doc_id"] == "handbook.pdf"
    assert "handbook.pdf" in {page.source_file for page in found.context}


def test_retrieve_stops_before_the_answer(shop: Shop) -> None:
    tools, trace = shop()
    found = AGENTIC.retrieve(asked("Within how many days may a customer return goods?"), tools)
    assert any(hit.chunk.source_file == "handbook.pdf" for result in found.step_results for hit in result.hits)
    assert "composer" not in [record.name for record in trace.records]


@pytest.mark.parametrize(
    ("question", "value", "text"),
    [
        ("Is the total weight of order AB-101 higher than 30?", "yes", "Yes. AB-101: total weight 40"),
        ("Does order AB-102 have a total weight of 40?", "no", "No. AB-102: total weight 15"),
        ("Is the amount due of order AB-105 higher than 30?", "", "AB-105: amount not stated"),
    ],
)
def test_whether_a_record_meets_something_is_yes_or_no_with_the_value(
    shop: Shop, question: str, value: str, text: str
) -> None:
    found = AGENTIC.answer(asked(question), shop()[0])
    assert (found.status, found.value) == ("answered", value)
    assert found.text.startswith(text)


@pytest.mark.parametrize(
    "question", ["Export all orders as CSV", "Give me a CSV of all orders with a total weight above 30"]
)
def test_a_question_for_a_file_gives_it_at_once(shop: Shop, question: str) -> None:
    tools, trace = shop()
    found = AGENTIC.answer(asked(question), tools)
    assert found.status == "answered"
    assert details(trace, "composer")["export"] == "csv"
    assert "AB-101" in found.text.splitlines()[1]
