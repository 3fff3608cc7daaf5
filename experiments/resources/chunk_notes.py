"""A model's notes on the chunks of a dataset, for search (chunking.contextual)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ragatta.experiments.counting import counted
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.models import Models
from ragatta.pipeline.agents.annotating.chunk_notes import notes_on
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.core_settings import NOTES
from ragatta.pipeline.index.notes import Notes
from ragatta.pipeline.llm.seam import ReplyMissing
from ragatta.pipeline.plugins.identity import code_digest
from ragatta.pipeline.types import Chunk, ModelCall

CODE = (NOTES, "ragatta.pipeline.llm.ask")
AGENT = "chunk_notes"


class ChunkNotes:
    """Makes the notes with the sweep's model. A note is a recorded reply like any other."""

    def __init__(self, documents: Documents, models: Models) -> None:
        self._documents, self._models = documents, models

    def of(self, settings: Pipeline) -> Notes | None:
        """The notes of these settings; None if chunks get none. Raises ModelUnavailable."""
        if not settings.notes_chunks():
            return None
        llm = settings.llm
        backend = self._models.backend(llm)
        model = backend.identity(settings.model_of(AGENT))
        window = backend.context_window(settings.model_of(AGENT))
        asked_of = [model.provider, model.name, model.digest, llm.seed, window]
        done = 0

        def write(chunks: Sequence[Chunk]) -> Sequence[str]:
            nonlocal done
            asker = self._models.asker(settings)
            pages = self._documents.corpus(settings.parser).pages
            threads = self._models.in_flight(llm)
            found = notes_on(chunks, pages, asker.ask, threads)
            done += len(chunks)
            self._documents.progress("writing notes on chunks", done, done)
            if empty := sum(call.fell_back for call in asker.calls):
                self._documents.progress(
                    f"note: {counted(empty, 'chunk')} without a note: the model's replies were unusable", 1, 1
                )
            return found

        made_by = {"model": asked_of, "options": dict(llm.options), "code": code_digest(*CODE)}
        omitted = {"omit": list(llm.omit)} if llm.omit else {}
        replaced = {"prompts": texts} if (texts := settings.replaced(NOTES)) else {}
        return Notes({**made_by, **omitted, **replaced}, write)

    def to_make(self, settings: Pipeline, chunks: Iterable[Chunk]) -> int:
        """How many of the chunks have no recorded note."""
        return sum(not calls for calls in self._recorded(settings, chunks))

    def calls(self, settings: Pipeline, chunks: Iterable[Chunk]) -> frozenset[str]:
        """The keys of the recorded calls behind the chunks' notes."""
        found = {call.key for calls in self._recorded(settings, chunks) for call in calls}
        return frozenset(found - {""})

    def _recorded(self, settings: Pipeline, chunks: Iterable[Chunk]) -> Iterator[list[ModelCall]]:
        """The recorded calls of each chunk's note; none where a reply is missing."""
        pages = self._documents.corpus(settings.parser).pages
        for chunk in chunks:
            asker = self._models.asker(settings, mode="only")
            try:
                notes_on([chunk], pages, asker.ask)
            except ReplyMissing:
                yield []
            else:
                yield asker.calls
