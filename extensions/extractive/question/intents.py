"""Finds the kind of answer that a question wants from its form: qa, list, summarize, compare or compute, and the
format."""

from __future__ import annotations

import re
from typing import Literal

from ragatta.pipeline.tasks.agentic import Function, Intent
from ragatta.pipeline.text.enumeration import is_enumeration

_COUNT = re.compile(r"\bhow many\b|\b(?:number|count) of\b|\bcount (?:the|all|every|how)\b", re.IGNORECASE)
_FUNCTIONS: tuple[tuple[Function, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))  # type: ignore[misc]
    for name, words in (
        ("average", "average|mean|on average"),
        ("maximum", "highest|largest|biggest|greatest|maximum|longest|latest|newest|most (?:expensive|recent)"),
        ("minimum", "lowest|smallest|minimum|least|shortest|earliest|oldest|cheapest"),
        ("sum", "totals?|sum|combined|altogether|overall|in all|add up|together"),
    )
)
_SUMMARIZE = re.compile(r"\b(?:summari[sz]e|summary|overview|outline|gist)\b", re.IGNORECASE)
_COMPARE = re.compile(r"\b(?:compare|comparison|versus|vs\.?|differ(?:s|ence|ences)?|differently)\b", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\b(?:which|what|whose)\s+(?:\w+\s+){0,2}?(?!(?:is|was|has|does)\b)[a-z]+(?<!s)s\b(?!\s+(?:the|a)\b)",
    re.IGNORECASE,
)
_SHOW = re.compile(
    r"\s*(?:please |(?:can|could|would) you (?:please )?)?"
    r"(?:i(?:'m| am) looking for|i (?:need|want|would like)|list|show|give|name|find|identify|enumerate|export|all|any"
    r"|(?:is|are|was|were) there any)\b",
    re.IGNORECASE,
)
_TABLE = re.compile(r"\b(?:table|spreadsheet)\b", re.IGNORECASE)
_EXPLAIN = re.compile(
    r"\b(?:explain|describe|how (?:do|does|is|are|should|can|to)|why|steps?|procedure|process)\b", re.I
)


def intent_of(question: str) -> Intent:
    """The intent from the question's form alone, without the schema."""
    if _SUMMARIZE.search(question):
        return "summarize"
    if _COMPARE.search(question):
        return "compare"
    if function_of(question):
        return "compute"
    lists = is_enumeration(question) or _SHOW.match(question) or _SEVERAL.search(question)
    return "list" if lists else "qa"


def function_of(question: str) -> Function | None:
    """The requested computation; None if there is none. Field names ("total weight") must be removed before."""
    if _COUNT.search(question):
        return "count"
    return next((name for name, pattern in _FUNCTIONS if pattern.search(question)), None)


def format_of(question: str, intent: Intent) -> Literal["natural_language", "list", "table"]:
    """A table if one is asked for, a list for a list, else sentences."""
    if _TABLE.search(question):
        return "table"
    return "list" if intent == "list" else "natural_language"


def is_conceptual(question: str, intent: Intent) -> bool:
    """Whether the question asks for understanding instead of a fact, for which summaries help more than shared
    words."""
    return intent == "summarize" or bool(_EXPLAIN.search(question))
