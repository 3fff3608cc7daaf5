"""Finds the measures that a question names, and their product or sum if it asks for that.

A measure is a noun phrase that ends in a word for a rate, a factor or a price, without words such as "only" or "the
applicable". One price or rate with factors is a product ("Starting from the base rate, what premium is due once the
zone factor is applied?"); a total of charges is a sum. Other rules handle questions that state a value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ragatta.extensions.extractive.calculations.expressions import JOINS, MOST, Calculation, named

_FACTOR = r"(?:factor|multiplier|relativit(?:y|ies)|coefficient|ratio|multiple|index|modifier|percentage|rate)s?"
_MONEY = (
    r"(?:charge|fee|price|surcharge|discount|credit|fare|cost|tariff|tax|wage|premium|duty|rebate|allowance|deposit|rent"
    r"|deduction|reduction|payment)s?"
)
_HEAD = rf"(?:{_FACTOR}|{_MONEY})"
# A share of something or an amount off or on it: which of these, only its value tells.
_RELATIVE = re.compile(r"\b(?:discount|credit|rebate|reduction|deduction|surcharge|allowance)s?$", re.IGNORECASE)
_WORD = r"[^\W\d_](?:[\w’'&-]*\w)?(?: ?/ ?[^\W\d_][\w’'-]*)*"
_CHOOSING = (
    r"(?:the|an?|its|their|our|this|that|any|each|both|just|only|all|applicable|appropriate|relevant|correct|required"
    r"|mandatory)"
)
# Words that no name of a measure holds: they tie it to what stands before it.
_TIE = (
    r"(?:and|or|plus|minus|times|x|by|with|for|in|at|on|to|from|under|over|per|if|when|where|as|than|then|but|after"
    r"|before|once|using|uses?|used|taking|takes?|apply|applying|applies|applied|multipl\w+|add\w*|comput\w+|calculat\w+"
    r"|determin\w+|find|out|give|gives|get|tell|show|is|are|was|were|be|been|has|have|do|does|did|what|which|how|much"
    r"|many|i|we|you|it|they|me|of|product|sum|total|average|result|difference|please|also|not|no|based|about|will"
    r"|would|should|must|can|may|includ\w+|combin\w+)"
)
_IN_NAME = rf"(?!{_TIE}(?![\w-]))(?!{_CHOOSING}\b)(?![^\W_]*\d){_WORD}"
_INNER = rf"(?!{_HEAD}\b){_IN_NAME}"
_OF = rf"{_INNER}(?: {_INNER}){{0,3}} of (?=(?:{_INNER} ){{1,5}}{_FACTOR}\b)"  # "amount of cover factor"
_NAME = re.compile(
    rf"(?<![\w$€£.,/-])(?:{_CHOOSING} ){{0,4}}"
    rf"(?P<name>(?:{_OF})?(?:{_IN_NAME} ){{0,5}}?(?P<head>{_HEAD}))(?![\w/-]| {_HEAD}\b)",
    re.IGNORECASE,
)
QUANTITY = re.compile(
    r"\b(?:factor|ratio|rate|value|score|limit|amount|size|premium|price|cost|fee|fare|charge|percent(?:age)?|deductible"
    r"|discount|surcharge|credit|total|number|count|revenue|income|profit|expense|sale|tax|loss|payment|balance|debt"
    r"|asset|salary|wage|weight|length|width|height|area|volume|distance|age|share|margin|relativity|multiplier)"
    r"(?:e?s)?\b",
    re.IGNORECASE,
)
# A factor is a plain number; a rate may be one, or a sum of money.
_PURE = re.compile(r"(?:factor|multiplier|relativity|coefficient|ratio|multiple|index|modifier)s?$", re.IGNORECASE)
_IN_MONEY = re.compile(r"[-+(]?[$€£]")
_BASE = re.compile(r"(?:rate|price|fare|fee|charge|premium|wage|cost|tariff|rent)s?", re.IGNORECASE)
_ADDS = re.compile(r"\b(?:combined|total|sum|altogether|together|in all|add(?:ed)?(?: up)?)\b", re.IGNORECASE)
_OPERATES = re.compile(r"\b(?:multipl\w+|combin\w+|appl(?:y|ied|ying)|product|times|using|starting)\b", re.IGNORECASE)
_MULTIPLIED = re.compile(r"\b(?:multipl(?:y|ied by)|times)\b|(?:^| )[x×*] ", re.IGNORECASE)
_RESULT = re.compile(r"\b(?:result|number|amount|come to|do (?:you|i|we) get|how much)\b", re.IGNORECASE)
# What stands before the measure that is asked for, and not before one that is told.
_ASKS_FOR = re.compile(
    r"(?:^|[.:;?!] |\b(?:what|is|are|be|get|find|give|me|will|compute|calculate|determine|out|tell) )$", re.IGNORECASE
)
_TELLS = re.compile(
    r"\s*(?:so |and |but )?(?:(?:is|are|was|were|do|does|did|can|may|must|will|should|has|have|when|why|who|where|which"
    r"|list|name|describe|explain)\b(?! you\b)|how\b(?! much\b| many\b))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.?!](?= [A-Z(]|$)")
_VALUE_BEFORE, _VALUE_BEHIND = (
    re.compile(r"[$€£]\s?[\d.,]+ $"),
    re.compile(r"(?: of| is| =|:)? [$€£]?\d+(?:\.\d+)?(?!\w)"),
)


@dataclass(frozen=True)
class Measure:
    """`name`: the probable name of its table; `head`: its last word; `span`: its position, with words that qualify
    it."""

    name: str
    head: str
    span: tuple[int, int]

    @property
    def multiplies(self) -> bool:
        return re.fullmatch(_FACTOR, self.head, re.IGNORECASE) is not None


@lru_cache(maxsize=1024)  # every rule that asks reads them
def named_measures(question: str) -> tuple[Measure, ...]:
    """The measures in order."""
    return tuple(Measure(match["name"], match["head"], match.span()) for match in _NAME.finditer(question))


def no_value_of(measure: str, value: str) -> bool:
    """Whether a value is of the wrong kind for a measure: "$720,000" is no value of a "season factor"."""
    return bool(_PURE.search(measure) and _IN_MONEY.match(value))


def of_measures(question: str) -> Calculation | None:
    """The product or sum of the measures that the question names besides its result; None without measures or
    result."""
    measures = [one for one in named_measures(question) if not (one.multiplies and one.name == one.head)]
    result = next((one for one in measures if not one.multiplies and _asks_for(question, one)), None)
    operands = [one for one in measures if one is not result and one.name not in (one.head, result and result.name)]
    if not 2 <= len(operands) <= MOST or _tells(question, (result or operands[0]).span[0]):
        return None
    if len({one.name for one in operands}) < len(operands) or any(_is_stated(question, one) for one in operands):
        return None
    outside = _without(question, operands)
    join = _joined(operands, outside, result is not None)
    if not join:
        return None
    words = tuple(one.name for one in operands)
    names = named(words)
    rest = " ".join(outside.split())
    return Calculation(words, names, JOINS[join](names), result.name if result else "", rest)


def _asks_for(question: str, measure: Measure) -> bool:
    """Whether a measure is in the place of the requested result."""
    return bool(_ASKS_FOR.search(question[: measure.span[0]]))


def _tells(question: str, at: int) -> bool:
    """Whether the sentence there asks for something other than a result."""
    starts = [0, *(end.end() for end in _SENTENCE.finditer(question, 0, at))]
    return bool(_TELLS.match(question, starts[-1]))


def _joined(operands: Sequence[Measure], outside: str, has_result: bool) -> str:
    """The operation on them if a result is asked for; else ""."""
    heads = [one.head for one in operands]
    if any(map(_RELATIVE.search, heads)):
        return ""
    bases = sum(bool(_BASE.fullmatch(head)) for head in heads)
    if bases == len(heads):
        money = not any(one.multiplies for one in operands)
        return "total" if money and _ADDS.search(outside) else ""
    asked = has_result or _MULTIPLIED.search(outside) or (_RESULT.search(outside) and _OPERATES.search(outside))
    return "product" if bases == 1 and asked else ""


def _is_stated(question: str, measure: Measure) -> bool:
    """Whether the question itself gives the measure's value."""
    start, end = measure.span
    return bool(_VALUE_BEFORE.search(question[:start]) or _VALUE_BEHIND.match(question[end:]))


def _without(question: str, operands: Sequence[Measure]) -> str:
    """The question without the operands, which describes the case."""
    for one in reversed(operands):
        question = f"{question[: one.span[0]].rstrip()} {question[one.span[1] :]}"
    return question.strip(" ,.;?!")
