"""Prepares the parts that the variations of a sweep share: documents, index, models, summaries and annotations."""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter

from ragatta.experiments.corpora.dataset import Course
from ragatta.experiments.running.annotating import DocumentAnnotations
from ragatta.experiments.running.documents import Documents
from ragatta.experiments.running.gauge import Gauge
from ragatta.experiments.running.index import Index
from ragatta.experiments.running.journal import Journal
from ragatta.experiments.running.measure import Measured
from ragatta.experiments.running.models import Models
from ragatta.experiments.running.noting import ChunkNotes
from ragatta.experiments.running.once import Once
from ragatta.experiments.running.racing import Race
from ragatta.experiments.running.server_failures import ServerFailures
from ragatta.experiments.running.summarizing import DocumentSummaries
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.external.passages import Aligner
from ragatta.pipeline.identity import digest
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.meter import UNLIMITED, Limits
from ragatta.pipeline.retrieval.query_preparation import prepared
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.retrieval.unsearched import Unsearched
from ragatta.pipeline.settings.checks import plain
from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.trace import Trace
from ragatta.pipeline.types import Progress


class Preparation:
    """The shared parts for one dataset."""

    def __init__(
        self,
        course: Course,
        progress: Progress,
        on_record: bool = False,
        workers: int = 0,
        limits: Limits = UNLIMITED,
    ) -> None:
        """`on_record`, `workers` and `limits`: see Models."""
        self.course, self.progress = course, progress
        self.measured, self.started = Measured(), perf_counter()
        self.documents = Documents(course, progress, self.measured)
        self.models = Models(on_record, workers, limits, progress, course.every, course.records)
        self.gauge = Gauge(self.models.meter)
        notes = ChunkNotes(self.documents, self.models)
        self.index = Index(self.documents, self.models.meter, notes, self.gauge.left)
        self.summaries = DocumentSummaries(self.documents, self.models)
        self.annotations = DocumentAnnotations(self.documents, self.models)
        self.server_failures = ServerFailures()
        self.race: Race | None = None  # of a sweep that drops variations
        # Jobs of this sweep have asked elsewhere since then (seconds since 1970), and here nothing is asked.
        self.asked_elsewhere_since: float | None = None
        self._once = Once()

    def _aligner(self, settings: Pipeline) -> Aligner:
        parser = settings.parser
        return self._once("aligner", parser.key, lambda: Aligner(self.documents.corpus(parser).pages))

    def journal(self, run_key: str) -> Journal:
        """The answers under the key so far. Raises Fault for a damaged journal."""
        journal = self._once("journal", run_key, lambda: Journal(self.course.records.run_folder(run_key)))
        journal.refresh()
        return journal

    def calls_to_make(self, settings: Pipeline) -> int:
        """The number of model calls for summaries and annotations."""
        return self.summaries.to_make(settings) + self.annotations.to_make(settings)

    def toolbox(self, settings: Pipeline, retriever: Retriever | Unsearched, asker: Asker) -> tuple[Toolbox, Trace]:
        """The toolbox for one question, and its trace."""
        trace = Trace(asker.calls)
        encoder = self.index.encoder(settings.embedder)
        prepares = isinstance(retriever, Retriever) and settings.prepares_queries()
        tools = Toolbox(
            documents=retriever.documents,
            summaries=self.summaries.of(settings).by_document,
            annotations=self.annotations.of(settings),
            tables_apart=retriever.tables_apart,
            search=prepared(settings.queries, retriever.search, asker.ask) if prepares else retriever.search,
            search_asks=prepares,
            expand=retriever.expand,
            embed=encoder.embed_query,
            embed_documents=lambda texts: self._once(
                "summary vectors", [plain(settings.embedder), digest(list(texts))], lambda: encoder.embed(texts)
            ),
            # The same chunks are counted for question after question.
            count_tokens=self._once(
                "token counts",
                plain(settings.embedder),
                lambda: lru_cache(maxsize=100_000)(encoder.count_tokens),
            ),
            context_tokens=self.models.context_tokens(settings),
            ask=asker.ask,
            converse=asker.converse,
            stage=trace.stage,
            fetch=asker.fetch,
            align=lambda passages: self._aligner(settings).align_all(passages),
        )
        return tools, trace
