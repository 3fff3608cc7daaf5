"""Page texts of documents, and OCR results of PDFs, from the cache if possible.

A damaged cache file is made again. Text read with a password is not cached, nor is a reading that another attempt may
improve."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ragatta.pipeline.documents.files import document_digest
from ragatta.pipeline.documents.format import format_of
from ragatta.pipeline.documents.ocr._recognising import Recognised, Scan, recognise_all
from ragatta.pipeline.documents.ocr_engine import Ocr
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.parsers._reading import BROKEN, Job, Reading, Trouble, read_all
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.machine.checksums import keep, kept, note
from ragatta.pipeline.plugins import identity
from ragatta.pipeline.types import Progress

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Made = TypeVar("Made")
READING = "ragatta.pipeline.documents.parsers._reading"


@dataclass(frozen=True)
class Reader:
    """Reads the documents of `paths`, by name; `files` are their SHA-256, "" for unreadable files."""

    parser: Parser
    cache: Path
    paths: Mapping[str, Path]
    files: Mapping[str, str]
    passwords: Mapping[str, str]
    progress: Progress | None

    def readings(self, names: Iterable[str] | None = None) -> Iterator[tuple[str, Reading]]:
        """The reading of each document, those of the cache first. Of `names` alone to read them again: raises OSError
        where the cache has lost one and the document has changed."""
        jobs = []
        for name in self.paths if names is None else names:
            path = self.paths[name]
            if not self.files[name]:
                yield name, Reading(trouble=Trouble(BROKEN, _why(path)))
            elif name not in self.passwords and (known := _stored(self.place(name), Reading)):
                yield name, known
            elif names is not None and document_digest(path) != self.files[name]:
                raise OSError(errno.ESTALE, "it has changed since the start; start again", str(path))
            else:
                jobs.append(Job(name, path, self.passwords.get(name, "")))
        parser = self.parser
        for done, (job, read) in enumerate(read_all(jobs, parser), 1):
            if self.keeps(job.name, read):
                keep(self.place(job.name), json.dumps(asdict(read)))
            if names is None:
                self._say(f"reading documents ({parser.name})", done, len(jobs))
            yield job.name, read

    def keeps(self, name: str, read: Reading | Recognised) -> bool:
        """Whether the cache keeps what was read."""
        again = bool(read.faults) if isinstance(read, Recognised) else read.transient
        return name not in self.passwords and not again

    def unread(self) -> int:
        """How many documents `readings` would read now, without OCR."""
        kept = (name for name in self.paths if name not in self.passwords and self.files[name])
        return sum(map(bool, self.files.values())) - sum(self.place(name).exists() for name in kept)

    def recognised(self, scanned: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[str, Recognised]]:
        """OCR results of the pages without a text layer, by document; nothing if OCR is off."""
        parser, ocr = self.parser, self.parser.ocr
        if not ocr.READS or not scanned:
            return
        made_by = ocr_identity(ocr)
        scans, places = [], {}
        for name, pages in scanned.items():
            key = identity.digest({"pdf": self.files[name], "pages": pages, **made_by})
            places[name] = self.cache / "ocr" / f"{key}.json"
            if name not in self.passwords and (known := _stored(places[name], Recognised)):
                yield name, known
            else:
                scans.append(Scan(name, self.paths[name], pages, self.passwords.get(name, "")))
        made = recognise_all(scans, ocr, parser.seconds, parser.megabytes)
        for done, (scan, read) in enumerate(made, 1):
            if self.keeps(scan.name, read):
                keep(places[scan.name], json.dumps(asdict(read)))
            self._say(f"reading scanned pages ({ocr.name})", done, len(scans))
            yield scan.name, read

    def place(self, name: str) -> Path:
        """The file of the cache with the reading of a document."""
        return self.cache / "pages" / f"{identity.digest(_made_from(name, self.files[name], self.parser))}.json"

    def _say(self, what: str, done: int, total: int) -> None:
        if self.progress:
            self.progress(what, done, total)


def ocr_identity(ocr: Ocr) -> dict[str, Any]:
    """Everything that determines the text of scanned pages: program, models, and how the pages are drawn. Raises
    ValueError if the program cannot be used."""
    return {
        **ocr.identity,
        **ocr.made_of(),
        "pdfium": identity.version_of(Pdfium.LIBRARY),
        "code": identity.code_digest(type(ocr).__module__, "ragatta.pipeline.documents.ocr._recognising"),
    }


def _made_from(name: str, digest: str, parser: Parser) -> dict[str, Any]:
    """All that determines the page texts of a document with these bytes."""
    if of := format_of(name):
        code = identity.code_digest(type(of).__module__, READING)
        return {"document": digest, "format": of.name, "version": identity.version_of(of.LIBRARY), "code": code}
    return {
        "pdf": digest,
        "parser": parser.reading(),
        "version": identity.version_of(parser.LIBRARY),
        "drawn": identity.version_of(Pdfium.LIBRARY),  # which pages have no text layer, whoever reads them
        "code": identity.code_digest(type(parser).__module__, READING),
    }


def _why(path: Path) -> str:
    try:
        document_digest(path)
    except OSError as error:
        return error.strerror or str(error)
    return "its bytes could not be read"


def _stored(place: Path, kind: type[Made]) -> Made | None:
    """What a file of the cache holds; None, and a Note, where that is something else: it is made again."""
    from pydantic import ValidationError

    if (data := kept(place)) is None:
        return None
    try:
        found: Made = _form(kind).validate_json(data)  # type: ignore[arg-type]  # a class is hashable
    except ValidationError:
        note(f"{place} is damaged (it holds something else): made again")
        return None
    return found


@cache
def _form(kind: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)
