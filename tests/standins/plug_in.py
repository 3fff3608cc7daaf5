"""A package of a third party's, as pip leaves it in a folder: an embedder, a chunker, an architecture and a scorer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

EMBEDDER = '''"""Counts of letters, as vectors."""

from dataclasses import dataclass

import numpy as np

from acme_parts.letters import ALPHABET
from ragatta.pipeline.index.embedder import Embedder

NEEDS = "nothing"


@dataclass(frozen=True)
class LetterEmbedder(Embedder):
    PROBED = True
    power: int = 1

    def open(self, opening):
        return Letters(self.power)

    @property
    def told(self):
        return {**super().told, "power": self.power}

    def problems(self):
        return super().problems() + self.least(power=1)


class Letters:
    identity = {"alphabet": ALPHABET}

    def __init__(self, power):
        self.power = power

    def embed(self, texts, progress=None):
        return np.array([self.embed_query(text) for text in texts])

    def embed_query(self, text):
        return np.array([1 + text.lower().count(letter) for letter in ALPHABET], np.float32) ** self.power
'''
ARCHITECTURE = '''"""One search with the words of the question, twice as deep."""

from dataclasses import dataclass

from acme_parts.letters import DEPTH
from ragatta.pipeline.agents.answering.orchestrator import Orchestrator
from ragatta.pipeline.agents.searching.retriever import hit_record
from ragatta.pipeline.architecture import Architecture
from ragatta.pipeline.retrieval.search import Search
from ragatta.pipeline.retrieval.searches.semantic import Semantic
from ragatta.pipeline.types import ExecutionResult, RetrievalPlan, RetrievalResult, RetrievalStep


@dataclass(frozen=True)
class Deep(Architecture):
    retrieval: Search = Semantic()
    depth: int = DEPTH
    strategy: str = "deep"
    orchestrator: Orchestrator = Orchestrator()

    def problems(self):
        return [*super().problems(), *self.least(depth=1)]

    def answer(self, asked, tools):
        step = RetrievalStep(1, "search", (), asked.question, "passages")
        with tools.stage("retriever") as stage:
            hits = tools.search(asked.question, None, self.depth)
            stage.details["hits"] = [[hit_record(hit) for hit in hits]]
        plan = RetrievalPlan(asked.question, self.strategy, (step,), False)
        found = ExecutionResult(plan, (RetrievalResult(step, tuple(hits)),))
        with tools.stage("orchestrator") as stage:
            return self.orchestrator.write(asked.question, found, tools, stage)
'''
SCORER = '''"""The words of an answer, as a share of a hundred."""

from dataclasses import dataclass

from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Scorer


@dataclass(frozen=True)
class Words(Scorer):
    metrics = (Metric("acme_words", "words of the answer, as a share of a hundred"),)

    def score(self, given):
        return {"acme_words": min(1.0, len(given.answer.text.split()) / 100)}
'''
CHUNKER = '''"""Halves of pages."""

from dataclasses import dataclass

from ragatta.pipeline.documents.corpus import page_starts
from ragatta.pipeline.index.chunker import Chunker, Piece


@dataclass(frozen=True)
class Halves(Chunker):
    def pieces(self, pages, tables, sizes):
        for page, start in zip(pages, page_starts(pages)):
            middle = len(page.text) // 2
            yield Piece(start, start + middle)
            yield Piece(start + middle, start + len(page.text))
'''
FILES = {
    "acme_parts/__init__.py": "",
    "acme_parts/letters.py": 'ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789$"\nDEPTH = 6\n',
    "acme_parts/embedder.py": EMBEDDER,
    "acme_parts/halves.py": CHUNKER,
    "acme_parts/deep.py": ARCHITECTURE,
    "acme_parts/words.py": SCORER,
    "acme_parts/unused.py": "",
}
ENTRY_POINTS = """[ragatta.embedders]
letters = acme_parts.embedder
[ragatta.chunkers]
halves = acme_parts.halves
[ragatta.architectures]
deep = acme_parts.deep
[ragatta.scorers]
acme_words = acme_parts.words
"""


def install(folder: Path, version: str = "1.0", changed: Mapping[str, str] | None = None) -> Path:
    """Writes the package into a folder, which then has to be on sys.path; `changed` are other files or contents."""
    about = f"acme_parts-{version}.dist-info"
    files = {
        **FILES,
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: acme-parts\nVersion: {version}\n",
        f"{about}/entry_points.txt": ENTRY_POINTS,
        **(changed or {}),
    }
    for old in folder.glob("acme_parts-*.dist-info/*"):
        old.unlink()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    record = "\n".join(f"{name},," for name in files)
    (folder / about / "RECORD").write_text(record, encoding="utf-8")
    return folder


def lay(folder: Path, changed: Mapping[str, str] | None = None) -> Path:
    """Writes the same parts into a folder of configurations, which is installed nowhere."""
    kinds = {"embedder": "embedders/letters", "halves": "chunkers/halves", "deep": "architectures/deep"}
    kinds |= {"words": "scorers/acme_words"}
    for name, text in {**FILES, **(changed or {})}.items():
        stem = Path(name).stem
        path = folder / "ragatta_parts" / f"{kinds.get(stem, stem)}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("acme_parts", "ragatta_parts"), encoding="utf-8")
    return folder
