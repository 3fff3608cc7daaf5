"""Whether a page's texts stand, or are struck out: asked of a few pages, each read in a worker process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from ragatta.pipeline.documents.format import format_of
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.worker_pool import BrokenOff, Worker
from ragatta.pipeline.documents.worker_process import Allowance
from ragatta.pipeline.tables.model import counted

STRIKING = "ragatta.pipeline.tables._striking"
GONE = "\0"  # stands for a word that is struck out; no text has it


class Striking:
    """The PDFs `paths`, by name, and their passwords. Leaving it ends its process."""

    def __init__(self, paths: Mapping[str, Path], passwords: Mapping[str, str], parser: Parser) -> None:
        self._paths, self._passwords, self._seconds = paths, passwords, parser.seconds
        self._worker = Worker(STRIKING, [], parser.megabytes)
        self._known: dict[tuple[str, int], str] = {}

    def __enter__(self) -> Striking:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._worker.stop()

    def strikes(self, record: Mapping[str, Any], further: Iterable[tuple[str, int, Sequence[str]]] = ()) -> bool:
        """Whether evidence of a draft's record, or one of the `further` texts by file and page, is struck out."""
        evidence = [
            (one["file"], one["pages"][0], [one[name] for name in ("quote", "value") if one.get(name)])
            for one in record["evidence"]
        ]
        return any(self.is_struck(*one) for one in (*evidence, *further))

    def is_struck(self, file: str, page: int, texts: Sequence[str]) -> bool:
        """Whether lines cross words of the page and a text does not stand among the other words. A page that cannot be
        read again counts as crossed all over; documents that are no PDFs have no such lines."""
        standing = "" if format_of(file) else self._standing(file, page)
        return GONE in standing and any(counted(text) not in standing for text in texts)

    def _standing(self, file: str, page: int) -> str:
        if (file, page) not in self._known:
            job = {"path": str(self._paths[file].absolute()), "password": self._passwords.get(file, ""), "page": page}
            try:
                *_, reply = self._worker.ask(job, Allowance(self._seconds))
                self._known[file, page] = reply["text"]
            except (BrokenOff, ValueError):
                self._known[file, page] = GONE
        return self._known[file, page]
