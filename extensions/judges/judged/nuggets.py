"""The facts that a complete answer states, and how many of them an answer states.

A nugget is vital or okay (Voorhees 2003, TREC QA). Nuggets are made once per question, from the expected answer alone,
so that all variations are measured by the same; a model assigns them to answers as AutoNuggetizer does (Pradeep et al.
2024, arXiv:2411.09607). `nugget_recall` is its weighted score: support counts 1, partial support 1/2, a vital nugget
twice as much as an okay one. `nugget_recall_vital` is its strict vital score: the share of the vital nuggets that are
fully supported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from pydantic import BaseModel, Field, model_validator

from ragatta.eval.final import accepted, expected_items
from ragatta.extensions.judges.judged.asking import SYSTEM, each_once
from ragatta.pipeline.llm.as_data import Ask, Form
from ragatta.pipeline.tasks.base import Reply, Task
from ragatta.pipeline.types import Question

MAKE = """Split the expected answer in this line of JSON into nuggets:
{data}

A nugget is one fact in a short sentence that can be understood alone. Add nothing to the expected answer.
vital: an answer without it does not answer the question. okay: good to know beside it.
Give at most 10, the most important first."""

ASSIGN = """Look for the nuggets in the answer in this line of JSON:
{data}

Give a verdict on each nugget by its number.
support: the answer states it, in whatever words. Numbers have to be the same.
partial_support: it states a part of it.
not_support: it does not state it, or contradicts it."""

WEIGHTS = {"vital": 1.0, "okay": 0.5}
WORTH = {"support": 1.0, "partial_support": 0.5, "not_support": 0.0}
WHOLE = ("number", "yes_no")  # kinds whose expected answer is one fact


class Nugget(BaseModel):
    nugget: str
    importance: Literal["vital", "okay"]


class Nuggets(Reply):
    nuggets: list[Nugget] = Field(min_length=1)


class Verdict(BaseModel):
    number: int = Field(description="of the nugget")
    support: Literal["support", "partial_support", "not_support"]


class Assignment(Reply):
    verdicts: list[Verdict] = Field(description="one for each nugget")


@dataclass(frozen=True)
class MakeNuggets(Task):
    name: ClassVar[str] = "make_nuggets"
    question: str
    expected: str


@dataclass(frozen=True)
class AssignNuggets(Task):
    name: ClassVar[str] = "assign_nuggets"
    question: str
    answer: str
    nuggets: tuple[str, ...]  # the first has the number 1


MAKING, ASSIGNING = Form(SYSTEM, MAKE, Nuggets), Form(SYSTEM, ASSIGN, Assignment)


def nuggets_of(question: Question, ask: Ask, max_tokens: int) -> list[Nugget]:
    """The nuggets of the expected answer. The items of a list, the answers of sub-questions, a number, and yes or no
    are vital nuggets as they are; the judge splits any other. Raises as Form.ask does."""
    if isinstance(question.expected, tuple):
        facts = expected_items(question) or _of_parts(question)
        return [Nugget(nugget=fact, importance="vital") for fact in facts]
    (expected, *_) = accepted(question)
    if question.kind in WHOLE:
        return [Nugget(nugget=expected, importance="vital")]
    return MAKING.ask(MakeNuggets(question.question, expected), ask, max_tokens).nuggets


def _of_parts(question: Question) -> list[str]:
    asked = question.sub_questions or ("",) * len(question.expected)
    return [f"{part} {answer}".strip() for part, answer in zip(asked, question.expected, strict=True)]


def recalls(
    question: Question, answer: str, nuggets: Sequence[Nugget], ask: Ask, max_tokens: int
) -> tuple[float, float | None]:
    """The weighted score, and the strict vital one; None without a vital nugget. Raises as Form.ask does."""
    task = AssignNuggets(question.question, answer, tuple(one.nugget for one in nuggets))
    reply = ASSIGNING.ask(task, ask, max_tokens, _whole(len(nuggets)))
    support = [one.support for one in sorted(reply.verdicts, key=lambda one: one.number)]
    weights = [WEIGHTS[one.importance] for one in nuggets]
    worth = sum(weight * WORTH[found] for weight, found in zip(weights, support, strict=True))
    vital = [found == "support" for found, one in zip(support, nuggets, strict=True) if one.importance == "vital"]
    return worth / sum(weights), sum(vital) / len(vital) if vital else None


@lru_cache(maxsize=256)
def _whole(count: int) -> type[Assignment]:
    class Whole(Assignment):
        @model_validator(mode="after")
        def _each_once(self) -> Whole:
            each_once([one.number for one in self.verdicts], count, "verdicts")
            return self

    return Whole
