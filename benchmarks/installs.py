"""Installs Ragatta in empty environments and uses it there: packages, size on disk and seconds of each way.

    python -m benchmarks.installs
    python -m benchmarks.installs lean gate

Each environment has a sweep of two variations, its report, a gate that is recorded and passed, and an export. The size
is that of the virtual environment after the use (`du -sm`), pip included; the embedding model lies beside it. Packages
come from the index that pip is set up for, or from pip's cache.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import ROOT
from tests.standins.pdfs import write_pdf

LOCKS = ROOT / "locks"
WHEEL, VERSIONS = "WHEEL", "VERSIONS"  # the wheel of this clone, and the versions of gate.lock without hashes
LOCKED, ALONE = ["--require-hashes", "--no-deps", "-r"], ["--no-deps", WHEEL]
LEAN = [["--no-compile", *LOCKED, "lean.lock"], ALONE]
WAYS: Mapping[str, Sequence[Sequence[str]]] = {  # what is handed to pip install
    "lean": LEAN,
    "tracking": [*LEAN, ["--no-compile", "--constraint", VERSIONS, "mlflow-skinny", "sqlalchemy", "alembic"]],
    "gate": [["--no-compile", *LOCKED, "gate.lock"], ALONE],
    "compiled": [[*LOCKED, "lean.lock"], ALONE],
    "pip": [[WHEEL]],
    "clone": [[*LOCKED, "setup.lock"], [*LOCKED, "model.lock"], ALONE],
}
QUESTIONS = """
- id: Q_1
  question: What does a wedding cake with three tiers cost?
  kind: number
  expected: $340
  evidence:
  - {file: prices.pdf, pages: [1], quote: A wedding cake with three tiers costs the customer $340 without delivery.}
"""
COMMANDS = (
    "init", "sweep variation=baseline,hybrid_search",
    "report", "regress --update", "regress", "export --run latest:baseline --to run.zip",
)  # fmt: skip


def main(arguments: list[str]) -> int:
    """Prints a row for each of the ways named, else for all."""
    if unknown := [name for name in arguments if name not in WAYS]:
        raise Fault(f"{unknown[0]}: known are {', '.join(WAYS)}")
    print("| way | packages | MB | s to install | ran |\n| --- | --- | --- | --- | --- |")
    with TemporaryDirectory(prefix="ragatta-") as scratch:
        wheel = built(Path(scratch))
        for name in arguments or WAYS:
            folder = Path(scratch, name)
            seconds = installed(name, wheel, folder)
            used(folder / "venv", folder / "work", Path(scratch, "cache"))
            packages = len(ran(folder, "venv/bin/python", "-m", "pip", "list", "--format=freeze").splitlines())
            size = int(ran(folder, "du", "-sm", "venv").split()[0])
            print(f"| {name} | {packages} | {size} | {seconds:.0f} | {len(COMMANDS)} commands |", flush=True)
            ran(Path(scratch), "rm", "-r", name)
    return 0


def built(folder: Path) -> Path:
    """The wheel of this clone, written to the folder."""
    ran(ROOT, "rm", "-rf", "build")  # what setuptools left there, deleted modules included
    ran(ROOT, sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), ".")
    return next(folder.glob("ragatta-*.whl"))


def installed(name: str, wheel: Path, folder: Path) -> float:
    """Makes `venv` in the folder and installs the wheel by one of the WAYS; seconds of pip."""
    folder.mkdir()
    ran(folder, sys.executable, "-m", "venv", "venv")
    versions = re.findall(r"^[\w.-]+==.*(?= \\$)", (LOCKS / "gate.lock").read_text(encoding="utf-8"), re.MULTILINE)
    (folder / VERSIONS).write_text("\n".join(versions), encoding="utf-8")
    places = {WHEEL: str(wheel), VERSIONS: str(folder / VERSIONS)}
    begun = perf_counter()
    for words in WAYS[name]:
        told = [re.sub(f"^({'|'.join(places)})", lambda found: places[found[0]], word) for word in words]
        pip = [str(folder / "venv/bin/python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        ran(LOCKS, *pip, *told)
    return perf_counter() - begun


def used(venv: Path, folder: Path, cache: Path) -> None:
    """Runs COMMANDS in the folder, which is made. Raises Fault where one fails."""
    (folder / "pdfs").mkdir(parents=True)
    (folder / "questions.yaml").write_text(QUESTIONS, encoding="utf-8")
    for name, text in {
        "prices.pdf": "Price List\nA wedding cake with three tiers costs the customer $340 without delivery.",
        "dough.pdf": "Dough Handbook\nThe sourdough rests for 18 hours in a room without any sunlight.",
    }.items():
        write_pdf(folder / "pdfs" / name, [text])
    for command in COMMANDS:
        ran(folder, str(venv / "bin/ragatta"), *command.split(), XDG_CACHE_HOME=str(cache))


def ran(folder: Path, *words: str, **more: str) -> str:
    """What the program prints. Raises Fault with its last lines where it fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RAGATTA_", "PYTHON", "MLFLOW"))}
    done = subprocess.run(words, cwd=folder, env={**kept, **more}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Fault(f"{' '.join(words)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


if __name__ == "__main__":
    run_command(main)
