"""A model's usual replies to the tasks of agentic over the orders, and what is read of its answers."""

from __future__ import annotations

from typing import Any, Protocol

from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.types import Answer, AskedQuestion
from standins.orders import document
from standins.scripted import Script


class Shop(Protocol):
    """A toolbox over the orders, `copies` of each, asked of the rules or of a script; and the trace of what is done."""

    def __call__(self, script: Script | None = None, copies: int = 1, budget: int = 2000) -> tuple[Toolbox, Trace]: ...


ROUTE = {"buckets": ["orders"], "intent": "qa"}
PLAN = {"intent": "qa", "primary_buckets": ["orders"], "subqueries": [{"purpose": "find_clauses", "query": "string"}]}
SEARCH = {"target_buckets": ["orders"], "strategy": "keyword", "initial_queries": ["string"], "max_tool_calls": 4}
ENOUGH = {"status": "enough"}
COMPOSED = {"status": "answered", "text": f"Blue string [{document('AB-101')}].", "value": "blue"}


def asked(question: str, *replies: str) -> AskedQuestion:
    return AskedQuestion(question, replies=replies)


QUESTION = asked("Which string was used for AB-101?")


def more(tool: str = "search_text", **args: Any) -> dict[str, Any]:
    return {"status": "more", "next_tool_call": {"tool": tool, "args": {"bucket": "orders", "query": "string", **args}}}


def script(**replies: Any) -> Script:
    told: dict[str, Any] = {
        "route_buckets": [ROUTE],
        "decompose_query": [PLAN],
        "plan_search": [SEARCH],
        "review_evidence": [more(), ENOUGH],
        "compose_answer": [COMPOSED],
    }
    return Script(**{**told, **replies})


def details(trace: Trace, name: str) -> dict[str, Any]:
    return dict(next(record for record in trace.records if record.name == name).details)


def files(found: Answer) -> list[str]:
    return [citation.source_file for citation in found.citations]
