"""Hyphens at line ends: a parser marks them, and the words of the whole document tell which of them split a word.

A hyphen is dropped if the joined word stands elsewhere in the document, more often than the hyphenated one. It is kept
if the hyphenated word stands elsewhere, or both parts do. Otherwise it is dropped, except

- before a capital or a figure, beside a single letter, behind a first part such as "non", and in addresses and chains,
- in a document that has more such compounds than words that are known to be split.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

MARK = "\ufffe"  # pdfium's own sign
LONGEST = 80  # letters of a part that are looked at
_SOFT = re.compile("(?<=[^\\W\\d_])\u00ad ?\n? ?(?=[^\\W\\d_])")
_LINE_END = re.compile("[-\u2010] ?\n ?(?=[^\\W\\d_])")
_FIRST = re.compile(r"(?P<before>.?)\b(?P<word>[^\W\d_]+)\Z", re.DOTALL)
_SECOND = re.compile(r"(?P<word>[^\W\d_]+)\b(?P<after>.?)", re.DOTALL)
_TOKEN = re.compile(r"\w[\w-]*")
_CHAINED = tuple("-/@\\")
_FIRST_PARTS = re.compile("anti|best|cross|full|half|high|long|low|mid|multi|non|part|quasi|self|semi|short|third|well")


@dataclass(frozen=True)
class _Split:
    """Two parts of a word with a mark between them."""

    first: str
    second: str
    chained: bool  # one of more hyphens, or part of an address

    @classmethod
    def of(cls, left: str, right: str) -> _Split | None:
        """Of the texts around a mark; None where the mark is none inside a word."""
        first, second = _FIRST.search(left[-LONGEST:]), _SECOND.match(right[:LONGEST])
        if not first or not second:
            return None
        chained = first["before"] in _CHAINED or second["after"] in _CHAINED
        return cls(first["word"], second["word"], chained)

    @property
    def possible(self) -> bool:
        """Whether typography splits a word there at all."""
        capitals = self.first.isupper() and self.second.isupper()
        return min(len(self.first), len(self.second)) > 1 and (capitals or not self.second[0].isupper())


def marked(text: str) -> str:
    """The text with `MARK` for the hyphen of each line whose last word may go on in the next, and for soft ones."""
    return _LINE_END.sub(_mark, soft_marked(text))


def soft_marked(text: str) -> str:
    """The text with `MARK` for the soft hyphens inside words."""
    return _SOFT.sub(MARK, text) if "\u00ad" in text else text


def _mark(hyphen: re.Match[str]) -> str:
    text, start, end = hyphen.string, hyphen.start(), hyphen.end()
    return MARK if text[start - 1 : start].isalpha() and not text[end].isupper() else hyphen[0]


def joined(texts: Sequence[str]) -> tuple[str, ...]:
    """The texts of a document's pages, with a hyphen or nothing for each mark."""
    if not any(MARK in text for text in texts):
        return tuple(texts)
    document = _Document(texts)
    return tuple(document.joined(text) for text in texts)


class _Document:
    def __init__(self, texts: Sequence[str]) -> None:
        """Counts the words and hyphenated pairs of words that no mark is in."""
        self._words: Counter[str] = Counter()
        self._pairs: Counter[tuple[str, str]] = Counter()
        for text in texts:
            self._words.update(_TOKEN.findall(text.casefold()))
        for token, count in [(token, count) for token, count in self._words.items() if "-" in token]:
            for pair in pairwise(token.split("-")):
                self._pairs[pair] += count
            self._words.update(token.split("-") * count)
        splits = [split for text in texts for _, split, _ in _marks(text) if split]
        for split in splits:
            self._words.subtract((split.first.casefold(), split.second.casefold()))
        verdicts = [self._known(split) for split in splits if split.possible]
        self._in_doubt = verdicts.count(True) >= verdicts.count(False)

    def joined(self, text: str) -> str:
        """A text of the document."""
        parts = [text.partition(MARK)[0]]
        for _, split, right in _marks(text):
            parts += ["" if split and self._is_split(split) else "-", right]
        return "".join(parts)

    def _is_split(self, split: _Split) -> bool:
        known = split.possible and self._known(split)
        return self._in_doubt if known is None else known

    def _known(self, split: _Split) -> bool | None:
        """Whether a word is split, as far as the document and the parts tell."""
        first, second = split.first.casefold(), split.second.casefold()
        whole, pairs = self._words[first + second], self._pairs[first, second]
        if whole or pairs:
            return whole > pairs
        compound = (
            split.chained or bool(_FIRST_PARTS.fullmatch(first)) or (self._words[first] > 0 and self._words[second] > 0)
        )
        return False if compound else None


def _marks(text: str) -> Iterator[tuple[str, _Split | None, str]]:
    """Each mark: the text before it, up to the last mark, the word that it may split, and the text behind it."""
    for left, right in pairwise(text.split(MARK)):
        yield left, _Split.of(left, right), right
