"""How many tokens of a dataset's chunks are in no vector, by chunking? Nothing is embedded.

    python -m benchmarks.unseen dataset=filings

A row a chunking: the number of chunks, and the share of their tokens beyond the embedder's limit. Printed as Markdown.
"""

from __future__ import annotations

from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_course
from ragatta.experiments.faults import run_command
from ragatta.experiments.progress import Bars
from ragatta.experiments.running.prepare import Preparation

CHUNKINGS = (
    ("chunking=document", "chunking.chunk_size=500", "chunking.chunk_overlap=100"),
    ("chunking=document",),
    ("chunking=page",),
    ("chunking=tokens",),
    ("chunking=document", "chunking.chunk_size=3000"),
)


def main(arguments: list[str]) -> int:
    points = [compose_grid([*arguments, *words])[0] for words in CHUNKINGS]
    bars = Bars()
    prepared = Preparation(open_course(points[0].config.dataset, bars, with_questions=False), bars)
    print("| chunking | chunks | tokens in no vector |\n| --- | --- | --- |")
    for words, point in zip(CHUNKINGS, points, strict=True):
        settings = point.config.pipeline()
        share, chunks = prepared.index.unseen(settings), len(prepared.index.chunks(settings))
        print(f"| {' '.join(words)} | {chunks} | {'unknown' if share is None else f'{share:.3f}'} |", flush=True)
    return 0


if __name__ == "__main__":
    run_command(main)
