"""from ragatta import sweep, compare, ask: in a process of its own, as a notebook would be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ragatta import api
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import ROOT
from standins.commands import Commands
from standins.pdfs import write_pdf

Python = Callable[[str], "subprocess.CompletedProcess[str]"]

CHEAP = """import sys, ragatta
assert {"ask", "compare", "sweep"} <= {*dir(ragatta)}
print(sorted({"numpy", "pandas", "hydra", "chromadb", "scipy"} & set(sys.modules)))"""
USED = """
import json
from ragatta import ask, compare, sweep
found = sweep("variation=baseline,hybrid_search", "tracking=off", pdfs="pdfs", questions="questions.csv")
apart = compare("latest:baseline", "latest:hybrid_search")
answer = ask("What is the storage fee per season?", pdfs="pdfs")
print(json.dumps({
    "frame": found.frame.variation.tolist(), "rows": len(found.questions), "lines": len(repr(found).splitlines()),
    "html": found._repr_html_(), "compared_html": apart._repr_html_(), "answer_html": answer._repr_html_(),
    "lost": sorted(found.questions), "comparisons": found.comparisons.variation.tolist(),
    "compared": apart[apart.metric == "score"][["a", "b", "difference"]].values.tolist(),
    "answer": answer.text, "cited": answer.citations[0].source_file, "score": found.frame.score.tolist(),
}))
"""
REPORTED = """
from ragatta import sweep
print(sweep("variation=baseline", "tracking=off", pdfs="pdfs", questions="questions.csv").report())
"""
OWN = """
import json
from ragatta import ask, sweep

calls = []

def mine(question):
    calls.append(question)
    return {"answer": "$25", "passages": [{"text": "The storage fee is $25 per season.", "file": "/in/handbook.pdf"}]}

class Chain:
    def invoke(self, question):
        calls.append(question)
        return "$25"

def swept(**contestants):
    calls.clear()
    found = sweep("variation=hybrid_search", "tracking=off", pdfs="pdfs", questions="questions.csv",
                  contestants=contestants)
    return {**found.frame.set_index("variation").score.to_dict(), "calls": len(calls), "html": found._repr_html_()}

first, again = swept(mine=mine, chain=(Chain(), "v1")), swept(mine=mine, chain=(Chain(), "v1"))
other = swept(chain=(Chain(), "v2"))
answer = ask("What is the storage fee per season?", pdfs="pdfs", contestant=mine)
said = []
for wrong in ({"hybrid_search": mine}, {"mine": 5}, {"mine": (mine,)}, [mine]):
    try:
        sweep(pdfs="pdfs", questions="questions.csv", contestants=wrong)
    except Exception as fault:
        said.append(str(fault))
print(json.dumps([first, again, other, answer.text, answer.citations[0].source_file, said]))
"""


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    (tmp_path / "pdfs").mkdir()
    write_pdf(tmp_path / "pdfs" / "handbook.pdf", ["Winter Storage\nThe storage fee is $25 per season."])
    write_pdf(tmp_path / "pdfs" / "letter.pdf", ["Dear members,\nour fair takes place on the village green."])
    (tmp_path / "questions.csv").write_text(
        "id,question,expected_output\nfee,What is the storage fee per season?,$25\n", encoding="utf-8"
    )
    return tmp_path


@pytest.fixture
def python(commands: Commands, documents: Path) -> Python:
    """Runs a program in the folder of the documents, which is its home."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAGATTA_")}

    def run(code: str) -> subprocess.CompletedProcess[str]:
        (documents / "program.py").write_text(code, encoding="utf-8")
        return commands.run("", (), documents, {**environment, "RAGATTA_HOME": str(documents)}, "program")

    return run


def test_importing_ragatta_is_cheap() -> None:
    done = subprocess.run([sys.executable, "-c", CHEAP], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_sweep_a_comparison_and_a_question(python: Python) -> None:
    done = python(USED)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)  # nothing else is printed
    assert found["frame"] == ["baseline", "hybrid_search"]
    assert found["comparisons"][0] == "hybrid_search"
    assert found["rows"] == 2
    assert {"variation", "question_id", "answer", "lost_at", "score"} <= set(found["lost"])
    assert ">hybrid_search</td>" in found["html"]
    assert "<h4>hybrid_search against baseline</h4>" in found["compared_html"]
    assert "handbook.pdf, page 1" in found["answer_html"]
    assert "The storage fee is $25 per season." in found["answer_html"]
    assert ">retriever</td>" in found["answer_html"]
    assert found["lines"] == 5  # the sweep, its decision, a heading and two variations
    baseline, hybrid = found["score"]
    assert found["compared"] == [[baseline, hybrid, hybrid - baseline]]
    assert "$25" in found["answer"]
    assert found["cited"] == "handbook.pdf"


@pytest.mark.needs("report")
def test_a_sweep_has_a_report(python: Python) -> None:
    done = python(REPORTED)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).read_text(encoding="utf-8").startswith("<!doctype html>")


def test_what_is_wrong_is_raised(python: Python) -> None:
    done = python("from ragatta import sweep\nsweep('retrieval.top_k=0', pdfs='pdfs', questions='none.csv')")
    assert done.returncode == 1
    assert "Fault: questions=none.csv: no such file" in done.stderr
    assert "compose_grid" not in done.stderr  # no frames of the library
    blank = "from ragatta import ask\ntry: ask(' ')\nexcept Exception as fault: print(fault)\n"
    done = python(f"{blank}ask('hydra?', 'hydra/launcher=joblib', pdfs='pdfs')")
    assert done.stdout == "ask: the question is empty\n"
    assert "Fault: hydra/launcher=joblib: in Python a sweep runs in this process" in done.stderr


@pytest.mark.needs("contestants")
def test_an_object_of_the_program_is_a_contestant(python: Python) -> None:
    done = python(OWN)
    assert done.returncode == 0, done.stderr
    first, again, other, answer, cited, said = json.loads(done.stdout)
    assert (first["mine"], first["chain"]) == (1.0, 1.0)
    assert "mine: 1 of 1 passage aligned to pages" in first["html"]
    assert "chain: no passages returned" in first["html"]
    # Without a version it is asked anew; with one its answers are reused until the version changes.
    assert [each["calls"] for each in (first, again, other)] == [2, 1, 1]
    assert (answer, cited) == ("$25", "handbook.pdf")
    none = "no function, nor an object with invoke, query, run or __call__, nor (object, version)"
    assert said == [
        "contestants: 'hybrid_search' is the name of a variation too; choose another",
        f"contestants, mine: int is {none}",
        f"contestants, mine: tuple is {none}",
        'contestants must be by name, as in contestants={"mine": chain}',
    ]


def test_without_the_extension_that_asks_them_contestants_alone_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(api.POINTS), "knows", lambda *_: False)
    assert api._with_contestants([], {}) == []
    with pytest.raises(Fault, match="the extension that asks them is not here"):
        api._with_contestants([], {"mine": str})
