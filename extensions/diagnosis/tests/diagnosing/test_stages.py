"""Which stages can be asked with their oracle, and what is said of the others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ragatta.conf.schema import Config
from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.extensions.contestants.architectures.http import HttpSystem
from ragatta.extensions.contestants.exchange import External
from ragatta.extensions.diagnosis.diagnosing.stages import NO_INDEX, READER, given_in_part, uses
from ragatta.pipeline.types import Evidence, Exchange, Question

OPEN = Question("open", "?", "number", "1", evidence=(Evidence("a", (1,), value="1"),))
GIVEN = Question("given", "?", "text", "x", evidence=(Evidence("a", (1,)),), documents=("a",))
WIDER = Question("wider", "?", "text", "x", evidence=(Evidence("a", (1,)),), documents=("a", "b"))
PARTS = Question("parts", "?", "multi", ("1", "2"), evidence=(Evidence("a", (1,)),), sub_questions=("?", "?"))


TURN = replace(OPEN, id="turn", turns=(Exchange("Who?", "Ann"),), standalone="What is it of Ann?")


def run(*tasks: str) -> RunResult:
    timing = {"stages": [{"calls": [{"task": task} for task in tasks]}]}
    return RunResult("a", Path(), {}, {}, (ResultRow("q", 0, {}, {}, "", (), timing),))


def found(
    config: Config, tasks: tuple[str, ...], *questions: Question, **more: Any
) -> tuple[list[str], dict[str, str]]:
    stages, left_out = uses(config, run(*tasks), {one.id: one for one in questions}, more.get("reader", False))
    return [stage.name for stage in stages], left_out


def test_what_an_architecture_asks_its_models_is_what_can_be_answered_for() -> None:
    everything = ("make_plan", "bind_value", "write_answer")
    assert found(Config(), everything, OPEN, PARTS) == (["routing", "planning", "retrieval", "context", "reading"], {})
    stages, left_out = found(Config(), ("write_answer",), OPEN, PARTS)
    assert stages == ["routing", "retrieval", "context"]
    assert left_out == {
        "planning": "not applicable: no model is asked for a plan",
        "reading": "not applicable: no model is asked for a value",
    }


def test_what_the_gold_does_not_say_is_not_asked() -> None:
    _, left_out = found(Config(), ("make_plan", "bind_value"), GIVEN)
    assert left_out == {
        "routing": "already given",
        "planning": "the gold has no sub-questions and no filters",
        "reading": "the gold has no values",
    }
    assert "routing" in found(Config(), (), GIVEN, WIDER)[0]


def test_a_system_outside_has_the_doors_of_its_request() -> None:
    config = Config(architecture=HttpSystem())
    stages, left_out = found(config, (), OPEN)
    assert not stages
    assert (left_out["routing"], left_out["retrieval"]) == ("not applicable: no scope", NO_INDEX)
    assert left_out["context"] == READER
    assert found(config, (), OPEN, reader=True)[0] == ["context"]
    scoped = Config(architecture=HttpSystem(external=External(request={"q": "{question}", "in": "{documents}"})))
    assert found(scoped, (), OPEN)[0] == ["routing"]


def test_what_is_given_to_some_questions_only_is_said() -> None:
    stages, _ = uses(Config(), run("make_plan", "bind_value"), {"a": OPEN, "b": GIVEN, "c": PARTS}, False)
    assert given_in_part(stages, {"a": OPEN, "b": GIVEN, "c": PARTS}) == [
        "routing: 2 of 3 questions; the others are asked over these documents anyway",
        "planning: 1 of 3 questions; the others have no sub-questions or filters",
        "reading: 1 of 3 questions; the others have no values",
    ]


def test_words_that_stand_alone_are_for_turns() -> None:
    assert "history" in found(Config(), (), TURN, OPEN)[0]
    assert (
        found(Config(), (), replace(TURN, standalone=""))[1]["history"] == "the gold has no wording that stands alone"
    )
    stages, _ = uses(Config(), run(), {"turn": TURN, "open": OPEN}, reader=False)
    assert "history: 1 of 2 questions; the others are asked as they are" in given_in_part(
        stages, {"turn": TURN, "open": OPEN}
    )
