"""Questions that exist elsewhere → drafts: logs, lists of questions and answers, test sets of other tools.

A file is JSONL, JSON, YAML or CSV. Of each object the question is read, and the answer, id, kind, tags and passages
where they are, by the names that other tools give them (shapes.py); of traces the questions alone (traces.py). Evidence
is searched for: given passages, else the answer's words. Where it stands at one place it is filled in; else a person
finds it in the studio.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from ragatta.eval.gold.records import KINDS, GoldError, read_text
from ragatta.eval.gold.written_csv import separator
from ragatta.eval.matching.evidence import Corpus, is_statement
from ragatta.eval.matching.places import Place, places
from ragatta.experiments.adding.draft import FOUND_BY_ANSWER, joined
from ragatta.experiments.adding.writing import offered, written
from ragatta.experiments.faults import Fault
from ragatta.experiments.stored_drafts import Stored, new_id, now
from ragatta.extensions.studio.drafting.shapes import (
    NAMES,
    PASSAGES,
    QUESTIONS,
    UNSURE,
    answered,
    asked,
    chunks,
    flat,
    marked,
    objects,
    read,
    stated,
)
from ragatta.extensions.studio.drafting.traces import traced
from ragatta.pipeline.machine.files import LARGEST_YAML
from ragatta.pipeline.machine.input_limits import plain_yaml
from ragatta.pipeline.text.words import terms

TAKEN = ("id", "question", "expected", "kind", "also_accepted", "documents", "tags", "split", "evidence")
PAGE_ALONE = "evidence: the page of its passage"
LISTS = ("also_accepted", "documents", "tags")
SUFFIXES = (".jsonl", ".json", ".yaml", ".yml", ".csv")
PARQUET = '; save it with pandas\' to_json(path, orient="records", lines=True)'
SHOWN = 20  # names of fields that a message lists
BEIR = "queries.jsonl"  # beside it the passages, corpus.jsonl, and which of them are right, qrels/*.tsv


def brought(path: Path, corpus: Corpus, language: str) -> tuple[list[Stored], list[str]]:
    """The drafts of a file in its order, and a line for each object that has no question. Raises GoldError for a file
    that cannot be read or has no question at all."""
    drafts, aside, there = [], [], dict[str, None]()
    for where, one in _objects(path):
        there |= dict.fromkeys(map(str, one))
        fields = flat(one)
        record = _record(fields)
        if not record.get("question"):
            aside.append(f"{path}, {where}: no question; it stays aside")
            continue
        record["evidence"] = (
            record.get("evidence")
            or _of_passages(fields, record, corpus, language)
            or _of_answer(record, corpus, language)
        )
        found = "evidence found" if record["evidence"] else "evidence to be found"
        if any(piece.get("quote") == "" for piece in record["evidence"]):
            found = PAGE_ALONE
        drafts.append(Stored(new_id(), record, origin=f"from {path.name}, {where}", difficulty=found, when=now()))
    if not drafts:
        has = f"it has {', '.join([*there][:SHOWN])}; " if there else ""
        raise GoldError([f"{path}: no question in it; {has}a question is read from {', '.join(QUESTIONS)}"])
    return drafts, aside


def _objects(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each object with its place."""
    kind = path.suffix.lower()
    if kind not in SUFFIXES:
        raise GoldError([f"{path}: a file of one of {', '.join(SUFFIXES)} is read{PARQUET * (kind == '.parquet')}"])
    text = read_text(path, LARGEST_YAML) if kind in (".yaml", ".yml") else read_text(path)
    try:
        if kind == ".jsonl":
            found = [(f"line {n}", _line(n, line)) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        elif kind == ".csv":
            found = _rows(text)
        else:
            if kind != ".json":
                plain_yaml(text)
            whole = _values(text) if kind == ".json" else yaml.safe_load(text)
            found = [(f"object {n}", one) for n, one in enumerate(objects(whole), 1)]
    except (ValueError, RecursionError, yaml.YAMLError) as fault:
        raise GoldError([f"{path}: {fault}"]) from fault
    if not found:
        raise GoldError([f"{path}: no questions in it; a list of objects, each with a question, is read"])
    plain = [(where, one if isinstance(one, dict) else {}) for where, one in found]
    right = _judged(path) if path.name == BEIR else {}
    yield from traced(plain) or ((where, {**right.get(one.get("_id"), {}), **one}) for where, one in plain)


def _rows(text: str) -> list[tuple[str, Any]]:
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    found: list[tuple[str, Any]] = []
    try:
        for row in csv.DictReader(io.StringIO(text, newline=""), delimiter=separator(text), strict=True):
            if any(row.get(None) or ()):  # the cells beyond the columns
                raise csv.Error("more cells than columns")
            found.append((f"row {len(found) + 1}", {str(name): cell for name, cell in row.items()}))
    except csv.Error as fault:
        fix = "quote cells that hold the separator, close quotes, and double those in a cell"
        raise ValueError(f"row {len(found) + 1}: not CSV ({fault}); {fix}") from fault
    return found


def _values(text: str) -> Any:
    """The value of a JSON text; a list of several that follow each other, as OpenTelemetry prints spans."""
    text = text.strip()
    found, at = list[Any](), 0
    while at < len(text) or not found:
        one, end = json.JSONDecoder().raw_decode(text, at)
        found.append(one)
        at = next((n for n in range(end, len(text)) if not text[n].isspace()), len(text))
    return found if len(found) > 1 else found[0]


def _line(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as fault:
        why = str(fault).partition(": line ")[0]  # which counts from this line
        raise ValueError(f"line {number}: no JSON object ({why})") from fault


def _judged(queries: Path) -> dict[Any, dict[str, Any]]:
    """The passages that BEIR's judgements call right, by query; none where the folder has no passages."""
    passages, found = queries.with_name("corpus.jsonl"), dict[Any, dict[str, Any]]()
    if not passages.exists():
        return found
    texts = {
        one.get("_id"): one.get("text") for one in map(json.loads, filter(str.strip, read_text(passages).split("\n")))
    }
    for file in sorted(queries.parent.glob("qrels/*.tsv")):
        for query, passage, score in csv.reader(io.StringIO(read_text(file)), delimiter="\t"):
            if passage in texts and score.lstrip("-").isdigit() and int(score) > 0:
                found.setdefault(query, {"contexts": []})["contexts"].append(texts[passage])
    return found


def _record(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a gold question; of promptfoo what is asserted."""
    given: dict[str, Any] = {}
    surely = {NAMES.get(name, name) for name in fields if name not in UNSURE}
    for name, value in fields.items():
        field = NAMES.get(name, name)
        if field not in TAKEN or field in given or (name in UNSURE and field in surely):
            continue
        if field == "expected" and (same := marked(value)):
            given |= {"expected": same[0], "also_accepted": same[1:]}
        elif plain := _plain({"question": asked, "expected": answered}.get(field, read)(value)):
            given[field] = plain
    if "expected" not in given:
        given |= {name: _plain(value) for name, value in stated(fields).items()}
    return {name: value for name, text in given.items() if (value := _fitting(name, text))}


def _fitting(name: str, value: Any) -> Any:
    """A field's value as the studio edits it; None for one of another form, which a person then writes."""
    if name in LISTS:
        return [value] if isinstance(value, str) else [part for part in value if isinstance(part, str)]
    if name == "evidence":
        return value if isinstance(value, list) and all(map(_is_evidence, value)) else None
    if name == "kind":
        return value if value in KINDS else None
    if name == "expected" and isinstance(value, list):
        return [part for part in value if isinstance(part, str)]
    return value if isinstance(value, str) else None


def _is_evidence(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("file"), str) and isinstance(one.get("pages", []), list)


def _plain(value: Any) -> Any:
    """A value as gold records have it: texts, and lists of them; a list of one answer is that answer."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        parts = [part if isinstance(part, dict) else _plain(part) for part in value]
        return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else [part for part in parts if part]
    return value.strip() if isinstance(value, str) else None


def _of_passages(
    one: Mapping[str, Any], record: Mapping[str, Any], corpus: Corpus, language: str
) -> list[dict[str, Any]]:
    """The pages of given passages, each that stands in one document; of these the one where the answer stands, if it
    does at one place of them, with its words."""
    texts = [text for name in PASSAGES for text in chunks(one.get(name))]
    found = [standing[0] for text in texts if len(standing := joined(_standing(text, corpus))) == 1]
    given = {(place.file, page) for place in found for page in place.pages}
    # The other pages stay, empty: a page's number is its place in its document.
    within = {
        file: tuple(page if (file, page.number) in given else replace(page, text="") for page in corpus[file])
        for file, _ in given
    }
    answer = _of_answer(record, within, language) if within else []
    return [
        next(
            (piece for piece in answer if piece["file"] == place.file and {*piece["pages"]} <= {*place.pages}),
            {"file": place.file, "pages": [*place.pages], "quote": ""},
        )
        for place in dict.fromkeys(found)
    ]


def _standing(passage: str, corpus: Corpus) -> list[Place]:
    """The places of a passage, or of all but its first and last word: a chunk may begin and end within one."""
    within = " ".join(passage.split()[1:-1])
    return places(passage, corpus) or (places(within, corpus) if is_statement(within) else [])


def _of_answer(record: Mapping[str, Any], corpus: Corpus, language: str) -> list[dict[str, Any]]:
    """The evidence that the answer's words are, if they stand at one place alone; of a figure, in a row with a word of
    the question, since a computed one may stand anywhere by chance."""
    try:
        draft = written({**record, "evidence": []}, [], language, "test").draft
        kind = draft.answer()[0] if draft.expected else ""
    except (ValueError, Fault):
        return []
    if kind not in FOUND_BY_ANSWER:
        return []
    found = [
        place["evidence"] for place in offered(draft, kind, corpus) if place["evidence"] and not place["elsewhere"]
    ]
    if len(found) != 1 or (kind == "number" and not {*terms(draft.question)} & {*terms(found[0]["quote"])}):
        return []
    return found
