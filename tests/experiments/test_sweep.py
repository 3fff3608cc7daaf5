"""The main job on a few small PDFs, from the command line to the files and MLflow."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path

from standins.commands import Command

OWN = ("--pdfs", "{0}/pdfs", "--questions", "{0}/questions.csv")
UNTRACKED = "tracking=off"


def own(documents: Path) -> list[str]:
    return [word.format(documents) for word in OWN]


def summary(home: Path) -> list[dict[str, str]]:
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def files(home: Path, name: str) -> dict[str, bytes]:
    return {path.parent.name: path.read_bytes() for path in home.glob(f"outputs/runs/*/{name}")}


def test_a_sweep_scores_tracks_and_repeats_itself(command: Command, documents: Path, home: Path) -> None:
    first = command("sweep", *own(documents))
    assert first.returncode == 0, first.stderr
    rows = summary(home)
    assert [row["variation"] for row in rows] == [
        "baseline", "high_depth", "conservative", "sliding_window", "page_window", "hybrid_search",
    ]  # fmt: skip
    assert len({row["collection"] for row in rows}) == 2, "the variations share a collection a chunking"
    assert all(row["questions"] == "3" and row["failed"] == "0" for row in rows)
    assert max(float(row["score"]) for row in rows) > 0.6
    assert all(row["live_latency_p50_s"] and not row["replayed_latency_p50_s"] for row in rows)
    with sqlite3.connect(home / "mlruns/mlflow.db") as store:
        runs = store.execute("select count(*) from runs").fetchone()[0]
        assert runs == 7, "a parent and six children"
        assert {row["mlflow_run_id"] for row in rows} <= {r[0] for r in store.execute("select run_uuid from runs")}
    with (home / "outputs/latest/by_question.csv").open(encoding="utf-8") as stream:
        assert len(list(csv.DictReader(stream))) == 18
    answers, scores = files(home, "answers.jsonl"), files(home, "scores.jsonl")
    assert len(answers) == 6
    assert {json.loads(line)["question_id"] for line in next(iter(scores.values())).splitlines()} == {
        "list",
        "fee",
        "hours",
    }

    second = command("sweep", *own(documents), UNTRACKED)
    assert second.returncode == 0, second.stderr
    rows = summary(home)
    assert all(row["chunks_embedded"] == "0" and row["live_calls"] == "0" for row in rows)
    assert all(row["replayed_latency_p50_s"] and not row["live_latency_p50_s"] for row in rows)
    assert "0 to ask, 18 reused" in second.stdout
    assert files(home, "answers.jsonl") == answers
    assert files(home, "scores.jsonl") == scores


def test_answers_are_the_same_bytes_in_another_place(command: Command, documents: Path, tmp_path: Path) -> None:
    for place in ("one", "two"):
        done = command("sweep", "--grid", "none", *own(documents), UNTRACKED, RAGATTA_HOME=str(tmp_path / place))
        assert done.returncode == 0, done.stderr
    for name in ("answers.jsonl", "scores.jsonl"):
        assert files(tmp_path / "one", name) == files(tmp_path / "two", name) != {}


def test_a_new_chunk_size_makes_a_third_collection_and_leaves_the_others_alone(
    command: Command, documents: Path, home: Path
) -> None:
    words = ("sweep", "--grid", "none", *own(documents), UNTRACKED)
    assert command(*words, "variation=baseline,page_window").returncode == 0
    before = {path: path.stat().st_mtime_ns for path in home.glob("collections/*/manifest.json")}
    assert len(before) == 2
    assert command(*words, "chunking.chunk_size=120", "chunking.chunk_overlap=20").returncode == 0
    after = {path: path.stat().st_mtime_ns for path in home.glob("collections/*/manifest.json")}
    assert len(after) == 3
    assert before.items() <= after.items()


def test_questions_are_asked_again_only_when_their_wording_changes(command: Command, documents: Path) -> None:
    words = ("sweep", "--grid", "none", *own(documents), UNTRACKED)
    questions = documents / "questions.csv"
    assert "3 to ask, 0 reused" in command(*words).stdout
    text = questions.read_text(encoding="utf-8")
    questions.write_text(text.replace("replaced?,600", "replaced?,601"), encoding="utf-8")
    expected_changed = command(*words)
    assert "0 to ask, 3 reused" in expected_changed.stdout
    questions.write_text(text.replace("storage fee per season", "season's storage fee"), encoding="utf-8")
    assert "1 to ask, 2 reused" in command(*words).stdout
    questions.write_text(text + "new,Where is the spring fair?,on the village green\n", encoding="utf-8")
    assert "1 to ask, 3 reused" in command(*words).stdout


def test_points_with_the_same_answer_key_run_once_and_say_so(command: Command, documents: Path, home: Path) -> None:
    done = command("sweep", "--grid", "none", *own(documents), UNTRACKED, "variation=baseline", "retrieval.top_k=5,5")
    assert done.returncode == 0, done.stderr
    assert "3 to ask" in done.stdout
    assert summary(home)[1]["same_as"].startswith("baseline")


def test_bad_input_is_named_before_any_work(command: Command, documents: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    no_pdfs = command("sweep", "--pdfs", str(empty), "--questions", str(documents / "questions.csv"))
    assert no_pdfs.returncode == 1
    assert "no PDF" in no_pdfs.stderr
    assert str(empty) in no_pdfs.stderr

    bad = command("sweep", *own(documents), "retrieval.top_k=0", "chunking.chunk_overlap=1000")
    assert bad.returncode == 1
    assert len(bad.stderr.strip().splitlines()) == 2

    (documents / "questions.csv").write_text("id,question,expected_output\na,What?,\na,Why?,x\n", encoding="utf-8")
    faulty = command("sweep", *own(documents))
    assert faulty.returncode == 1
    assert "Traceback" not in faulty.stderr

    down = command("sweep", *own(documents), "llm=ollama", "llm.base_url=http://127.0.0.1:9")
    assert down.returncode == 1
    assert "Traceback" not in down.stderr
    assert not (tmp_path / "home" / "collections").exists(), "nothing is built for a model that is not there"


def test_a_broken_pdf_is_skipped_and_counted(command: Command, documents: Path, home: Path) -> None:
    (documents / "pdfs" / "broken.pdf").write_bytes(b"%PDF-1.4 this is no PDF")
    done = command("sweep", "--grid", "none", *own(documents), UNTRACKED)
    assert done.returncode == 0, done.stderr
    assert summary(home)[0]["documents_skipped"] == "1"
    assert "broken.pdf" in done.stdout
