"""Any sentence-transformers folder with an ONNX export: embedder.folder. No torch.

Pooling, length limit, prompts and tokenizer are those of the folder's own files; vectors are compared by cosine.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ragatta.pipeline.identity import file_digest
from ragatta.pipeline.index.embedder import Embedding, Opening
from ragatta.pipeline.index.embedding.model_choice import hashed
from ragatta.pipeline.index.embedding.onnx_encoder import OnnxEncoder
from ragatta.pipeline.index.embedding.sentence_folder import read_folder
from ragatta.pipeline.settings.indexing import Embedder

NEEDS = "a folder at embedder.folder with model.onnx and tokenizer.json"
PROBED = False  # the files say it
USUAL = 512  # tokens, where neither a file nor a setting says how many
TRIED = 512  # tokens that are run at once to see whether the model can


def problems(settings: Embedder) -> list[str]:
    """As the protocol says."""
    if not settings.folder:
        return ["embedder.folder: name a sentence-transformers folder with an ONNX export"]
    try:
        read_folder(Path(settings.folder), settings.precision)
    except (OSError, ValueError) as error:
        return [str(error)]
    return []


def open_embedder(settings: Embedder, opening: Opening) -> Embedding:
    """A prompt of the folder is used where the setting of that prefix is empty. Raises as the protocol says."""
    folder = read_folder(Path(settings.folder), settings.precision)
    files = hashed(folder.graph, folder.tokenizer, settings.precision, opening.models)
    tokens = settings.max_tokens or folder.max_tokens or USUAL
    own = replace(
        settings,
        max_tokens=tokens,
        query_prefix="" if settings.query_prefix else folder.query_prompt,
        document_prefix="" if settings.document_prefix else folder.document_prompt,
    )
    probed = tokens if settings.max_tokens else min(tokens, TRIED)
    encoder = OnnxEncoder(files, own, folder.pool, folder.lower, probed)
    encoder.identity["files"] = {at.relative_to(settings.folder).as_posix(): file_digest(at) for at in folder.read}
    return encoder
