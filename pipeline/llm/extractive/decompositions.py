"""DecomposeQuery: the plan over the bucket whose fields take most of the question, or searches of the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.llm.extractive.constraints import constraints
from pipeline.llm.extractive.field_plans import plan_over, text_plan
from pipeline.llm.extractive.sub_questions import sub_questions
from pipeline.tasks.agentic import BucketNote, DecomposeQuery, QueryDecomposition, Subquery

_PIECE = re.compile(r"(?<=[.!?:])\s+(?=\S)")


def decompose_query(task: DecomposeQuery) -> QueryDecomposition:
    """Over the bucket that takes most of the question's constraints; without such a bucket a search of the text. So is
    a question of several parts that its constraints would not leave room for, each part a search."""
    question = _without_preamble(task.question, task.buckets)
    best = _best(question, task.buckets)
    parts = sub_questions(question)
    if len(parts) > 1 and not (best and _holds_for_all(best, parts, task.buckets)):
        return _of_parts(parts, task)
    if best and (best.constraints or not best.reads_text):
        return best
    names = [bucket.name for bucket in task.buckets]
    plan = text_plan(question, "qa" if task.intent == "compute" else task.intent, names)
    return plan.model_copy(update={"not_considered": best.not_considered if best else []})


def _best(question: str, buckets: Sequence[BucketNote]) -> QueryDecomposition | None:
    return max(
        (plan_over(question, bucket) for bucket in buckets if bucket.fields),
        key=lambda plan: (not plan.reads_text and not plan.unclear, not plan.reads_text, len(plan.constraints)),
        default=None,
    )


def _without_preamble(question: str, buckets: Sequence[BucketNote]) -> str:
    """The question from the first sentence on that asks something or sets a condition: what is told before it ("I am
    new here.") is of no field."""
    pieces = _PIECE.split(question)
    asking = [at for at, piece in enumerate(pieces) if piece.endswith("?")]
    for at in range(asking[0] if asking else 0):
        if any(constraints(pieces[at], bucket).constraints for bucket in buckets):
            return " ".join(pieces[at:])
    return " ".join(pieces[asking[0] :]) if asking else question


def _holds_for_all(whole: QueryDecomposition, parts: Sequence[str], buckets: Sequence[BucketNote]) -> bool:
    """Whether the plan of the whole question is one for each of its parts: all of them are answered by fields, or all
    of them are of the records that it names."""
    plans = [_best(part, buckets) for part in parts]
    if not whole.reads_text:
        return all(plan is not None and not plan.reads_text for plan in plans)
    return bool(whole.constraints) and all(plan is not None and plan.constraints for plan in plans)


def _of_parts(parts: Sequence[str], task: DecomposeQuery) -> QueryDecomposition:
    """A search of the text for each part, without a condition: one that is said in one part is none of the others."""
    intent = "qa" if task.intent == "compute" else task.intent
    plan = text_plan(task.question, intent, [bucket.name for bucket in task.buckets])
    return plan.model_copy(update={"subqueries": [Subquery(purpose="find_clauses", query=part) for part in parts]})
