"""The replies of the script to the tasks of the architectures, one a task."""

from __future__ import annotations

import json
import re
from functools import singledispatch
from typing import Any

from ragatta.extensions.scripted.answers import Instructions, ScriptedAnswer, answer_to, documents_of, source_of
from ragatta.pipeline.llm.seam import ModelUnavailable, Request, ToolCall
from ragatta.pipeline.tasks.agentic import ComposeAnswer, DecomposeQuery, PlanSearch, ReviewEvidence, RouteBuckets
from ragatta.pipeline.tasks.annotations import Annotate
from ragatta.pipeline.tasks.answers import MakePlan, WriteAnswer
from ragatta.pipeline.tasks.base import Task
from ragatta.pipeline.tasks.binding import BindValue
from ragatta.pipeline.tasks.chunks import SituateChunk
from ragatta.pipeline.tasks.conversation import AnswerWithTools
from ragatta.pipeline.tasks.documents import AnalyseRouting, SelectDocuments, Summarize
from ragatta.pipeline.tasks.orders import FindOrders
from ragatta.pipeline.tasks.sub_questions import Decompose, WriteAnswers


@singledispatch
def reply_to(task: Task, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    """The fields of the reply to a task. Raises ModelUnavailable for an unknown task."""
    raise ModelUnavailable(f"llm=scripted has no reply to {task.name}; choose another architecture or model")


@reply_to.register
def _summary(task: Summarize, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    beginning = " ".join(" ".join(task.pages).split())[:300] or task.source_file
    return {"document_type": "document", "summary": beginning, "key_topics": [], "use_for": "questions about it"}


@reply_to.register
def _note(task: SituateChunk, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    return {"context": f"A part of {task.source_file}, which begins: {' '.join(task.document.split())[:60]}"}


@reply_to.register
def _analysis(task: AnalyseRouting, instructions: Instructions) -> dict[str, Any]:
    return {"analysis": ", ".join(documents_of(task.question, list(task.summaries), instructions)) or "any of them"}


@reply_to.register
def _selection(task: SelectDocuments, instructions: Instructions) -> dict[str, Any]:
    named = list(task.summaries)
    return {"documents": (documents_of(task.question, named, instructions) or named)[: task.top_k]}


@reply_to.register
def _plan(task: MakePlan, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    step = {"description": "", "target_documents": [], "query": task.question, "expected_output": "", "binds": ""}
    return {
        "strategy": "one search", "steps": [step], "requires_combination": False, "calculation": "", "result": "",
    }  # fmt: skip


@reply_to.register
def _written(task: WriteAnswer, instructions: Instructions) -> dict[str, Any]:
    source = source_of(task.question, task.passages, instructions)
    answer = answer_to(task.question, instructions)
    mark = f"[Source {source}]" if source else ""
    return {**answer.fields(mark, instructions.style), "sources": [source] if source else []}


@reply_to.register
def _parts(task: Decompose, instructions: Instructions) -> dict[str, Any]:
    gold = instructions.gold.get(task.question)
    parts = gold.sub_questions[: task.most] if gold else ()
    return {
        "needs_decomposition": len(parts) > 1,
        "sub_questions": [{"id": number, "question": part} for number, part in enumerate(parts)],
    }


@reply_to.register
def _several(task: WriteAnswers, instructions: Instructions) -> dict[str, Any]:
    whole = answer_to(task.question, instructions)
    apart = len(task.parts) > 1 and len(whole.lines) == len(task.parts)
    answers = []
    for number, part in enumerate(task.parts, 1):
        source = source_of(task.question, part.passages, instructions)
        answer = ScriptedAnswer((whole.lines[number - 1],)) if apart else whole
        mark = f"[Source {source}]" if source else ""
        fields = answer.fields(mark, instructions.style)
        answers.append({**fields, "sources": [source] if source else [], "number": number})
    return {"answers": answers, "comparison": "", "limitations": ""}


@reply_to.register
def _buckets(task: RouteBuckets, instructions: Instructions) -> dict[str, Any]:
    return {"buckets": [bucket.name for bucket in task.buckets], "intent": _intent(task.question, instructions)}


@reply_to.register
def _decomposed(task: DecomposeQuery, instructions: Instructions) -> dict[str, Any]:
    return {
        "intent": _intent(task.question, instructions),
        "primary_buckets": [bucket.name for bucket in task.buckets],
        "subqueries": [{"purpose": "find_clauses", "query": task.question}],
    }


@reply_to.register
def _search_plan(task: PlanSearch, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    return {
        "target_buckets": list(task.buckets), "strategy": "hybrid", "initial_queries": [task.question],
        "max_tool_calls": task.max_tool_calls, "steps": [], "calculation": "", "result": "",
    }  # fmt: skip


@reply_to.register
def _review(task: ReviewEvidence, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    search = task.proposed is not None and not task.evidence
    call = task.proposed.model_dump() if task.proposed and search else None
    status = "more" if search else "enough"
    return {"status": status, "reason": "", "next_tool_call": call, "clarification_details": None}


@reply_to.register
def _composed(task: ComposeAnswer, instructions: Instructions) -> dict[str, Any]:
    source = source_of(task.question, task.passages, instructions)
    document = next((passage.source_file for passage in task.passages if passage.source == source), "")
    mark = f"[{document}]" if document else ""
    whole = answer_to(task.question, instructions)
    apart = len(whole.lines) == len(task.parts)
    parts = (
        [ScriptedAnswer((line,)).fields(mark, instructions.style) for line in whole.lines]
        if apart and task.parts
        else []
    )
    return {**whole.fields(mark, instructions.style), "parts": parts}


@reply_to.register
def _value(task: BindValue, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    return {"value": "", "source": 0, "quote": "", "needs": "", "choices": [], "certain": False, "unmet": []}


@reply_to.register
def _annotation(task: Annotate, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    return dict.fromkeys(task.fields)


@reply_to.register
def _orders(task: FindOrders, instructions: Instructions) -> dict[str, Any]:  # noqa: ARG001
    return {"orders": []}


def turn(request: Request, instructions: Instructions) -> tuple[str, tuple[ToolCall, ...]]:
    """A search for the question, then the answer with the first document of the result."""
    question = request.task.question if isinstance(request.task, AnswerWithTools) else ""
    results = [message.content for message in request.messages if message.role == "tool"]
    if not results and request.tools:
        query = json.dumps({"bucket": "all", "query": question}, ensure_ascii=False)
        return "", (ToolCall("", "search_semantic", query),)
    answer = answer_to(question, instructions)
    if not answer.lines:
        return "The information is insufficient to answer this question.", ()
    named = re.findall(r'"doc_id": "([^"]+)"', results[-1]) if results else []
    document = next(iter([*documents_of(question, named, instructions), *named]), "")
    mark = f"[{document}]" if document else ""
    value = "" if answer.listed or len(answer.lines) > 1 else f"\nAnswer: {answer.lines[0]}"
    return answer.written(mark, instructions.style) + value, ()


def _intent(question: str, instructions: Instructions) -> str:
    gold = instructions.gold.get(question)
    return "list" if gold and isinstance(gold.expected, tuple) and not gold.sub_questions else "qa"
