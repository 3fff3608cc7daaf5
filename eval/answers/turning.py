"""Which other meaning a sentence gives to the expected words: the opposite limit, a multiple, swapped parts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragatta.eval.answers.stance import any_of
from ragatta.eval.matching.keywords import STOP_WORDS, stem
from ragatta.eval.matching.normalise import normalise

_LIMIT = any_of(
    r"at least", r"minimum", r"(?:more|greater|higher|longer|later) than", r"over", r"above", r"exceed\w*",
    r"(?P<upper>at most|maximum|(?:less|fewer|lower|shorter|earlier) than|below|under|up to)",
    before=r"(?P<not>\b(?:not?|never|cannot|\w+n['’]t)\s+(?:\w+\s+)?)?",
)  # fmt: skip
_MULTIPLE = any_of(
    r"twice", r"double", r"triple", r"(?<!first )(?<!second )half", r"times",
    r"(?:one|two|three|a)[ -](?:third|quarter)s? of",
    after=r"(?:\s+(?:of|as|the|an?|its))*\s*$",
)  # fmt: skip
BY = 6  # words behind a verb among which "by" makes it a passive
_PARTS = re.compile(r"[,;]|\b(?:and|or)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_BE = {"is", "are", "was", "were", "be", "been", "being"}
_NO_PIVOT = _BE | {"a", "an", "the", "of", "s", "do", "does", "did", "has", "have", "had"}
_WHO = re.compile(r"\W*who\s+(?P<done>\w+\s.*)", re.IGNORECASE | re.DOTALL)


def limits_otherwise(right: str, sentence: str) -> bool:
    """Whether the expected text is a limit and the sentence has only the opposite ones: "at most" for "at least"."""
    wanted = set(_limits(right))
    return bool(wanted) and bool(given := set(_limits(sentence))) and not wanted & given


def _limits(text: str) -> Iterator[bool]:
    """Of each limit whether it is an upper one; "not below" is a lower one."""
    return (bool(one["upper"]) != bool(one["not"]) for one in _LIMIT.finditer(text))


def is_multiplied(before: str) -> bool:
    """Whether what stands before a phrase makes it another amount: "twice the ..."."""
    return bool(_MULTIPLE.search(before))


def swaps(right: str, sentence: str, question: str = "") -> bool:
    """Whether the sentence has words of the expected text on the other sides of a third: "from B to A" for "from A to
    B"; or "B bought A" where A answers who bought B. A passive turns the sides: "B was bought by A" is no swap."""
    said = _words(sentence)
    if asked := _WHO.match(question):
        done = [*_words(right), *_words(asked["done"])]
        if _is_swapped(done, len(_words(right)), said):
            return True
    if normalise(right) in normalise(sentence):
        return False
    wanted = [_words(part) for part in _PARTS.split(right)]
    return any(_is_swapped(words, at, said) for words in wanted for at in range(1, len(words) - 1))


def _is_swapped(wanted: list[str], at: int, said: list[str]) -> bool:
    """Whether the words next to the one at this place, on its left and its right, have changed sides."""
    pivot = wanted[at]
    if pivot in _NO_PIVOT or wanted.count(pivot) != 1 or said.count(pivot) != 1:
        return False
    place = said.index(pivot)
    before, behind = said[:place], said[place + 1 :]
    by, said_by = ("by" in words[place + 1 : place + BY] for words, place in ((wanted, at), (said, place)))
    if by != said_by:
        if not _BE & set(wanted[max(0, at - 2) : at] if by else before[-2:]):
            return False
        before, behind = behind, before
    left, right = ([word for word in words if word not in STOP_WORDS] for words in (wanted[:at], wanted[at + 1 :]))
    first = next((word for word in reversed(left) if word not in right), None)
    last = next((word for word in right if word not in left), None)
    return first in behind and first not in before and last in before and last not in behind


def _words(text: str) -> list[str]:
    return [stem(word) for word in _WORD.findall(text.lower())]
