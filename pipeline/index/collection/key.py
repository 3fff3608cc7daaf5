"""What a collection's name stands for: everything that goes into building it, and nothing that only a query
needs (design section "Identity"). So variations that differ in retrieval alone share a collection.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pipeline import identity, plugins
from pipeline.documents.page_cache import ocr_identity
from pipeline.documents.pages import Corpus
from pipeline.settings import Chunking, Parser, plain
from pipeline.tables.corpus_tables import TabledCorpus
from pipeline.tables.reading import tables_identity


class Encoder(Protocol):
    """What a collection needs to know of the embedder."""

    @property
    def dimensions(self) -> int: ...

    @property
    def identity(self) -> Mapping[str, Any]: ...

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]: ...


def collection_ingredients(corpus: Corpus, chunking: Chunking, parser: Parser, encoder: Encoder) -> dict[str, Any]:
    """All that a collection depends on, as JSON values; their hash is its key."""
    return {
        "corpus": corpus.digest,
        "skipped": [skip.source_file for skip in corpus.skipped],
        "unlocked": list(corpus.unlocked),
        # Only where limits of time or memory, or damage, cost some pages of a document that is kept.
        **({"lost": corpus.lost} if corpus.lost else {}),
        "parser": {
            **parser.identity(),
            "version": plugins.load("documents/parsers", parser.name).VERSION,
            "code": identity.code_digest(
                f"pipeline/documents/parsers/{parser.name}.py",
                "pipeline/documents/parsers/_text.py",
                "pipeline/documents/pages.py",
                "pipeline/text/dot_leaders.py",
            ),
            **({"recognised": ocr_identity(parser)} if parser.ocr != "off" else {}),
        },
        "chunking": {
            **plain(chunking),
            "code": identity.code_digest(
                f"pipeline/index/chunking/{chunking.strategy}.py",
                "pipeline/index/chunking/_windows.py",
                "pipeline/index/chunks.py",
            ),
            **(_of_tables(corpus) if isinstance(corpus, TabledCorpus) else {}),
        },
        "embedder": dict(encoder.identity),
        # A folder's name is in the corpus; only what a rule says is not.
        **({"buckets": dict(corpus.buckets)} if corpus.buckets else {}),
    }


def _of_tables(corpus: TabledCorpus) -> dict[str, Any]:
    """What row groups depend on beside the rest; the other strategies know nothing of it."""
    return {
        "tables": tables_identity(),
        "row_groups": identity.code_digest(
            "pipeline/index/chunking/_remaining_text.py",
            "pipeline/index/cutting.py",
            "pipeline/tables/corpus_tables.py",
        ),
        **({"ended_early": sorted(corpus.untabled)} if corpus.untabled else {}),
    }


def collection_name(chunking: Chunking, key: str) -> str:
    """The name in Chroma and on disk."""
    return f"pdf_{chunking.strategy}_{chunking.chunk_size}_{chunking.chunk_overlap}_{identity.short(key)}"
