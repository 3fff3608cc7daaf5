"""The scores of an imported run are made here, from its answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.bundle.archive import read_bundle, write_bundle
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import open_run
from ragatta.pipeline.machine.checksums import write_with_digests
from standins.commands import Command


def edited(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Each line of the bundle's scores is changed, and all of its digests are right."""
    good = read_bundle(path)
    rows = good.lines("scores.jsonl")
    for row in rows:
        change(row)
    text = "".join(json.dumps(row) + "\n" for row in rows)
    write_bundle(replace(good, texts={**good.texts, "scores.jsonl": text}), path)


def perfect(row: dict[str, Any]) -> None:
    row["scores"] |= {"score": 1.0, "evidence_recall": 1.0}


def scores(folder: Path) -> list[Any]:
    text = (folder / "scores.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def exported(command: Command, documents: Path, tmp_path: Path) -> Path:
    """A bundle of a run with a wrong answer."""
    questions = documents / "questions.csv"
    questions.write_text(questions.read_text(encoding="utf-8").replace("600", "601"), encoding="utf-8")
    words = ["--grid", "none", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]
    assert command("sweep", *words, "tracking=off", "retrieval.top_k=3").returncode == 0
    made = command("export", "--run", "latest:top_k=3", "--to", str(tmp_path / "run.zip"))
    assert made.returncode == 0, made.stderr
    return tmp_path / "run.zip"


def test_a_bundles_edited_scores_are_said_and_read_by_nobody(
    command: Command, documents: Path, home: Path, exported: Path
) -> None:
    true = scores(home / "outputs/latest/runs/01")
    lost = [row["question_id"] for row in true if row["scores"]["score"] < 1]
    assert lost, "else nothing can be gained by an edit"
    edited(exported, perfect)
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]
    brought = command("import", "--from", str(exported), *own)
    assert brought.returncode == 0, brought.stderr
    assert "scored here: 3 answers; the scores in the file differ, and are not used: " in brought.stdout
    for question in lost:
        (line,) = (line for line in brought.stdout.splitlines() if line.startswith(f"  {question}: "))
        assert "score 1.000 then and 0" in line
    assert "likely cause: its scores were changed after scoring" in brought.stdout

    (folder,) = (home / "outputs/bundles").glob("run-*/outputs/runs/*")
    assert scores(folder) == true
    compared = command("compare", "latest:top_k=3", str(folder))
    assert compared.returncode == 0, compared.stderr
    assert re.search(r"score +0\.667 +0\.667 ", compared.stdout), compared.stdout

    again = command("reproduce", "--run", str(folder))
    assert again.returncode == 1, again.stdout + again.stderr
    assert "answers.jsonl: equal, byte for byte" in again.stdout
    assert "the answers are equal, so the scores in the bundle were changed after scoring" in again.stdout
    assert "deterministic" not in again.stdout


def test_an_unchanged_bundle_is_scored_as_it_was_and_without_its_documents_has_no_scores(
    command: Command, documents: Path, home: Path, exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    own = ["--pdfs", f"{tmp_path}/empty", "--questions", f"{documents}/questions.csv"]
    brought = command("import", "--from", str(exported), *own)
    assert brought.returncode == 0, brought.stderr
    assert "not scored: 3 answers (" in brought.stdout
    assert "empty: no documents" in brought.stdout
    (folder,) = (home / "outputs/bundles").glob("run-*/outputs/runs/*")
    assert [row["scores"] for row in scores(folder)] == [{}, {}, {}]
    compared = command("compare", "latest:top_k=3", str(folder))
    assert compared.returncode == 1
    assert "none of its answers has a score" in compared.stderr
    assert "3 of its answers have no scores" in compared.stderr

    (tmp_path / "other").mkdir()
    for file in (documents / "pdfs").iterdir():
        (tmp_path / "other" / f"new {file.name}").write_bytes(file.read_bytes())
    own = ["--pdfs", f"{tmp_path}/other", "--questions", f"{documents}/questions.csv"]
    brought = command("import", "--from", str(exported), *own)
    assert "scored here: 3 answers; the scores in the file differ" in brought.stdout, brought.stderr
    assert "likely cause: other documents here" in brought.stdout

    few = tmp_path / "few.csv"
    lines = (documents / "questions.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    few.write_text("".join(lines[:-1]), encoding="utf-8")
    left = lines[-1].split(",")[0]
    brought = command("import", "--from", str(exported), "--pdfs", f"{documents}/pdfs", "--questions", str(few))
    assert f"not scored: 1 answer ({left}): no such question in the gold here" in brought.stdout, brought.stderr
    assert "scored here: 2 answers; the scores in the file are the same" in brought.stdout

    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]
    brought = command("import", "--from", str(exported), *own)
    assert "scored here: 3 answers; the scores in the file are the same" in brought.stdout, brought.stderr
    assert scores(folder) == scores(home / "outputs/latest/runs/01")

    monkeypatch.setattr("ragatta.experiments.on_record.places.BUNDLES", home / "outputs/bundles")
    assert open_run(str(folder)).scores()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    del manifest["bundle"]  # as an earlier version imported it
    write_with_digests(folder, {"manifest.json": json.dumps(manifest)})
    with pytest.raises(Fault, match=r"its scores are those of the bundle's author; import the bundle again"):
        open_run(str(folder))
    assert command("import", "--from", str(exported), *own).returncode == 0
    assert open_run(str(folder)).scores()
