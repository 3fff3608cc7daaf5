"""Adds fields to a question of a file that is left alone: its entry in the dataset's annotations, a YAML mapping by id.

As with appending, the new file is first loaded as it will be loaded later, and no other byte of it changes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from ragatta.eval.gold.appending import as_entry, record_of, rewrite, text_of
from ragatta.eval.gold.questions import SAID_BY_SOURCE, load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.eval.gold.written_yaml import LOADER
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.machine.locks import lease_of, locked
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.types import Question

HEADER = "# What the published questions lack, by question id. See docs/datasets.md of Ragatta.\n"


def annotate(path: Path, source: Path, question: Question, language: str = ENGLISH) -> None:
    """Writes what `question` has beside the one with its id in `source` to the annotations `path`, in place of what it
    has of it now; a question as the source has it takes its entry out. It is on the disk when this returns. Raises
    GoldError, and leaves the file unchanged, if the source says it otherwise or the file would load as something else;
    OSError."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(lease_of(path)):
        written = text_of(path) if path.exists() else HEADER
        published = {one.id: one for one in load_questions(source, language=language)}
        plain = published.get(question.id)
        if plain is None or any(getattr(plain, name) != getattr(question, name) for name in SAID_BY_SOURCE):
            kept = ", ".join(SAID_BY_SOURCE)
            raise GoldError([f"{question.id}: {source} says its {kept}; only other fields are written to {path}"])
        earlier = _loaded(path, written, source, language)
        new, old = record_of(question), record_of(plain)
        fields = {name: value for name, value in new.items() if value != old.get(name)}
        fields |= {name: type(value)() for name, value in old.items() if name not in new}
        whole = _replaced(path, written, question.id, as_entry(question.id, fields) if fields else "")
        if _loaded(path, whole, source, language) != [question if one.id == question.id else one for one in earlier]:
            raise GoldError([f"{path}: {question.id} cannot be changed without changing others; edit the file itself"])
        rewrite(path, whole)


def _loaded(path: Path, text: str, source: Path, language: str) -> Sequence[Question]:
    with tempfile.TemporaryDirectory() as folder:
        beside = Path(folder) / path.name
        write_whole(beside, text)
        try:
            return load_questions(source, beside, language=language)
        except GoldError as error:
            raise GoldError([fault.replace(str(beside), str(path)) for fault in error.faults]) from error


def _replaced(path: Path, written: str, identity: str, entry: str) -> str:
    """The file's text with the entry in the place of the one of this id, else at its end."""
    newline = "\r\n" if "\r\n" in written else "\n"
    text, entry = written.removeprefix("\ufeff"), entry.replace("\n", newline)
    mark = written[: len(written) - len(text)]
    root: Any = yaml.compose(text, Loader=LOADER)
    if root is not None and root.flow_style and root.value:
        raise GoldError([f"{path}: nothing can be added to a mapping in braces; write each id in a line of its own"])
    nodes = root.value if root is not None else []
    starts = [text.rfind("\n", 0, key.start_mark.index) + 1 for key, _ in nodes]
    at = next((n for n, (key, _) in enumerate(nodes) if key.value == identity), None)
    if at is None:
        text = "" if root is not None and not nodes else text  # "{}": none yet
        between = newline if nodes else ""
        return mark + text + ("" if not text or text.endswith("\n") else newline) + (between + entry if entry else "")
    last = starts[at + 1] if at + 1 < len(nodes) else len(text)
    lines = text[starts[at] : last].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].startswith("#")):  # of the next entry
        lines.pop()
    return mark + text[: starts[at]] + entry + text[starts[at] + len("".join(lines)) :]
