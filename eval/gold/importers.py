"""Questions files → records: YAML, CSV, JSONL and JSON, in Ragatta's own form or as another tool writes it.

There is one reader for all commands. What another tool's record lacks to be gold is said in one line a file.
"""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ragatta.eval.gold.dialogues import turn_by_turn
from ragatta.eval.gold.records import FIELDS, WITHOUT_ANSWER, GoldError, Record, read_text
from ragatta.eval.gold.shapes import ALSO_CALLED, TRACES, WRAPPED, case_of, objects, shape_of
from ragatta.eval.gold.traces import traced
from ragatta.eval.gold.written_csv import CSV_COLUMNS, column, csv_objects, csv_record, has_columns, header_faults
from ragatta.eval.gold.written_jsonl import infer, json_objects, jsonl_objects, record_of
from ragatta.eval.gold.written_yaml import NO_LIST, yaml_objects
from ragatta.pipeline.plugins.registry import commands_here
from ragatta.pipeline.text.languages import ENGLISH

CONVERTED = dict.fromkeys((".xlsx", ".xls", ".ods"), "save it as CSV UTF-8") | {
    ".parquet": 'save it with pandas\' to_json(path, orient="records", lines=True), as .jsonl'
}
NO_ARRAY = '{path}: one object and no array; write [{{"question": ...}}, ...], or one object per line as .jsonl'
BEIR = "queries.jsonl"  # beside it the passages, corpus.jsonl, and which of them are right, qrels/*.tsv
OWN = {*FIELDS, *CSV_COLUMNS, *(other for others in ALSO_CALLED.values() for other in others)}
SHOWN = 3  # places that a line names
IDS, PLACES = "without an id", "with passages or pages to be found"  # what add-question can mend


def _none(path: Path) -> str:
    way = next(iter(commands_here("studio", "add-question")), "")
    return f"{path}: no questions in it; ragatta {way} {'drafts' if way == 'studio' else 'adds'} some"


def raw_records(path: Path) -> list[Record]:
    """Each object of a file as it is written, with every figure a text, and the tool that wrote it; one that cannot be
    read has no fields and a fault. Raises GoldError if there is none."""
    if records := _raw(path)[0]:
        return records
    raise GoldError([_none(path)])


def read_records(path: Path, language: str = ENGLISH) -> list[Record]:
    """The records of a questions file; `language` is that of records that name none. Raises GoldError if it cannot be
    read."""
    records, header = _raw(path)
    kind = path.suffix.lower()
    faults = list[str]()
    if kind == ".csv" and not (records and all(record.shape for record in records)):
        faults = header_faults(path, header)
    of_header = [Record(str(path), {}, faults=faults, strange=_is_strange(dict.fromkeys(header, "Why?")))]
    if not has_columns(header) and faults:
        return of_header  # no row can be read
    if not records and not faults:
        raise GoldError([_none(path)])
    return of_header * bool(faults) + [_read(record, kind, language) for record in records]


def _raw(path: Path) -> tuple[list[Record], list[str]]:
    """The objects, and the header of a CSV."""
    kind, header, whole = path.suffix.lower(), list[str](), dict[str, Any]()
    if kind == ".csv":
        header, records = csv_objects(path)
    elif kind == ".jsonl":
        records = jsonl_objects(path)
    elif kind in (".json", ".yaml", ".yml"):
        records, whole = json_objects(path) if kind == ".json" else yaml_objects(path)
    else:
        fix = CONVERTED.get(kind, "rename or convert it")
        raise GoldError([f"{path}: questions are a .yaml, .csv, .jsonl or .json file; {fix}"])
    inside = objects(whole) if whole else []
    if whole and inside != [whole]:
        places = ((f"{path}, object {number}", one) for number, one in enumerate(inside, 1))
        records = [Record(where, one if isinstance(one, dict) else {}, shape=WRAPPED) for where, one in places]
    elif whole and not shape_of(whole):
        records[0].faults.append((NO_LIST if kind != ".json" else NO_ARRAY).format(path=path))
    right = _called_right(path) if path.name == BEIR else {}
    records = [part for record in records for part in _turn_by_turn(record)]
    for record in records:
        record.fields |= right.get(record.fields.get("_id"), {})
        record.shape = shape_of(record.fields) or record.shape
    asked = traced((record.where, record.fields) for record in records)
    of_traces = [
        Record(where if where.startswith(str(path)) else f"{path}, {where}", dict(one), shape=shape_of(one) or TRACES)
        for where, one in asked
    ]
    return of_traces or records, header


def _turn_by_turn(record: Record) -> list[Record]:
    """The questions of a conversation that is one object, or the record."""
    parts = enumerate(turn_by_turn(record.fields), 1)
    return [Record(f"{record.where}, turn {number}", part) for number, part in parts] or [record]


def _read(raw: Record, kind: str, language: str) -> Record:
    if not raw.shape:
        raw.strange = _is_strange(raw.fields)
        if kind == ".csv":
            return csv_record(raw, language)
        return record_of(raw, language) if kind in (".json", ".jsonl") else raw
    case = case_of(raw.fields)
    record = Record(raw.where, dict(case.fields), faults=raw.faults, shape=raw.shape, case=case)
    infer(record, language)
    return record


def _is_strange(fields: Mapping[str, Any]) -> bool:
    """Whether there is a question beside a name that is not misspelt and that no form has."""
    unknown = [name for name in fields if name not in OWN and column(name) not in OWN]
    return any(not get_close_matches(name, OWN) for name in unknown) and "question" in case_of(fields).fields


def lacking(path: Path, records: Sequence[Record], placed: bool = False) -> GoldError | None:
    """What records of other tools lack to be gold; `placed`: after ids and pages were sought."""
    found: dict[str, list[Record]] = {}
    shaped = [record for record in records if record.case and not record.faults]
    for record in shaped:
        if why := _lack(record, placed):
            found.setdefault(why, []).append(record)
    if not found:
        return None
    tools = ", ".join(dict.fromkeys(record.shape for record in shaped))
    said = ", ".join(f"{len(of)} {why} ({_places(path, of)})" for why, of in found.items())
    adding = ["ragatta", "add-question", "--pdfs", "FOLDER", "--questions", "new.yaml", "--from", str(path)]
    mended = {*found} <= {IDS, PLACES}
    fix = f"; ids and pages are found by {shlex.join(adding)}" if mended else ""
    return GoldError([f"{path}: of {len(shaped)} in the form of {tools}, {said}{fix}"], None if mended else path)


def _lack(record: Record, placed: bool) -> str:
    fields, case = record.fields, record.case
    if not fields.get("question"):
        return "without a question"
    if fields.get("kind") in WITHOUT_ANSWER:
        return "" if placed or fields.get("id") else IDS
    if not fields.get("expected"):
        return "without a stated answer"
    if case and case.doubt:
        return f"with {case.doubt}"
    if not placed and case and (case.passages or case.file) and not fields.get("evidence"):
        return PLACES
    if placed and case and case.file and not fields.get("evidence"):
        return "whose answer is not on the page that is named"
    return "" if placed or fields.get("id") else IDS


def _places(path: Path, records: Sequence[Record]) -> str:
    named = [*dict.fromkeys(record.where.removeprefix(f"{path}, ") for record in records)]
    return ", ".join(named[:SHOWN]) + ", ..." * (len(named) > SHOWN)


def _called_right(queries: Path) -> dict[Any, dict[str, Any]]:
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
