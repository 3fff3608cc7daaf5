"""Finds the model files for an embedder's settings: the packaged MiniLM, or a user's folder.

Every file is checked or hashed here, so that `ModelFiles.sha256` describes what is really opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ragatta.pipeline.index.embedding.minilm import model_folder
from ragatta.pipeline.index.embedding.model_files import manifest_digests, publish, sealed, verified
from ragatta.pipeline.index.embedding.quantization import quantize
from ragatta.pipeline.plugins.identity import code_digest, digest, file_digest, short


@dataclass(frozen=True)
class ModelFiles:
    graph: Path
    tokenizer: Path
    sha256: Mapping[str, str]  # file name → SHA-256


def choose(model_path: str | None, precision: str, models: Path) -> ModelFiles:
    """The model files: those of the folder `model_path`, or the packaged ones. `models` is the folder of converted and
    quantised models."""
    if model_path is not None:
        return _own(Path(model_path), precision, models)
    folder = model_folder(models)
    if not folder.is_dir():
        raise FileNotFoundError(f"the embedding model is not set up: {folder} is missing; the next command makes it")
    return converted(folder, precision)


def converted(folder: Path, precision: str) -> ModelFiles:
    """The model files in a folder that `bert.write_model` wrote."""
    graph = f"{precision}.onnx"
    return ModelFiles(folder / graph, folder / "tokenizer.json", _checked(folder, graph, "tokenizer.json"))


def _checked(folder: Path, *names: str) -> dict[str, str]:
    """Name → SHA-256 of the files in a folder that Ragatta wrote, after checking them against its manifest."""
    known = manifest_digests(folder)
    wanted = {name: known[name] for name in names}
    verified(folder, wanted)
    return wanted


def _own(folder: Path, precision: str, models: Path) -> ModelFiles:
    """A user's sentence-embedding model: model.onnx, tokenizer.json and, if there is one, model_int8.onnx."""
    if not folder.is_dir():
        raise FileNotFoundError(f"embedder.model_path: no such folder: {folder}")
    tokenizer, graph = folder / "tokenizer.json", folder / "model.onnx"
    if precision == "int8" and (folder / "model_int8.onnx").is_file():
        graph = folder / "model_int8.onnx"
    for path in (graph, tokenizer):
        if not path.is_file():
            raise FileNotFoundError(f"embedder.model_path: {path} is missing")
    return hashed(graph, tokenizer, precision, models)


def hashed(graph: Path, tokenizer: Path, precision: str, models: Path) -> ModelFiles:
    """The files of a user's model; with precision int8 the graph is quantised unless its name says that it is."""
    # weights over 2 GB lie in files beside the graph, such as model.onnx_data
    sha256 = {path.name: file_digest(path) for path in [tokenizer, *sorted(graph.parent.glob(f"{graph.name}*"))]}
    if precision == "int8" and graph.name == "model.onnx":
        quantised = _quantised(graph, sha256, models)
        sha256 |= _checked(quantised, "int8.onnx")
        graph = quantised / "int8.onnx"
    return ModelFiles(graph, tokenizer, sha256)


def _quantised(graph: Path, sha256: Mapping[str, str], models: Path) -> Path:
    """The folder below `models` with the int8 form of a user's graph, made at first use."""
    recipe = code_digest("ragatta.pipeline.index.embedding.quantization")
    folder = models / f"own-{short(digest({'source': sha256, 'recipe': recipe}))}"
    if not folder.is_dir():
        with publish(folder) as building:
            quantize(graph, building / "int8.onnx")
            sealed(building, {"source": dict(sha256)})
    return folder
