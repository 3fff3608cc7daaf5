"""What the gold record says in a model's place."""

from __future__ import annotations

from typing import Any

from ragatta.extensions.diagnosis.oracles.gold import Gold
from ragatta.extensions.diagnosis.oracles.oracles import ORACLES
from ragatta.extensions.diagnosis.oracles.replies import plan_reply, value_reply
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.agentic import BucketNote, Constraint, DecomposeQuery, QueryDecomposition, QuestionPart
from ragatta.pipeline.tasks.answers import MakePlan, Passage, Plan, PlannedStep
from ragatta.pipeline.tasks.base import Reply, Task
from ragatta.pipeline.tasks.binding import BindValue, BoundValue
from ragatta.pipeline.tasks.sub_questions import Decompose, Decomposition, RatedDecomposition
from ragatta.pipeline.types import AskedQuestion, Evidence

PARTS = Gold(("a",), sub_questions=("What is the fee?", "When is it due?"))
FILTERED = Gold(("a",), filters={"bucket": "bills", "total": {">": 1000}, "vendor": "Acme"})
VALUES = Gold(
    ("a",), values=(Evidence("a", (1,), "The fee is $25.", "$25"), Evidence("a", (2,), "A levy of $9.", "$9"))
)
PASSAGES = (Passage(1, "b", 1, 1, "A fee of $25."), Passage(2, "a", 1, 2, "The fee is $25. A levy of $9."))
OWN_PLAN = Plan(steps=[PlannedStep(query="fees")])


def prompt(task: Task, reply: type[Reply]) -> Prompt[Any]:
    return Prompt(task, "", "", reply, lambda: reply())


def never(_: Prompt[Any]) -> Any:
    raise AssertionError("the model was asked")


def bind(wanted: str, *bound: tuple[str, str]) -> Prompt[Any]:
    return prompt(BindValue("?", "x", wanted, PASSAGES, bound), BoundValue)


def test_a_plan_searches_for_each_sub_question() -> None:
    found = plan_reply(prompt(MakePlan("?", ("a",), False, 5), Plan), PARTS, never)
    assert isinstance(found, Plan)
    assert [step.query for step in found.steps] == [*PARTS.sub_questions]
    assert plan_reply(prompt(MakePlan("?", ("a",), False, 5), Plan), FILTERED, never) is None


def test_a_decomposition_has_the_sub_questions() -> None:
    for reply in (Decomposition, RatedDecomposition):
        found = plan_reply(prompt(Decompose("?", 5), reply), PARTS, never)
        assert isinstance(found, reply)
        assert [part.question for part in found.sub_questions] == [*PARTS.sub_questions]


def test_conditions_are_those_of_the_gold_and_the_rest_is_the_models() -> None:
    own = QueryDecomposition(intent="list", primary_buckets=["letters"], topic_terms=["fees"])
    found: Any = plan_reply(prompt(DecomposeQuery("?", "list", ()), QueryDecomposition), FILTERED, lambda _: own)
    assert (found.primary_buckets, found.topic_terms, found.parts) == (["bills"], ["fees"], [])
    assert found.constraints == [
        Constraint(field="total", operator=">", value=1000),
        Constraint(field="vendor", operator="=", value="Acme"),
    ]
    decompose = prompt(DecomposeQuery("?", "qa", (BucketNote("letters"), BucketNote("bills"))), QueryDecomposition)
    parts: Any = plan_reply(decompose, PARTS, lambda _: own)
    assert [part.question for part in parts.parts] == [*PARTS.sub_questions]
    assert parts.parts[0].subqueries[0].query == "What is the fee?"
    assert parts.parts[0].primary_buckets == ["letters", "bills"], "all that are offered"
    known = QuestionPart(intent="qa", primary_buckets=["bills"], question="And when must it be paid, when is it due?")
    planned = own.model_copy(update={"parts": [known.model_copy(update={"question": "The fee?"}), known]})
    matched: Any = plan_reply(decompose, PARTS, lambda _: planned)
    assert [part.question for part in matched.parts] == [*PARTS.sub_questions]
    assert matched.parts[1].primary_buckets == ["bills"], "as the model planned it"


def test_a_value_is_the_gold_one_that_the_passages_of_its_document_show() -> None:
    found: Any = value_reply(bind("the fee"), VALUES, never)
    assert (found.value, found.source, found.quote) == ("$25", 2, "The fee is $25.")
    levy: Any = value_reply(bind("the levy"), VALUES, never)
    assert levy.value == "$9"
    rest: Any = value_reply(bind("the fee", ("fee", "$25")), VALUES, never)
    assert rest.value == "$9", "a value that is bound already is not read again"
    assert value_reply(bind("?"), Gold(("a",), values=(Evidence("a", (3,), "", "$77"),)), never) is None


def test_a_value_stands_by_itself() -> None:
    gold = Gold(("a",), values=(Evidence("a", (1,), "", "2"),))
    passage = Passage(1, "a", 1, 1, "Issued in 2025. See page 312, or 2.5.")
    task = BindValue("?", "count", "the count", (passage,))
    assert value_reply(prompt(task, BoundValue), gold, never) is None


def test_what_the_gold_does_not_say_is_the_models() -> None:
    def asked(_: Prompt[Any]) -> Any:
        return OWN_PLAN

    nothing: Any = None
    own = Toolbox((), {}, nothing, nothing, nothing, nothing, nothing, 0, asked, nothing)
    _, tools = ORACLES["plan"](AskedQuestion("?"), own, FILTERED)
    assert tools.ask(prompt(MakePlan("?", ("a",), False, 5), Plan)) is OWN_PLAN
    _, tools = ORACLES["plan"](AskedQuestion("?"), own, PARTS)
    assert len(tools.ask(prompt(MakePlan("?", ("a",), False, 5), Plan)).steps) == 2
