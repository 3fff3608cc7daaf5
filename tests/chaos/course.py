"""What every trial runs on, three small PDFs and four questions, and how the end of a command is judged.

A trial does harm and gives the command again, which must end with the figures of the undisturbed run or a named error.
"""

from __future__ import annotations

import csv
import os
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.standins.commands import Commands, Started
from tests.standins.pdfs import write_pdf

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "handbook.pdf": [
        "Garden Centre Handbook\nDate: 2024-03-01\nPump care, storage and repair.",
        "Filter Cleaning\nClean the filter of every pump once a month with cold water.",
        "Winter Storage\nStore each pump dry and above 4 degrees. The storage fee is $25 per season.",
        "Seal Replacement\nSeals are replaced by the workshop after 600 hours of use.",
    ],
    "prices.pdf": ["Price List\n\nArticle            Price\nBig pump           $120\nSmall pump         $80"],
    "letter.pdf": ["Dear members,\nour spring fair takes place in April on the village green."],
}
QUESTIONS = """id,question,expected_output
fee,What is the storage fee per season?,$25
hours,After how many hours of use are seals replaced?,600
fair,When does the spring fair take place?,April
price,What is the price of the big pump?,$120
"""
# Ends of columns that two runs need not share: times, load, costs, and keys that name the server's port.
TIMED = ("_s", "_calls", "in_flight", "tokens_in", "tokens_out", "cost_usd", "embedded", "mlflow_run_id", "run_key")
LONGEST = 60.0  # seconds: a command that takes longer hangs
SAME, SAID, NAMED = "same figures", "same figures, said", "named error"
GOOD = (SAME, SAID, NAMED)
UNNAMED, WRONG, LOST, CRASH, HANG = "unnamed error", "wrong figures", "lost or asked twice", "crash", "hang"
BAD = (UNNAMED, WRONG, LOST, CRASH, HANG)
TRACES = ("Traceback", "panicked", "Fatal Python error", "core dumped")


@dataclass(frozen=True)
class Trial:
    """What was done, and its outcome; `said` is what the command wrote."""

    what: str
    outcome: str
    said: str = ""


@dataclass
class Ended:
    """How often each outcome came, what came of each bad one, and what could not be tried here."""

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def add(self, trial: Trial) -> None:
        self.outcomes[trial.outcome] += 1
        if trial.outcome not in GOOD:
            self.faults.append(f"{trial.what}: {trial.outcome}: {trial.said[-2000:]}")

    def join(self, other: Ended) -> None:
        self.outcomes += other.outcomes
        self.faults += other.faults
        self.left_out += [one for one in other.left_out if one not in self.left_out]


@dataclass(frozen=True)
class Bench:
    """Where commands run: documents and scratch in `folder`."""

    folder: Path
    commands: Commands

    def own(self, *words: str, server: str = "") -> list[str]:
        """The words of a sweep of one variation over the documents."""
        documents = ["--pdfs", f"{self.folder}/pdfs", "--questions", f"{self.folder}/questions.csv", "--grid", "none"]
        model = ["llm=ollama", f"llm.base_url={server}"] if server else []
        tracking = [] if any(word.startswith("tracking") for word in words) else ["tracking=off"]
        return [*documents, *tracking, *model, *words]

    def start(self, command: str, words: Sequence[str], home: Path, program: str = "ragatta", **more: str) -> Started:
        environment = {**os.environ, "RAGATTA_HOME": str(home), "RAGATTA_OUT": str(home / "report.html"), **more}
        return self.commands.start(command, words, ROOT, environment, program)

    def run(self, command: str, words: Sequence[str], home: Path, **more: str) -> tuple[int | None, str]:
        """The exit code, None of one that hangs, and what was written to stderr."""
        return ended(self.start(command, words, home, **more))

    def undisturbed(self, words: Sequence[str], home: Path) -> dict[str, str]:
        """The figures of a sweep that nothing disturbs. Raises RuntimeError where it fails."""
        shutil.rmtree(home, ignore_errors=True)
        code, said = self.run("sweep", words, home)
        if code:
            raise RuntimeError(f"the undisturbed command failed: {said}")
        return figures(home)


def write_documents(folder: Path) -> None:
    """The PDFs and questions that the commands run on."""
    (folder / "pdfs").mkdir()
    for name, pages in PAGES.items():
        write_pdf(folder / "pdfs" / name, pages)
    (folder / "questions.csv").write_text(QUESTIONS, encoding="utf-8")


def ended(started: Started, longest: float = LONGEST) -> tuple[int | None, str]:
    """The exit code of a command and what it wrote to stderr, as `whole` has them."""
    code, _, said = whole(started, longest)
    return code, said


def whole(started: Started, longest: float = LONGEST) -> tuple[int | None, str, str]:
    """Waits for a command: its exit code, and what it wrote to stdout and stderr. One that takes longer is killed, with
    its children, and has no exit code."""
    if not waited(lambda: started.poll() is not None, longest):
        for pid in (started.pid, *children(started.pid)):
            signalled(pid, signal.SIGKILL)
        return None, *started.communicate()
    return started.returncode, *started.communicate()


def waited(until: Callable[[], bool], seconds: float) -> bool:
    """Whether it came true in so many seconds."""
    last = time.monotonic() + seconds
    while not until():
        if time.monotonic() > last:
            return False
        time.sleep(0.01)
    return True


def children(pid: int) -> list[int]:
    """The processes below one, the nearest first."""
    try:
        own = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (OSError, ValueError):
        return []
    return [*own, *(below for child in own for below in children(child))]


def alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def signalled(pid: int, number: int) -> None:
    with suppress(ProcessLookupError):  # it has ended
        os.kill(pid, number)


def judged(code: int | None, said: str, same: Callable[[], bool], names: Sequence[str] = ()) -> str:
    """What became of a command: its exit code, what it wrote to stderr, whether its figures are the `same`. An error
    must name one of `names`, where there are some."""
    if code is None:
        return HANG
    if code not in (0, 1) or any(trace in said for trace in TRACES):
        return CRASH
    if code == 1:
        named = "error:" in said and (not names or any(name in said for name in names))
        return NAMED if named else UNNAMED
    if not same():
        return WRONG
    return SAID if "note:" in said or "warning:" in said else SAME


def figures(home: Path) -> dict[str, str]:
    """Whatever a sweep is asked for, without what it took; empty where there is no whole sweep."""
    latest = home / "outputs" / "latest"
    if not (latest / "summary.csv").exists():
        return {}
    found = {
        f"{file.parent.name}/{name}": file.read_text(encoding="utf-8")
        for name in ("answers.jsonl", "scores.jsonl")
        for file in latest.glob(f"runs/*/{name}")
    }
    found["by_question"] = (latest / "by_question.csv").read_text(encoding="utf-8")
    with (latest / "summary.csv").open(encoding="utf-8", newline="") as stream:
        rows = [{key: cell for key, cell in row.items() if not key.endswith(TIMED)} for row in csv.DictReader(stream)]
    return {**found, "summary": str(rows)}


def answered(home: Path) -> int:
    """The whole lines of all journals."""
    return sum(file.read_bytes().count(b"\n") for file in home.glob("outputs/runs/*/journal.jsonl"))


def seconds_of(command: Callable[[], object]) -> float:
    begun = time.monotonic()
    command()
    return time.monotonic() - begun
