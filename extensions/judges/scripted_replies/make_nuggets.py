"""Each line that is expected is a nugget, the first a vital one."""

from __future__ import annotations

from typing import Any

from ragatta.extensions.judges.judged.nuggets import MakeNuggets
from ragatta.pipeline.llm.scripting import Instructions


def reply(task: MakeNuggets, instructions: Instructions) -> dict[str, Any]:
    lines = [line for line in task.expected.splitlines() if line.strip()]
    return {"nuggets": [{"nugget": line, "importance": "okay" if at else "vital"} for at, line in enumerate(lines)]}
