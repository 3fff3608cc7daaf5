"""The metadata of a dataset's documents, for the architectures that read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.paths import CACHE
from pipeline.agents.annotating.corpus import Annotating
from pipeline.annotations.store import NO_ANNOTATIONS, Annotations
from pipeline.identity import digest
from pipeline.llm.seam import ReplyMissing
from pipeline.settings.pipeline import Pipeline

if TYPE_CHECKING:  # it calls this room
    from experiments.running.prepare import Preparation

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


def annotation_calls(prepared: Preparation, settings: Pipeline) -> frozenset[str]:
    """The keys of the recorded calls that the annotations rest on; `settings` ask the record alone (llm.cache=only)."""
    if "annotator" not in settings.architecture.used():
        return frozenset()
    job, calls = annotating(prepared, settings), set()
    for document in job.to_ask(again=True):
        asker = prepared.asker(settings.llm)
        try:
            job.asked(document, asker.ask)
        except ReplyMissing:
            continue
        calls |= {call.key for call in asker.calls}
    return frozenset(calls - {""})


def annotating(prepared: Preparation, settings: Pipeline) -> Annotating:
    """The corpus to annotate, by whom. Raises ModelUnavailable."""
    annotator, backend = settings.architecture.annotator, prepared.backend(settings.llm)
    model = backend.identity(annotator.model)
    window = backend.context_window(annotator.model)
    maker = digest([model.provider, model.name, model.digest, settings.llm.seed, window])
    return Annotating(prepared.corpus(settings.parser), prepared.course.buckets, annotator, maker, FOLDER)
