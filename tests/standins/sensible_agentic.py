"""What the sensible stand-in model says to the tasks of agentic, from the words of the request."""

from __future__ import annotations

import re
from typing import Any

FIELDS = {  # a field that only the task's reply has: the task
    "buckets": "route",
    "primary_buckets": "decompose_query",
    "initial_queries": "plan_search",
    "next_tool_call": "review",
}


def route(user: str, _schema: Any) -> dict[str, Any]:
    """Every bucket; a list where one is asked for."""
    return {"buckets": re.findall(r"^- (\w+):", user, re.MULTILINE), "intent": "list" if "Which" in user else "qa"}


def decompose_query(user: str, _schema: Any) -> dict[str, Any]:
    """A filter where the question says "above" a number, of the first field of numbers; else a search of the text."""
    question = re.findall(r'question "(.+?)"', user)[-1]
    limit = re.search(r"(above) (\d+)", question)
    bucket, field = (
        re.search(r"^Bucket (\w+):", user, re.MULTILINE),
        re.search(r"^- (\w+) \(INTEGER\)", user, re.MULTILINE),
    )
    filtered = bool(limit and bucket and field)
    constraint = {"field": field and field[1], "operator": ">", "value": limit and float(limit[2]), "raw_text": "above"}
    return {
        "intent": "list" if filtered else "qa",
        "primary_buckets": [bucket[1]] if filtered and bucket else re.findall(r"^Bucket (\w+):", user, re.MULTILINE),
        "entities": [],
        "constraints": [constraint] if filtered else [],
        "topic_terms": [],
        "subqueries": [{"purpose": "filter_docs" if filtered else "find_clauses", "query": question}],
        "computation": None,
        "output_preferences": {"format": "list", "fields": [], "needs_citations": True},
    }


def plan_search(user: str, _schema: Any) -> dict[str, Any]:
    question = re.findall(r'question "(.+?)"', user)[0]
    return {
        "target_buckets": ["all"],
        "strategy": "hybrid",
        "initial_queries": [question],
        "filters_hint": [],
        "max_tool_calls": 3,
    }


def review(user: str, _schema: Any) -> dict[str, Any]:
    """More until something was found, if text has to be read."""
    done = "no search is needed" in user or '"results": [{' in user
    return {
        "status": "enough" if done else "more",
        "reason": "as planned",
        "next_tool_call": None,
        "clarification_details": None,
    }


def compose(user: str, _schema: Any) -> dict[str, Any]:
    """The line of the evidence that shares most words with the question."""
    question = re.findall(r'question "(.+?)"', user)[0]
    evidence = user.partition("\n\n")[2].rpartition("\n\nNow answer")[0]
    head = r"^\[([^\n]+\.pdf)\] page"
    passages = re.findall(rf"{head}[^\n]*\n(.*?)(?={head}|\Z)", evidence, re.DOTALL | re.MULTILINE)
    lines = [(line, name) for name, text, _ in passages for line in re.split(r"(?<=\.)\s|\n", text)]
    said, name = max(lines, key=lambda pair: len(_words(pair[0]) & _words(question)))
    numbers = re.findall(r"\d+", said)
    value = numbers[-1] if numbers else ""
    return {"status": "answered", "text": f"{said} [{name}]", "items": [], "value": value, "missing": ""}


def annotate(_user: str, schema: Any) -> dict[str, Any]:
    """What no labelled line states is not known."""
    return dict.fromkeys(schema["properties"])


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


TASKS = {
    "route": route, "decompose_query": decompose_query, "plan_search": plan_search, "review": review,
    "compose": compose, "annotate": annotate,
}  # fmt: skip
