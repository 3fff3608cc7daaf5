"""`ragatta grow`: the same questions over more documents, of which only the new ones are embedded."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from standins.commands import Command
from standins.pdfs import write_pdf
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

GRID = ("--grid", "none", "chunking=page", "retrieval=bm25,semantic", "tracking=off")


def rows(home: Path, name: str = "growth.csv") -> list[dict[str, str]]:
    with (home / "outputs" / "latest" / name).open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture
def others(tmp_path: Path) -> Path:
    folder = tmp_path / "others"
    folder.mkdir()
    for number in range(3):
        write_pdf(
            folder / f"{number}.pdf", [f"Boat number {number}\nIts sails are of cloth, and its anchor is of iron."]
        )
    return folder


def test_a_corpus_grows_by_others_and_then_by_copies(
    command: Command, own_split: list[str], home: Path, others: Path
) -> None:
    done = command("grow", *own_split, *GRID, "--extra", str(others), "--times", "1,2,3")
    assert done.returncode == 0, done.stderr
    assert "2 questions of 2 asked over all documents; taken as asked of the whole collection" in done.stdout
    assert "3 documents of the largest size are made" in done.stdout
    found = rows(home)
    sizes = {
        (row["times"], row["documents"], row["others"], row["made"]) for row in found if row["forecast"] == "False"
    }
    assert sizes == {("1.000000", "3", "0", "0"), ("2.000000", "6", "3", "0"), ("3.000000", "9", "3", "3")}
    recall = {(row["variation"], row["times"][0]): row for row in found if row["metric"] == "evidence_recall"}
    assert len(recall) == 8, "two variations at three sizes and one beyond"
    assert recall["retrieval=bm25", "6"]["forecast"] == "True"
    assert {row["metric"] for row in found} == {"evidence_recall", "page_recall", "score", "seconds", "megabytes"}
    chunks = [int(row["chunks"]) for row in found if row["metric"] == "score" and row["chunks"]][::2]
    assert chunks[0] < chunks[1] < chunks[2]
    assert "?: forecast" in done.stdout


def test_only_documents_that_are_read_count(
    command: Command, own_split: list[str], documents: Path, home: Path, others: Path
) -> None:
    for folder in (documents / "pdfs", others):
        (folder / "blank.txt").write_text(" " * len(folder.name))
        (folder / "broken.pdf").write_text(f"%PDF-1.7 and no more in {folder}")
        (folder / "gone.pdf").symlink_to(folder / "moved away.pdf")
    words = ("grow", *own_split, *GRID, "--extra", str(others), "--times", "1,2", "dataset.links=true")
    said = command(*words, "--dry-run")
    done = command(*words)
    assert done.returncode == 0, done.stderr
    for out in (said.stdout, done.stdout):
        assert "near copies" not in out, "the three others that can be read are enough"
        for size, number in (("1x", 3), ("2x", 6)):
            assert f"2 variations × 2 questions over {number} documents" in out, size
        assert "skipped: broken.pdf: " in out
        for name in ("blank.txt", "broken.pdf", "gone.pdf"):
            assert out.count(f"skipped: extra/1 others/{name}: ") == 1
    sizes = {(row["times"][0], row["documents"], row["others"], row["made"]) for row in rows(home)}
    assert sizes == {("1", "3", "0", "0"), ("2", "6", "3", "0")}


def test_exact_copies_are_no_others(command: Command, own_split: list[str], documents: Path, others: Path) -> None:
    (documents / "pdfs" / "broken.pdf").touch()
    (others / "again.pdf").write_bytes((documents / "pdfs" / "prices.pdf").read_bytes())
    words = ("--extra", str(others), "--extra", str(documents / "pdfs"), "--times", "1,3", "--dry-run")
    done = command("grow", *own_split, *GRID, *words)
    assert done.returncode == 0, done.stderr
    assert "5 other documents left out: exact copies of documents of the corpus" in done.stdout
    assert "3 documents of the largest size are made" in done.stdout


def test_questions_are_counted_by_what_they_name(command: Command, own_split: list[str]) -> None:
    gold = Path(own_split[-1])
    one, two = gold.read_text(encoding="utf-8").strip().split("\n- ")
    gold.write_text(f"{one}\n- {two.replace('{id: fee,', '{id: fee, documents: [handbook.pdf],')}\n", encoding="utf-8")
    done = command("grow", *own_split, *GRID, "--times", "1", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert (
        "1 question of 2 asked over all documents; taken as asked of the whole collection, since their gold "
        "names no document: 1; 1 left out: no name in them tells which document they are about"
    ) in done.stdout


def test_a_dry_run_says_what_each_size_takes_and_asks_nothing(
    command: Command, own_split: list[str], home: Path, others: Path
) -> None:
    done = command("grow", *own_split, *GRID, "--extra", str(others), "--times", "1,2", "--dry-run")
    assert done.returncode == 0, done.stderr
    for size, documents in (("1x", 3), ("2x", 6)):
        assert f"2 variations × 2 questions over {documents} documents" in done.stdout
        assert f"retrieval=bm25 {size}" in done.stdout
    assert not (home / "outputs" / "sweeps").exists()


def test_only_new_chunks_are_embedded_and_a_second_time_nothing_is_asked(
    command: Command, own_split: list[str], home: Path, others: Path
) -> None:
    words = (
        *own_split,
        "--grid",
        "none",
        "chunking=page",
        "retrieval=semantic",
        "tracking=off",
        "--extra",
        str(others),
    )
    first = command("grow", *words, "--times", "1,2", "--all")
    assert first.returncode == 0, first.stderr
    assert "s: the geometric mean" in first.stdout
    assert "?: forecast" not in first.stdout, "of two sizes nothing is forecast"
    summary = rows(home, "summary.csv")
    assert [(row["chunks_indexed"], row["chunks_embedded"]) for row in summary] == [("6", "6"), ("9", "3")]
    again = command("grow", *words, "--times", "1,2")
    assert "2 to ask" not in again.stdout
    assert [row["chunks_embedded"] for row in rows(home, "summary.csv")] == ["0", "0"]


def test_what_says_nothing_is_refused(command: Command, own_split: list[str]) -> None:
    for words, said in (
        (("--times", "0,1"), "--times 0,1: expected numbers from 1 to 1000"),
        (("--times", "1,2", "budget.race=true"), "budget.race=true leaves questions out"),
        (
            ("--extra", "../none", "--extra", own_split[-1]),
            "--extra ../none: no such folder; name the folder that holds the other documents\n",
        ),
        (("--extra", "../none", "--extra", own_split[-1]), f"--extra {own_split[-1]}: not a folder; name "),
    ):
        done = command("grow", *own_split, *GRID, *words)
        assert done.returncode == 1
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_a_budget_ends_it_with_the_sizes_that_are_whole(command: Command, own_split: list[str], home: Path) -> None:
    with OllamaServer(think=sensible) as server:
        words = [*own_split, "--grid", "none", "tracking=off", "architecture=single_pass", "--llm", "ollama",
                 f"llm.base_url={server.base_url}", "--times", "1,2,3"]  # fmt: skip
        stopped = command("grow", *words, "budget.calls=3")
        assert stopped.returncode == 0, stopped.stderr
        assert "stopped: the budget is used up" in stopped.stderr
        assert {row["times"] for row in rows(home)} <= {"1.000000", "2.000000"}
        done = command("grow", *words)
    assert done.returncode == 0, done.stderr
    assert len({row["times"] for row in rows(home)}) == 4, "three sizes and one beyond"
