"""A nugget is supported where the answer says it."""

from __future__ import annotations

from typing import Any

from ragatta.eval.matching.normalise import key
from ragatta.extensions.judges.judged.nuggets import AssignNuggets
from ragatta.pipeline.llm.scripting import Instructions


def reply(task: AssignNuggets, instructions: Instructions) -> dict[str, Any]:
    stated = [(key(nugget) in key(task.answer)) == instructions.right for nugget in task.nuggets]
    support = ["support" if one else "not_support" for one in stated]
    return {"verdicts": [{"number": number, "support": one} for number, one in enumerate(support, 1)]}
