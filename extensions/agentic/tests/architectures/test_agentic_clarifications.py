"""When agentic asks back, what it says then, and what it does with the reply."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ragatta.extensions.agentic.architectures.agentic import Agentic
from ragatta.pipeline.agents.searching.tool_specs import SearchTools
from standins.agentic import ENOUGH, PLAN, QUESTION, Shop, asked, details, files, more, script
from standins.orders import document

AGENTIC = Agentic()


def test_nothing_that_meets_the_filter_is_asked_back_with_what_each_relaxation_would_find(shop: Shop) -> None:
    found = AGENTIC.answer(asked("Which orders from Mill Tavern were placed in 2024?"), shop()[0])
    assert found.status == "clarify"
    assert "Mill Tavern" in found.text
    assert 'without "customer Mill Tavern": 2 documents' in found.clarification
    assert 'without "order date in 2024": 1 document' in found.clarification


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("all years", ("AB-104",)),
        ("without the customer", ("AB-101", "AB-102")),
        ("yes", ("AB-101", "AB-102")),  # the first relaxation that finds any
    ],
)
def test_a_reply_relaxes(reply: str, items: tuple[str, ...], shop: Shop) -> None:
    found = AGENTIC.answer(asked("Which orders from Mill Tavern were placed in 2024?", reply), shop()[0])
    assert (found.status, found.items) == ("answered", items)
    assert "without" in found.limitations or "widened" in found.limitations


def test_too_many_to_list_are_asked_back_but_counted_gladly(shop: Shop) -> None:
    tools, _ = shop(copies=30)
    found = AGENTIC.answer(asked("List every order."), tools)
    assert found.status == "clarify"
    assert "150 documents" in found.text
    assert "CSV" in found.clarification
    counted = AGENTIC.answer(asked("How many orders are open?"), shop(copies=30)[0])
    assert (counted.status, counted.value) == ("answered", "60")


def test_a_reply_narrows_and_csv_exports(shop: Shop) -> None:
    narrowed = AGENTIC.answer(
        asked("List every order.", "only those in March 2024 from Harbor Cafe"), shop(copies=30)[0]
    )
    assert (narrowed.status, len(narrowed.items)) == ("answered", 30)
    tools, trace = shop(copies=30)
    exported = AGENTIC.answer(asked("List every order.", "CSV please"), tools)
    assert exported.status == "answered"
    assert len(exported.text.splitlines()) == 1 + 150
    assert exported.text.splitlines()[0].startswith("doc_id,")
    assert document("AB-101") in exported.text  # a bracket in a name is no mark in a file
    assert set(files(exported)) == {page.source_file for page in exported.context}
    assert details(trace, "composer")["export"] == "csv"


def test_a_file_says_what_was_relaxed_for_it_and_how_many_of_its_documents_are_cited(shop: Shop) -> None:
    tools, _ = shop(copies=30, budget=60)
    found = AGENTIC.answer(
        asked("Which orders from Mill Tavern were placed in 2024?", "without the customer", "as CSV"), tools
    )
    assert (found.status, found.confidence) == ("answered", "medium")
    assert "without customer Mill Tavern" in found.limitations
    assert f"{len(found.citations)} of 60 documents are cited" in found.limitations


def test_an_explanation_of_what_no_summary_is_about_is_asked_back_once(shop: Shop) -> None:
    question = "Explain the maintenance steps of zeppelin hangars"
    found = AGENTIC.answer(asked(question), shop()[0])
    assert (found.status, found.text) == ("clarify", "No summary of a document is near this topic.")
    assert "no summary in the chosen buckets is as near as 0.25" in found.clarification
    assert "type of document, the section or the time" in found.clarification
    assert AGENTIC.answer(asked(question, "in the handbook"), shop()[0]).status != "clarify"
    assert AGENTIC.answer(asked("Who maintained zeppelin hangars?"), shop()[0]).status == "no_information"


def test_summaries_too_many_to_tell_apart_are_asked_back(shop: Shop) -> None:
    tools, _ = shop()
    found = Agentic(search_tools=SearchTools(overload=1)).answer(
        asked("Explain how goods are returned by a customer"), tools
    )
    assert found.status == "clarify"
    assert "about this topic" in found.text


def test_a_clarification_without_a_reason_is_none(shop: Shop) -> None:
    vague = {"status": "clarify", "clarification_details": {"type": "no_results", "missing_info": "hm"}}
    tools, trace = shop(script(review_evidence=[more(), vague]))
    assert AGENTIC.answer(QUESTION, tools).status == "answered"
    assert any("without a reason" in note for record in trace.records for note in record.notes)


def test_a_clarification_stands_where_nothing_was_found(shop: Shop) -> None:
    nothing = {"status": "clarify", "clarification_details": {"type": "no_results", "missing_info": "Which year?"}}
    plan = {**PLAN, "primary_buckets": ["handbook"]}
    far = more(bucket="handbook", filters={"doc_id": "no such file"})
    tools, trace = shop(script(decompose_query=[plan], review_evidence=[far, nothing]))
    found = AGENTIC.answer(QUESTION, tools)
    assert details(trace, "search")["tool_calls"][0]["hits"] == 0
    assert found.status == "clarify"
    assert "Which year?" in found.clarification


def test_a_clarification_stands_where_the_limit_is_reached(shop: Shop) -> None:
    plan = {**PLAN, "constraints": [{"field": "total_weight", "operator": ">", "value": 10}]}
    many = {"status": "clarify", "clarification_details": {"type": "overload", "missing_info": "narrow it"}}
    asked_back = shop(script(decompose_query=[plan], review_evidence=[many]), copies=30)[0]
    assert AGENTIC.answer(QUESTION, asked_back).status == "clarify"
    few = shop(script(decompose_query=[plan], review_evidence=[many, ENOUGH]))[0]
    assert AGENTIC.answer(QUESTION, few).status != "clarify"


def test_the_controller_is_told_the_limit_and_the_counts(shop: Shop) -> None:
    listing = {**PLAN, "intent": "list", "subqueries": [{"purpose": "filter_docs", "query": "orders"}]}
    model = script(decompose_query=[listing], review_evidence=[ENOUGH])
    tools, trace = shop(model, copies=30)
    assert AGENTIC.answer(asked("List every order."), tools).status == "clarify"
    told = next(prompt.user for prompt in model.prompts if prompt.task.name == "review_evidence")
    assert "150 documents meet the filters; 100 or more are too many to list" in told
    assert "no search is needed" not in told
    assert "of at most 4" in told
    notes = [note for record in trace.records for note in record.notes]
    assert "the model decided enough, but 150 documents meet the filters: the user is asked" in notes


def test_a_no_ends_the_question_without_a_model_call(shop: Shop) -> None:
    tools, trace = shop(script())
    found = AGENTIC.answer(replace(QUESTION, replies=("no",)), tools)
    assert (found.status, found.citations) == ("no_information", ())
    assert not any(record.live_calls for record in trace.records)
