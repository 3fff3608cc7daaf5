"""make regress as CI runs it: planted regressions fail and are named, and what changes nothing passes.

One baseline of a small gate is recorded for all tests of this file; none of them changes it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from standins.pdfs import write_pdf

from experiments.paths import MODELS, ROOT

THINGS = ("kettle", "ladder", "mirror", "basket", "candle", "hammer", "saddle", "teapot")
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def page(number: int, thing: str) -> str:
    """The heading has the words of the question, and the line after it the answer: a chunk of its own."""
    return f"The yearly storage fee of a {thing} in our warehouse, as agreed\n{'.' * 30} dollars {number}37 {'.' * 30}"


def question(number: int, thing: str) -> dict[str, object]:
    evidence = {"file": f"{thing}.pdf", "pages": [1], "value": f"{number}37"}
    text = f"What is the yearly storage fee of a {thing}?"
    return {"id": thing, "question": text, "kind": "number", "expected": f"{number}37", "evidence": [evidence]}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pdfs/, questions.yaml, a home for what is written, and expected.yaml with a recorded gate."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "pdfs").mkdir()
    for number, thing in enumerate(THINGS, 1):
        write_pdf(folder / "pdfs" / f"{thing}.pdf", [page(number, thing)])
    gold = [question(number, thing) for number, thing in enumerate(THINGS, 1)]
    (folder / "questions.yaml").write_text(yaml.safe_dump(gold, sort_keys=False), encoding="utf-8")
    done = regress(folder, ROOT, "--update", "--gate", "small", "--command", sweep_command(folder))
    assert done.returncode == 0, done.stderr
    return folder


def sweep_command(folder: Path) -> str:
    return (
        f"python -m experiments.sweep --grid none --pdfs {folder}/pdfs --questions {folder}/questions.yaml "
        "chunking.chunk_size=70 chunking.chunk_overlap=0 retrieval.top_k=1 retrieval.expand_context=1"
    )


def regress(folder: Path, clone: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "experiments.regress", "--expected", str(folder / "expected.yaml"), *words],
        cwd=clone,
        env={**os.environ, "RAGATTA_HOME": str(folder / "home"), **more},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def planted(small: Path, tmp_path: Path) -> Run:
    """Runs the gate in a clone with code appended to one of its files."""

    def run(file: str, code: str, *words: str) -> subprocess.CompletedProcess[str]:
        clone = tmp_path / "clone"
        if not clone.exists():
            for folder in ("pipeline", "eval", "experiments", "conf"):
                shutil.copytree(ROOT / folder, clone / folder, ignore=shutil.ignore_patterns("__pycache__"))
            for file_there in (ROOT / "pyproject.toml", *ROOT.glob("*.lock")):
                shutil.copy(file_there, clone)
            (clone / ".cache").mkdir()
            (clone / ".cache/models").symlink_to(MODELS)
            changed = clone / file
            changed.write_text(changed.read_text(encoding="utf-8") + code, encoding="utf-8")
        return regress(small, clone, *words)

    return run


def test_the_record_is_a_line_a_question(small: Path) -> None:
    text = (small / "expected.yaml").read_text(encoding="utf-8")
    assert text.count("{score: 1.0, partial_match: 1.0, reached: '1'}") == len(THINGS)


def test_nothing_changed_passes_and_reused_seconds_are_no_latency(small: Path) -> None:
    done = regress(small, ROOT, "--max-latency-s", "100")
    assert done.returncode == 2
    assert "8 of 8 answers are reused or replayed" in done.stderr
    assert "llm.cache=refresh" in done.stderr
    again = regress(small, ROOT, GITHUB_STEP_SUMMARY=str(small / "page.md"))
    assert again.returncode == 0, again.stdout + again.stderr
    assert "better" not in again.stdout
    assert json.loads((small / "home/outputs/regress/outcome.json").read_text())["outcome"] == "ok"
    assert "Regression gate small: ok" in (small / "page.md").read_text(encoding="utf-8")


def test_a_window_turned_off_fails(small: Path) -> None:
    done = regress(small, ROOT, "retrieval.expand_context=0")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "baseline: 8 questions dropped, now lost at: not_retrieved 8" in done.stdout
    assert re.search(r"kettle: score 1.000 → 0.000; .*lost at not_retrieved \(recorded: nothing\)", done.stdout)
    assert "no longer in the context: '137' (not_retrieved)" in done.stdout
    suite = ElementTree.parse(small / "home/outputs/regress/junit.xml").getroot()[0]
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    assert failed == ["mean score", "mean partial_match", "mean evidence_recall", *THINGS]
    assert suite.get("failures") == "11"


def test_a_stricter_scorer_fails(planted: Run) -> None:
    stricter = "\n\n_lenient = score\ndef score(*given):\n    return _lenient(*given) * 0.5\n"
    done = planted("eval/scorers/score.py", stricter)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "8 reused" in done.stdout, "no agent ran again"
    assert "baseline: score 1.000 → 0.500 (-0.500" in done.stdout
    assert "kettle: score 1.000 → 0.500; lost at wrong_format" in done.stdout


def test_a_retriever_that_drops_the_best_hit_fails(planted: Run) -> None:
    dropping = (
        "\n\n_search = Retriever.search\n"
        "def _without_best(self, query, documents=None, top_k=None):\n"
        "    return _search(self, query, documents, 2)[1:]\n"
        "Retriever.search = _without_best\n"
    )
    done = planted("pipeline/retrieval/retriever.py", dropping, "retrieval.expand_context=0", "retrieval.top_k=1")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "now lost at: not_retrieved" in done.stdout


def test_a_comment_in_the_pipeline_passes_and_its_new_answers_are_timed(planted: Run) -> None:
    done = planted("pipeline/agents/confidence.py", "\n# a comment\n", "--max-latency-s", "100")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 to ask, 0 reused" in done.stdout
    assert "live latency p50" in done.stdout
