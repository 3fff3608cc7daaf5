"""Finds gold evidence that occurs in several rows of its page, and proposes quotes that identify the row."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ragatta.eval.final import expected_items
from ragatta.eval.gold.records import Finding
from ragatta.eval.matching.evidence import Corpus, document, is_statement, locate
from ragatta.eval.matching.normalise import Span
from ragatta.eval.matching.rows import printed_row, words
from ragatta.pipeline.documents.format import listed_of
from ragatta.pipeline.types import Evidence, Question

SHOWN = 3  # rows that are proposed
ABOVE = 3  # lines above a row that a quote of it may take in


def ambiguous(question: Question, corpus: Corpus) -> list[Finding]:
    """Each bare value, or short quote with a figure, that is in more than one row of a page, with these rows as quotes,
    the ones that share most words with the question first. Several places in one row are not ambiguous, nor are several
    pages, which are alternatives."""
    if expected_items(question):
        return []
    return [
        Finding(question.id, f"evidence[{number}]", _rival(question, evidence, page, rows, corpus))
        for number, evidence in enumerate(question.evidence, 1)
        if not evidence.quote or (any(map(str.isdecimal, evidence.quote)) and not is_statement(evidence.quote))
        for page in evidence.pages
        if len(rows := _rows(evidence.file, page, evidence.quote or evidence.value, corpus)) > 1
    ]


def _rows(file: str, page: int, phrase: str, corpus: Corpus) -> list[Span]:
    """The rows of one page that contain the phrase, as spans of the document text."""
    if not phrase:
        return []
    found = locate(Evidence(file, (page,)), (phrase,), corpus)[phrase]
    return list(dict.fromkeys(printed_row(document(corpus[file]).text, start, end) for _, start, end in found))


def _rival(question: Question, evidence: Evidence, page: int, rows: list[Span], corpus: Corpus) -> str:
    asked = words(question.question)
    text = document(corpus[evidence.file]).text
    rows.sort(key=lambda row: -(words(text[slice(*row)]) & asked).total())
    quotes = [quote for row in rows for quote in [_quote(row, evidence.file, page, corpus)] if quote][:SHOWN]
    proposed = "".join(f"\n    quote: {json.dumps(quote, ensure_ascii=False)}" for quote in quotes)
    place = f"{listed_of(evidence.file, [page])} of {evidence.file}"
    said = f"{evidence.quote or evidence.value!r} is in {len(rows)} rows of {place}"
    return f"{said}; quote the row that is meant{', such as' if proposed else ''}{proposed}"


def _quote(row: Span, file: str, page: int, corpus: Corpus) -> str:
    """The row with as many lines above it as make it unique on its page; "" if that is impossible."""
    read = document(corpus[file])
    for start in _starts(row[0], read.text, read.page_spans[page][0]):
        quote = " ".join(read.text[start : row[1]].split())
        if len(locate(Evidence(file, (page,)), (quote,), corpus)[quote]) == 1:
            return quote
    return ""


def _starts(start: int, text: str, first: int) -> Iterator[int]:
    """The beginnings of the row's line and of each line above it on the page."""
    yield start
    for _ in range(ABOVE):
        if start <= first:
            return
        start = max(first, text.rfind("\n", 0, start - 1) + 1)
        yield start
