"""The packaged all-MiniLM-L6-v2, or with embedder.model_path a folder with an ONNX model that is mean-pooled."""

from __future__ import annotations

from ragatta.pipeline.index.embedder import Embedding, Opening
from ragatta.pipeline.index.embedding.onnx_encoder import open_encoder
from ragatta.pipeline.settings.indexing import Embedder

PROBED = False


def problems(settings: Embedder) -> list[str]:
    """As the protocol says."""
    if settings.max_tokens == 0:
        return ["embedder.max_tokens (0) must be at least 8 for embedder=minilm"]
    return ["embedder.folder: set embedder=onnx to use it"] if settings.folder else []


def open_embedder(settings: Embedder, opening: Opening) -> Embedding:
    """As the protocol says."""
    return open_encoder(settings, opening.models)
