"""Which passages of the context are useful for the expected answer, and how much of it they state, by a judge.

`context_precision` is the average precision of the useful passages in their rank order, over those that are useful;
`context_recall` is the share of the expected answer's nuggets that the passages state. Both as in Ragas (Es et al.
2023, arXiv:2309.15217, and its documentation), with the nuggets of nuggets.py as the statements of the expected
answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from pydantic import BaseModel, Field, model_validator

from ragatta.extensions.judges.judged.asking import SYSTEM, each_once
from ragatta.pipeline.llm.as_data import Ask, Form
from ragatta.pipeline.tasks.base import Reply, Task

USER = """Look at the passages in this line of JSON:
{data}

The nuggets are the facts of the right answer to the question.
Say of each passage by its number whether it is useful: it states something that the right answer needs.
Say of each nugget by its number whether it is supported: the passages state it or it follows from them. What you know
from elsewhere does not count."""


class OfPassage(BaseModel):
    number: int = Field(description="of the passage")
    useful: bool


class OfNugget(BaseModel):
    number: int = Field(description="of the nugget")
    supported: bool


class Verdicts(Reply):
    passages: list[OfPassage] = Field(description="one for each passage")
    nuggets: list[OfNugget] = Field(description="one for each nugget")


@dataclass(frozen=True)
class JudgeContext(Task):
    name: ClassVar[str] = "judge_context"
    question: str
    nuggets: tuple[str, ...]  # the first has the number 1
    passages: tuple[str, ...]  # likewise, the best first


FORM = Form(SYSTEM, USER, Verdicts)


def figures(task: JudgeContext, ask: Ask, max_tokens: int, with_text: Sequence[bool] = ()) -> tuple[float, float]:
    """Context precision and context recall; both 0 without passages. `with_text` says of each rank whether its passage
    has a text and so is in the task: one from outside that is not in the documents takes a rank, and is not useful.
    Raises as Form.ask does."""
    if not task.passages:
        return 0.0, 0.0
    reply = FORM.ask(task, ask, max_tokens, _whole(len(task.passages), len(task.nuggets)))
    useful = [one.useful for one in sorted(reply.passages, key=lambda one: one.number)]
    left = iter(useful)
    ranked = [there and next(left) for there in with_text or (True,) * len(useful)]
    return average_precision(ranked), sum(one.supported for one in reply.nuggets) / len(task.nuggets)


def average_precision(useful: Sequence[bool]) -> float:
    """Over the useful ones; 0 if none is."""
    ranks = [rank for rank, one in enumerate(useful, 1) if one]
    return sum(number / rank for number, rank in enumerate(ranks, 1)) / len(ranks) if ranks else 0.0


@lru_cache(maxsize=1024)
def _whole(passages: int, nuggets: int) -> type[Verdicts]:
    class Whole(Verdicts):
        @model_validator(mode="after")
        def _each_once(self) -> Whole:
            each_once([one.number for one in self.passages], passages, "passages")
            each_once([one.number for one in self.nuggets], nuggets, "nuggets")
            return self

    return Whole
