"""PDFs that are written anew: as scans, or with a line on each page. Each is made once, and kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ragatta.extensions.diagnosis.changing.derived import CHANGED
from ragatta.pipeline.documents.files import document_digest
from ragatta.pipeline.documents.format import PDF
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.worker_pool import BrokenOff, Worker, in_workers
from ragatta.pipeline.documents.worker_process import Allowance
from ragatta.pipeline.plugins.identity import code_digest, digest
from ragatta.pipeline.types import Progress

REDRAWING = "ragatta.extensions.diagnosis.changing._redrawing"
LONGER = 4  # times what reading a document may take


def redrawn(
    documents: Mapping[Path, Path], line: str, parser: Parser, progress: Progress
) -> tuple[dict[Path, Path], dict[Path, str]]:
    """The PDFs among the documents with a line on each page, or as scans if it is empty; and why others are not, by
    their paths. The limits are those of the parser."""
    made_by = [line, code_digest(REDRAWING)]
    files = {
        place: CHANGED / "redrawn" / f"{digest([document_digest(path), made_by])}{PDF}"
        for place, path in documents.items()
        if place.suffix.lower() == PDF
    }
    kept_out = {place: "no PDF" for place in documents if place not in files}
    to_make = [place for place, file in files.items() if not file.exists()]
    (CHANGED / "redrawn").mkdir(parents=True, exist_ok=True)
    start = partial(Worker, REDRAWING, [], parser.megabytes)

    def make(worker: Worker, place: Path) -> str:
        return _made(worker, {"line": line, "path": str(documents[place])}, files[place], parser.seconds)

    for done, (place, fault) in enumerate(in_workers(to_make, start, make), 1):
        progress("redrawing documents", done, len(to_make))
        if fault:
            kept_out[place] = fault
    return {place: file for place, file in files.items() if place not in kept_out}, kept_out


def _made(worker: Worker, job: Mapping[str, Any], file: Path, seconds: float) -> str:
    """Why it could not be made; "" if it was."""
    beside = file.with_suffix(f".{os.getpid()}")
    fault = ""
    try:
        for reply in worker.ask({**job, "out": str(beside)}, Allowance(LONGER * seconds)):
            fault = reply.get("fault", fault)
    except BrokenOff as broken:
        fault = str(broken)
    if fault or not beside.exists():
        beside.unlink(missing_ok=True)
        return fault or "nothing was written"
    os.replace(beside, file)
    return ""
