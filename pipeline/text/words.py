"""Words and numbers of a text, normalised for comparison.

A term is a lower-case stem ("batteries" and "battery" are equal), a number without thousands separators and currency
sign ("$1,500" and "1500" are equal, ".5" and "0.5" too; "2%" keeps its sign) or a code ("c-7", "x200"). A single
capital letter inside a sentence ("Annex B") is a term, and so is a Han character (pipeline/text/scripts.py). Source:
the s-stemmer of Harman (1991), "How effective is suffixing?", extended by -ed and -ing on long words.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ragatta.pipeline.text.numbers import DIGITS
from ragatta.pipeline.text.scripts import RUN, apart

_FUNCTION = """
    a about above according after again all also am an and any are as at be been before being below between both but
    by can could did do does during each either every following for from further had has have having he her here hers
    him his how i if in into is it its itself many may might more most much must my no nor not of off on once one only
    or other our out over own per same shall she should so some such than that the their them then there these they
    this those through to too under until up upon us using very via was we were what when where which while who whom
    whose why will with within would you your
"""
# How one asks, and what every list or document may be called: a text that answers has no need to say it.
_ASKING = """
    asked categories category complete describe document documents entries entry find get give given item items kind
    kinds list listed lists me name named option options please provide show step steps tell
"""
STOP = frozenset((_FUNCTION + _ASKING).split())

# A point begins a figure where nothing stands before it that it could end, or lead away from ("Soups . . .12").
_TOKEN = re.compile(r"[$€£]?(?!(?<=[\w.…·])\.|(?<=[.…·]\s)\.)" + DIGITS + r"%?|[^\W\d_][\w’']*(?:-\w+)*")
_PERCENT = re.compile(r"(?<=\d)\s*(?:percent|per cent)\b", re.IGNORECASE)
_HAS_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The common stem of a lower-case word and its inflections."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=50_000)
def _normal(token: str) -> tuple[str, ...]:
    if token[0].isdigit() or token[0] in "$€£.":
        figure = token.lstrip("$€£").replace(",", "")
        return (f"0{figure}" if figure[0] == "." else figure,)
    lower = token.lower().replace("’", "'").removesuffix("'s").strip("'")
    if _HAS_DIGIT.search(lower):
        return (lower,)
    return tuple(stem(part) for part in lower.split("-") if part and part not in STOP)


@lru_cache(maxsize=50_000)  # passages come again with every question
def terms(text: str) -> tuple[str, ...]:
    """The terms of a text in order, without stop words."""
    found: list[str] = []
    text = _PERCENT.sub("%", apart(text))
    end = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if len(token) == 1 and token.isalpha():
            before = text[max(0, end - 1) : match.start()].rstrip()[-1:]  # the token before ends in no space
            if RUN.match(token) or (token.isupper() and token != "I" and before and before not in ".!?:"):
                found.append(token)
        else:
            found.extend(_normal(token))
        end = match.end()
    return tuple(found)


def is_specific(term: str) -> bool:
    """Whether a term is a number, a code or a reference letter, which must match exactly."""
    return bool(_HAS_DIGIT.search(term)) or len(term) == 1


def names(question: str) -> set[str]:
    """The terms of words that a question capitalises inside a sentence."""
    found: set[str] = set()
    for match in re.finditer(r"(?<=[a-z0-9,’'\")] )[A-Z][\w’']*(?:-\w+)*(?:\s+[A-Z][\w’']*(?:-\w+)*)*", question):
        found.update(terms(match.group()))
    return found


def weigh(asked: Iterable[str], units: Sequence[Iterable[str]]) -> dict[str, float]:
    """The inverse document frequency of each given term over units of text: rare terms weigh more."""
    wanted = dict.fromkeys(asked)
    counts = Counter(term for unit in units for term in wanted.keys() & unit)
    return {term: math.log(1 + (len(units) + 1) / (counts[term] + 0.5)) for term in wanted}


def coverage(weights: Mapping[str, float], terms_found: Iterable[str]) -> float:
    """The share in [0, 1] of the weighted terms that were found."""
    total = sum(weights.values())
    present = terms_found if isinstance(terms_found, frozenset) else set(terms_found)
    return sum(weight for term, weight in weights.items() if term in present) / total if total else 0.0
