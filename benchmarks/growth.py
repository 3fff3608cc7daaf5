"""Seconds and memory of building a collection, by the number of pages; vectors are drawn, since only their size counts.

    python -m benchmarks.growth [--pages 1000 10000]

Documents of 20 generated pages are made when they are cut, so that what grows is the build's own. Each size is a
process of its own; its peak memory is told before the build, after it, and after the collection was opened for search.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ragatta.experiments.paths import OUTPUTS, ROOT
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.index.collection import Folders, collect
from ragatta.pipeline.index.collection.content import Vectors
from ragatta.pipeline.settings.indexing import Chunking, Parser
from ragatta.pipeline.types import Chunk, Page

A_DOCUMENT, WORDS_A_PAGE, DIMENSIONS, TOPICS = 20, 330, 384, 200
VOCABULARY = np.array([f"w{number:04d}" for number in range(5000)])


class Generated(Mapping[str, tuple[Page, ...]]):
    """The pages of documents, made anew each time that they are asked for."""

    def __init__(self, pages: int) -> None:
        self._names = [f"{number:06d}.pdf" for number in range(pages // A_DOCUMENT)]

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __getitem__(self, name: str) -> tuple[Page, ...]:
        words = np.random.default_rng(int(name[:6])).choice(VOCABULARY, (A_DOCUMENT, WORDS_A_PAGE))
        return tuple(Page(name, number, " ".join(page)) for number, page in enumerate(words, 1))


@dataclass
class Stub:
    """An encoder whose vectors are drawn around some topics."""

    dimensions: int = DIMENSIONS
    identity: Mapping[str, Any] = field(default_factory=lambda: {"model": "drawn"})
    _random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))

    def __post_init__(self) -> None:
        self._topics = self._random.normal(size=(TOPICS, DIMENSIONS))

    def embed(self, texts: Sequence[str]) -> tuple[Vectors, int]:
        near = self._topics[self._random.integers(0, TOPICS, len(texts))]
        drawn = near + 0.7 * self._random.normal(size=near.shape)
        return (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32), len(texts)

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]:
        raise NotImplementedError  # sizes are in characters


class Watched(Folders):
    """Notes what was used until a collection is first read, which is after it was built."""

    built: dict[str, float]

    def read(self, name: str) -> tuple[list[Chunk], Vectors]:
        type(self).built = used()
        return super().read(name)


def used() -> dict[str, float]:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    cpu = round(usage.ru_utime + usage.ru_stime, 1)
    return {"s": round(time.perf_counter(), 1), "cpu_s": cpu, "mb": usage.ru_maxrss >> 10}


def one(pages: int) -> dict[str, Any]:
    import chromadb  # noqa: F401 - its size is no part of the build's

    stub: Any = Stub()
    with tempfile.TemporaryDirectory() as scratch:
        before = used()
        corpus = Corpus("0" * 64, {}, Generated(pages))
        made = collect(Watched(Path(scratch)), corpus, Chunking(), Parser(), stub, stub.embed)
        size = sum(file.stat().st_size for file in Path(scratch).rglob("*") if file.is_file())
    built, opened = Watched.built, used()
    return {
        "pages": pages,
        "chunks": len(made.chunks),
        "build_s": round(built["s"] - before["s"], 1),
        "build_cpu_s": round(built["cpu_s"] - before["cpu_s"], 1),
        "open_s": round(opened["s"] - built["s"], 1),
        "mb_before": before["mb"],
        "mb_built": built["mb"],
        "mb_opened": opened["mb"],
        "mb_disk": round(size / 1e6),
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--pages", type=int, nargs="+", default=[1000, 10_000])
    arguments.add_argument("--one", type=int, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.one:
        print(json.dumps(one(given.one)))
        return
    rows = []
    for pages in given.pages:
        command = [sys.executable, "-m", "benchmarks.growth", "--one", str(pages)]
        said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
        rows.append(json.loads(said))
        print(said, end="", flush=True)
    file = OUTPUTS / "bench" / "growth.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
