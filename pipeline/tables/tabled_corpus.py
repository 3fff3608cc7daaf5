"""Finds the tables of a corpus, for the chunking strategy `table`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path

from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.files import real_files
from ragatta.pipeline.documents.format import format_of
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.machine.checksums import mark
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.tables.reading import Source, tables_of
from ragatta.pipeline.types import Progress


@dataclass(frozen=True)
class TabledCorpus(Corpus):
    """`untabled`: the documents whose search for tables ended early, with the reason."""

    tables: Mapping[str, tuple[Table, ...]] = field(default_factory=dict)  # of each readable PDF
    untabled: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def content(self) -> str:
        """Digest of the names, page texts and tables."""
        tables = [f"{name} {of!r}".encode("utf-8", "surrogatepass") for name, of in self.tables.items()]
        return mark(super().content.encode(), *tables).hex()


def with_tables(
    corpus: Corpus,
    folder: Path,
    parser: Parser,
    cache: Path,
    passwords: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    aside: Collection[Path] = (),
    links: bool = False,
) -> TabledCorpus:
    """The corpus with the tables of its readable PDFs below `folder`. Tables are found with pdfium, whatever parser
    read the texts, within the parser's limits on time and memory. A table of another document is part of its text."""
    passwords = passwords or {}
    pdfs = [name for name in corpus.pages if not format_of(name)]
    paths = real_files(folder, aside, links)
    sources = [
        Source(name, paths.get(name, folder / name), corpus.files[name], passwords.get(name, "")) for name in pdfs
    ]
    found = tables_of(sources, cache, parser.seconds, parser.megabytes, progress)
    return TabledCorpus(
        **{each.name: getattr(corpus, each.name) for each in fields(Corpus)},
        tables={name: found[name].tables for name in pdfs},
        untabled={name: found[name].fault for name in pdfs if found[name].fault},
    )
