"""The tasks about a question with several parts: to split it, and to answer the parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import Field

from ragatta.pipeline.tasks.answers import WriteAnswer, WrittenAnswer
from ragatta.pipeline.tasks.base import Reply, Task

Certainty = Literal["high", "medium", "low"]


class SubQuestion(Reply):
    id: int = Field(description="0 for the first")
    question: str = Field(min_length=1, description="a question that can be understood without the others")


class Decomposition(Reply):
    needs_decomposition: bool
    sub_questions: list[SubQuestion] = Field(default_factory=list)


class RatedDecomposition(Decomposition):
    confidence: Certainty = Field(description="how certain it is that these are the parts that the question asks for")


@dataclass(frozen=True)
class Decompose(Task):
    name: ClassVar[str] = "decompose"
    question: str
    most: int  # sub-questions
    rated: bool = False  # whether the reply is a RatedDecomposition


class NumberedAnswer(WrittenAnswer):
    number: int = Field(description="the number of the sub-question answered, from 1")


class WrittenAnswers(Reply):
    answers: list[NumberedAnswer] = Field(min_length=1, description="one for each sub-question")
    comparison: str = Field(default="", description="how the answers compare, if the question compares")
    limitations: str = Field(default="", description="what the information lacks for the whole question")


@dataclass(frozen=True)
class WriteAnswers(Task):
    """`parts`: each sub-question with the passages that its own search found."""

    name: ClassVar[str] = "write_answers"
    question: str
    parts: tuple[WriteAnswer, ...]
    compares: bool  # whether the question asks how things compare
