"""Finds the figures of a sentence that may be the answer, each with its position and any reason against it.

Dates, references ("Rule 12", "page 604") and list numbers are not figures. Figures that are denied, approximate or
stated by the question are kept but marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ragatta.eval.answers.stance import any_of
from ragatta.eval.answers.worded import in_digits
from ragatta.eval.matching.numbers import Number, close_up, numbers

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DATES = re.compile(
    rf"\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:\s*,?\s*(?:19|20)\d\d)?\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:,?\s+(?:19|20)\d\d)?\b"
    rf"|\b{_MONTH}\s+(?:19|20)\d\d\b|\b(?:19|20)\d\d\s*[-–/]\s*(?:19|20)?\d\d\b(?!\s*%)"
    r"|\b(?:fy|fiscal(?:\s+year)?|calendar\s+year|year\s+end(?:ed|ing)?|q[1-4]|h[12])\s*'?(?:19|20)?\d\d\b"
    r"|\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d+-(?:K|Q)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_ASKS_DATE = any_of(
    r"when (?:is|was|did|do|does|will|are|were|must|can|should|has|have)", r"(?:what|which) (?:year|date|day|time)",
    r"(?:in|of) (?:what|which) year", r"how old", r"(?<!\ba )(?<!\bper )year (?:was|is|did|of)",
)  # fmt: skip
# What a number behind these words only numbers.
_PLACE = (
    r"(?:rules?|sections?|sec|exhibits?|pages?|pp?|tables?|figures?|fig|items?|notes?|steps?|chapters?|articles?|art"
    r"|parts?|questions?|appendix|annex|schedule|form|sources?|doc|document|chunk|passage|version|nos?|numbers?|lines?"
    r"|rows?|columns?|footnotes?|ref|reference|paragraphs?|clauses?|class|level|group|zone|territory|option|type|model"
    r"|order|invoice|policy|phase|stage|iso|en|din|regulation|directive|vol|volume|edition|issue|unit|id|code|serial)"
)
_AND = r"(?:\s*(?:,|–|-|&|\band\b|\bor\b|\bto\b|\bthrough\b))+\s*"
_REFERENCE = re.compile(
    rf"(?:\b(?P<place>{_PLACE})\.?\s*(?:no\.?|number|#)?\s*(?:\d+{_AND})*|[#§]\s*)[A-Za-z]?[-.]?$", re.IGNORECASE
)

_APPROXIMATE = re.compile(
    r"(?:\b(?:about|approximately|approx\.?|around|roughly|nearly|almost|some|circa|ca\.)|[~≈])\s*(?:US\$|[$€£])?$",
    re.IGNORECASE,
)
_FILLER = (
    r"(?:\s+(?:be|the|an?|just|simply|exactly|equal to|as|by|at|is|was|been|really|set|to|of|in|for|correct|use))*"
)
_DENIED = any_of(
    r"not", r"\w+n['’]t", r"(?:not|\w+n['’]t) \w+ (?:by|to|from|at)", r"(?:do|does|did)(?: not|n['’]t) \w+",
    r"never", r"rather than", r"instead of", r"as opposed to", r"nor", r"neither", r"no longer",
    after=rf"{_FILLER}\s+[\"'“(]*$",
)  # fmt: skip

AROUND = 200
MOST = 300  # figures of a sentence: one that has more is a dump and answers nothing
_UNIT = re.compile(
    r"[\s-]*(?:of\s+)?(?P<unit>(?:percentage|basis) points?|square \w+|km/h|m/s|degrees? (?:[CF]\b|celsius|fahrenheit)"
    r"|(?:km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?) per (?:hour|second)|[A-Za-z°µ]+[²³]?)",
    re.IGNORECASE,
)
_ASKS_PLACE = any_of(r"(?:what|which) (?:place|rank|position|floor|grade|century|ordinal\w*)", r"how high (?:did|was)")
ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"
)  # fmt: skip
_ORDINAL = re.compile(rf"\b(?:(\d+)(?:st|nd|rd|th)|({'|'.join(ORDINALS)}))\b", re.IGNORECASE)


@dataclass(frozen=True)
class AnswerFigure:
    """A figure of a sentence. `before` and `behind` are the text around it, at most AROUND characters; `unit` is the
    word after it."""

    number: Number
    before: str
    behind: str
    is_year: bool = False
    is_asked: bool = False  # the question states it itself
    is_denied: bool = False
    is_approximate: bool = False

    @property
    def in_brackets(self) -> bool:
        """Whether brackets contain only the figure, as accountants write a loss."""
        return self.before.endswith("(") and self.behind.lstrip(" %").startswith(")")

    @property
    def unit(self) -> str:
        found = _UNIT.match(self.behind)
        return found["unit"] if found else ""


def figures(sentence: str, question: str = "") -> list[AnswerFigure]:
    """The figures of a sentence in order; none if there are more than MOST. `question` decides whether dates and
    references count."""
    if _ASKS_PLACE.search(question):
        sentence = _ORDINAL.sub(_as_number, sentence)
    text = in_digits(close_up(sentence))
    masked = text if asks_for_date(question) else _DATES.sub(_crossed, text)
    found = numbers(masked)
    return [figure for number in found if len(found) <= MOST and (figure := _figure(number, text, question))]


def _crossed(match: re.Match[str]) -> str:
    return "x" * len(match[0])


def _as_number(ordinal: re.Match[str]) -> str:
    return f"{ordinal[1] or ORDINALS.index(ordinal[2].lower()) + 1} "


def asks_for_date(question: str) -> bool:
    return bool(_ASKS_DATE.search(question))


def _figure(number: Number, text: str, question: str) -> AnswerFigure | None:
    start, end = number.span
    before, behind = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    if _is_reference(before, question):
        return None
    raw = text[start:end]
    clause = re.split(r"[,;:]\s|\bbut\b|\bhowever\b", before, flags=re.IGNORECASE)[-1]
    return AnswerFigure(
        number,
        before,
        behind,
        is_year=bool(_YEAR.fullmatch(raw)) and not asks_for_date(question),
        is_approximate=bool(_APPROXIMATE.search(before)),
        is_asked=any(number.same(one) for one in _asked(question)),
        is_denied=bool(_DENIED.search(clause)),
    )


@lru_cache(maxsize=1024)
def _asked(question: str) -> tuple[Number, ...]:
    return tuple(numbers(in_digits(close_up(question))))


def _is_reference(before: str, question: str) -> bool:
    found = _REFERENCE.search(before)
    if not found:
        return False
    place = (found["place"] or "number").lower().rstrip("s")
    return not re.search(rf"\b(?:which|what|how many)\s+(?:\w+\s+){{0,2}}{place}s?\b", question, re.IGNORECASE)
