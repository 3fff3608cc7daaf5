"""Opens ONNX text models: a single-threaded session, a tokenizer and the inputs of the graph.

Each text is encoded alone, and the cores work on texts in parallel, so that a result depends on its text only (see
onnx_encoder.py)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

Item = TypeVar("Item")
Result = TypeVar("Result")
Tokens = np.ndarray[Any, Any]  # integers, shape (1, tokens)
INPUTS = {"input_ids", "attention_mask", "token_type_ids", "position_ids"}
# onnxruntime 1.31 computes its fused skip-and-normalise far slower than the two nodes it replaces
UNFUSED = ["SkipLayerNormFusion"]
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def open_session(graph: Path) -> Any:
    """An onnxruntime session. Raises ValueError if the file is not a model."""
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
        raise ValueError(f"{graph} is not an ONNX model that onnxruntime can open: {error}") from error


def open_tokenizer(path: Path) -> Any:
    """The tokenizer of a tokenizer.json, without its settings for truncation and padding. Raises ValueError."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:
        raise ValueError(f"{path} is not a tokenizer.json: {error}") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


class Feed:
    """Turns token ids into a graph's inputs. Raises ValueError if the graph takes inputs other than INPUTS; `kind`
    names the wanted kind of model in the message."""

    def __init__(self, session: Any, graph: Path, kind: str) -> None:
        self._wanted: dict[str, type[np.signedinteger[Any]]] = {
            i.name: np.int32 if i.type == "tensor(int32)" else np.int64 for i in session.get_inputs()
        }
        if "input_ids" not in self._wanted or not self._wanted.keys() <= INPUTS:
            raise ValueError(
                f"{graph} takes {', '.join(self._wanted)}; {kind} takes input_ids and at most "
                "attention_mask, token_type_ids and position_ids"
            )

    def __call__(self, ids: Tokens, types: Tokens | None = None) -> Mapping[str, Tokens]:
        """The inputs for one text without padding; `types` are the token types (None: all 0)."""
        values = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids) if types is None else types,
            "position_ids": np.broadcast_to(np.arange(ids.shape[1]), ids.shape),
        }
        return {name: values[name].astype(kind) for name, kind in self._wanted.items()}


def encodable(text: str) -> str:
    """The text with lone surrogates, which UTF-8 cannot encode, replaced by U+FFFD; offsets do not change."""
    return LONE_SURROGATE.sub("\ufffd", text)


def cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS
    return len(affinity(0)) if affinity else os.cpu_count() or 1
