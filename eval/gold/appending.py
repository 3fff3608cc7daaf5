"""Appends gold questions to a YAML or JSONL file written by people, without changing a byte of it.

The new file is first loaded as it will be loaded later. It is written only if all earlier questions are unchanged and
the new ones are as given.
"""

from __future__ import annotations

import errno
import json
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from ragatta.eval.gold.conversations import as_written
from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.eval.gold.shapes import FIELD_OF
from ragatta.eval.gold.written_yaml import LOADER
from ragatta.pipeline.machine.files import unwritten, write_whole
from ragatta.pipeline.machine.lines import on_disk
from ragatta.pipeline.machine.locks import lease_of, locked
from ragatta.pipeline.types import Evidence, Question

# What tools keep beside a question and stays in a line that is edited: what a system answered, how it was made.
LEFT_OUT = frozenset((
    "response", "retrieved_contexts", "retrieved_context_ids", "reference_context_ids", "multi_responses", "rubric",
    "rubrics", "synthesizer_name", "persona_name", "query_style", "query_length", "actual_output", "retrieval_context",
    "additional_metadata", "comments", "custom_column_key_values", "expected_tools", "name", "source_file",
    "tools_called",
))  # fmt: skip
WIDTH = 110  # columns after which a long text goes on in the next line


def append_questions(path: Path, questions: Sequence[Question], header: str = "") -> None:
    """Appends the questions to the YAML or JSONL file `path`; a new one begins with `header`. They are on the disk
    when this returns. A turn whose earlier one is in another file has all its turns.

    Two processes may append at once. Raises GoldError, and leaves the file unchanged, if it does not load, if an id is
    taken, or if nothing can be appended to its form; OSError if it cannot be written.
    """
    path = path.resolve()  # a link stays one
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(lease_of(path)):
        written = text_of(path) if path.exists() else header
        earlier = loaded(path, written)
        known = {one.id: one for one in (*earlier, *questions)}
        filed = [as_written(one, known) for one in questions]
        there = tuple(one if one.after in known else replace(one, after="") for one in questions)
        for between in ("\n", ""):  # after a block text that keeps its last lines, a blank one would be part of it
            whole = _appended(path, written, filed, between)
            if loaded(path, whole) == (*earlier, *there):
                rewrite(path, whole)
                return
    raise GoldError([f"{path}: appending would change earlier questions or the new ones; end the file with a record"])


def as_yaml(questions: Sequence[Question]) -> str:
    """The questions as items of a YAML list, separated by blank lines, without default values."""
    return "\n".join(
        yaml.dump([record_of(question)], Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=WIDTH)
        for question in questions
    )


def as_entry(identity: str, fields: Mapping[str, Any]) -> str:
    """An entry of annotations."""
    return yaml.dump({identity: dict(fields)}, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=WIDTH)


def as_line(question: Question, given: Mapping[str, Any] | None = None) -> str:
    """The question as a line of JSONL, with the names, order and further fields of the object that it replaces."""
    record = record_of(question)
    names = {name: FIELD_OF.get(name, name) for name in given or {}}
    kept = {
        n: record.get(field, given[n]) for n, field in names.items() if given and (field in record or n in LEFT_OUT)
    }
    new = {name: value for name, value in record.items() if name not in {*names.values()}}
    return json.dumps(kept | new, ensure_ascii=False)


class _Pages(list[int]):
    """A list that is written in one line: [2, 3]."""


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - the signature is PyYAML's
        return True


_Dumper.add_representer(
    _Pages, lambda dumper, pages: dumper.represent_sequence("tag:yaml.org,2002:seq", pages, flow_style=True)
)


def record_of(part: Any) -> dict[str, Any]:
    """The fields of a question, a piece of evidence or a component that differ from the defaults, in the order of the
    type."""
    stated = {f.name: getattr(part, f.name) for f in fields(part) if getattr(part, f.name) != f.default}
    written = {name: _written(name, value) for name, value in stated.items() if value}
    page_only = isinstance(part, Evidence) and not (part.quote or part.value)
    return written | {"quote": ""} if page_only else written  # the loader asks for a quote that is left empty


def _written(name: str, value: Any) -> Any:
    if name == "pages":
        return _Pages(value)
    if isinstance(value, tuple):
        return [_written("", part) for part in value]
    if isinstance(value, Mapping):
        return dict(value)
    return record_of(value) if is_dataclass(value) else value


def _appended(path: Path, written: str, questions: Sequence[Question], between: str) -> str:
    """The file's text with the questions appended, with the file's own newlines and indentation."""
    newline = "\r\n" if "\r\n" in written else "\n"
    if is_jsonl(path):
        ended = not written or written.endswith("\n")
        return written + ("" if ended else newline) + "".join(as_line(question) + newline for question in questions)
    records = as_yaml(questions)
    root = yaml.compose(written.removeprefix("\ufeff"), Loader=LOADER)
    indent = 0
    if isinstance(root, yaml.SequenceNode):
        if root.flow_style:
            raise GoldError(
                [f"{path}: nothing can be appended to a list in brackets; write each record as '- id: ...'"]
            )
        indent = root.start_mark.column
    if written and not written.endswith("\n"):
        written += newline
    lines = (" " * indent + line if line.strip() else line for line in records.splitlines(keepends=True))
    addition = "".join(lines).replace("\n", newline)
    return written + (between.replace("\n", newline) if written else "") + addition


def text_of(path: Path) -> str:
    """The text of a file that is to be changed. Raises GoldError where it cannot be changed in place."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise GoldError([f"{path}: not in UTF-8; save it so to have it changed here"]) from error
    if path.suffix.lower() != ".jsonl" and re.search(r"^\.\.\.\s*\Z", text, re.MULTILINE):
        raise GoldError([f"{path}: ends with '...'; remove that line to have it changed here"])
    return text


def rewrite(path: Path, whole: str) -> None:
    """Gives a file of questions another text. It keeps its mode and group, and is on the disk when this returns. Raises
    OSError, before anything is changed, where it must not be written."""
    path = path.resolve()  # a link stays one
    there = path.exists()
    if there and not os.access(path, os.W_OK):
        raise unwritten(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    write_whole(path, whole, replaced=path.stat() if there else None)
    on_disk(path)


def is_jsonl(path: Path) -> bool:
    return path.suffix.lower() == ".jsonl"


@lru_cache(maxsize=4)  # the file as it is, and as it will be: an act on it reads both
def loaded(path: Path, text: str) -> tuple[Question, ...]:
    """The questions of a file with this name and text; none if it is empty or has only comments."""
    lines = (line.strip("\ufeff \t\r\n") for line in text.split("\n"))
    if not any(line and not (line.startswith("#") and not is_jsonl(path)) for line in lines):
        return ()
    with tempfile.TemporaryDirectory() as folder:
        beside = Path(folder) / path.name
        write_whole(beside, text)
        try:
            return tuple(load_questions(beside))
        except GoldError as error:
            raise GoldError([fault.replace(str(beside), str(path)) for fault in error.faults]) from error
