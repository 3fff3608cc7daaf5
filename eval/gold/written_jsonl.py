"""The JSONL form: one object per line, or the same objects as a JSON array, with the fields of a gold question or the
names that other tools use.

A number is kept as written in the file (2.060 keeps its zero); true and false become yes and no.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragatta.eval.gold.inferred import inferred
from ragatta.eval.gold.records import GoldError, Record, read_text, refuse_nothing
from ragatta.pipeline.machine.input_limits import check_depth
from ragatta.pipeline.text.languages import ENGLISH, LANGUAGES

# What other tools call a field; what is not here must bear the field's own name.
ALSO_CALLED = {
    "id": ("question_id", "qid"),
    "question": ("query", "input", "user_input"),
    "expected": ("expected_output", "expected_answer", "answer", "ground_truth", "reference"),
}
# Passages that show the answer: RAGAS's and DeepEval's names, without file and page.
CONTEXTS = ("reference_contexts", "context")
# What these tools keep beside a question: what a system answered, and how the question was made.
LEFT_OUT = frozenset((
    "response", "retrieved_contexts", "retrieved_context_ids", "reference_context_ids", "multi_responses", "rubric",
    "rubrics", "synthesizer_name", "persona_name", "query_style", "query_length", "actual_output", "retrieval_context",
    "additional_metadata", "comments", "custom_column_key_values", "expected_tools", "name", "source_file",
    "tools_called",
))  # fmt: skip
_ELEMENT = re.compile(r"[\s,]*(?![\s,\]])")  # what stands before an element of an array
FIELD_OF = {other: name for name, others in ALSO_CALLED.items() for other in others}


def read_jsonl(path: Path, language: str = ENGLISH) -> list[Record]:
    """The records, in order, without empty lines. A missing kind is inferred from the expected answer (inferred.py;
    an array is a list). Raises GoldError with every line that is not a JSON object."""
    records: list[Record] = []
    faults: list[str] = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            records.append(_record(where, line, language))
        except ValueError as error:
            faults.append(f"{where}: not a JSON object ({error}); write one object per line")
    if faults:
        raise GoldError(faults)
    return records


def read_json(path: Path, language: str = ENGLISH) -> list[Record]:
    """The records of an array of such objects. Raises GoldError if the file is none."""
    text, records = read_text(path), list[Record]()
    fix = 'write an array of objects, [{"question": ...}, ...], or one object per line as .jsonl'
    try:
        if not isinstance(json.loads(text), list):
            raise ValueError("no array")
        at = text.index("[") + 1
        while element := _ELEMENT.match(text, at):
            line = text.count("\n", 0, element.end()) + 1
            _, at = json.JSONDecoder().raw_decode(text, element.end())
            records.append(_record(f"{path}, line {line}", text[element.end() : at], language))
    except (ValueError, RecursionError) as error:
        raise GoldError([f"{path}: not an array of JSON objects ({error or 'nested too deeply'}); {fix}"]) from error
    return records


def _record(where: str, line: str, language: str) -> Record:
    """Raises ValueError if the line is not a JSON object."""
    written, twice = read_object(line)
    record = record_of(where, written, json.loads(line) if "filters" in written else {}, language)
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


def record_of(where: str, written: Mapping[str, Any], typed: Mapping[str, Any], language: str = ENGLISH) -> Record:
    """The record of an object; `typed` is the same object with real numbers, which filters need."""
    record = Record(where, {})
    for given, value in written.items():
        if given in LEFT_OUT:
            continue
        if given in CONTEXTS:
            record.contexts += passages(value)
            continue
        name = str(FIELD_OF.get(given, given))
        if name in record.fields:
            record.fault(given, f"says {name} once more; remove one")
        record.fields[name] = typed[given] if name == "filters" else _as_text(value)
    refuse_nothing(record, "expected")
    _infer(record, language)
    return record


def passages(value: Any) -> list[str]:
    """The passages of a field or cell: a list, one as Python or JSON prints it, or texts with | between (DeepEval)."""
    if isinstance(value, str) and value.strip().startswith("["):
        try:
            value = ast.literal_eval(value.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            value = [value]
    found = value if isinstance(value, list) else str(value or "").split("|")
    return [text.strip() for text in found if isinstance(text, str) and text.strip()]


def _as_text(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return [_as_text(part) for part in value]
    return {name: _as_text(part) for name, part in value.items()} if isinstance(value, dict) else value


def _infer(record: Record, language: str) -> None:
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
