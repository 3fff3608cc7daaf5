"""What a model can be asked about a query before it is searched for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field, field_validator

from ragatta.pipeline.tasks.base import Reply, Task


class HypotheticalPassage(Reply):
    passage: str = Field(min_length=1, description="a passage that answers the question, as a document might word it")

    @field_validator("passage")
    @classmethod
    def _not_blank(cls, passage: str) -> str:
        if not passage.strip():
            raise ValueError("is blank")
        return passage


@dataclass(frozen=True)
class WritePassage(Task):
    name: ClassVar[str] = "write_passage"
    question: str


class RewordedQueries(Reply):
    queries: list[str] = Field(min_length=1, description="search queries, each a line of words")

    @field_validator("queries")
    @classmethod
    def _not_blank(cls, queries: list[str]) -> list[str]:
        if not any(query.strip() for query in queries):
            raise ValueError("hold no words")
        return queries


@dataclass(frozen=True)
class RewordQuery(Task):
    name: ClassVar[str] = "reword_query"
    question: str
    count: int
