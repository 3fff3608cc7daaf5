"""A calculation that a model plans and whose values it reads: what it says is looked for in the sources."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.pipeline.agents.planning.planner import Planner
from ragatta.pipeline.agents.routing.router import Router
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.types import AskedQuestion
from tests.standins.scripted import Script
from tests.standins.travelling import answer, tools

PLAN: dict[str, Any] = {
    "strategy": "fare, grade, factor",
    "steps": [
        {"query": "Basic Fare Ferry", "binds": "Fare"},
        {"query": "luggage grade bags weigh 42 kg", "binds": "grade"},
        {"query": "Luggage Factor K4 {grade}", "binds": "factor"},
    ],
    "calculation": "price = Fare × factor",
    "result": "Ferry price",
}
FARE = {"value": "$25", "source": 1, "quote": "Ferry: $25"}
GRADE = {"value": "3%", "source": 1, "quote": "will receive a 3% grade"}
FACTOR = {"value": "1.355", "source": 1, "quote": "Ferry: 1.355"}


def said(values: list[dict[str, Any] | None], **plan: Any) -> Script:
    return Script(make_plan=[PLAN | plan], bind_value=values)


class Sourced(Script):
    """Gives each value the number of the passage that holds its quote."""

    def ask(self, prompt: Any) -> Any:
        reply = super().ask(prompt)
        quote = getattr(reply, "quote", "")
        held = [one.source for one in getattr(prompt.task, "passages", ()) if quote and quote in one.text]
        return reply.model_copy(update={"source": held[0]}) if held else reply


def model(*values: dict[str, Any] | None, **plan: Any) -> Script:
    return Sourced(make_plan=[PLAN | plan], bind_value=list(values))


def test_a_model_s_plan_is_carried_out_and_computed_by_code() -> None:
    script = model(FARE, GRADE, FACTOR)
    found = answer(script=script)
    assert (found.value, found.confidence) == ("$34", "high")
    assert found.calculation is not None
    assert found.calculation.expression == "fare × factor"
    assert script.prompts[-1].task.bound == (("fare", "$25"), ("grade", "3%"))
    assert "Known already: grade is 3%." in script.prompts[-1].user


@pytest.mark.parametrize(
    "lie",
    [
        {"value": "9.999", "source": 1, "quote": "Ferry: 9.999"},  # stands nowhere
        {"value": "1.355", "source": 77, "quote": "invented words"},
        {"value": "", "source": 0},
        None,
    ],
)
def test_a_value_that_its_source_does_not_hold_is_not_taken(lie: dict[str, Any] | None) -> None:
    found = answer(script=model(FARE, GRADE, lie))
    assert (found.status, found.value) == ("no_information", "")
    assert "factor" in found.limitations


def test_what_a_model_needs_first_is_one_more_step() -> None:
    plan = {"steps": [PLAN["steps"][0], {"query": "Luggage Factor K4", "binds": "factor"}]}
    needs = {"needs": "Luggage Grade", "choices": ["1%", "3%", "5%"]}
    script = model(FARE, needs, GRADE, FACTOR, **plan)
    found = answer(script=script)
    assert found.value == "$34"
    assert "It is one of: 1%, 3%, 5%." in script.prompts[-2].user
    assert [operand.value for operand in (found.calculation.operands if found.calculation else ())] == [
        "$25",
        "3%",
        "1.355",
    ]


def test_needs_do_not_go_on_for_ever() -> None:
    endless = [{"needs": f"thing {number}"} for number in range(30)]
    script = model(*endless)
    found = answer(script=script)
    assert found.status == "no_information"
    asked = sum(prompt.task.name == "bind_value" for prompt in script.prompts)
    assert asked <= RouterPlanner().calls(1)


@pytest.mark.parametrize("expression", ["__import__('os')", "fare ** 9999", "fare * toll", "fare / (factor - factor)"])
def test_an_expression_that_cannot_be_computed_ends_in_no_number(expression: str) -> None:
    answered = {"status": "insufficient", "text": "no"}
    script = Sourced(
        make_plan=[PLAN | {"calculation": expression}], bind_value=[FARE, GRADE, FACTOR], write_answer=[answered]
    )
    found = answer(script=script)
    assert (found.status, found.value, found.calculation) == ("no_information", "", None)


def test_a_plan_that_binds_without_a_calculation_tells_the_writer_what_is_known() -> None:
    plan = {"steps": [PLAN["steps"][1], {"query": "Luggage Factor K4 {grade}"}], "calculation": ""}
    written = {"status": "answered", "text": "1.355 [Source 1]", "value": "1.355", "sources": [1]}
    script = Sourced(make_plan=[PLAN | plan], bind_value=[GRADE], write_answer=[written])
    assert answer(script=script).value == "1.355"
    assert "Known from the documents: grade is 3%." in script.prompts[-1].user


def test_the_calls_of_a_look_up_are_bounded_with_the_writing_behind_the_values() -> None:
    """Its step is read in the routed documents and then in the others, and the answer is written still."""
    plan = {"steps": PLAN["steps"][:1], "calculation": "Fare"}
    insufficient = {"status": "insufficient", "text": "no"}
    script = Sourced(make_plan=[PLAN | plan], bind_value=[None, None], write_answer=[insufficient])
    toolbox, _ = tools(script)
    architecture = RouterPlanner(router=Router(kind="lexical", top_k_docs=1), planner=Planner(max_steps=1))
    architecture.answer(AskedQuestion("What is the fare?"), toolbox)
    names = [prompt.task.name for prompt in script.prompts]
    assert names == ["make_plan", "bind_value", "bind_value", "write_answer"]
    assert len(names) <= architecture.calls(len(toolbox.documents))
