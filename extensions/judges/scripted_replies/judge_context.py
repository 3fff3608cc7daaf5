"""A passage is useful, and a nugget supported, where the one says the other."""

from __future__ import annotations

from typing import Any

from ragatta.eval.matching.normalise import key
from ragatta.extensions.judges.judged.context import JudgeContext
from ragatta.pipeline.llm.scripting import Instructions


def reply(task: JudgeContext, instructions: Instructions) -> dict[str, Any]:
    nuggets, passages = [*map(key, task.nuggets)], [*map(key, task.passages)]
    useful = [any(nugget in passage for nugget in nuggets) == instructions.right for passage in passages]
    supported = [any(nugget in passage for passage in passages) == instructions.right for nugget in nuggets]
    return {
        "passages": [{"number": number, "useful": one} for number, one in enumerate(useful, 1)],
        "nuggets": [{"number": number, "supported": one} for number, one in enumerate(supported, 1)],
    }
