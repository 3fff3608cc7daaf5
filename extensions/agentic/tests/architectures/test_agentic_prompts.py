"""What a model is told by agentic, and which of its citations stand."""

from __future__ import annotations

from ragatta.extensions.agentic.architectures.agentic import Agentic
from standins.agentic import COMPOSED, ENOUGH, PLAN, QUESTION, Shop, files, script
from standins.orders import ROWS, document

AGENTIC = Agentic()

UNMARKED = {"output_preferences": {"format": "table", "fields": ["status"], "needs_citations": False}}


def test_where_no_sources_are_wanted_the_text_names_none_and_the_answer_cites_all_the_same(shop: Shop) -> None:
    composed = {**COMPOSED, "text": f"Blue [{document('AB-101')}] string."}
    found = AGENTIC.answer(QUESTION, shop(script(decompose_query=[{**PLAN, **UNMARKED}], compose_answer=[composed]))[0])
    assert (found.text, files(found)) == ("Blue string.", [document("AB-101")])
    assert AGENTIC.answer(QUESTION, shop(script(compose_answer=[composed]))[0]).text == composed["text"]
    listing = {**PLAN, **UNMARKED, "intent": "list", "subqueries": [{"purpose": "filter_docs", "query": "orders"}]}
    table = AGENTIC.answer(QUESTION, shop(script(decompose_query=[listing], review_evidence=[ENOUGH]))[0])
    assert table.text.splitlines()[0] == "| document | status |"
    assert "copy.pdf" not in table.text
    assert len(files(table)) == 5


def test_the_router_is_told_of_no_schema(shop: Shop) -> None:
    model = script()
    AGENTIC.answer(QUESTION, shop(model)[0])
    routed = next(prompt.user for prompt in model.prompts if prompt.task.name == "route_buckets")
    assert "- orders: orders that customers sent." in routed
    assert "total_weight" not in routed
    assert "Elm Street" not in routed


def test_invented_citations_are_removed_and_flagged(shop: Shop) -> None:
    composed = {**COMPOSED, "text": f"Blue [{document('AB-101')}] or red [orders/made up.pdf]."}
    found = AGENTIC.answer(QUESTION, shop(script(compose_answer=[composed]))[0])
    assert "made up" not in found.text
    assert "unknown_citation" in found.safety_flags
    assert files(found) == [document("AB-101")]


def test_a_documents_own_marks_cannot_pass_for_others_in_the_prompt(shop: Shop) -> None:
    model = script()
    tools, _ = shop(model)
    AGENTIC.answer(QUESTION, tools)
    composed = next(prompt.user for prompt in model.prompts if prompt.task.name == "compose_answer")
    assert composed.count(f"[{document(ROWS[0][0])}]") == 1
