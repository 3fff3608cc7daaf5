"""The items that an answer lists, and which of them were expected.

An answered item is an expected one if it is the same once normalised, be it with or without a list marker, a
label ("C-4", "2.1"), dot leaders and a page number, or an explanation (behind a colon, a dash or in
brackets). Nothing looser: "Roof Type Factor Surcharge" is not "Roof Type Factor". Source: design section 8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from eval.final import without_citations
from eval.normalise import Normal, Span, key
from eval.numbers import only_number
from eval.phrases import find_phrases
from pipeline.types import Answer, Question

_MARKER = re.compile(r"^\s*(?:[-*+•·▪◦‣–—]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+")
_CODE = r"(?:[A-Za-z]{1,3}-?\d+|\d+(?:\.\d+)+|\d+[.)])"  # "C-4", "2.1", "3."
_COLON = r"(?:[:.)]|\s+[-–—])"
_LABEL = re.compile(rf"^(?:{_CODE}{_COLON}?|[^\W\d]+\s+{_CODE}{_COLON})\s+(?=\S)")
_LEADERS = re.compile(r"(?:\s*[.…·_]){3,}\s*\d*\s*$")
_EXPLANATION = re.compile(r":\s|\s[-–—]\s|\s\(")
_EMPHASIS = re.compile(r"\*\*|__|`")
_SEPARATOR = re.compile(r"[,;]\s*(?:and\b|or\b)?|\.\s+|\band\b|\bor\b", re.IGNORECASE)
_LEAD_IN = re.compile(r"^[^,;]*?(?:\b(?:are|is|includes?|including|follows)\b:?|:)\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Judged:
    """How a list fared: expected items that were listed, expected items in all, and wrong items listed."""

    found: int
    expected: int
    wrong: int

    @property
    def f1(self) -> float:
        missing = self.expected - self.found
        return 2 * self.found / (2 * self.found + self.wrong + missing)


def judge(question: Question, answer: Answer) -> Judged:
    """Repeated items count once, `also_accepted` ones not at all. The question must expect a list."""
    expected = tuple(question.expected)
    meaning = _Meaning.of(expected, question.also_accepted)
    found: set[str] = set()
    wrong: set[str] = set()
    for item in answer.items or split_items(answer.text, expected + question.also_accepted):
        plain = _plain(item)
        if known := meaning.find(plain):
            found.add(known)
        elif _key(plain):
            wrong.add(_key(plain))
    targets = {_key(item) for item in expected}
    return Judged(len(found & targets), len(targets), len(wrong))


@dataclass(frozen=True)
class _Meaning:
    """The known items by their own keys and by their keys without label."""

    own: Mapping[str, str]
    unlabelled: Mapping[str, str]

    @staticmethod
    @lru_cache(maxsize=1024)
    def of(expected: tuple[str, ...], accepted: tuple[str, ...]) -> _Meaning:
        items = (*accepted, *expected)
        return _Meaning(
            {_key(item): _key(item) for item in items},
            {_key(_LABEL.sub("", item)): _key(item) for item in items},
        )

    def find(self, plain: str) -> str | None:
        """The key of the known item that is meant, the most literal reading first. A label may be missing on
        one side only: "HO3 Form" is not "HO5 Form"."""
        unmarked = _LEADERS.sub("", _MARKER.sub("", plain))
        literal = [_key(form) for form in (plain, unmarked, _head(unmarked))]
        bare = _LABEL.sub("", unmarked)
        readings = [
            (literal, self.own),
            ([_key(bare), _key(_head(bare))], self.own),
            (literal, self.unlabelled),
        ]
        return next((known[form] for forms, known in readings for form in forms if form in known), None)


def _plain(item: str) -> str:
    return _EMPHASIS.sub("", without_citations(item)).strip()


def _head(item: str) -> str:
    return _EXPLANATION.split(item, maxsplit=1)[0]


@lru_cache(maxsize=8192)
def _key(item: str) -> str:
    number = only_number(item)
    return f"{number.value.normalize():f}{'%' * number.percent}" if number else key(item)


def split_items(text: str, known: tuple[str, ...]) -> list[str]:
    """The items of a text whose author gave no list: its bulleted or numbered lines, else its lines, else the
    parts of its one line between commas, semicolons, sentence ends, "and" and "or". Known items are never
    cut."""
    lines = [line.strip() for line in _plain(text).splitlines() if line.strip()]
    if marked := [line for line in lines if _MARKER.match(line)]:
        return marked
    if len(lines) > 1:
        return [line for line in lines if not line.endswith(":")]
    return list(_parts(lines[0], known)) if lines else []


def _parts(line: str, known: tuple[str, ...]) -> Iterator[str]:
    protected = [place for places in find_phrases(Normal(line), known).values() for place in places]
    lead_in = _LEAD_IN.match(line)
    start = lead_in.end() if lead_in and not _touches(lead_in.span(), protected) else 0
    for separator in _SEPARATOR.finditer(line, start):
        if not _touches(separator.span(), protected):
            yield line[start : separator.start()]
            start = separator.end()
    yield line[start:]


def _touches(span: Span, places: list[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in places)
