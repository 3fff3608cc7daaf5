"""A changed dataset as a folder of its own: links to documents, and the questions that are asked of them.

What is not changed keeps its name and its bytes, so that its texts and vectors come from the caches, and a collection
of the same documents is the same collection.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ragatta.conf.schema import Dataset
from ragatta.eval.gold.conversations import as_written
from ragatta.eval.matching.foreign import language_of
from ragatta.experiments.corpora.dataset import OpenDataset, buckets_file, documents_folder
from ragatta.experiments.corpora.manifest import NAME as MANIFEST
from ragatta.experiments.corpora.manifest import edition_of
from ragatta.experiments.paths import OUTPUTS
from ragatta.pipeline.documents.files import digest_if_read, document_files, real_files
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.machine.locks import locked
from ragatta.pipeline.plugins.identity import digest, short
from ragatta.pipeline.types import Question

CHANGED = OUTPUTS / "changed"


def documents_of(dataset: OpenDataset) -> dict[Path, Path]:
    """The documents of a dataset by their paths below its folder."""
    real = real_files(dataset.pdfs, dataset.aside, dataset.links)
    files = document_files(dataset.pdfs, dataset.aside, links=True)
    return {files[name].relative_to(dataset.pdfs): path for name, path in real.items() if name in files}


def derived(
    base: Dataset, name: str, documents: Mapping[Path, Path], questions: Iterable[Question], replaces: bool = False
) -> Dataset:
    """The dataset of these `documents`, by their paths below its folder, and `questions`, which are all asked, each
    over the documents that it names. It has the edition of `base`. `replaces`: documents of `base` have other contents
    now, so that nothing that was made from them, such as summaries, may be taken for theirs."""
    by_id = {question.id: question for question in questions}
    written = [_record(as_written(question, by_id)) for question in by_id.values()]
    records = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in written)
    files = sorted((place.as_posix(), digest_if_read(path)) for place, path in documents.items())
    folder = CHANGED / f"{base.name}-{name}-{short(digest([files, records]))}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with locked(folder.with_name(f".{folder.name}.lease")):
        for place, path in documents.items():
            link, target = folder / "pdfs" / place, path.resolve()
            if not link.is_symlink() or link.readlink() != target:  # where the document lies may have changed
                link.parent.mkdir(parents=True, exist_ok=True)
                if link.is_symlink():
                    link.unlink()
                link.symlink_to(target)
        write_whole(folder / "questions.jsonl", records)
        if edition := edition_of(documents_folder(base)):
            write_whole(folder / MANIFEST, json.dumps({"dataset": base.name, "edition": edition}) + "\n")
        else:
            (folder / MANIFEST).unlink(missing_ok=True)
    return Dataset(
        name=f"{base.name}-{name}" if replaces else base.name,
        pdfs=str(folder / "pdfs"),
        links=True,
        questions=str(folder / "questions.jsonl"),
        buckets=str(buckets_file(base) or ""),
        every_kind=True,
        language=base.language,
        analyser=base.analyser,
        passwords=base.passwords,
    )


def made(pages: Iterable[str]) -> Path:
    """A text file of these pages, kept by its contents; they are read as so many sections
    (extensions/office/formats/txt.py)."""
    text = "\f".join(pages)
    file = CHANGED / "made" / f"{short(digest(text))}.txt"
    if not file.exists():
        write_whole(file, text)
    return file


def over(questions: Iterable[Question], more: Mapping[str, Sequence[str]]) -> list[Question]:
    """The questions with `more` documents in their scope, by each document that they name."""
    return [
        replace(q, documents=(*q.documents, *(n for name in q.documents for n in more.get(name, ()))))
        for q in questions
    ]


def _record(question: Question) -> dict[str, Any]:
    """As a line of a gold file."""
    stated = {name: value for name, value in asdict(question).items() if value}
    for evidence in stated.get("evidence", ()):
        evidence["pages"] = list(evidence["pages"])
    stated |= {"turns": [*stated["turns"]]} if "turns" in stated else {}
    for part in stated.get("components", ()):
        part["weight"] = str(part["weight"])
        for empty in [name for name, value in part.items() if not value]:
            del part[empty]
    return {**stated, "language": language_of(question)}
