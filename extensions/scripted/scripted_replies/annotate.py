"""No field of a document."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.annotations import Annotate


def reply(task: Annotate, instructions: Instructions) -> dict[str, Any]:
    return dict.fromkeys(task.fields)
