"""The kinds of parts, how a configuration names one, and whether what it needs is here."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from typing import Any

from ragatta.eval.scorers import SCORERS
from ragatta.pipeline.agents.guarded.detector import DETECTORS
from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.documents.format import FORMATS
from ragatta.pipeline.documents.ocr_engine import OCR_ENGINES
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.index.embedder import EMBEDDERS
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.retrieval.query_preparation import QUERIES
from ragatta.pipeline.retrieval.reranker import RERANKERS
from ragatta.pipeline.retrieval.search import SEARCHES
from ragatta.pipeline.retrieval.window import WINDOWS
from ragatta.pipeline.text.languages import LANGUAGES

KINDS: dict[str, tuple[Kind, str]] = {  # kind, and the key that names one
    "parsers": (PARSERS, "parser"),
    "formats": (FORMATS, "by the ends of file names"),
    "ocr": (OCR_ENGINES, "ocr"),
    "chunkers": (CHUNKERS, "chunking; chunking.contextual=true adds a model's note to each chunk"),
    "embedders": (EMBEDDERS, "embedder"),
    "searches": (SEARCHES, "retrieval"),
    "queries": (QUERIES, "queries"),
    "rerankers": (RERANKERS, "reranker"),
    "windows": (WINDOWS, "window"),
    "backends": (BACKENDS, "llm"),
    "architectures": (ARCHITECTURES, "architecture"),
    "detectors": (DETECTORS, "detector"),
    "scorers": (SCORERS, "all are computed"),
    "languages": (LANGUAGES, "dataset.language"),
}


def ready(part: Any) -> str:
    """Whether what a part needs is on this machine, as far as that can be told without connecting to anything: here, or
    what is missing, or that it depends on the settings that name a server or a folder."""
    missing = [name for name in getattr(part, "PACKAGES", ()) if find_spec(name) is None]
    missing += [name for name in getattr(part, "PROGRAMS", ()) if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} missing here"
    looked_for = hasattr(part, "PACKAGES") or hasattr(part, "PROGRAMS")
    return "here" if looked_for or not getattr(part, "NEEDS", "") else "by settings"
