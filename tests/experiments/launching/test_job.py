"""What the jobs of a launcher leave for the process that started them."""

from __future__ import annotations

from pathlib import Path

from ragatta.experiments.launching.job import FOLDER, Job, left


def test_what_jobs_left_is_read_in_their_order_and_other_files_are_not(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    for name in ("00002", "00000", "100000", "notes", "7"):
        (tmp_path / FOLDER / f"{name}.json").write_text(f'{{"overrides": ["{name}"]}}')
    assert left(tmp_path) == [Job(["00000"]), Job(["00002"]), Job(["100000"])]
