"""The tasks of the architecture agentic: to choose buckets, to decompose the question over their schemas, to plan the
search, to review what was found, and to compose the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import Field, field_validator

from ragatta.pipeline.tasks.answers import Passage, PlannedStep
from ragatta.pipeline.tasks.base import Reply, Task

Intent = Literal["qa", "list", "summarize", "compare", "compute"]
Tool = Literal["search_text", "search_semantic", "get_document_metadata"]
Function = Literal["count", "sum", "average", "minimum", "maximum"]
Strategy = Literal["keyword", "semantic", "hybrid"]


@dataclass(frozen=True)
class Mention:
    """Words of a question that are a stored value (`whole`), or part of at least one."""

    text: str  # as the question writes them
    value: str  # the stored value; the words themselves where they are only a part
    whole: bool = True


@dataclass(frozen=True)
class FieldNote:
    """A field of a bucket's schema as an agent shows it; `labels` are how documents print its name."""

    name: str
    type: Literal["TEXT", "INTEGER", "REAL", "DATE"]
    description: str = ""
    labels: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()  # in this question


@dataclass(frozen=True)
class BucketNote:
    """A bucket as an agent shows it. `identifier` is the field that names a document ("": the file name)."""

    name: str
    description: str = ""
    identifier: str = ""
    fields: tuple[FieldNote, ...] = ()


class BucketChoice(Reply):
    buckets: list[str] = Field(description="exact names of the buckets that may hold the answer, the likeliest first")
    intent: Intent


@dataclass(frozen=True)
class RouteBuckets(Task):
    name: ClassVar[str] = "route_buckets"
    question: str
    buckets: tuple[BucketNote, ...]


class Entity(Reply):
    name: str
    role: str = "other"


class Constraint(Reply):
    """One condition on a field; a range is two of them."""

    field: str
    operator: str = Field(default="=", description="=, !=, <, <=, >, >=, LIKE or IN")
    value: str | float | list[str] = Field(description="a number, a text, a date as YYYY-MM-DD, or a list for IN")
    raw_text: str = Field(default="", description="the words of the question that say so")


class Subquery(Reply):
    purpose: Literal["filter_docs", "find_clauses"]
    query: str


class Computation(Reply):
    function: Function
    field: str = Field(default="", description="the field to compute over; empty for a count")


class OutputPreferences(Reply):
    format: Literal["natural_language", "list", "table"] = "natural_language"
    fields: list[str] = Field(default_factory=list, description="the fields that are asked for")
    needs_citations: bool = Field(default=True, description="whether the answer's text names its sources")


class PartPlan(Reply):
    """The plan of a question over the fields of some buckets."""

    intent: Intent
    primary_buckets: list[str]
    entities: list[Entity] = Field(default_factory=list)
    constraints: list[Constraint] = Field(default_factory=list)
    topic_terms: list[str] = Field(default_factory=list)
    subqueries: list[Subquery] = Field(default_factory=list)
    computation: Computation | None = None
    output_preferences: OutputPreferences = Field(default_factory=OutputPreferences)
    not_considered: list[str] = Field(
        default_factory=list, description="conditions of the question that neither constraints nor subqueries stand for"
    )
    asked_whether: list[Constraint] = Field(
        default_factory=list, description="conditions on one document's fields that the question wants a yes or no to"
    )
    unclear: list[str] = Field(
        default_factory=list, description="two or more fields, if the question leaves open which of them it means"
    )

    @property
    def reads_text(self) -> bool:
        """Whether the text of documents has to be read because the metadata does not suffice."""
        return any(one.purpose == "find_clauses" for one in self.subqueries) or not self.subqueries


class QuestionPart(PartPlan):
    question: str = Field(min_length=1, description="the part as a question that can be understood alone")


class QueryDecomposition(PartPlan):
    """The whole plan of a query as one JSON object."""

    parts: list[QuestionPart] = Field(
        default_factory=list, description="only for a question that asks different things of different documents"
    )


@dataclass(frozen=True)
class DecomposeQuery(Task):
    name: ClassVar[str] = "decompose_query"
    question: str
    intent: Intent
    buckets: tuple[BucketNote, ...]


class SearchPlan(Reply):
    target_buckets: list[str]
    strategy: Strategy
    initial_queries: list[str] = Field(min_length=1)
    max_tool_calls: int = 4
    steps: list[PlannedStep] = Field(default_factory=list, description="only where a value has to be calculated")
    calculation: str = Field(default="", description="the arithmetic over the names that steps bind")
    result: str = Field(default="", description="what the calculation gives, in words")


@dataclass(frozen=True)
class PlanSearch(Task):
    name: ClassVar[str] = "plan_search"
    question: str
    decomposition: PartPlan
    buckets: tuple[str, ...]
    max_tool_calls: int


class ToolArguments(Reply):
    bucket: str = ""
    query: str = ""
    filters: list[Constraint] = Field(default_factory=list)
    top_k: int = Field(default=0, description="how many passages; 0: as many as usual")
    context_chars: int = Field(default=0, description="characters of a passage that are shown; 0: as many as usual")
    doc_id: str = Field(default="", description="only this document; empty: any")

    @field_validator("filters", mode="before")
    @classmethod
    def _spelled_out(cls, raw: Any) -> Any:
        """Turns a filter that is a mapping (from field to value, or to operator and value) into a list of
        conditions."""
        if not isinstance(raw, Mapping):
            return raw or []
        return [
            {"field": field, "operator": operator, "value": value}
            for field, condition in raw.items()
            for operator, value in _compared(condition)
        ]


class ToolRequest(Reply):
    tool: Tool
    args: ToolArguments = Field(default_factory=ToolArguments)


class ClarificationDetails(Reply):
    type: Literal["no_results", "overload", "ambiguous"]
    missing_info: str = ""


class Review(Reply):
    status: Literal["enough", "more", "clarify"]
    reason: str = ""
    next_tool_call: ToolRequest | None = Field(default=None, description="if the status is more")
    clarification_details: ClarificationDetails | None = Field(default=None, description="if the status is clarify")


@dataclass(frozen=True)
class SearchNote:
    """A tool call that was made, as the controller shows it: `documents` is the number that met its filters."""

    request: ToolRequest
    documents: int
    snippets: tuple[Passage, ...] = ()
    metadata: Mapping[str, Any] | None = None
    error: str = ""


@dataclass(frozen=True)
class ReviewEvidence(Task):
    """`matching` is the number of documents that meet the constraints (None: no constraints). `lists`: each of them is
    to be listed, which is allowed for fewer than `overload`. `reads_text`: their metadata does not suffice. `proposed`
    is the next call by the plan; `adrift` is why no summary is near the topic ("": one is), `unclear` which fields the
    question may mean ("": it is clear)."""

    name: ClassVar[str] = "review_evidence"
    question: str
    plan: SearchPlan
    evidence: tuple[SearchNote, ...]
    matching: int | None
    reads_text: bool
    lists: bool
    overload: int
    proposed: ToolRequest | None
    adrift: str = ""
    unclear: str = ""


class ComposedPart(Reply):
    status: Literal["answered", "insufficient"] = Field(
        description="insufficient if the evidence does not hold the answer"
    )
    text: str = Field(description="the answer, with [doc_id] behind what each document supports")
    items: list[str] = Field(default_factory=list, description="the items, if a list is asked for")
    value: str = Field(
        default="",
        description="the answer alone where it is one short thing: a number with its unit, a name, a date, yes or no",
    )
    missing: str = Field(default="", description="what the evidence lacks, or where it contradicts itself")


class ComposedAnswer(ComposedPart):
    parts: list[ComposedPart] = Field(
        default_factory=list, description="the answer of each part, if the question is given in parts"
    )


@dataclass(frozen=True)
class ComposeAnswer(Task):
    name: ClassVar[str] = "compose_answer"
    question: str
    intent: Intent
    format: Literal["natural_language", "list", "table"]
    passages: tuple[Passage, ...]
    is_enumeration: bool
    parts: tuple[str, ...] = ()  # the question's parts, where the evidence was searched for each


def _compared(condition: Any) -> list[tuple[str, Any]]:
    if not isinstance(condition, Mapping):
        return [("IN" if isinstance(condition, list | tuple) else "=", condition)]
    if "value" in condition:
        return [(str(condition.get("operator", "=")), condition["value"])]
    return [(str(operator), value) for operator, value in condition.items()]
