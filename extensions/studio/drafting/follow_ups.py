"""Drafts → their follow-ups: the reason of what was asked, or the same cell of another period or row, asked for by what
has changed alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from ragatta.experiments.adding.writing import complete, written
from ragatta.experiments.faults import Fault
from ragatta.experiments.stored_drafts import Stored, new_id, now
from ragatta.extensions.studio.drafting import periods
from ragatta.extensions.studio.drafting.candidate import Candidate, evidence_of, record_of
from ragatta.extensions.studio.drafting.cells import TableCell
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.drafting import Drafting
from ragatta.extensions.studio.drafting.reading import YEAR
from ragatta.extensions.studio.drafting.reasons import Reason, reasons
from ragatta.extensions.studio.drafting.wording import under
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.text.words import terms

# What two cells share, so that nothing but the period or the row is another.
ALIKE = ("scale", "key", "kind", "caption", "group", "unit", "called")
REASON, PERIOD, ROW = "the reason", "another period", "another row"
FollowUp = tuple[Candidate, str, str]  # asked in whole words, how it is said in the conversation, and what it asks for


def follow_ups(drafting: Drafting, candidates: Sequence[Candidate], corpus: Corpus) -> Iterator[Stored]:
    """At most one to each figure that is drafted from an English document: its reason where a sentence gives one, or by
    turns another period and another row first. What it asks for is verified as a draft in whole words, which are its
    `standalone`."""
    if drafting.language != ENGLISH:
        return
    tables: dict[str, list[Candidate]] = defaultdict(list)
    for one in candidates:
        if one.cell and "language" not in one.record:
            tables[one.table].append(one)
    reasons_of = cache(lambda document: [*reasons(document)])
    bases = [one for one in drafting.made if one in tables[one.table] or one.form in ("sentence", "difference")]
    for number, base in enumerate(bases):
        order = (REASON, *((PERIOD, ROW) if number % 2 == 0 else (ROW, PERIOD)))
        asked = [
            *_reasons(base, tables.get(base.table, ()), reasons_of(base.document), corpus),
            *_asked_on(base, tables.get(base.table, ()), corpus),
        ]
        for other, said, what in sorted(asked, key=lambda one: order.index(one[2])):
            question = drafting.verified(other)
            if isinstance(question, str):
                continue
            record = _record(base, other, said)
            try:
                complete(
                    written(record, drafting.accepted, drafting.language, "test"), drafting.accepted, drafting.pages
                )
            except Fault:
                continue
            drafting.accepted.append(question)
            found = drafting.difficulty(other)
            yield Stored(new_id(), record, origin=f"a follow-up of {what}", difficulty=found, when=now())
            break


def _record(base: Candidate, other: Candidate, said: str) -> dict[str, Any]:
    turn = {"user": base.record["question"], "assistant": base.record["expected"]}
    own = {"question": said, "turns": [turn], "standalone": other.record["question"], "dependence": "ellipsis"}
    return {**other.record, **own}


def _reasons(
    base: Candidate, table: Sequence[Candidate], found: Sequence[Reason], corpus: Corpus
) -> Iterator[FollowUp]:
    """Why the figure that was asked for changed, of the same year if both name one. A reason that names none is of the
    latest in the table; a difference is one of its later year."""
    question = base.record["question"].replace(corpus.name(base.document), "")  # which may have words and years too
    asked = {*terms(question)}
    year = base.cell.year if base.cell else max(map(int, YEAR.findall(question)), default=0)
    latest = max((other.cell.year for other in table if other.cell), default=0)
    for one in found:
        if {*terms(one.subject)} <= asked and (not year or (one.year or latest) == year):
            when = f" in {one.year}" if one.year else ""
            said = f"And what is the reason for the {one.change}{when}?"
            yield _of_reason(one, when, found, corpus), said, REASON


def _of_reason(one: Reason, when: str, every: Sequence[Reason], corpus: Corpus) -> Candidate:
    document, page, quote = one.document, one.page, one.quote
    question = f"What is the reason for the {one.change} in {one.subject}{when}, according to {corpus.name(document)}?"
    record = record_of(question, "text", one.why, [evidence_of(document, page, quote)])
    wanted = {*terms(one.subject)}
    rivals = [other for other in every if wanted <= {*terms(other.subject)} and _may_be_of_one_year(one, other)]
    read = ((document, page, (one.why,)),)
    return Candidate("sentence", record, document, page, "a reason", (lambda: rivals == [one],), read, (quote,))


def _may_be_of_one_year(one: Reason, other: Reason) -> bool:
    return one.year == other.year or not one.year or not other.year


def _asked_on(base: Candidate, candidates: Sequence[Candidate], corpus: Corpus) -> Iterator[FollowUp]:
    """Look-ups of the same table that differ from the base in one part, how that is said, and which it is."""
    for other in candidates:
        if base.cell and other.cell and _are_alike(base.cell, other.cell, corpus):
            if base.cell.row == other.cell.row and _is_of_like_period(base.cell, other.cell):
                yield other, f"And {under(other.cell.column, other.cell.ended)}?", PERIOD
            elif base.cell.column == other.cell.column and base.cell.row != other.cell.row:
                yield other, f"And {corpus.row(other.cell)}?", ROW


def _are_alike(one: TableCell, other: TableCell, corpus: Corpus) -> bool:
    plain = not (one.worded or other.worded or one.swapped or other.swapped)
    same = all(getattr(one, name) == getattr(other, name) for name in ALIKE)
    return plain and same and one.value != other.value and corpus.where(one) == corpus.where(other)


def _is_of_like_period(one: TableCell, other: TableCell) -> bool:
    """Whether both columns are of a period that questions name, of the same kind, and not of the same year."""
    named = not under(other.column, other.ended).startswith("under")
    return (
        bool(one.year and other.year)
        and one.year != other.year
        and named
        and (periods.kind(one.column) == periods.kind(other.column))
    )
