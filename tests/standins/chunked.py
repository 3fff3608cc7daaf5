"""A corpus of a few chunks, and an encoder that loads nothing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.types import Page

CHUNKING = DocumentChunker(20, 5)


@dataclass
class HashEncoder:
    """Vectors from a text's hash: unit length, and nothing to load."""

    dimensions: int = 8
    identity: Mapping[str, Any] = field(default_factory=lambda: {"model": "hash"})
    embedded: int = 0

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]:
        return [match.span() for match in re.finditer(r"\w+", text)]

    def embed(self, texts: Sequence[str]) -> tuple[np.ndarray[Any, np.dtype[np.float32]], int]:
        seeds = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) for text in texts]
        raw = np.array([np.random.default_rng(seed).normal(size=self.dimensions) for seed in seeds])
        self.embedded += len(texts)
        return (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float32), len(texts)


def corpus(**documents: str) -> Corpus:
    pages = {name: (Page(name, 1, text), Page(name, 2, "end of it")) for name, text in documents.items()}
    digest = hashlib.sha256(repr(sorted(documents.items())).encode()).hexdigest()
    return Corpus(digest, dict.fromkeys(pages, "0"), pages)


TWO = corpus(b="the second document talks of harbours and dues", a="the first, 'ünïcödé', of lighthouses")
