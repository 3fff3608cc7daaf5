"""Seconds and memory of an index, by the number of pages: page texts read from the cache, a collection built, opened
for search, and its BM25 index. Vectors are drawn, since only their number and size count.

    python -m benchmarks.growth [--pages 1000 10000]

Each size is a process of its own. Memory is the most that the process has taken until then; `held` is what a search
needs, in bytes a page.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.results import arguments, keep
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.documents.page_cache import Reader
from ragatta.pipeline.documents.pages import corpus_of
from ragatta.pipeline.documents.parsers._reading import Reading
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.index.collection import Folders, collect
from ragatta.pipeline.index.collection.content import Vectors
from ragatta.pipeline.machine import checksums
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.types import Chunk

A_DOCUMENT, WORDS_A_PAGE, DIMENSIONS, TOPICS = 20, 330, 384, 200
VOCABULARY = np.array([f"w{number:04d}" for number in range(5000)])
COLUMNS = {
    "pages": "pages",
    "chunks": "chunks",
    "read, s": "read_s",
    "MB": "read_mb",
    "build, processor s": "build_cpu_s",
    " MB": "build_mb",
    "open, s": "open_s",
    "MB ": "open_mb",
    "BM25, s": "bm25_s",
    " MB ": "bm25_mb",
    "disk, MB": "disk_mb",
    "held, bytes a page": "held_words",
}


def cached(pages: int, cache: Path) -> Reader:
    """Reads documents whose texts are in the cache, as after a first reading of their PDFs."""
    names = [f"{number:06d}.pdf" for number in range(pages // A_DOCUMENT)]
    reader = Reader(Pdfium(), cache, {name: Path(name) for name in names}, {name: name for name in names}, {}, None)
    for number, name in enumerate(names):
        words = np.random.default_rng(number).choice(VOCABULARY, (A_DOCUMENT, WORDS_A_PAGE))
        reading = Reading(tuple(" ".join(page) for page in words))
        checksums.keep(reader.place(name), json.dumps(asdict(reading)))
    return reader


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
    return {"s": time.perf_counter(), "cpu_s": usage.ru_utime + usage.ru_stime, "mb": usage.ru_maxrss >> 10}


def one(pages: int) -> dict[str, Any]:
    import chromadb  # noqa: F401 - its size is no part of the build's

    stub: Any = Stub()
    with tempfile.TemporaryDirectory() as scratch:
        reader = cached(pages, Path(scratch) / "cache")
        steps = {"start": used()}
        corpus = corpus_of(Path(scratch), reader)
        steps["read"] = used()
        place = Path(scratch) / "collections"
        made = collect(Watched(place), corpus, DocumentChunker(), Pdfium(), stub, stub.embed)
        steps |= {"build": Watched.built, "open": used()}
        lexical = Bm25([chunk.text for chunk in made.chunks]).build()
        steps["bm25"] = used()
        disk = sum(file.stat().st_size for file in Path(scratch).rglob("*") if file.is_file())
    spent: dict[str, float] = {}
    for (_, before), (name, after) in zip([*steps.items()][:-1], [*steps.items()][1:], strict=True):
        spent |= {f"{name}_{what}": round(after[what] - before[what], 1) for what in ("s", "cpu_s")}
        spent[f"{name}_mb"] = round(after["mb"])
    held = {
        "vectors": made.vectors.nbytes,
        "texts": sum(sys.getsizeof(chunk.text) for chunk in made.chunks),
        "places": sum(map(_without_text, made.chunks)),
        "BM25": lexical.nbytes,
    }
    each = {name: round(size / pages) for name, size in held.items()}
    said = ", ".join(f"{name} {size:,}" for name, size in each.items())
    row = {"pages": pages, "chunks": len(made.chunks), **spent, "start_mb": round(steps["start"]["mb"])}
    return {**row, "disk_mb": round(disk / 1e6), "held": each, "held_words": said}


def _without_text(chunk: Chunk) -> int:
    """Bytes of a chunk, its id and its numbers; names are shared."""
    numbers = (chunk.chunk_index, chunk.char_start, chunk.char_end)
    return sys.getsizeof(chunk) + sys.getsizeof(chunk.id) + sum(map(sys.getsizeof, numbers))


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--pages", type=int, nargs="+", default=[1000, 10_000])
    words.add_argument("--one", type=int, help="this size alone, in this process")
    given = words.parse_args()
    if given.one:
        print(json.dumps(one(given.one)))
        return
    rows = []
    for pages in given.pages:
        command = [sys.executable, "-m", "benchmarks.growth", "--one", str(pages)]
        said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
        rows.append(json.loads(said))
        print(said, end="", file=sys.stderr, flush=True)
    keep("growth", rows, COLUMNS, docs=given.docs)


if __name__ == "__main__":
    main()
