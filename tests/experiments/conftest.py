"""A few real PDFs with gold questions, and the commands run on them as a user runs them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ragatta.experiments.paths import ROOT
from standins.commands import Command, Commands
from standins.pdfs import write_pdf
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

PAGES = {
    "handbook.pdf": [
        "Garden Centre Handbook\nTable of Contents\nPart 1 - Pump Care\n1-1 Filter Cleaning.........2\n"
        "1-2 Winter Storage.........3\n1-3 Seal Replacement.........4\nPart 2 - Hoses\n2-1 Reels.........5",
        "Filter Cleaning\nClean the filter of every pump once a month with cold water.",
        "Winter Storage\nStore each pump dry and above 4 degrees. The storage fee is $25 per season.",
        "Seal Replacement\nSeals are replaced by the workshop after 600 hours of use.",
    ],
    "prices.pdf": ["Price List\nArticle Price\nBig pump $120\nSmall pump $80\nGarden hose $19"],
    "letter.pdf": ["Dear members,\nour spring fair takes place in April on the village green."],
}
QUESTIONS = """id,question,expected_output
list,List all parts of the pump care,"* Filter Cleaning
* Winter Storage
* Seal Replacement"
fee,What is the storage fee per season?,$25
hours,After how many hours of use are seals replaced?,600
"""

SPLIT_QUESTIONS = """
- {id: hours, question: After how many hours of use are seals replaced?, kind: number, expected: "600", split: dev,
   evidence: [{file: handbook.pdf, pages: [4], quote: Seals are replaced by the workshop after 600 hours of use.}]}
- {id: fee, question: What is the storage fee per season?, kind: number, expected: "$25", split: test,
   evidence: [{file: handbook.pdf, pages: [3], quote: The storage fee is $25 per season.}]}
"""


@pytest.fixture(autouse=True)
def composed_once(one_composer: None) -> None:
    """What tests compose in their own process."""


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """A folder with pdfs/ and questions.csv."""
    folder = tmp_path / "documents"
    (folder / "pdfs").mkdir(parents=True)
    for name, pages in PAGES.items():
        write_pdf(folder / "pdfs" / name, pages)
    (folder / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    return folder


@pytest.fixture
def own_split(documents: Path) -> list[str]:
    """The words that name those PDFs and a question of either split."""
    questions = documents / "questions.yaml"
    questions.write_text(SPLIT_QUESTIONS, encoding="utf-8")
    return ["--pdfs", str(documents / "pdfs"), "--questions", str(questions)]


@pytest.fixture
def command(commands: Commands, tmp_path: Path) -> Command:
    """Runs `python -m experiments.<name> ...` with everything it writes below the test's folder."""

    def run(name: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "RAGATTA_HOME": str(tmp_path / "home"), **more}
        return commands.run(name.replace("_", "-"), words, ROOT, environment)

    return run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def serve() -> Iterator[Callable[[], OllamaServer]]:
    """Starts a stand-in for Ollama with a sensible model."""
    with ExitStack() as running:

        def started() -> OllamaServer:
            server = OllamaServer(think=sensible)
            running.enter_context(server)
            return server

        yield started
