"""The outcome of reading each document: ragatta index prints it, outputs/index/ keeps it as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from ragatta.experiments.counting import counted
from ragatta.experiments.paths import INDEX
from ragatta.experiments.showing import console
from ragatta.pipeline.documents.outcomes import READ, Outcome
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.plugins.checks import plain


def reader_name(parser: Parser) -> str:
    """The name of the reader: "pdfium", or "pdfium+tesseract-eng" with OCR."""
    ocr = parser.ocr
    return f"{parser.name}+{ocr.name}-{ocr.language}" if ocr.READS else parser.name


def table(parser: Parser, outcomes: Sequence[Outcome]) -> Table | Text:
    """A row for each document that was not read completely, or of which something was left out, and one line for the
    others."""
    rows = [
        [each.source_file, str(each.pages or ""), each.words]
        for each in outcomes
        if each.kind != READ or each.recognised or each.unrecognised or each.left_out
    ]
    if not rows:
        counts_text = "1 document," if len(outcomes) == 1 else f"{len(outcomes)} documents, each"
        return Text(f"{counts_text} read whole by {reader_name(parser)}")
    usable = sum(each.usable for each in outcomes)
    printed = console.grid(
        f"{usable} of {len(outcomes)} documents read by {reader_name(parser)}",
        ["document", "pages", "outcome"],
        rows,
    )
    printed.columns[-1].justify, printed.columns[-1].no_wrap = "left", False
    counts = Counter(each.kind for each in outcomes)
    counts_text = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
    printed.caption = f"{counted(len(outcomes), 'document')}: {counts_text}" + (
        f"; {len(outcomes) - len(rows)} read whole, not listed"
    )
    left = sum((Counter(each.left_out) for each in outcomes), Counter[str]())
    printed.caption += "".join(f"; left out: {kind} ({count:,})" for kind, count in left.most_common())
    return printed


def write_outcomes(dataset: str, parser: Parser, outcomes: Sequence[Outcome]) -> Path:
    """outputs/index/<dataset>_<reader>.json, of the last time these were read; the place it was written to."""
    documents = [_record(each) for each in outcomes]
    counts = dict(sorted(Counter(each.kind for each in outcomes).items()))
    content = {"dataset": dataset, "parser": plain(parser), "outcomes": counts, "documents": documents}
    place = INDEX / f"{dataset}_{reader_name(parser)}.json"
    write_whole(place, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return place


def _record(outcome: Outcome) -> dict[str, Any]:
    return {
        "file": outcome.source_file,
        "outcome": outcome.kind,
        "words": outcome.words,
        "indexed": outcome.usable,
        "pages": outcome.pages,
        "characters": outcome.characters,
        "lost": {str(page): f"{trouble.kind}: {trouble.reason}" for page, trouble in outcome.lost.items()},
        "no_text_layer": list(outcome.no_text_layer),
        "read_by_ocr": list(outcome.recognised),
        "found": dict(sorted(outcome.found.items())),
        "attachments": list(outcome.attachments),
        "left_out": dict(sorted(outcome.left_out.items())),
        "ocr_failed": {str(page): reason for page, reason in outcome.unrecognised.items()},
    }
