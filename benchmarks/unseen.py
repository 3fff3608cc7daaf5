"""How many tokens of a dataset's chunks are in no vector, by chunking, and what does pooling cost?

    python -m benchmarks.unseen dataset=filings [--time]

A row a chunking: the number of chunks, and the share of their tokens beyond the embedder's limit, for which nothing is
embedded. With `--time` the seconds for 100 of the chunks as well, with embedder.long=cut and pool in turns. Printed as
Markdown.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.index.embedding.encoder import Encoder

CHUNKINGS = (
    ("chunking=document", "chunking.chunk_size=500", "chunking.chunk_overlap=100"),
    ("chunking=document",),
    ("chunking=page",),
    ("chunking=tokens",),
    ("chunking=document", "chunking.chunk_size=3000"),
)
TIMED = 100  # chunks, evenly from all
ROUNDS = 3


def main(arguments: list[str]) -> int:
    timed = "--time" in arguments
    given = [word for word in arguments if word != "--time"]
    points = [compose_grid([*given, *words])[0] for words in CHUNKINGS]
    bars = Bars()
    resources = Resources.of(open_dataset(points[0].config.dataset, bars, with_questions=False), bars)
    print(f"| chunking | chunks | tokens in no vector |{' cut, seconds | pool, seconds |' * timed}")
    print("| --- | --- | --- |" + " --- | --- |" * timed)
    for words, point in zip(CHUNKINGS, points, strict=True):
        settings = point.config.pipeline()
        share, chunks = resources.index.unseen(settings), len(resources.index.chunks(settings))
        row = f"| {' '.join(words)} | {chunks} | {'unknown' if share is None else f'{share:.3f}'} |"
        print(
            row + "".join(f" {seconds:.1f} |" for seconds in (_seconds(resources, settings) if timed else ())),
            flush=True,
        )
    return 0


def _seconds(resources: Resources, settings: Pipeline) -> tuple[float, ...]:
    """The least seconds of some rounds for TIMED chunks, cut and pooled."""
    chunks = [chunk.searched for chunk in resources.index.chunks(settings).values()]
    texts = chunks[:: max(len(chunks) // TIMED, 1)][:TIMED]
    encoders = [resources.index.encoder(replace(settings.embedder, long=long)) for long in ("cut", "pool")]
    return tuple(map(min, zip(*([_timed(encoder, texts) for encoder in encoders] for _ in range(ROUNDS)), strict=True)))


def _timed(encoder: Encoder, texts: list[str]) -> float:
    begun = time.perf_counter()
    encoder.embed(texts)
    return time.perf_counter() - begun


if __name__ == "__main__":
    run_command(main)
