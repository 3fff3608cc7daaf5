"""Text → vector: a sentence-embedding model in onnxruntime, mean-pooled and L2-normalised.

On one machine a vector is a function of its text, the model files, the precision and the token limit, bit for bit
(between machines, floating-point kernels may round differently): every text is a run of its own, unpadded, on one
thread. Dynamic int8 takes an activation's scale over the whole
tensor, so a batch or its padding would change the vectors of the texts in it. The cores are filled by texts
side by side instead, which is also faster than batches (docs/embedding.md). Source: sentence-transformers
(Reimers and Gurevych 2019).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.identity import code_digest
from pipeline.model_choice import ModelFiles, choose
from pipeline.settings import Embedder

Vector = np.ndarray[Any, np.dtype[np.float32]]
CODE = ("embedding.py", "minilm.py", "model_choice.py", "quantization.py")
INPUTS = {"input_ids", "attention_mask", "token_type_ids"}
# onnxruntime 1.31 computes its fused skip-and-normalise far slower than the two nodes it replaces
UNFUSED = ["SkipLayerNormFusion"]
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def open_encoder(settings: Embedder, models: Path) -> Encoder:
    """The encoder that `settings` names; `models` is the folder of converted models (.cache/models).

    Raises FileNotFoundError if the model is not set up or a file is missing, ValueError if a file is not what
    its manifest says, is no sentence-embedding model, or cannot take `max_tokens` tokens.
    """
    return Encoder(choose(settings, models), settings)


class Encoder:
    """One opened model. Safe to share between threads."""

    def __init__(self, files: ModelFiles, settings: Embedder) -> None:
        self._files = files
        self._prefix = settings.query_prefix
        self._tokenizer = _tokenizer(files.tokenizer)
        self._tokenizer.enable_truncation(settings.max_tokens)
        self._session = _session(files.graph)
        self._inputs = _inputs(self._session, files.graph)
        self._output = _output(self._session, files.graph)
        self.dimensions = self._probe(settings.max_tokens)
        # What decides the vector of a text that is stored; the query's prefix does not.
        self.identity: dict[str, Any] = {
            "model": files.sha256,
            "precision": settings.precision,
            "max_tokens": settings.max_tokens,
            "onnxruntime": version("onnxruntime"),
            "tokenizers": version("tokenizers"),
            "code": code_digest(*CODE),
        }

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vector:
        """Unit vectors of `texts`, float32 (n, dimensions). `progress` is told how many are done so far."""
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        pool = ThreadPoolExecutor(_cores(), "embed")
        try:
            for i, vector in enumerate(pool.map(self._vector, texts)):
                vectors[i] = vector
                if progress:
                    progress(i + 1)
        finally:
            pool.shutdown(cancel_futures=True)
        return vectors

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query, float32 (dimensions,), after the model's query prefix. Never cached."""
        return self._vector(self._prefix + text)

    def count_tokens(self, text: str) -> int:
        """Word-piece tokens of the whole text, special tokens not counted."""
        return len(self._uncut.encode(_encodable(text), add_special_tokens=False))

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Character offsets (start, exclusive end) of the word-piece tokens of the whole text."""
        spans: list[tuple[int, int]] = self._uncut.encode(_encodable(text), add_special_tokens=False).offsets
        return spans

    @cached_property
    def _uncut(self) -> Any:
        return _tokenizer(self._files.tokenizer)

    def _vector(self, text: str) -> Vector:
        return self._run(np.array([self._tokenizer.encode(_encodable(text)).ids]))

    def _run(self, ids: np.ndarray[Any, Any]) -> Vector:
        """Token ids (1, tokens) → unit vector (dimensions,)."""
        values = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        feed: dict[str, np.ndarray[Any, Any]] = {name: values[name].astype(kind) for name, kind in self._inputs.items()}
        output: Vector = self._session.run([self._output], feed)[0][0]
        pooled = output.mean(axis=0) if output.ndim == 2 else output
        unit: Vector = (pooled / max(float(np.linalg.norm(pooled)), 1e-12)).astype(np.float32)
        return unit

    def _probe(self, tokens: int) -> int:
        """Dimensions of the vectors, found by running a text of the greatest length there can be."""
        try:
            return len(self._run(np.zeros((1, tokens), np.int64)))
        except Exception as error:
            raise ValueError(
                f"{self._files.graph} fails on embedder.max_tokens={tokens} tokens ({error}); "
                "set it to what the model was trained with"
            ) from error


def _session(graph: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"], disabled_optimizers=UNFUSED
        )
    except Exception as error:
        raise ValueError(f"{graph} is no ONNX model that onnxruntime can open: {error}") from error


def _tokenizer(path: Path) -> Any:
    """The tokenizer of a tokenizer.json, without the truncation and padding it may come with."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:
        raise ValueError(f"{path} is no tokenizer.json: {error}") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _inputs(session: Any, graph: Path) -> dict[str, type[np.signedinteger[Any]]]:
    """Input name → integer type that the graph wants."""
    wanted: dict[str, type[np.signedinteger[Any]]] = {
        i.name: np.int32 if i.type == "tensor(int32)" else np.int64 for i in session.get_inputs()
    }
    if "input_ids" not in wanted or not wanted.keys() <= INPUTS:
        raise ValueError(
            f"{graph} takes {', '.join(wanted)}; a sentence-embedding model takes input_ids and at most "
            "attention_mask and token_type_ids"
        )
    return wanted


def _output(session: Any, graph: Path) -> str:
    names = [o.name for o in session.get_outputs()]
    for name in ("sentence_embedding", "last_hidden_state"):
        if name in names:
            return name
    raise ValueError(f"{graph} returns {', '.join(names)}; it must return last_hidden_state or sentence_embedding")


def _encodable(text: str) -> str:
    """The text with lone surrogates, which have no UTF-8, as U+FFFD; offsets stay what they are."""
    return LONE_SURROGATE.sub("\ufffd", text)


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS
    return len(affinity(0)) if affinity else os.cpu_count() or 1
