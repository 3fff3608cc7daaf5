"""Steps of a plan that are still to be carried out, and those that one of them has to wait for: the rule that gives a
key of its table, or the rule for a key's value that no row has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ragatta.pipeline.agents.calculating.interpolation import WAYS, Part, rule_name, rule_query
from ragatta.pipeline.tasks.binding import BoundValue
from ragatta.pipeline.text.arithmetic import identifier
from ragatta.pipeline.text.nearest_keys import Neighbours, neighbours
from ragatta.pipeline.types import RetrievalStep


@dataclass(frozen=True)
class Waiting:
    """A step to be carried out; `prose` and `choices` are of one that another one waits for. `part` is the row next to
    the question's amount that it is to be read by; `near` is the key of one that waits for the rule for values between
    those shown, with the two that are next to the question's."""

    step: RetrievalStep
    prose: bool = False
    choices: tuple[str, ...] = ()
    part: Part | None = None
    near: tuple[str, Neighbours] | None = None


def after(one: Waiting, reply: BoundValue, question: str) -> list[Waiting]:
    """The step that finds what is needed first, and then the one that needs it."""
    name = identifier(reply.needs)
    if near := neighbours(reply.needs, reply.choices, question):
        return _between(one, reply.needs, near)
    rule = RetrievalStep(
        step_number=0,
        description=f"Find the rule that gives: {reply.needs}",
        target_documents=(),
        query=f"{reply.needs}: {question}",
        expected_output=reply.needs,
        binds=name,
    )
    again = replace(one.step, query=f"{one.step.query}; {reply.needs}: {{{name}}}")
    return [Waiting(rule, True, tuple(reply.choices)), replace(one, step=again)]


def _between(one: Waiting, key: str, near: Neighbours) -> list[Waiting]:
    """The step that finds the rule for a key's value that no row has, and then the one that waits for it."""
    words = rule_name(key)
    rule = RetrievalStep(0, f"Find the {words}", (), rule_query(key), words, identifier(words))
    return [Waiting(rule, True, WAYS), replace(one, near=(key, near))]
