"""DecomposeQuery: a plan over the bucket whose fields cover most of the question, or searches of the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragatta.extensions.extractive.fields.constraints import constraints
from ragatta.extensions.extractive.fields.field_plans import plan_over, text_plan
from ragatta.extensions.extractive.rules.decompose import sub_questions
from ragatta.pipeline.tasks.agentic import BucketNote, DecomposeQuery, QueryDecomposition, QuestionPart

_PIECE = re.compile(r"(?<=[.!?:])\s+(?=\S)")


def decompose_query(task: DecomposeQuery) -> QueryDecomposition:
    """A plan over the bucket that covers most of the question's constraints; without such a bucket, a search of the
    text. A question with several parts that fields cannot answer as a whole gets a plan for each part."""
    question = _without_preamble(task.question, task.buckets)
    best = _best(question, task.buckets)
    names = [bucket.name for bucket in task.buckets]
    parts = sub_questions(question)
    plans = [_of_fields(part, task.buckets) or text_plan(part, "qa", names) for part in parts]
    if len(parts) > 1 and (best is None or any(plan.reads_text or plan.computation for plan in plans)):
        return _of_parts(question, plans, task)
    if best and (best.constraints or not best.reads_text):
        return best
    plan = text_plan(question, "qa" if task.intent == "compute" else task.intent, names)
    return plan.model_copy(update={"not_considered": best.not_considered if best else []})


def _of_fields(part: str, buckets: Sequence[BucketNote]) -> QueryDecomposition | None:
    """The plan of a part that names records or that fields can answer; else None."""
    plan = _best(part, buckets)
    return plan if plan and not plan.unclear and (plan.constraints or not plan.reads_text) else None


def _best(question: str, buckets: Sequence[BucketNote]) -> QueryDecomposition | None:
    return max(
        (plan_over(question, bucket) for bucket in buckets if bucket.fields),
        key=lambda plan: (not plan.reads_text and not plan.unclear, not plan.reads_text, len(plan.constraints)),
        default=None,
    )


def _without_preamble(question: str, buckets: Sequence[BucketNote]) -> str:
    """The question from the first sentence that asks something or sets a condition; earlier text ("I am new here.")
    matches no field."""
    pieces = _PIECE.split(question)
    asking = [at for at, piece in enumerate(pieces) if piece.endswith("?")]
    for at in range(asking[0] if asking else 0):
        if any(constraints(pieces[at], bucket).constraints for bucket in buckets):
            return " ".join(pieces[at:])
    return " ".join(pieces[asking[0] :]) if asking else question


def _of_parts(question: str, plans: Sequence[QueryDecomposition], task: DecomposeQuery) -> QueryDecomposition:
    """The plans of the parts joined: each part is answered by fields or searched in the text. A condition in one part
    does not apply to the others; only conditions that all parts share apply to the whole."""
    shared = [one for one in plans[0].constraints if all(one in plan.constraints for plan in plans)]
    buckets = plans[0].primary_buckets if shared else [bucket.name for bucket in task.buckets]
    plan = text_plan(question, "compare" if task.intent == "compare" else "qa", buckets)
    return plan.model_copy(
        update={
            "subqueries": [query for own in plans for query in own.subqueries],
            "constraints": shared,
            "parts": [
                QuestionPart(question=one.subqueries[0].query, **one.model_dump(exclude={"parts"})) for one in plans
            ],
        }
    )
