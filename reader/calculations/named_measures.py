"""The measures that a question names: noun phrases that end in a word for a rate, a factor or a price.

"just the base rate" names the "base rate", "the factor for the rush fee" the "rush fee factor". What stands before a
name to choose it ("only", "the applicable") is no part of it, and neither are values and codes: these are of the case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

FACTOR = (
    r"(?:factor|multiplier|relativit(?:y|ies)|coefficient|ratio|multiple|index|modifier|percentage|rate|uplift"
    r"|markup)s?"
)
_MONEY = (
    r"(?:charge|fee|price|surcharge|discount|credit|fare|cost|toll|tariff|tax|wage|salary|premium|levy|duty|rebate"
    r"|allowance|loading|deposit|rent|supplement|deduction|reduction|payment)s?"
)
HEAD = rf"(?:{FACTOR}|{_MONEY})"
# A share of something or an amount off or on it: which of these, only its value tells, so that a list of measures with
# one says no calculation.
RELATIVE = re.compile(r"\b(?:discount|credit|rebate|reduction|deduction|surcharge|allowance|loading)s?$", re.IGNORECASE)
_WORD = r"[^\W\d_](?:[\w’'&-]*\w)?(?: ?/ ?[^\W\d_][\w’'-]*)*"
_CHOOSING = (
    r"(?:the|an?|its|their|his|her|our|my|your|this|that|these|those|any|each|every|both|just|only|simply|merely|solely"
    r"|exactly|either|all|applicable|appropriate|relevant|correct|corresponding|respective|right|matching|proper"
    r"|required|mandatory|compulsory|obligatory|stated|listed|published|resulting)"
)
# Words that no name of a measure holds: they tie it to what stands before it.
_TIE = (
    r"(?:and|or|plus|minus|less|times|x|by|with|for|in|at|on|to|from|under|over|per|if|when|while|where|as|than|then|but"
    r"|after|before|once|using|uses?|used|taking|takes?|apply|applying|applies|applied|multipl\w+|add|adds|adding|added"
    r"|subtract\w*|divid\w+|comput\w+|calculat\w+|determin\w+|find|work|out|give|gives|given|get|gets|tell|show|is|are"
    r"|was|were|be|being|been|has|have|had|do|does|did|what|what['’]s|which|how|much|many|i|we|you|it|they|us|me|of"
    r"|product|sum|total|average|mean|result|difference|please|also|not|no|nothing|alone|into|based|about|says?"
    r"|states?|describes?|will|would|should|must|can|may|including|include|includes|combin\w+|charge(?= of))"
)
_IN_NAME = rf"(?!{_TIE}(?![\w-]))(?!{_CHOOSING}\b)(?![^\W_]*\d){_WORD}"
_INNER = rf"(?!{HEAD}\b){_IN_NAME}"
# "amount of cover factor", "the distance to shore factor": what the measure is of; "Wind and Hail Factor": in capitals.
_OF = (
    rf"{_INNER}(?: {_INNER}){{0,3}} of (?=(?:{_INNER} ){{1,5}}{FACTOR}\b)"
    rf"|(?<=\bthe ){_INNER} (?:to|from|in) (?=(?:{_INNER} ){{1,5}}{FACTOR}\b)"
)
_CAPITALS = rf"(?-i:[A-Z])[\w-]* and (?=(?-i:[A-Z])[\w-]* {HEAD}\b)"
_NAME = re.compile(
    rf"(?<![\w$€£.,/-])(?P<lead>(?:{_CHOOSING} ){{0,4}})"
    rf"(?P<name>(?:{_OF}|{_CAPITALS})?(?:{_IN_NAME} ){{0,5}}?(?P<head>{HEAD}))(?![\w/-]| {HEAD}\b)",
    re.IGNORECASE,
)
_FOR = re.compile(
    rf" (?:for|of) the (?:{_CHOOSING} ){{0,2}}(?P<of>{_INNER}(?: {_INNER}){{0,5}}?)(?=[,.;:?!)]| (?:{_TIE})\b|$)",
    re.IGNORECASE,
)


# A factor is a plain number; a rate may be one, or a sum of money.
_PURE = re.compile(
    r"(?:factor|multiplier|relativit(?:y|ies)|coefficient|ratio|multiple|index|modifier)s?$", re.IGNORECASE
)
_IN_MONEY = re.compile(r"[-+(]?[$€£]")


def no_value_of(measure: str, value: str) -> bool:
    """Whether a value cannot be that of a measure by its kind: "$720,000" is no value of a "season factor"."""
    return bool(_PURE.search(measure) and _IN_MONEY.match(value))


@dataclass(frozen=True)
class Measure:
    """`name` as a table would be called, `head` its last word. `span` is where it stands, with what chooses it."""

    name: str
    head: str
    span: tuple[int, int]

    @property
    def multiplies(self) -> bool:
        return re.fullmatch(FACTOR, self.head, re.IGNORECASE) is not None


@lru_cache(maxsize=1024)  # every way to ask reads them
def named_measures(question: str) -> tuple[Measure, ...]:
    """The measures in their order."""
    found: list[Measure] = []
    at = 0
    while match := _NAME.search(question, at):
        name, end = match["name"], match.end()
        if name == match["head"] and match["lead"] and (behind := _FOR.match(question, end)):
            name, end = f"{behind['of'].strip()} {name}", behind.end()
        found.append(Measure(name, match["head"], (match.start(), end)))
        at = end
    return tuple(found)
