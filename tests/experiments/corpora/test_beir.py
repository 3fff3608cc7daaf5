"""A collection in BEIR's form is read, or the line that is wrong is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragatta.experiments.corpora.beir import read_judged, read_relevance
from ragatta.experiments.faults import Fault

HEADINGS = "query-id\tcorpus-id\tscore\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "qrels").mkdir()
    texts = [{"_id": 31, "title": "Frogs", "text": "They live in ponds."}, {"_id": "32", "text": "Ships sail."}]
    (tmp_path / "corpus.jsonl").write_text("\n".join(map(json.dumps, texts)))
    asked = [json.dumps({"_id": key, "text": f"claim {key}"}) for key in ("1", "2")]
    (tmp_path / "queries.jsonl").write_text("\n".join(asked))
    (tmp_path / "qrels" / "test.tsv").write_text(f"{HEADINGS}1\t31\t1\n1\t99\t2\n")
    return tmp_path


def test_a_folder_is_read_with_the_judged_queries_alone(folder: Path) -> None:
    judged = read_judged(folder)
    assert judged.texts == {"31": "Frogs They live in ponds.", "32": " Ships sail."}
    assert judged.queries == {"1": "claim 1"}
    assert judged.relevance == {"1": {"31": 1, "99": 2}}
    assert judged.absent == 1
    assert [page.text for page in judged.corpus().pages["31"]] == ["Frogs They live in ponds."]


def test_judgements_in_trecs_form_and_queries_between_tabs(folder: Path) -> None:
    (folder / "queries.jsonl").unlink()
    (folder / "queries.tsv").write_text("1\tclaim 1\n2\tclaim 2\n")
    (folder / "qrels" / "robust.txt").write_text("2 0 31 1\n2 0 32 -1\n")
    judged = read_judged(folder, "qrels/robust.txt")
    assert judged.queries == {"2": "claim 2"}
    assert judged.relevance == {"2": {"31": 1, "32": -1}}


def test_of_several_judgements_test_is_meant_or_one_has_to_be_named(folder: Path) -> None:
    (folder / "qrels" / "train.tsv").write_text(f"{HEADINGS}2\t31\t1\n")
    assert read_judged(folder).queries.keys() == {"1"}
    assert read_judged(folder, "qrels/train.tsv").queries.keys() == {"2"}
    (folder / "qrels" / "test.tsv").rename(folder / "qrels" / "dev.tsv")
    with pytest.raises(Fault, match=r"--qrels qrels/dev\.tsv, --qrels qrels/train\.tsv"):
        read_judged(folder)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("corpus.jsonl", '{"_id": "1", "text": "a"}\n\n{"_id": "2"}\n', r"corpus\.jsonl, line 3: no 'text'; write"),
        ("corpus.jsonl", "Frogs live here.\n", r"corpus\.jsonl, line 1: no JSON object; write"),
        ("corpus.jsonl", '{"_id": "1", "text": "a"}\n{"_id": 1, "text": "b"}\n', r"line 2: a second 1; each _id"),
        ("corpus.jsonl", '{"_id": "1", "text": null}\n', r"line 1: text of 1 is no text"),
        ("queries.jsonl", '{"_id": "7", "text": "a"}\n', r"test\.tsv: queries\.jsonl has no query 1; .*--qrels"),
        ("qrels/test.tsv", f"{HEADINGS}1\t31\n", r"test\.tsv, line 2: '1\\t31' is no judgement; write"),
        ("qrels/test.tsv", f"{HEADINGS}1\t31\tyes\n", r"test\.tsv, line 2: .* is no judgement"),
        ("qrels/test.tsv", HEADINGS, r"test\.tsv: no judgement in it"),
    ],
)
def test_what_is_wrong_is_named_with_file_line_and_fix(folder: Path, name: str, text: str, said: str) -> None:
    (folder / name).write_text(text)
    with pytest.raises(Fault, match=said):
        read_judged(folder)


@pytest.mark.parametrize("name", ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(Fault, match=name.split("/")[0]):
        read_judged(folder)


def test_a_file_in_another_encoding_is_named(folder: Path) -> None:
    (folder / "queries.jsonl").write_bytes('{"_id": "1", "text": "Größe"}'.encode("latin-1"))
    with pytest.raises(Fault, match=r"queries\.jsonl: not UTF-8 at byte"):
        read_judged(folder)


def test_judgements_need_no_line_of_headings(tmp_path: Path) -> None:
    (tmp_path / "q.tsv").write_text("1\t31\t1\n")
    assert read_relevance(tmp_path / "q.tsv") == {"1": {"31": 1}}
