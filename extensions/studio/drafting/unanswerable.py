"""Questions without an answer: for a year, row, field or definition that a document does not have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ragatta.extensions.studio.drafting.candidate import Candidate, Check, asked, asked_of, reading, record_of
from ragatta.extensions.studio.drafting.cells import TableCell
from ragatta.extensions.studio.drafting.columns import GENERIC
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.facts import Stated
from ragatta.extensions.studio.drafting.periods import YEAR
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.rivals import is_nowhere
from ragatta.pipeline.text.words import terms

ASKED = 3  # documents like another one that are asked for its rows
AWAY = 5  # years from those of a row, of a year that its document does not have
OF_ONE = 2  # questions for the same field or definition
ALIKE = 0.25  # of the terms of two documents that both have: contracts have 0.3, a manual and a report 0.2
USUAL = 2  # documents that state what a third one is asked for


def of_rows(found: Sequence[TableCell], document: Document, corpus: Corpus) -> Iterator[Candidate]:
    """Rows for a year that the document does not have, and rows of this document asked of another: such as running text
    names, since names of parties and products are asked of no one else."""
    name, years = corpus.name(document), {int(year) for year in YEAR.findall(document.folded)}
    rows = [
        cell
        for cell in {cell.row: cell for cell in found if not cell.key}.values()
        if len({*terms(cell.row)} - GENERIC) >= 2 and corpus.spoken(cell.row, document) == cell.row.lower()
    ]
    for cell in rows:
        # Earlier ones: that a report does not have a later one goes without saying.
        missing = [
            year
            for year in range(cell.year - AWAY, cell.year)
            if cell.year and year not in years and "/" not in cell.column
        ]
        if missing:
            question = asked(replace(cell, column=YEAR.sub(str(missing[-1]), cell.column), scale=""), name, corpus)
            yield _of_row(question, document, cell, f"a year that {name} does not have")
    others = most_alike(document, corpus)
    for other in others[:ASKED]:
        for cell in (one for one in rows if not one.group):  # what a group makes clear is clear in its table alone
            question = asked(replace(cell, scale=""), corpus.name(other), corpus)
            origin = f"a row of {name} that {corpus.name(other)} does not have"
            thirds = [one for one in others if one is not other]
            yield _of_row(question, other, cell, origin, _missing(cell, other, thirds))


def most_alike(document: Document, corpus: Corpus) -> list[Document]:
    """The other documents of its kind and language, that with the most words in common first."""
    others = [one for one in corpus.every if one is not document and one.language == document.language]
    alike = [one for one in others if _likeness(one, document) >= ALIKE]
    return sorted(alike, key=lambda one: -_likeness(one, document))


def _likeness(one: Document, other: Document) -> float:
    return len(one.terms & other.terms) / len(one.terms | other.terms)


def _of_row(question: str, document: Document, cell: TableCell, origin: str, *holds: Check) -> Candidate:
    record = record_of(question, "unanswerable", "", [])
    quotes, read = (cell.quote,), reading(cell)
    return Candidate("unanswerable", record, document, cell.page, origin, holds, read, quotes, cell.table.id)


def _missing(cell: TableCell, document: Document, thirds: Sequence[Document]) -> Check:
    """Whether a document has no such row, though it has the column's words and some of the row's, and one of the
    `thirds` prints it, if there are any: what a single document knows is asked of no other."""
    rare, column = frozenset(terms(cell.row)) - GENERIC, frozenset(terms(cell.column))
    near = column <= document.terms and len(rare) / 2 <= len(rare & document.terms) < len(rare)

    def holds() -> bool:
        known = not thirds or any(third.pages_with(cell.row) for third in thirds)
        return near and known and is_nowhere(cell.row, document)

    return holds


def of_statements(stated: Sequence[Stated], corpus: Corpus, language: str) -> Iterator[Candidate]:
    """Fields and definitions that several documents have, asked of one like them that does not have their words."""
    known: dict[tuple[str, str], dict[str, Stated]] = defaultdict(dict)
    for one in stated:
        known[one.label.casefold(), one.form].setdefault(one.document.file, one)
    for own in (own for own in known.values() if len(own) >= USUAL):
        first = next(iter(own.values()))
        like = (one for one in most_alike(first.document, corpus) if one.file not in own)
        for other in islice((one for one in like if is_nowhere(first.label, one)), OF_ONE):
            yield _of_statement(first, other, len(own), corpus, language)


def _of_statement(one: Stated, other: Document, documents: int, corpus: Corpus, language: str) -> Candidate:
    question = asked_of(one, other, corpus, language)
    what = "definition" if one.form == "definition" else "field"
    origin = f"a {what} of {documents} documents that {corpus.name(other)} does not have"
    record = record_of(question, "unanswerable", "", [])
    return Candidate("unanswerable", record, other, 1, origin, quotes=(one.quote,))
