"""The rerankers as an axis of a sweep, run as a user runs them."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from standins.commands import Command
from tests.pipeline.retrieval.rerankers.tiny_cross_encoder import write_cross_encoder
from tests.standins.embedding_server import RERANKER, EmbeddingServer


@pytest.fixture
def own(documents: Path) -> list[str]:
    files = ["--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv")]
    return [*files, "--grid", "none", "tracking=off", "retrieval.top_k=2"]


def test_rerankers_are_swept_and_a_model_is_named_by_its_files(
    command: Command, own: list[str], home: Path, tmp_path: Path
) -> None:
    cross = write_cross_encoder(tmp_path / "cross")
    words = [*own, "reranker=none,maxsim,cross_encoder", "reranker.max_tokens=32"]
    done = command("sweep", *words, f"reranker.model={cross}")
    assert done.returncode == 0, done.stderr
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["variation"].split("=")[1] for row in rows] == ["none", "maxsim", "cross_encoder"]
    assert len({row["run_key"] for row in rows}) == 3
    found = {hit["found_by"] for row in rows[1:] for hit in hits(home, row["run_key"])}
    assert found == {"rerank"}
    assert {hit["found_by"] for hit in hits(home, rows[0]["run_key"])} == {"semantic"}

    moved = cross.rename(tmp_path / "moved")
    again = command("sweep", *words, f"reranker.model={moved}")
    assert "0 to ask, 9 reused" in again.stdout, again.stderr
    write_cross_encoder(moved, seed=1)
    again = command("sweep", *words, f"reranker.model={moved}")
    assert "3 to ask, 6 reused" in again.stdout, again.stderr


def hits(home: Path, run_key: str) -> list[dict[str, str]]:
    path = home / "outputs/runs" / run_key[:12] / "answers.jsonl"
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    stages = [stage for record in records for stage in record["steps"] if stage["name"] == "retriever"]
    return [hit for stage in stages for step in stage["details"]["hits"] for hit in step]


def test_a_missing_model_is_said_before_any_work(command: Command, own: list[str], tmp_path: Path) -> None:
    (tmp_path / "model.onnx").touch()
    done = command("sweep", *own, "reranker=none,cross_encoder", f"reranker.model={tmp_path}")
    assert done.returncode == 1
    assert re.search(r"^error: reranker\.model: .*tokenizer\.json is missing$", done.stderr, re.MULTILINE)


@pytest.mark.parametrize("form", ["cross_encoder", "tei", "cohere"])
def test_the_grid_has_the_cross_encoder_that_is_configured(
    form: str, command: Command, own: list[str], home: Path, tmp_path: Path
) -> None:
    with EmbeddingServer() as server:
        configured = {
            "cross_encoder": [f"reranker.model={write_cross_encoder(tmp_path / 'cross')}",
                              "reranker.max_tokens=32"],
            "tei": [f"reranker.server.base_url={server.address}"],
            "cohere": [f"reranker.server.base_url={server.address}/v2",
                       f"reranker.server.model={RERANKER}"],
        }[form]  # fmt: skip
        words = [word for word in own if word not in ("--grid", "none")]
        done = command("sweep", "--grid", "reranker", *words, "variation=baseline", *configured)
    assert done.returncode == 0, done.stderr
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["variation"].split()[1] for row in rows] == [f"reranker={name}" for name in ("none", "maxsim", form)]
    assert {hit["found_by"] for hit in hits(home, rows[2]["run_key"])} == {"rerank"}
