"""The documents of a dataset: page texts and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ragatta.experiments.corpora.dataset import OpenDataset
from ragatta.experiments.counting import counted
from ragatta.experiments.paths import CACHE
from ragatta.experiments.resources.once import Made, Once
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.pipeline.agents.toolbox import Pages
from ragatta.pipeline.annotations.schema import placed
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.files import document_files, other_files, unopened
from ragatta.pipeline.documents.format import suffixes
from ragatta.pipeline.documents.pages import read_pages, unread
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.index.chunker import Chunker
from ragatta.pipeline.tables.tabled_corpus import TabledCorpus, with_tables
from ragatta.pipeline.types import Progress

SHOWN = 5  # names of what is no document


class Documents:
    """Reads the documents of a dataset; raises the errors of the parsers and their cache."""

    def __init__(self, dataset: OpenDataset, progress: Progress, measured: Measured) -> None:
        self.dataset, self.progress, self.measured = dataset, progress, measured
        self._once = Once()

    def corpus(self, parser: Parser) -> Corpus:
        """The page texts."""
        return self._once("corpus", parser.key, lambda: self._read(parser))

    def of_pages(self, parser: Parser, make: Callable[[Pages], Made]) -> Made:
        """What a class or function makes of the pages."""
        kind = f"{make.__module__}.{make.__qualname__}"
        return self._once(kind, parser.key, lambda: make(self.corpus(parser).pages))

    def unread(self, parser: Parser) -> int:
        """The number of documents that `corpus` would have to read."""
        return self._once(
            "unread",
            parser.key,
            lambda: unread(
                self.dataset.pdfs, parser, CACHE, self.dataset.passwords, self.dataset.aside, self.dataset.links
            ),
        )

    def names(self) -> list[str]:
        """Of the documents, readable or not, without reading any."""
        return [*document_files(self.dataset.pdfs, self.dataset.aside, self.dataset.links)]

    def count(self) -> int:
        """The number of documents, readable or not, without reading any."""
        return len(self.names())

    def others(self) -> str:
        """A sentence that names what is in the folder and not read; "" where all is."""
        folder, aside = self.dataset.pdfs, self.dataset.aside
        files, places = other_files(folder, aside), unopened(folder, aside)
        kinds = [f"{counted(len(files), 'file')} of no known format ({_listed(files)})"] if files else []
        kinds += [f"linked folders, pipes or devices ({_listed(places)})"] if places else []
        fixes = [f"documents are {', '.join(suffixes())}"] if files else []
        fixes += ["a copy of a linked folder is read"] if places else []
        return f"not read: {', '.join(kinds)}; {'; '.join(fixes)}" if kinds else ""

    def to_cut(self, parser: Parser, chunking: Chunker) -> Corpus:
        """The corpus with its tables, if the chunker reads them."""
        if not chunking.READS_TABLES:
            return self.corpus(parser)
        return self._once("tables", parser.key, lambda: self._with_tables(parser))

    def _read(self, parser: Parser) -> Corpus:
        with self.measured.stage("read"):
            dataset = self.dataset
            corpus = read_pages(
                dataset.pdfs, parser, CACHE, dataset.passwords, self.progress, dataset.aside, dataset.links
            )
        return replace(corpus, buckets=placed(corpus.pages, self.dataset.buckets))

    def _with_tables(self, parser: Parser) -> TabledCorpus:
        corpus, dataset = self.corpus(parser), self.dataset
        with self.measured.stage("read"):
            made = with_tables(
                corpus, dataset.pdfs, parser, CACHE, dataset.passwords, self.progress, dataset.aside, dataset.links
            )
        for name, fault in made.untabled.items():
            self.progress(f"note: {name}: the search for its tables ended early: {fault}", 1, 1)
        return made


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{', '.join(names[:SHOWN])}{more}"
