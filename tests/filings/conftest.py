"""The default seed's dataset, generated once, and its pages as both parsers read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
import yaml

from filings.build import generate
from filings.documents.library import Library, write_library
from filings.facts import Facts, draw_facts
from filings.questions.collection import all_questions
from generating.gold import Gold
from tests.standins.once import made_once

SEED = 7
Drawn = tuple[Facts, Library, list[Gold]]


def normal(text: str) -> str:
    """White space as single spaces; pdfium's mark for a hyphen at the end of a line as a hyphen."""
    return re.sub(r"\s+", " ", text.replace("\ufffe", "-")).strip()


@dataclass
class Parsed:
    """Page texts by file and number, read when they are first asked for."""

    folder: Path
    pdfium: dict[str, pypdfium2.PdfDocument] = field(default_factory=dict)
    pypdf: dict[str, pypdf.PdfReader] = field(default_factory=dict)
    pages: dict[tuple[str, str, int], str] = field(default_factory=dict)

    def page(self, parser: str, file: str, number: int) -> str:
        key = (parser, file, number)
        if key not in self.pages:
            self.pages[key] = normal(self.read(parser, file, number))
        return self.pages[key]

    def read(self, parser: str, file: str, number: int) -> str:
        path = self.folder / "pdfs" / file
        if parser == "pypdf":
            reader = self.pypdf.setdefault(file, pypdf.PdfReader(path))
            return reader.pages[number - 1].extract_text()
        document = self.document(file)
        return str(document[number - 1].get_textpage().get_text_range())

    def document(self, file: str) -> pypdfium2.PdfDocument:
        if file not in self.pdfium:
            self.pdfium[file] = pypdfium2.PdfDocument(self.folder / "pdfs" / file)
        return self.pdfium[file]

    def files(self) -> list[str]:
        pdfs = self.folder / "pdfs"
        return sorted(path.relative_to(pdfs).as_posix() for path in pdfs.rglob("*.pdf"))

    def everything(self) -> str:
        """All text of all pages as pdfium reads it, in lower case."""
        return " ".join(
            self.page("pdfium", file, number + 1) for file in self.files() for number in range(len(self.document(file)))
        ).lower()


@pytest.fixture(scope="session")
def drawn() -> Callable[[int], Drawn]:
    """Facts, documents and questions of a seed, nothing of them on the disk; each seed's once a session."""

    @cache
    def draw(seed: int) -> Drawn:
        facts = draw_facts(seed)
        library = write_library(facts)
        return facts, library, all_questions(facts, library)

    return draw


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "filings", lambda folder: generate(SEED, folder))


@pytest.fixture(scope="session")
def parsed(dataset: Path) -> Parsed:
    return Parsed(dataset)


@pytest.fixture(scope="session")
def questions(dataset: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load((dataset / "questions.yaml").read_text(encoding="utf-8")))


@pytest.fixture(scope="session")
def founding(questions: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {record["id"]: record for record in questions if record["id"].startswith("EF_")}
