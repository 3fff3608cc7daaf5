"""Agentic calculates over tables and rules, from the plan to the cited answer."""

from __future__ import annotations

from ragatta.extensions.agentic.architectures.agentic import Agentic
from ragatta.pipeline.types import AskedQuestion
from tests.pipeline.architectures.test_plans_that_bind import LOOK_UP
from tests.standins.travel import QUESTION
from tests.standins.travelling import tools


def test_agentic_calculates_from_the_same_steps_and_marks_documents() -> None:
    toolbox, trace = tools()
    found = Agentic().answer(AskedQuestion(QUESTION), toolbox)
    assert (found.status, found.value, found.confidence) == ("answered", "$34", "high")
    assert "25 × 1.355 = 33.875, rounded to whole dollars: $34 [rates.pdf]" in found.text
    assert found.calculation is not None
    assert [operand.value for operand in found.calculation.operands] == ["$25", "3%", "1.355"]
    names = [record.name for record in trace.records]
    assert names == ["router", "schema_planner", "search_planner", "binding", "composer"]
    calls = sum(record.live_calls for record in trace.records)
    assert calls <= Agentic().calls(len(toolbox.documents))


def test_agentic_searches_on_where_no_rule_decides() -> None:
    toolbox, trace = tools()
    Agentic().answer(AskedQuestion(LOOK_UP.replace("42 kg", "30 kg")), toolbox)
    assert [record.name for record in trace.records][-4:] == ["binding", "search", "composer", "verifier"]
