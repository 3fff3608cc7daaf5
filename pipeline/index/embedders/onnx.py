"""Any sentence-transformers folder with an ONNX export: embedder.folder. No torch.

Pooling, length limit, prompts and tokenizer are those of the folder's own files; vectors are compared by cosine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ragatta.pipeline.index.embedder import Opening
from ragatta.pipeline.index.embedders._onnx import OnnxModel
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.plugins.identity import file_digest

NEEDS = "a folder at embedder.folder with model.onnx and tokenizer.json"
USUAL = 512  # tokens, where neither a file nor a setting says how many
TRIED = 512  # tokens that are run at once to see whether the model can


@dataclass(frozen=True)
class OnnxFolder(OnnxModel):
    """Where `max_tokens` is 0, the folder's own files say it."""

    folder: str = ""
    precision: str = "fp32"
    max_tokens: int = 0

    def open(self, opening: Opening) -> Encoder:
        """A prompt of the folder is used where the setting of that prefix is empty. Raises as Embedder says."""
        from ragatta.pipeline.index.embedding.model_choice import hashed
        from ragatta.pipeline.index.embedding.onnx_encoder import OnnxEncoder
        from ragatta.pipeline.index.embedding.sentence_folder import read_folder

        folder = read_folder(Path(self.folder), self.precision)
        files = hashed(folder.graph, folder.tokenizer, self.precision, opening.models)
        tokens = self.max_tokens or folder.max_tokens or USUAL
        model = replace(
            self,
            max_tokens=tokens,
            query_prefix="" if self.query_prefix else folder.query_prompt,
            document_prefix="" if self.document_prefix else folder.document_prompt,
        )
        probed = tokens if self.max_tokens else min(tokens, TRIED)
        encoder = OnnxEncoder(files, model, folder.pool, folder.lower, probed)
        encoder.identity["files"] = {at.relative_to(self.folder).as_posix(): file_digest(at) for at in folder.read}
        return encoder.tried()

    def problems(self) -> list[str]:
        from ragatta.pipeline.index.embedding.sentence_folder import read_folder

        found = super().problems()
        if self.max_tokens:
            found += self.least(max_tokens=8)
        if not self.folder:
            return [*found, "embedder.folder: name a sentence-transformers folder with an ONNX export"]
        try:
            read_folder(Path(self.folder), self.precision)
        except (OSError, ValueError) as error:
            return [*found, str(error)]
        return found
