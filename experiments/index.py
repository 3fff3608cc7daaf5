"""make index: reads the PDFs and builds the collections of a grid, asking nothing; says what became of each PDF, and
what labelled lines tell of the documents of each bucket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.table import Table

from experiments import console
from experiments.arguments import overrides_of, parser
from experiments.config import compose_grid
from experiments.dataset import open_course
from experiments.faults import run_command
from experiments.prepare import Preparation
from experiments.progress import Bars
from pipeline.annotating import by_rule
from pipeline.annotations.file import Annotated
from pipeline.annotations.schema import Bucket
from pipeline.collection import Collection
from pipeline.pages import Corpus


def main(arguments: list[str]) -> int:
    points = compose_grid(overrides_of(parser(__doc__ or "").parse_intermixed_args(arguments), questions_needed=False))
    bars = Bars()
    with bars.shown():
        prepared = Preparation(open_course(points[0].config.dataset, bars, with_questions=False), bars)
        settings = [point.config.pipeline() for point in points]
        corpora = {s.parser.name: prepared.corpus(s.parser) for s in settings}
        built = [prepared.collection(s.parser, s.chunking, s.embedder) for s in settings]
    out = console.plain_console()
    for parser_name, corpus in corpora.items():
        out.print(_documents(parser_name, corpus))
    first, buckets = settings[0], prepared.course.buckets
    known = by_rule(prepared.corpus(first.parser), buckets, first.architecture.annotator.pages)
    out.print(_buckets(buckets, known.values()))
    out.print(_collections({collection.name: collection for collection in built}))
    return 0


def _documents(parser_name: str, corpus: Corpus) -> Table:
    read = [
        [name, str(len(pages)), f"{sum(len(page.text) for page in pages):,}", "read"]
        for name, pages in corpus.pages.items()
    ]
    skipped = [[skip.source_file, "", "", f"skipped: {skip.reason}"] for skip in corpus.skipped]
    title = f"{len(corpus.pages)} of {len(corpus.files)} PDFs read by {parser_name}"
    return console.grid(title, ["document", "pages", "characters", "outcome"], read + skipped)


def _buckets(buckets: Sequence[Bucket], documents: Iterable[Annotated]) -> Table:
    """How many documents each bucket has, and how many of their fields labelled lines state. What they leave open is
    asked of the model by the first sweep of an architecture that reads it."""
    counts, filled = Counter[str](), Counter[str]()
    for document in documents:
        counts[document.bucket] += 1
        filled[document.bucket] += len(document.values)
    fields = {bucket.name: len(bucket.fields) for bucket in buckets}
    rows = [
        [name, str(count), f"{filled[name]} of {count * fields.get(name, 0)}"] for name, count in sorted(counts.items())
    ]
    return console.grid("Buckets", ["bucket", "documents", "fields filled by rule"], rows)


def _collections(collections: dict[str, Collection]) -> Table:
    rows = [
        [name, str(len(c.chunks)), str(c.embedded), c.rebuilt_because or "there already"]
        for name, c in collections.items()
    ]
    return console.grid("Collections", ["name", "chunks", "embedded now", "built because"], rows)


if __name__ == "__main__":
    run_command(main)
