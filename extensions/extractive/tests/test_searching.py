"""Plans of searches: what is searched for, by the form of the question."""

from __future__ import annotations

from ragatta.extensions.extractive.rules.make_plan import make_plan
from ragatta.extensions.extractive.rules.plan_search import plan_search
from ragatta.pipeline.tasks.agentic import PlanSearch, QueryDecomposition, Subquery
from ragatta.pipeline.tasks.answers import MakePlan


def queries(question: str, *parts: str) -> list[str]:
    wanted = [Subquery(purpose="find_clauses", query=part) for part in parts]
    plan = QueryDecomposition(intent="qa", primary_buckets=[], subqueries=wanted)
    return plan_search(PlanSearch(question, plan, (), 4)).initial_queries


def test_the_question_is_searched_for_and_of_several_parts_each_by_itself() -> None:
    assert queries("What is the tide table?") == ["What is the tide table?"]
    assert queries("What are the fee and the term?", "the fee?", "the term?") == ["the fee?", "the term?"]


def test_a_whole_list_is_searched_for_where_lists_stand_too() -> None:
    question = "List all harbour rules"
    (broad,) = make_plan(MakePlan(question, (), True, 1)).steps
    assert queries(question) == [broad.query, question]
    assert "contents" in broad.query
