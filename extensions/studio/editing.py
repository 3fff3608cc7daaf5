"""Replaces or removes one gold question of a YAML or JSONL file written by people, without changing any other byte of
it.

As with appending, the new file is first loaded as it will be loaded later.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from pathlib import Path
from typing import Any

import yaml

from ragatta.eval.gold.appending import as_line, as_yaml, is_jsonl, loaded, rewrite, text_of
from ragatta.eval.gold.conversations import again, as_written
from ragatta.eval.gold.records import GoldError
from ragatta.eval.gold.shapes import FIELD_OF
from ragatta.eval.gold.written_yaml import LOADER
from ragatta.pipeline.machine.locks import lease_of, locked
from ragatta.pipeline.types import Question


def replace_question(path: Path, identity: str, question: Question | None) -> None:
    """Writes `question` in the place of the one with this id; None removes it. Comments between records, their order
    and the file's newlines stay; later turns of a conversation are asked after its new words. It is on the disk when
    this returns. Raises GoldError, and leaves the file unchanged, if it does not load, has no such question, or would
    load as something else; OSError."""
    path = path.resolve()
    with locked(lease_of(path)):
        written = text_of(path)
        earlier = loaded(path, written)
        if identity not in {one.id for one in earlier}:
            raise GoldError([f"{path}: no question {identity!r}; it was removed or renamed meanwhile"])
        filed = as_written(question, {one.id: one for one in earlier}) if question else None
        whole = (_replaced_line if is_jsonl(path) else _replaced)(written, identity, filed)
        if loaded(path, whole) != tuple(again(earlier, identity, question)):
            raise GoldError([f"{path}: {identity} cannot be changed without changing others; edit the file itself"])
        rewrite(path, whole)


def _replaced(written: str, identity: str, question: Question | None) -> str:
    text = written.removeprefix("\ufeff")
    root: Any = yaml.compose(text, Loader=LOADER)
    if root.flow_style:
        return written  # a list in brackets has no lines of its own, which is said as of all that cannot be changed
    nodes = root.value
    at = next(n for n, node in enumerate(nodes) if _id(node) == identity)
    indent = root.start_mark.column
    dashes = [found.end() - 1 for found in re.finditer(rf"^ {{{indent}}}-", text, re.MULTILINE)]
    # Of each record, its dash; a comment may stand between it and the first field.
    starts = [dashes[bisect(dashes, node.start_mark.index) - 1] for node in nodes]
    first = starts[at] - indent
    last = text.rfind("\n", 0, starts[at + 1]) + 1 if at + 1 < len(nodes) else len(text)
    lines = text[first:last].splitlines(keepends=True)
    while len(lines) > 1 and _is_between(lines[-1], indent):  # what stands before the next record is of that one
        lines.pop()
    last = first + len("".join(lines))
    if question is None:  # with the blank line that parted it from the one before
        return written[: len(written) - len(text)] + text[:first] + text[last:].lstrip("\r\n")
    newline = "\r\n" if "\r\n" in text else "\n"
    new = (" " * indent + line if line.strip() else line for line in as_yaml([question]).splitlines(keepends=True))
    return written[: len(written) - len(text)] + text[:first] + "".join(new).replace("\n", newline) + text[last:]


def _replaced_line(written: str, identity: str, question: Question | None) -> str:
    """Of JSONL: a line is a question."""
    lines = written.splitlines(keepends=True)
    for at, line in enumerate(lines):
        text = line.strip("\ufeff \r\n")
        one = json.loads(text) if text else {}
        if identity in {str(value) for name, value in one.items() if FIELD_OF.get(name, name) == "id"}:
            lines[at] = line.replace(text, as_line(question, one)) if question else ""
    return "".join(lines)


def _id(node: yaml.Node) -> str:
    return next((str(value.value) for key, value in node.value if key.value == "id"), "")


def _is_between(line: str, indent: int) -> bool:
    """Whether a line is blank, or a comment that is no text of a record."""
    return not line.strip() or (line.lstrip().startswith("#") and len(line) - len(line.lstrip()) <= indent)
