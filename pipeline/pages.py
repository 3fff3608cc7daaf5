"""PDF → Page: a folder of PDFs as a corpus of page texts.

Texts are cached by what can change them: the PDF's SHA-256, the parser, its library's version and its code
(design section "Identity"). A PDF that cannot be read is skipped, with the reason, and the rest goes on.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path

from pipeline import identity, techniques
from pipeline.files import write_whole
from pipeline.leaders import shorten
from pipeline.parsers._reading import Job, Reading, read_all
from pipeline.settings import Parser
from pipeline.types import Page, Progress


@dataclass(frozen=True)
class Skipped:
    source_file: str
    reason: str


@dataclass(frozen=True)
class Corpus:
    """The PDFs below one folder, by name (their path below it, with "/"), in order of name."""

    digest: str  # over the names and bytes of all the PDFs
    files: Mapping[str, str]  # SHA-256 of each PDF, the skipped ones too
    pages: Mapping[str, tuple[Page, ...]]  # of the readable ones
    skipped: tuple[Skipped, ...] = ()
    unlocked: tuple[str, ...] = ()  # read with a password of their own
    buckets: Mapping[str, str] = field(
        default_factory=dict
    )  # of documents that a rule puts elsewhere than their folder

    def bucket(self, name: str) -> str:
        """The bucket of a document: what a rule says, else its folder's."""
        return self.buckets.get(name) or folder_of(name)


def folder_of(name: str) -> str:
    """The first folder of a document's name; "generic" where it lies in none."""
    folder, slash, _ = name.partition("/")
    return folder if slash else "generic"


def read_pages(
    folder: Path,
    parser: Parser,
    cache: Path,
    passwords: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Corpus:
    """Read every PDF below `folder` (*.pdf in any case).

    `passwords` are by name; a text read with one is not cached, so that nobody reads it without. Raises
    FileNotFoundError where there is no PDF, ValueError where none can be read or a password belongs to none.
    """
    passwords = passwords or {}
    paths = _pdfs(folder)
    if unknown := sorted(set(passwords) - set(paths)):
        raise ValueError(f"password for {unknown[0]!r}: {techniques.suggestion(unknown[0], list(paths))}")
    files = {name: identity.file_digest(path) for name, path in paths.items()}
    places = {name: _cache_file(cache, digest, parser.name) for name, digest in files.items()}
    readings = {name: found for name in paths if name not in passwords and (found := _cached(places[name]))}
    jobs = [Job(name, path, passwords.get(name, "")) for name, path in paths.items() if name not in readings]
    for done, (job, reading) in enumerate(read_all(jobs, parser.name), 1):
        readings[job.name] = reading
        if job.name not in passwords and not reading.transient:
            stored = json.dumps({"texts": reading.texts, "reason": reading.reason})
            write_whole(places[job.name], stored)
        if progress:
            progress(f"reading PDFs ({parser.name})", done, len(jobs))
    if parser.shorten_leaders:
        readings = {name: replace(r, texts=tuple(map(shorten, r.texts))) for name, r in readings.items()}
    return _corpus(folder, files, readings, passwords)


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


def _pdfs(folder: Path) -> dict[str, Path]:
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: no such folder; put the PDFs there or name the folder that holds them")
    found = [path for path in folder.rglob("*") if path.suffix.lower() == ".pdf" and path.is_file()]
    if not found:
        raise FileNotFoundError(f"{folder}: no PDFs (*.pdf) in this folder or below; put some there or name another")
    return dict(sorted((path.relative_to(folder).as_posix(), path) for path in found))


def _corpus(
    folder: Path, files: Mapping[str, str], readings: Mapping[str, Reading], passwords: Mapping[str, str]
) -> Corpus:
    pages: dict[str, tuple[Page, ...]] = {}
    skipped: list[Skipped] = []
    for name in files:
        if reason := _reason(readings[name]):
            skipped.append(Skipped(name, reason))
        else:
            pages[name] = tuple(Page(name, number, text) for number, text in enumerate(readings[name].texts, 1))
    if not pages:
        reasons = "; ".join(f"{skip.source_file}: {skip.reason}" for skip in skipped[:5])
        raise ValueError(f"{folder}: none of its {len(files)} PDFs can be read ({reasons}); add readable ones")
    unlocked = tuple(name for name in pages if name in passwords)
    return Corpus(identity.corpus_digest(files.items()), files, pages, tuple(skipped), unlocked)


def _reason(reading: Reading) -> str:
    if reading.reason or any(text.strip() for text in reading.texts):
        return reading.reason
    if not reading.texts:
        return "no pages"
    return f"no text on any of its pages ({len(reading.texts)}); a scan needs OCR first"


def _cache_file(cache: Path, pdf_digest: str, parser: str) -> Path:
    module = techniques.load("parsers", parser)
    code = identity.code_digest(f"parsers/{parser}.py", "parsers/_text.py")
    key = identity.digest({"pdf": pdf_digest, "parser": parser, "version": module.VERSION, "code": code})
    return cache / "pages" / f"{key}.json"


def _cached(place: Path) -> Reading | None:
    """The stored reading, or None where there is none or it is damaged (it is read again then)."""
    try:
        stored = json.loads(place.read_bytes())
        return Reading(tuple(str(text) for text in stored["texts"]), str(stored["reason"]))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None
