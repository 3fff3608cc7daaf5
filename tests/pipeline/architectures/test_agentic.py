"""The loop of agentic: rows and text, clarifications and the replies to them, and a model that says all kinds of
things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from standins.orders import ROWS, annotated, chunks, document
from standins.scripted import Script

from pipeline.architectures.agentic import answer, calls, retrieve
from pipeline.collection import Collection
from pipeline.llm.ask import Asker
from pipeline.llm.backends.extractive import connect
from pipeline.llm.seam import ContextOverflow, Prompt
from pipeline.retrieval.retriever import Retriever
from pipeline.settings import LLM, Architecture, Retrieval, SearchTools
from pipeline.tasks import DocumentSummary, Reply
from pipeline.toolbox import Toolbox
from pipeline.trace import Trace
from pipeline.types import Answer, AskedQuestion

from .conftest import WordEncoder, count_words

Made = Callable[..., tuple[Toolbox, Trace]]


@pytest.fixture
def shop(tmp_path: Path) -> Made:
    def made(script: Script | None = None, copies: int = 1, budget: int = 2000) -> tuple[Toolbox, Trace]:
        encoder, pages = WordEncoder(), chunks(copies)
        collection = Collection("pdf_x", "key", {}, pages, encoder.embed([page.text for page in pages]))
        retriever = Retriever(collection, encoder, Retrieval(search="hybrid", top_k=4, expand_context=1))
        asker = Asker(connect(LLM()), None)
        trace = Trace(asker.calls)
        summaries = {
            page.source_file: DocumentSummary(document_type="text", summary=page.text, key_topics=[], use_for="")
            for page in pages
        }
        toolbox = Toolbox(
            settings=Architecture(name="agentic"),
            documents=retriever.documents,
            summaries=summaries,
            search=retriever.search,
            expand=retriever.expand,
            embed=encoder.embed_query,
            embed_documents=encoder.embed,
            count_tokens=count_words,
            context_tokens=budget,
            ask=script.ask if script else asker.ask,
            stage=trace.stage,
            annotations=annotated(tmp_path / f"store{copies}.sqlite", copies),
        )
        return toolbox, trace

    return made


def asked(question: str, *replies: str) -> AskedQuestion:
    return AskedQuestion(question, replies=replies)


def details(trace: Trace, name: str) -> dict[str, Any]:
    return dict(next(record for record in trace.records if record.name == name).details)


def files(found: Answer) -> list[str]:
    return [citation.source_file for citation in found.citations]


def test_a_list_by_filter_is_exact_cites_every_document_and_takes_no_search(shop: Made) -> None:
    tools, trace = shop()
    found = answer(asked("Which orders have a total weight above 30?"), tools)
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


def test_a_figure_is_computed_with_its_operands(shop: Made) -> None:
    found = answer(asked("What is the total amount due of the orders from Elm Street Bakery?"), shop()[0])
    assert found.value == "430.75"  # 120.50 + 310.25
    assert "120.50" in found.text
    assert len(found.citations) == 2


def test_what_is_not_stated_is_left_out_of_a_figure_and_said(shop: Made) -> None:
    found = answer(asked("What is the average amount due of the orders that are open?"), shop()[0])
    assert found.value == "60.00"
    assert "1 of 2 documents state no amount" in found.limitations


def test_text_is_searched_within_what_the_filter_left(shop: Made) -> None:
    tools, trace = shop()
    found = answer(asked("What string was the parcel of order AB-105 tied with?"), tools)
    assert found.status == "answered"
    assert "green" in found.text
    assert files(found) == [document("AB-105")]
    made = details(trace, "search")["tool_calls"]
    assert [call["tool"] for call in made] == ["search_text", "search_semantic"]
    assert all(call["args"]["filters"] for call in made)
    assert {page.source_file for page in found.context} == {document("AB-105")}


def test_a_table_is_a_table_with_the_fields_asked_for(shop: Made) -> None:
    found = answer(asked("Show a table of the orders in 2025 with their status"), shop()[0])
    head, _, *rows = found.text.splitlines()
    assert head == "| document | status | source |"
    assert [row.split(" | ")[0] for row in rows] == ["| AB-103", "| AB-104", "| AB-105"]


def test_things_compared_are_sub_answers(shop: Made) -> None:
    found = answer(asked("Compare the total weight of order AB-101 and order AB-102."), shop()[0])
    assert [part.value for part in found.sub_answers] == ["40", "15"]


def test_a_plain_question_is_answered_from_text(shop: Made) -> None:
    found = answer(asked("Within how many days may a customer return goods?"), shop()[0])
    assert (found.status, found.value, files(found)) == ("answered", "14", ["handbook.pdf"])


def test_nothing_that_meets_the_filter_is_asked_back_with_what_each_relaxation_would_find(shop: Made) -> None:
    found = answer(asked("Which orders from Mill Tavern were placed in 2024?"), shop()[0])
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
def test_a_reply_relaxes(reply: str, items: tuple[str, ...], shop: Made) -> None:
    found = answer(asked("Which orders from Mill Tavern were placed in 2024?", reply), shop()[0])
    assert (found.status, found.items) == ("answered", items)
    assert "without" in found.limitations or "widened" in found.limitations


def test_too_many_to_list_are_asked_back_but_counted_gladly(shop: Made) -> None:
    tools, _ = shop(copies=30)
    found = answer(asked("List every order."), tools)
    assert found.status == "clarify"
    assert "150 documents" in found.text
    assert "CSV" in found.clarification
    counted = answer(asked("How many orders are open?"), shop(copies=30)[0])
    assert (counted.status, counted.value) == ("answered", "60")


def test_a_reply_narrows_and_csv_exports(shop: Made) -> None:
    narrowed = answer(asked("List every order.", "only those in March 2024 from Harbor Cafe"), shop(copies=30)[0])
    assert (narrowed.status, len(narrowed.items)) == ("answered", 30)
    tools, trace = shop(copies=30)
    exported = answer(asked("List every order.", "CSV please"), tools)
    assert exported.status == "answered"
    assert len(exported.text.splitlines()) == 1 + 150
    assert exported.text.splitlines()[0].startswith("doc_id,")
    assert document("AB-101") in exported.text  # a bracket in a name is no mark in a file
    assert set(files(exported)) == {page.source_file for page in exported.context}
    assert details(trace, "composer")["export"] == "csv"


def test_more_documents_than_the_context_holds_are_said(shop: Made) -> None:
    found = answer(asked("Which orders have a total weight above 30?"), shop(budget=40)[0])
    assert len(found.items) == 3
    assert len(found.citations) == 1
    assert "1 of 3 documents are cited" in found.limitations


def test_the_documents_of_a_question_bound_the_rows_too(shop: Made) -> None:
    scope = (document("AB-101"), document("AB-102"))
    found = answer(AskedQuestion("Which orders have a total weight above 30?", scope), shop()[0])
    assert found.items == ("AB-101",)


def test_a_question_of_meaning_goes_from_summaries_to_segments(shop: Made) -> None:
    tools, trace = shop()
    found = answer(asked("Explain how goods are returned by a customer"), tools)
    made = details(trace, "search")["tool_calls"]
    assert [call["tool"] for call in made][:2] == ["search_text", "search_semantic"]
    assert made[1]["args"]["doc_id"] == "handbook.pdf"
    assert "handbook.pdf" in {page.source_file for page in found.context}


def test_retrieve_stops_before_the_answer(shop: Made) -> None:
    tools, trace = shop()
    found = retrieve(asked("Within how many days may a customer return goods?"), tools)
    assert any(hit.chunk.source_file == "handbook.pdf" for result in found.step_results for hit in result.hits)
    assert "composer" not in [record.name for record in trace.records]


# A model instead of the rules.

ROUTE = {"buckets": ["orders"], "intent": "qa"}
PLAN = {"intent": "qa", "primary_buckets": ["orders"], "subqueries": [{"purpose": "find_clauses", "query": "string"}]}
SEARCH = {"target_buckets": ["orders"], "strategy": "keyword", "initial_queries": ["string"], "max_tool_calls": 4}
ENOUGH = {"status": "enough"}
COMPOSED = {"status": "answered", "text": f"Blue string [{document('AB-101')}].", "value": "blue"}
QUESTION = asked("Which string was used for AB-101?")


def more(tool: str = "search_text", **args: Any) -> dict[str, Any]:
    return {"status": "more", "next_tool_call": {"tool": tool, "args": {"bucket": "orders", "query": "string", **args}}}


def script(**replies: Any) -> Script:
    told: dict[str, Any] = {
        "route_buckets": [ROUTE],
        "decompose_query": [PLAN],
        "plan_search": [SEARCH],
        "review_evidence": [more(), ENOUGH],
        "compose_answer": [COMPOSED],
    }
    return Script(**{**told, **replies})


def test_the_loop_searches_until_it_is_enough(shop: Made) -> None:
    tools, trace = shop(script(review_evidence=[more(), more(doc_id=document("AB-101")), ENOUGH]))
    found = answer(QUESTION, tools)
    assert (found.status, found.value, files(found)) == ("answered", "blue", [document("AB-101")])
    assert len(details(trace, "search")["tool_calls"]) == 2
    assert len(details(trace, "search")["decisions"]) == 3


def test_it_stops_at_its_limit(shop: Made) -> None:
    tools, trace = shop(script(review_evidence=[more()] * 9))
    assert answer(QUESTION, tools).status == "answered"
    assert len(details(trace, "search")["tool_calls"]) == 4
    assert len(details(trace, "search")["decisions"]) == 5
    assert calls(tools.settings, 100) == 9


@pytest.mark.parametrize(("reviews", "tool_calls"), [(3, 2), (4, 3), (5, 4)])
def test_the_step_counts_of_the_seeds_examples(reviews: int, tool_calls: int, shop: Made) -> None:
    """Seed 004, section 9; the decomposition is two calls here, one a phase."""
    tools, trace = shop(script(review_evidence=[*[more()] * tool_calls, ENOUGH]))
    assert answer(QUESTION, tools).status == "answered"
    steps = {"decompose": 2, "plan": 1, "review": reviews, "tool": tool_calls, "compose": 1}
    assert details(trace, "search")["counts"] == steps


BAKERY = {"field": "customer", "operator": "=", "value": "Elm Street Bakery", "raw_text": "Elm Street Bakery"}


@pytest.mark.parametrize("args", [{}, {"bucket": "all"}, {"bucket": "handbook"}])
def test_a_search_cannot_forget_a_filter(args: dict[str, Any], shop: Made) -> None:
    plan = {**PLAN, "constraints": [BAKERY]}
    tools, trace = shop(script(decompose_query=[plan], review_evidence=[more(**args), ENOUGH]))
    found = answer(QUESTION, tools)
    own = {document("AB-101"), document("AB-103")}
    assert {page.source_file for page in found.context} <= own
    assert {hit["chunk"].rpartition("#")[0] for hits in details(trace, "search")["hits"] for hit in hits} <= own
    assert details(trace, "search")["filters"] == [
        {"bucket": "orders", "field": "customer", "operator": "=", "value": "Elm Street Bakery"}
    ]


def test_the_filters_of_a_call_are_recorded_as_they_were_executed(shop: Made) -> None:
    heavy, wrong = more(filters={"total_weight": {">": 50}}), more(filters={"colour": "red"})
    tools, trace = shop(script(review_evidence=[wrong, heavy, heavy, ENOUGH]))
    answer(QUESTION, tools)
    assert details(trace, "search")["filters"] == [
        {"bucket": "orders", "field": "total_weight", "operator": ">", "value": 50}
    ]


def test_a_plan_for_everywhere_keeps_the_bucket_of_its_filter(shop: Made) -> None:
    plan = {**PLAN, "constraints": [BAKERY]}
    goes_on = {"status": "more"}
    model = script(decompose_query=[plan], plan_search=[{**SEARCH, "target_buckets": ["all"]}])
    model.replies["review_evidence"] = [goes_on, ENOUGH]
    tools, trace = shop(model)
    answer(QUESTION, tools)
    (made,) = details(trace, "search")["tool_calls"]
    assert made["args"]["bucket"] == "orders"
    assert "error" not in made


def test_evidence_too_long_for_the_controller_lets_the_plan_go_on(shop: Made) -> None:
    class Narrow(Script):
        def ask(self, prompt: Prompt[Any]) -> Reply:
            if prompt.task.name == "review_evidence":
                raise ContextOverflow("too long")
            return super().ask(prompt)

    made = Narrow(
        route_buckets=[ROUTE], decompose_query=[PLAN], plan_search=[SEARCH], compose_answer=[COMPOSED]
    )  # fmt: skip
    tools, trace = shop(made)
    assert answer(QUESTION, tools).status == "answered"
    assert details(trace, "search")["tool_calls"]
    assert next(record.fallbacks for record in trace.records if record.name == "search") >= 1


def test_an_unknown_field_is_an_error_that_the_next_call_can_mend(shop: Made) -> None:
    wrong, right = more(filters={"colour": "red"}), more(filters={"total_weight": {">": 50}})
    model = script(review_evidence=[wrong, right, ENOUGH])
    tools, trace = shop(model)
    answer(QUESTION, tools)
    first, second = details(trace, "search")["tool_calls"]
    assert "no field 'colour'" in first["error"]
    assert second["hits"] > 0
    reviewed = [prompt.user for prompt in model.prompts if prompt.task.name == "review_evidence"]
    assert "total_weight" in reviewed[1]  # the error lists the known fields


@pytest.mark.parametrize(
    "call", [more(bucket="nowhere"), more("get_document_metadata", doc_id="lost.pdf"), more(query="")]
)
def test_a_call_that_cannot_be_used_costs_a_call_and_nothing_else(call: dict[str, Any], shop: Made) -> None:
    tools, trace = shop(script(review_evidence=[call, more(), ENOUGH]))
    assert answer(QUESTION, tools).status == "answered"
    assert [bool(one.get("error")) for one in details(trace, "search")["tool_calls"]] == [True, False]


def test_a_clarification_without_a_reason_is_none(shop: Made) -> None:
    vague = {"status": "clarify", "clarification_details": {"type": "no_results", "missing_info": "hm"}}
    tools, trace = shop(script(review_evidence=[more(), vague]))
    assert answer(QUESTION, tools).status == "answered"
    assert any("without a reason" in note for record in trace.records for note in record.notes)


def test_a_clarification_stands_where_nothing_was_found(shop: Made) -> None:
    nothing = {"status": "clarify", "clarification_details": {"type": "no_results", "missing_info": "Which year?"}}
    plan = {**PLAN, "primary_buckets": ["handbook"]}
    far = more(bucket="handbook", filters={"doc_id": "no such file"})
    tools, trace = shop(script(decompose_query=[plan], review_evidence=[far, nothing]))
    found = answer(QUESTION, tools)
    assert details(trace, "search")["tool_calls"][0]["hits"] == 0
    assert found.status == "clarify"
    assert "Which year?" in found.clarification


def test_a_clarification_stands_where_the_limit_is_reached(shop: Made) -> None:
    plan = {**PLAN, "constraints": [{"field": "total_weight", "operator": ">", "value": 10}]}
    many = {"status": "clarify", "clarification_details": {"type": "overload", "missing_info": "narrow it"}}
    asked_back = shop(script(decompose_query=[plan], review_evidence=[many]), copies=30)[0]
    assert answer(QUESTION, asked_back).status == "clarify"
    few = shop(script(decompose_query=[plan], review_evidence=[many]))[0]
    assert answer(QUESTION, few).status != "clarify"


def test_the_controller_is_told_the_limit_and_the_counts(shop: Made) -> None:
    listing = {**PLAN, "intent": "list", "subqueries": [{"purpose": "filter_docs", "query": "orders"}]}
    model = script(decompose_query=[listing], review_evidence=[ENOUGH])
    tools, trace = shop(model, copies=30)
    assert answer(asked("List every order."), tools).status == "clarify"
    told = next(prompt.user for prompt in model.prompts if prompt.task.name == "review_evidence")
    assert "150 documents meet the filters; 100 or more are too many to list" in told
    assert "no search is needed" not in told
    assert "of at most 4" in told
    notes = [note for record in trace.records for note in record.notes]
    assert "the model decided enough, but 150 documents meet the filters: the user is asked" in notes


def test_an_explanation_of_what_no_summary_is_about_is_asked_back_once(shop: Made) -> None:
    question = "Explain the maintenance steps of zeppelin hangars"
    found = answer(asked(question), shop()[0])
    assert (found.status, found.text) == ("clarify", "No summary of a document is near this topic.")
    assert "no summary in the chosen buckets is as near as 0.25" in found.clarification
    assert "type of document, the section or the time" in found.clarification
    assert answer(asked(question, "in the handbook"), shop()[0]).status != "clarify"
    assert answer(asked("Who maintained zeppelin hangars?"), shop()[0]).status == "no_information"


def test_summaries_too_many_to_tell_apart_are_asked_back(shop: Made) -> None:
    tools, _ = shop()
    tools = replace(tools, settings=Architecture(name="agentic", search_tools=SearchTools(overload=1)))
    found = answer(asked("Explain how goods are returned by a customer"), tools)
    assert found.status == "clarify"
    assert "about this topic" in found.text


def test_the_model_may_say_how_much_of_how_many_passages_it_wants(shop: Made) -> None:
    tools, trace = shop(script(review_evidence=[more(top_k=1, context_chars=30), more(top_k=-1), ENOUGH]))
    answer(QUESTION, tools)
    first, second = details(trace, "search")["tool_calls"]
    assert (first["hits"], first["args"]["top_k"], first["args"]["context_chars"]) == (1, 1, 30)
    assert "top_k" in second["error"]


def test_a_model_cannot_answer_over_a_filter_that_nothing_meets(shop: Made) -> None:
    plan = {**PLAN, "constraints": [{"field": "total_weight", "operator": ">", "value": 5000, "raw_text": "over 5000"}]}
    tools, _ = shop(script(decompose_query=[plan], review_evidence=[ENOUGH]))
    assert answer(QUESTION, tools).status == "clarify"


def test_a_filter_on_no_field_is_left_out_and_said(shop: Made) -> None:
    plan = {**PLAN, "constraints": [{"field": "colour", "operator": "=", "value": "red", "raw_text": "red"}]}
    found = answer(QUESTION, shop(script(decompose_query=[plan]))[0])
    assert found.status == "answered"
    assert "no field 'colour'" in found.limitations


UNMARKED = {"output_preferences": {"format": "table", "fields": ["status"], "needs_citations": False}}


def test_where_no_sources_are_wanted_the_text_names_none_and_the_answer_cites_all_the_same(shop: Made) -> None:
    composed = {**COMPOSED, "text": f"Blue [{document('AB-101')}] string."}
    found = answer(QUESTION, shop(script(decompose_query=[{**PLAN, **UNMARKED}], compose_answer=[composed]))[0])
    assert (found.text, files(found)) == ("Blue string.", [document("AB-101")])
    assert answer(QUESTION, shop(script(compose_answer=[composed]))[0]).text == composed["text"]
    listing = {**PLAN, **UNMARKED, "intent": "list", "subqueries": [{"purpose": "filter_docs", "query": "orders"}]}
    table = answer(QUESTION, shop(script(decompose_query=[listing], review_evidence=[ENOUGH]))[0])
    assert table.text.splitlines()[0] == "| document | status |"
    assert "copy.pdf" not in table.text
    assert len(files(table)) == 5


def test_the_router_is_told_of_no_schema(shop: Made) -> None:
    model = script()
    answer(QUESTION, shop(model)[0])
    routed = next(prompt.user for prompt in model.prompts if prompt.task.name == "route_buckets")
    assert "- orders: orders that customers sent." in routed
    assert "total_weight" not in routed
    assert "Elm Street" not in routed


def test_invented_citations_are_removed_and_flagged(shop: Made) -> None:
    composed = {**COMPOSED, "text": f"Blue [{document('AB-101')}] or red [orders/made up.pdf]."}
    found = answer(QUESTION, shop(script(compose_answer=[composed]))[0])
    assert "made up" not in found.text
    assert "unknown_citation" in found.safety_flags
    assert files(found) == [document("AB-101")]


def test_no_usable_reply_at_all_is_a_failed_answer(shop: Made) -> None:
    nothing: dict[str, Any] = {
        "route_buckets": [None], "decompose_query": [None], "plan_search": [None],
        "review_evidence": [None] * 9, "compose_answer": [None],
    }  # fmt: skip
    tools, trace = shop(script(**nothing))
    assert answer(QUESTION, tools).status == "failed"
    assert details(trace, "search")["tool_calls"]


def test_a_documents_own_marks_cannot_pass_for_others_in_the_prompt(shop: Made) -> None:
    model = script()
    tools, _ = shop(model)
    answer(QUESTION, tools)
    composed = next(prompt.user for prompt in model.prompts if prompt.task.name == "compose_answer")
    assert composed.count(f"[{document(ROWS[0][0])}]") == 1


def test_a_no_ends_the_question_without_a_model_call(shop: Made) -> None:
    tools, trace = shop(script())
    found = answer(replace(QUESTION, replies=("no",)), tools)
    assert (found.status, found.citations) == ("no_information", ())
    assert not any(record.live_calls for record in trace.records)


@pytest.mark.parametrize(
    ("question", "value", "text"),
    [
        ("Is the total weight of order AB-101 higher than 30?", "yes", "Yes. AB-101: total weight 40"),
        ("Does order AB-102 have a total weight of 40?", "no", "No. AB-102: total weight 15"),
        ("Is the amount due of order AB-105 higher than 30?", "", "AB-105: amount not stated"),
    ],
)
def test_whether_a_record_meets_something_is_yes_or_no_with_the_value(
    shop: Made, question: str, value: str, text: str
) -> None:
    found = answer(asked(question), shop()[0])
    assert (found.status, found.value) == ("answered", value)
    assert found.text.startswith(text)


@pytest.mark.parametrize(
    "question", ["Export all orders as CSV", "Give me a CSV of all orders with a total weight above 30"]
)
def test_a_question_for_a_file_gives_it_at_once(shop: Made, question: str) -> None:
    tools, trace = shop()
    found = answer(asked(question), tools)
    assert found.status == "answered"
    assert details(trace, "composer")["export"] == "csv"
    assert "AB-101" in found.text.splitlines()[1]
