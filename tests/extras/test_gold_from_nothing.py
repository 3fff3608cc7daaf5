"""From an empty folder with ten documents to thirty questions by keys alone, in a real browser, and their sweep
(Debian: apt-get install chromium). The documents are real ones where RAGATTA_DATA has them, else all generated ones.
"""

from __future__ import annotations

import csv
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ragatta.eval.gold.questions import load_questions
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from standins.commands import Command
from tests.standins.browser import CHROMIUM, Browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine (Debian: chromium)")
REAL = {"uda": 4, "cuad": 3, "ct_maps": 3}  # documents of each, the largest: small ones have few facts to ask for
DRAFTS, ACCEPTED, KILLED_AT = 60, 30, 13


def documents() -> list[Path]:
    data = os.environ.get("RAGATTA_DATA", "")
    if all(Path(data, name, "pdfs").is_dir() for name in REAL) and data:
        by_size = {name: sorted(Path(data, name, "pdfs").glob("*.pdf"), key=_size) for name in REAL}
        return [path for name, count in REAL.items() for path in by_size[name][-count:]]
    made = open_dataset(compose_grid(["dataset=filings"])[0].config.dataset, with_questions=False).pdfs
    return [*made.rglob("*.pdf")]


def _size(path: Path) -> int:
    return path.stat().st_size


@contextmanager
def studio(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    words = ["studio", "--pdfs", "pdfs", "--questions", "gold.yaml", "--port", "0"]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "ragatta", *words],
        cwd=folder, env={**os.environ, "RAGATTA_HOME": str(folder / "home")}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout
        yield process, next(line.strip() for line in process.stdout if line.startswith("http"))
    finally:
        process.kill()
        process.wait()


def accept(browser: Browser, count: int) -> None:
    """Accepts one draft after the other until so many questions are accepted."""
    accepted = "state.queue.filter((one) => one.group === 'accepted').length"
    for number in range(browser.script(accepted) + 1, count + 1):
        browser.until("!busy && current.draft && !document.getElementById('accept').disabled")
        browser.key("a")
        browser.until(f"{accepted} === {number} && !busy")


def test_thirty_questions_by_keys_alone_are_loaded_and_swept(tmp_path: Path, command: Command) -> None:
    (tmp_path / "pdfs").mkdir()
    for path in documents():
        shutil.copy(path, tmp_path / "pdfs")
    there = ("--pdfs", f"{tmp_path}/pdfs", "--questions", f"{tmp_path}/gold.yaml")
    drafted = command("draft", *there, "--count", str(DRAFTS))
    assert drafted.returncode == 0, drafted.stderr

    with Browser(tmp_path / "profile") as browser:
        with studio(tmp_path) as (process, link):
            browser.open(link)
            accept(browser, KILLED_AT)
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert len(load_questions(tmp_path / "gold.yaml")) == KILLED_AT
        with studio(tmp_path) as (_, link):
            browser.open(link)
            accept(browser, ACCEPTED)

    questions = load_questions(tmp_path / "gold.yaml")
    assert len(questions) == ACCEPTED
    assert all(one.evidence or one.kind == "unanswerable" for one in questions)
    checked = command("check-questions", *there)
    assert checked.returncode == 0, checked.stderr
    assert f"OK, {ACCEPTED} questions" in checked.stdout
    swept = command("sweep", *there, "--grid", "none", "dataset.every_kind=true", "tracking=off")
    assert swept.returncode == 0, swept.stderr
    summary = tmp_path / "home" / "outputs" / "latest" / "summary.csv"
    assert [row["questions"] for row in csv.DictReader(summary.read_text().splitlines())] == [str(ACCEPTED)]
