"""Facts → questions with answers: looked up, computed, listed and compared; with those that have none, all
candidates."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, zip_longest
from typing import Any

from ragatta.eval.matching.numbers import only_number
from ragatta.extensions.studio.drafting import periods, sentences, unanswerable, wording
from ragatta.extensions.studio.drafting.candidate import (
    Candidate,
    Check,
    asked,
    asked_of,
    evidence_of,
    kind_of,
    reading,
    record_of,
)
from ragatta.extensions.studio.drafting.cells import TableCell, total_of
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.facts import Listed, Stated, definitions, fields, lists
from ragatta.extensions.studio.drafting.rivals import has_rival
from ragatta.extensions.studio.drafting.sentences import Said, abbreviations
from ragatta.extensions.studio.drafting.wording import be, in_scale, source, under, worded
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.text.words import terms

# Of rows that are differences themselves; another word in brackets, as in "used (provided)", turns the sign.
CHANGES = frozenset(terms("increase decrease change changes"))
PAIRS = 200  # of documents' rows that are compared


def candidates(corpus: Corpus, language: str = ENGLISH) -> Iterator[Candidate]:
    """All candidates, document by document; those of several documents last. `language`: that of the documents; where
    it is English, of each document its own."""
    known: dict[tuple[str, str, str], list[TableCell]] = defaultdict(list)
    stated: list[Stated] = []
    for document in corpus.every:
        own = language if language != ENGLISH else document.language
        if own not in wording.LANGUAGES:
            continue
        found = corpus.cells(document)
        said = [*fields(document), *(abbreviations(document) if own in wording.ABBREVIATION else ())]
        yield from (_in(own, language, _listed(one, corpus, own)) for one in lists(document))
        if own != ENGLISH:
            yield from (_in(own, language, _stated(one, corpus, own)) for one in said)
            cells = found if own in wording.LOOK_UP_IN else ()
            yield from (_in(own, language, one) for one in _look_ups(cells, corpus, own))
            continue
        said += definitions(document)
        stated += said
        yield from (_stated(one, corpus, own) for one in said)
        yield from (_said(one, corpus) for one in sentences.said(document))
        yield from _look_ups(found, corpus, own)
        found = [cell for cell in found if not cell.worded]
        for cell in found:
            known[cell.key.casefold(), cell.row.casefold(), cell.column.casefold()].append(cell)
        yield from _differences(found, corpus)
        yield from _sums(found, corpus)
        yield from _shares(found, corpus)
        yield from unanswerable.of_rows(found, document, corpus)
        for one in corpus.alike(document):
            yield from _of_rows(one, corpus)
    yield from _comparisons(known, corpus)
    yield from unanswerable.of_statements([one for one in stated if one.form != "abbreviation"], corpus, language)


def _in(own: str, language: str, one: Candidate) -> Candidate:
    """A candidate of a document in another language than the other documents: its question says so."""
    return one if own == language else replace(one, record={**one.record, "language": own})


def _alone(cell: TableCell, corpus: Corpus) -> Check:
    return lambda: corpus.is_alone(cell)


def _look_ups(found: Sequence[TableCell], corpus: Corpus, language: str) -> Iterator[Candidate]:
    """Of each row one cell, of the table's columns in turn; then the others."""
    rows: dict[tuple[str, str], list[TableCell]] = defaultdict(list)
    for cell in found:
        rows[cell.table.id, cell.row].append(cell)
    turned = [[*own[at % len(own) :], *own[: at % len(own)]] for at, own in enumerate(rows.values())]
    for cell in (cell for turn in zip_longest(*turned) for cell in turn if cell):
        evidence = [evidence_of(cell.document, cell.page, cell.quote, "" if cell.worded else cell.value)]
        kind = "text" if cell.worded else kind_of(cell.column, cell.value, cell.document)
        question = asked(cell, corpus.where(cell, language), corpus, language)
        record = record_of(question, kind, cell.value, evidence)
        yield replace(_of_cells("look-up", record, [cell], _alone(cell, corpus)), cell=cell)


def _of_cells(form: str, record: Mapping[str, Any], found: Sequence[TableCell], *holds: Check) -> Candidate:
    first = found[0]
    quotes = tuple(cell.quote for cell in found)
    read, origin = reading(*found), f"{form} in a table"
    return Candidate(form, record, first.document, first.page, origin, holds, read, quotes, first.table.id)


def _amount(text: str) -> Decimal | None:
    """The value of a figure that can be added: no percentage, no bracket whose sign is a guess."""
    number = only_number(text)
    return number.value if number and not number.percent and not {*"()<>≤≥~±+"} & {*text} else None


def _like(value: Decimal, printed: str) -> str:
    """A value written as a figure of the same table: its currency, its thousands, its decimals."""
    decimals = len(printed.partition(".")[2].rstrip("%) "))
    sign = next((mark for mark in "$€£¥" if printed.startswith(mark)), "")
    return f"{'-' * (value < 0)}{sign}{abs(value):,.{decimals}f}"


def _differences(found: Sequence[TableCell], corpus: Corpus) -> Iterator[Candidate]:
    """Between the first and the last year of a row, in columns of like periods: quarters, years, or days."""
    rows: dict[tuple[str, str, str], list[TableCell]] = defaultdict(list)
    for cell in found:
        if cell.year:
            rows[cell.table.id, cell.row, periods.kind(cell.column)].append(cell)
    for own in rows.values():
        early, late = min(own, key=lambda cell: cell.year), max(own, key=lambda cell: cell.year)
        before, after = _amount(early.value), _amount(late.value)
        unlike = early.year < late.year and before != after and early.value != late.value
        if not unlike or before is None or after is None or CHANGES & {*terms(early.row)} or "(" in early.row:
            continue
        document, change = early.document, after - before
        question = worded(
            wording.DIFFERENCE, row=corpus.row(early), earlier=_named(early), later=_named(late),
            scale=in_scale(early.scale), source=source(corpus.where(early)),
        )  # fmt: skip
        expected, signed = _like(abs(change), early.value), _like(change, early.value)
        more = {"also_accepted": [signed]} if signed != expected else {}
        record = record_of(question, "number", expected, [evidence_of(document, early.page, early.quote)], **more)
        holds = [_alone(cell, corpus) for cell in (early, late)]
        yield _of_cells("difference", record, [early, late], *holds)


def _named(cell: TableCell) -> str:
    """The period of a cell, as two of them are told apart."""
    return re.sub(r"^(?:for|in|as of|under)\s", "", under(cell.column, cell.ended)).strip("“”")


def _sums(found: Sequence[TableCell], corpus: Corpus) -> Iterator[Candidate]:
    """Of two rows among those that the table's own total adds up."""
    for one in (cell for cell in found if cell.year):
        _, rows = total_of(one.table, one.row, one.column)
        others = [cell for cell in found if cell.table is one.table and cell.column == one.column and cell.row in rows]
        at = others.index(one) if one in others else len(others)
        if at + 1 >= len(others):
            continue
        pair, document = others[at + 1], one.document
        first, second = _amount(one.value), _amount(pair.value)
        if first is None or second is None:
            continue
        question = worded(
            wording.SUM, row=one.row, other=pair.row, under=under(one.column, one.ended),
            scale=in_scale(one.scale), source=source(corpus.where(one)),
        )  # fmt: skip
        evidence = [evidence_of(document, cell.page, cell.quote) for cell in (one, pair)]
        record = record_of(question, "number", _like(first + second, one.value), evidence)
        yield _of_cells("sum", record, [one, pair], _alone(one, corpus), _alone(pair, corpus))


def _shares(found: Sequence[TableCell], corpus: Corpus) -> Iterator[Candidate]:
    """Of a row in the table's own total, in its last year."""
    last = {(cell.table.id, cell.row): cell for cell in sorted(found, key=lambda cell: cell.year) if cell.year}
    for one in last.values():
        total, _ = total_of(one.table, one.row, one.column)
        of = next((c for c in found if c.table is one.table and c.column == one.column and c.row == total), None)
        part, whole = _amount(one.value), _amount(of.value) if of else None
        if of is None or part is None or not whole:
            continue
        percent = (100 * part / whole).quantize(Decimal("0.1"), ROUND_HALF_UP)
        if not 1 <= percent <= 99:
            continue
        question = worded(
            wording.SHARE, row=corpus.row(one), total=corpus.spoken(of.row, of.document), be=be(one.row),
            under=under(one.column, one.ended), source=source(corpus.where(one)),
        )  # fmt: skip
        evidence = [evidence_of(one.document, cell.page, cell.quote) for cell in (one, of)]
        record = record_of(question, "number", f"{percent}%", evidence)
        yield _of_cells("share", record, [one, of], _alone(one, corpus))  # its own total is no other one


def _comparisons(known: Mapping[tuple[str, str, str], Sequence[TableCell]], corpus: Corpus) -> Iterator[Candidate]:
    """Rows and columns of the same name in two documents, with other figures."""
    pairs = (
        pair
        for own in known.values()
        for pair in combinations({cell.document.file: cell for cell in own}.values(), 2)
        if pair[0].value != pair[1].value and pair[0].scale == pair[1].scale
    )
    for _, (one, two) in zip(range(PAIRS), pairs, strict=False):
        parts = {"row": corpus.row(one), "under": under(one.column, one.ended), "scale": in_scale(one.scale)}
        names = [corpus.where(cell) for cell in (one, two)]
        question = worded(wording.COMPARISON, one=names[0], two=names[1], **parts)
        asked = [wording.PART.format(document=name, **parts) for name in names]
        evidence = [evidence_of(cell.document, cell.page, cell.quote, cell.value) for cell in (one, two)]
        record = record_of(question, "compare", [one.value, two.value], evidence, sub_questions=asked)
        yield _of_cells("comparison", record, [one, two], *(_alone(cell, corpus) for cell in (one, two)))


def _stated(one: Stated, corpus: Corpus, language: str) -> Candidate:
    question = asked_of(one, one.document, corpus, language)
    kind = kind_of(one.label, one.value, one.document) if one.form == "field" and language == ENGLISH else "text"
    record = record_of(question, kind, one.value, [evidence_of(one.document, one.page, one.quote)])
    document, page, quote = one.document, one.page, one.quote
    alone = (lambda: not has_rival(one.label, document, page, quote, [document]),) if one.form == "field" else ()
    read = ((document, page, (one.label, one.value)),)
    return Candidate(one.form, record, document, page, f"{NAMED.get(one.form, 'a')} {one.form}", alone, read, (quote,))


NAMED = {"abbreviation": "an"}


def _said(one: Said, corpus: Corpus) -> Candidate:
    question = f"{one.question}, according to {corpus.name(one.document)}?"
    figure = re.sub(r"^[a-z-]+ \((\d+)\)", r"\1", one.value)  # "ten (10) days"
    more = {"also_accepted": [figure]} if figure != one.value else {}
    record = record_of(question, "text", one.value, [evidence_of(one.document, one.page, one.quote)], **more)
    document, page, quote = one.document, one.page, one.quote
    read = ((document, page, (one.value,)),)
    alone = (lambda: not has_rival(one.subject, document, page, quote, [document]),)
    return Candidate("sentence", record, document, page, "a sentence", alone, read, (quote,))


def _listed(one: Listed, corpus: Corpus, language: str) -> Candidate:
    question = worded(wording.LIST[language], lead=one.lead, document=corpus.name(one.document))
    file, here = one.document.file, len(one.items) - one.overleaf
    pages = [one.page, *([one.page + 1] if one.overleaf else [])]
    record = record_of(question, "list", [*one.items], [{"file": file, "pages": [page]} for page in pages])
    once = one.document.folded.casefold().count(one.lead.casefold()) == 1
    texts = [(one.lead, *one.items[:here]), one.items[here:]]
    read = tuple((one.document, page, own) for page, own in zip(pages, texts, strict=False))
    return Candidate("list", record, one.document, one.page, "a list", (lambda: once,), read, one.items)


def _of_rows(one: Listed, corpus: Corpus) -> Iterator[Candidate]:
    """Which rows have a value, and how many."""
    document, name = one.document, corpus.name(one.document)
    parts = {
        "lead": f"“{one.lead}”", "column": corpus.spoken(one.column, document), "value": f"“{one.value}”",
        "source": source(name), "document": name,
    }  # fmt: skip
    read = ((document, one.page, (*one.items, one.value)),)
    page_only = {"file": document.file, "pages": [one.page]}
    record = record_of(worded(wording.ALIKE, **parts), "list", [*one.items], [page_only])
    yield Candidate("list", record, document, one.page, "rows of a table", (), read, one.quotes)
    evidence = [evidence_of(document, one.page, quote) for quote in one.quotes]
    record = record_of(worded(wording.COUNT, **parts), "number", str(len(one.items)), evidence)
    yield Candidate("count", record, document, one.page, "counted rows of a table", (), read, one.quotes)
