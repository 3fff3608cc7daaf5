"""Embedders as an axis of a sweep: servers on this machine, and a folder of the user's own."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from standins.commands import Command
from tests.pipeline.index.embedding.test_embedders import sentence_folder
from tests.standins.embedding_server import MODEL, RERANKER, EmbeddingServer


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as running:
        yield running


def test_embedders_are_swept_and_a_changed_model_builds_its_collection_anew(
    command: Command, documents: Path, home: Path, tmp_path: Path, server: EmbeddingServer
) -> None:
    folder = sentence_folder(tmp_path / "model")
    words = [
        "--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv"), "--grid", "none",
        "tracking=off", "architecture=single_pass", "embedder=ollama,openai,tei,onnx", f"embedder.folder={folder}",
        f"embedder.server.base_url={server.address}", f"embedder.server.model={MODEL}",
    ]  # fmt: skip
    done = command("sweep", *words)
    assert done.returncode == 0, done.stderr
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len({row["collection"] for row in rows}) == 4
    assert [row["answered"] for row in rows] == ["3"] * 4
    calls = len(server.batches)
    assert calls > 9
    again = command("sweep", *words)
    assert "0 to ask, 12 reused" in again.stdout, again.stderr
    assert len(server.batches) == calls + 3, "a probe each"
    server.weights = 2
    again = command("sweep", *words)
    assert "9 to ask, 3 reused" in again.stdout, again.stderr


def test_mmr_embeds_no_chunk_again(command: Command, documents: Path, server: EmbeddingServer) -> None:
    words = [
        "--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv"), "--grid", "none",
        "tracking=off", "architecture=single_pass", "embedder=tei", f"embedder.server.base_url={server.address}",
        "reranker=mmr", "chunking=page",
    ]  # fmt: skip
    done = command("sweep", *words)
    assert done.returncode == 0, done.stderr
    texts = Counter(text for batch in server.batches for text in batch)
    pages = [count for text, count in texts.items() if "Winter Storage\n" in text or "spring fair" in text]
    assert pages == [1, 1]
    assert sum(texts.values()) <= 2 + 6 + 2 * 3, (
        "the probe twice, 6 pages, each of 3 queries for the search and for mmr"
    )


def test_retrieval_parts_are_swept(command: Command, documents: Path, home: Path, server: EmbeddingServer) -> None:
    words = [
        "--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv"), "--grid", "none",
        "tracking=off", "architecture=single_pass", "retrieval=hybrid,convex", "reranker=none,mmr,tei,cohere",
        f"reranker.server.model={RERANKER}",
        f"reranker.server.base_url={server.address}", "chunking.chunk_size=120", "chunking.chunk_overlap=0",
        "chunking=sentence", "window.size=5", "window=same_page",
    ]  # fmt: skip
    done = command("sweep", *words)
    assert done.returncode == 0, done.stderr
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["answered"] for row in rows] == ["3"] * 8
    assert len({row["run_key"] for row in rows}) == 8
    assert len({row["collection"] for row in rows}) == 1
    again = command("sweep", *words)
    assert "0 to ask, 24 reused" in again.stdout, again.stderr
