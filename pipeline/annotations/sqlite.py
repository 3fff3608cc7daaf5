"""The metadata of a corpus in one SQLite file: `document_annotations`, and a typed table for each bucket with a schema.

It is opened read-only, and every value of a query is a parameter. Each query opens its own connection, so that tools
may be called in threads."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragatta.pipeline.annotations.filters import SHORT, Condition, FilterError
from ragatta.pipeline.annotations.schema import DOC_ID, Bucket
from ragatta.pipeline.annotations.sql import quoted, where
from ragatta.pipeline.annotations.values import folded
from ragatta.pipeline.plugins.registry import suggestion

_NAMED = 50  # known names that an error lists


class UnknownBucket(ValueError):
    """No bucket of this name; the message lists the known ones."""


class UnknownDocument(ValueError):
    """No document of this name; the message lists similar ones."""


@dataclass(frozen=True)
class Annotations:
    """The buckets that have documents, and the metadata of each document. `digest` covers the whole store."""

    buckets: tuple[Bucket, ...] = ()  # those of the dataset's file in its order, then others by name
    digest: str = ""
    path: Path | None = None  # None: of no document

    def bucket(self, name: str) -> Bucket:
        """Raises UnknownBucket."""
        for bucket in self.buckets:
            if bucket.name == name:
                return bucket
        known = ", ".join(bucket.name for bucket in self.buckets[:_NAMED]) or "none"
        raise UnknownBucket(f"no bucket {SHORT.repr(name)}; known: {known}")

    def bucket_of(self, doc_id: str) -> str:
        """The name of a document's bucket. Raises UnknownDocument."""
        return str(self._stored(doc_id)[0])

    def documents(self, bucket: str, conditions: Sequence[Condition] = ()) -> tuple[str, ...]:
        """The documents of a bucket that meet all the conditions, by name. Raises UnknownBucket, FilterError."""
        return tuple(row[0] for row in self._select(self.bucket(bucket), (), conditions))

    def rows(self, bucket: str, conditions: Sequence[Condition] = ()) -> list[dict[str, Any]]:
        """The metadata of these documents by name: `doc_id` and every field, None if unknown. Raises as `documents`."""
        found = self.bucket(bucket)
        names = (DOC_ID, *(field.name for field in found.fields))
        return [dict(zip(names, row, strict=True)) for row in self._select(found, names[1:], conditions)]

    def metadata(self, doc_id: str) -> dict[str, Any]:
        """`doc_id`, `bucket` and every field of one document. Raises UnknownDocument."""
        bucket, annotations = self._stored(doc_id)
        fields = {field.name: None for field in self.bucket(bucket).fields}
        return {DOC_ID: doc_id, "bucket": bucket, **fields, **json.loads(annotations)}

    def values(self, bucket: str, field: str, most: int = 50) -> tuple[Any, ...]:
        """The distinct values of a field, sorted; none if there are more than `most`. Raises UnknownBucket,
        FilterError for an unknown field."""
        found = self.bucket(bucket)
        column = quoted(_known(found, field))
        query = (
            f"SELECT DISTINCT {column} FROM {_source(found)} WHERE {_is(found)} AND {column} IS NOT NULL "
            f"ORDER BY {column} LIMIT ?"
        )
        with _reading(self.path) as database:
            values = tuple(value for (value,) in database.execute(query, [*_named(found), most + 1]))
        return values if len(values) <= most else ()

    def _select(self, bucket: Bucket, fields: Sequence[str], conditions: Sequence[Condition]) -> list[tuple[Any, ...]]:
        for condition in conditions:
            _known(bucket, condition.field)
        expression, parameters = where(conditions)
        columns = ", ".join(map(quoted, (DOC_ID, *fields)))
        query = f"SELECT {columns} FROM {_source(bucket)} WHERE {_is(bucket)} AND {expression} ORDER BY doc_id"
        with _reading(self.path) as database:
            return database.execute(query, [*_named(bucket), *parameters]).fetchall()

    def _stored(self, doc_id: str) -> tuple[str, str]:
        if self.path and _is_text(doc_id):
            query = "SELECT bucket, annotations FROM document_annotations WHERE doc_id = ?"
            with _reading(self.path) as database:
                if found := database.execute(query, [doc_id]).fetchone():
                    return found[0], found[1]
        known = [name for bucket in self.buckets for name in self.documents(bucket.name)]
        # A name that is far longer than any cannot be near one, and looking would take long.
        near = suggestion(doc_id, known) if len(doc_id) <= 300 else f"none of the {len(known)} known ones is near it"
        raise UnknownDocument(f"no document {SHORT.repr(doc_id)}; {near}")


NO_ANNOTATIONS = Annotations()


def table(bucket: Bucket) -> str:
    """The table of a bucket with a schema, as an SQL identifier."""
    return quoted(f"meta_{bucket.name}")


def _source(bucket: Bucket) -> str:
    """The table that a bucket's documents are selected from. A bucket without a schema has no table of its own: its
    name may come from a folder and be any text."""
    return table(bucket) if bucket.fields else "document_annotations"


def _is(bucket: Bucket) -> str:
    return "1" if bucket.fields else "bucket = ?"


def _named(bucket: Bucket) -> list[str]:
    return [] if bucket.fields else [bucket.name]


def _known(bucket: Bucket, field: str) -> str:
    """A column that exists: Checked because SQLite treats an unknown quoted name as a text."""
    found = bucket.field(field)
    if found is None or found.name != field:
        known = ", ".join((*(field.name for field in bucket.fields), DOC_ID))
        raise FilterError(f"no field {SHORT.repr(field)} in bucket {bucket.name}; known: {known}")
    return field


def _is_text(name: str) -> bool:
    """Whether a name can be stored at all."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def connected(path: Path) -> sqlite3.Connection:
    """A read-only connection with the function `folded`, which `where` uses. The file is replaced, never changed, so no
    lock is needed."""
    database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    database.execute("PRAGMA query_only = ON")
    database.create_function("folded", 1, lambda own: own and folded(own), deterministic=True)
    return database


@contextmanager
def _reading(path: Path | None) -> Iterator[sqlite3.Connection]:
    """A connection for one query. Raises OSError if the file cannot be read; the message has no path, because a model
    may see it."""
    assert path is not None, "a bucket has been found, so there is a file"
    try:
        with closing(connected(path)) as database:
            yield database
    except sqlite3.Error as error:
        raise OSError(f"the document annotations cannot be read: {error}; run the command again") from error
