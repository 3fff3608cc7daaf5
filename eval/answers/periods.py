"""Quarters, halves, fiscal years and months in one form, where one is expected: "3Q21" and "third quarter of 2021" are
"Q3 2021", "FY22" is 2022, "2018-03" is "March 2018"."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from ragatta.eval.answers.figures import ORDINALS
from ragatta.eval.final import accepted
from ragatta.pipeline.text.calendar import MONTHS
from ragatta.pipeline.types import Answer, Question

_YEAR = r"(?:19|20)\d\d"
_FISCAL = re.compile(
    rf"\b(?:FY ?['’]?(?P<short>\d\d)|(?:FY|(?:fiscal|financial)(?: year)?) ?(?P<year>{_YEAR}))\b", re.IGNORECASE
)
_PART = re.compile(
    rf"\b(?:(?P<before>{_YEAR})[ -])?(?:(?P<kind>[QH])(?P<number>[1-4])|(?P<count>[1-4])(?P<sort>[QH])"
    rf"|(?:the )?(?P<ordinal>{'|'.join(ORDINALS[:4])}|1st|2nd|3rd|4th) (?P<name>quarter|half)(?![-\w])"
    r"(?: of(?: the)?)?)"
    rf"(?:[ ,/-]*(?:of )?(?:FY)?['’]?(?P<behind>{_YEAR}|(?<=[QHY'’\d])\d\d)\b)?(?!\w)",
    re.IGNORECASE,
)
_MONTH = re.compile(r"(?<![\d/.-])(?P<year>" + _YEAR + r")-(?P<month>0[1-9]|1[0-2])(?![\d/-])")
_PERIOD = re.compile(rf"(?:in )?(?:(?:[QH][1-4]|{'|'.join(MONTHS)}) ?)?(?:{_YEAR})?", re.IGNORECASE)


def read_periods(question: Question, answer: Answer) -> tuple[Question, Answer]:
    """Both with their periods in one form; the same objects where no period is expected."""
    if isinstance(question.expected, tuple) or not any(map(_is_period, accepted(question))):
        return question, answer
    also = tuple(map(in_one_form, question.also_accepted))
    asked, expected = in_one_form(question.question), in_one_form(question.expected)
    return (
        replace(question, question=asked, expected=expected, also_accepted=also),
        replace(answer, text=in_one_form(answer.text), value=in_one_form(answer.value)),
    )


def in_one_form(text: str) -> str:
    """The text with its periods rewritten, the rest unchanged."""
    text = _FISCAL.sub(lambda match: match["year"] or f"20{match['short']}", text)
    return _MONTH.sub(_month, _PART.sub(_part, text))


@lru_cache(maxsize=1024)
def _is_period(text: str) -> bool:
    plain = in_one_form(text).strip(" .")
    return bool(plain and _PERIOD.fullmatch(plain)) and (plain != text or not plain.isdecimal())


def _part(match: re.Match[str]) -> str:
    name = (match["kind"] or match["sort"] or match["name"])[0].upper()
    ordinal = (match["ordinal"] or "").lower()
    number = match["number"] or match["count"] or ordinal[:1]
    if ordinal in ORDINALS:
        number = str(ORDINALS.index(ordinal) + 1)
    year = match["before"] or match["behind"] or ""
    return f"{name}{number} {year if len(year) != 2 else f'20{year}'}".rstrip()


def _month(match: re.Match[str]) -> str:
    year, month = match["year"], int(match["month"])
    is_season = month == int(year) % 100 + 1  # 2003-04 may be the years 2003 and 2004
    return match[0] if is_season else f"{MONTHS[month - 1]} {year}"
