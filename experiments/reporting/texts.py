"""The document texts in a report: each document once per parser, and only the parts that are shown.

A place is (text, start, end): the number of a document as one parser read it, and a span of its document text
(`pipeline.documents.corpus.document_text`), to which chunks and gold evidence refer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ragatta.eval.evidence import Corpus, document
from ragatta.pipeline.documents.corpus import page_starts
from ragatta.pipeline.types import Page

Span = tuple[int, int]
AROUND = 240  # characters shown on either side of gold evidence


class Texts:
    """Numbers documents in the order of their first mention, and collects the shown spans."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        self._pages: list[tuple[Page, ...]] = []
        self._shown: list[list[Span]] = []

    def number(self, parser: str, file: str, corpus: Corpus | None) -> int:
        """The number of a file as `parser` read it. It has no text if the corpus is unknown or lacks the file."""
        known = self._numbers.setdefault((parser, file), len(self._pages))
        if known == len(self._pages):
            self._pages.append(corpus.get(file, ()) if corpus else ())
            self._shown.append([])
        return known

    def show(self, text: int, start: int, end: int, around: int = 0) -> None:
        """Includes the span, with `around` characters on either side."""
        self._shown[text].append((max(0, start - around), end + around))

    def united(self, text: int, spans: Iterable[Span]) -> list[Span]:
        """The spans in order, joined if they overlap, touch or have only space between them, as in scoring
        (eval/shown.py)."""
        return joined(spans, self._text(text))

    def as_json(self) -> list[dict[str, Any]]:
        """For each text: its file, its parser, the offset of each page, and [offset, text] of each shown part; none
        without a text."""
        return [
            {
                "file": file,
                "parser": parser,
                "starts": page_starts(self._pages[number]),
                "stretches": self._stretches(number),
            }
            for (parser, file), number in self._numbers.items()
        ]

    def _stretches(self, text: int) -> list[tuple[int, str]]:
        whole = self._text(text)
        spans = joined(((start, min(end, len(whole))) for start, end in self._shown[text]), whole)
        return [(start, whole[start:end]) for start, end in spans if start < end]

    def _text(self, text: int) -> str:
        pages = self._pages[text]
        return document(pages).text if pages else ""


def joined(spans: Iterable[Span], text: str) -> list[Span]:
    """The spans in order, joined if only space of `text` is between them."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and (start <= found[-1][1] or (text and not text[found[-1][1] : start].strip())):
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def within(place: Span, spans: Sequence[Span]) -> bool:
    """Whether one of the spans contains the whole place."""
    return any(start <= place[0] and place[1] <= end for start, end in spans)
