"""All buckets."""

from __future__ import annotations

from typing import Any

from ragatta.extensions.agentic.scripted_replies._intent import intent
from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.agentic import RouteBuckets


def reply(task: RouteBuckets, instructions: Instructions) -> dict[str, Any]:
    return {"buckets": [bucket.name for bucket in task.buckets], "intent": intent(task.question, instructions)}
