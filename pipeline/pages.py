"""PDF → Page: a folder of PDFs as a corpus of page texts.

Texts are cached by what can change them: the PDF's SHA-256, the parser, its library's version and its code
(design section "Identity"). A PDF that cannot be read is skipped, with the reason, a page that cannot is left without
text, and the rest goes on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

from pipeline import identity, page_cache, techniques
from pipeline.leaders import shorten
from pipeline.ocr._recognising import Recognised, Scan, recognise_all
from pipeline.outcomes import Outcome, outcome
from pipeline.parsers._reading import BROKEN, Job, Reading, Trouble, read_all
from pipeline.parsers._text import clean
from pipeline.pdf_files import folder_of, pdf_files
from pipeline.settings import Parser
from pipeline.types import Page, Progress

__all__ = ["Corpus", "NothingRead", "Skipped", "document_text", "folder_of", "page_at", "page_starts", "read_pages"]


@dataclass(frozen=True)
class Skipped:
    source_file: str
    reason: str


@dataclass(frozen=True)
class Corpus:
    """The PDFs below one folder, by name (their path below it, with "/"), in order of name."""

    digest: str  # over the names and bytes of all the PDFs
    files: Mapping[str, str]  # SHA-256 of each PDF, the skipped ones too; "" where its bytes cannot be had
    pages: Mapping[str, tuple[Page, ...]]  # of the readable ones; a page that is lost has no text
    skipped: tuple[Skipped, ...] = ()
    unlocked: tuple[str, ...] = ()  # read with a password of their own
    buckets: Mapping[str, str] = field(
        default_factory=dict
    )  # of documents that a rule puts elsewhere than their folder
    outcomes: tuple[Outcome, ...] = ()  # of every PDF

    def bucket(self, name: str) -> str:
        """The bucket of a document: what a rule says, else its folder's."""
        return self.buckets.get(name) or folder_of(name)

    @property
    def lost(self) -> dict[str, list[int]]:
        """The numbers of the pages that documents of the corpus lack."""
        return {o.source_file: sorted([*o.lost, *o.unrecognised]) for o in self.outcomes if o.usable and o.incomplete}


class NothingRead(ValueError):
    """None of the PDFs has text; `outcomes` tells why, for each."""

    def __init__(self, folder: Path, outcomes: Sequence[Outcome]) -> None:
        reasons = "; ".join(f"{each.source_file}: {each.words}" for each in outcomes[:5])
        super().__init__(f"{folder}: none of its {len(outcomes)} PDFs can be read ({reasons}); add readable ones")
        self.outcomes = tuple(outcomes)


def read_pages(
    folder: Path,
    parser: Parser,
    cache: Path,
    passwords: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Corpus:
    """Read every PDF below `folder` (see pdf_files).

    `passwords` are by name; a text read with one is not cached, so that nobody reads it without. Raises
    FileNotFoundError where there is no PDF, NothingRead where none has text, ValueError where a password belongs to
    none or two PDFs have the same name.
    """
    passwords = passwords or {}
    paths = pdf_files(folder)
    if unknown := sorted(set(passwords) - set(paths)):
        raise ValueError(f"password for {unknown[0]!r}: {techniques.suggestion(unknown[0], list(paths))}")
    files, readings = _opened(paths)
    reader = _Reader(parser, cache, files, passwords, progress)
    readings |= reader.read({name: path for name, path in paths.items() if name not in readings})
    scanned = {name: reading for name, reading in readings.items() if reading.no_text_layer}
    recognised = reader.recognise(scanned, paths) if parser.ocr != "off" else {}
    return _corpus(folder, files, readings, recognised, reader)


def _opened(paths: Mapping[str, Path]) -> tuple[dict[str, str], dict[str, Reading]]:
    """The SHA-256 of each file, and the trouble with those whose bytes cannot be had."""
    files, readings = dict.fromkeys(paths, ""), {}
    for name, path in paths.items():
        try:
            files[name] = identity.file_digest(path)
        except OSError as error:
            readings[name] = Reading(trouble=Trouble(BROKEN, error.strerror or str(error)))
    return files, readings


@dataclass(frozen=True)
class _Reader:
    """Reads what the cache does not hold."""

    parser: Parser
    cache: Path
    files: Mapping[str, str]
    passwords: Mapping[str, str]
    progress: Progress | None

    def read(self, paths: Mapping[str, Path]) -> dict[str, Reading]:
        parser = self.parser
        places = {name: _cache_file(self.cache, self.files[name], parser.name) for name in paths}
        readings = {
            name: found for name in paths if name not in self.passwords and (found := page_cache.reading(places[name]))
        }
        jobs = [Job(name, path, self.passwords.get(name, "")) for name, path in paths.items() if name not in readings]
        for done, (job, reading) in enumerate(read_all(jobs, parser.name, parser.seconds, parser.megabytes), 1):
            readings[job.name] = reading
            if job.name not in self.passwords and not reading.transient:
                page_cache.keep_reading(places[job.name], reading)
            self._say(f"reading PDFs ({parser.name})", done, len(jobs))
        return readings

    def recognise(self, scanned: Mapping[str, Reading], paths: Mapping[str, Path]) -> dict[str, Recognised]:
        parser, made_by = self.parser, ocr_identity(self.parser)
        found: dict[str, Recognised] = {}
        scans, places = [], {}
        for name, reading in scanned.items():
            key = identity.digest({"pdf": self.files[name], "pages": reading.no_text_layer, **made_by})
            places[name] = self.cache / "ocr" / f"{key}.json"
            if name not in self.passwords and (known := page_cache.recognised(places[name])):
                found[name] = known
            else:
                scans.append(Scan(name, paths[name], reading.no_text_layer, self.passwords.get(name, "")))
        made = recognise_all(scans, parser.ocr, parser.ocr_language, parser.seconds, parser.megabytes)
        for done, (scan, read) in enumerate(made, 1):
            found[scan.name] = read
            if scan.name not in self.passwords and not read.faults:
                page_cache.keep_recognised(places[scan.name], read)
            self._say(f"reading scanned pages ({parser.ocr})", done, len(scans))
        return found

    def _say(self, what: str, done: int, total: int) -> None:
        if self.progress:
            self.progress(what, done, total)


def ocr_identity(parser: Parser) -> dict[str, Any]:
    """What decides the texts of scanned pages: program, models, and how the pages are drawn. Raises ValueError where
    the program cannot be used."""
    own: dict[str, Any] = techniques.load("ocr", parser.ocr).identity(parser.ocr_language)
    drawn_by = techniques.load("parsers", "pdfium").VERSION
    return {**own, "language": parser.ocr_language, "pdfium": drawn_by, "code": identity.code_digest("ocr")}


def document_text(pages: Sequence[Page]) -> str:
    """The text that every character offset of a document points into: its pages' texts, joined by "\\n"."""
    return "\n".join(page.text for page in pages)


def page_starts(pages: Sequence[Page]) -> list[int]:
    """Where each page's text begins in the document text; strictly increasing."""
    return list(accumulate((len(page.text) + 1 for page in pages[:-1]), initial=0)) if pages else []


def page_at(starts: Sequence[int], offset: int) -> int:
    """The number of the page that a character of the document text stands on; a joint counts to the page
    before it."""
    return bisect_right(starts, offset)


def _corpus(
    folder: Path,
    files: Mapping[str, str],
    readings: Mapping[str, Reading],
    recognised: Mapping[str, Recognised],
    reader: _Reader,
) -> Corpus:
    none = Recognised()
    pages: dict[str, tuple[Page, ...]] = {}
    outcomes = [outcome(name, readings[name], recognised.get(name, none)) for name in files]
    for each in outcomes:
        name = each.source_file
        texts = dict(enumerate(readings[name].texts, 1))
        texts |= {page: clean(text) for page, text in recognised.get(name, none).texts.items()}
        if each.usable:
            ready = shorten if reader.parser.shorten_leaders else str
            pages[name] = tuple(Page(name, number, ready(text)) for number, text in texts.items())
    if not pages:
        raise NothingRead(folder, outcomes)
    skipped = tuple(Skipped(each.source_file, each.words) for each in outcomes if not each.usable)
    unlocked = tuple(name for name in pages if name in reader.passwords)
    digest = identity.corpus_digest(files.items())
    return Corpus(digest, files, pages, skipped, unlocked, outcomes=tuple(outcomes))


def _cache_file(cache: Path, pdf_digest: str, parser: str) -> Path:
    module = techniques.load("parsers", parser)
    code = identity.code_digest(f"parsers/{parser}.py", "parsers/_text.py", "parsers/_drawn.py", "parsers/_reading.py")
    key = identity.digest({"pdf": pdf_digest, "parser": parser, "version": module.VERSION, "code": code})
    return cache / "pages" / f"{key}.json"
