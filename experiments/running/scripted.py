"""llm=scripted: a script instead of a model. It answers from the gold questions, and is right as often as it is set to.

It imitates a model of known quality, for tests of the whole pipeline, of statistics and of load. Its results say
something about Ragatta only, never about a model, so its name is in every table. Unlike any other backend, it reads the
gold answers.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import singledispatch
from typing import Any

from ragatta.eval.final import right_numbers
from ragatta.eval.foreign import language_of
from ragatta.eval.in_english import in_english
from ragatta.eval.judged.claims import CheckClaims
from ragatta.eval.judged.context import JudgeContext
from ragatta.eval.judged.nuggets import AssignNuggets, MakeNuggets
from ragatta.eval.normalise import key
from ragatta.eval.scorers.judge import JudgeAnswer
from ragatta.pipeline.identity import digest
from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.seam import (
    Backend,
    Completion,
    InvalidReply,
    ModelIdentity,
    ModelUnavailable,
    Request,
    ToolCall,
)
from ragatta.pipeline.llm.services.predictions import Predictions
from ragatta.pipeline.settings.llm import LLM
from ragatta.pipeline.tasks.agentic import ComposeAnswer, DecomposeQuery, PlanSearch, ReviewEvidence, RouteBuckets
from ragatta.pipeline.tasks.annotations import Annotate
from ragatta.pipeline.tasks.answers import MakePlan, Passage, WriteAnswer
from ragatta.pipeline.tasks.base import Task
from ragatta.pipeline.tasks.binding import BindValue
from ragatta.pipeline.tasks.chunks import SituateChunk
from ragatta.pipeline.tasks.conversation import AnswerWithTools
from ragatta.pipeline.tasks.documents import AnalyseRouting, SelectDocuments, Summarize
from ragatta.pipeline.tasks.orders import FindOrders
from ragatta.pipeline.tasks.sub_questions import Decompose, WriteAnswers
from ragatta.pipeline.types import Question

ASKS_A_MODEL = True
CALLS_TOOLS = True
IN_FLIGHT = 8
CONTEXT_WINDOW = 32_768
STYLES = ("json", "prose", "markdown", "sloppy")
REFUSAL = "I'm sorry, but I can't help with that."
WRONG, WRONG_NUMBERS = "Qualtrix", ("987654.32", "1234567.89")  # what no gold answer says


@dataclass(frozen=True)
class Script:
    """llm.options of llm=scripted. `accuracy`, `refusals` and `failures` are shares of calls; `latency_s` is a number
    of seconds, or a list of the least and the most."""

    accuracy: float = 1.0  # of final answers and verdicts
    style: str = "json"
    latency_s: float | Sequence[float] = 0.0
    refusals: float = 0.0
    failures: float = 0.0

    def problems(self) -> list[str]:
        shares = ("accuracy", "refusals", "failures")
        found = [
            f"llm.options.{name} ({getattr(self, name)}) must be from 0 to 1"
            for name in shares
            if not (isinstance(value := getattr(self, name), int | float) and 0 <= value <= 1)
        ]
        if self.style not in STYLES:
            found.append(f"llm.options.style ({self.style}) must be one of {', '.join(STYLES)}")
        least, most = self.seconds()
        return found if 0 <= least <= most else [*found, f"llm.options.latency_s ({self.latency_s}) must be from 0"]

    def seconds(self) -> tuple[float, float]:
        each = self.latency_s if isinstance(self.latency_s, Sequence) else (self.latency_s, self.latency_s)
        return float(each[0]), float(each[-1])


@dataclass
class Scripted:
    """A backend; `gold` are the questions that it can answer."""

    script: Script
    model: str
    cacheable: bool = True
    gold: Mapping[str, Question] = field(default_factory=dict)
    gold_digest: str = ""

    def identity(self, model: str | None = None) -> ModelIdentity:
        """Its name includes accuracy and style, so that no table shows it as a model."""
        script = f"{self.script.style} {self.script.accuracy:g}"
        return ModelIdentity("scripted", model or self.model or script, digest([asdict(self.script), self.gold_digest]))

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return CONTEXT_WINDOW

    def check_tools(self, model: str | None = None) -> None:
        """It calls tools."""

    def complete(self, request: Request) -> Completion:
        """The script's reply. Raises InvalidReply as often as it is set to."""
        drawn = random.Random(digest([asdict(self.script), request.options.seed, list(map(asdict, request.messages))]))
        seconds = drawn.uniform(*self.script.seconds())
        time.sleep(seconds)
        if drawn.random() < self.script.failures:
            raise InvalidReply(f"{request.task.name}: the script failed, as llm.options.failures has it")
        text, calls = self._said(request, drawn)
        counts = tokens.of_request(request), tokens.upper_bound(text)
        return Completion(text, *counts, seconds, calls)

    def _said(self, request: Request, drawn: random.Random) -> tuple[str, tuple[ToolCall, ...]]:
        if drawn.random() < self.script.refusals:
            return REFUSAL, ()
        told = Told(self.gold, self.script.style, drawn.random() < self.script.accuracy)
        if isinstance(request.task, AnswerWithTools):
            return _turn(request, told)
        return enveloped(reply_to(request.task, told), self.script.style), ()


@dataclass(frozen=True)
class Told:
    """The inputs of a reply: the gold, the style, and whether the answer should be right."""

    gold: Mapping[str, Question]
    style: str
    right: bool


@dataclass(frozen=True)
class Said:
    """The contents of an answer; empty if there is none to give."""

    lines: tuple[str, ...] = ()  # the items of a list, the parts of an answer, or its one statement
    listed: bool = False

    def written(self, mark: str, style: str) -> str:
        if style == "markdown":
            return "## Answer\n\n" + "\n".join(f"- **{line}** {mark}" for line in self.lines)
        if len(self.lines) > 1:
            return "\n".join(f"- {line} {mark}" for line in self.lines)
        lead = {"prose": "According to the documents, the answer is ", "sloppy": "ok so here it is: "}.get(style, "")
        return f"{lead}{''.join(self.lines)} {mark}"

    def fields(self, mark: str, style: str) -> dict[str, Any]:
        """The fields that every written answer has."""
        if not self.lines:
            return {"status": "insufficient", "text": "", "items": [], "value": "", "missing": "it is not there"}
        value = self.lines[0] if len(self.lines) == 1 and style in ("json", "markdown") and not self.listed else ""
        items = list(self.lines) if self.listed else []
        return {
            "status": "answered", "text": self.written(mark, style), "items": items, "value": value, "missing": "",
        }  # fmt: skip


def answer_to(question: str, told: Told) -> Said:
    """The gold answer, or a wrong one. A wrong answer to a question without an answer is some answer. A question that
    is not in the gold gets none."""
    gold = told.gold.get(question)
    if gold is None:
        return Said()
    if not gold.expected:
        return Said() if told.right else Said((WRONG,))
    if isinstance(gold.expected, str):
        return Said((gold.expected if told.right else _wrong(gold),))
    return Said(tuple(gold.expected) if told.right else (_wrong(gold),), listed=not gold.sub_questions)


def _wrong(gold: Question) -> str:
    if gold.kind == "yes_no":
        return "no" if key(in_english(str(gold.expected), language_of(gold))) == "yes" else "yes"
    if gold.kind == "number" or right_numbers(gold):
        right = {float(number.value) for number in right_numbers(gold)}
        return next(one for one in WRONG_NUMBERS if float(one) not in right)
    return WRONG


def enveloped(reply: Mapping[str, Any], style: str) -> str:
    """The reply's JSON, wrapped in the ways of different models."""
    text = json.dumps(reply, ensure_ascii=False)
    if style == "markdown":
        return f"```json\n{json.dumps(reply, ensure_ascii=False, indent=2)}\n```"
    if style == "prose":
        return f"Here is the reply that you asked for:\n\n{text}"
    if style == "sloppy":
        return f"<think>They want an object {{...}}.</think>Sure!! {text} Hope that helps :)"
    return text


@singledispatch
def reply_to(task: Task, told: Told) -> dict[str, Any]:  # noqa: ARG001
    """The fields of the reply to a task. Raises ModelUnavailable for an unknown task."""
    raise ModelUnavailable(f"llm=scripted has no reply to {task.name}; choose another architecture or model")


@reply_to.register
def _summary(task: Summarize, told: Told) -> dict[str, Any]:  # noqa: ARG001
    beginning = " ".join(" ".join(task.pages).split())[:300] or task.source_file
    return {"document_type": "document", "summary": beginning, "key_topics": [], "use_for": "questions about it"}


@reply_to.register
def _note(task: SituateChunk, told: Told) -> dict[str, Any]:  # noqa: ARG001
    return {"context": f"A part of {task.source_file}, which begins: {' '.join(task.document.split())[:60]}"}


@reply_to.register
def _analysis(task: AnalyseRouting, told: Told) -> dict[str, Any]:
    return {"analysis": ", ".join(_documents(task.question, list(task.summaries), told)) or "any of them"}


@reply_to.register
def _selection(task: SelectDocuments, told: Told) -> dict[str, Any]:
    named = list(task.summaries)
    return {"documents": (_documents(task.question, named, told) or named)[: task.top_k]}


@reply_to.register
def _plan(task: MakePlan, told: Told) -> dict[str, Any]:  # noqa: ARG001
    step = {"description": "", "target_documents": [], "query": task.question, "expected_output": "", "binds": ""}
    return {
        "strategy": "one search", "steps": [step], "requires_combination": False, "calculation": "", "result": "",
    }  # fmt: skip


@reply_to.register
def _written(task: WriteAnswer, told: Told) -> dict[str, Any]:
    source = _source(task.question, task.passages, told)
    said = answer_to(task.question, told)
    mark = f"[Source {source}]" if source else ""
    return {**said.fields(mark, told.style), "sources": [source] if source else []}


@reply_to.register
def _parts(task: Decompose, told: Told) -> dict[str, Any]:
    gold = told.gold.get(task.question)
    parts = gold.sub_questions[: task.most] if gold else ()
    return {
        "needs_decomposition": len(parts) > 1,
        "sub_questions": [{"id": number, "question": part} for number, part in enumerate(parts)],
    }


@reply_to.register
def _several(task: WriteAnswers, told: Told) -> dict[str, Any]:
    whole = answer_to(task.question, told)
    apart = len(task.parts) > 1 and len(whole.lines) == len(task.parts)
    answers = []
    for number, part in enumerate(task.parts, 1):
        source = _source(task.question, part.passages, told)
        said = Said((whole.lines[number - 1],)) if apart else whole
        mark = f"[Source {source}]" if source else ""
        own = said.fields(mark, told.style)
        answers.append({**own, "sources": [source] if source else [], "number": number})
    return {"answers": answers, "comparison": "", "limitations": ""}


@reply_to.register
def _buckets(task: RouteBuckets, told: Told) -> dict[str, Any]:
    return {"buckets": [bucket.name for bucket in task.buckets], "intent": _intent(task.question, told)}


@reply_to.register
def _decomposed(task: DecomposeQuery, told: Told) -> dict[str, Any]:
    return {
        "intent": _intent(task.question, told),
        "primary_buckets": [bucket.name for bucket in task.buckets],
        "subqueries": [{"purpose": "find_clauses", "query": task.question}],
    }


@reply_to.register
def _search_plan(task: PlanSearch, told: Told) -> dict[str, Any]:  # noqa: ARG001
    return {
        "target_buckets": list(task.buckets), "strategy": "hybrid", "initial_queries": [task.question],
        "max_tool_calls": task.max_tool_calls, "steps": [], "calculation": "", "result": "",
    }  # fmt: skip


@reply_to.register
def _review(task: ReviewEvidence, told: Told) -> dict[str, Any]:  # noqa: ARG001
    search = task.proposed is not None and not task.evidence
    call = task.proposed.model_dump() if task.proposed and search else None
    status = "more" if search else "enough"
    return {"status": status, "reason": "", "next_tool_call": call, "clarification_details": None}


@reply_to.register
def _composed(task: ComposeAnswer, told: Told) -> dict[str, Any]:
    source = _source(task.question, task.passages, told)
    document = next((passage.source_file for passage in task.passages if passage.source == source), "")
    mark = f"[{document}]" if document else ""
    whole = answer_to(task.question, told)
    apart = len(whole.lines) == len(task.parts)
    parts = [Said((line,)).fields(mark, told.style) for line in whole.lines] if apart and task.parts else []
    return {**whole.fields(mark, told.style), "parts": parts}


@reply_to.register
def _value(task: BindValue, told: Told) -> dict[str, Any]:  # noqa: ARG001
    return {"value": "", "source": 0, "quote": "", "needs": "", "choices": [], "certain": False, "unmet": []}


@reply_to.register
def _annotation(task: Annotate, told: Told) -> dict[str, Any]:  # noqa: ARG001
    return dict.fromkeys(task.fields)


@reply_to.register
def _orders(task: FindOrders, told: Told) -> dict[str, Any]:  # noqa: ARG001
    return {"orders": []}


@reply_to.register
def _judgement(task: JudgeAnswer, told: Told) -> dict[str, Any]:
    answer = key(task.answer)
    shown = all(key(one) in answer for one in task.expected) or any(key(one) in answer for one in task.also_accepted)
    return {"reason": "by the script", "verdict": "correct" if shown == told.right else "incorrect"}


@reply_to.register
def _claims(task: CheckClaims, told: Told) -> dict[str, Any]:
    passages = key(" ".join(task.passages))
    lines = [line.strip("-* ") for line in task.answer.splitlines() if line.strip("-* ")]
    supported = [(key(line) in passages) == told.right for line in lines]
    return {
        "claims": [
            {"claim": line, "supported": one, "relevant": told.right}
            for line, one in zip(lines, supported, strict=True)
        ]
    }


@reply_to.register
def _nuggets(task: MakeNuggets, told: Told) -> dict[str, Any]:  # noqa: ARG001
    lines = [line for line in task.expected.splitlines() if line.strip()]
    return {"nuggets": [{"nugget": line, "importance": "okay" if at else "vital"} for at, line in enumerate(lines)]}


@reply_to.register
def _assigned(task: AssignNuggets, told: Told) -> dict[str, Any]:
    stated = [(key(nugget) in key(task.answer)) == told.right for nugget in task.nuggets]
    support = ["support" if one else "not_support" for one in stated]
    return {"verdicts": [{"number": number, "support": one} for number, one in enumerate(support, 1)]}


@reply_to.register
def _context(task: JudgeContext, told: Told) -> dict[str, Any]:
    nuggets, passages = [*map(key, task.nuggets)], [*map(key, task.passages)]
    useful = [any(nugget in passage for nugget in nuggets) == told.right for passage in passages]
    supported = [any(nugget in passage for passage in passages) == told.right for nugget in nuggets]
    return {
        "passages": [{"number": number, "useful": one} for number, one in enumerate(useful, 1)],
        "nuggets": [{"number": number, "supported": one} for number, one in enumerate(supported, 1)],
    }


def _turn(request: Request, told: Told) -> tuple[str, tuple[ToolCall, ...]]:
    """A search for the question, then the answer with the first document of the result."""
    question = request.task.question if isinstance(request.task, AnswerWithTools) else ""
    results = [message.content for message in request.messages if message.role == "tool"]
    if not results and request.tools:
        query = json.dumps({"bucket": "all", "query": question}, ensure_ascii=False)
        return "", (ToolCall("", "search_semantic", query),)
    said = answer_to(question, told)
    if not said.lines:
        return "The information is insufficient to answer this question.", ()
    named = re.findall(r'"doc_id": "([^"]+)"', results[-1]) if results else []
    document = next(iter([*_documents(question, named, told), *named]), "")
    mark = f"[{document}]" if document else ""
    value = "" if said.listed or len(said.lines) > 1 else f"\nAnswer: {said.lines[0]}"
    return said.written(mark, told.style) + value, ()


def _intent(question: str, told: Told) -> str:
    gold = told.gold.get(question)
    return "list" if gold and isinstance(gold.expected, tuple) and not gold.sub_questions else "qa"


def _documents(question: str, named: Sequence[str], told: Told) -> list[str]:
    """The named documents that contain the gold evidence."""
    gold = told.gold.get(question)
    wanted = {evidence.file for evidence in gold.evidence} if gold else set()
    return [name for name in named if name in wanted]


def _source(question: str, passages: Sequence[Passage], told: Told) -> int:
    """The number of a passage from a document with gold evidence, else the first; 0 without passages."""
    of_file: Callable[[str], bool] = set(_documents(question, [one.source_file for one in passages], told)).__contains__
    found = [passage.source for passage in passages if of_file(passage.source_file)] or [p.source for p in passages]
    return found[0] if found else 0


def taught(backend: Backend, gold: Sequence[Question]) -> Backend:
    """The backend; a script is handed the gold, predictions the ids of the questions, anything else nothing."""
    if isinstance(backend, Predictions):
        backend.ids = {question.question: question.id for question in gold}
    if isinstance(backend, Scripted):
        backend.gold = {question.question: question for question in gold}
        backend.gold_digest = digest([asdict(question) for question in gold])
    return backend


def connect(settings: LLM) -> Backend:
    """Raises ModelUnavailable for unknown options."""
    known = {part.name for part in fields(Script)}
    if unknown := sorted(settings.options.keys() - known):
        raise ModelUnavailable(f"llm.options.{unknown[0]}: llm=scripted takes {', '.join(sorted(known))}")
    script = Script(**settings.options)
    if problems := script.problems():
        raise ModelUnavailable("; ".join(problems))
    return Scripted(script, settings.model)
