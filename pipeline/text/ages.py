"""Computes an age from two years in a question: "built in 1985 ... effective in 2025" is an age of 40.

It is not known whether a birthday lies between the two, so a value that is looked up by such an age is not certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ragatta.pipeline.text.mentions import tokens

_YEAR = re.compile(r"(?<![\w$€£.,-])(?:1[6-9]|20)\d\d(?![\w%]|[.,]\d|-\d)")
_BEGAN = re.compile(
    r"\b(?:built|constructed|erected|made|manufactured|produced|born|hired|employed|joined|bought|purchased|opened"
    r"|installed|registered|established|founded|planted|commissioned|launched|laid|dating|dates|since|model|vintage"
    r"|renovated|completed)\b(?: \w+){0,3} ?$",
    re.IGNORECASE,
)
_AGES = frozenset(tokens("age old seniority tenure service experience"))


@dataclass(frozen=True)
class Age:
    """`years` is the difference of the two years, which are at `spans` of the question."""

    years: int
    spans: tuple[tuple[int, int], tuple[int, int]]


def read_age(text: str) -> Age | None:
    """The age, if the text has exactly two years and one of them is a beginning; else None."""
    years = list(_YEAR.finditer(text))
    if len(years) != 2 or years[0].group() == years[1].group():
        return None
    first, last = sorted(years, key=lambda match: match.group())
    if not _BEGAN.search(text[: first.start()]) or _BEGAN.search(text[: last.start()][first.end() :]):
        return None
    return Age(int(last.group()) - int(first.group()), (years[0].span(), years[1].span()))


def is_age(column: str) -> bool:
    """Whether a column holds ages by its name: "Age of Boat", "Years of Service"."""
    return bool(_AGES & frozenset(tokens(column)))


def by_age(text: str, columns: Iterable[str]) -> tuple[str, dict[str, str]]:
    """The text without its years, and the age under the name of the column of ages, if there is such a column and the
    text gives an age; else the unchanged text."""
    name = next(filter(is_age, columns), "")
    age = read_age(text) if name else None
    if age is None:
        return text, {}
    (a, b), (c, d) = age.spans
    return f"{text[:a]}{text[b:c]}{text[d:]}", {name: str(age.years)}
