"""Imports many gold questions from a .jsonl, .json, .csv or .yaml, and finds file and page of quotes without them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ragatta.eval.gold.conversations import AFTER, as_written, threaded, with_turns
from ragatta.eval.gold.importers import lacking, read_records
from ragatta.eval.gold.records import WITHOUT_ANSWER, GoldError, Record, read_question
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.places import places, ranked
from ragatta.experiments.adding.draft import free_id, joined, listed, said_nowhere, unsafe_ids
from ragatta.experiments.adding.placing import placed
from ragatta.experiments.counting import counted
from ragatta.pipeline.documents.names import composed
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.types import Question


def imported(path: Path, corpus: Corpus, language: str = ENGLISH, there: Sequence[Question] = ()) -> list[Question]:
    """The file's questions, in order; `language` is that of questions that name none; those without an id get
    one that continues those of `there`. Raises GoldError with all faults,
    by file and line; then nothing is imported."""
    records = read_records(path, language)
    for record in records:
        record.fields.setdefault("language", language)
        _find_quotes(record, corpus, language)
        if record.case and record.fields.get("kind") not in WITHOUT_ANSWER:
            evidence = placed(record.case, corpus, language)
            record.fields["evidence"] = [{**one, "pages": [*map(str, one["pages"])]} for one in evidence]
    _name(records, there)
    if lack := lacking(path, records, placed=True):
        raise lack
    questions = _in_conversations(records, there)
    faults = [fault for record in records for fault in record.faults]
    ids = [question.id for question in questions]
    faults += unsafe_ids(ids)
    faults += [f"{path}: the id {name!r} is given twice; choose another" for name in {*ids} if ids.count(name) > 1]
    if faults:
        raise GoldError(faults, path if any(record.strange and record.faults for record in records) else None)
    return questions


def _in_conversations(records: Sequence[Record], there: Sequence[Question]) -> list[Question]:
    """The questions of the records, each with all turns before it; one whose turns end with a question that is there,
    or is in the file, comes after that."""
    read = [(question, record) for record in records if (question := read_question(record))]
    of, by_id = {question.id: record for question, record in read}, {one.id: one for one in there}
    before = [as_written(one, by_id) for one in there if one.id not in of]
    own = [question for question, _ in read]
    whole = with_turns([*before, *own], [*by_id, *of], lambda one, words: of[one.id].fault(AFTER, words))
    found = threaded([whole[question.id] for question in own], there)
    return [found[question.id] for question in own]


def without_evidence(questions: Sequence[Question]) -> list[str]:
    """A line that counts and names the questions that have an answer and no evidence; empty if there are none."""
    named = [question.id for question in questions if question.kind not in WITHOUT_ANSWER and not question.evidence]
    if not named:
        return []
    lost = "retrieval is not scored for them; give each the words of its page (evidence: [{quote: ...}])"
    return [f"{len(named)} of {counted(len(questions), 'question')} without evidence: {', '.join(named)}; {lost}"]


def _find_quotes(record: Record, corpus: Corpus, language: str) -> None:
    evidence = record.fields.get("evidence")
    for number, part in enumerate(evidence if isinstance(evidence, list) else [], 1):
        quote = (part.get("quote") or part.get("value")) if isinstance(part, dict) else None
        if isinstance(quote, str) and not (part.get("file") and part.get("pages")):
            _find(record, f"evidence[{number}]", part, quote, corpus, language)


def _name(records: Sequence[Record], there: Sequence[Question]) -> None:
    """Gives an id to each record without one."""
    taken = [*there, *(Question(str(record.fields["id"]), "", "text") for record in records if record.fields.get("id"))]
    for record in records:
        if not record.fields.get("id"):
            record.fields["id"] = free_id(taken)
            taken.append(Question(record.fields["id"], "", "text"))


def _find(record: Record, name: str, part: dict[str, Any], quote: str, corpus: Corpus, language: str) -> None:
    """Fills in file and pages if exactly one file has the quote."""
    file = part.get("file")
    files = [composed(file)] if isinstance(file, str) and composed(file) in corpus else []
    there = joined(found := places(quote, corpus, files))
    if not there:
        record.fault(name, "; ".join(line.strip() for line in said_nowhere(quote, corpus, files)))
    elif len(there) > 1:
        query = f"{record.fields.get('question')} {record.fields.get('expected')}"
        found = ranked(found, query, corpus, language)
        stands = "; ".join(" ".join(line.split()) for line in listed(found))
        record.fault(name, f"{quote!r} is in {len(there)} files; name the file ({stands})")
    else:
        part["file"], part["pages"] = there[0].file, [str(page) for page in there[0].pages]
