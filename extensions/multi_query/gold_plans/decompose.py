"""The gold's sub-questions as the parts of a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragatta.pipeline.agents.toolbox import Ask
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.base import Reply
from ragatta.pipeline.tasks.sub_questions import SubQuestion


def reply(prompt: Prompt[Any], parts: Sequence[str], filters: Mapping[str, Any], ask: Ask) -> Reply | None:  # noqa: ARG001
    """None where the gold names no parts."""
    if not parts:
        return None
    numbered = [SubQuestion(id=number, question=part) for number, part in enumerate(parts)]
    certain = {"confidence": "high"} if "confidence" in prompt.reply.model_fields else {}
    found: Reply = prompt.reply(needs_decomposition=True, sub_questions=numbered, **certain)
    return found
