"""Matches the items that an answer lists with the expected ones.

An answered item matches an expected one if they are equal after normalising, with or without a list marker, a label
("C-4", "2.1", "Rule 12"), dot leaders and a page number, or an explanation (after a colon, a dash or in brackets) that
names no other expected item. A number with a scale word also matches its bare figure. Nothing looser: "Roof Type Factor
Surcharge" is not "Roof Type Factor". See docs/scoring.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ragatta.eval.answers.citations import without_citations
from ragatta.eval.answers.listing import denies_itself, readings
from ragatta.eval.matching.keywords import keywords, stem
from ragatta.eval.matching.normalise import Normal, key
from ragatta.eval.matching.numbers import close_up, only_number
from ragatta.eval.matching.phrases import find_phrases
from ragatta.pipeline.text.calendar import named
from ragatta.pipeline.types import Answer, Question

_MARKER = re.compile(r"^\s*(?:[-*+•·▪◦‣–—]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+")
_CODE = r"(?:[A-Za-z]{1,3}-?\d+|\d+(?:\.\d+)+|\d+[.)])"  # "C-4", "2.1", "3."
_COLON = r"(?:[:.)]|\s+[-–—])"
_LABEL = re.compile(rf"^(?:{_CODE}{_COLON}?|[^\W\d]+\s+{_CODE}{_COLON})\s+(?=\S)")
# Labels in any of their printed forms: "12", "1-1", "B.2", "Rule 12", "IV.". Since "3" in "3 Season Room" is none,
# only an answered item is tried without them, and only before a letter.
_PRINTED_CODE = r"(?:[A-Za-z]{0,3}[-.]?\d+(?:[-.]\d+)*[A-Za-z]?[:.)]*|(?:[IVXLCivxlc]+|[A-Z])[:.)])"
_PRINTED_LABEL = re.compile(rf"^(?:[^\W\d_]+\.?\s+)?\(?{_PRINTED_CODE}(?:\s+[-–—])?\s+(?=[^\W\d_])")
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_LEADERS = re.compile(r"(?:\s*[.…·_]){3,}\s*\d*\s*$")
_EXPLANATION = re.compile(
    r":\s|\s[-–—]\s|\s\(|,\s+(?:(?:which|that|who|where|when|with|for)\b|(?=[\d½¼¾]|\w+ed$))|\s+(?:is|are|was|were|must|may|should|can|will|has|have|which|that|applies|apply|means|refers|covers|\w{2,}ed)\s"
)
# What counts an item, before a small letter: "4 tbsp soy sauce", "2 cloves of garlic".
_AMOUNT = re.compile(
    r"^(?:(?:\d[\d.,/]*|[½¼¾])\s+(?:[a-z]+\s+of\s+|[a-z]{1,5}\.?\s+)?|(?:an?|one|two|three|four|five|six)\s+[a-z]+\s+of\s+)"
    r"(?=[a-z])"
)
_TITLE = re.compile(r"^(?:mrs?|ms|dr|prof|sir|dame|cllr|councillor)\b\.?\s+", re.IGNORECASE)
_INSIDE = re.compile(r"^[^()]{1,40}\(([^()]+)\)\W*$")  # "NA (North America)"
_SHORT_BRACKET = re.compile(r"(?:\(\s*[^\s()]+(?:\s+[^\s()]+){0,2}\s*\)\W*)?")  # of up to three words, or nothing
LONGEST = 500  # characters: what is longer is no item
_EMPHASIS = re.compile(r"\*\*|__|`")


@dataclass(frozen=True)
class Judged:
    """The result for a list: the number of expected items that were listed, of all expected items, of wrong items, and
    of known items with an explanation longer than a short bracket; and the listed items that are also accepted, as the
    gold spells them, which cost nothing but are shown."""

    found: int
    expected: int
    wrong: int
    explained: int = 0
    beyond: tuple[str, ...] = ()

    @property
    def f1(self) -> float:
        missing = self.expected - self.found
        return 2 * self.found / (2 * self.found + self.wrong + missing)

    @property
    def exact(self) -> bool:
        return (self.found, self.wrong, self.explained) == (self.expected, 0, 0)


def judge(question: Question, answer: Answer) -> Judged:
    """Repeated items count once, `also_accepted` ones not at all. The question must expect a list. If the answer has no
    `items`, the best reading of its value or text counts."""
    if listed := [item for item in answer.items if _key(_plain(item))]:
        return _judged(question, listed)
    whole = tuple(question.expected) + question.also_accepted
    known = whole + tuple(filter(None, map(_figure, whole)))
    texts = (answer.value, answer.text)
    found = [_judged(question, items) for text in texts for items in readings(text, known, question.question)]
    return max(found, key=lambda one: one.f1, default=_judged(question, []))


def mentioned(question: Question, answer: Answer) -> float:
    """F1 of the expected items whose words the answer has in any order, as if it listed nothing else."""
    words, items = set(_words(f"{answer.value}\n{answer.text}").split(" ")), question.expected
    found = sum(set(_words(item).split(" ")) <= words for item in items)
    return 2 * found / (found + len(items))


def _judged(question: Question, items: Sequence[str]) -> Judged:
    expected = tuple(question.expected)
    known = _Known.of(expected, question.also_accepted)
    found: set[str] = set()
    wrong: set[str] = set()
    explained: set[str] = set()
    for item in items:
        plain = _plain(item)
        if len(plain) > LONGEST:
            wrong.add(plain)
            continue
        meant = known.meant(plain)
        if denies_itself(meant.explanation if meant else plain):
            continue
        if meant:
            found.add(meant.item)
            explained |= set() if _SHORT_BRACKET.fullmatch(meant.explanation) else {meant.item}
        elif _key(plain):
            wrong.add(_key(plain))
    targets = {_key(item) for item in expected}
    beyond = tuple(item for item in question.also_accepted if _key(item) in found - targets)
    return Judged(len(found & targets), len(targets), len(wrong), len(explained), beyond)


@dataclass(frozen=True)
class _Reading:
    """One interpretation of an answered item: its name without label and explanation."""

    name: str
    label: str = ""
    explanation: str = ""

    @staticmethod
    def both(item: str, label: str = "") -> tuple[_Reading, _Reading]:
        """The interpretations of an item, without and with an explanation."""
        name = _EXPLANATION.split(item, maxsplit=1)[0]
        return _Reading(item, label), _Reading(name, label, item[len(name) :].strip())


@dataclass(frozen=True)
class _Meant:
    """The key of a known item, and its explanation in the answer."""

    item: str
    explanation: str


@dataclass(frozen=True)
class _Known:
    """The expected items; and all known items by their keys, by their keys without label, and by their words."""

    expected: tuple[str, ...]
    own: Mapping[str, str]
    unlabelled: Mapping[str, str]
    by_words: Mapping[str, str]

    @staticmethod
    @lru_cache(maxsize=1024)
    def of(expected: tuple[str, ...], accepted: tuple[str, ...]) -> _Known:
        items = (*accepted, *expected)
        return _Known(
            expected,
            {figure: _key(item) for item in items if (figure := _figure(item))}
            | {_key(item): _key(item) for item in items},
            {_key(_LABEL.sub("", item)): _key(item) for item in items},
            {_words(item): _key(item) for item in items if _words(item)},
        )

    def meant(self, plain: str) -> _Meant | None:
        """The known item that matches, the most literal interpretation first. A label may be missing on one side only:
        "HO3 Form" is not "HO5 Form"."""
        item = _ARTICLE.sub("", _LEADERS.sub("", _MARKER.sub("", plain)))
        literal = [_Reading(plain), *_Reading.both(item)]
        labels = [match for label in (_LABEL, _PRINTED_LABEL) if (match := label.match(item))]
        bare = [reading for match in labels for reading in _Reading.both(item[match.end() :], match[0])]
        inside = _INSIDE.match(item)
        counted = [*_Reading.both(_AMOUNT.sub("", item)), *([_Reading(inside[1])] if inside else [])]
        ways = ((literal + bare, self.own, _key), (literal, self.unlabelled, _key), (literal, self.by_words, _words))
        for tried, known, form in (*ways, (counted, self.own, _key)):
            for reading in tried:
                own = known.get(form(reading.name))
                if own and not self._name_others(own, reading.label, reading.explanation):
                    return _Meant(own, reading.explanation)
        return None

    def _name_others(self, own: str, *asides: str) -> bool:
        found = [find_phrases(Normal(aside), self.expected) for aside in asides if aside]
        return any(places and _key(item) != own for items in found for item, places in items.items())


def _plain(item: str) -> str:
    return _EMPHASIS.sub("", without_citations(item)).strip()


@lru_cache(maxsize=8192)
def _key(item: str) -> str:
    number = only_number(close_up(item))
    words = re.sub(r"[-/]", " ", key(item).replace("&", " and ")).split()
    return number.canonical if number else " ".join(named(word).lower() for word in words)


@lru_cache(maxsize=8192)
def _words(item: str) -> str:
    """The set of stems of an item's words, without articles and titles: "Council of Denby" is "Denby Council"."""
    return " ".join(sorted({stem(named(word).lower()) for word in keywords(_TITLE.sub("", item))}))


def _figure(item: str) -> str:
    """The bare figure of a number with a scale word, which also states it; empty for any other item."""
    number = only_number(close_up(item))
    return number.unscaled.canonical if number and number.figure != number.value else ""
