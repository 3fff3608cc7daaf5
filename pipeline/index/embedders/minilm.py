"""The packaged all-MiniLM-L6-v2, or with embedder.model_path a folder with an ONNX model that is mean-pooled."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ragatta.pipeline.index.embedder import Opening
from ragatta.pipeline.index.embedders._onnx import OnnxModel
from ragatta.pipeline.index.embedding.encoder import Encoder

if TYPE_CHECKING:
    from ragatta.pipeline.index.embedding.onnx_encoder import OnnxEncoder


@dataclass(frozen=True)
class MiniLM(OnnxModel):
    """As the module says."""

    model_path: str | None = None  # a folder with model.onnx and tokenizer.json instead of the packaged model

    def open(self, opening: Opening) -> Encoder:
        """As Embedder says."""
        return open_encoder(self, opening.models)

    def problems(self) -> list[str]:
        return [*super().problems(), *self.least(max_tokens=8)]


def open_encoder(settings: MiniLM, models: Path) -> OnnxEncoder:
    """The encoder of these settings; `models` is the folder of converted models (.cache/models).

    Raises FileNotFoundError if the model is not set up or a file is missing, ValueError if a file is not what
    its manifest says, is no sentence-embedding model, or cannot take `max_tokens` tokens.
    """
    from ragatta.pipeline.index.embedding.model_choice import choose
    from ragatta.pipeline.index.embedding.onnx_encoder import OnnxEncoder

    is_known = settings.model_path is None and settings.max_tokens <= MiniLM.max_tokens
    files = choose(settings.model_path, settings.precision, models)
    encoder = OnnxEncoder(files, settings, probed=1 if is_known else 0)  # one token tells the dimensions
    return encoder if is_known else encoder.tried()
