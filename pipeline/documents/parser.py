"""A parser: reads the text of a PDF's pages. One a file of parsers/."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from ragatta.pipeline.documents.ocr.none import NoOcr
from ragatta.pipeline.documents.ocr_engine import OCR_ENGINES, Ocr
from ragatta.pipeline.documents.parsers._text import OpenedDocument
from ragatta.pipeline.plugins.checks import MOST_SECONDS, at_least, plain
from ragatta.pipeline.plugins.technique import Technique, Techniques, apart


@dataclass(frozen=True)
class Parser(Technique):
    """`ocr` is handed to it: it reads the pages that have no text layer."""

    KEY: ClassVar[str] = "parser"
    LIBRARY: ClassVar[str] = ""  # the distribution that reads, whose version counts
    VARIABLES: ClassVar[tuple[str, ...]] = ()  # of the environment, that its process needs
    LEAST_MEGABYTES: ClassVar[int] = 128  # the interpreter and a usual parser take 60
    shorten_leaders: bool = True  # dotted leaders to three dots, so that they do not fill the token limit
    # Of processor time a document, and a fortieth of it more a page; a page may take a quarter.
    seconds: float = apart(default=20.0)
    megabytes: int = apart(default=1024)  # of memory a process that reads documents
    ocr: Ocr = field(default_factory=NoOcr)

    @abstractmethod
    def open(self, path: Path, password: str = "") -> OpenedDocument:
        """Raises Encrypted, or Unreadable with the reason."""

    @classmethod
    def handed(cls) -> tuple[str, ...]:
        return ("ocr",)

    @property
    def identity(self) -> dict[str, Any]:
        """The settings that can change a page's text. Limits are not among them: pages lost to a limit are recorded
        with the texts."""
        found = super().identity
        return found if self.ocr.READS else {name: value for name, value in found.items() if name != "ocr"}

    def reading(self) -> dict[str, Any]:
        """Those of them that change the text as it is read from a page that has some."""
        return {name: value for name, value in self.identity.items() if name not in ("ocr", "shorten_leaders")}

    @property
    def key(self) -> list[Any]:
        """All settings, limits and OCR included, as JSON values."""
        return [plain(self), plain(self.ocr)]

    def problems(self) -> list[str]:
        found = self.lacking() + at_least("parser.seconds", self.seconds, 1, MOST_SECONDS)
        return found + at_least("parser.megabytes", self.megabytes, self.LEAST_MEGABYTES)


PARSERS = Techniques("parsers", Parser)


def parser_of(config: Mapping[str, Any]) -> Parser:
    """The parser of a configuration as it is written. Raises ValueError for an unknown one, TypeError for settings that
    it does not have."""
    return PARSERS.written({**config["parser"], "ocr": OCR_ENGINES.written(config["ocr"])})
