"""What the files of a sentence-transformers folder say about how its model is used.

modules.json lists the modules; the pooling, the length limit and the prompts stand in files of their own. Source:
sentence-transformers 5, `SentenceTransformer.save` and `models.Pooling`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ragatta.pipeline.index.embedding.encoder import Vector
from ragatta.pipeline.index.embedding.onnx_encoder import Pool, mean

LONGEST = 1_000_000  # tokens; tokenizers write 10^30 for no limit
GRAPHS = ("onnx/model.onnx", "model.onnx")
INT8 = ("onnx/model_int8.onnx", "onnx/model_quantized.onnx", "model_int8.onnx", "model_quantized.onnx")
READ = (
    "modules.json", "config_sentence_transformers.json", "sentence_bert_config.json", "tokenizer_config.json",
    "config.json",
)  # fmt: skip


def _weighted(tokens: Vector) -> Vector:
    weights = np.arange(1, len(tokens) + 1, dtype=np.float32)
    found: Vector = weights @ tokens / weights.sum()
    return found


_MODES: Mapping[str, Pool] = {  # in the order in which several are joined
    "cls_token": lambda tokens: tokens[0],
    "max_tokens": lambda tokens: tokens.max(axis=0),
    "mean_tokens": mean,
    "mean_sqrt_len_tokens": lambda tokens: tokens.sum(axis=0) / np.sqrt(len(tokens)),
    "weightedmean_tokens": _weighted,
    "lasttoken": lambda tokens: tokens[-1],
}


@dataclass(frozen=True)
class SentenceFolder:
    """`pooling` are the modes of 1_Pooling, joined; None where a module behind it is not known here, so that the graph
    has to return the whole model's vector. `max_tokens` is 0 where no file says it."""

    graph: Path
    tokenizer: Path
    pooling: tuple[str, ...] | None
    max_tokens: int
    lower: bool
    query_prompt: str
    document_prompt: str
    read: tuple[Path, ...]  # the files that this was read from

    @property
    def pool(self) -> Pool | None:
        """Makes one vector of those of the tokens."""
        if self.pooling is None:
            return None
        modes = [_MODES[mode] for mode in self.pooling]
        return lambda tokens: np.concatenate([mode(tokens) for mode in modes])


def read_folder(folder: Path, precision: str) -> SentenceFolder:
    """Reads a folder. Raises FileNotFoundError and ValueError naming embedder.folder and the file."""
    if not folder.is_dir():
        raise FileNotFoundError(f"embedder.folder: no such folder: {folder}")
    graphs = (*(INT8 if precision == "int8" else ()), *GRAPHS)
    graph = next((folder / name for name in graphs if (folder / name).is_file()), None)
    if graph is None:
        raise FileNotFoundError(
            f"embedder.folder: no model.onnx in {folder} (looked for {', '.join(graphs)}); export one with "
            "`optimum-cli export onnx --library sentence_transformers -m FOLDER FOLDER/onnx`"
        )
    tokenizer = next((at for at in (folder / "tokenizer.json", graph.parent / "tokenizer.json") if at.is_file()), None)
    if tokenizer is None:
        raise FileNotFoundError(
            f"embedder.folder: no tokenizer.json in {folder}; save the model's fast tokenizer there"
        )
    modules = _json(folder / "modules.json", [])
    pooling_file, known = _pooling_file(folder, modules)
    pooling = _modes(pooling_file)
    prompts = _json(folder / "config_sentence_transformers.json", {}).get("prompts") or {}
    bert = _json(folder / "sentence_bert_config.json", {})
    return SentenceFolder(
        graph=graph,
        tokenizer=tokenizer,
        pooling=pooling if known else None,
        max_tokens=_limit(folder, bert),
        lower=bool(bert.get("do_lower_case")),
        query_prompt=str(prompts.get("query", "")),
        document_prompt=str(prompts.get("document", prompts.get("passage", ""))),
        read=tuple(at for at in (*(folder / name for name in READ), pooling_file) if at.is_file()),
    )


def _pooling_file(folder: Path, modules: Sequence[Mapping[str, Any]]) -> tuple[Path, bool]:
    """The settings of the module Pooling, and whether the vector is ready behind it, but for its length."""
    kinds = [str(module.get("type", "")).rpartition(".")[2] for module in modules]
    paths = [str(module.get("path", "")) for module, kind in zip(modules, kinds, strict=True) if kind == "Pooling"]
    return folder / (paths[0] if paths else "1_Pooling") / "config.json", {*kinds} <= {
        "Transformer", "Pooling", "Normalize",
    }  # fmt: skip


def _modes(file: Path) -> tuple[str, ...]:
    """The pooling modes; the mean where there is no file, as sentence-transformers does."""
    pooling = _json(file, {"pooling_mode_mean_tokens": True})
    if pooling.get("include_prompt") is False:
        raise ValueError(f"embedder.folder: {file}: include_prompt=false is not supported; use sentence_transformers")
    one = pooling.get("pooling_mode")
    names = {"cls": "cls_token", "max": "max_tokens", "mean": "mean_tokens", "weightedmean": "weightedmean_tokens",
             "mean_sqrt_len": "mean_sqrt_len_tokens"}  # fmt: skip
    chosen = {names.get(name, name) for name in ([one] if isinstance(one, str) else one or ())}
    chosen |= {
        key.removeprefix("pooling_mode_") for key, on in pooling.items() if on is True and "pooling_mode_" in key
    }
    if not chosen or not chosen <= {*_MODES}:
        raise ValueError(f"embedder.folder: {file}: pooling {sorted(chosen)} is not one of {', '.join(_MODES)}")
    return tuple(mode for mode in _MODES if mode in chosen)


def _limit(folder: Path, bert: Mapping[str, Any]) -> int:
    limits = (
        bert.get("max_seq_length"),
        _json(folder / "tokenizer_config.json", {}).get("model_max_length"),
        _json(folder / "config.json", {}).get("max_position_embeddings"),
    )
    return next((int(tokens) for tokens in limits if isinstance(tokens, int | float) and 0 < tokens < LONGEST), 0)


def _json(file: Path, empty: Any) -> Any:
    """What a file holds, `empty` where there is none. Raises ValueError for one of another kind."""
    if not file.is_file():
        return empty
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"embedder.folder: {file} is not JSON: {error}") from error
    if not isinstance(found, type(empty)):
        raise ValueError(f"embedder.folder: {file} holds {type(found).__name__}; expected {type(empty).__name__}")
    return found
