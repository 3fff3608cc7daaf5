"""Each line is a claim, supported where a passage says it."""

from __future__ import annotations

from typing import Any

from ragatta.eval.matching.normalise import key
from ragatta.extensions.judges.judged.claims import CheckClaims
from ragatta.pipeline.llm.scripting import Instructions


def reply(task: CheckClaims, instructions: Instructions) -> dict[str, Any]:
    passages = key(" ".join(task.passages))
    lines = [line.strip("-* ") for line in task.answer.splitlines() if line.strip("-* ")]
    supported = [(key(line) in passages) == instructions.right for line in lines]
    return {
        "claims": [
            {"claim": line, "supported": one, "relevant": instructions.right}
            for line, one in zip(lines, supported, strict=True)
        ]
    }
