"""The value types that every room shares. All are frozen; a list is a tuple, so that a value can be a key.

Pages are numbered from 1, character offsets from 0 with an exclusive end, and `char_start:char_end`
always points into the document text (`pipeline.documents.corpus.document_text`). Durations are seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Status = Literal["answered", "no_information", "refused", "clarify", "failed"]
Failure = Literal["", "not_answered", "timed_out", "answered_badly"]  # see pipeline/llm/failure_kinds.py
Progress = Callable[[str, int, int], None]  # (what is under way, how many are done, how many there are)
Confidence = Literal["high", "medium", "low"]
CONTENT_FILTER = "content_filter"  # the safety flag of an answer that a filter refused in the model's place
CONFIDENCES: tuple[Confidence, ...] = ("high", "medium", "low")
OF_CONVERSATIONS = ("turns", "after", "standalone", "dependence")  # fields of a Question
FoundBy = Literal["semantic", "bm25", "hybrid", "retriever", "window", "rerank", "oracle"]
Kind = Literal[
    "list", "number", "text", "yes_no", "table", "summary", "compare", "multi", "unanswerable", "clarify", "unsafe",
]  # fmt: skip


@dataclass(frozen=True)
class Options:
    """The options of a model call. `model` overrides the backend's own for one agent; `more` are the server's own
    options, as llm.options names them; `omit` are parameters that are not sent, as llm.omit names them."""

    temperature: float = 0.0
    max_tokens: int = 512
    seed: int = 0
    model: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    omit: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a document as a parser read it; of one without pages a section."""

    source_file: str  # path below the dataset's folder of documents, with forward slashes
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A span of one document's text. `chunk_index` runs over the whole document from 0, without gaps.

    `text` is exactly the document text from char_start to char_end, unless `original` is given: a group of table rows
    is written out (pipeline/tables/row_text.py), and its `original` is that span.
    """

    id: str
    source_file: str
    chunk_index: int
    text: str
    first_page: int
    last_page: int
    char_start: int
    char_end: int
    total_pages: int
    bucket: str = ""
    original: str = ""  # the document text from char_start to char_end, where `text` is not that
    table: str = ""  # the table that these rows are of: "<source_file>#t<number>"; "" for prose
    note: str = ""  # a model's, on what the chunk is about; no part of the document, and shown to no agent

    @property
    def searched(self) -> str:
        """What is embedded, searched by words and reranked: the note, where there is one, and the text."""
        return f"{self.note}\n\n{self.text}" if self.note else self.text


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that a query found.

    `score` orders the hits of one query and means nothing between queries; `similarity` is the cosine of
    query and chunk in [-1, 1], whatever ranked it; `rank` counts from 1 (0 for a window neighbour).
    """

    chunk: Chunk
    score: float
    similarity: float
    rank: int
    found_by: FoundBy


@dataclass(frozen=True, slots=True)
class RetrievalStep:
    step_number: int
    description: str
    target_documents: tuple[str, ...]  # empty: every document that may be searched
    query: str  # may hold "{name}": the value that an earlier step binds
    expected_output: str
    binds: str = ""  # the name of the value that this step finds; "": it finds passages only


@dataclass(frozen=True, slots=True)
class RetrievalPlan:
    question: str
    strategy: str
    steps: tuple[RetrievalStep, ...]
    requires_combination: bool
    calculation: str = ""  # an expression over the names that steps bind: "base_rate * factor"
    result: str = ""  # what it gives, in words: "premium"

    @property
    def is_look_up(self) -> bool:
        """Whether the value of a single step is the answer, without any computation."""
        return any(step.binds and step.binds == self.calculation for step in self.steps)


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    step: RetrievalStep
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class ExecutionResult:
    plan: RetrievalPlan
    step_results: tuple[RetrievalResult, ...]


@dataclass(frozen=True, slots=True)
class Citation:
    source_file: str
    first_page: int
    last_page: int
    chunk_id: str
    score: float  # the cited hit's similarity


@dataclass(frozen=True, slots=True)
class Operand:
    """A value that a plan's step found, as the document prints it ("$40", "5%")."""

    name: str
    value: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class Calculation:
    """A result that code computed from values of the documents.

    `expression` uses the names of the `operands`, which include values that only led to another one. `exact` and
    `rounded` are formatted ("$42.2", "$42"); `rounded` is "" without a rounding rule. `rule` is the sentence with the
    rule, cited by `rule_citation` (None: the question states it).
    """

    expression: str
    operands: tuple[Operand, ...]
    exact: str
    rounded: str = ""
    rule: str = ""
    rule_citation: Citation | None = None


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model, or its replay.

    `seconds`: duration of the live call. `key`: its entry in the reply cache ("" if not recorded). `repaired`: this
    call corrected an unusable reply, or its own damaged JSON was repaired. `fell_back`: the reply stayed unusable and
    the prompt's fallback was used; `error` says why.
    """

    task: str
    provider: str
    model: str
    digest: str  # of the weights; "" where a provider hides it
    key: str
    live: bool
    seconds: float
    tokens_in: int
    tokens_out: int
    repaired: bool = False
    fell_back: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class StagePart:
    """The times of a part of a stage: `seconds` is wall time, included in that of the stage."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class StageRecord:
    """What one stage took. `seconds` is wall time measured now; `replayed_seconds` is the original duration of replayed
    model calls and not part of `seconds`."""

    name: str
    seconds: float
    live_calls: int = 0
    replayed_calls: int = 0
    replayed_seconds: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    fallbacks: int = 0  # decisions made without the model: its reply unusable after one repair, invalid, or impossible
    notes: tuple[str, ...] = ()  # warnings a reader of the trace should see
    details: Mapping[str, Any] = field(default_factory=dict)  # what the stage decided, JSON values only
    calls: tuple[ModelCall, ...] = ()
    parts: tuple[StagePart, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    status: Status
    text: str
    items: tuple[str, ...] = ()  # a list question's items
    value: str = ""  # one final number or string
    citations: tuple[Citation, ...] = ()
    evidence: tuple[str, ...] = ()  # the passages the answer rests on, quoted
    limitations: str = ""  # what is missing
    reasoning: str = ""
    clarification: str = ""
    confidence: Confidence = "low"
    safety_flags: tuple[str, ...] = ()
    context: tuple[Chunk, ...] = ()  # what the answer was written from, in the order it was shown
    steps: tuple[StageRecord, ...] = ()
    sub_answers: tuple[Answer, ...] = ()
    calculation: Calculation | None = None
    failure: Failure = ""  # of a failed answer; "" in journals of older versions, which do not say

    @property
    def came(self) -> bool:
        """Whether there is an answer to judge: a failure that is the contestant's own counts as one."""
        return self.status != "failed" or self.failure == "answered_badly"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A turn of a conversation: what the user said, and what was answered."""

    user: str
    assistant: str


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """What the pipeline sees of a gold question; it never contains the expected answer to it."""

    question: str
    documents: tuple[str, ...] = ()  # its scope; empty: every document
    replies: tuple[str, ...] = ()  # what the user said to the clarifications asked for, in order
    turns: tuple[Exchange, ...] = ()  # of the same conversation before it, the oldest first


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where the answer is: a quote (or a bare value) on one of the pages of a file."""

    file: str
    pages: tuple[int, ...]
    quote: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Component:
    """A weighted fact of a complete answer: either the text that the answer must contain (`match`, a number or words)
    or the documents that it must use (`files`)."""

    name: str
    weight: float
    match: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A gold question.

    `expected` is a tuple of items for a list, else a string; empty for unanswerable, clarify and unsafe questions. With
    `sub_questions` it is a tuple with one answer per part. `filters`: the metadata conditions of a correct search, by
    field (docs/datasets.md). `forbidden`: text that appears only in an answer that obeyed an order in a document.
    The pipeline sees none of these.

    Of a conversation, `turns` are those before it, in the gold's words, and `after` is the id of the question before
    it, if that is scored too. `standalone` says it in words that need no turn before, and `dependence` why its own
    do: pronoun, ellipsis, subject (a change of it, which needs nothing), or another word.
    """

    id: str
    question: str
    kind: Kind
    expected: tuple[str, ...] | str = ""
    also_accepted: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    components: tuple[Component, ...] = ()
    sub_questions: tuple[str, ...] = ()
    filters: Mapping[str, Any] = field(default_factory=dict)
    documents: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    split: str = "test"
    turns: tuple[Exchange, ...] = ()
    after: str = ""
    standalone: str = ""
    dependence: str = ""

    def asked(self) -> AskedQuestion:
        return AskedQuestion(self.question, self.documents, turns=self.turns)

    def stated(self) -> dict[str, Any]:
        """Its fields as JSON values; of those that conversations have only what is there, so that the digest of a
        question without turns is that of versions that knew none."""
        return {name: value for name, value in asdict(self).items() if value or name not in OF_CONVERSATIONS}
