"""Short forms in full: what the passages define ("Late Payment Fee (LPF)"), what is short for one of their words ("cov"
where they say "coverage"), and what is short everywhere ("max", "yrs").

Only a form that the passages do not use themselves is written out, except one that they define.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.tasks.answers import Passage
from pipeline.text.words import STOP

_EVERYWHERE = {
    "amt": "amount", "approx": "approximately", "avg": "average", "hr": "hour", "hrs": "hours", "max": "maximum",
    "min": "minimum", "mo": "month", "mos": "months", "no.": "number", "pct": "percent", "qty": "quantity",
    "w/": "with", "w/o": "without", "yr": "year", "yrs": "years",
}  # fmt: skip
_SHORT = re.compile(r"(?<![\w./-])(?<!how )(?<!How )(?:w/o?|no\.|[A-Za-z]{2,5}\b\.?)(?=[\s,;:?!)\d]|$)")
_WORD = re.compile(r"[A-Za-z]+")
_DEFINED = re.compile(r"(?P<before>(?:[\w’'/-]+ ){1,8})\((?P<short>[A-Z]{2,6})s?\)")
_PREFIX = 3  # letters of a word that stand for all of it
_LEFT_OUT = 4  # letters that a shortening leaves out: fewer are an ending ("file", "filed")
_TIES = frozenset(["a", "an", "and", "for", "in", "of", "on", "or", "the", "to", "with"])


def in_full(question: str, passages: Sequence[Passage]) -> str:
    """The question with its short forms written out that the passages do not use."""
    words = Counter(word.lower() for passage in passages for word in _WORD.findall(passage.text))

    def full(match: re.Match[str]) -> str:
        short = match[0].lower().rstrip(".") if match[0].lower() != "no." else "no."
        if short in words or short in STOP:
            return match[0]
        return _EVERYWHERE.get(short) or _longer(short, words) or match[0]

    return _SHORT.sub(full, question)


def defined_in_full(question: str, passages: Iterable[Passage]) -> str:
    """The question with the abbreviations written out that the passages define."""
    asked = set(re.findall(r"\b[A-Z]{2,6}\b", question))
    known: dict[str, str] = {}
    for passage in passages:
        for match in _DEFINED.finditer(" ".join(passage.text.split())) if asked else ():
            if match["short"] in asked and (long := _spelling(match["short"], match["before"])):
                known.setdefault(match["short"], long.lower())
    return re.sub(r"\b[A-Z]{2,6}\b", lambda match: known.get(match[0], match[0]), question)


def _longer(short: str, words: Counter[str]) -> str:
    """The one word of the passages that a shortening begins, in its most frequent form; "" where several differ."""
    if len(short) < _PREFIX or short[-1] in "aeiouy":
        return ""
    long = len(short) + _LEFT_OUT
    begun = sorted(
        (word for word in words if word.startswith(short) and len(word) >= long), key=lambda word: (-words[word], word)
    )
    return begun[0] if begun and all(word.startswith(begun[0][: len(short) + 2]) for word in begun) else ""


def _spelling(short: str, before: str) -> str:
    """The last words before a bracket whose first letters are those in it; words that tie others may be left out."""
    parts = re.findall(r"[^\W_]+", before)
    left, used = list(short.lower()), 0
    for word in reversed(parts):
        if not left:
            break
        if word[0].lower() == left[-1]:
            left.pop()
        elif word.lower() not in _TIES:
            return ""
        used += 1
    return " ".join(parts[len(parts) - used :]) if not left else ""
