"""The model's own plan with the gold's sub-questions as its parts, and the gold's filters as its conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragatta.pipeline.agents.toolbox import Ask
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.agentic import DecomposeQuery, QueryDecomposition, QuestionPart, Subquery, ToolArguments
from ragatta.pipeline.text.words import terms

BUCKET = "bucket"  # of the gold's filters


def reply(prompt: Prompt[Any], parts: Sequence[str], filters: Mapping[str, Any], ask: Ask) -> QueryDecomposition | None:
    """None where the gold names neither. Raises ModelError."""
    if not (parts or filters):
        return None
    own: QueryDecomposition = ask(prompt)
    conditions = {field: value for field, value in filters.items() if field != BUCKET}
    known: dict[str, Any] = {"constraints": ToolArguments.model_validate({"filters": conditions}).filters}
    if BUCKET in filters:
        known["primary_buckets"] = [filters[BUCKET]]
    found = own.model_copy(update=known if filters else {})
    task = prompt.task
    assert isinstance(task, DecomposeQuery), "found by its name"
    return found.model_copy(update={"parts": [_part(part, own, task) for part in parts]})


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
