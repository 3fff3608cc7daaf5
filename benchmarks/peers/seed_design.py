"""The usual script for a RAG experiment, run by the interpreter of its own environment.

    python seed_design.py PDFS QUESTIONS.jsonl MODEL FOLDER OUT.json [TOP_K VARIATIONS]

pypdf, Chroma with its own embedding function, rank_bm25 built in each run; six variations, one after the other. A
collection is kept under a name of chunking and sizes. No language model, no agents: each question is one search.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import chromadb
import numpy as np
import onnxruntime
from chromadb.utils.embedding_functions import ONNXMiniLM_L6_V2
from pypdf import PdfReader
from rank_bm25 import BM25Okapi

SIZE, OVERLAP, K, BATCH = 1000, 200, 60, 100
VARIATIONS = {  # chunking, neighbours on either side, hybrid, top_k
    "baseline": ("document", 0, False, 5),
    "high_depth": ("document", 0, False, 10),
    "conservative": ("document", 0, False, 3),
    "sliding_window": ("document", 2, False, 5),
    "page_window": ("page", 2, False, 5),
    "hybrid_search": ("page", 2, True, 5),
}


class Weights:
    """The graph that Ragatta uses, which takes no mask: a text is padded to no longer one. Full texts go together."""

    seconds = 0.0

    def __init__(self, graph: str) -> None:
        self._session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])

    def run(self, _outputs: None, inputs: dict[str, Any]) -> list[Any]:
        begun = perf_counter()
        ids, lengths = inputs["input_ids"], inputs["attention_mask"].sum(axis=1)
        found = np.zeros((*ids.shape, 384), np.float32)
        for length in set(lengths.tolist()):
            rows = np.flatnonzero(lengths == length)
            found[rows, :length] = self._session.run(None, {"input_ids": ids[rows, :length]})[0]
        Weights.seconds += perf_counter() - begun
        return [found]


class Embedding(ONNXMiniLM_L6_V2):
    def __init__(self, model: str) -> None:
        super().__init__(["CPUExecutionProvider"])
        self.DOWNLOAD_PATH, self.EXTRACTED_FOLDER_NAME = Path(model), ""
        self.__dict__["model"] = Weights(f"{model}/int8.onnx")

    def _download_model_if_not_exists(self) -> None:
        """The weights are there."""


def indexed(client: Any, pdfs: str, strategy: str, embedding: Embedding) -> Any:
    collection = client.get_or_create_collection(f"pdf_{strategy}_{SIZE}_{OVERLAP}", embedding_function=embedding)
    if collection.count():
        return collection
    for pdf in sorted(Path(pdfs).rglob("*.pdf")):
        pages = [page.extract_text() for page in PdfReader(pdf).pages]
        texts = ["\n".join(pages)] if strategy == "document" else pages
        chunks = [text[at : at + SIZE] for text in texts for at in range(0, len(text), SIZE - OVERLAP)]
        chunks = [chunk for chunk in chunks if chunk.strip()]
        for begin in range(0, len(chunks), BATCH):
            part = chunks[begin : begin + BATCH]
            collection.add(
                ids=[f"{pdf.name}#{begin + at}" for at in range(len(part))],
                documents=part,
                metadatas=[{"source_file": pdf.name, "chunk_index": begin + at} for at in range(len(part))],
            )
    return collection


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9-]+", text.lower())


def searched(collection: Any, question: str, top_k: int, bm25: tuple[BM25Okapi, list[str]] | None) -> list[str]:
    if bm25 is None:
        return list(collection.query(query_texts=[question], n_results=top_k)["ids"][0])
    index, ids = bm25
    semantic = collection.query(query_texts=[question], n_results=2 * top_k)["ids"][0]
    order = np.argsort(-index.get_scores(words(question)))[: 2 * top_k]
    scores: dict[str, float] = {}
    for share, ranking in ((0.5, semantic), (0.5, [ids[at] for at in order])):
        for rank, each in enumerate(ranking, 1):
            scores[each] = scores.get(each, 0.0) + share / (K + rank)
    return sorted(scores, key=lambda each: -scores[each])[:top_k]


def expanded(collection: Any, ids: list[str], size: int) -> list[str]:
    wanted: dict[str, None] = {}
    for each in ids:
        name, number = each.rsplit("#", 1)
        wanted.update(dict.fromkeys(f"{name}#{at}" for at in range(int(number) - size, int(number) + size + 1)))
    return list(collection.get(ids=list(wanted))["documents"])


def main(pdfs: str, questions: str, model: str, folder: str, out: str, top_k: str = "", some: str = "") -> None:
    asked = [json.loads(line) for line in Path(questions).read_text().splitlines()]
    embedding, client = Embedding(model), chromadb.PersistentClient(folder)
    results = {}
    for name, (strategy, window, hybrid, usual) in VARIATIONS.items():
        if some and name in ("high_depth", "conservative"):  # with one top_k they would be the baseline
            continue
        collection = indexed(client, pdfs, strategy, embedding)
        bm25 = None
        if hybrid:
            every = collection.get()
            bm25 = BM25Okapi([words(text) for text in every["documents"]]), every["ids"]
        for one in asked:
            ids = searched(collection, one["question"], int(top_k or usual), bm25)
            results[f"{name} {one['id']}"] = expanded(collection, ids, window)
    Path(out).write_text(json.dumps({"embedding_s": Weights.seconds, "passages": results}))


if __name__ == "__main__":
    main(*sys.argv[1:])
