"""Facts → questions with answers: looked up, computed, listed, compared, and such as have none."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations
from typing import Any

from ragatta.eval.matching.numbers import only_number
from ragatta.experiments.drafting import wording
from ragatta.experiments.drafting.cells import GENERIC, YEAR, Cell, total_of
from ragatta.experiments.drafting.corpus import Corpus
from ragatta.experiments.drafting.facts import Listed, Stated, definitions, fields, lists
from ragatta.experiments.drafting.reading import Document
from ragatta.experiments.drafting.rivals import has_rival, is_nowhere
from ragatta.experiments.drafting.wording import be, in_scale, source, under, worded
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.text.words import terms

CODES = frozenset(terms("code codes account identifier id zip"))  # names of what is written in figures, and is none
# Of rows that are differences themselves; another word in brackets, as in "used (provided)", turns the sign.
CHANGES = frozenset(terms("increase decrease change changes"))
ASKED = 3  # documents like another one that are asked for its rows
AWAY = 5  # years from those of a row, of a year that its document does not have
PAIRS = 200  # of documents' rows that are compared

Check = Callable[[], bool]


@dataclass(frozen=True)
class Candidate:
    """A question that may become a draft. `holds` are what it rests on, cheapest first; `read` are the texts that each
    page must have in the second reading too."""

    form: str
    record: Mapping[str, Any]
    document: Document
    page: int
    origin: str
    holds: tuple[Check, ...] = ()
    read: tuple[tuple[Document, int, tuple[str, ...]], ...] = ()
    quotes: tuple[str, ...] = ()
    table: str = ""  # the id of the one that it is of


def candidates(corpus: Corpus, language: str = ENGLISH) -> Iterator[Candidate]:
    """All candidates, document by document; those of several documents last. `language` is one of wording.LANGUAGES."""
    known: dict[tuple[str, str, str], list[Cell]] = defaultdict(list)
    for document in corpus.every:
        yield from (_stated(one, corpus, language) for one in fields(document))
        yield from (_listed(one, corpus, language) for one in lists(document))
        if language != ENGLISH:
            continue
        found = corpus.cells(document)
        for cell in found:
            known[cell.key.casefold(), cell.row.casefold(), cell.column.casefold()].append(cell)
        yield from _look_ups(found, corpus)
        yield from _differences(found, corpus)
        yield from _sums(found, corpus)
        yield from _shares(found, corpus)
        yield from _without_answer(found, document, corpus)
        yield from (_stated(one, corpus, language) for one in definitions(document))
        for one in corpus.alike(document):
            yield from _of_rows(one, corpus)
    yield from _comparisons(known, corpus)


def _evidence(document: Document, page: int, quote: str, value: str = "") -> dict[str, Any]:
    return {"file": document.file, "pages": [page], "quote": quote, **({"value": value} if value else {})}


def _alone(cell: Cell, corpus: Corpus) -> Check:
    return lambda: corpus.is_alone(cell)


def _reading(*found: Cell) -> tuple[tuple[Document, int, tuple[str, ...]], ...]:
    return tuple((one.document, one.page, (one.row, one.value, *one.column.split())) for one in found)


def _look_ups(found: Sequence[Cell], corpus: Corpus) -> Iterator[Candidate]:
    """Of each row one cell, of the table's columns in turn."""
    rows: dict[tuple[str, str], list[Cell]] = defaultdict(list)
    for cell in found:
        rows[cell.table.id, cell.row].append(cell)
    for at, own in enumerate(rows.values()):
        cell = own[at % len(own)]
        evidence = [_evidence(cell.document, cell.page, cell.quote, cell.value)]
        record = _record(
            _asked(cell, corpus.where(cell), corpus), kind_of(cell.column, cell.value), cell.value, evidence
        )
        yield _of_cells("look-up", record, [cell], _alone(cell, corpus))


def _asked(cell: Cell, place: str, corpus: Corpus) -> str:
    """The question for a cell of the place that is called so."""
    column = corpus.spoken(cell.column, cell.document)
    is_noun = column == cell.column.lower()
    forms = wording.LOOK_UP_OF_A_PERIOD if cell.year else wording.LOOK_UP if is_noun else wording.LOOK_UP_QUOTED
    return worded(
        forms,
        row=corpus.row(cell),
        column=column if is_noun else f"“{cell.column}”",
        be=be(column),
        under=under(cell.column),
        scale=in_scale(cell.scale),
        source=source(place),
        document=place,
    )


def _record(question: str, kind: str, expected: Any, evidence: Sequence[Any], **more: Any) -> dict[str, Any]:
    text = question.replace(",?", "?").replace(", ,", ",").replace(",,", ",")
    answer = {"expected": expected} if expected else {}
    return {"question": text[:1].upper() + text[1:], "kind": kind, **answer, "evidence": [*evidence], **more}


def kind_of(name: str, value: str) -> str:
    """Of an answer: a code is no figure."""
    code = CODES & {*terms(name)} or re.match(r"0\d", value)
    return "number" if only_number(value) and not code else "text"


def _of_cells(form: str, record: Mapping[str, Any], found: Sequence[Cell], *holds: Check) -> Candidate:
    first = found[0]
    quotes = tuple(cell.quote for cell in found)
    read, origin = _reading(*found), f"{form} in a table"
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


def _differences(found: Sequence[Cell], corpus: Corpus) -> Iterator[Candidate]:
    """Between the first and the last year of a row."""
    rows: dict[tuple[str, str], list[Cell]] = defaultdict(list)
    for cell in found:
        if cell.year:
            rows[cell.table.id, cell.row].append(cell)
    for own in rows.values():
        early, late = min(own, key=lambda cell: cell.year), max(own, key=lambda cell: cell.year)
        before, after = _amount(early.value), _amount(late.value)
        unlike = early is not late and before != after and early.value != late.value
        if not unlike or before is None or after is None or CHANGES & {*terms(early.row)} or "(" in early.row:
            continue
        document, change = early.document, after - before
        question = worded(
            wording.DIFFERENCE, row=corpus.row(early), earlier=str(early.year), later=str(late.year),
            scale=in_scale(early.scale), source=source(corpus.where(early)),
        )  # fmt: skip
        expected, signed = _like(abs(change), early.value), _like(change, early.value)
        more = {"also_accepted": [signed]} if signed != expected else {}
        record = _record(question, "number", expected, [_evidence(document, early.page, early.quote)], **more)
        holds = [_alone(cell, corpus) for cell in (early, late)]
        yield _of_cells("difference", record, [early, late], *holds)


def _sums(found: Sequence[Cell], corpus: Corpus) -> Iterator[Candidate]:
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
            wording.SUM, row=corpus.row(one), other=corpus.row(pair), under=under(one.column),
            scale=in_scale(one.scale), source=source(corpus.where(one)),
        )  # fmt: skip
        evidence = [_evidence(document, cell.page, cell.quote) for cell in (one, pair)]
        record = _record(question, "number", _like(first + second, one.value), evidence)
        yield _of_cells("sum", record, [one, pair], _alone(one, corpus), _alone(pair, corpus))


def _shares(found: Sequence[Cell], corpus: Corpus) -> Iterator[Candidate]:
    """Of a row in the table's own total."""
    for one in (cell for cell in found if cell.year):
        total, _ = total_of(one.table, one.row, one.column)
        of = next((c for c in found if c.table is one.table and c.column == one.column and c.row == total), None)
        part, whole = _amount(one.value), _amount(of.value) if of else None
        if of is None or part is None or not whole or not 0 < part < whole:
            continue
        percent = (100 * part / whole).quantize(Decimal("0.1"), ROUND_HALF_UP)
        question = worded(
            wording.SHARE, row=corpus.row(one), total=corpus.row(of), be=be(one.row), under=under(one.column),
            source=source(corpus.where(one)),
        )  # fmt: skip
        evidence = [_evidence(one.document, cell.page, cell.quote) for cell in (one, of)]
        record = _record(question, "number", f"{percent}%", evidence)
        yield _of_cells("share", record, [one, of], _alone(one, corpus))  # its own total is no other one


def _comparisons(known: Mapping[tuple[str, str, str], Sequence[Cell]], corpus: Corpus) -> Iterator[Candidate]:
    """Rows and columns of the same name in two documents, with other figures."""
    pairs = (
        pair
        for own in known.values()
        for pair in combinations({cell.document.file: cell for cell in own}.values(), 2)
        if pair[0].value != pair[1].value and pair[0].scale == pair[1].scale
    )
    for _, (one, two) in zip(range(PAIRS), pairs, strict=False):
        parts = {"row": corpus.row(one), "under": under(one.column)}
        names = [corpus.where(cell) for cell in (one, two)]
        question = worded(wording.COMPARISON, one=names[0], two=names[1], **parts)
        asked = [wording.PART.format(document=name, **parts) for name in names]
        evidence = [_evidence(cell.document, cell.page, cell.quote, cell.value) for cell in (one, two)]
        record = _record(question, "compare", [one.value, two.value], evidence, sub_questions=asked)
        yield _of_cells("comparison", record, [one, two], *(_alone(cell, corpus) for cell in (one, two)))


def _without_answer(found: Sequence[Cell], document: Document, corpus: Corpus) -> Iterator[Candidate]:
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
        missing = [year for year in range(cell.year - AWAY, cell.year) if cell.year and year not in years]
        if missing:
            question = _asked(replace(cell, column=str(missing[-1]), scale=""), name, corpus)
            yield _unanswerable(question, document, cell, f"a year that {name} does not have")
    others = [other for other in corpus.every if other is not document]
    others.sort(key=lambda one: len(one.terms & document.terms) / len(one.terms | document.terms), reverse=True)
    for other in others[:ASKED]:
        for cell in (one for one in rows if not one.group):  # what a group makes clear is clear in its table alone
            question = _asked(replace(cell, scale=""), corpus.name(other), corpus)
            origin = f"a row of {name} that {corpus.name(other)} does not have"
            thirds = [one for one in others if one is not other]
            yield _unanswerable(question, other, cell, origin, _missing(cell, other, thirds))


def _unanswerable(question: str, document: Document, cell: Cell, origin: str, *holds: Check) -> Candidate:
    record = _record(question, "unanswerable", "", [])
    quotes, read = (cell.quote,), _reading(cell)
    return Candidate("unanswerable", record, document, cell.page, origin, holds, read, quotes, cell.table.id)


def _missing(cell: Cell, document: Document, thirds: Sequence[Document]) -> Check:
    """Whether a document has no such row, though it has the column's words and some of the row's, and one of the
    `thirds` prints it, if there are any: what a single document knows is asked of no other."""
    rare, column = frozenset(terms(cell.row)) - GENERIC, frozenset(terms(cell.column))
    near = column <= document.terms and len(rare) / 2 <= len(rare & document.terms) < len(rare)

    def holds() -> bool:
        known = not thirds or any(third.pages_with(cell.row) for third in thirds)
        return near and known and is_nowhere(cell.row, document)

    return holds


def _stated(one: Stated, corpus: Corpus, language: str) -> Candidate:
    forms = wording.DEFINITION if one.defines else wording.FIELD[language]
    label = one.label if one.defines else corpus.spoken(one.label, one.document)
    question = worded(forms, label=label, be=be(label), document=corpus.name(one.document))
    kind = "text" if one.defines else kind_of(one.label, one.value)
    record = _record(question, kind, one.value, [_evidence(one.document, one.page, one.quote)])
    form = "definition" if one.defines else "field"
    document, page, quote = one.document, one.page, one.quote
    alone = () if one.defines else (lambda: not has_rival(one.label, document, page, quote, [document]),)
    read = ((document, page, (one.label, one.value)),)
    return Candidate(form, record, document, page, f"a {form}", alone, read, (quote,))


def _listed(one: Listed, corpus: Corpus, language: str) -> Candidate:
    question = worded(wording.LIST[language], lead=one.lead, document=corpus.name(one.document))
    record = _record(question, "list", [*one.items], [{"file": one.document.file, "pages": [one.page]}])
    once = one.document.folded.casefold().count(one.lead.casefold()) == 1
    read = ((one.document, one.page, (one.lead, *one.items)),)
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
    record = _record(worded(wording.ALIKE, **parts), "list", [*one.items], [page_only])
    yield Candidate("list", record, document, one.page, "rows of a table", (), read, one.quotes)
    evidence = [_evidence(document, one.page, quote) for quote in one.quotes]
    record = _record(worded(wording.COUNT, **parts), "number", str(len(one.items)), evidence)
    yield Candidate("count", record, document, one.page, "counted rows of a table", (), read, one.quotes)
