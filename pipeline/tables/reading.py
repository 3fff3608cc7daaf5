"""PDFs → their tables, found in worker processes with limits of time and memory, and cached.

The cache key covers everything that can change a table: the PDF's SHA-256, pdfium's version and the code of this room.
A child process (`python -m pipeline.tables.reading`) answers page by page, so that a long document gets enough time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.parsers._text import Unreadable
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.documents.worker_pool import BrokenOff, Crashed, Worker, in_workers
from ragatta.pipeline.documents.worker_process import Allowance, serve
from ragatta.pipeline.machine.checksums import keep, kept
from ragatta.pipeline.plugins import identity
from ragatta.pipeline.tables.document import read_tables
from ragatta.pipeline.tables.model import Row, Table
from ragatta.pipeline.types import Progress


@dataclass(frozen=True)
class Source:
    """A PDF whose tables are wanted: its name in the corpus, its path, the SHA-256 of its bytes."""

    name: str
    path: Path
    digest: str
    password: str = ""


@dataclass(frozen=True)
class Tables:
    """The tables of one document; `fault` says why some may be missing."""

    tables: tuple[Table, ...] = ()
    fault: str = ""


def tables_identity() -> dict[str, str]:
    """What determines the tables of a PDF besides its bytes."""
    return {"pdfium": identity.version_of(Pdfium.LIBRARY), "code": identity.code_digest(__name__)}


def tables_of(
    sources: Sequence[Source], cache: Path, seconds: float, megabytes: int, progress: Progress | None = None
) -> dict[str, Tables]:
    """The tables of each document, by name. `seconds` of processor time and `megabytes` of memory limit each document
    (pipeline/documents/worker_pool.py). Results are not cached if a password was used or a limit was hit."""
    made_by = tables_identity()
    places = {s.name: cache / "tables" / f"{identity.digest({'pdf': s.digest, **made_by})}.json" for s in sources}
    found = {s.name: known for s in sources if not s.password and (known := _cached(places[s.name], s.name))}
    jobs = sorted((s for s in sources if s.name not in found), key=lambda s: s.path.stat().st_size, reverse=True)

    def start() -> Worker:
        return Worker(__name__, [], megabytes)

    def read(worker: Worker, source: Source) -> Tables:
        return _read(worker, source, Allowance(seconds))

    for done, (source, tables) in enumerate(in_workers(jobs, start, read), 1):
        found[source.name] = tables
        if not source.password and not tables.fault:
            keep(places[source.name], json.dumps({"tables": [_plain(table) for table in tables.tables]}))
        if progress:
            progress("finding tables", done, len(jobs))
    return found


def _read(worker: Worker, source: Source, allowance: Allowance) -> Tables:
    """Starts again once if the process has died, because something else may have killed it, such as a lack of
    memory."""
    first, fault = _asked(worker, source, allowance)
    if not isinstance(fault, Crashed) or fault.allowance.left <= 0:
        return first
    again, _ = _asked(worker, source, replace(fault.allowance, replies=0))
    return again if len(again.tables) >= len(first.tables) else first


def _asked(worker: Worker, source: Source, allowance: Allowance) -> tuple[Tables, BrokenOff | None]:
    job = {"path": str(source.path.absolute()), "password": source.password}
    found: list[Table] = []
    try:
        for reply in worker.ask(job, allowance):
            if "table" in reply:
                found.append(_table(reply["table"], source.name, len(found) + 1))
            if reply.get("unreadable"):
                return Tables(fault=reply["unreadable"]), None
    except BrokenOff as fault:
        return Tables(tuple(found), str(fault)), fault
    return Tables(tuple(found)), None


def _cached(place: Path, name: str) -> Tables | None:
    """The cached tables; None if there are none or the file is damaged."""
    if (data := kept(place)) is None:
        return None
    return Tables(tuple(_table(table, name, number) for number, table in enumerate(json.loads(data)["tables"], 1)))


def _plain(table: Table) -> dict[str, Any]:
    """The tables as JSON, without the document's name, because another file may have the same bytes."""
    return {
        "title": table.title,
        "columns": table.columns,
        "rows": [[row.cells, row.page, row.places] for row in table.rows],
        "about": table.about,
    }


def _table(plain: Mapping[str, Any], name: str, number: int) -> Table:
    rows = tuple(Row(tuple(cells), page, _places(places)) for cells, page, places in plain["rows"])
    about = tuple((page, (at, text)) for page, (at, text) in plain["about"])
    return Table(f"{name}#t{number}", name, tuple(plain["title"]), tuple(plain["columns"]), rows, about)


def _places(places: Sequence[Sequence[Any]]) -> tuple[tuple[int, str], ...]:
    return tuple((at, text) for at, text in places)


def _replies(job: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    try:
        for table in read_tables(Path(job["path"]), job["password"]):
            yield {} if table is None else {"table": _plain(table)}
    except Unreadable as error:
        yield {"unreadable": str(error)}


if __name__ == "__main__":
    serve(_replies)
