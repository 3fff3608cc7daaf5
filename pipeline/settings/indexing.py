"""Settings for the parts that are built once per corpus: pages, chunks and vectors."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.protocols import shown
from ragatta.pipeline.settings.checks import MOST_SECONDS, at_least, one_of, plain
from ragatta.pipeline.settings.server import ModelServer

LEAST_MEGABYTES = 128  # the interpreter and its largest parser take 60


class ChecksLanguage(Protocol):
    """The part of an OCR engine (pipeline/documents/ocr/) that the settings check uses."""

    def problems(self, language: str) -> list[str]:
        """Why it cannot read that language here, each fault with its fix; empty if it can."""


class ChecksEmbedder(Protocol):
    """The part of an embedder (pipeline/index/embedders/) that settings ask."""

    def problems(self, settings: Embedder) -> list[str]:
        """What is wrong with its settings, each fault with its fix; empty where nothing is."""


OCR_ENGINES = Kind("pipeline/documents/ocr", ChecksLanguage)
PARSERS = Kind("pipeline/documents/parsers", object)
CHUNKERS = Kind("pipeline/index/chunking", object)
EMBEDDERS = Kind("pipeline/index/embedders", ChecksEmbedder)


def lacking(key: str, part: Any) -> list[str]:
    """What a part needs that a setting names, where a package of it is not here."""
    here = all(find_spec(name) for name in getattr(part, "PACKAGES", ()))
    return [] if here else [f"{key} needs a package: {getattr(part, 'NEEDS', '')}"]


def stated(kind: Kind[Any], name: str, given: Any) -> list[str]:
    """The `problems` that a part states. Raises BrokenPart where these are no list of texts."""
    by = kind.load(name).problems
    found = by(given)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise kind.broken(name, f"problems returned {shown(found)}, not a list of texts", by)
    return found


@dataclass
class Parser:
    name: str = "pdfium"  # a file of pipeline/documents/parsers/
    shorten_leaders: bool = True  # dotted leaders to three dots, so that they do not fill the token limit
    ocr: str = "off"  # or a file of pipeline/documents/ocr/, which reads the pages that have no text layer
    ocr_language: str = "eng"  # as the OCR program names it; "eng+deu" reads both
    seconds: float = 20.0  # of processor time a document, and a fortieth of it more a page; a page a quarter
    megabytes: int = 1024  # of memory a process that reads documents

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = PARSERS.problems("parser.name", self.name) or self._of_the_parser()
        found += at_least("parser.seconds", self.seconds, 1, MOST_SECONDS)
        found += at_least("parser.megabytes", self.megabytes, LEAST_MEGABYTES)
        if unknown := one_of("parser.ocr", self.ocr, ("off", *OCR_ENGINES.names())):
            return found + unknown
        return found + (stated(OCR_ENGINES, self.ocr, self.ocr_language) if self.ocr != "off" else [])

    def _of_the_parser(self) -> list[str]:
        parser = PARSERS.load(self.name)
        found = lacking(f"parser.name={self.name}", parser)
        least = getattr(parser, "LEAST_MEGABYTES", 0)
        if self.megabytes < least:
            found.append(f"parser.megabytes ({self.megabytes}) must be at least {least} for parser.name={self.name}")
        return found

    def identity(self) -> dict[str, Any]:
        """The settings that can change a page's text. Limits are not among them: pages lost to a limit are recorded
        with the texts."""
        ocr = {"ocr": self.ocr, "ocr_language": self.ocr_language} if self.ocr != "off" else {}
        return {"name": self.name, "shorten_leaders": self.shorten_leaders, **ocr}


@dataclass
class Chunking:
    strategy: str = "document"  # a file of pipeline/index/chunking/: chunks span pages, or page: they do not
    chunk_size: int = 1000
    chunk_overlap: int = 200
    unit: str = "characters"  # or "tokens", counted by the embedder's tokenizer
    contextual: bool = False  # a model's note on each chunk, a call each, is searched together with its text
    context_model: str | None = None  # of the llm's server, for these notes; else the llm's own

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = CHUNKERS.problems("chunking.strategy", self.strategy) or self._of_the_chunker()
        found += one_of("chunking.unit", self.unit, ("characters", "tokens"))
        found += at_least("chunking.chunk_size", self.chunk_size, 1)
        found += at_least("chunking.chunk_overlap", self.chunk_overlap, 0)
        if self.chunk_overlap >= self.chunk_size:
            found.append(
                f"chunking.chunk_overlap ({self.chunk_overlap}) must be smaller than "
                f"chunking.chunk_size ({self.chunk_size})"
            )
        return found

    def identity(self) -> dict[str, Any]:
        """The settings that can change a chunk."""
        unread = () if self.contextual else ("contextual", "context_model")  # keys are those from before there was one
        return {key: value for key, value in plain(self).items() if key not in unread}

    def _of_the_chunker(self) -> list[str]:
        chunker = CHUNKERS.load(self.strategy)
        found = lacking(f"chunking.strategy={self.strategy}", chunker)
        if self.chunk_overlap and not getattr(chunker, "OVERLAPS", True):
            found.append(
                f"chunking.chunk_overlap ({self.chunk_overlap}) must be 0 for chunking.strategy={self.strategy}, whose "
                "chunks do not overlap"
            )
        return found


@dataclass
class Embedder:
    name: str = "minilm"  # as `make parts` lists them
    model_path: str | None = None  # a folder with model.onnx and tokenizer.json instead of the packaged model
    folder: str = ""  # of a sentence-transformers model, for onnx and sentence_transformers
    precision: str = "int8"  # or "fp32"
    max_tokens: int = 256  # that it reads of a text, as the model was trained; 0: as the model's own files say
    long: str = "cut"  # of a longer text only the beginning is embedded; pool: the mean of its windows
    query_prefix: str = ""  # some sentence-embedding models want an instruction before a query
    document_prefix: str = ""  # and some before a document's text
    server: ModelServer = field(default_factory=ModelServer)  # of an embedder that is one
    options: dict[str, Any] = field(default_factory=dict)  # more of the server's own, or of a package's embedder

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = one_of("embedder.precision", self.precision, ("int8", "fp32"))
        found += at_least("embedder.max_tokens", self.max_tokens or 8, 8)
        found += one_of("embedder.long", self.long, ("cut", "pool"))
        found += self.server.problems("embedder.server")
        unknown = EMBEDDERS.problems("embedder.name", self.name)
        return found + (unknown or stated(EMBEDDERS, self.name, self))
