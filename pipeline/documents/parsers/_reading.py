"""Reads documents page by page in worker processes (pipeline/documents/worker_pool.py). A page that fails does not
affect the others, nor does a document that crashes its parser, takes too long or needs too much memory.

Each process (`python -m pipeline.documents.parsers._reading <parser as JSON>`) takes the path of a document and answers
with the number of its pages, then page by page: of a PDF by the parser, of another document by its format. Passwords go
over the pipe, never on a command line."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.format import FORMATS, Format, format_of
from ragatta.pipeline.documents.parser import PARSERS, Parser
from ragatta.pipeline.documents.parsers._drawn import Drawings
from ragatta.pipeline.documents.parsers._hyphens import joined
from ragatta.pipeline.documents.parsers._pictures import PICTURES
from ragatta.pipeline.documents.parsers._text import Encrypted, OpenedDocument, Unreadable, clean
from ragatta.pipeline.documents.worker_pool import BrokenOff, OutOfMemory, TimedOut, Worker, in_workers
from ragatta.pipeline.documents.worker_process import Allowance, serve
from ragatta.pipeline.machine.files import unlinked
from ragatta.pipeline.plugins.broken import blamed
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.plugins.registry import BrokenPart

ENCRYPTED, BROKEN, TIMED_OUT, TOO_LARGE, CRASHED = "encrypted", "broken", "timed out", "too large", "crashed"
TRANSIENT = (TIMED_OUT, TOO_LARGE, CRASHED)  # another machine, or other limits, may do better
PAGES = 10_000  # of one document; a few hundred bytes can claim millions
SMALL = 50_000  # bytes of documents, which one process has read before another has started
HEADER = 1024  # bytes within which a reader looks for a PDF's first line
CHARACTERS = 50_000_000  # of one document's text, which the process that asks has to hold


@dataclass(frozen=True)
class Job:
    name: str
    path: Path
    password: str = ""


@dataclass(frozen=True)
class Trouble:
    """Why a document or a page has no text: one of the words above, and a message for the user."""

    kind: str
    reason: str


@dataclass(frozen=True)
class Reading:
    """One text per page, "" for a lost page; or the trouble with the whole document."""

    texts: tuple[str, ...] = ()
    trouble: Trouble | None = None
    lost: Mapping[int, Trouble] = field(default_factory=dict)  # by page, from 1
    no_text_layer: tuple[int, ...] = ()  # pages that show more than their text, such as scans; from 1
    beyond: int = 0  # pages behind those that are read of any document
    found: Mapping[str, int] = field(default_factory=dict)  # besides plain text, read or left out, by kind
    attachments: tuple[str, ...] = ()  # files that it carries, which are not read

    @property
    def transient(self) -> bool:
        """Whether another attempt might succeed."""
        troubles = [*self.lost.values(), *([self.trouble] if self.trouble else [])]
        return any(trouble.kind in TRANSIENT for trouble in troubles)


def read_all(jobs: Sequence[Job], parser: Parser) -> Iterator[tuple[Job, Reading]]:
    """The readings in the order in which they finish, largest files first. The parser's seconds of processor time (see
    Allowance) and megabytes of memory limit each document."""

    def start() -> Worker:
        module, made_of = "ragatta.pipeline.documents.parsers._reading", json.dumps(plain(parser))
        return Worker(module, [made_of], parser.megabytes, parser.VARIABLES)

    sizes = {job: job.path.stat().st_size for job in jobs}
    by_size = sorted(jobs, key=sizes.__getitem__, reverse=True)
    most = 1 + sum(sizes.values()) // SMALL
    return in_workers(by_size, start, lambda worker, job: _read(worker, job, Allowance(parser.seconds)), most)


def _read(worker: Worker, job: Job, allowance: Allowance) -> Reading:
    """Continues after a page that ended the process, while the allowance lasts."""
    found = _Found()
    while True:
        try:
            order = {
                "path": str(job.path.absolute()),
                "name": job.name,
                "password": job.password,
                "first": len(found.texts),
            }
            for reply in worker.ask(order, allowance):
                found.add(reply)
            break
        except BrokenOff as fault:
            trouble = Trouble(_kind(fault), str(fault))
            if found.pages is None:
                return Reading(trouble=trouble)
            if fault.allowance.left <= 0:
                found.lose_rest(trouble)
            elif len(found.texts) < found.pages:
                found.lose(trouble)
            if len(found.texts) == found.pages:
                break
            allowance = replace(fault.allowance, replies=len(found.texts) - len(found.lost))
    return found.reading()


def _kind(fault: BrokenOff) -> str:
    if isinstance(fault, TimedOut):
        return TIMED_OUT
    return TOO_LARGE if isinstance(fault, OutOfMemory) else CRASHED


class _Found:
    """The part of a document that has been read so far."""

    def __init__(self) -> None:
        self.pages: int | None = None
        self.beyond = 0
        self.texts: list[str] = []
        self.trouble: Trouble | None = None
        self.lost: dict[int, Trouble] = {}
        self.no_text_layer: list[int] = []
        self.found: Counter[str] = Counter()
        self.attachments: tuple[str, ...] = ()

    def add(self, reply: Mapping[str, Any]) -> None:
        if self.pages is None or "text" in reply:  # a process that goes on in the middle opens the document once more
            self.found.update(reply.get("found", {}))
        if "pages" in reply:
            self.pages, self.beyond = min(reply["pages"], PAGES), max(0, reply["pages"] - PAGES)
            self.attachments = tuple(reply["attachments"])
        elif "unreadable" in reply:
            self.trouble = Trouble(*reply["unreadable"])
        elif "lost" in reply:
            self.lose(Trouble(*reply["lost"]))
        elif "rest" in reply:
            self.lose_rest(Trouble(*reply["rest"]))
        else:
            self.texts.append(reply["text"])
            if reply["no_text_layer"]:
                self.no_text_layer.append(len(self.texts))

    def lose(self, trouble: Trouble) -> None:
        self.texts.append("")
        self.lost[len(self.texts)] = trouble

    def lose_rest(self, trouble: Trouble) -> None:
        while len(self.texts) < (self.pages or 0):
            self.lose(trouble)

    def reading(self) -> Reading:
        if self.pages and len(self.lost) == self.pages:
            return Reading(trouble=next(iter(self.lost.values())))
        texts, without = joined(self.texts), tuple(self.no_text_layer)
        return Reading(texts, self.trouble, self.lost, without, self.beyond, dict(self.found), self.attachments)


def _replies(parser: Parser, job: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the number of pages, then each page from job["first"] on (counted from 0): its text, or why it is lost."""
    path, password = Path(job["path"]), job["password"]
    of = format_of(job.get("name", path.name))
    try:
        with _named(), unlinked(path):
            document = _opened(of, parser, path, password)
            pages = _pages(document, of, parser)
    except Encrypted as error:
        yield {"unreadable": [ENCRYPTED, str(error)]}
        return
    except Unreadable as error:
        yield {"unreadable": [BROKEN, str(error)]}
        return
    except OSError as error:
        yield {"unreadable": [BROKEN, error.strerror or str(error)]}
        return
    if not pages:
        yield {"unreadable": [BROKEN, "no pages"]}
        return
    attachments = [clean(name) for name in getattr(document, "attachments", ())]
    yield {"pages": pages, "attachments": attachments, "found": _left_out(document)}
    drawings, characters = None if of else Drawings(path, password), 0
    for index in range(job["first"], min(pages, PAGES)):
        page = _page(document, index, drawings, of, parser)
        characters += len(page.get("text", ""))
        if characters > CHARACTERS:
            yield {"rest": [TOO_LARGE, f"more than {CHARACTERS:,} characters of text"]}
            return
        yield page


@cache
def _made(parser: str) -> Parser:
    return PARSERS.written(json.loads(parser))


def _opened(of: Format | None, parser: Parser, path: Path, password: str) -> OpenedDocument:
    if of:
        return of.open(path)
    try:
        return parser.open(path, password)
    except Encrypted:
        raise
    except Unreadable as error:
        raise Unreadable(_what(path, str(error))) from error


@contextmanager
def _named() -> Iterator[None]:
    """What a part from outside raises makes the document or page unreadable, and is said of that part."""
    try:
        yield
    except MemoryError:  # the limit of this process
        raise
    except Exception as fault:
        if part := blamed(fault):
            raise Unreadable(part.brief()) from fault
        raise


def _pages(document: OpenedDocument, of: Format | None, parser: Parser) -> int:
    """The number of pages. Raises BrokenPart for what is no opened document."""
    pages = getattr(document, "pages", None)
    if isinstance(pages, int) and callable(getattr(document, "text", None)):
        return pages
    words = f"opens {brief_value(document)}, which has no number of pages and text(page)"
    raise _broken(of, parser, words if document is None else f"{words}: pages is {brief_value(pages)}")


def _broken(of: Format | None, parser: Parser, words: str) -> BrokenPart:
    if of:
        return FORMATS.broken(of.name, words, of.open)
    return PARSERS.broken(parser.name, words, parser.open)


def _page(
    document: OpenedDocument, index: int, drawings: Drawings | None, of: Format | None, parser: Parser
) -> dict[str, Any]:
    try:
        with _named():
            before = _left_out(document)
            text = document.text(index)
            if not isinstance(text, str):
                raise _broken(of, parser, f"the text of a page is {brief_value(text)}, not a text")
    except Unreadable as error:
        return {"lost": [BROKEN, str(error)]}
    without = drawings is not None and drawings.without_text_layer(index, text)
    found = Counter(getattr(document, "found", {})) + (_left_out(document) - before)
    if without:  # which says as much
        del found[PICTURES]
    return {"text": text, "no_text_layer": without, "found": found}


def _left_out(document: OpenedDocument) -> Counter[str]:
    return +Counter(getattr(document, "left_out", {}))


def _what(path: Path, fault: str) -> str:
    """Why the file cannot be opened: the parser's message, if the file is a PDF at all."""
    with path.open("rb") as stream:
        start = stream.read(HEADER)
    if not start:
        return "an empty file"
    return fault if b"%PDF-" in start else "it does not begin as a PDF does"


if __name__ == "__main__":
    serve(lambda job: _replies(_made(sys.argv[1]), job))
