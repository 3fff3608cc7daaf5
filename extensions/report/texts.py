"""The document texts in a report: each document once per parser, and only the parts that are shown.

A place is (text, start, end): the number of a document as one parser read it, and a span of its document text
(`pipeline.documents.corpus.document_text`), to which chunks and gold evidence refer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ragatta.eval.matching.evidence import Corpus, document
from ragatta.eval.matching.normalise import Span
from ragatta.eval.matching.shown import united
from ragatta.pipeline.documents.corpus import page_starts
from ragatta.pipeline.types import Page

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
        """The spans in order, joined as scoring joins a context (eval/matching/shown.py)."""
        return united(spans, self._text(text))

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
        spans = united(((start, min(end, len(whole))) for start, end in self._shown[text]), whole)
        return [(start, whole[start:end]) for start, end in spans if start < end]

    def _text(self, text: int) -> str:
        pages = self._pages[text]
        return document(pages).text if pages else ""
