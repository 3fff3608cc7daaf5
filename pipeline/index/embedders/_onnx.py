"""What embedders have in common whose model runs here, as an ONNX graph."""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.pipeline.index.embedder import Embedder


@dataclass(frozen=True)
class OnnxModel(Embedder):
    """`max_tokens` are read of a text."""

    precision: str = "int8"  # or "fp32"
    max_tokens: int = 256

    def problems(self) -> list[str]:
        return [*super().problems(), *self.among("precision", "int8", "fp32")]
