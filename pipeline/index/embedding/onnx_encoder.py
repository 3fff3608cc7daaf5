"""Text → vector: a sentence-embedding model in onnxruntime, pooled (by the mean unless told otherwise) and
L2-normalised.

On one machine a vector is a function of its text, the model files, the precision and the token limit, bit for bit
(between machines, floating-point kernels may round differently): every text is encoded alone, unpadded, on one thread.
In a batch, dynamic int8 would scale each activation over all its texts and their padding, so a vector would depend on
the other texts. Instead the cores work on texts in parallel, which is also faster than batches (docs/parts.md).
Source: sentence-transformers (Reimers and Gurevych 2019)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ragatta.pipeline.index.embedding.encoder import Vector
from ragatta.pipeline.index.embedding.model_choice import ModelFiles
from ragatta.pipeline.index.embedding.onnx_session import Feed, cores, encodable, open_session, open_tokenizer
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.plugins.identity import code_digest

if TYPE_CHECKING:  # a setting that is added makes no vector another one
    from ragatta.pipeline.index.embedders._onnx import OnnxModel

TOKEN_VECTORS = ("last_hidden_state", "token_embeddings")
Pool = Callable[[Vector], Vector]


def mean(tokens: Vector) -> Vector:
    """The mean of the tokens' vectors (tokens, d)."""
    pooled: Vector = tokens.mean(axis=0)
    return pooled


@dataclass(frozen=True)
class Graph:
    """An opened model: the names of its outputs are of one vector a text, or one a token that is pooled, and of the
    tokens' vectors, if it gives them."""

    session: Any
    feed: Feed
    output: str
    token_output: str | None


class OnnxEncoder:
    """A model's files, an `Encoder`, which are opened when the first text is read: most commands only ask what the
    vectors are of. `pool` makes one vector of those of the tokens (tokens, d), unless the graph does; None says that
    the graph has to. Raises ValueError for files that are no such model."""

    def __init__(
        self, files: ModelFiles, settings: OnnxModel, pool: Pool | None = mean, lower: bool = False, probed: int = 0
    ) -> None:
        """`lower`: texts in lower case. `probed`: the length in tokens that is tried, max_tokens if 0."""
        self._files, self._pool, self._lower = files, pool, lower
        self._prefix, self._document_prefix = settings.query_prefix, settings.document_prefix
        self._max_tokens, self._probed = settings.max_tokens, probed or settings.max_tokens
        # What decides the vector of a text that is stored; the query's prefix does not.
        self.identity: dict[str, Any] = {
            "model": files.sha256,
            "precision": settings.precision,
            "max_tokens": settings.max_tokens,
            "onnxruntime": version("onnxruntime"),
            "tokenizers": version("tokenizers"),
            "code": code_digest(__name__),
            **({"document_prefix": self._document_prefix} if self._document_prefix else {}),
        }

    def tried(self) -> Self:
        """The same, after a trial: of files that nobody has checked. Raises ValueError."""
        if not self.dimensions:
            raise ValueError(f"{self._files.graph} makes empty vectors")
        return self

    @cached_property
    def dimensions(self) -> int:
        """Of the vectors, from a trial run with the longest possible text."""
        self._graph, self._tokenizer  # noqa: B018 - what is wrong with the files themselves is said first
        try:
            return len(self._run(np.zeros((1, self._probed), np.int64)))
        except Exception as error:
            raise ValueError(
                f"{self._files.graph} fails on embedder.max_tokens={self._probed} tokens ({error}); "
                "set it to what the model was trained with"
            ) from error

    @cached_property
    def _tokenizer(self) -> Any:
        tokenizer = open_tokenizer(self._files.tokenizer)
        tokenizer.enable_truncation(self._max_tokens)
        return tokenizer

    @cached_property
    def _graph(self) -> Graph:
        session = open_session(self._files.graph)
        feed = Feed(session, self._files.graph, "a sentence-embedding model")
        return Graph(session, feed, *_outputs(session, self._files.graph, self._pool is not None))

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vector:
        """Unit vectors of `texts`, float32 (n, dimensions). `progress` is told how many are done so far."""
        vectors = side_by_side(lambda text: self._vector(self._document_prefix + text), texts, cores(), progress)
        return np.array(vectors, np.float32).reshape(len(texts), self.dimensions)

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query, float32 (dimensions,), after the model's query prefix. Never cached."""
        return self._vector(self._prefix + text)

    def token_vectors(self, texts: Sequence[str]) -> list[Vector]:
        """The unit vectors of each text's word pieces, float32 (tokens, dimensions), without special tokens.

        A text over the token limit is read in pieces of that length, so that none of its tokens is missing. Raises
        ValueError for a model that gives one vector a text.
        """
        return side_by_side(lambda text: self._token_vectors(self._document_prefix + text), texts, cores())

    def query_token_vectors(self, text: str) -> Vector:
        """The same for a query, after the model's query prefix. Never cached."""
        return self._token_vectors(self._prefix + text)

    def count_tokens(self, text: str) -> int:
        """Word-piece tokens of the whole text, special tokens not counted."""
        return len(self._uncut.encode(encodable(text), add_special_tokens=False))

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Character offsets (start, exclusive end) of the word-piece tokens of the whole text."""
        spans: list[tuple[int, int]] = self._uncut.encode(encodable(text), add_special_tokens=False).offsets
        return spans

    @cached_property
    def _uncut(self) -> Any:
        return open_tokenizer(self._files.tokenizer)

    def _vector(self, text: str) -> Vector:
        text = text.lower() if self._lower else text
        return self._run(np.array([self._tokenizer.encode(encodable(text)).ids]))

    def _run(self, ids: np.ndarray[Any, Any]) -> Vector:
        """Token ids (1, tokens) → unit vector (dimensions,)."""
        graph = self._graph
        output: Vector = graph.session.run([graph.output], graph.feed(ids))[0][0]
        return unit(self._pool(output) if self._pool and output.ndim == 2 else output)

    def _token_vectors(self, text: str) -> Vector:
        graph = self._graph
        if graph.token_output is None:
            raise ValueError(f"{self._files.graph} returns no last_hidden_state: it has no vectors of tokens")
        first = self._tokenizer.encode(encodable(text))
        found = []
        for piece in (first, *first.overflowing):
            states = graph.session.run([graph.token_output], graph.feed(np.array([piece.ids])))[0][0]
            found.append(states[np.array(piece.special_tokens_mask) == 0])
        return unit(np.concatenate(found))


def unit(vectors: Vector) -> Vector:
    """Vectors along the last axis, scaled to length 1."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Vector = (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)
    return unit


def _outputs(session: Any, graph: Path, pooled: bool) -> tuple[str, str | None]:
    """The names of the outputs: the text's vector, or the vectors that it is pooled from; and the tokens' vectors, if
    the model gives them."""
    names = [o.name for o in session.get_outputs()]
    tokens = next((name for name in TOKEN_VECTORS if name in names), None)
    for name in ("sentence_embedding", *(TOKEN_VECTORS if pooled else ())):
        if name in names:
            return name, tokens
    wanted = "last_hidden_state or sentence_embedding" if pooled else "sentence_embedding"
    raise ValueError(f"{graph} returns {', '.join(names)}; it must return {wanted}")
