"""What users get wrong is answered with the key or the file and a fix that works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.faults import Fault, problems_of

OWN = ("--pdfs", "pdfs", "--questions", "q.csv")
MISTAKES: dict[str, tuple[tuple[str, ...], str]] = {
    "no folder": (("sweep", "--pdfs", "nosuch", *OWN[2:]), "--pdfs nosuch: no such folder; name the folder that holds"),
    "a PDF": (("sweep", "--pdfs", "pdfs/a.pdf", *OWN[2:]), "--pdfs pdfs/a.pdf: is a file; name the folder that holds"),
    "swapped": (("sweep", "--pdfs", "q.csv", "--questions", "pdfs"), "--questions pdfs: is a folder; name the .csv"),
    "no questions": (("sweep", *OWN[:2], "--questions", "no.csv"), "--questions no.csv: no such file; name the .csv"),
    "no option": (("sweep", "--zzyzx", "3"), "No such option '--zzyzx'; it takes .*--sweep.*; for example: ragatta sw"),
    "a setting": (("sweep", "--top-k-docs", "3"), "it is a setting: architecture.router.top_k_docs=VALUE"),
    "an agent's": (("sweep", *OWN, "llm.temperature=0.3"), "an agent has it: .* agents.orchestrator.temperature"),
    "umlaut key": (("sweep", *OWN, "Größe=3"), "there is no key 'Größe'; ragatta sweep --help lists"),
    "comma": (
        ("sweep", *OWN, "retrieval.top_k=3,", "5"),
        "write retrieval.top_k=3 .several values: retrieval.top_k=a,b without a space",
    ),
    "a word": (("data", "nosuch"), "nosuch: .*ragatta data --dataset NAME"),
    "CSV": (("score", "--from", "q.csv"), r"not a JSON object \(Expecting value\); write one object per line"),
    "parquet": (("sweep", *OWN[:2], "--questions", "q.parquet"), "save it with pandas' to_json"),
    "workbook": (("sweep", *OWN[:2], "--questions", "q.xlsx"), "save it as CSV UTF-8"),
    "tab": (("sweep", *OWN[:2], "--questions", "tab.yaml"), "tab.yaml, line 2: .*; write spaces in place of it"),
    "no evidence": (("add-question", "Why?", "--expected", "so", *OWN), "--quote, or --no-evidence where the answer"),
    "add from": (("add-question", "--from", "no.csv", *OWN), "no.csv: no such file; name the file that holds the ques"),
}
OF_EXTENSIONS = {
    "of a run": (
        ("export", "--variation", "baseline"),
        "it takes .*--run, --to; for example: ragatta export",
    ),
    "no bundle": (("import", "--from", "no.zip"), "no.zip: no such file; name the bundle of an exported run"),
    "draft from": (("draft", "--from", "no.csv", *OWN), "no.csv: no such file; name the file that holds the questions"),
    "verdicts": (("calibrate", "--from", "no.csv"), "no such file; name the file that holds the answers with people's"),
}


@pytest.fixture
def _here(tmp_path: Path, documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (documents / "pdfs").rename("pdfs")
    Path("pdfs/a.pdf").write_bytes(next(Path("pdfs").glob("*.pdf")).read_bytes())
    Path("q.csv").write_text("id,question,expected_output\nS1,What is the fee?,25\n", encoding="utf-8")
    Path("tab.yaml").write_text("- id: S1\n\tquestion: x\n", encoding="utf-8")
    for name in ("q.parquet", "q.xlsx"):
        Path(name).touch()


def check(words: tuple[str, ...], said: str) -> None:
    with pytest.raises((Fault, ValueError)) as raised:
        run(words)
    problems = problems_of(raised.value)
    assert re.search(said, "\n".join(problems), re.DOTALL), problems


@pytest.mark.usefixtures("_here", "one_composer")
@pytest.mark.parametrize(("words", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_answered_with_its_fix(words: tuple[str, ...], said: str) -> None:
    check(words, said)


@pytest.mark.needs("bundles", "studio", "judges")
@pytest.mark.usefixtures("_here", "one_composer")
@pytest.mark.parametrize(("words", "said"), OF_EXTENSIONS.values(), ids=OF_EXTENSIONS)
def test_so_is_one_with_the_command_of_an_extension(words: tuple[str, ...], said: str) -> None:
    check(words, said)
