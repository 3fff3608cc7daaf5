"""A model folder in the package sentence-transformers, which brings torch: embedder.folder.

Its own prompts named query and document (or passage) are used where embedder.query_prefix and document_prefix are
empty. Source: Reimers and Gurevych 2019, "Sentence-BERT".
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ragatta.pipeline.index.embedder import Embedder, Embedding, Opening, Progress
from ragatta.pipeline.plugins.identity import file_digest

NEEDS = "pip install sentence-transformers (2 GB with torch), and a model folder at embedder.folder"
PACKAGES = ("sentence_transformers",)


@dataclass(frozen=True)
class SentenceTransformersFolder(Embedder):
    """Where `max_tokens` is 0, the model's own files say it."""

    folder: str = ""
    max_tokens: int = 0

    def open(self, opening: Opening) -> Embedding:  # noqa: ARG002
        """As Embedder says."""
        return SentenceTransformers(self)

    def problems(self) -> list[str]:
        found = super().problems() + (self.least(max_tokens=8) if self.max_tokens else [])
        if not self.folder or not Path(self.folder).is_dir():
            found.append(f"embedder.folder: no such folder: {self.folder or '(empty)'}; set it to a model's")
        return found


class SentenceTransformers:
    """An `Embedding`. The model runs on one text batch at a time: torch fills the cores itself."""

    def __init__(self, settings: SentenceTransformersFolder) -> None:
        from sentence_transformers import SentenceTransformer

        folder = Path(settings.folder)
        self._model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
        if settings.max_tokens:
            self._model.max_seq_length = settings.max_tokens
        prompts: Mapping[str, str] = self._model.prompts or {}
        self._query = "" if settings.query_prefix else prompts.get("query", "")
        own = prompts.get("document", prompts.get("passage", ""))
        self._document = "" if settings.document_prefix else own
        self._alone = threading.Lock()
        if getattr(getattr(self._model, "tokenizer", None), "is_fast", False):  # others give no offsets
            self.token_spans = self._token_spans
        files = sorted(file for file in folder.rglob("*") if file.is_file() and not _is_hidden(file, folder))
        self.identity = {
            "model": {file.relative_to(folder).as_posix(): file_digest(file) for file in files},
            "max_tokens": self._model.max_seq_length,
            "versions": {name: _version(name) for name in ("sentence-transformers", "transformers", "torch")},
        }

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Any:
        """As the protocol says."""
        with self._alone:
            found = self._model.encode([self._document + text for text in texts], prompt="", show_progress_bar=False)
        if progress:
            progress(len(texts))
        return found

    def embed_query(self, text: str) -> Any:
        """As the protocol says."""
        with self._alone:
            return self._model.encode([self._query + text], prompt="", show_progress_bar=False)[0]

    def _token_spans(self, text: str) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = self._model.tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True
        )["offset_mapping"]
        return found


def _is_hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
