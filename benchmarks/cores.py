"""What a second core gives: python -m benchmarks.cores --pdfs FOLDER [--rounds 3]

Seconds of a process that may use one core, and of one that may use two, taking turns: embedding 192 chunks, reading the
PDFs of a folder with an empty cache, and 160 answers of a server that takes a second, 32 in flight. The least of the
rounds counts, as what else runs only adds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from benchmarks.embedding import synthetic_texts
from benchmarks.load import serving, swept
from benchmarks.results import arguments, keep
from ragatta.experiments.paths import MODELS
from ragatta.experiments.results.reading import open_sweep
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder

COLUMNS = {"work": "work", "one core, s": "one_s", "two cores, s": "two_s", "ratio": "ratio"}
CORES = (1, 2)


def embedding(_pdfs: Path) -> float:
    encoder, texts = open_encoder(MiniLM(), MODELS), synthetic_texts(192)
    encoder.embed(texts[:2])  # opens the model
    return timed(lambda: encoder.embed(texts))


def reading(pdfs: Path) -> float:
    with tempfile.TemporaryDirectory() as cache:
        return timed(lambda: read_pages(pdfs, Pdfium(), Path(cache)))


def answering(_pdfs: Path) -> float:
    with serving([1.0], 0.0) as port:
        sweep = open_sweep(f"{swept(port, ['runner.workers=32', 'dataset.limit=160'])}/")
    return next(float(stage["wall_s"]) for stage in sweep.info["stages"] if stage["name"] == "ask")


WORK = {"embedding": embedding, "reading PDFs": reading, "32 answers in flight": answering}


def timed(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def alone(work: str, pdfs: Path, cores: int) -> float:
    """The seconds of a process of its own, on so many cores."""
    mine = sorted(os.sched_getaffinity(0))[:cores]
    command = [sys.executable, "-m", "benchmarks.cores", "--pdfs", str(pdfs), "--one", work]
    done = subprocess.run(
        command, preexec_fn=partial(os.sched_setaffinity, 0, mine), stdout=subprocess.PIPE, text=True, check=True
    )
    return float(done.stdout.split()[-1])


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--pdfs", type=Path, required=True)
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--one", choices=WORK, help="prints the seconds of this work alone")
    given = words.parse_args()
    if given.one:
        print(WORK[given.one](given.pdfs))
        return
    rows = []
    for work in WORK:
        rounds = [[alone(work, given.pdfs, cores) for cores in CORES] for _ in range(given.rounds)]
        one, two = (min(each) for each in zip(*rounds, strict=True))
        rows.append({"work": work, "one_s": round(one, 1), "two_s": round(two, 1), "ratio": round(one / two, 2)})
    keep("cores", rows, COLUMNS, docs=given.docs)


if __name__ == "__main__":
    main()
