"""The gold's own wording of the turn, or the question as it is."""

from __future__ import annotations

from typing import Any

from ragatta.extensions.conversations.task import StandAlone
from ragatta.pipeline.llm.scripting import Instructions


def reply(task: StandAlone, instructions: Instructions) -> dict[str, Any]:
    gold = (one for one in instructions.gold.values() if (one.question, one.turns) == (task.question, task.turns))
    worded = next((one.standalone for one in gold if one.standalone), "")
    return {"standalone": worded if instructions.right and worded else task.question}
