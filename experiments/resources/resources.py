"""What the variations of a sweep share: documents, models, index, summaries and annotations, each made at first use."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragatta.experiments.corpora.dataset import OpenDataset
from ragatta.experiments.on_record.journal import Journal
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.progress.status_line import Gauge
from ragatta.experiments.resources.annotations import DocumentAnnotations
from ragatta.experiments.resources.chunk_notes import ChunkNotes
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.index import Index
from ragatta.experiments.resources.models import Models
from ragatta.experiments.resources.once import Once
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.experiments.resources.summaries import DocumentSummaries
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.meter import UNLIMITED, Limits
from ragatta.pipeline.machine.clock import running_time
from ragatta.pipeline.types import Progress


@dataclass(frozen=True)
class Resources:
    """Of one dataset. `started` is by running_time."""

    dataset: OpenDataset
    progress: Progress
    measured: Measured
    documents: Documents
    models: Models
    gauge: Gauge
    index: Index
    summaries: DocumentSummaries
    annotations: DocumentAnnotations
    started: float = field(default_factory=running_time)
    _journals: Once = field(default_factory=Once)

    @classmethod
    def of(
        cls,
        dataset: OpenDataset,
        progress: Progress,
        on_record: bool = False,
        workers: int = 0,
        limits: Limits = UNLIMITED,
    ) -> Resources:
        """`on_record`, `workers` and `limits`: see Models. Bars show the status line."""
        models = Models(on_record, workers, limits, progress, dataset.every, dataset.records)
        made = cls._over(dataset, progress, Measured(), models, Gauge(models.meter))
        if isinstance(progress, Bars):
            made.shown_by(progress)
        return made

    def shown_by(self, bars: Bars) -> None:
        """Has the bars show the status line, and what calls wait for."""
        bars.follow(self.gauge.line, self.models.meter.waits.line)

    def over(self, dataset: OpenDataset) -> Resources:
        """Those of another dataset, with the same models and within the same limits."""
        return self._over(dataset, self.progress, self.measured, self.models, self.gauge)

    @classmethod
    def _over(
        cls, dataset: OpenDataset, progress: Progress, measured: Measured, models: Models, gauge: Gauge
    ) -> Resources:
        documents = Documents(dataset, progress, measured)
        index = Index(documents, models.meter, ChunkNotes(documents, models), gauge.left)
        summaries, annotations = DocumentSummaries(documents, models), DocumentAnnotations(documents, models)
        return cls(dataset, progress, measured, documents, models, gauge, index, summaries, annotations)

    def journal(self, run_key: str) -> Journal:
        """The answers under the key so far. Raises Fault for a damaged journal."""
        journal = self._journals("journal", run_key, lambda: Journal(self.dataset.records.run_folder(run_key)))
        journal.refresh()
        return journal

    def prepare(self, settings: Pipeline) -> None:
        """Makes the summaries and annotations that an architecture reads; keys depend on them. Raises ModelError."""
        self.summaries.of(settings)
        self.annotations.of(settings)

    def calls_to_make(self, settings: Pipeline) -> int:
        """The number of model calls for summaries and annotations."""
        return self.summaries.to_make(settings) + self.annotations.to_make(settings)
