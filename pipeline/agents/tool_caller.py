"""Holds the conversation: the model calls tools until it knows enough, or its calls are used up, and then answers.

A call that cannot be read or carried out is answered like any other, with what is wrong with it, and costs a call.
Source: seed 004, section 5.2.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pipeline.agents.context import fitting
from pipeline.agents.retriever import told
from pipeline.agents.search_tools import ToolResult, run_tool, search_tools
from pipeline.agents.tool_prompt import LAST, opening
from pipeline.agents.tool_results import Shown, within
from pipeline.llm.seam import Conversation, Message, Options, ToolCall, Turn
from pipeline.tasks.conversation import AnswerWithTools
from pipeline.toolbox import Toolbox
from pipeline.trace import Stage
from pipeline.types import AskedQuestion

ASIDE = 500  # characters of the words beside a call that the model is shown again
MOST_ARGUMENTS = 4000  # characters


@dataclass(frozen=True)
class Exchange:
    """One turn of the model with calls, and what each of them brought."""

    turn: Turn
    results: tuple[ToolResult, ...]


@dataclass(frozen=True)
class Held:
    """A conversation that has ended: the model's last words ("" where it said none), every result in the order of the
    calls, and what the last turn was shown of them."""

    text: str
    results: tuple[ToolResult, ...]
    shown: Shown


def hold(asked: AskedQuestion, documents: Sequence[str], tools: Toolbox, stage: Stage) -> Held:
    """Asks the question, carries out at most `max_tool_calls` calls among `documents`, and returns the last message,
    which is asked for without tools when the calls are used up. Raises ModelError."""
    limit, budget = tools.settings.tool_caller.max_tool_calls, tools.context_tokens
    started = opening(asked, documents, tools.annotations, limit)
    exchanges: list[Exchange] = []
    while True:
        results = tuple(result for exchange in exchanges for result in exchange.results)
        left = limit - len(results)

        def attempt(size: int, left: int = left, results: tuple[ToolResult, ...] = results) -> tuple[Turn, Shown]:
            shown = within(size, results, tools.count_tokens)
            return tools.converse(_conversation(asked, started, exchanges, shown, left, tools)), shown

        (turn, shown), budget = fitting(budget, attempt)
        if not turn.tool_calls:
            _tell(stage, exchanges, shown, budget)
            return Held(turn.text, results, shown)
        if len(turn.tool_calls) > left:
            stage.note(f"{len(turn.tool_calls) - left} calls beyond the {limit} allowed were not made")
        made = Turn(turn.text[:ASIDE], turn.tool_calls[:left])
        exchanges.append(Exchange(made, tuple(_carry_out(call, documents, tools, stage) for call in made.tool_calls)))


def _conversation(
    asked: AskedQuestion,
    started: tuple[str, str],
    exchanges: Sequence[Exchange],
    shown: Shown,
    left: int,
    tools: Toolbox,
) -> Conversation:
    settings, texts = tools.settings.tool_caller, iter(shown.texts)
    messages = [Message("system", started[0]), Message("user", started[1])]
    for exchange in exchanges:
        messages.append(Message("assistant", exchange.turn.text, exchange.turn.tool_calls))
        for call in exchange.turn.tool_calls:
            messages.append(Message("tool", next(texts), tool_call_id=call.id, tool_name=call.name))
    if not left:
        messages.append(Message("user", LAST.format(question=asked.question)))
    return Conversation(
        task=AnswerWithTools(asked.question),
        messages=tuple(messages),
        tools=search_tools(tools.settings.search_tools) if left else (),
        options=Options(settings.temperature, settings.max_tokens, model=settings.model),
    )


def _carry_out(call: ToolCall, documents: Sequence[str], tools: Toolbox, stage: Stage) -> ToolResult:
    arguments = _arguments(call)
    with stage.part(call.name if call.name.isidentifier() else "unknown_tool"):
        if arguments is None:
            wrong = f"the arguments must be one JSON object of at most {MOST_ARGUMENTS} characters"
            return ToolResult(call.name, {}, error=wrong)
        return run_tool(call.name, arguments, tools, documents)


def _arguments(call: ToolCall) -> Mapping[str, Any] | None:
    """The call's arguments; None where they are no JSON object, or one that could not be written to a file."""
    if len(call.arguments) > MOST_ARGUMENTS:
        return None
    try:
        given = json.loads(call.arguments or "{}")
        json.dumps(given, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None


def _tell(stage: Stage, exchanges: Sequence[Exchange], shown: Shown, budget: int) -> None:
    results = [result for exchange in exchanges for result in exchange.results]
    stage.details["tool_calls"] = [_called(result) for result in results]
    stage.details["malformed_calls"] = sum(bool(result.error) for result in results)
    stage.details["hits"] = [[told(hit) for hit in result.hits] for result in results]
    stage.details["turns"] = len(exchanges) + 1
    stage.details.update(context_tokens=shown.tokens, context_budget=budget, cut=list(shown.cut))
    if shown.cut:
        stage.note(f"{len(shown.cut)} passages were left out to keep the budget of {budget} tokens")


def _called(result: ToolResult) -> dict[str, Any]:
    called = {"tool": result.tool, "args": dict(result.args), "hits": len(result.hits)}
    return {**called, "error": result.error} if result.error else called


def filters(results: Sequence[ToolResult]) -> list[dict[str, Any]]:
    """The conditions on metadata of the last search that set any and found a document."""
    for result in reversed(results):
        conditions = [condition for condition in result.conditions if condition.field != "doc_id"]
        if conditions and result.documents:
            return [{"bucket": result.args["bucket"], **asdict(condition)} for condition in conditions]
    return []
