"""What is said where the documents do not hold the answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ragatta.pipeline.agents.answering.missing import ASK, Missing
from ragatta.pipeline.agents.routing.router import Router
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.types import CONFIDENCES, Answer, AskedQuestion, Calculation
from tests.standins.scripted import Script

INSUFFICIENT = Answer("no_information", "The information is insufficient.", limitations="the price of a hose")
SURE, FAIR, UNSURE = (
    Answer("answered", "It is 7.", value="7", items=("7",), confidence=level, calculation=Calculation("a", (), "7"))
    for level in CONFIDENCES
)
REFUSED, FAILED = Answer("refused", "no"), Answer("failed", "")


@pytest.mark.parametrize(
    ("settings", "asked_back"),
    [
        (Missing(), ()),
        (Missing("ask"), (INSUFFICIENT,)),
        (Missing("by_confidence"), (INSUFFICIENT, UNSURE)),
        (Missing("by_confidence", "high"), (INSUFFICIENT, FAIR, UNSURE)),
        (Missing("by_confidence", "low"), (INSUFFICIENT,)),
    ],
)
def test_it_says_so_or_asks_back(settings: Missing, asked_back: tuple[Answer, ...], toolbox: Callable) -> None:
    for found in (INSUFFICIENT, SURE, FAIR, UNSURE, REFUSED, FAILED):
        tools, trace = toolbox()
        with tools.stage("orchestrator") as stage:
            said = settings.settled(found, stage)
        assert (said != found) == (found in asked_back) == ("asked_back" in trace.records[0].details)
        if said != found:
            assert (said.status, said.value, said.items, said.calculation) == ("clarify", "", (), None)
            assert found.text in said.text
            assert said.clarification.endswith(ASK)
            assert found.limitations in said.clarification


@pytest.mark.parametrize(
    ("action", "question", "status"),
    [
        ("answer", "What does a kite cost?", "no_information"),
        ("ask", "What does a kite cost?", "clarify"),
        ("ask", "Multiply the price of the kite by the price of the boat.", "clarify"),
    ],
)
def test_the_architecture_asks_back_in_every_way_to_an_answer(
    action: str, question: str, status: str, toolbox: Callable
) -> None:
    kite = [{"query": one, "binds": one} for one in ("kite", "boat")]
    plan = {"steps": kite, "calculation": "kite * boat"} if "Multiply" in question else {"steps": [{"query": "kite"}]}
    asking = RouterPlanner(router=Router(kind="off"), missing=Missing(action))
    tools, _ = toolbox(Script(make_plan=[plan]))
    assert asking.answer(AskedQuestion(question), tools).status == status
