"""What a model can be asked about a query before it is searched for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from ragatta.pipeline.tasks.base import Reply, Task


class HypotheticalPassage(Reply):
    passage: str = Field(min_length=1, description="a passage that answers the question, as a document might word it")


@dataclass(frozen=True)
class WritePassage(Task):
    name: ClassVar[str] = "write_passage"
    question: str


class RewordedQueries(Reply):
    queries: list[str] = Field(min_length=1, description="search queries, each a line of words")


@dataclass(frozen=True)
class RewordQuery(Task):
    name: ClassVar[str] = "reword_query"
    question: str
    count: int
