"""A verdict by the words: whether the answer says what is expected."""

from __future__ import annotations

from typing import Any

from ragatta.eval.matching.normalise import key
from ragatta.extensions.judges.scorers.judge import JudgeAnswer
from ragatta.pipeline.llm.scripting import Instructions


def reply(task: JudgeAnswer, instructions: Instructions) -> dict[str, Any]:
    answer = key(task.answer)
    shown = all(key(one) in answer for one in task.expected) or any(key(one) in answer for one in task.also_accepted)
    return {"reason": "by the script", "verdict": "correct" if shown == instructions.right else "incorrect"}
