"""A question that may become a draft, and how one is asked for what tables and texts say."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.eval.matching.numbers import only_number
from ragatta.extensions.studio.drafting import wording
from ragatta.extensions.studio.drafting.cells import TableCell
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.facts import Stated
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.wording import be, in_scale, source, under, worded
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.text.words import terms

CODES = frozenset(terms("code codes account identifier id zip"))  # names of what is written in figures, and is none

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
    cell: TableCell | None = None  # the one that is looked up


def asked(cell: TableCell, place: str, corpus: Corpus, language: str = ENGLISH) -> str:
    """The question for a cell of the place that is called so."""
    if language != ENGLISH:
        scale = in_scale(cell.scale or cell.unit, language)
        return worded(
            wording.LOOK_UP_IN[language],
            row=f"{cell.key} {cell.row}" if cell.key and only_number(cell.row) else cell.row,
            column=cell.column,
            scale=scale,
            document=place,
        )
    column = corpus.spoken(cell.column, cell.document, header=True)
    is_noun = column != cell.column or (cell.column.islower() and not cell.swapped)
    row = corpus.row(cell)
    if cell.bound is not None:
        parts = {"bound": cell.bound, "row": row, "be": be(row), "scale": in_scale(cell.scale or cell.unit)}
        bounds = wording.LOOK_UP_BOUND[:1] if re.search(r"[(,]", row) else wording.LOOK_UP_BOUND
        return worded(bounds, source=source(place), document=place, **parts)
    forms = wording.LOOK_UP_SWAPPED if cell.swapped else wording.LOOK_UP if is_noun else wording.LOOK_UP_QUOTED
    return worded(
        wording.LOOK_UP_OF_A_PERIOD if cell.year else forms,
        row=row,
        column=column if is_noun and not cell.swapped else f"“{cell.column}”",
        be=be(row if cell.swapped else column),
        under=under(cell.column, cell.ended),
        scale=in_scale(cell.scale or cell.unit),
        source=source(place),
        document=place,
    )


def asked_of(one: Stated, document: Document, corpus: Corpus, language: str) -> str:
    """The question for what a document says of a label or term."""
    forms = wording.DEFINITION if one.form == "definition" else wording.FIELD[language]
    forms = wording.ABBREVIATION[language] if one.form == "abbreviation" else forms
    label = one.label if one.form != "field" else corpus.spoken(one.label, one.document)
    forms = forms[1:] if language == ENGLISH and one.form == "field" and label == one.label else forms
    return worded(forms, label=label, printed=one.label, be=be(label), document=corpus.name(document))


def record_of(question: str, kind: str, expected: Any, evidence: Sequence[Any], **more: Any) -> dict[str, Any]:
    text = question.replace(",?", "?").replace(", ,", ",").replace(",,", ",")
    answer = {"expected": expected} if expected else {}
    return {"question": text[:1].upper() + text[1:], "kind": kind, **answer, "evidence": [*evidence], **more}


def evidence_of(document: Document, page: int, quote: str, value: str = "") -> dict[str, Any]:
    return {"file": document.file, "pages": [page], "quote": quote, **({"value": value} if value else {})}


def reading(*found: TableCell) -> tuple[tuple[Document, int, tuple[str, ...]], ...]:
    return tuple((one.document, one.page, (one.row, one.value, *one.column.split())) for one in found)


def kind_of(name: str, value: str, document: Document) -> str:
    """Of an answer: a code is no figure."""
    code = CODES & {*terms(name)} or re.match(r"0\d", value)
    return "number" if document.number(value) and not code else "text"
