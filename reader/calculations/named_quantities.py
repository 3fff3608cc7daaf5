"""Calculations over quantities that a question names: "the fare times the luggage factor".

"Using the fare and the luggage factor, calculate the ferry price for a bag of 42 kg" names two quantities to multiply,
the result "ferry price", and the rest of it is what every quantity is looked up by. General English, no domain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reader.calculations.expressions import (
    MOST,
    Calculation,
    Join,
    average,
    difference,
    less,
    named,
    product,
    quotient,
    subtracted,
    total,
)
from reader.calculations.measure_chains import read_chain, tells
from reader.calculations.named_measures import RELATIVE

VERB = r"(?:calculate|compute|determine|work out|figure out|find|derive|what (?:is|was|are|were|would be|will be))"
THE = r"(?:(?:the|an?|its|their) )?"
_PHRASE = r"[^;.?]+?"
# "of" ends a name, but not within one that is written as a name: "Age of Hull Factor".
_OF = r" of (?!(?-i:(?:[A-Z][a-z]+ )+)(?:factor|rate|relativity|multiplier|discount|surcharge)s?\b)"
_STOP = rf"[;.?!]|$| for |{_OF}| to (?:calculat|comput|find|get)"
_END, _END_OF_LIST = rf"(?=,|{_STOP})", rf"(?={_STOP})"
_ASKS = re.compile(r"\b(?:calculat\w*|comput\w*|multipl\w*|product of|times)\b", re.IGNORECASE)
_RESULT = re.compile(
    rf"\b{VERB} {THE}(?P<result>(?!(?:the|an?)\b)[^,:;.?]+?)"
    r"(?=[,:;.?!]|$| (?:for|of|when|if|in|at|with|on|under|that|which|located|given|using|by|from|based)\b)",
    re.IGNORECASE,
)
_WHAT_RESULTS = re.compile(r"\bwhat (?P<result>[^,:;.?]+?) (?:results?|follows|is due|comes? out)\b", re.IGNORECASE)
QUANTITY = re.compile(
    r"\b(?:factor|ratio|rate|value|score|limit|amount|size|premium|price|cost|fee|fare|charge|percent(?:age)?|deductible"
    r"|discount|surcharge|credit|total|number|count|revenue|income|profit|expense|sale|tax|loss|payment|balance|debt"
    r"|asset|salary|wage|weight|length|width|height|area|volume|distance|age|share|margin|relativity|multiplier)"
    r"(?:e?s)?\b",
    re.IGNORECASE,
)
_MULTIPLIES = re.compile(
    r"\b(?:factor|rate|relativity|multiplier|percent(?:age)?|ratio|share|quantity|number|count|units?)s?\b",
    re.IGNORECASE,
)
_ADDS = re.compile(r"\b(?:total|sum|combined|together|altogether)\b", re.IGNORECASE)
_JOINT = re.compile(r",? (?:and|plus) (?:the )?|, (?:the )?", re.IGNORECASE)
_JOINT_THE = re.compile(r",? and the |, the ", re.IGNORECASE)
# How the result is to be written says nothing of the case.
_ROUNDED = re.compile(
    r",? ?\(?(?:please )?(?:round\w* )?(?:(?:to|in) )?(?:the )?(?:nearest|whole|full|\w+ decimal) [\w-]+(?: places?)?"
    r"\)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Form:
    """A way to ask: the words, how the operands are joined, and whether they say already that there is something to
    calculate (else each operand has to be a quantity by name)."""

    words: re.Pattern[str]
    join: Join
    certain: bool = True


def _form(words: str, join: Join, certain: bool = True) -> _Form:
    return _Form(re.compile(words, re.IGNORECASE), join, certain)


_TWO, _B = rf"{THE}(?P<a>{_PHRASE})", rf"{THE}(?P<b>{_PHRASE}){_END}"
_ALL = rf"{THE}(?P<all>{_PHRASE}){_END_OF_LIST}"
_FORMS = (
    _form(rf"\bproduct of {_ALL}", product),
    _form(rf"\bmultiply(?:ing)? {_TWO} (?:by|and|with) {_B}", product),
    _form(rf"{_TWO} multiplied by {_B}", product),
    _form(rf"{_TWO} times {_B}", product, certain=False),
    _form(rf"\bsubtract(?:ing)? {_TWO} from {_B}", subtracted),
    _form(rf"\bdivid(?:e|ing) {_TWO} by {_B}", quotient),
    _form(rf"{_TWO} divided by {_B}", quotient),
    _form(rf"\badd(?:ing)? {_TWO} (?:to|and) {_B}", total, certain=False),
    _form(rf"\b(?:sum|total) of {_ALL}", total, certain=False),
    _form(rf"\baverage of {_ALL}", average, certain=False),
    _form(rf"\bdifference between {_ALL}", difference, certain=False),
    _form(rf"{_TWO} minus {_B}", less, certain=False),
    _form(rf"{_TWO} plus {_B}", total, certain=False),
)
_USING = (
    re.compile(
        rf"\b(?:using|use|with|from|given) {THE}(?P<all>[^;.?]+?)(?=,? (?:and |to )?(?:calculat|comput)|, {VERB})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<=[a-z] )(?:using|(?<!feet )(?<!miles )(?<!away )from|based on) (?:only )?"
        rf"{THE}(?P<all>{_PHRASE})(?=,|{_STOP}| in | at )",
        re.IGNORECASE,
    ),
)
_PART = re.compile(
    rf"\b(?:{VERB}|how much is) (?P<percent>\d+(?:\.\d+)?)\s?(?:%|percent|per cent) of {THE}(?P<a>{_PHRASE}){_END}",
    re.IGNORECASE,
)
_LEAD = re.compile(rf"^(?:.*\b{VERB}|please|and|then)\s+{THE}", re.IGNORECASE)
_STATED = re.compile(r"\s*[$€£]?\d")  # no name of a quantity but a value
# What stands before the first of two quantities: "the fare, base fee", "for a bag of 42 kg as the base fee".
_BEFORE = re.compile(rf".*(?:[,:]|\b(?:as|by|equals|is|are|was|=))\s+{THE}", re.IGNORECASE)


def of_percentage(question: str) -> Calculation | None:
    """ "5% of the fee" as a product."""
    part = _PART.search(question)
    operand = part["a"].strip() if part else ""
    if part is None or not QUANTITY.search(operand):
        return None
    return _calculation(question, part.span(), (operand,), lambda names: f"{part['percent']}% * {names[0]}")


def of_chain(question: str) -> Calculation | None:
    """Measures that words of arithmetic join, whatever stands between them."""
    chain = read_chain(question)
    if chain is None or len(chain.operands) > MOST:
        return None
    asked = _calculation(question, chain.span, chain.operands, lambda names: chain.expression.format(*names))
    rest = f"{asked.rest} {chain.within}".strip()
    return replace(asked, rest=rest, result=asked.result or chain.result)


def of_named(question: str) -> Calculation | None:
    """From two to `MOST` quantities that the question names one by one."""
    for form in _FORMS:
        if found := form.words.search(question):
            operands, start = _operands(found)
            told = tells(question, found.span())
            if not told and 2 <= len(operands) <= MOST and (form.certain or all(map(QUANTITY.search, operands))):
                return _calculation(question, (start, found.end()), operands, form.join)
    return None


def of_used(question: str) -> Calculation | None:
    """What is to be calculated "using A and B"; "using A and B, what is C" asks to where A and B are quantities."""
    asks = bool(_ASKS.search(question))
    for words in _USING:
        using = words.search(question)
        operands = _listed(using["all"]) if using else ()
        if using is None or not 2 <= len(operands) <= MOST or any(map(_STATED.match, operands)):
            continue
        if any(map(RELATIVE.search, operands)):
            continue
        first = words is _USING[0] and re.match(r"using|use", using.group(), re.IGNORECASE)
        if not asks and not (first and all(map(QUANTITY.search, operands))):
            continue
        beside = f"{question[: using.start()]} {question[using.end() :]}"
        if _result(beside):  # "How are fees calculated using the weight and the zone?" tells, and asks none
            return _calculation(question, using.span(), operands, _by_words(beside, operands))
    return None


def _operands(found: re.Match[str]) -> tuple[tuple[str, ...], int]:
    """The quantities, and where in the question the first one begins."""
    groups = found.groupdict()
    if "all" in groups:
        return _listed(groups["all"]), found.start()
    first, start = groups["a"], found.start()
    for before in (_LEAD, _BEFORE):
        if (lead := before.match(first)) and QUANTITY.search(first[lead.end() :]):
            start = found.start("a") + lead.end() if lead.end() else start
            first, found_at = first[lead.end() :], found.start("a") + len(groups["a"]) - len(first[lead.end() :])
            start = found_at
    return (first.strip(), groups["b"].strip()), start


def _listed(words: str) -> tuple[str, ...]:
    """ "A, B and the C" as three; where "and the" parts them, another "and" is of a name. "The fire and theft rate" are
    two rates, and so are "the fire and the theft rates"."""
    joint = _JOINT_THE if _JOINT_THE.search(words) else _JOINT
    found = [part.strip(" ,") for part in joint.split(words) if part.strip(" ,")]
    head = found[-1].split()[1:] if found else []
    shared = joint is _JOINT or (head and head[-1].endswith("s"))
    if shared and QUANTITY.search(" ".join(head)) and not any(map(QUANTITY.search, found[:-1])):
        found = [*(f"{part} {' '.join(head)}" for part in found[:-1]), found[-1]]
    return tuple(found)


def _by_words(asked: str, operands: Sequence[str]) -> Join:
    """How quantities that are to be used are joined: as the result is called, else a product."""
    result = _result(asked)
    if re.search(r"\bdifference\b", result, re.IGNORECASE):
        return difference
    if re.search(r"\b(?:average|mean)\b", result, re.IGNORECASE):
        return average
    if re.search(r"\bratio\b", result, re.IGNORECASE):
        return quotient
    return total if _ADDS.search(result) and not any(map(_MULTIPLIES.search, operands)) else product


def _result(asked: str) -> str:
    found = _WHAT_RESULTS.search(asked) or _RESULT.search(asked)
    return found["result"].strip() if found else ""


def _calculation(question: str, span: tuple[int, int], operands: tuple[str, ...], join: Join) -> Calculation:
    rest = _ROUNDED.sub("", f"{question[: span[0]]} {question[span[1] :]}").strip(" ,.;?!")
    result = _result(rest)
    told = re.sub(rf"^\W*(?:please )?{VERB}\b\s*{THE}\W*", "", rest, flags=re.IGNORECASE)
    names = named(operands)
    told = re.sub(r"\s+(?:the|an?)$", "", f" {' '.join(told.split()).strip(' ,:.;?!')}", flags=re.IGNORECASE)
    return Calculation(operands, names, join(names), result, told.strip())
