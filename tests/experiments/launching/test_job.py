"""The jobs of a launcher: what they open and score, and what they leave for the process that started them."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.experiments.launching import job
from ragatta.experiments.launching.job import FOLDER, Job, left

BASE = ["dataset=local", "dataset.pdfs=pdfs", "dataset.questions=gold.csv", "runner.jobs=2"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What each job has asked: its resources, and whether it scores."""
    found: list[Any] = []

    def runs_of(_points: Any, resources: Any, *, scores: bool) -> Iterator[Any]:
        found.append((resources, scores))
        yield from ()

    monkeypatch.setattr(job, "runs_of", runs_of)
    monkeypatch.setattr(job, "open_dataset", lambda *_, **__: None)
    monkeypatch.setattr(job, "Resources", SimpleNamespace(of=lambda *_, **__: object()))
    monkeypatch.setattr(job, "_of_the_last", threading.local())
    return found


def test_jobs_of_one_process_share_what_they_open(asked: list[Any], tmp_path: Path) -> None:
    for number, words in enumerate(
        (
            ["variation=baseline"],
            ["variation=sliding_window"],
            ["dataset.pdfs=others"],
            ["variation=baseline"],
            ["chunking=page"],
        )
    ):
        assert math.isnan(job.run([*BASE, *words], number, str(tmp_path)))
    first, second, others, again, chunked = (resources for resources, _ in asked)
    assert first is second
    assert len({id(one) for one in (first, others, again, chunked)}) == 4, "one index at a time"


def test_each_job_with_a_budget_counts_its_own(asked: list[Any], tmp_path: Path) -> None:
    for number in range(2):
        job.run([*BASE, "budget.calls=100"], number, str(tmp_path))
    job.run(BASE, 2, str(tmp_path))
    assert len({id(resources) for resources, _ in asked}) == 3


def test_jobs_in_threads_share_nothing(asked: list[Any], tmp_path: Path) -> None:
    for number in range(2):
        thread = threading.Thread(target=job.run, args=(BASE, number, str(tmp_path)))
        thread.start()
        thread.join()
    assert asked[0][0] is not asked[1][0]


def test_a_job_scores_unless_it_is_told_that_another_does(asked: list[Any], tmp_path: Path) -> None:
    job.run(BASE, 0, str(tmp_path))
    job.run(BASE, 1, str(tmp_path), False)
    assert [scores for _, scores in asked] == [True, False]


def test_what_jobs_left_is_read_in_their_order_and_other_files_are_not(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    for name in ("00002", "00000", "100000", "notes", "7"):
        (tmp_path / FOLDER / f"{name}.json").write_text(f'{{"overrides": ["{name}"]}}')
    assert left(tmp_path) == [Job(["00000"]), Job(["00002"]), Job(["100000"])]
