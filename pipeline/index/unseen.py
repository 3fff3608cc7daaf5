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


class Unseen:
    """Counts the tokens of chunks, and those beyond the embedder's limit. A token of two overlapping chunks counts
    twice."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder, self._room = encoder, room_of(encoder)
        self._is_pooled = bool(encoder.identity.get("long"))
        self._tokens = self._beyond = 0

    def add(self, chunks: Iterable[Chunk]) -> Unseen:
        if self._room is not None and not self._is_pooled:
            for chunk in chunks:
                tokens = self._encoder.count_tokens(chunk.searched)
                self._tokens += tokens
                self._beyond += max(tokens - self._room, 0)
        return self

    @property
    def share(self) -> float | None:
        """The tokens beyond the limit, divided by all tokens; 0 where long chunks are pooled, None where the embedder
        names no limit."""
        return None if self._room is None else self._beyond / max(self._tokens, 1)


def unseen_words(share: float, limit: int | str = "") -> str:
    """What a share above MUCH means, and what helps."""
    read = f"the embedder reads {limit} tokens of a chunk" if limit else "the embedder reads the beginning of a chunk"
    return (
        f"{share:.0%} of the chunks' tokens are in no vector: {read}. Semantic search cannot find them; smaller chunks "
        "(chunking.chunk_size), embedder.long=pool, or a larger embedder.max_tokens where the model allows it, can"
    )
