"""Questions that exist elsewhere → drafts: logs, lists of questions and answers, test sets of other tools.

A file is JSONL, JSON, YAML or CSV. Of each object the question is read, and the answer, id, kind, tags and passages
where they are, by the names that RAGAS, DeepEval, promptfoo, BEIR and logs give them. Evidence is searched for: given
passages, else the answer's words. Where it stands at one place it is filled in; else a person finds it in the studio.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from ragatta.eval.gold.records import GoldError, read_text
from ragatta.eval.gold.written_csv import separator
from ragatta.eval.gold.written_jsonl import CONTEXTS, FIELD_OF, passages
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.places import places
from ragatta.experiments.adding.draft import FOUND_BY_ANSWER, joined
from ragatta.experiments.adding.stored import Stored, new_id, now
from ragatta.experiments.adding.writing import offered, written
from ragatta.experiments.faults import Fault
from ragatta.pipeline.machine.files import LARGEST_YAML
from ragatta.pipeline.machine.input_limits import plain_yaml

NAMES = {**FIELD_OF, "prompt": "question", "text": "question", "_id": "id", "ground_truths": "expected",
         "answers": "expected", "contexts": "context"}  # fmt: skip
TAKEN = ("id", "question", "expected", "kind", "also_accepted", "documents", "tags", "split", "evidence")
WITHIN = ("tests", "goldens", "examples", "data", "questions")  # where a JSON or YAML object holds the list


def brought(path: Path, corpus: Corpus, language: str) -> tuple[list[Stored], list[str]]:
    """The drafts of a file in its order, and a line for each object that has no question. Raises GoldError for a file
    that cannot be read."""
    drafts, aside = [], []
    for where, one in _objects(path):
        record = _record(one)
        if not record.get("question"):
            aside.append(f"{path}, {where}: no question; it stays aside")
            continue
        record["evidence"] = record.get("evidence") or _of_passages(one, corpus) or _of_answer(record, corpus, language)
        found = "evidence found" if record["evidence"] else "evidence to be found"
        drafts.append(Stored(new_id(), record, origin=f"from {path.name}, {where}", difficulty=found, when=now()))
    return drafts, aside


def _objects(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each object with its place."""
    kind = path.suffix.lower()
    text = read_text(path, LARGEST_YAML) if kind in (".yaml", ".yml") else read_text(path)
    try:
        if kind == ".jsonl":
            found = [(f"line {n}", json.loads(line)) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        elif kind == ".csv":
            rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator(text))
            found = [(f"row {n}", {str(k): v for k, v in row.items()}) for n, row in enumerate(rows, 1)]
        elif kind in (".json", ".yaml", ".yml"):
            if kind != ".json":
                plain_yaml(text)
            whole = json.loads(text) if kind == ".json" else yaml.safe_load(text)
            inside = next((whole[name] for name in WITHIN if name in whole), []) if isinstance(whole, dict) else whole
            found = [(f"object {n}", one) for n, one in enumerate(inside if isinstance(inside, list) else [], 1)]
        else:
            raise ValueError("a .jsonl, .json, .yaml or .csv file is read")
    except (ValueError, RecursionError, yaml.YAMLError, csv.Error) as fault:
        raise GoldError([f"{path}: {fault}"]) from fault
    if not found:
        raise GoldError([f"{path}: no list of questions in it"])
    yield from ((where, one if isinstance(one, dict) else {}) for where, one in found)


def _record(one: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a gold question; of promptfoo the variables and what is asserted."""
    variables = one.get("vars")
    flat = {**one, **(variables if isinstance(variables, dict) else {})}
    asserted = [part.get("value") for part in one.get("assert") or () if isinstance(part, dict)]
    found: dict[str, Any] = {}
    for name, value in flat.items():
        field = NAMES.get(str(name).lower(), str(name).lower())
        if field in TAKEN and field not in found and (plain := _plain(value)):
            found[field] = plain
    if "expected" not in found and asserted and (plain := _plain(asserted[0])):
        found["expected"] = plain
    if not isinstance(found.get("question"), str):
        found.pop("question", None)
    return found


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


def _of_passages(one: Mapping[str, Any], corpus: Corpus) -> list[dict[str, Any]]:
    """The pages of given passages, each that stands in one document."""
    texts = [text for name in ("contexts", *CONTEXTS) for text in passages(one.get(name))]
    found = [standing for text in texts if len(standing := joined(places(text, corpus))) == 1]
    return [{"file": place.file, "pages": [*place.pages], "quote": ""} for (place,) in found]


def _of_answer(record: Mapping[str, Any], corpus: Corpus, language: str) -> list[dict[str, Any]]:
    """The evidence that the answer's words are, if they stand at one place alone."""
    try:
        draft = written({**record, "evidence": []}, [], language, "test").draft
        kind = draft.answer()[0] if draft.expected else ""
    except (ValueError, Fault):
        return []
    if kind not in FOUND_BY_ANSWER:
        return []
    found = [place["evidence"] for place in offered(draft, kind, corpus) if place["evidence"]]
    return found if len(found) == 1 else []
