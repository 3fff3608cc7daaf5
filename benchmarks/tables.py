"""How many tables are found in a corpus, and what finding them adds to a cold index.

    python -m benchmarks.tables [--pdfs FOLDER ...] [--parser pdfium]

Every cache is a fresh one in a temporary folder. Seconds are wall time; CPU seconds are those of this process and its
workers. "Added to a cold index" is the time of finding tables, of cutting and of embedding, less that of cutting and
embedding by `document`. Without --pdfs it reads the generated dataset, which it writes first.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conf.schema import Dataset
from experiments.corpora.dataset import generated
from experiments.paths import MODELS
from pipeline.cutting import cut
from pipeline.embedding import Encoder, open_encoder
from pipeline.pages import Corpus, read_pages
from pipeline.settings import Chunking, Embedder, Parser
from pipeline.tabled import TabledCorpus, with_tables


def timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """Wall seconds, CPU seconds of this process and of its children that have ended, and the result."""
    begun, used = time.perf_counter(), _cpu()
    result = work()
    return time.perf_counter() - begun, _cpu() - used, result


def _cpu() -> float:
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--pdfs", type=Path, nargs="*")
    arguments.add_argument("--parser", default="pdfium")
    given = arguments.parse_args()
    encoder = open_encoder(Embedder(), MODELS)
    for folder in given.pdfs or [generated(Dataset(generator="filings")) / "pdfs"]:
        with tempfile.TemporaryDirectory() as scratch:
            for line in lines(folder, Parser(given.parser), Path(scratch), encoder):
                print(line, flush=True)


def lines(folder: Path, parser: Parser, cache: Path, encoder: Encoder) -> list[str]:
    """What is said of one corpus."""
    reading, _, corpus = timed(lambda: read_pages(folder, parser, cache))
    finding, finding_cpu, tabled = timed(lambda: with_tables(corpus, folder, parser, cache))
    again, _, _ = timed(lambda: with_tables(corpus, folder, parser, cache))
    as_document = _indexed(corpus, Chunking("document"), encoder)
    as_table = _indexed(tabled, Chunking("table"), encoder)
    pages = sum(map(len, corpus.pages.values()))
    added = finding + as_table[0] - as_document[0]
    added_cpu = finding_cpu + as_table[1] - as_document[1]
    return [
        f"{folder}: {len(corpus.pages)} documents, {pages} pages read in {reading:.1f} s",
        f"  {_count(tabled)}, found in {finding:.1f} s ({finding_cpu:.1f} s of CPU); from the cache {again:.2f} s",
        f"  document: {_said(as_document)}",
        f"  table: {_said(as_table)}",
        f"  added to a cold index: {added:.1f} s ({added_cpu:.1f} s of CPU)",
    ]


def _indexed(corpus: Corpus, chunking: Chunking, encoder: Encoder) -> tuple[float, float, int]:
    """Wall and CPU seconds of cutting and embedding, and how many chunks there are."""

    def work() -> int:
        chunks = cut(corpus, chunking, encoder.token_spans)
        encoder.embed([chunk.text for chunk in chunks])
        return len(chunks)

    return timed(work)


def _said(made: tuple[float, float, int]) -> str:
    return f"{made[2]} chunks cut and embedded in {made[0]:.1f} s ({made[1]:.1f} s of CPU)"


def _count(tabled: TabledCorpus) -> str:
    tables = [table for found in tabled.tables.values() for table in found]
    rows = sum(len(table.rows) for table in tables)
    pages = len({(table.source_file, row.page) for table in tables for row in table.rows})
    return f"{len(tables)} tables of {rows} rows on {pages} pages"


if __name__ == "__main__":
    main()
