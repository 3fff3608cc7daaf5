"""Finds stored values that a question names, such as "Elm Street" in a field.

Whole values match regardless of case, parts of a value only if the question writes them as a name or a code. The
planner sees these values instead of whole columns. Source: "anchor texts" of Lin, Socher and Xiong (2020), "Bridging
textual and tabular data for cross-domain text-to-SQL semantic parsing"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ragatta.pipeline.tasks.agentic import Mention
from ragatta.pipeline.text.words import STOP

_TOKEN = re.compile(r"[$€£]?\w(?:[\w.,/’'-]*\w)?%?")
_SHORT = 3  # characters up to which a value is one only in its own case: "IN" is no "in"
_MOST = 8  # mentions of one field

Token = tuple[str, int, int]  # as it stands, from, to


def links(question: str, values: Iterable[str]) -> tuple[Mention, ...]:
    """The mentions of the values, longest first, whole values before parts; mentions do not overlap."""
    asked = _tokens(question)
    places: dict[str, list[int]] = {}
    for at, (word, _, _) in enumerate(asked):
        places.setdefault(_plain(word), []).append(at)
    found: dict[tuple[int, int], Mention] = {}
    for value in values:
        words = [word for word, _, _ in _tokens(value)]
        for start, length in _longest(words, asked, places):
            span = (asked[start][1], asked[start + length - 1][2])
            text, whole = question[span[0] : span[1]], length == len(words)
            if _means(text, value, whole, asked[start : start + length], start):
                known = found.get(span)
                found[span] = known if known and known.whole else Mention(text, value if whole else text, whole)
    kept: list[tuple[int, int]] = []
    for span in sorted(found, key=lambda span: (not found[span].whole, span[0] - span[1], span)):
        if all(span[1] <= start or span[0] >= end for start, end in kept):
            kept.append(span)
    return tuple(found[span] for span in kept[:_MOST])


def _tokens(text: str) -> list[Token]:
    return [(match.group(), *match.span()) for match in _TOKEN.finditer(text)]


def _plain(word: str) -> str:
    return re.sub(r"[’']s$", "", word.lower()).replace(",", "").lstrip("$€£")


def _longest(words: Sequence[str], asked: Sequence[Token], places: dict[str, list[int]]) -> list[tuple[int, int]]:
    """(first token, length) of the longest runs of the question that are in the value word for word."""
    plain = [_plain(word) for word in words]
    runs: list[tuple[int, int]] = []
    for offset, word in enumerate(plain):
        for at in places.get(word, ()):
            length = 1
            while (
                offset + length < len(plain)
                and at + length < len(asked)
                and _plain(asked[at + length][0]) == plain[offset + length]
            ):
                length += 1
            runs.append((at, length))
    most = max((length for _, length in runs), default=0)
    return [run for run in dict.fromkeys(runs) if run[1] == most]


def _means(text: str, value: str, whole: bool, run: Sequence[Token], start: int) -> bool:
    """Whether the words refer to the value: a short value, or a part of one, must be written like a name."""
    if whole:
        return text == value if len(value) <= _SHORT else value.lower() not in STOP
    named = [word for at, (word, _, _) in enumerate(run, start) if _is_name(word, at)]
    return bool(named) and sum(len(word) for word in named) > _SHORT


def _is_name(word: str, at: int) -> bool:
    """Whether a word is capitalised inside the question, or is a code."""
    if any(map(str.isdigit, word)):
        return any(map(str.isalpha, word)) or "-" in word
    return word[0].isupper() and (at > 0 or word.isupper())
