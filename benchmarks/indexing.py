"""Seconds from PDFs to an opened collection, without embedding.

    python -m benchmarks.indexing [--pdfs FOLDER] [--parsers pdfium,pypdf]

Every cache is a fresh one in a temporary folder; vectors are random, since only their number and size count here.
Without --pdfs it reads the generated dataset, which it writes first.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ragatta.conf.schema import Dataset
from ragatta.experiments.corpora.dataset import generated
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.index.collection import Folders, collect
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.index.embedding.onnx_encoder import open_encoder
from ragatta.pipeline.settings.indexing import Chunking, Embedder, Parser


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    result = work()
    return time.perf_counter() - begun, result


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--pdfs", type=Path)
    arguments.add_argument("--parsers", default="pdfium,pypdf")
    given = arguments.parse_args()
    folder = given.pdfs or generated(Dataset(generator="filings")) / "pdfs"
    with tempfile.TemporaryDirectory() as scratch:
        for name in given.parsers.split(","):
            cache, parser = Path(scratch) / name, Parser(name)
            read = partial(read_pages, folder, parser, cache)
            (cold, corpus), (warm, _) = timed(read), timed(read)
            pages = sum(len(pages) for pages in corpus.pages.values())
            print(f"{name}: {len(corpus.pages)} documents, {pages} pages in {cold:.2f} s; from the cache {warm:.2f} s")
            for strategy in ("document", "page"):
                print(f"  {name} {strategy}: {collection_line(cache, corpus, strategy, parser)}", flush=True)


def collection_line(root: Path, corpus: Corpus, strategy: str, parser: Parser) -> str:
    chunking, encoder = Chunking(strategy=strategy), open_encoder(Embedder(), MODELS)

    def vectors(texts: Sequence[str]) -> tuple[np.ndarray, int]:
        drawn = np.random.default_rng(0).normal(size=(len(texts), encoder.dimensions)).astype(np.float32)
        return drawn / np.linalg.norm(drawn, axis=1, keepdims=True), 0

    def build() -> Any:
        return collect(Folders(root / "collections"), corpus, chunking, parser, encoder, vectors)

    seconds, chunks = timed(lambda: cut(corpus, chunking, encoder.token_spans))
    built, _ = timed(build)
    opened, _ = timed(build)
    return f"{len(chunks)} chunks in {seconds:.2f} s, stored in {built:.2f} s, opened in {opened:.2f} s"


if __name__ == "__main__":
    main()
