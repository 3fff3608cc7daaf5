"""Options of single agents' calls: who gets them, what they change, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.call_options import agents_of, options_of, problems
from ragatta.pipeline.llm.seam import Conversation, Message, Prompt
from ragatta.pipeline.llm.templates import Template
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import Colour, NameColour, ScriptedBackend
from tests.standins.architectures import architecture

OWN = Options(max_tokens=64)
SMALL = {"cook.model": "small", "cook.temperature": 0.3, "waiter.max_tokens": 9}
BE_BRIEF, ASK = Template("shared.system", "Be brief."), Template("cook.user", "Cook {dish}.")


def over(agents: dict[str, dict[str, Any]], name: str = "router_planner", llm: str = "ollama", **own: Any) -> Pipeline:
    return Pipeline(architecture=architecture(name), llm=BACKENDS.load(llm)(), agents=agents, **own)


def test_what_is_set_takes_the_place_of_the_agents_own() -> None:
    assert options_of(SMALL, "cook", OWN) == Options(0.3, 64, model="small")
    assert options_of(SMALL, "waiter", OWN) == Options(max_tokens=9)
    assert options_of(SMALL, "guest", OWN) == options_of({}, "cook", OWN) == OWN


def test_an_agent_has_the_name_of_its_prompt_and_not_of_a_text_that_several_share() -> None:
    backend = ScriptedBackend(['{"colour": "blue"}'])
    asker = Asker(backend, None, replaced=SMALL)
    for user in (ASK.format(dish="soup"), "Cook soup."):
        asker.ask(Prompt(NameColour("x"), BE_BRIEF, user, Colour, lambda: Colour(colour=""), OWN))
    messages = (Message("system", "Be brief."), Message("user", ASK.format(dish="soup")))
    asker.converse(Conversation(NameColour("x"), messages, options=OWN))
    assert [request.options.model for request in backend.requests] == ["small", None, "small"]
    assert agents_of(["shared.system", "cook.user", "cook.system", "cook.last"]) == ("cook",)


def test_the_run_key_has_what_is_set_and_read_and_nothing_else() -> None:
    agents = {"planner": {"temperature": 0.0}, "reasoner": {"model": "small"}, "summarizer": {"max_tokens": 99}}
    kept = {"planner.temperature": 0.0, "step_execution.temperature": 0.0, "summarizer.max_tokens": 99}
    assert over(agents).replaced() == kept
    for nothing in (over({}), over(agents, llm="extractive"), over(agents, "single_pass")):
        assert nothing.replaced() == {}


def test_calls_that_have_an_agents_options_may_have_their_own() -> None:
    agents = {"planner": {"model": "small", "temperature": 0.2}, "step_execution": {"model": "tiny"}}
    found = over(agents)
    assert {name: found.replacing()[name] for name in ("planner.model", "step_execution.model")} == {
        "planner.model": "small", "step_execution.model": "tiny",
    }  # fmt: skip
    assert found.replacing()["step_execution.temperature"] == 0.2
    assert "step_execution.temperature" not in over(agents, "single_pass").replacing()


def test_the_models_that_are_asked_are_those_of_the_agents_that_are_read() -> None:
    agents = {"planner": {"model": "small"}, "reasoner": {"model": "other"}, "chunk_notes": {"model": "tiny"}}
    assert over(agents).models() == {"", "small"}
    assert over(agents, "single_pass").models() == over({}).models() == over(agents, llm="extractive").models() == {""}
    assert over({"orchestrator": {"model": "small"}}, "single_pass").models() == {"small"}
    assert over(agents, "single_pass", chunking=DocumentChunker(contextual=True)).models() == {"", "tiny"}


def test_the_context_leaves_room_for_the_answering_agents_reply() -> None:
    assert over({}).answering() == Options(max_tokens=1024)
    assert over({"orchestrator": {"max_tokens": 9, "model": "small"}}).answering() == Options(
        max_tokens=9, model="small"
    )


@pytest.mark.parametrize(
    ("agents", "said"),
    [
        ({"plannr": {"model": "x"}}, "agents.plannr: no such agent; known: "),
        ({"queries": {"model": "x"}}, "agents.queries: no such agent; known: "),
        ({"planner": {"tokens": 3}}, "agents.planner.tokens: no such option; did you mean max_tokens?"),
        ({"planner": {"seed": 3}}, "agents.planner.seed: no such option; known: model, temperature, max_tokens"),
        ({"planner": {"max_tokens": 0}}, "agents.planner.max_tokens (0) must be at least 1"),
        ({"planner": {"max_tokens": 2.5}}, "agents.planner.max_tokens (2.5) must be a whole number"),
        ({"planner": {"max_tokens": True}}, "agents.planner.max_tokens (True) must be a whole number"),
        ({"planner": {"temperature": -0.1}}, "agents.planner.temperature (-0.1) must be at least 0"),
        ({"planner": {"temperature": "hot"}}, "agents.planner.temperature ('hot') must be a number"),
        ({"planner": {"model": ""}}, "agents.planner.model ('') must be the name of a model"),
        ({"planner": {"model": 3}}, "agents.planner.model (3) must be the name of a model"),
    ],
)
def test_a_fault_is_named_with_its_fix(agents: dict[str, dict[str, Any]], said: str) -> None:
    (problem,) = over(agents).problems()
    assert problem.startswith(said)


def test_known_agents_are_named_and_one_that_another_architecture_has_is_no_fault() -> None:
    (problem,) = problems({"x": {}}, ["cook", "waiter"])
    assert problem == "agents.x: no such agent; known: cook, waiter"
    assert over({"planner": {"model": "x", "temperature": 0, "max_tokens": 5}}, "single_pass").problems() == []
