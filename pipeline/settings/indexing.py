"""Settings for the parts that are built once per corpus: pages, chunks and vectors."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.protocols import brief_value
from ragatta.pipeline.settings.checks import MOST_SECONDS, at_least, one_of

LEAST_MEGABYTES = 128  # the interpreter and its largest parser take 60


class ChecksLanguage(Protocol):
    """The part of an OCR engine (pipeline/documents/ocr/) that the settings check uses."""

    def problems(self, language: str) -> list[str]:
        """Why it cannot read that language here, each fault with its fix; empty if it can."""


OCR_ENGINES = Kind("pipeline/documents/ocr", ChecksLanguage)
PARSERS = Kind("pipeline/documents/parsers", object)


def lacking(key: str, part: Any) -> list[str]:
    """What a part needs that a setting names, where a package of it is not here."""
    here = all(find_spec(name) for name in getattr(part, "PACKAGES", ()))
    return [] if here else [f"{key} needs a package: {getattr(part, 'NEEDS', '')}"]


def stated(kind: Kind[Any], name: str, given: Any) -> list[str]:
    """The `problems` that a part states. Raises BrokenPart where these are no list of texts."""
    by = kind.load(name).problems
    found = by(given)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise kind.broken(name, f"problems returned {brief_value(found)}, not a list of texts", by)
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
