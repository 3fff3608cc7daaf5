"""No value: the answer has it all."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.binding import BindValue


def reply(task: BindValue, instructions: Instructions) -> dict[str, Any]:
    return {"value": "", "source": 0, "quote": "", "needs": "", "choices": [], "certain": False, "unmet": []}
