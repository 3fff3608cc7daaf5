"""The JSONL form: one object per line, or the same objects as a JSON array, with the fields of a gold question, some of
which have a second name.

A number is kept as written in the file (2.060 keeps its zero); true and false become yes and no.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ragatta.eval.gold.inferred import inferred
from ragatta.eval.gold.records import GoldError, Record, read_text, refuse_nothing
from ragatta.eval.gold.shapes import FIELD_OF
from ragatta.pipeline.machine.input_limits import check_depth
from ragatta.pipeline.text.languages import ENGLISH, LANGUAGES

_ELEMENT = re.compile(r"[\s,]*(?![\s,\]])")  # what stands before an element of an array


def jsonl_objects(path: Path) -> list[Record]:
    """The objects, in order, without empty lines; one that is none has only that fault."""
    lines = enumerate(read_text(path).split("\n"), 1)
    fix = "write one object per line"
    return [_object(f"{path}, line {number}", line, fix) for number, line in lines if line.strip()]


def json_objects(path: Path) -> tuple[list[Record], dict[str, Any]]:
    """The objects of an array, or of several that follow each other, as OpenTelemetry prints spans; of a file that is
    one object it alone, which may hold others. Raises GoldError if the file is none of these."""
    text, fix = read_text(path), 'write an array of objects, [{"question": ...}, ...]'
    of_array = re.match(r"\s*\[", text)
    at, records = of_array.end() if of_array else 0, list[Record]()
    try:
        if of_array:
            json.loads(text)
        while element := _ELEMENT.match(text, at):
            if element.end() == len(text):
                break
            line = text.count("\n", 0, element.end()) + 1
            _, at = json.JSONDecoder().raw_decode(text, element.end())
            records.append(_object(f"{path}, line {line}", text[element.end() : at], fix))
        whole = read_object(text)[0] if not of_array and len(records) == 1 else {}
    except (ValueError, RecursionError) as error:
        fault = f"{path}: not an array of JSON objects ({error or 'nested too deeply'}); {fix}, or one object per line"
        raise GoldError([f"{fault} as .jsonl"]) from error
    return records, whole


def _object(where: str, line: str, fix: str) -> Record:
    """As it is written; of filters the values with their types, and of names that are given twice the faults."""
    try:
        written, twice = read_object(line)
        if "filters" in written:
            written["filters"] = json.loads(line)["filters"]  # a number of thousands of digits is a ValueError here
    except ValueError as error:
        why = str(error).partition(": line ")[0].partition("; use sys")[0]  # the line counts from this one
        return Record(where, {}, faults=[f"{where}: not a JSON object ({why}); {fix}"])
    record = Record(where, written)
    for name in twice:
        record.fault(name, "is given twice; remove one")
    return record


def read_object(line: str) -> tuple[dict[str, Any], list[str]]:
    """A JSON object with numbers as literal text, and its duplicate names. Raises ValueError if the line is not
    an object."""
    twice: list[str] = []

    def paired(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        twice.extend(name for name in dict.fromkeys(names) if names.count(name) > 1)
        return dict(pairs)

    try:
        written = json.loads(line, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=paired)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    check_depth(written)
    try:
        json.dumps(written, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("half of a surrogate pair, which is not a character") from None
    if not isinstance(written, dict):
        raise ValueError(f"{type(written).__name__} instead")
    return written, twice


def record_of(raw: Record, language: str = ENGLISH) -> Record:
    """The record of an object in Ragatta's own form. A missing kind is inferred from the expected answer (inferred.py;
    an array is a list)."""
    record = Record(raw.where, {}, faults=[*raw.faults], strange=raw.strange)
    for given, value in raw.fields.items():
        name = str(FIELD_OF.get(given, given))
        if name in record.fields:
            record.fault(given, f"says {name} once more; remove one")
        record.fields[name] = value if name == "filters" else _as_text(value)
    refuse_nothing(record, "expected")
    infer(record, language)
    return record


def _as_text(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return [_as_text(part) for part in value]
    return {name: _as_text(part) for name, part in value.items()} if isinstance(value, dict) else value


def infer(record: Record, language: str) -> None:
    """Infers the missing kind and the items."""
    expected = record.fields.get("expected")
    if isinstance(expected, list):
        record.fields.setdefault("kind", "list")
    elif isinstance(expected, str) and expected.strip():
        kind = record.fields.get("kind")
        own = record.fields.get("language") or language
        known = own if isinstance(own, str) and LANGUAGES.knows(own) else language  # eval.gold.records refuses another
        kind = kind if isinstance(kind, str) else ""
        record.fields["kind"], record.fields["expected"] = inferred(kind, expected, known)
