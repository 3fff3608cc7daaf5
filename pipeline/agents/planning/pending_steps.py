"""Steps of a plan that are still to be run. A step may wait for another one that finds the rule for its table key, or
the rule for a key that no row has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ragatta.pipeline.agents.calculating.interpolation import WAYS, Part, rule_name, rule_query
from ragatta.pipeline.tasks.binding import BoundValue
from ragatta.pipeline.text.arithmetic import identifier
from ragatta.pipeline.text.nearest_keys import Neighbours, neighbours
from ragatta.pipeline.types import RetrievalStep


@dataclass(frozen=True)
class PendingStep:
    """A step to run; `prose` and `choices` belong to a step that another one waits for. `part` is the row next to the
    question's amount that the step reads; `near` is the key of a step that waits for an interpolation rule, with the
    two keys next to the question's."""

    step: RetrievalStep
    prose: bool = False
    choices: tuple[str, ...] = ()
    part: Part | None = None
    near: tuple[str, Neighbours] | None = None


def after(waiting: PendingStep, reply: BoundValue, question: str) -> list[PendingStep]:
    """The step that finds the needed value, then the step that needs it."""
    name = identifier(reply.needs)
    if near := neighbours(reply.needs, reply.choices, question):
        return _between(waiting, reply.needs, near)
    rule = RetrievalStep(
        step_number=0,
        description=f"Find the rule that gives: {reply.needs}",
        target_documents=(),
        query=f"{reply.needs}: {question}",
        expected_output=reply.needs,
        binds=name,
    )
    again = replace(waiting.step, query=f"{waiting.step.query}; {reply.needs}: {{{name}}}")
    return [PendingStep(rule, True, tuple(reply.choices)), replace(waiting, step=again)]


def _between(waiting: PendingStep, key: str, near: Neighbours) -> list[PendingStep]:
    """The step that finds the rule for a key that no row has, then the step that waits for it."""
    words = rule_name(key)
    rule = RetrievalStep(0, f"Find the {words}", (), rule_query(key), words, identifier(words))
    return [PendingStep(rule, True, WAYS), replace(waiting, near=(key, near))]
