"""One search in all buckets, for the question itself."""

from __future__ import annotations

from typing import Any

from ragatta.extensions.agentic.scripted_replies._intent import intent
from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.agentic import DecomposeQuery


def reply(task: DecomposeQuery, instructions: Instructions) -> dict[str, Any]:
    return {
        "intent": intent(task.question, instructions),
        "primary_buckets": [bucket.name for bucket in task.buckets],
        "subqueries": [{"purpose": "find_clauses", "query": task.question}],
    }
