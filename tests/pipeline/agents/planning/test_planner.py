from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ragatta.pipeline.agents.planning.planner import Planner
from ragatta.pipeline.types import RetrievalPlan, StageRecord
from standins.scripted import Script

ROUTED = ("manual.pdf", "prices.pdf")


def planned(toolbox: Callable, reply: dict | None, question: str, **planner: Any) -> tuple[RetrievalPlan, StageRecord]:
    tools, trace = toolbox(Script(make_plan=[reply]))
    with tools.stage("planner") as stage:
        plan = Planner(**planner).plan(question, ROUTED, tools, stage)
    return plan, trace.records[0]


def test_an_enumeration_always_ends_as_one_broad_step(toolbox: Callable) -> None:
    narrow = {
        "strategy": "by category",
        "steps": [{"query": "terms for engines"}, {"query": "terms for tyres"}],
        "requires_combination": True,
    }
    plan, record = planned(toolbox, narrow, "List all warranty terms")
    assert len(plan.steps) == 1
    assert "List all warranty terms" in plan.steps[0].query
    assert plan.requires_combination is False
    assert record.notes


def test_without_enumeration_a_question_for_a_list_is_planned_like_any_other(toolbox: Callable) -> None:
    narrow = {"steps": [{"query": "terms for engines"}, {"query": "terms for tyres"}], "requires_combination": True}
    script = Script(make_plan=[narrow, None])
    tools, trace = toolbox(script)
    planner = Planner(enumeration=False)
    with tools.stage("planner") as stage:
        plan, simple = (planner.plan("List all warranty terms", ROUTED, tools, stage) for _ in range(2))
    assert [step.query for step in plan.steps] == ["terms for engines", "terms for tyres"]
    assert plan.requires_combination
    assert not trace.records[0].notes
    assert [step.query for step in simple.steps] == ["List all warranty terms"]
    assert not script.prompts[0].task.is_enumeration
    assert "complete list" not in script.prompts[0].user


def test_a_broad_step_of_the_model_is_kept(toolbox: Callable) -> None:
    broad = {"steps": [{"query": "table of contents warranty"}], "requires_combination": True}
    plan, _ = planned(toolbox, broad, "List all warranty terms")
    assert plan.steps[0].query == "table of contents warranty"
    assert plan.requires_combination is False


def test_other_questions_keep_their_steps_and_documents(toolbox: Callable) -> None:
    reply = {
        "strategy": "two facts",
        "steps": [
            {"query": "pump price", "target_documents": ["prices.pdf"]},
            {"query": "warranty", "target_documents": []},
        ],
        "requires_combination": True,
    }
    plan, _ = planned(toolbox, reply, "What do pump and warranty cost together?")
    assert [step.target_documents for step in plan.steps] == [("prices.pdf",), ROUTED]
    assert [step.step_number for step in plan.steps] == [1, 2]
    assert plan.requires_combination is True


def test_unknown_documents_in_a_plan_are_noted(toolbox: Callable) -> None:
    reply = {"steps": [{"query": "price", "target_documents": ["nowhere.pdf"]}]}
    plan, record = planned(toolbox, reply, "What is the price?")
    assert plan.steps[0].target_documents == ROUTED
    assert "nowhere.pdf" in record.notes[0]


def test_a_malformed_reply_gives_the_simple_plan(toolbox: Callable) -> None:
    plan, _ = planned(toolbox, None, "What is the price?")
    assert [step.query for step in plan.steps] == ["What is the price?"]


def test_too_many_steps_are_cut_and_noted(toolbox: Callable) -> None:
    reply = {"steps": [{"query": f"fact {n}"} for n in range(9)]}
    plan, record = planned(toolbox, reply, "What is the price?", max_steps=2)
    assert len(plan.steps) == 2
    assert record.notes == ("9 steps cut to 2",)


def test_without_documents_nothing_is_planned_and_no_model_asked(toolbox: Callable) -> None:
    script = Script()
    tools, trace = toolbox(script)
    with tools.stage("planner") as stage:
        assert Planner().plan("What is the price?", (), tools, stage).steps == ()
    assert script.prompts == []
    assert trace.records[0].notes
