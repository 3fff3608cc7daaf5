"""What a model can be asked to draft gold questions: to propose some from a page, and to answer them as a check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, Field

from ragatta.pipeline.tasks.base import Reply, Task


class ProposedQuestion(BaseModel):
    question: str = Field(min_length=1, description="understood without the page: it names what it is about")
    answer: str = Field(min_length=1, description="as short as possible, as the page prints it")
    quote: str = Field(min_length=1, description="the words of the page that show the answer, copied exactly")


class ProposedQuestions(Reply):
    questions: list[ProposedQuestion]


@dataclass(frozen=True)
class ProposeQuestions(Task):
    name: ClassVar[str] = "propose_questions"
    source_file: str
    page: str  # its text
    most: int  # questions


class PassageAnswer(Reply):
    answer: str = Field(default="", description='as short as possible; "" if it cannot be answered')


@dataclass(frozen=True)
class AnswerFromPassage(Task):
    """`passage` is "" for an answer from the model's own knowledge."""

    name: ClassVar[str] = "answer_from_passage"
    question: str
    passage: str
