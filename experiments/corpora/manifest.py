"""A dataset's manifest: its files, each with SHA-256 and published address.

datasets/<name>/manifest.json holds `dataset`, `title`, `licence`, `homepage` and `files`, each with

- `file`: its path below the dataset's folder, `bytes` and `sha256`;
- `url`: where it is published; with `member`, it is the one file of that zip archive whose path ends in this;
- or `made_by` and `made_from`: the module below datasets/ that cuts it from the files at these addresses, run as
  `python -m <made_by> <file> ... --out <file> --pdfs <folder>`;
- or `unpublished`: a statement that the file cannot be fetched, and what is missing without it.

One that stands beside `pdfs/`, as that of a generated dataset, may say an `edition`: a whole number or a short name.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from ragatta.experiments.faults import Fault
from ragatta.pipeline.machine.files import read_small
from ragatta.pipeline.plugins.identity import file_digest
from ragatta.pipeline.plugins.registry import suggestion

NAME = "manifest.json"
EDITION = re.compile(r"\w[\w .-]{0,39}")
WAYS = ("url", "made_by", "unpublished")  # of coming by a file; each has one


@dataclass(frozen=True)
class ListedFile:
    """A file of a manifest; unused fields are empty."""

    file: str
    bytes: int
    sha256: str
    url: str = ""
    member: str = ""
    made_by: str = ""
    made_from: tuple[str, ...] = ()
    unpublished: str = ""

    def fault(self, path: Path) -> str:
        """How a file differs from its manifest entry; empty if it matches. Raises OSError."""
        size = path.stat().st_size
        if size != self.bytes:
            return f"{size} bytes instead of {self.bytes}"
        return "" if file_digest(path) == self.sha256 else "its SHA-256 is another than the manifest's"


@dataclass(frozen=True)
class Manifest:
    dataset: str
    title: str
    licence: str
    homepage: str
    files: tuple[ListedFile, ...]


def published(datasets: Path) -> list[str]:
    """The datasets that have a manifest."""
    return sorted(path.parent.name for path in datasets.glob(f"*/{NAME}"))


def read_manifest(datasets: Path, dataset: str) -> Manifest:
    """Raises Fault if the dataset has none, or one in another form."""
    known = published(datasets)
    if dataset not in known:
        near = suggestion(dataset, known) if known else "no dataset has a manifest"
        raise Fault(f"--dataset {dataset}: no dataset with a manifest; {near}")
    path = datasets / dataset / NAME
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
        files = tuple(_listed(entry) for entry in written["files"])
        about = {name: str(written[name]) for name in ("dataset", "title", "licence", "homepage")}
    except (ValueError, KeyError, TypeError) as fault:
        raise Fault(f"{path}: not a manifest ({type(fault).__name__}: {fault})") from fault
    return Manifest(files=files, **about)


def edition_of(pdfs: Path) -> str:
    """The edition in the manifest beside a folder of documents; "" without such a manifest, or where its value is
    neither a whole number nor a short name."""
    with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
        manifest = json.loads(read_small(Path(os.path.abspath(pdfs)).parent / NAME))
        said = manifest["edition"] if manifest["dataset"] else ""  # other programs write files of this name, too
        if type(said) in (int, str) and EDITION.fullmatch(str(said)):
            return str(said)
    return ""


def _listed(entry: dict[str, Any]) -> ListedFile:
    """Raises TypeError for an unknown field, ValueError for a file outside the dataset's folder or with no one way."""
    found = ListedFile(**{**entry, "made_from": tuple(entry.get("made_from", ()))})
    parts = PurePosixPath(found.file)
    if parts.is_absolute() or ".." in parts.parts or not found.file:
        raise ValueError(f"{found.file!r} is outside the dataset's folder")
    if sum(bool(getattr(found, way)) for way in WAYS) != 1:
        raise ValueError(f"{found.file}: one of {', '.join(WAYS)} must be given")
    return found
