"""Builds the collections of a sweep without asking anything.

Reports the outcome of each document, and the fields that labelled lines give in each bucket.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import chooses
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.paths import INDEX
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results import console
from ragatta.pipeline.agents.annotating.annotator import Annotator
from ragatta.pipeline.agents.annotating.corpus import by_rule
from ragatta.pipeline.annotations.file import Annotated
from ragatta.pipeline.annotations.schema import Bucket
from ragatta.pipeline.documents.outcomes import READ, Outcome
from ragatta.pipeline.documents.pages import NothingRead
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.index.unseen import MUCH, limit_of, unseen_words
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.plugins.checks import plain


def reader_name(parser: Parser) -> str:
    """The name of the reader: "pdfium", or "pdfium+tesseract-eng" with OCR."""
    ocr = parser.ocr
    return f"{parser.name}+{ocr.name}-{ocr.language}" if ocr.READS else parser.name


def table(parser: Parser, outcomes: Sequence[Outcome]) -> Table | Text:
    """A row for each document that was not read completely, of which something is left out or in doubt, and one line
    for the others."""
    rows = [
        [each.source_file, str(each.pages or ""), each.words]
        for each in outcomes
        if each.kind != READ or each.recognised or each.unrecognised or each.left_out or each.in_doubt
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
        "script_without_rules": outcome.script,
        "ocr_failed": {str(page): reason for page, reason in outcome.unrecognised.items()},
    }


@command(__doc__, "index --pdfs folder", "index --sweep chunk_size")
@chooses(grid=True)
def index(chosen: Chosen) -> int:
    points = compose_grid(chosen.overrides("optional"))
    bars = Bars()
    with bars.shown():
        resources = Resources.of(open_dataset(points[0].config.dataset, bars, with_questions=False), bars)
        settings = [point.config.pipeline() for point in points]
        parsers = {reader_name(s.parser): s.parser for s in settings}
        nothing = {name: _nothing(resources, each) for name, each in parsers.items()}
    if others := resources.documents.others():
        print(others)
    for name, each in parsers.items():
        fault = nothing[name]
        _show(resources, each, fault.outcomes if fault else resources.documents.corpus(each).outcomes)
    for fault in filter(None, nothing.values()):
        raise fault
    with bars.shown():
        built = {collection.name: (s, collection) for s in settings for collection in resources.index.needed(s)}
        unseen = {name: resources.index.unseen(s) for name, (s, _) in built.items()}
    out = console.plain_console()
    first, buckets = settings[0], resources.dataset.buckets
    annotator = first.architecture.part(Annotator) or Annotator()
    known = by_rule(resources.documents.corpus(first.parser), buckets, annotator.pages)
    out.print(_buckets(buckets, known.values()))
    if built:
        out.print(_collections({name: collection for name, (_, collection) in built.items()}, unseen))
    for name, share in unseen.items():
        if (share or 0) > MUCH:
            limit = limit_of(resources.index.encoder(built[name][0].embedder))
            out.print(Text(f"warning: {name}: {unseen_words(share or 0, limit or '')}"))
    return 0


def _nothing(resources: Resources, parser: Parser) -> NothingRead | None:
    """Reads the documents. If none has text, the table of outcomes is printed before the error."""
    try:
        resources.documents.corpus(parser)
    except NothingRead as fault:
        return fault
    return None


def _show(resources: Resources, parser: Parser, outcomes: Sequence[Outcome]) -> None:
    out = console.plain_console()
    out.print(table(parser, outcomes))
    out.print(Text(f"as JSON: {write_outcomes(resources.dataset.name, parser, outcomes)}"))


def _buckets(buckets: Sequence[Bucket], annotated: Iterable[Annotated]) -> Table:
    """The number of documents in each bucket, and of the fields that labelled lines state. The first sweep of an
    architecture that reads metadata asks the model for the rest."""
    counts, filled = Counter[str](), Counter[str]()
    for document in annotated:
        counts[document.bucket] += 1
        filled[document.bucket] += len(document.values)
    fields = {bucket.name: len(bucket.fields) for bucket in buckets}
    rows = [
        [name, str(count), f"{filled[name]} of {count * fields.get(name, 0)}"] for name, count in sorted(counts.items())
    ]
    return console.grid("Buckets", ["bucket", "documents", "fields filled by rule"], rows)


def _collections(collections: Mapping[str, Collection], unseen: Mapping[str, float | None]) -> Table:
    rows = [
        [name, str(len(c.chunks)), str(c.embedded), _share(unseen[name]), c.rebuilt_because or "there already"]
        for name, c in collections.items()
    ]
    return console.grid("Collections", ["name", "chunks", "embedded now", "tokens in no vector", "built because"], rows)


def _share(unseen: float | None) -> str:
    return "unknown" if unseen is None else f"{unseen:.0%}"
