"""Replies from the gold record in a model's place: the plan of a question, and the values that its steps bind. They
answer tasks, so that every agent that asks one gets them: a file each, named as the task, of the kinds `gold_plans` and
`gold_values`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ragatta.extensions.diagnosis.oracles.gold import Gold
from ragatta.pipeline.agents.toolbox import Ask
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.plugins.registry import Kind
from ragatta.pipeline.tasks.base import Reply

GoldReply = Callable[[Prompt[Any], Gold, Ask], Reply | None]  # None: the gold record has none
PLANS, VALUES = Kind("gold_plans"), Kind("gold_values")


def plan_reply(prompt: Prompt[Any], gold: Gold, ask: Ask) -> Reply | None:
    """A search, or a part, for each of the gold's sub-questions; conditions as the gold's filters have them, in what is
    else the model's own plan. Raises ModelError."""
    name = prompt.task.name
    found: Reply | None = None
    if PLANS.knows(name):
        found = PLANS.imported(name).reply(prompt, gold.sub_questions, gold.filters, ask)
    return found


def value_reply(prompt: Prompt[Any], gold: Gold, ask: Ask) -> Reply | None:  # noqa: ARG001 - as GoldReply
    """The gold value that the passages show and no step has bound yet."""
    name = prompt.task.name
    found: Reply | None = VALUES.imported(name).reply(prompt, gold.values) if VALUES.knows(name) else None
    return found


def modules() -> tuple[str, ...]:
    """Those that reply, which are found by the names of tasks."""
    return tuple(kind.module(name) for kind in (PLANS, VALUES) for name in kind.names())
