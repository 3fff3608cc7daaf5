"""Page texts of documents, and OCR results of PDFs, from the cache if possible.

A damaged cache file is made again. Text read with a password is not cached, nor is a reading that another attempt may
improve."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from ragatta.pipeline import identity
from ragatta.pipeline.documents.formats import FORMATS, format_of
from ragatta.pipeline.documents.ocr import OCR_ENGINES
from ragatta.pipeline.documents.ocr._recognising import Recognised, Scan, recognise_all
from ragatta.pipeline.documents.parsers import PARSERS
from ragatta.pipeline.documents.parsers._reading import BROKEN, Job, Reading, Trouble, read_all
from ragatta.pipeline.settings.indexing import Parser
from ragatta.pipeline.storage.checksums import keep, kept, note
from ragatta.pipeline.types import Progress

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

    def readings(self) -> dict[str, Reading]:
        """The cached reading of every document, in the order of `paths`."""
        parser, found = self.parser, {}
        jobs, places = [], {}
        for name, path in self.paths.items():
            places[name] = self._place(name)
            if not self.files[name]:
                found[name] = Reading(trouble=Trouble(BROKEN, _why(path)))
            elif name not in self.passwords and (known := _stored(places[name], Reading)):
                found[name] = known
            else:
                jobs.append(Job(name, path, self.passwords.get(name, "")))
        for done, (job, read) in enumerate(read_all(jobs, parser.name, parser.seconds, parser.megabytes), 1):
            found[job.name] = read
            if job.name not in self.passwords and not read.transient:
                keep(places[job.name], json.dumps(asdict(read)))
            self._say(f"reading documents ({parser.name})", done, len(jobs))
        return {name: found[name] for name in self.paths}

    def unread(self) -> int:
        """How many documents `readings` would read now, without OCR."""
        kept = (name for name in self.paths if name not in self.passwords and self.files[name])
        there = sum(self._place(name).exists() for name in kept)
        return sum(map(bool, self.files.values())) - there

    def recognised(self, readings: Mapping[str, Reading]) -> dict[str, Recognised]:
        """OCR results of the pages without a text layer; empty if OCR is off."""
        if self.parser.ocr == "off":
            return {}
        parser, made_by = self.parser, ocr_identity(self.parser)
        found: dict[str, Recognised] = {}
        scans, places = [], {}
        for name, pages in ((name, reading.no_text_layer) for name, reading in readings.items()):
            if not pages:
                continue
            key = identity.digest({"pdf": self.files[name], "pages": pages, **made_by})
            places[name] = self.cache / "ocr" / f"{key}.json"
            if name not in self.passwords and (known := _stored(places[name], Recognised)):
                found[name] = known
            else:
                scans.append(Scan(name, self.paths[name], pages, self.passwords.get(name, "")))
        made = recognise_all(scans, parser.ocr, parser.ocr_language, parser.seconds, parser.megabytes)
        for done, (scan, read) in enumerate(made, 1):
            found[scan.name] = read
            if scan.name not in self.passwords and not read.faults:
                keep(places[scan.name], json.dumps(asdict(read)))
            self._say(f"reading scanned pages ({parser.ocr})", done, len(scans))
        return found

    def _place(self, name: str) -> Path:
        return self.cache / "pages" / f"{identity.digest(_made_from(name, self.files[name], self.parser.name))}.json"

    def _say(self, what: str, done: int, total: int) -> None:
        if self.progress:
            self.progress(what, done, total)


def ocr_identity(parser: Parser) -> dict[str, Any]:
    """Everything that determines the text of scanned pages: program, models, and how the pages are drawn. Raises
    ValueError if the program cannot be used."""
    own: dict[str, Any] = OCR_ENGINES.load(parser.ocr).identity(parser.ocr_language)
    drawn_by = PARSERS.load("pdfium").VERSION
    return {
        **own,
        "language": parser.ocr_language,
        "pdfium": drawn_by,
        "code": identity.code_digest(OCR_ENGINES.module(parser.ocr), "ragatta.pipeline.documents.ocr._recognising"),
    }


def _made_from(name: str, digest: str, parser: str) -> dict[str, str]:
    """All that determines the page texts of a document with these bytes."""
    if of := format_of(name):
        code = identity.code_digest(FORMATS.module(of), READING)
        return {"document": digest, "format": of, "version": FORMATS.load(of).VERSION, "code": code}
    return {
        "pdf": digest,
        "parser": parser,
        "version": PARSERS.load(parser).VERSION,
        "drawn": PARSERS.load("pdfium").VERSION,  # which pages have no text layer, whoever reads them
        "code": identity.code_digest(PARSERS.module(parser), READING),
    }


def _why(path: Path) -> str:
    try:
        path.open("rb").close()
    except OSError as error:
        return error.strerror or str(error)
    return "its bytes could not be read"


def _stored(place: Path, kind: type[Made]) -> Made | None:
    """What a file of the cache holds; None, and a Note, where that is something else: it is made again."""
    from pydantic import TypeAdapter, ValidationError

    if (data := kept(place)) is None:
        return None
    try:
        return TypeAdapter(kind).validate_json(data)
    except ValidationError:
        note(f"{place} is damaged (it holds something else): made again")
        return None
