"""The metadata of a dataset's documents, for the architectures that read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.paths import CACHE
from pipeline.annotating import Annotating
from pipeline.annotations.store import NO_ANNOTATIONS, Annotations
from pipeline.identity import digest
from pipeline.settings import Pipeline

if TYPE_CHECKING:  # it calls this room
    from experiments.prepare import Preparation

FOLDER = CACHE / "annotations"


def annotated(prepared: Preparation, settings: Pipeline) -> Annotations:
    """Of every document, made now unless they lie there; none where the architecture reads none. Raises ModelError."""
    if "annotator" not in settings.architecture.used():
        return NO_ANNOTATIONS
    asker = prepared.asker(settings.llm)
    with prepared.measured.stage("annotate"):
        made = annotating(prepared, settings).made(asker.ask, prepared.progress, settings.llm.cache == "refresh")
    if replaced := sum(call.fell_back for call in asker.calls):
        prepared.progress(f"note: {replaced} documents have fields left open, the model's replies being unusable", 1, 1)
    return made


def annotations_to_make(prepared: Preparation, settings: Pipeline) -> int:
    """How many model calls the annotations will take."""
    if "annotator" not in settings.architecture.used():
        return 0
    return len(annotating(prepared, settings).to_ask(settings.llm.cache == "refresh"))


def annotating(prepared: Preparation, settings: Pipeline) -> Annotating:
    """The corpus to annotate, by whom. Raises ModelUnavailable."""
    annotator, backend = settings.architecture.annotator, prepared.backend(settings.llm)
    model = backend.identity(annotator.model)
    window = backend.context_window(annotator.model)
    maker = digest([model.provider, model.name, model.digest, settings.llm.seed, window])
    return Annotating(prepared.corpus(settings.parser), prepared.course.buckets, annotator, maker, FOLDER)
