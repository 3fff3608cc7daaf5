"""Finds the tables of a corpus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.files import document_files
from ragatta.pipeline.documents.format import format_of
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.tables.reading import Source, tables_of
from ragatta.pipeline.tables.tabled_corpus import TabledCorpus
from ragatta.pipeline.types import Progress


def with_tables(
    corpus: Corpus,
    folder: Path,
    parser: Parser,
    cache: Path,
    passwords: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> TabledCorpus:
    """The corpus with the tables of its readable PDFs below `folder`. Tables are found with pdfium, whatever parser
    read the texts, within the parser's limits on time and memory. A table of another document is part of its text."""
    passwords = passwords or {}
    pdfs = [name for name in corpus.pages if not format_of(name)]
    paths = document_files(folder, links=True)
    sources = [
        Source(name, paths.get(name, folder / name), corpus.files[name], passwords.get(name, "")) for name in pdfs
    ]
    found = tables_of(sources, cache, parser.seconds, parser.megabytes, progress)
    return TabledCorpus(
        **{each.name: getattr(corpus, each.name) for each in fields(Corpus)},
        tables={name: found[name].tables for name in pdfs},
        untabled={name: found[name].fault for name in pdfs if found[name].fault},
    )
