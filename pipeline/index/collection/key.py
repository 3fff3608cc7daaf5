"""What a collection's name stands for: everything that goes into building it, and nothing that only a query
needs (docs/design.md, "Identity"). So variations that differ in retrieval alone share a collection.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.index.chunker import Chunker
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.notes import Notes
from ragatta.pipeline.plugins.identity import code_digest, short, version_of

PARTS = ("corpus", "texts", "parser", "chunking", "embedder")  # of the ingredients; the others grow with the corpus


def collection_ingredients(
    corpus: Corpus, chunking: Chunker, parser: Parser, encoder: Encoder, notes: Notes | None = None
) -> dict[str, Any]:
    """All that a collection depends on, as JSON values; their hash is its key. Texts and tables count by what they are,
    not by the code that read them."""
    chunker = type(chunking).__module__
    packages = getattr(sys.modules[chunker], "PACKAGES", ())
    return {
        "corpus": corpus.digest,
        "texts": corpus.content,
        "skipped": [skip.source_file for skip in corpus.skipped],
        "unlocked": list(corpus.unlocked),
        # Only where limits of time or memory, or damage, cost some pages of a document that is kept.
        **({"lost": corpus.lost} if corpus.lost else {}),
        "parser": {**parser.identity, "version": version_of(parser.LIBRARY)},
        "chunking": {
            **chunking.identity,
            "code": code_digest(chunker, "ragatta.pipeline.index.cutting"),
            **({"versions": {name: version(name) for name in packages}} if packages else {}),
        },
        "embedder": dict(encoder.identity),
        **({"notes": dict(notes.identity)} if notes else {}),
        # A folder's name is in the corpus; only what a rule says is not.
        **({"buckets": dict(corpus.buckets)} if corpus.buckets else {}),
    }


def collection_name(chunking: Chunker, key: str) -> str:
    """The name in Chroma and on disk."""
    return f"pdf_{chunking.name}_{chunking.chunk_size}_{chunking.chunk_overlap}_{short(key)}"


def is_collection_name(name: str) -> bool:
    """Whether `collection_name` gives names of this form; whatever else lies beside collections is not Ragatta's."""
    return re.fullmatch(r"pdf_.+_\d+_\d+_[0-9a-f]{12}", name) is not None


def parameters(key: str, ingredients: Mapping[str, Any]) -> dict[str, str | int | float | bool]:
    """`parser.name: pdfium` and so on, with the collection's key; the manifest has the rest."""
    return {"key": key, **_flat({name: ingredients[name] for name in PARTS})}


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{prefix}{name}.")
        elif value is not None:
            found[prefix + name] = value if isinstance(value, str | int | float | bool) else str(value)
    return found
