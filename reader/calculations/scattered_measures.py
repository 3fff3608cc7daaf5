"""Calculations whose measures stand apart: "Starting from the base rate, what premium is due once the zone factor is
applied?" One price or rate and factors beside what is asked for are its product; charges that a total is asked of, its
sum. A value that the question states itself leaves nothing to be looked up, and such a question is left to others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from reader.calculations.expressions import MOST, Calculation, Join, named, product, total
from reader.calculations.measure_chains import asks_for, tells
from reader.calculations.named_measures import RELATIVE, Measure, named_measures

_ADDS = re.compile(r"\b(?:combined|total|sum|altogether|together|in all|add(?:ed)?(?: up)?)\b", re.IGNORECASE)
_OPERATES = re.compile(
    r"\b(?:multipl\w+|combin\w+|adjust\w*|appl(?:y|ied|ying)|product|compound\w*|times|using|starting)\b", re.IGNORECASE
)
_RESULT = re.compile(r"\b(?:result|number|amount|come to|multiply out|do (?:you|i|we) get|how much)\b", re.IGNORECASE)
_BASE = re.compile(r"(?:rate|price|fare|fee|charge|premium|wage|salary|cost|tariff|rent|toll)s?", re.IGNORECASE)
_VALUE_BEFORE, _VALUE_BEHIND = (
    re.compile(r"[$€£]\s?[\d.,]+ $"),
    re.compile(r"(?: of| is| =|:)? [$€£]?\d+(?:\.\d+)?(?!\w)"),
)
_GLUE = re.compile(
    r"\b(?:starting|beginning) (?:from|with)\b|\b(?:if|once|after|when|using|take|apply(?:ing)?|appl(?:y|ied)|combine"
    r"|multipl(?:y|ied|ying)|adjusted|nothing except|by|only)(?= [,.;?]|,|$|  )",
    re.IGNORECASE,
)


def of_scattered(question: str) -> Calculation | None:
    """The product or the sum of the measures that the question names beside its result; None where they are no such
    measures, or where it asks for no result."""
    measures = [one for one in named_measures(question) if not (one.multiplies and one.name == one.head)]
    result = next((one for one in measures if not one.multiplies and asks_for(question, one)), None)
    operands = [one for one in measures if one is not result and one.name not in (one.head, result and result.name)]
    if not 2 <= len(operands) <= MOST or tells(question, (result or operands[0]).span):
        return None
    if len({one.name for one in operands}) < len(operands) or any(_is_stated(question, one) for one in operands):
        return None
    outside = _without(question, operands)
    join = _joined(operands, outside, result is not None)
    if join is None:
        return None
    words = tuple(one.name for one in operands)
    names = named(words)
    return Calculation(
        words, names, join(names), result.name if result else "", " ".join(_GLUE.sub("", outside).split())
    )


def _joined(operands: Sequence[Measure], outside: str, has_result: bool) -> Join | None:
    """How they are joined, where a result is asked of them."""
    heads = [one.head for one in operands]
    if any(map(RELATIVE.search, heads)):
        return None
    bases = sum(bool(_BASE.fullmatch(head)) for head in heads)
    if bases == len(heads):
        money = not any(one.multiplies for one in operands)
        return total if money and _ADDS.search(outside) else None
    asked = has_result or bool(_RESULT.search(outside) and _OPERATES.search(outside))
    return product if bases == 1 and asked else None


def _is_stated(question: str, one: Measure) -> bool:
    """Whether the question gives the measure's value itself."""
    start, end = one.span
    return bool(_VALUE_BEFORE.search(question[:start]) or _VALUE_BEHIND.match(question[end:]))


def _without(question: str, operands: Sequence[Measure]) -> str:
    """The question without the operands: what it says of the case."""
    for one in reversed(operands):
        question = f"{question[: one.span[0]].rstrip()} {question[one.span[1] :]}"
    return question.strip(" ,.;?!")
