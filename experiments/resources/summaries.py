"""The summaries of a dataset's documents, for the architectures that read them."""

from __future__ import annotations

import re
from pathlib import Path

from ragatta.experiments.counting import counted
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.models import Models
from ragatta.experiments.resources.once import Once
from ragatta.pipeline.agents.routing.summaries import Summaries, stale_edits, standings, summaries_for, titles_of
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.core_settings import SUMMARIZER
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.plugins.identity import code_digest, digest, short

NO_SUMMARIES = Summaries({}, "", (), (), ())
CODE = (SUMMARIZER, "ragatta.pipeline.llm.ask")


class DocumentSummaries:
    """Makes the summaries with the sweep's model, and keeps them in the dataset's folder."""

    def __init__(self, documents: Documents, models: Models) -> None:
        self._documents, self._models = documents, models
        self._once = Once()

    def of(self, settings: Pipeline) -> Summaries:
        """The summaries of all documents, made now unless they exist; titles if the router reads those, none if the
        architecture reads neither. Raises ModelError."""
        if settings.reads_titles():
            corpus = self._documents.corpus(settings.parser)
            return self._once("titles", settings.parser.key, lambda: titles_of(corpus))
        if not _reads(settings):
            return NO_SUMMARIES
        summarizer = settings.architecture.part(Summarizer)
        parts = [settings.parser.key, plain(settings.llm), plain(summarizer), settings.prompts, settings.agents]
        return self._once("summaries", parts, lambda: self._made(settings))

    def to_make(self, settings: Pipeline) -> int:
        """The number of model calls for the summaries."""
        if not _reads(settings):
            return 0
        corpus, (path, summarizer, maker) = self._documents.corpus(settings.parser), self._source(settings)
        written = path.stat().st_mtime_ns if path.exists() else 0
        of = [settings.parser.key, plain(summarizer), maker, str(path), written]
        standing = self._once("standings", of, lambda: standings(corpus, path, summarizer, maker))
        kept = ("edited",) if settings.llm.cache == "refresh" else ("edited", "current")
        return sum(how not in kept for how in standing.values())

    def file(self, settings: Pipeline) -> Path:
        """The path of the summaries for these settings."""
        return self._source(settings)[0]

    def _made(self, settings: Pipeline) -> Summaries:
        path, summarizer, maker = self._source(settings)
        asker, say = self._models.asker(settings), self._documents.progress
        again, corpus = settings.llm.cache == "refresh", self._documents.corpus(settings.parser)
        with self._documents.measured.stage("summarize"):
            found = summaries_for(
                corpus, path, asker.ask, summarizer, maker, say, again, self._models.in_flight(settings.llm)
            )
        if replaced := sum(call.fell_back for call in asker.calls):
            say(
                f"note: {counted(replaced, 'summary')} taken from the text: the model's replies were unusable ({path})",
                1,
                1,
            )
        if found.edited:
            say(f"note: {counted(len(found.edited), 'summary')} edited by hand, used unchanged ({path})", 1, 1)
        for document in found.stale:
            kept = stale_edits(path)
            say(
                f"note: {document} has changed since its summary was edited; made again, the edit is kept in {kept}",
                1,
                1,
            )
        return found

    def _source(self, settings: Pipeline) -> tuple[Path, Summarizer, str]:
        """The path of the summaries (by parser, model and replaced prompts, which all change them), the function that
        makes them, and a digest of their maker, with the options of its calls."""
        replaced = settings.replaced(SUMMARIZER)
        summarizer = settings.architecture.part(Summarizer) or Summarizer()
        backend = self._models.backend(settings.llm)
        model = backend.identity(settings.model_of("summarizer"))
        texts = {name: text for name, text in replaced.items() if name in settings.words()}
        prompts = f"-{short(digest(texts))}" if texts else ""
        name = re.sub(r"[^\w.-]+", "_", f"{model.provider}-{model.name}") + prompts
        path = self._documents.dataset.summaries / settings.parser.name / f"{name}.json"
        window = backend.context_window(settings.model_of("summarizer"))
        asked_of = [model.provider, model.name, model.digest, settings.llm.seed, window]
        made_by = [asked_of, plain(summarizer), code_digest(*CODE), *([replaced] if replaced else [])]
        return path, summarizer, digest(made_by)


def _reads(settings: Pipeline) -> bool:
    return settings.reads_summaries()
