"""What kind of answer a question wants, by its form: qa, list, summarize, compare or compute, and in which format."""

from __future__ import annotations

import re
from typing import Literal

from pipeline.enumeration import is_enumeration
from pipeline.tasks.agentic import Function, Intent

_COUNT = re.compile(r"\bhow many\b|\b(?:number|count) of\b|\bcount (?:the|all|every|how)\b", re.IGNORECASE)
# A question that asks for one figure over several documents; "total" and the like may also be part of a label.
_FIGURE = re.compile(r"^\W*(?:(?:what|how much|which|calculate|compute|give|tell|find|show|add|sum)\b|(?:in|across|over|for|of|among|between)\b.{0,80}\b(?:what|how much|which)\b)", re.IGNORECASE)  # fmt: skip  # noqa: E501
_FUNCTIONS: tuple[tuple[Function, re.Pattern[str]], ...] = (
    ("average", re.compile(r"\b(?:average|mean|on average)\b", re.IGNORECASE)),
    ("maximum", re.compile(r"\b(?:highest|largest|biggest|greatest|maximum|most expensive|latest|newest|most recent|longest|top)\b", re.IGNORECASE)),  # noqa: E501
    ("minimum", re.compile(r"\b(?:lowest|smallest|least|minimum|cheapest|earliest|oldest|first|shortest)\b", re.IGNORECASE)),  # noqa: E501
    ("sum", re.compile(r"\b(?:totals?|sum|combined|altogether|overall|in all|add up|together|aggregate)\b", re.IGNORECASE)),  # noqa: E501
)  # fmt: skip
_SUMMARIZE = re.compile(r"\b(?:summari[sz]e|summary|overview|outline|gist)\b", re.IGNORECASE)
_COMPARE = re.compile(r"\b(?:compare|comparison|versus|vs\.?|differ(?:s|ence|ences)?|differently)\b", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\b(?:which|what|whose)\s+(?:\w+\s+){0,2}?(?!(?:is|was|has|does)\b)[a-z]+(?<!s)s\b(?!\s+(?:the|a)\b)",
    re.IGNORECASE,
)
_SHOW = re.compile(r"\s*(?:please |(?:can|could|would) you (?:please )?)?(?:list|show|give|name|find|identify|enumerate|pull|return|get|export|display|retrieve)\b", re.IGNORECASE)  # fmt: skip  # noqa: E501
_TABLE = re.compile(r"\b(?:table|tabular|tabulate|columns?|spreadsheet)\b", re.IGNORECASE)
_EXPLAIN = re.compile(
    r"\b(?:explain|describe|walk me through|how (?:do|does|is|are|should|can|to)|why|steps?|procedure|process)\b",
    re.IGNORECASE,
)


def intent_of(question: str) -> Intent:
    """By form alone; whether the documents' fields can serve it, the schema tells."""
    if _SUMMARIZE.search(question):
        return "summarize"
    if _COMPARE.search(question):
        return "compare"
    if _COUNT.search(question) or (_FIGURE.match(question) and function_of(question)):
        return "compute"
    if is_enumeration(question) or _SHOW.match(question) or _SEVERAL.search(question):
        return "list"
    return "qa"


def function_of(question: str) -> Function | None:
    """What is to be computed; None where nothing is."""
    if _COUNT.search(question):
        return "count"
    return next((name for name, pattern in _FUNCTIONS if pattern.search(question)), None)


def format_of(question: str, intent: Intent) -> Literal["natural_language", "list", "table"]:
    """A table where one is asked for, a list for a list, else sentences."""
    if _TABLE.search(question):
        return "table"
    return "list" if intent == "list" else "natural_language"


def is_conceptual(question: str, intent: Intent) -> bool:
    """Whether understanding is asked for rather than a fact: what a summary tells better than words in common."""
    return intent == "summarize" or bool(_EXPLAIN.search(question))
