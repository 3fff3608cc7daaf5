"""What was answered is never lost and never asked twice: kills, repeats, failures, and two sweeps at once."""

from __future__ import annotations

import csv
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ragatta.experiments.launching.finishing import failures
from ragatta.experiments.paths import ROOT
from ragatta.experiments.results.reading import open_sweep
from standins.commands import Command, Commands, Started
from standins.served import ollama, own
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import question_of, sensible, task_of

VARIATIONS = 6
QUESTIONS = 3


def words(documents: Path, *more: str) -> list[str]:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv", "tracking=off"]
    return [*own, *more]


@pytest.fixture
def start(commands: Commands) -> Callable[..., Started]:
    """Starts a sweep that can be killed."""

    def started(home: Path, *arguments: str) -> Started:
        return commands.start("sweep", arguments, ROOT, {**os.environ, "RAGATTA_HOME": str(home)})

    return started


def journal_lines(home: Path) -> list[tuple[str, str, int]]:
    """(run folder, question key, sample) of every whole line of every journal."""
    found = []
    for path in home.glob("outputs/runs/*/journal.jsonl"):
        for line in path.read_bytes().split(b"\n")[:-1]:
            entry = json.loads(line)
            found.append((path.parent.name, entry["question_key"], entry["sample"]))
    return found


def results(home: Path) -> dict[str, bytes]:
    names = ("answers.jsonl", "scores.jsonl")
    return {f"{p.parent.name}/{p.name}": p.read_bytes() for name in names for p in home.glob(f"outputs/runs/*/{name}")}


def rows(home: Path) -> list[dict[str, str]]:
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_a_sweep_that_is_killed_again_and_again_ends_like_one_that_was_not(
    command: Command, start: Callable[..., Started], documents: Path, home: Path, tmp_path: Path
) -> None:
    whole = command("sweep", *words(documents), RAGATTA_HOME=str(tmp_path / "whole"))
    assert whole.returncode == 0, whole.stderr
    drawn = random.Random(11)
    thresholds = sorted(drawn.sample(range(VARIATIONS * QUESTIONS), 3))
    for threshold in thresholds:  # killed as soon as so many answers are there, and a random moment later
        process = start(home, *words(documents))
        try:
            while process.poll() is None and len(journal_lines(home)) <= threshold:
                time.sleep(0.005)
            time.sleep(drawn.random() * 0.05)
        finally:
            process.kill()
            process.communicate()
    last = command("sweep", *words(documents))
    assert last.returncode == 0, last.stderr
    lines = journal_lines(home)
    assert len(lines) == len(set(lines)) == VARIATIONS * QUESTIONS, "no finished question was asked again"
    assert results(home) == results(tmp_path / "whole") != {}


def test_two_sweeps_at_once_share_the_work_and_corrupt_nothing(
    start: Callable[..., Started], documents: Path, home: Path
) -> None:
    tracked = [word if word != "tracking=off" else "tracking.traces=false" for word in words(documents)]
    both = [start(home, *tracked), start(home, *tracked)]
    said = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    lines = journal_lines(home)
    assert len(lines) == len(set(lines)) == VARIATIONS * QUESTIONS, "no question was asked twice"
    sweeps = sorted((home / "outputs/sweeps").iterdir())
    assert len(sweeps) == 2
    for sweep in sweeps:
        assert json.loads((sweep / "sweep.json").read_text(encoding="utf-8"))["finished"]
    one, other = ({p.parent.name: p.read_bytes() for p in s.glob("runs/*/answers.jsonl")} for s in sweeps)
    assert one == other
    assert len({row["mlflow_run_id"] for row in rows(home)} - {""}) == VARIATIONS


@pytest.mark.filterwarnings("ignore:.* has no digests.json")  # the kill may come before it is written
def test_a_sweep_that_is_killed_can_be_looked_at_and_one_that_held_nothing_is_gone(
    command: Command, start: Callable[..., Started], documents: Path, home: Path
) -> None:
    process = start(home, *words(documents))
    try:
        while process.poll() is None and len(list(home.glob("outputs/sweeps/*/runs/01/manifest.json"))) == 0:
            time.sleep(0.005)
        time.sleep(0.2)
    finally:
        process.kill()
        process.communicate()
    if not (home / "outputs/latest").exists():
        pytest.skip("the kill came in the instant between the run's files and the sweep's")
    half = json.loads((home / "outputs/latest/sweep.json").read_text(encoding="utf-8"))
    assert half["variations"]
    assert open_sweep(f"{home}/outputs/latest").runs

    (documents / "questions.csv").write_text(
        "id,question,expected_output\nnew,What is a reel?,a hose\n", encoding="utf-8"
    )
    before = (home / "outputs/latest").resolve()
    journals = home / "outputs/runs"
    journals.rename(home / "outputs/elsewhere")
    journals.write_text("a file where a folder should be", encoding="utf-8")
    stopped = command("sweep", *words(documents))
    assert stopped.returncode == 1
    assert "Traceback" not in stopped.stderr
    assert (home / "outputs/latest").resolve() == before
    assert [path.name for path in (home / "outputs/sweeps").iterdir()] == [before.name]


def test_repeats_are_answers_of_their_own(command: Command, documents: Path, home: Path) -> None:
    run = ("sweep", "--grid", "none", *words(documents))
    assert command(*run).returncode == 0
    done = command(*run, "repeats=3")
    assert done.returncode == 0, done.stderr
    assert "6 to ask, 3 reused" in done.stdout, "the first repeat is the answer that is there"
    (row,) = rows(home)
    assert (row["questions"], row["repeats"], row["answered"]) == ("3", "3", "9")
    assert sorted({sample for _, _, sample in journal_lines(home)}) == [0, 1, 2]
    answers = (home / "outputs/latest/runs/01/answers.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["sample"] for line in answers] == [0, 1, 2] * QUESTIONS


def test_a_dry_run_says_what_would_run_and_runs_nothing(command: Command, documents: Path, home: Path) -> None:
    before = command("sweep", *words(documents), "--dry-run")
    assert before.returncode == 0, before.stderr
    assert "18 to ask, 0 reused; 3 documents to read and to index first" in before.stdout
    assert not home.exists()
    assert command("index", *words(documents)).returncode == 0
    for file in (home / ".cache/gold_evidence", home / "datasets"):
        assert not file.exists()
    there = written_below(home)
    assert "18 to ask, 0 reused; 0 collections to build" in command("sweep", *words(documents), "--dry-run").stdout
    assert written_below(home) == there, "no summary, no gold evidence"
    assert command("sweep", "--grid", "none", *words(documents)).returncode == 0
    there = written_below(home)
    after = command("sweep", *words(documents), "--dry-run")
    assert "15 to ask, 3 reused" in after.stdout
    assert written_below(home) == there
    (line,) = (line for line in after.stdout.splitlines() if "high_depth" in line)
    assert [cell.strip() for cell in line.split("│")[2:7]] == ["3", "0", "0", "0", "0"], "to ask ... calls, at most"


def written_below(folder: Path) -> dict[str, tuple[int, int]]:
    """The files and folders, with their times and sizes."""
    found = ((path, path.lstat()) for path in sorted(folder.rglob("*")))
    return {str(path): (about.st_mtime_ns, about.st_size) for path, about in found}


def test_a_dry_run_of_documents_that_a_generator_has_not_written_writes_none(command: Command, home: Path) -> None:
    refused = command("sweep", "dataset=components", "--dry-run")
    assert refused.returncode != 0
    assert "ragatta check-questions --dataset components" in refused.stderr
    assert not home.exists()


def test_a_dry_run_connects_to_no_server(command: Command, documents: Path) -> None:
    with OllamaServer(think=sensible) as server:
        run = [*own(documents), *ollama(server)]
        before = command("sweep", *run, "--dry-run")
        assert before.returncode == 0, before.stderr
        assert "3 to ask, 0 reused" in before.stdout
        assert "3 documents to read and to index first. How long the model takes is not known yet" in before.stdout
        assert server.exchanges == []
        assert command("sweep", *run).returncode == 0
        asked = len(server.exchanges)
        after = command("sweep", *run, "--dry-run")
        assert "0 to ask, 3 reused" in after.stdout, after.stderr
        assert len(server.exchanges) == asked


@pytest.mark.parametrize(("number", "words"), [(1, "1 answer failed, with "), (2, "2 answers failed, with ")])
def test_failures_are_counted_in_grammar(number: int, words: str) -> None:
    assert failures(number, "answer", "answers.jsonl").startswith(words)


@pytest.fixture
def broken() -> Iterator[OllamaServer]:
    """A model whose answer to one question is no JSON until `mended` is set."""
    server = OllamaServer()
    server.mended = False  # type: ignore[attr-defined]

    def think(body: object) -> Said:
        if task_of(body) == "answer" and "storage fee" in question_of(body) and not server.mended:  # type: ignore[attr-defined]
            return Said("no JSON at all")
        return sensible(body)

    server.think = think
    with server:
        yield server


def test_a_failure_is_kept_with_its_reason_and_can_be_asked_again_alone(
    command: Command, documents: Path, home: Path, broken: OllamaServer
) -> None:
    run = ("sweep", "--grid", "none", *words(documents), "llm=ollama", f"llm.base_url={broken.base_url}")
    first = command(*run, "--all")
    assert first.returncode == 0, first.stderr
    assert rows(home)[0]["failed"] == "1"
    answers = (home / "outputs/latest/runs/01/answers.jsonl").read_text(encoding="utf-8")
    (failed,) = [row for row in map(json.loads, answers.splitlines()) if row["status"] == "failed"]
    assert failed["question_id"] == "fee"
    assert "usable" in failed["limitations"]
    assert f"; the first: {failed['limitations'][:60]}" in " ".join(first.stdout.split())

    asked = len(broken.chats)
    broken.mended = True  # type: ignore[attr-defined]
    again = command(*run)
    assert "0 to ask, 3 reused" in again.stdout
    assert "--retry-failed" in again.stdout
    assert len(broken.chats) == asked, "a failure is an answer like any other"
    assert rows(home)[0]["failed"] == "1"

    retried = command(*run, "retry_failed=true")
    assert "1 to ask, 2 reused" in retried.stdout
    assert {question_of(body) for body in broken.chats[asked:]} <= {"What is the storage fee per season?"}
    assert len(broken.chats) > asked, "the recorded reply that failed is not replayed"
    assert rows(home)[0]["failed"] == "0"
