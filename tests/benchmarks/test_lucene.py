import json
from pathlib import Path

import pytest

from benchmarks import lucene
from benchmarks.beir import MAP


def test_what_is_not_as_published_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"1": "Bread is baked from flour.", "2": "A frog's home is a pond."}
    (tmp_path / "corpus.jsonl").write_text(
        "\n".join(json.dumps({"_id": key, "title": "", "text": text}) for key, text in texts.items())
    )
    (tmp_path / "queries.jsonl").write_text(json.dumps({"_id": "9", "text": "Which is the frogs' pond?"}))
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n9\t2\t1\n")
    monkeypatch.setattr(lucene, "places", lambda _: [tmp_path])
    for published, code in ((1.0, 0), (0.5, 1)):
        monkeypatch.setattr(lucene, "TABLES", (lucene.Table("small", "qrels.tsv", {MAP: published}, "a paper"),))
        assert lucene.main([]) == code
        assert ("FAIL" if code else "OK") in capsys.readouterr().out.split()
