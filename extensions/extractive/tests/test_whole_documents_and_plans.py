"""Routing by shared words, plans by the form of the question, summaries from first pages."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.rules.analyse_routing import analyse_routing
from ragatta.extensions.extractive.rules.make_plan import make_plan
from ragatta.extensions.extractive.rules.select_documents import select_documents
from ragatta.extensions.extractive.rules.summarize import summarize
from ragatta.pipeline.tasks.answers import MakePlan
from ragatta.pipeline.tasks.documents import AnalyseRouting, DocumentSummary, SelectDocuments, Summarize

SUMMARIES = {
    "b_minutes.pdf": DocumentSummary(
        document_type="Minutes", summary="Talk of the board.", key_topics=["votes"], use_for="votes"
    ),
    "a_letter.pdf": DocumentSummary(document_type="Letter", summary="Greetings.", key_topics=[], use_for=""),
    "glacier_survey.pdf": DocumentSummary(
        document_type="Survey", summary="Depth of ice.", key_topics=["ice cores"], use_for="measurements"
    ),
}
QUESTION = "How deep were the ice cores of the glacier?"


def test_the_document_that_shares_rare_words_comes_first_and_names_fill_up() -> None:
    chosen = select_documents(SelectDocuments(QUESTION, SUMMARIES, "", 2)).documents
    assert chosen == ["glacier_survey.pdf", "a_letter.pdf"]


@pytest.mark.parametrize("top_k", [1, 3, 9])
def test_exactly_top_k_of_the_names_that_exist(top_k: int) -> None:
    chosen = select_documents(SelectDocuments(QUESTION, SUMMARIES, "", top_k)).documents
    assert len(chosen) == len(set(chosen)) == min(top_k, 3)
    assert set(chosen) <= set(SUMMARIES)


def test_the_analysis_names_documents_and_words() -> None:
    analysis = analyse_routing(AnalyseRouting(QUESTION, SUMMARIES, 1)).analysis
    assert "glacier_survey.pdf" in analysis
    assert "glacier" in analysis.replace("glacier_survey.pdf", "")


def test_an_enumeration_is_one_broad_step() -> None:
    plan = make_plan(MakePlan("List all orbit manoeuvres", ("x.pdf",), True, 5))
    assert len(plan.steps) == 1
    assert not plan.requires_combination
    assert plan.steps[0].query == "table of contents orbit manoeuvres complete list"
    assert plan.steps[0].target_documents == ["x.pdf"]


def test_else_the_question_itself_is_the_query() -> None:
    plan = make_plan(MakePlan(QUESTION, (), False, 5))
    assert [step.query for step in plan.steps] == [QUESTION]
    assert not plan.requires_combination


def test_a_summary_speaks_in_the_document_s_words() -> None:
    page = """Northern Ice Institute
Glacier Survey 2020
Page 1 of 12
This survey reports the depth of the ice at forty stations along the eastern glacier. It was made by hand.
Drilling Method
Cores were drilled with a hollow steel auger and kept frozen until the end of the season."""
    summary = summarize(Summarize("g.pdf", (page,), 12))
    assert summary.document_type.startswith("Northern Ice Institute, Glacier Survey 2020")
    assert summary.summary.startswith("This survey reports the depth")
    assert "Drilling Method" in summary.key_topics
    assert "Page 1 of 12" not in summary.key_topics
    assert summary.use_for


def test_a_summary_of_nothing_still_names_the_document() -> None:
    summary = summarize(Summarize("scan.pdf", ("",), 3))
    assert summary.document_type == "scan"
    assert summary.summary == "scan, 3 pages."
