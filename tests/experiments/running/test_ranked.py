"""`ragatta data --beir`: a table of searches over a judged collection, and a file by query."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from ragatta.eval.ranked import NDCG, RECALL
from standins.commands import Command

TEXTS = {"1": "Bread is baked from flour.", "2": "Ships sail with the wind.", "3": "A frog lives in ponds."}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "small"
    (made / "qrels").mkdir(parents=True)
    (made / "corpus.jsonl").write_text(
        "\n".join(json.dumps({"_id": key, "title": "", "text": text}) for key, text in TEXTS.items())
    )
    asked = {"a": "Do frogs live there?", "b": "How is bread made?", "c": "never judged"}
    (made / "queries.jsonl").write_text("\n".join(json.dumps({"_id": key, "text": of}) for key, of in asked.items()))
    (made / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\na\t3\t1\nb\t1\t1\n")
    return made


def rows(home: Path) -> dict[tuple[str, str], dict[str, str]]:
    with (home / "outputs/ranked/small.csv").open(newline="", encoding="utf-8") as stream:
        return {(row["search"], row["query"]): row for row in csv.DictReader(stream)}


def test_three_searches_are_compared(command: Command, home: Path, folder: Path) -> None:
    done = command("data", "--beir", str(folder))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "small: 2 queries over 3 texts" in lines[0]
    assert {"nDCG@10", "recall@100", "MAP", "MRR", "against bm25", "verdict"} <= {
        cell.strip() for cell in lines[2].split("┃")
    }
    assert [line.split()[1] for line in lines if line.startswith("│")] == ["bm25", "semantic", "hybrid"]
    found = rows(home)
    assert found.keys() == {(search, query) for search in ("bm25", "semantic", "hybrid") for query in "ab"}
    assert all(float(row[RECALL]) == 1 for row in found.values())


def test_a_reranker_orders_its_candidates(command: Command, home: Path, folder: Path) -> None:
    done = command("data", "--beir", str(folder), "retrieval=bm25", "reranker=none,maxsim", "reranker.candidates=2")
    assert done.returncode == 0, done.stderr
    assert {search for search, _ in rows(home)} == {"none", "maxsim"}


def test_bm25_alone_takes_settings_and_no_model(command: Command, home: Path, folder: Path) -> None:
    done = command("data", "--beir", str(folder), "retrieval=bm25", "analyser=plain,english")
    assert done.returncode == 0, done.stderr
    found = rows(home)
    assert float(found["plain", "a"][NDCG]) == 0  # no word of the query stands in the text as it is
    assert float(found["english", "a"][NDCG]) == 1
    assert not (home / "collections").exists()


def test_a_wrong_line_and_settings_without_a_folder_are_faults(command: Command, folder: Path) -> None:
    (folder / "corpus.jsonl").write_text('{"_id": "1"}')
    done = command("data", "--beir", str(folder), "retrieval=bm25")
    assert done.returncode == 1
    assert "corpus.jsonl, line 1: no 'text'" in done.stderr
    done = command("data", "--beir", str(folder), "chunking=page")
    assert done.returncode == 1
    assert "chunking=page: decides nothing here" in done.stderr
    done = command("data", "bm25.formula=lucene")
    assert done.returncode == 1
    assert "--beir FOLDER" in done.stderr
