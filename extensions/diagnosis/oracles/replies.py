"""Replies from the gold record in a model's place: the plan of a question, and the values that its steps bind. They
answer tasks, so that every agent that asks one gets them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ragatta.extensions.diagnosis.oracles.gold import Gold
from ragatta.pipeline.agents.calculating.value_source import folded
from ragatta.pipeline.agents.toolbox import Ask
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.agentic import DecomposeQuery, QueryDecomposition, QuestionPart, Subquery, ToolArguments
from ragatta.pipeline.tasks.answers import MakePlan, Plan, PlannedStep
from ragatta.pipeline.tasks.base import Reply
from ragatta.pipeline.tasks.binding import BindValue, BoundValue
from ragatta.pipeline.tasks.sub_questions import Decompose, SubQuestion
from ragatta.pipeline.text.words import terms

GoldReply = Callable[[Prompt[Any], Gold, Ask], Reply | None]  # None: the gold record has none
BUCKET = "bucket"  # of the gold's filters
PLANNING = (MakePlan.name, Decompose.name, DecomposeQuery.name)  # the tasks that plan_reply answers
BINDING = (BindValue.name,)  # and those that value_reply answers


def plan_reply(prompt: Prompt[Any], gold: Gold, ask: Ask) -> Reply | None:
    """A search, or a part, for each of the gold's sub-questions; conditions as the gold's filters have them, in what is
    else the model's own plan. Raises ModelError."""
    task, parts = prompt.task, gold.sub_questions
    if isinstance(task, MakePlan) and parts:
        steps = [PlannedStep(description=part, query=part) for part in parts]
        return Plan(strategy="one search for each part", steps=steps, requires_combination=True)
    if isinstance(task, Decompose) and parts:
        numbered = [SubQuestion(id=number, question=part) for number, part in enumerate(parts)]
        found: Reply = prompt.reply(needs_decomposition=True, sub_questions=numbered, **_certain(prompt))
        return found
    if isinstance(task, DecomposeQuery) and (parts or gold.filters):
        return _decomposition(ask(prompt), gold, task)
    return None


def _certain(prompt: Prompt[Any]) -> dict[str, str]:
    return {"confidence": "high"} if "confidence" in prompt.reply.model_fields else {}


def _decomposition(own: QueryDecomposition, gold: Gold, task: DecomposeQuery) -> QueryDecomposition:
    conditions = {field: value for field, value in gold.filters.items() if field != BUCKET}
    known: dict[str, Any] = {"constraints": ToolArguments.model_validate({"filters": conditions}).filters}
    if BUCKET in gold.filters:
        known["primary_buckets"] = [gold.filters[BUCKET]]
    found = own.model_copy(update=known if gold.filters else {})
    return found.model_copy(update={"parts": [_part(part, own, task) for part in gold.sub_questions]})


def _part(question: str, own: QueryDecomposition, task: DecomposeQuery) -> QuestionPart:
    """The gold's sub-question with what the model planned for the part that is most like it; else a search of the text
    of all buckets."""
    wanted = {*terms(question)}
    like = max(own.parts, key=lambda part: len(wanted & {*terms(part.question)}), default=None)
    if like:
        return like.model_copy(update={"question": question})
    buckets = [bucket.name for bucket in task.buckets]
    search = [Subquery(purpose="find_clauses", query=question)]
    return QuestionPart(intent="qa", primary_buckets=buckets, subqueries=search, question=question)


def value_reply(prompt: Prompt[Any], gold: Gold, ask: Ask) -> Reply | None:  # noqa: ARG001 - as GoldReply
    """The gold value that the passages show and no step has bound yet; of several that whose quote shares most words
    with what is wanted."""
    task = prompt.task
    if not isinstance(task, BindValue):
        return None
    bound = {folded(value) for _, value in task.bound}
    wanted = {*terms(f"{task.wanted} {task.binds}")}
    there = [
        (len(wanted & {*terms(piece.quote)}), piece, passage)
        for piece in gold.values
        for passage in task.passages
        if passage.source_file == piece.file and _stands(piece.value, passage.text) and folded(piece.value) not in bound
    ]
    if not there:
        return None
    _, piece, passage = max(there, key=lambda each: each[0])
    quote = piece.quote if folded(piece.quote) in folded(passage.text) else piece.value
    return BoundValue(value=piece.value, source=passage.source, quote=quote)


def _stands(value: str, text: str) -> bool:
    """Whether a text has a value by itself: "2" is not in "312" or "2.5"."""
    return bool(re.search(rf"(?<![\w.,]){re.escape(folded(value))}(?![\w%]|[.,]\d)", folded(text)))
