"""make index: reads the PDFs and builds the collections of a grid, asking nothing; says what became of each PDF."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from experiments import console
from experiments.arguments import overrides_of, parser
from experiments.config import compose_grid
from experiments.dataset import open_course
from experiments.faults import run_command
from experiments.prepare import Preparation
from pipeline.collection import Collection
from pipeline.pages import Corpus


def main(arguments: list[str]) -> int:
    points = compose_grid(overrides_of(parser(__doc__ or "").parse_args(arguments)))
    bars = console.Bars()
    with bars.shown():
        prepared = Preparation(open_course(points[0].config.dataset, bars), bars)
        settings = [point.config.pipeline() for point in points]
        corpora = {s.parser.name: prepared.corpus(s.parser) for s in settings}
        built = [prepared.collection(s.parser, s.chunking, s.embedder) for s in settings]
    out = Console()
    for parser_name, corpus in corpora.items():
        out.print(_documents(parser_name, corpus))
    out.print(_collections({collection.name: collection for collection in built}))
    return 0


def _documents(parser_name: str, corpus: Corpus) -> Table:
    table = Table(title=f"{len(corpus.pages)} of {len(corpus.files)} PDFs read by {parser_name}", title_justify="left")
    for heading, justify in (
        ("document", "left"),
        ("pages", "right"),
        ("characters", "right"),
        ("outcome", "left"),
    ):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for name, pages in corpus.pages.items():
        table.add_row(name, str(len(pages)), f"{sum(len(page.text) for page in pages):,}", "read")
    for skipped in corpus.skipped:
        table.add_row(skipped.source_file, "", "", f"skipped: {skipped.reason}", style="yellow")
    return table


def _collections(collections: dict[str, Collection]) -> Table:
    table = Table(title="Collections", title_justify="left")
    for heading in ("name", "chunks", "embedded now", "built because"):
        table.add_column(heading)
    for name, collection in collections.items():
        because = collection.rebuilt_because or "there already"
        table.add_row(name, str(len(collection.chunks)), str(collection.embedded), because)
    return table


if __name__ == "__main__":
    run_command(main)
