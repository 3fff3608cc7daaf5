"""Flips single bits of what Ragatta has written, one at a time, and looks at what the next command makes of it.

    python -m tests.standins.flips [--flips 300] [--seed 0] [--only NAME,NAME] [--at-once 2]

For each artefact: a sweep over three small PDFs, then as often as asked one random bit of the artefact is flipped in a
copy, and the command is given again that reads it. It must end with the same figures, which a note may explain, or with
an error that names the file or its folder; another figure, an error that names nothing, a traceback and a
crash are faults. Prints a line an artefact; exit code 1 where there is a fault.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests.standins.commands import Commands
from tests.standins.ollama_server import OllamaServer
from tests.standins.pdfs import write_pdf
from tests.standins.sensible import sensible

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
TIMED = ("_s", "_calls", "tokens_in", "tokens_out", "cost_usd", "embedded", "mlflow_run_id")  # ends of columns
SAME, SAID, NAMED = "same figures", "same figures, said", "named error"
GOOD = (SAME, SAID, NAMED)


@dataclass(frozen=True)
class Artefact:
    """What is flipped: `files` of the home; `gone` is removed before, so that the files are read and matter."""

    files: tuple[str, ...]
    gone: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    command: str = "sweep"
    asks: bool = False  # a stand-in for a model server


ANSWERS = ("outputs",)
INDEX = ("outputs", "collections")
ARTEFACTS: Mapping[str, Artefact] = {
    "page cache": Artefact((".cache/pages/*",), INDEX),
    "tables cache": Artefact((".cache/tables/*",), INDEX, ("chunking.strategy=table",)),
    "annotations": Artefact((".cache/annotations/**/*",), ANSWERS, ("architecture=agentic",)),
    "vectors": Artefact((".cache/vectors.sqlite",), INDEX),
    "token vectors": Artefact((".cache/token_vectors.sqlite",), ANSWERS, ("retrieval.reranker=maxsim",)),
    "collection": Artefact(("collections/*/**/*",), ANSWERS),
    "collection manifest": Artefact(("collections/*/manifest.json",)),
    "replies": Artefact((".cache/replies.sqlite",), ANSWERS, asks=True),
    "kept grids": Artefact((".cache/grids/*",), ANSWERS),
    "gold checks": Artefact((".cache/gold_checks.json",)),
    "journal": Artefact(("outputs/runs/*/journal.jsonl",), ("outputs/runs/*/graded.json",)),
    "grades": Artefact(("outputs/runs/*/graded.json",)),
    "results of runs": Artefact(("outputs/sweeps/*/runs/*/*",), command="report"),
    "results of the sweep": Artefact(
        tuple(f"outputs/sweeps/*/{name}" for name in ("sweep.json", "questions.jsonl", "summary.csv", "digests.json")),
        command="report",
    ),
}


@dataclass
class Ended:
    """How often each outcome came, and of each fault what was flipped and said."""

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Bench:
    """Where commands run: documents and scratch in `folder`."""

    folder: Path
    commands: Commands

    def run(self, artefact: Artefact, home: Path, server: str) -> tuple[int, str]:
        """The exit code of the artefact's command and what it wrote to stderr."""
        environment = {**os.environ, "RAGATTA_HOME": str(home), "RAGATTA_OUT": str(home / "report.html")}
        words = self._words(artefact, server) if artefact.command == "sweep" else []
        done = self.commands.run(f"experiments.{artefact.command}", words, ROOT, environment)
        return done.returncode, done.stderr

    def _words(self, artefact: Artefact, server: str) -> list[str]:
        own = ["--pdfs", f"{self.folder}/pdfs", "--questions", f"{self.folder}/questions.csv", "--grid", "none"]
        model = ["llm=ollama", f"llm.base_url={server}"] if server else []
        return [*own, "tracking=off", *model, *artefact.words]


def write_documents(folder: Path) -> None:
    """The PDFs and questions that the commands run on."""
    (folder / "pdfs").mkdir()
    for name, pages in PAGES.items():
        write_pdf(folder / "pdfs" / name, pages)
    (folder / "questions.csv").write_text(QUESTIONS, encoding="utf-8")


def flipped(name: str, flips: int, seed: int, bench: Bench) -> Ended:
    """What became of so many flips of one artefact."""
    artefact, drawn, ended = ARTEFACTS[name], random.Random(f"{name} {seed}"), Ended()
    home, whole = bench.folder / "home", bench.folder / "whole"
    with ExitStack() as stack:
        server = stack.enter_context(OllamaServer(think=sensible)).address if artefact.asks else ""
        true = _prepared(bench, artefact, home, whole, server)
        for _ in range(flips):
            shutil.rmtree(home)
            shutil.copytree(whole, home, symlinks=True)
            file, bit = flip(home, artefact, drawn)
            code, said = bench.run(artefact, home, server)
            outcome = outcome_of(code, said, file, lambda: _figures(artefact, home) == true)
            ended.outcomes[outcome] += 1
            if outcome not in GOOD:
                ended.faults.append(f"{name}: bit {bit} of {file.relative_to(home)}: {outcome}: {said[-2000:]}")
    return ended


def _prepared(bench: Bench, artefact: Artefact, home: Path, whole: Path, server: str) -> dict[str, str]:
    """The true figures; `whole` becomes the home as the command will find it, but for the flip."""
    for folder in (home, whole):
        shutil.rmtree(folder, ignore_errors=True)
    first = Artefact(artefact.files, words=artefact.words, asks=artefact.asks)
    code, said = bench.run(first, home, server)
    if artefact.command != first.command:
        code, said = bench.run(artefact, home, server)
    if code:
        raise RuntimeError(f"the undisturbed command failed: {said}")
    true = _figures(artefact, home)
    for place in [place for pattern in artefact.gone for place in home.glob(pattern)]:
        shutil.rmtree(place) if place.is_dir() else place.unlink()
    shutil.copytree(home, whole, symlinks=True)
    return true


def flip(home: Path, artefact: Artefact, drawn: random.Random) -> tuple[Path, int]:
    """Flips one bit of the files, each bit of them as likely as another."""
    files = sorted({file for pattern in artefact.files for file in home.glob(pattern) if file.is_file()})
    sizes = [file.stat().st_size for file in files]
    file = drawn.choices(files, sizes)[0]
    data = bytearray(file.read_bytes())
    bit = drawn.randrange(8 * len(data))
    data[bit // 8] ^= 1 << bit % 8
    file.write_bytes(data)
    return file, bit


def outcome_of(code: int, said: str, file: Path, same: Callable[[], bool]) -> str:
    """What became of a command: its exit code, what it wrote to stderr, whether its figures are the `same`."""
    if "Traceback" in said or "panicked" in said or code not in (0, 1):
        return f"CRASH ({code})"
    if code == 1:
        named = "error:" in said and (file.name in said or file.parent.name in said)
        return NAMED if named else "UNNAMED ERROR"
    if not same():
        return "WRONG FIGURES"
    return SAID if "note:" in said or "warning:" in said else SAME


def _figures(artefact: Artefact, home: Path) -> dict[str, str]:
    """Whatever the command is asked for, without what it took."""
    if artefact.command == "report":
        return {"report": (home / "report.html").read_text(encoding="utf-8")}
    latest = home / "outputs" / "latest"
    found = {
        f"{file.parent.name}/{name}": file.read_text(encoding="utf-8")
        for name in ("answers.jsonl", "scores.jsonl")
        for file in latest.glob(f"runs/*/{name}")
    }
    found["by_question"] = (latest / "by_question.csv").read_text(encoding="utf-8")
    with (latest / "summary.csv").open(encoding="utf-8", newline="") as stream:
        rows = [{key: cell for key, cell in row.items() if not key.endswith(TIMED)} for row in csv.DictReader(stream)]
    return {**found, "summary": str(rows)}


def all_flipped(names: Sequence[str], flips: int, seed: int, at_once: int) -> Iterator[tuple[str, Ended]]:
    """Each artefact with what became of its flips, `at_once` artefacts side by side."""

    def one(name: str) -> Ended:
        with tempfile.TemporaryDirectory() as scratch, ExitStack() as stack:
            folder, commands = Path(scratch), Commands()
            stack.callback(commands.close)
            write_documents(folder)
            return flipped(name, flips, seed, Bench(folder, commands))

    with ThreadPoolExecutor(at_once) as pool:
        yield from zip(names, pool.map(one, names), strict=True)


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--flips", type=int, default=300, help="of each artefact")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--only", default=",".join(ARTEFACTS))
    arguments.add_argument("--at-once", type=int, default=2)
    given = arguments.parse_args()
    faults: list[str] = []
    for name, ended in all_flipped(given.only.split(","), given.flips, given.seed, given.at_once):
        print(f"{name}: {', '.join(f'{count} {what}' for what, count in ended.outcomes.most_common())}", flush=True)
        faults += ended.faults
    print("\n".join([*faults, f"{len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
