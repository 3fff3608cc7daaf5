"""A toolbox over a handful of chunks whose model says what a test tells it to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.tasks.documents import DocumentSummary
from ragatta.pipeline.types import Hit
from standins.scripted import DOCUMENTS, Script


def embed(text: str) -> np.ndarray:
    return np.array([float(word in text.lower()) for word in ("pump", "valve", "hose", "club")])


@pytest.fixture
def toolbox() -> Callable[..., tuple[Toolbox, Trace]]:
    def made(script: Script | None = None, hits: Sequence[Hit] = (), **changes: Any) -> tuple[Toolbox, Trace]:
        trace = Trace([])
        tools: dict[str, Any] = {
            "documents": tuple(DOCUMENTS),
            "summaries": {
                name: DocumentSummary(document_type="text", summary=text, key_topics=[], use_for="")
                for name, text in DOCUMENTS.items()
            },
            "search": lambda _query, documents=None, _top_k=None: [
                h for h in hits if documents is None or h.chunk.source_file in documents
            ],
            "expand": lambda hits, *_: list(hits),
            "embed": embed,
            "embed_documents": lambda texts: np.array([embed(text) for text in texts]),
            "count_tokens": lambda text: len(text.split()),
            "context_tokens": 1000,
            "ask": (script or Script()).ask,
            "stage": trace.stage,
        }
        return Toolbox(**{**tools, **changes}), trace

    return made
