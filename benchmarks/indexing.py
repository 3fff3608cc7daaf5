"""Processor seconds of an index over real PDFs, a part at a time: reading, from the page cache, cutting, embedding,
storing, opening.

    python -m benchmarks.indexing [--pdfs FOLDER] [--parsers pdfium,pypdf] [--chunks 200]

Every cache is a fresh one in a temporary folder. Stored vectors are drawn, since only their number and size count here;
`--chunks` of the chunks are embedded. Without --pdfs it reads the generated dataset, which it writes first.
"""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.results import arguments, keep
from ragatta.conf.schema import Dataset
from ragatta.experiments.corpora.dataset import generated
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.index.collection import Folders, collect
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder

COLUMNS = {
    "parser": "parser", "chunking": "chunking", "pages": "pages", "chunks": "chunks", "read, s": "read_s",
    "from cache": "cached_s", "cut": "cut_s", "store": "store_s", "open": "open_s", "embed, ms a chunk": "embed_ms",
}  # fmt: skip


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds of this process and of those that it started."""
    begun = used()
    result = work()
    return used() - begun, result


def used() -> float:
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in both)


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--pdfs", type=Path)
    words.add_argument("--parsers", default="pdfium,pypdf")
    words.add_argument("--chunks", type=int, default=200)
    given = words.parse_args()
    folder = given.pdfs or generated(Dataset(generator="filings")) / "pdfs"
    with tempfile.TemporaryDirectory() as scratch:
        rows = [row for name in given.parsers.split(",") for row in measured(folder, name, Path(scratch), given.chunks)]
    keep("indexing", rows, COLUMNS, docs=given.docs)


def measured(folder: Path, name: str, scratch: Path, embedded: int) -> Iterator[dict[str, Any]]:
    cache, parser, encoder = scratch / name, PARSERS.load(name)(), open_encoder(MiniLM(), MODELS)
    read = partial(read_pages, folder, parser, cache)
    (cold, corpus), (cached, _) = timed(read), timed(read)
    pages = sum(len(pages) for pages in corpus.pages.values())
    for strategy in ("document", "page"):
        chunking = CHUNKERS.load(strategy)()
        build = partial(collect, Folders(cache / "collections"), corpus, chunking, parser, encoder, drawn)
        cutting, chunks = timed(partial(cut, corpus, chunking, encoder.token_spans))
        (stored, _), (opened, _) = timed(build), timed(build)
        some = [chunk.text for chunk in chunks[:: max(1, len(chunks) // embedded)]][:embedded]
        embedding, _ = timed(partial(encoder.embed, some))
        yield {
            "parser": name, "chunking": strategy, "pages": pages, "chunks": len(chunks), "read_s": round(cold, 2),
            "cached_s": round(cached, 2), "cut_s": round(cutting, 2), "store_s": round(stored, 2),
            "open_s": round(opened, 2), "embed_ms": round(1000 * embedding / len(some), 1),
        }  # fmt: skip


def drawn(texts: Sequence[str]) -> tuple[np.ndarray, int]:
    vectors = np.random.default_rng(0).normal(size=(len(texts), 384)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True), 0


if __name__ == "__main__":
    main()
