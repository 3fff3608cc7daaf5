"""The metadata of a dataset's documents, for the architectures that read it."""

from __future__ import annotations

from ragatta.experiments.counting import counted
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.models import Models
from ragatta.experiments.resources.once import Once
from ragatta.pipeline.agents.annotating.annotator import Annotator
from ragatta.pipeline.agents.annotating.corpus import Annotating
from ragatta.pipeline.annotations.sqlite import NO_ANNOTATIONS, Annotations
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.core_settings import ANNOTATOR
from ragatta.pipeline.llm.seam import ReplyMissing
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.plugins.identity import digest


class DocumentAnnotations:
    """Makes the metadata with the sweep's model."""

    def __init__(self, documents: Documents, models: Models) -> None:
        self._documents, self._models = documents, models
        self._once = Once()

    def of(self, settings: Pipeline) -> Annotations:
        """The metadata of every document, made now unless it exists; none if the architecture reads none. Raises
        ModelError."""
        if not _reads(settings):
            return NO_ANNOTATIONS
        annotator = settings.architecture.part(Annotator)
        parts = [settings.parser.key, plain(settings.llm), plain(annotator), settings.prompts, settings.agents]
        return self._once("annotations", parts, lambda: self._made(settings))

    def to_make(self, settings: Pipeline) -> int:
        """How many model calls the annotations will take."""
        return len(self._job(settings).to_ask(settings.llm.cache == "refresh")) if _reads(settings) else 0

    def calls(self, settings: Pipeline) -> frozenset[str]:
        """The keys of the recorded calls behind the annotations; `settings` must have llm.cache=only."""
        if not _reads(settings):
            return frozenset()
        job, calls = self._job(settings), set()
        for document in job.to_ask(again=True):
            asker = self._models.asker(settings)
            try:
                job.asked(document, asker.ask)
            except ReplyMissing:
                continue
            calls |= {call.key for call in asker.calls}
        return frozenset(calls - {""})

    def _made(self, settings: Pipeline) -> Annotations:
        asker, say = self._models.asker(settings), self._documents.progress
        with self._documents.measured.stage("annotate"):
            made = self._job(settings).made(
                asker.ask, say, settings.llm.cache == "refresh", self._models.in_flight(settings.llm)
            )
        if replaced := sum(call.fell_back for call in asker.calls):
            say(f"note: {counted(replaced, 'document')} with empty fields: the model's replies were unusable", 1, 1)
        return made

    def _job(self, settings: Pipeline) -> Annotating:
        """The corpus to annotate, and the model. Raises ModelUnavailable."""
        annotator, backend = settings.architecture.part(Annotator) or Annotator(), self._models.backend(settings.llm)
        model = backend.identity(settings.model_of("annotator"))
        window = backend.context_window(settings.model_of("annotator"))
        replaced = settings.replaced(ANNOTATOR)
        asked_of = [model.provider, model.name, model.digest, settings.llm.seed, window]
        maker = digest([*asked_of, *([replaced] if replaced else [])])
        corpus = self._documents.corpus(settings.parser)
        dataset = self._documents.dataset
        return Annotating(corpus, dataset.buckets, annotator, maker, dataset.records.annotations)


def _reads(settings: Pipeline) -> bool:
    return settings.reads_annotations()
