import json
import math
from pathlib import Path

import pytest

from benchmarks import scifact
from benchmarks.scifact import ndcg, read_judgements


def test_ndcg_by_hand() -> None:
    # gains 0, 1, 2 at ranks 1, 2, 3; the best order would be 2, 1
    found = (1 / math.log2(3) + 2 / math.log2(4)) / (2 / math.log2(2) + 1 / math.log2(3))
    assert ndcg(["x", "a", "b"], {"a": 1, "b": 2}) == pytest.approx(found)
    assert ndcg(["b", "a", "x"], {"a": 1, "b": 2}) == pytest.approx(1)
    assert ndcg(["x", "y", "z"], {"a": 1}) == 0


def test_missed_documents_lower_the_score() -> None:
    assert ndcg(["a", "x"], {"a": 1, "b": 1}) == pytest.approx(1 / (1 + 1 / math.log2(3)))


def test_judgements_are_read_by_query(tmp_path: Path) -> None:
    (tmp_path / "q.tsv").write_text("query-id\tcorpus-id\tscore\n1\t31\t1\n1\t32\t2\n3\t31\t1\n")
    assert read_judgements(tmp_path / "q.tsv") == {"1": {"31": 1, "32": 2}, "3": {"31": 1}}


def test_without_data_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["scifact"])
    monkeypatch.setenv("RAGATTA_DATA", str(tmp_path))
    assert scifact.main() == 0
    assert "skipped: set RAGATTA_DATA" in capsys.readouterr().out


def test_it_runs_on_a_small_collection(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "scifact"
    (folder / "qrels").mkdir(parents=True)
    texts = {"1": "Bread is baked from flour.", "2": "Ships sail with the wind.", "3": "Frogs live in ponds."}
    corpus = [json.dumps({"_id": key, "title": "", "text": text}) for key, text in texts.items()]
    (folder / "corpus.jsonl").write_text("\n".join(corpus))
    (folder / "queries.jsonl").write_text(json.dumps({"_id": "9", "text": "Where do frogs live?"}))
    (folder / "qrels" / "beir_test.tsv").write_text("query-id\tcorpus-id\tscore\n9\t3\t1\n")
    monkeypatch.setattr("sys.argv", ["scifact", "--precision", "int8"])
    monkeypatch.setenv("RAGATTA_DATA", str(tmp_path))
    assert scifact.main() == 0
    assert "int8: nDCG@10 1.0000 over 1 queries, 3 abstracts" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["scifact", "--rerank"])
    assert scifact.main() == 0
    said = capsys.readouterr().out
    for name in ("semantic, none", "semantic, maxsim", "bm25, none", "hybrid, none", "hybrid, maxsim"):
        assert f"{name}: nDCG@10 1.0000 over 1 queries" in said
