"""An index of the words of a corpus: in which documents a statement may stand.

A statement (`evidence.is_statement`) is found where its normal form is a part of a document's that begins and ends with
whole words, so a document that lacks one of the words within it has no place of it. Each text is normalised once,
whatever the number of statements.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.normalise import key, loosened, normalise
from ragatta.eval.matching.numbers import only_number
from ragatta.eval.matching.phrases import amount
from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.types import Page

_WORD = re.compile(r"[^\W_]+")
NUMBERS = "I"  # of documents, in an array
NOWHERE = array(NUMBERS)


class WordIndex:
    """Of the documents of a corpus, made at first use: one of their texts as they are worded, and one of these without
    footnote marks and hyphens."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus, self._files = corpus, [*corpus]

    def files(self, statement: str, exact: bool) -> Sequence[str]:
        """The documents that have all words within the statement, in their order; of a number in words, all. Unless
        `exact`, it may stand there with footnote marks and hyphens, or go on overleaf."""
        text = statement if exact else loosened(statement)
        if only_number(text) or amount(text):
            return self._files
        index = self._worded if exact else self._loosened
        there = [index.get(word, NOWHERE) for word in {*_within(key(text))}]
        if not there:
            return self._files
        rarest, *others = sorted(there, key=len)
        return [self._files[number] for number in sorted(set(rarest).intersection(*others))]

    @cached_property
    def _worded(self) -> dict[str, array[int]]:
        return self._indexed(lambda pages: [normalise(document_text(pages))])

    @cached_property
    def _loosened(self) -> dict[str, array[int]]:
        """With the words of each page for itself: a statement that goes on overleaf is sought there."""
        return self._indexed(lambda pages: map(loosened, [document_text(pages), *(page.text for page in pages)]))

    def _indexed(self, texts: Callable[[tuple[Page, ...]], Iterable[str]]) -> dict[str, array[int]]:
        index: dict[str, array[int]] = {}
        for number, file in enumerate(self._files):
            for word in {word for text in texts(self._corpus[file]) for word in _WORD.findall(text)}:
                index.setdefault(word, array(NUMBERS)).append(number)
        return index


def _within(text: str) -> Iterator[str]:
    """The words of a text but for those at its ends, which may go on in scripts without spaces."""
    return (match[0] for match in _WORD.finditer(text) if match.start() > 0 and match.end() < len(text))


class _Same:
    """A cache key that compares a corpus by identity and size, and keeps it alive."""

    __slots__ = ("corpus", "size")

    def __init__(self, corpus: Corpus) -> None:
        self.corpus, self.size = corpus, len(corpus)

    def __hash__(self) -> int:
        return id(self.corpus)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.corpus is other.corpus and self.size == other.size


def word_index(corpus: Corpus) -> WordIndex:
    """The index of a corpus; that of the last one is kept."""
    return _word_index(_Same(corpus))


@lru_cache(maxsize=1)
def _word_index(of: _Same) -> WordIndex:
    return WordIndex(of.corpus)
