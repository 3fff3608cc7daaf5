import json
from pathlib import Path

import pytest

from benchmarks import scifact
from ragatta.experiments.faults import Fault

LONG = " It is said again and again." * 20


def test_a_missing_file_is_a_fault_that_names_the_folders_and_the_fix(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "scifact").mkdir()
    (tmp_path / "scifact" / "corpus.jsonl").write_text("")  # and no queries
    monkeypatch.setattr(scifact, "places", lambda name: [tmp_path / name])
    with pytest.raises(Fault) as caught:
        scifact.main([])
    assert str(tmp_path / "scifact") in str(caught.value)
    assert "ragatta data --dataset scifact" in str(caught.value)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Three documents, one beyond the embedder's limit, and a query."""
    folder = tmp_path / "scifact"
    (folder / "qrels").mkdir(parents=True)
    texts = {"1": "Bread is baked from flour.", "2": f"Ships sail with the wind.{LONG}", "3": "A frog lives in ponds."}
    corpus = [json.dumps({"_id": key, "title": "", "text": text}) for key, text in texts.items()]
    (folder / "corpus.jsonl").write_text("\n".join(corpus))
    (folder / "queries.jsonl").write_text(json.dumps({"_id": "9", "text": "Do frogs live there?"}))
    (folder / "qrels" / "beir_test.tsv").write_text("query-id\tcorpus-id\tscore\n9\t3\t1\n")
    monkeypatch.setattr(scifact, "places", lambda name: [tmp_path / name])


@pytest.mark.usefixtures("small")
def test_long_texts_may_be_pooled_and_are_then_not_held_against_what_is_published(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert scifact.main(["--precision", "int8", "--long", "pool"]) == 0
    assert not {"OK", "FAIL"} & set(capsys.readouterr().out.split())


@pytest.mark.usefixtures("small")
def test_a_small_collection_gives_every_row_and_what_is_not_as_published_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert scifact.main([]) == 1  # 1.0 is not what is published
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[:3] for line in lines if line[0] in ("semantic", "bm25", "hybrid")] == [
        ["semantic", "fp32", "none"],
        ["semantic", "int8", "none"],
        ["bm25", "plain", "none"],
        ["bm25", "english", "none"],
        ["hybrid", "plain", "int8"],
        ["hybrid", "english", "int8"],
        ["semantic", "int8", "maxsim"],
        ["bm25", "plain", "int8"],
        ["bm25", "english", "int8"],
        ["hybrid", "plain", "int8"],
        ["hybrid", "english", "int8"],
    ]
    plain, english = (next(line for line in lines if line[:2] == ["bm25", name]) for name in ("plain", "english"))
    assert plain[3:5] == ["0.0000", "0.0000"]  # no word of the query stands in the text as it is
    assert english[3:5] == ["1.0000", "1.0000"]
    assert english[-1] == "FAIL"


def test_a_figure_within_the_tolerance_is_as_published() -> None:
    row = ("bm25", "english", "", "none")
    assert scifact.verdict(row, 0.671).endswith("+0.0060 OK")
    assert scifact.verdict(row, 0.649).endswith("-0.0160 FAIL")
    assert scifact.verdict(("bm25", "plain", "", "none"), 0.1) == ""
