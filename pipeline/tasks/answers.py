"""The tasks about one question: to plan searches, and to write the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import Field

from ragatta.pipeline.tasks.base import Reply, Task


class PlannedStep(Reply):
    description: str = ""
    target_documents: list[str] = Field(default_factory=list, description="exact names of the given documents")
    query: str = Field(min_length=1, description='what to search for; "{name}" stands for a value that a step binds')
    expected_output: str = ""
    binds: str = Field(default="", description="a short name for the one value that this step finds, if it finds one")


class Plan(Reply):
    strategy: str = ""
    steps: list[PlannedStep] = Field(min_length=1)
    requires_combination: bool = False
    calculation: str = Field(default="", description="the arithmetic over the bound names, if one is needed")
    result: str = Field(default="", description="what the calculation gives, in words")


@dataclass(frozen=True)
class MakePlan(Task):
    name: ClassVar[str] = "make_plan"
    question: str
    documents: tuple[str, ...]
    is_enumeration: bool
    max_steps: int


@dataclass(frozen=True)
class Passage:
    """A run of one document's text as an agent shows it, neighbouring chunks joined without their overlap."""

    source: int  # cited as [Source N], from 1
    source_file: str
    first_page: int
    last_page: int
    text: str


class WrittenAnswer(Reply):
    status: Literal["answered", "insufficient"] = Field(
        description="insufficient if the information does not hold the answer"
    )
    text: str = Field(description="the answer, with [Source N] behind what each source supports")
    items: list[str] = Field(default_factory=list, description="the items, if a list is asked for")
    value: str = Field(
        default="",
        description="the answer alone where it is one short thing: a number with its unit, a name, a date, yes or no",
    )
    sources: list[int] = Field(default_factory=list, description="the numbers N of the sources used")
    missing: str = Field(default="", description="what the information lacks")


@dataclass(frozen=True)
class WriteAnswer(Task):
    name: ClassVar[str] = "write_answer"
    question: str
    passages: tuple[Passage, ...]
    is_enumeration: bool
    tables_apart: bool = False  # whether no figure of a table stands in a passage of prose
