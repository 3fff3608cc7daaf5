"""A factorial grid of context-grid, run by the interpreter of its own environment.

    python context_grid.py PDFS QUESTIONS.jsonl URL CACHE OUT.json

2 chunk sizes × 3 indexes × 2 rerankers, its disk cache on. Writes the passages that each configuration retrieved,
and the seconds that this took, which are not the peer's.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any


def main(pdfs: str, questions: str, url: str, cache: str, out: str) -> None:
    grid: Any = import_module("contextgrid")
    pipeline, matrix = import_module("contextgrid.pipeline"), import_module("contextgrid.grid.matrix")
    kept = grid.DiskCache(root=Path(cache))
    lab = grid.Lab(corpus=pdfs, cache=kept)
    lab.grid(
        parser="pymupdf",
        chunker=["recursive:256", "recursive:128"],
        embedder=f'tei:all-MiniLM-L6-v2,api_base={url},query_prefix=""',
        index=["dense", "bm25", "hybrid"],
        reranker=[None, "mmr"],
        candidates=20,
        k=5,
    )
    results = lab.run(grid.read_jsonl(questions), mode=matrix.SweepMode.FACTORIAL, headline="recall@5")
    found, begun = {}, perf_counter()
    for run in results.runs:
        built = pipeline.build(run.config, lab.corpus, cache=kept)
        chunks = {chunk.id: chunk for chunk in built.chunks}
        found[run.config.label] = {
            question: [passage(chunks[each], built.parses) for each in ids[:5]] for question, ids in run.run.items()
        }
    Path(out).write_text(json.dumps({"passages": found, "export_s": perf_counter() - begun}))


def passage(chunk: Any, parses: Any) -> dict[str, Any]:
    read = parses[chunk.doc_id]
    first, last = read.page_at(chunk.char_start), read.page_at(max(chunk.char_start, chunk.char_end - 1))
    return {"file": Path(chunk.doc_id).name, "pages": [first, last], "text": chunk.text}


if __name__ == "__main__":
    main(*sys.argv[1:])
