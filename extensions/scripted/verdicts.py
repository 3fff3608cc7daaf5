"""The replies of the script to the tasks of a judge: right about what it reads as often as it is set to."""

from __future__ import annotations

from typing import Any

from ragatta.eval.matching.normalise import key
from ragatta.extensions.judges.judged.claims import CheckClaims
from ragatta.extensions.judges.judged.context import JudgeContext
from ragatta.extensions.judges.judged.nuggets import AssignNuggets, MakeNuggets
from ragatta.extensions.judges.scorers.judge import JudgeAnswer
from ragatta.extensions.scripted.answers import Instructions
from ragatta.extensions.scripted.replies import reply_to


@reply_to.register
def _judgement(task: JudgeAnswer, instructions: Instructions) -> dict[str, Any]:
    answer = key(task.answer)
    shown = all(key(one) in answer for one in task.expected) or any(key(one) in answer for one in task.also_accepted)
    return {"reason": "by the script", "verdict": "correct" if shown == instructions.right else "incorrect"}


@reply_to.register
def _claims(task: CheckClaims, instructions: Instructions) -> dict[str, Any]:
    passages = key(" ".join(task.passages))
    lines = [line.strip("-* ") for line in task.answer.splitlines() if line.strip("-* ")]
    supported = [(key(line) in passages) == instructions.right for line in lines]
    return {
        "claims": [
            {"claim": line, "supported": one, "relevant": instructions.right}
            for line, one in zip(lines, supported, strict=True)
        ]
    }


@reply_to.register
def _nuggets(task: MakeNuggets, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    lines = [line for line in task.expected.splitlines() if line.strip()]
    return {"nuggets": [{"nugget": line, "importance": "okay" if at else "vital"} for at, line in enumerate(lines)]}


@reply_to.register
def _assigned(task: AssignNuggets, instructions: Instructions) -> dict[str, Any]:
    stated = [(key(nugget) in key(task.answer)) == instructions.right for nugget in task.nuggets]
    support = ["support" if one else "not_support" for one in stated]
    return {"verdicts": [{"number": number, "support": one} for number, one in enumerate(support, 1)]}


@reply_to.register
def _context(task: JudgeContext, instructions: Instructions) -> dict[str, Any]:
    nuggets, passages = [*map(key, task.nuggets)], [*map(key, task.passages)]
    useful = [any(nugget in passage for nugget in nuggets) == instructions.right for passage in passages]
    supported = [any(nugget in passage for passage in passages) == instructions.right for nugget in nuggets]
    return {
        "passages": [{"number": number, "useful": one} for number, one in enumerate(useful, 1)],
        "nuggets": [{"number": number, "supported": one} for number, one in enumerate(supported, 1)],
    }
