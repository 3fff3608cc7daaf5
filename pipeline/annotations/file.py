"""The SQLite file of the metadata: written once, then only read.

`document_annotations` has the fields of each document as JSON; `meta_<bucket>` has them in typed columns for buckets
with a schema. The checksum is in a file beside it.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ragatta.pipeline.annotations.schema import Bucket, Field
from ragatta.pipeline.annotations.sql import quoted
from ragatta.pipeline.annotations.sqlite import Annotations, connected, table
from ragatta.pipeline.annotations.values import Value
from ragatta.pipeline.machine.checksums import Damaged as Changed
from ragatta.pipeline.machine.checksums import check_file, keep_mark
from ragatta.pipeline.machine.sqlite import opened
from ragatta.pipeline.plugins.identity import digest

_TABLES = """
CREATE TABLE document_annotations (doc_id TEXT PRIMARY KEY, bucket TEXT NOT NULL, annotations TEXT NOT NULL);
CREATE INDEX by_bucket ON document_annotations (bucket);
CREATE TABLE buckets (position INTEGER PRIMARY KEY, definition TEXT NOT NULL);
CREATE TABLE manifest (key TEXT NOT NULL, content TEXT NOT NULL);
"""
# Text is compared without regard to case, as people name things. A DATE is kept as its ISO day, which sorts.
_COLUMN = {"TEXT": "TEXT COLLATE NOCASE", "INTEGER": "INTEGER", "REAL": "REAL", "DATE": "TEXT"}


class Damaged(Exception):
    """The file is damaged, or belongs to another key. The message says why."""


@dataclass(frozen=True)
class Annotated:
    """The metadata of one document: known `values` by field."""

    bucket: str
    values: Mapping[str, Value] = field(default_factory=dict)


def write_annotations(path: Path, key: str, buckets: Sequence[Bucket], documents: Mapping[str, Annotated]) -> None:
    """Writes the store of these documents to a temporary file and renames it, so that it is complete or absent.
    `buckets` are those that the dataset's file defines; a document may be in another one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    place = path.with_name(f".{path.name}.{os.getpid()}")
    place.unlink(missing_ok=True)
    try:
        with closing(opened(place)) as database, database:
            _fill(database, key, _present(buckets, documents.values()), documents)
        place.replace(path)
        keep_mark(path)
    except sqlite3.Error as error:
        raise OSError(f"{path}: the annotations could not be written: {error}") from error
    finally:
        place.unlink(missing_ok=True)


def open_annotations(path: Path, key: str) -> Annotations:
    """The store at this path. Raises Damaged if it is missing, incomplete, or belongs to another key."""
    if not path.is_file():
        raise Damaged("it is not there")
    try:
        check_file(path)
        with closing(connected(path)) as database:
            stored_key, content = database.execute("SELECT key, content FROM manifest").fetchone() or ("", "")
            definitions = database.execute("SELECT definition FROM buckets ORDER BY position").fetchall()
            buckets = tuple(_bucket(json.loads(text)) for (text,) in definitions)
            if stored_key != key:
                raise Damaged("its contents do not belong to its name")
    except (sqlite3.Error, Changed) as error:
        raise Damaged(f"{path.name}: {error}") from error
    return Annotations(buckets, content, path)


def _fill(
    database: sqlite3.Connection, key: str, buckets: Sequence[Bucket], documents: Mapping[str, Annotated]
) -> None:
    database.executescript(_TABLES)
    for position, bucket in enumerate(buckets):
        definition = json.dumps(asdict(bucket), ensure_ascii=False)
        database.execute("INSERT INTO buckets VALUES (?, ?)", [position, definition])
        if bucket.fields:
            columns = ", ".join(f"{quoted(field.name)} {_COLUMN[field.type]}" for field in bucket.fields)
            database.execute(f"CREATE TABLE {table(bucket)} (doc_id TEXT PRIMARY KEY, {columns})")
    by_name = {bucket.name: bucket for bucket in buckets}
    for doc_id, annotated in sorted(documents.items()):
        values = json.dumps(dict(annotated.values), ensure_ascii=False, sort_keys=True)
        database.execute("INSERT INTO document_annotations VALUES (?, ?, ?)", [doc_id, annotated.bucket, values])
        if fields := by_name[annotated.bucket].fields:
            row = [doc_id, *(annotated.values.get(field.name) for field in fields)]
            marks = ", ".join("?" * len(row))
            database.execute(f"INSERT INTO {table(by_name[annotated.bucket])} VALUES ({marks})", row)
    database.execute("INSERT INTO manifest VALUES (?, ?)", [key, _content(database, buckets)])


def _present(buckets: Sequence[Bucket], documents: Iterable[Annotated]) -> tuple[Bucket, ...]:
    used = {annotated.bucket for annotated in documents}
    others = used - {bucket.name for bucket in buckets}
    return (*(bucket for bucket in buckets if bucket.name in used), *map(Bucket, sorted(others)))


def _content(database: sqlite3.Connection, buckets: Sequence[Bucket]) -> str:
    """Digest of every table."""
    tables = ["document_annotations", *(table(bucket) for bucket in buckets if bucket.fields)]
    rows = [database.execute(f"SELECT * FROM {table} ORDER BY doc_id").fetchall() for table in tables]
    return digest([[asdict(bucket) for bucket in buckets], rows])


def _bucket(stored: Mapping[str, Any]) -> Bucket:
    fields = tuple(Field(**{**field, "labels": tuple(field["labels"])}) for field in stored["fields"])
    return Bucket(**{**stored, "documents": tuple(stored["documents"]), "fields": fields})
