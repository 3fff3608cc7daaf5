"""Pages as a person sees them: the picture, and the words in the text that search and scoring read.

A page is drawn once and kept in .cache/studio/; the page that asks has its neighbours drawn ahead. Words are found in
pdfium's characters; each is located in the pipeline's own text of that page, whatever parser or OCR read it, and what
is not there cannot be marked.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from ragatta.pipeline.documents.files import document_digest
from ragatta.pipeline.documents.format import format_of
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.documents.worker_pool import BrokenOff, Worker
from ragatta.pipeline.documents.worker_process import Allowance
from ragatta.pipeline.machine.checksums import keep, kept
from ragatta.pipeline.plugins import identity
from ragatta.pipeline.tables.model import LEADERS, counted, counts

DRAWING = "ragatta.pipeline.drawing._worker"
WORKERS = 2  # the page that is shown, and one ahead
MARKS = "".join(LEADERS)
HELD = 64  # pages in memory of documents whose pages are not kept on disk


@dataclass(frozen=True)
class Sharpness:
    """How pages are drawn: the format and quality as Pillow names them, and pixels per point."""

    format: str = "JPEG"
    quality: int = 80
    scale: float = 2.0  # a page fills a wide screen


SCREEN = Sharpness()


class Undrawn(Exception):
    """There is no picture of this page. The message says why."""


class Pages:
    """The pages of the PDFs `paths`, by name; `files` are their SHA-256."""

    def __init__(
        self,
        paths: Mapping[str, Path],
        files: Mapping[str, str],
        passwords: Mapping[str, str],
        cache: Path,
        parser: Parser,
        sharpness: Sharpness = SCREEN,
    ) -> None:
        self._paths, self._files, self._passwords, self._parser = paths, files, passwords, parser
        self._sharpness = asdict(sharpness)
        drawn_by = {"pdfium": identity.version_of(Pdfium.LIBRARY), "code": identity.code_digest(DRAWING)}
        self._made_by = drawn_by | self._sharpness
        self._cache = cache / "studio"
        self._held: dict[tuple[str, int], dict[str, Any]] = {}
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for _ in range(WORKERS):
            self._idle.put(Worker(DRAWING, [], parser.megabytes))

    def picture(self, file: str, page: int) -> bytes:
        """The picture's file, in the format of its sharpness. Raises Undrawn."""
        return base64.b64decode(self._drawn(file, page)["picture"])

    def shown(self, file: str, page: int, text: str) -> dict[str, Any]:
        """The picture in base64, the page's size in points, and of each word its span of `text` and its box: [start,
        end, left, top, right, bottom], line by line. Raises Undrawn."""
        drawn = self._drawn(file, page)
        as_drawn = {name: drawn[name] for name in ("picture", "width", "height")}
        return as_drawn | {"words": located(drawn["lines"], text)}

    def close(self) -> None:
        for _ in range(WORKERS):
            self._idle.get().stop()

    def _drawn(self, file: str, page: int) -> dict[str, Any]:
        if file not in self._paths or format_of(file):
            raise Undrawn(f"{file} has no pages to draw")
        if held := self._held.get((file, page)):
            return held
        password = self._passwords.get(file, "")
        key = identity.digest({"pdf": self._files[file], "page": page, **self._made_by})
        place = self._cache / f"{key}.json"
        if not password and (known := kept(place)):
            drawn: dict[str, Any] = json.loads(known)
        else:
            drawn = self._ask(file, page, password)
            if not password:  # as with texts, what a password opened is not kept
                keep(place, json.dumps(drawn))
        while len(self._held) >= HELD:
            self._held.pop(next(iter(self._held)), None)
        self._held[file, page] = drawn
        return drawn

    def _ask(self, file: str, page: int, password: str) -> dict[str, Any]:
        path = self._paths[file]
        try:
            if document_digest(path) != self._files[file]:
                raise Undrawn(f"{file} has changed since it was read; start again")
            with self._worker() as worker:
                job = {"path": str(path.absolute()), "password": password, "page": page, **self._sharpness}
                *_, drawn = worker.ask(job, Allowance(4 * self._parser.seconds))
        except (BrokenOff, OSError) as fault:
            raise Undrawn(f"{file}, page {page} cannot be drawn: {fault}") from fault
        if "fault" in drawn:
            raise Undrawn(f"{file}, page {page} cannot be drawn: {drawn['fault']}")
        return drawn

    @contextmanager
    def _worker(self) -> Iterator[Worker]:
        worker = self._idle.get()
        try:
            yield worker
        finally:
            self._idle.put(worker)


def located(lines: Sequence[Sequence[Sequence[Any]]], text: str) -> list[list[float]]:
    """The words that stand in the text, each with its span and box. Words that follow one another in pdfium's
    characters are looked for together, at their place or the nearest one: a single word stands in many."""
    offsets = [at for at, character in enumerate(text) if counts(character)]
    whole = "".join(text[at] for at in offsets)
    found = []
    for run in (run for line in lines for run in _runs(line)):
        at = _nearest(whole, "".join(counted(word[0]) for word in run), int(run[0][5]))
        for word, *box, place in run:
            own = counted(word)
            start = at if at is not None else _nearest(whole, own, int(place))
            if start is None:
                own = own.rstrip("-")  # at the end of a line; the text may have the word in one piece
                start = _nearest(whole, own, int(place))
            if own and start is not None:
                found.append([*_with_marks(word, text, offsets[start], offsets[start + len(own) - 1] + 1), *box])
            at = None if at is None else at + len(counted(word))
    return found


def _with_marks(word: str, text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the full stops and the like at the word's ends, which count in no place."""
    before, after = word[: len(word) - len(word.lstrip(MARKS))], word[len(word.rstrip(MARKS)) :]
    start -= len(before) if text[:start].endswith(before) else 0
    return start, end + (len(after) if text.startswith(after, end) else 0)


def _runs(line: Sequence[Sequence[Any]]) -> list[list[Sequence[Any]]]:
    runs: list[list[Sequence[Any]]] = []
    end = -1
    for word in line:
        if int(word[5]) == end:
            runs[-1].append(word)
        else:
            runs.append([word])
        end = int(word[5]) + len(counted(word[0]))
    return runs


def _nearest(whole: str, sought: str, at: int) -> int | None:
    """The place of a text that is nearest to `at`."""
    if not sought or whole.startswith(sought, at):
        return at if sought else None
    near = [where for where in (whole.find(sought, at), whole.rfind(sought, 0, at + len(sought))) if where >= 0]
    return min(near, key=lambda where: abs(where - at), default=None)
