"""Loads gold questions, reporting all faults together, and checks them against the pages that they cite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ragatta.eval.final import expected_items
from ragatta.eval.gold.conversations import AFTER, threaded, with_turns
from ragatta.eval.gold.importers import lacking, read_records
from ragatta.eval.gold.records import Finding, GoldError, Record, read_question
from ragatta.eval.gold.written_yaml import read_annotations, read_yaml
from ragatta.eval.matching.evidence import Corpus, gold_pages, is_statement, locate, wanted
from ragatta.eval.matching.places import places
from ragatta.pipeline.documents.format import listed_of, unit_of
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.types import Evidence, Question

SAID_BY_SOURCE = ("id", "question", "expected")  # what annotations may not change
SHOWN = 3  # other places of a quote


@dataclass(frozen=True)
class Written:
    """A question with the record that it was read from, which has the position of each field."""

    question: Question
    record: Record


def load_questions(
    path: Path, annotations: Path | None = None, added: Path | None = None, language: str = ENGLISH
) -> list[Question]:
    """The questions of a .yaml, .csv or .jsonl file (docs/datasets.md), in its order, then the added ones.

    `annotations` is a YAML file that adds missing fields by question id; `added` is a YAML file of further questions,
    possibly empty; `language` is that of questions that name none. Raises GoldError with all faults, each naming file,
    line, question, field and fix.
    """
    return [written.question for written in read_gold(path, annotations, added, language)]


def read_gold(
    path: Path, annotations: Path | None = None, added: Path | None = None, language: str = ENGLISH
) -> list[Written]:
    """Like load_questions, with the record of each question."""
    records = read_records(path, language)
    faults = _annotate(records, annotations) if annotations else []
    records += read_yaml(added) if added else []
    for record in records if language != ENGLISH else ():
        record.fields.setdefault("language", language)
    lack = lacking(path, records)
    faults += lack.faults if lack else ()
    written = [
        Written(question, record)
        for record in records
        if not (lack and record.case) and (question := read_question(record))
    ]
    look = path if any(record.strange and record.faults for record in records) or (lack and lack.look) else None
    written = _in_conversations(written, records)
    faults += [fault for record in records for fault in record.faults]
    faults += _duplicates(records)
    if faults:
        raise GoldError(faults, look, [*{one.question.id: one for one in reversed(written)}.values()][::-1])
    return written


def _in_conversations(written: Sequence[Written], records: Iterable[Record]) -> list[Written]:
    """With the turns before each question, and the scored one among them; adds the faults of `after` to its record."""
    if not any(one.question.after or one.question.turns for one in written):
        return [*written]
    of = {one.question.id: one.record for one in reversed(written)}
    ids = [str(record.fields.get("id")) for record in records]
    whole = with_turns([one.question for one in written], ids, lambda one, words: of[one.id].fault(AFTER, words))
    found = threaded(whole.values())
    return [Written(found[one.question.id], one.record) for one in written]


def _annotate(records: Sequence[Record], path: Path) -> list[str]:
    """Adds to the records, and returns the faults."""
    by_id = {record.fields.get("id"): record for record in records}
    faults = []
    for identity, added in read_annotations(path).items():
        if identity not in by_id:
            known = [str(name) for name in by_id if name]
            faults.append(f"{added.where}: no question {identity!r} to annotate; {suggestion(identity, known)}")
            continue
        faults += added.faults
        for name, value in added.fields.items():
            if name in SAID_BY_SOURCE:
                faults.append(f"{added.at[name]}, {identity}, {name}: already given in the source; remove it here")
                continue
            by_id[identity].fields[name] = value
            by_id[identity].at[name] = added.at[name]
    return faults


def _duplicates(records: Iterable[Record]) -> list[str]:
    first: dict[str, str] = {}
    faults = []
    for record in records:
        identity = record.fields.get("id")
        if not isinstance(identity, str) or not identity:
            continue
        if identity in first:
            faults.append(f"{record.where}, {identity}, id: taken already ({first[identity]}); choose another")
        first.setdefault(identity, record.where)
    return faults


def check_evidence(
    questions: Iterable[Question], corpus: Corpus, unread: Mapping[str, str] = MappingProxyType({})
) -> list[str]:
    """The faults of the gold evidence: quotes, values and list items that are on none of the evidence's pages, as one
    parser reads them. Empty if there are none. `unread` are the documents that cannot be read, with the reason."""
    return [str(finding) for question in questions for finding in unfounded(question, corpus, unread)]


def unfounded(question: Question, corpus: Corpus, unread: Mapping[str, str] = MappingProxyType({})) -> list[Finding]:
    """Like check_evidence, for one question."""
    named = [("documents", name) for name in question.documents]
    named += [(f"components[{n}].files", name) for n, part in enumerate(question.components, 1) for name in part.files]
    faults = [
        Finding(question.id, field, no_document(name, corpus, unread)) for field, name in named if name not in corpus
    ]
    for number, evidence in enumerate(question.evidence, 1):
        faults += [Finding(question.id, f"evidence[{number}]", fault) for fault in _missing(evidence, corpus, unread)]
    if expected_items(question):
        fix = "word it as the page does or add the page that has it"
        faults += [
            Finding(question.id, "expected", f"{item.phrase!r} is on no page of the evidence; {fix}")
            for item in wanted(question, corpus)
            if not item.places
        ]
    return faults


def repeated(question: Question, corpus: Corpus) -> list[Finding]:
    """Quotes that are also, word for word, on pages that the gold does not name: right citations of these pages would
    not count in page_recall and citation_precision. List items are not quotes."""
    if expected_items(question):
        return []
    named = gold_pages(question)
    found = []
    for number, evidence in enumerate(question.evidence, 1):
        standing = places(evidence.quote, corpus) if is_statement(evidence.quote) else []
        if others := [place for place in standing if not named & {(place.file, page) for page in place.pages}]:
            where = [f"{place.file} page {', '.join(map(str, place.pages))}" for place in others]
            more = f" and in {len(where) - SHOWN} more places" if len(where) > SHOWN else ""
            said = f"is also in {'; '.join(where[:SHOWN])}{more}; name these pages too if they say the same"
            found.append(Finding(question.id, f"evidence[{number}]", said))
    return found


def no_document(name: str, corpus: Corpus, unread: Mapping[str, str] = MappingProxyType({})) -> str:
    """Why a document that gold names is not among those that are read."""
    if name in unread:
        return f"{name} cannot be read: {unread[name]}"
    return f"no document {name!r}; {suggestion(name, list(corpus))}"


def _missing(evidence: Evidence, corpus: Corpus, unread: Mapping[str, str]) -> list[str]:
    if evidence.file not in corpus:
        if (
            evidence.file not in unread
            and evidence.quote
            and (found := elsewhere(evidence.quote, evidence.file, corpus))
        ):
            return [f"no document {evidence.file!r}; was it renamed? its quote is on {found}"]
        return [no_document(evidence.file, corpus, unread)]
    there = {page.number for page in corpus[evidence.file]}
    unit, place = unit_of(evidence.file), listed_of(evidence.file, evidence.pages)
    if absent := [page for page in evidence.pages if page not in there]:
        return [f"{evidence.file} has {len(there)} {unit}s, not a {unit} {absent[0]}"]
    missing = [
        text for text in (evidence.quote, evidence.value) if text and not locate(evidence, (text,), corpus)[text]
    ]
    return [
        f"{text!r} is not on {place} of {evidence.file}; it is on {standing}"
        if (standing := elsewhere(text, evidence.file, corpus))
        else f"{text!r} is not on {place} of {evidence.file}; copy it from the {unit} as read"
        for text in missing
    ]


def elsewhere(text: str, file: str, corpus: Corpus) -> str:
    """Where else a text stands, in the same file or, if it is a statement, in another; "" for nowhere or too often."""
    found = places(text, corpus, [file]) if file in corpus else []
    found = found or (places(text, corpus) if is_statement(text) else [])
    named = [f"{listed_of(place.file, place.pages)}{f' of {place.file}' * (place.file != file)}" for place in found]
    return " and on ".join(named) if len(named) <= SHOWN else ""
