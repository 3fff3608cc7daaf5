"""Buckets (the kinds of documents in a corpus) and the schema of each: the fields that its documents state.

A dataset defines them in a YAML file (docs/documents.md).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import ClassVar, Literal

from ragatta.pipeline.documents.names import folder_of
from ragatta.pipeline.machine.files import read_small
from ragatta.pipeline.machine.input_limits import plain_yaml

Type = Literal["TEXT", "INTEGER", "REAL", "DATE"]  # a DATE is an ISO day, "2025-03-31"
DOC_ID = "doc_id"  # a document's name in the corpus: a field of every bucket
RESERVED = (DOC_ID, "bucket")
CLOSED = {"extra": "forbid"}  # an unknown key of the YAML is a fault

_FIELD_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,62}")
_BUCKET_NAME = re.compile(r"\w[\w .-]{0,62}")


@dataclass(frozen=True)
class Field:
    """One field that the documents of a bucket state. `labels` are the words that they print before its value ("Net
    Weight")."""

    __pydantic_config__: ClassVar = CLOSED
    name: str
    type: Type
    description: str = ""
    labels: tuple[str, ...] = ()

    def printed(self) -> tuple[str, ...]:
        """The labels; if none are given, the name with spaces."""
        return self.labels or (self.name.replace("_", " "),)


@dataclass(frozen=True)
class Bucket:
    """A kind of documents. `documents` are glob patterns over their names ("*" goes over "/" too)."""

    __pydantic_config__: ClassVar = CLOSED
    name: str
    description: str = ""
    documents: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    identifier: str = ""  # the field that names a document in a list; the document's name where empty

    def field(self, name: str) -> Field | None:
        """The field of this name, `doc_id` included, ignoring case and the difference between a space and "_"."""
        wanted = plain_name(name)
        return next((field for field in (DOC_ID_FIELD, *self.fields) if plain_name(field.name) == wanted), None)


DOC_ID_FIELD = Field(DOC_ID, "TEXT", "the document's name")


def plain_name(name: str) -> str:
    """A field's name, normalised for comparison."""
    return re.sub(r"[\s_-]+", "_", name.strip()).casefold()


def bucket_of(source_file: str, buckets: Sequence[Bucket]) -> str:
    """The bucket of a document: the first whose pattern fits its name, else its first folder, else "generic"."""
    for bucket in buckets:
        if any(fnmatchcase(source_file, pattern) for pattern in bucket.documents):
            return bucket.name
    return folder_of(source_file)


def placed(documents: Iterable[str], buckets: Sequence[Bucket]) -> dict[str, str]:
    """The bucket of each document whose bucket comes from a rule and differs from its folder."""
    found = {document: bucket_of(document, buckets) for document in documents}
    return {document: bucket for document, bucket in found.items() if bucket != folder_of(document)}


def read_buckets(path: Path) -> tuple[Bucket, ...]:
    """The buckets of a YAML file: a list, each with the fields of `Bucket`. Raises ValueError with all faults, one per
    line."""
    import yaml
    from pydantic import TypeAdapter, ValidationError

    try:
        text = read_small(path)
        plain_yaml(text)
        written = yaml.safe_load(text)
    except (ValueError, yaml.YAMLError) as error:
        raise ValueError(f"{path.name}: {' '.join(str(error).split())}") from error
    try:
        buckets = tuple(TypeAdapter(list[Bucket]).validate_python(written))
    except ValidationError as error:
        faults = [f"{path.name}: {_place(fault['loc'])}: {fault['msg']}" for fault in error.errors()]
        raise ValueError("\n".join(faults)) from error
    if faults := [fault for bucket in buckets for fault in _faults(bucket)] + _twice(
        [b.name for b in buckets], "bucket"
    ):
        raise ValueError("\n".join(f"{path.name}: {fault}" for fault in faults))
    return buckets


def _place(location: Sequence[int | str]) -> str:
    """The place of a fault; numbers count from 1."""
    parts = (str(part + 1) if isinstance(part, int) else part for part in ("bucket", *location))
    return " ".join(part if part.isprintable() else repr(part) for part in parts)


def _faults(bucket: Bucket) -> list[str]:
    where = f"bucket {bucket.name!r}"
    found = []
    if not _BUCKET_NAME.fullmatch(bucket.name):
        found.append(f"{where}: a name is letters, digits, spaces, _, . and -, at most 63")
    for field in bucket.fields:
        if not _FIELD_NAME.fullmatch(field.name):
            found.append(f"{where}: field {field.name!r}: a name is a letter, then letters, digits and _, at most 63")
        if plain_name(field.name) in RESERVED:
            found.append(f"{where}: field {field.name!r}: the name is reserved; choose another")
        if any(not label.strip() for label in field.labels):
            found.append(f"{where}: field {field.name!r}: a label is empty")
    found += [f"{where}: {fault}" for fault in _twice([field.name for field in bucket.fields], "field")]
    if bucket.identifier and bucket.identifier not in [field.name for field in bucket.fields]:
        found.append(f"{where}: identifier {bucket.identifier!r} is not one of its fields")
    return found


def _twice(names: Sequence[str], what: str) -> list[str]:
    """Two names must differ in more than case, because SQL ignores case."""
    return [f"{what} {name!r} is there twice" for name, times in Counter(map(plain_name, names)).items() if times > 1]
