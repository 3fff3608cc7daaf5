"""The summaries of a dataset's documents, for the architectures that read them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.agents.routing.summaries import Summaries, stale_edits, standings, summaries_for
from pipeline.identity import code_digest, digest
from pipeline.settings.architecture import Summarizer
from pipeline.settings.checks import plain
from pipeline.settings.pipeline import Pipeline

if TYPE_CHECKING:  # it calls this room
    from experiments.running.prepare import Preparation

NO_SUMMARIES = Summaries({}, "", (), (), ())
CODE = ("pipeline.agents.routing.summarizer", "pipeline.llm.ask")


def summarized(prepared: Preparation, settings: Pipeline) -> Summaries:
    """Of every document, made now unless they lie there; none where the architecture reads none. Raises ModelError."""
    if "summarizer" not in settings.architecture.used():
        return NO_SUMMARIES
    path, summarizer, maker = _source(prepared, settings)
    asker = prepared.asker(settings.llm)
    again, corpus = settings.llm.cache == "refresh", prepared.corpus(settings.parser)
    with prepared.measured.stage("summarize"):
        found = summaries_for(corpus, path, asker.ask, summarizer, maker, prepared.progress, again)
    if replaced := sum(call.fell_back for call in asker.calls):
        prepared.progress(
            f"note: {replaced} summaries are fallbacks, the model's replies being unusable ({path})", 1, 1
        )
    if found.edited:
        prepared.progress(f"note: {len(found.edited)} summaries edited by hand are used as they are ({path})", 1, 1)
    for document in found.stale:
        kept = stale_edits(path)
        prepared.progress(
            f"note: {document} has changed since its summary was edited: made again, edit in {kept}", 1, 1
        )
    return found


def summaries_to_make(prepared: Preparation, settings: Pipeline) -> int:
    """How many model calls the summaries will take."""
    if "summarizer" not in settings.architecture.used():
        return 0
    standing = standings(prepared.corpus(settings.parser), *_source(prepared, settings))
    kept = ("edited",) if settings.llm.cache == "refresh" else ("edited", "current")
    return sum(how not in kept for how in standing.values())


def summaries_file(prepared: Preparation, settings: Pipeline) -> Path:
    """Where the summaries of these settings are kept."""
    return _source(prepared, settings)[0]


def _source(prepared: Preparation, settings: Pipeline) -> tuple[Path, Summarizer, str]:
    """Where the summaries are kept (by parser and model, since either changes them), how they are made, and a digest of
    who makes them."""
    summarizer, backend = settings.architecture.summarizer, prepared.backend(settings.llm)
    model = backend.identity(summarizer.model)
    name = re.sub(r"[^\w.-]+", "_", f"{model.provider}-{model.name}")
    path = prepared.course.summaries / settings.parser.name / f"{name}.json"
    window = backend.context_window(summarizer.model)
    asked_of = [model.provider, model.name, model.digest, settings.llm.seed, window]
    return path, summarizer, digest([asked_of, plain(summarizer), code_digest(*CODE)])
