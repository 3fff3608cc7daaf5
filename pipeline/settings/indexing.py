"""Settings of what is built once for a corpus: pages, chunks and vectors."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline import techniques
from pipeline.settings.checks import at_least, one_of


@dataclass
class Parser:
    name: str = "pdfium"  # a file of pipeline/parsers/
    shorten_leaders: bool = True  # dotted leaders to three dots, so that they do not fill the token limit

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        return one_of("parser.name", self.name, techniques.names("parsers"))


@dataclass
class Chunking:
    strategy: str = "document"  # a file of pipeline/chunking/: chunks span pages, or page: they do not
    chunk_size: int = 1000
    chunk_overlap: int = 200
    unit: str = "characters"  # or "tokens", counted by the embedder's tokenizer

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = one_of("chunking.strategy", self.strategy, techniques.names("chunking"))
        found += one_of("chunking.unit", self.unit, ("characters", "tokens"))
        found += at_least("chunking.chunk_size", self.chunk_size, 1)
        found += at_least("chunking.chunk_overlap", self.chunk_overlap, 0)
        if self.chunk_overlap >= self.chunk_size:
            found.append(
                f"chunking.chunk_overlap ({self.chunk_overlap}) must be smaller than "
                f"chunking.chunk_size ({self.chunk_size})"
            )
        return found


@dataclass
class Embedder:
    name: str = "minilm"
    model_path: str | None = None  # a folder with model.onnx and tokenizer.json instead of the packaged model
    precision: str = "int8"  # or "fp32"
    max_tokens: int = 256  # longer texts are cut, as the model was trained
    query_prefix: str = ""  # some sentence-embedding models want an instruction before a query

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = one_of("embedder.precision", self.precision, ("int8", "fp32"))
        return found + at_least("embedder.max_tokens", self.max_tokens, 8)
