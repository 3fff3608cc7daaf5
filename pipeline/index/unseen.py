"""The share of the chunks' tokens that no vector holds, because the embedder reads the first of each chunk only."""

from __future__ import annotations

from collections.abc import Iterable

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.types import Chunk

SPECIAL = 2  # tokens that the model puts around a text
MUCH = 0.1  # of all tokens: from here on users are warned


def limit_of(encoder: Encoder) -> int | None:
    """The tokens of a text that the embedder reads, its special ones included; None where it names no limit."""
    found = encoder.identity.get("max_tokens")
    return found if isinstance(found, int) and found > 0 else None


def room_of(encoder: Encoder) -> int | None:
    """The tokens of a text that the embedder reads behind its document prefix; None where it names no limit."""
    limit, prefix = limit_of(encoder), encoder.identity.get("document_prefix")
    return limit and max(limit - SPECIAL - (encoder.count_tokens(prefix) if prefix else 0), 0)


def unseen_share(chunks: Iterable[Chunk], encoder: Encoder) -> float | None:
    """The tokens beyond the limit, divided by all tokens of the chunks; 0 where long chunks are pooled, None where the
    embedder names no limit. A token of two overlapping chunks counts twice."""
    room = room_of(encoder)
    if room is None:
        return None
    if encoder.identity.get("long"):
        return 0.0
    counts = [encoder.count_tokens(chunk.searched) for chunk in chunks]
    return sum(max(count - room, 0) for count in counts) / max(sum(counts), 1)


def unseen_words(share: float, limit: int | str = "") -> str:
    """What a share above MUCH means, and what helps."""
    read = f"the embedder reads {limit} tokens of a chunk" if limit else "the embedder reads the beginning of a chunk"
    return (
        f"{share:.0%} of the chunks' tokens are in no vector: {read}. Semantic search cannot find them; smaller chunks "
        "(chunking.chunk_size), embedder.long=pool, or a larger embedder.max_tokens where the model allows it, can"
    )
