"""ragatta regress as CI runs it: planted regressions fail and are named, and what changes nothing passes.

One baseline of a small gate is recorded for all tests of this file; none of them changes it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from ragatta.eval.gate.decision import Judgement
from ragatta.experiments.command_line.commands import run
from ragatta.experiments.gate.expected import Gate
from ragatta.experiments.gate.result import GateResult
from ragatta.experiments.paths import MODELS, ROOT
from standins.clone import copied, python_path
from standins.commands import Commands
from standins.pdfs import write_pdf
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

THINGS = ("kettle", "ladder", "mirror", "basket", "candle", "hammer", "saddle", "teapot")
LABEL = "chunk_size=70 chunk_overlap=0 top_k=1 window.size=1"
Capture = pytest.CaptureFixture[str]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def page(number: int, thing: str) -> str:
    """The heading has the words of the question, and the line after it the answer: a chunk of its own."""
    return f"The yearly storage fee of a {thing} in our warehouse, as agreed\n{'.' * 30} dollars {number}37 {'.' * 30}"


def question(number: int, thing: str) -> dict[str, object]:
    evidence = {"file": f"{thing}.pdf", "pages": [1], "value": f"{number}37"}
    text = f"What is the yearly storage fee of a {thing}?"
    return {"id": thing, "question": text, "kind": "number", "expected": f"{number}37", "evidence": [evidence]}


@pytest.fixture(scope="module")
def small(regress: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pdfs/, questions.yaml, a home for what is written, and expected.yaml with a recorded gate."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "pdfs").mkdir()
    for number, thing in enumerate(THINGS, 1):
        write_pdf(folder / "pdfs" / f"{thing}.pdf", [page(number, thing)])
    gold = [question(number, thing) for number, thing in enumerate(THINGS, 1)]
    (folder / "questions.yaml").write_text(yaml.safe_dump(gold, sort_keys=False), encoding="utf-8")
    done = regress(folder, "--update", "--gate", "small", "--command", sweep_command(folder))
    assert done.returncode == 0, done.stderr
    return folder


def sweep_command(folder: Path) -> str:
    return (
        f"python -m experiments.sweep --grid none --pdfs {folder}/pdfs --questions {folder}/questions.yaml "
        "chunking.chunk_size=70 chunking.chunk_overlap=0 retrieval.top_k=1 window.size=1"
    )


@pytest.fixture(scope="session")
def regress(commands: Commands) -> Run:
    """Runs the gate of a folder, with the code of a clone if there is one."""

    def run(folder: Path, *words: str, clone: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "RAGATTA_HOME": str(folder / "home"), "GITHUB_STEP_SUMMARY": "", **more}
        if clone:
            environment["PYTHONPATH"] = python_path(clone)
        words = ("--expected", str(folder / "expected.yaml"), *words)
        return commands.run("regress", words, clone or ROOT, environment)

    return run


@pytest.fixture
def planted(regress: Run, small: Path, tmp_path: Path) -> Run:
    """Runs the gate in a clone with code appended to one of its files."""

    def run(file: str, code: str, *words: str) -> subprocess.CompletedProcess[str]:
        clone = copied(tmp_path / "clone", MODELS)
        changed = clone / file
        changed.write_text(changed.read_text(encoding="utf-8") + code, encoding="utf-8")
        return regress(small, *words, clone=clone)

    return run


def test_the_record_is_a_line_a_question(small: Path) -> None:
    text = (small / "expected.yaml").read_text(encoding="utf-8")
    line = (
        "{score: 1.0, partial_match: 1.0, reached: '1', exact_match: 1.0, evidence_recall: 1.0, ndcg: 0.6309"
        ", citation_precision: 1.0, answered_wrongly: 0.0"
    )
    assert text.count(f"{line}}}") == len(THINGS)


def test_nothing_changed_passes_and_reused_seconds_are_no_latency(regress: Run, small: Path) -> None:
    done = regress(small, "--max-latency-s", "100")
    assert done.returncode == 2
    assert "8 of 8 answers are reused or replayed" in done.stderr
    assert "llm.cache=refresh" in done.stderr
    again = regress(small, GITHUB_STEP_SUMMARY=str(small / "page.md"))
    assert again.returncode == 0, again.stdout + again.stderr
    assert "better" not in again.stdout
    assert json.loads((small / "home/outputs/regress/outcome.json").read_text())["outcome"] == "ok"
    assert "Regression gate small: ok" in (small / "page.md").read_text(encoding="utf-8")


def test_a_record_of_other_gold_is_found_before_anything_is_asked(regress: Run, small: Path, tmp_path: Path) -> None:
    text = (small / "expected.yaml").read_text(encoding="utf-8")
    (tmp_path / "expected.yaml").write_text(text.replace("    kettle:", "    kettel:"), encoding="utf-8")
    done = regress(tmp_path)
    assert done.returncode == 2, done.stdout
    assert "questions that the dataset does not have: kettel; if that is meant" in done.stderr
    assert not list((tmp_path / "home/outputs").glob("sweeps/*")), "no sweep was begun"


def test_a_changed_document_is_no_regression(regress: Run, small: Path) -> None:
    kettle = small / "pdfs" / "kettle.pdf"
    was = kettle.read_bytes()
    try:
        write_pdf(kettle, [page(2, "kettle")])
        done = regress(small)
    finally:
        kettle.write_bytes(was)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "documents changed since the record, so nothing was compared: kettle.pdf; if that is as it" in done.stderr
    assert done.stdout.splitlines()[-2:][0] == "documents changed: record anew: small"
    assert "to ask" not in done.stdout, "nothing was asked"


def test_an_older_record_is_compared_and_says_what_it_lacks(regress: Run, small: Path) -> None:
    file = small / "expected.yaml"
    text = file.read_text(encoding="utf-8")
    older = {key: value for key, value in yaml.safe_load(text)["small"].items() if key not in ("documents", "settings")}
    try:
        file.write_text(yaml.safe_dump({"small": older}), encoding="utf-8")
        done = regress(small)
    finally:
        file.write_text(text, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "recorded without documents and settings (a changed document looks like a regression, " in done.stdout


def test_a_window_turned_off_fails(regress: Run, small: Path) -> None:
    done = regress(small, "window.size=0")
    assert done.returncode == 1, done.stdout + done.stderr
    said = [line for line in done.stdout.splitlines() if LABEL in line]
    assert said == [
        f"  {LABEL}: kettle lost '137' (not retrieved) and 7 more guarded questions; evidence recall 1.000 → 0.000 and "
        "5 more means; changed since the record: window.size 1 → 0"
    ]
    assert done.stdout.splitlines()[-3].startswith("regression: small, 1 of 1 variation")
    done = regress(small, "--all", "window.size=0")
    assert f"{LABEL}: 8 questions dropped, now lost at: not_retrieved 8" in done.stdout
    kettle = r"kettle \(critical\): score 1.000 → 0.000; .*lost at not_retrieved \(recorded: nothing\)"
    assert re.search(kettle, done.stdout)
    assert "no longer in the context: '137' (not_retrieved)" in done.stdout
    suite = ElementTree.parse(small / "home/outputs/regress/junit.xml").getroot()[0]
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    dropped = ("score", "partial_match", "exact_match", "evidence_recall", "ndcg", "citation_precision")
    assert failed == ["outcome", *(f"mean {metric}" for metric in dropped), *THINGS]


def test_a_stricter_scorer_fails(planted: Run) -> None:
    stricter = (
        "\n\n_lenient = verdict\n"
        "def verdict(*given):\n"
        "    found = _lenient(*given)\n"
        "    return Verdict(found.score * 0.5, found.rule)\n"
    )
    done = planted("eval/scorers/score.py", stricter, "--all")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "8 reused" in done.stdout, "no agent ran again"
    assert f"{LABEL}: score 1.000 → 0.500 (-0.500" in done.stdout
    kettle = "kettle (critical): score 1.000 → 0.500; not_answered_wrongly 1.000 → 0.500; lost at wrong_format"
    assert kettle in done.stdout
    assert "scorer score: a list by F1: expected 0.666667, got 0.333333" in done.stdout


def test_a_retriever_that_drops_the_best_hit_fails(planted: Run) -> None:
    dropping = (
        "\n\n_search = Retriever.search\n"
        "def _without_best(self, query, documents=None, top_k=None):\n"
        "    return _search(self, query, documents, 2)[1:]\n"
        "Retriever.search = _without_best\n"
    )
    done = planted("pipeline/retrieval/retriever.py", dropping, "--all", "window.size=0", "retrieval.top_k=1")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "now lost at: not_retrieved" in done.stdout


def test_a_comment_in_the_pipeline_passes_and_its_new_answers_are_timed(planted: Run) -> None:
    done = planted("pipeline/agents/answering/confidence.py", "\n# a comment\n", "--max-latency-s", "100")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 to ask, 0 reused" in done.stdout
    assert "live latency p50" in done.stdout


@pytest.mark.needs("bundles")
def test_a_recorded_model_is_replayed_and_a_changed_prompt_is_no_drop(
    commands: Commands, regress: Run, small: Path, tmp_path: Path
) -> None:
    recorded, home = tmp_path / "recorded.zip", {"RAGATTA_HOME": str(tmp_path / "home")}
    with OllamaServer(think=sensible) as server:
        words = shlex.split(sweep_command(small))[3:]
        model = ["llm=ollama", f"llm.base_url={server.address}"]
        experiment(commands, "sweep", *words, "tracking=off", *model, **home)
    (run_key,) = (path.name for path in (tmp_path / "home/outputs/runs").iterdir())
    experiment(commands, "export", "--run", run_key, "--to", str(recorded), **home)

    (tmp_path / "expected.yaml").write_text(
        f"model:\n  command: {sweep_command(small)} {' '.join(model)}\n  bundle: recorded.zip\n",
        encoding="utf-8",
    )
    elsewhere = {"RAGATTA_HOME": str(tmp_path / "elsewhere")}
    update = regress(tmp_path, "--update", **elsewhere)
    assert update.returncode == 0, update.stderr
    assert "recorded for the first time: questions 8, variations 1" in update.stdout
    assert "gate model (bundle recorded.zip): " in update.stdout
    (brought,) = (tmp_path / "elsewhere/outputs/bundles").iterdir()
    assert (brought / ".cache/replies.sqlite").exists()
    assert not (tmp_path / "elsewhere/.cache/replies.sqlite").exists(), "no sweep of one's own finds them"
    assert not (tmp_path / "elsewhere/outputs/runs").exists()
    summary = (tmp_path / "elsewhere/outputs/latest/summary.csv").read_text(encoding="utf-8")
    assert f"(bundle {brought.name})" in summary
    same = regress(tmp_path, "reranker.candidates=41", **elsewhere)
    assert same.returncode == 0, same.stdout + same.stderr
    assert "8 to ask, 0 reused" in same.stdout, "another run key, the same prompts"
    live = regress(tmp_path, "--max-latency-s", "100", **elsewhere)
    assert live.returncode == 2
    assert "reused or replayed" in live.stderr
    changed = regress(tmp_path, "window.size=0", **elsewhere)
    assert changed.returncode == 3, changed.stdout + changed.stderr
    assert "prompt changed: no recorded reply to 8 questions (kettle," in changed.stderr
    assert "ragatta export" in changed.stderr
    junit = ElementTree.parse(tmp_path / "elsewhere/outputs/regress/junit.xml").getroot()[0]
    assert (junit.get("failures"), junit.get("skipped")) == ("0", "8")
    assert junit.get("name") == "model (bundle recorded.zip)"
    replaced = regress(tmp_path, "prompts.orchestrator.system=Briefly", **elsewhere)
    assert replaced.returncode == 3, replaced.stdout + replaced.stderr
    differ = "other prompts or options than the recorded ones (orchestrator.system): recorded.zip has no replies"
    assert differ in replaced.stderr
    assert "cannot judge them" in replaced.stderr
    written = tmp_path / "elsewhere/outputs/regress/summary.md"
    assert ": model (bundle recorded.zip)**" in written.read_text(encoding="utf-8")
    moved = regress(tmp_path, "llm.base_url=http://127.0.0.1:9", **elsewhere)
    assert moved.returncode == 0, moved.stdout + moved.stderr
    other = regress(tmp_path, "llm.model=another", **elsewhere)
    assert other.returncode == 2, other.stdout + other.stderr
    assert "prompt changed" not in other.stderr
    assert re.search(rf"llm.model=another .*\(recorded: .*base_url={server.address}", other.stderr)
    assert "recorded.zip: the gate's command must name the model" in other.stderr
    assert ": model (bundle recorded.zip)**" in written.read_text(encoding="utf-8")


def test_what_cannot_be_compared_is_a_fault_of_its_own_code(small: Path, home: Path, capsys: Capture) -> None:
    missing = home / "missing.yaml"
    told = home / "outputs/regress/outcome.json"
    assert run(["regress", "--expected", str(missing)]) == 2
    assert "no baseline yet" in capsys.readouterr().err
    assert json.loads(told.read_text(encoding="utf-8"))["gates"] == {"missing.yaml": "fault"}
    assert run(["regress", "--expected", str(small / "expected.yaml"), "--gate", "smal"]) == 2
    assert "did you mean small" in capsys.readouterr().err
    assert json.loads(told.read_text(encoding="utf-8"))["gates"] == {"smal": "fault"}
    assert run(["regress", "--expected", str(small / "expected.yaml"), "retrieval.topk=3"]) == 2
    assert "unknown key 'retrieval.topk'" in capsys.readouterr().err
    assert run(["regress", "--expected", str(small / "expected.yaml"), "--update", "retrieval.top_k=3"]) == 2
    assert "leave out settings" in capsys.readouterr().err
    assert run(["regress", "--expected", str(missing), "--update", "--gate", "new"]) == 2
    assert "--command" in capsys.readouterr().err
    wrong = ["--update", "--gate", "new", "--command", "python -m experiments.sweep --grid none dataset=no_such"]
    assert run(["regress", "--expected", str(missing), *wrong]) == 2
    assert "no_such" in capsys.readouterr().err
    assert not missing.exists()


def test_a_crash_does_not_end_with_the_code_of_a_regression(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def crash(_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("ragatta.experiments.commands.regress._results", crash)
    assert run(["regress"]) == 2
    assert "a bug" in capsys.readouterr().err


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of this test's own, for what main() writes in this process."""
    monkeypatch.setattr("ragatta.experiments.commands.regress.HOME", tmp_path)
    monkeypatch.setattr("ragatta.experiments.commands.regress.REPORTS", tmp_path / "outputs/regress")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return tmp_path


def test_a_crashed_gate_is_a_fault_and_the_others_still_run(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def check(gate: Gate, *_: object) -> GateResult:
        if gate.name == "one":
            raise RuntimeError("a bug; ragatta regress --update")
        return GateResult(gate.name, gate.limits, Judgement((), ()))

    monkeypatch.setattr("ragatta.experiments.commands.regress.check", check)
    command = "python -m experiments.sweep"
    (home / "expected.yaml").write_text(f"one: {{command: {command}}}\ntwo: {{command: {command}}}\n", "utf-8")
    assert run(["regress", "--expected", str(home / "expected.yaml")]) == 2
    assert "Traceback" in capsys.readouterr().err
    told = json.loads((home / "outputs/regress/outcome.json").read_text(encoding="utf-8"))
    assert told == {"outcome": "fault", "exit_code": 2, "gates": {"one": "fault", "two": "ok"}}
    for name in ("junit.xml", "summary.md"):
        said = (home / "outputs/regress" / name).read_text(encoding="utf-8")
        assert "crashed: RuntimeError: a bug; ragatta regress --update" in said


def test_a_killed_gate_leaves_no_older_verdict(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(*_: object) -> GateResult:
        raise KeyboardInterrupt

    reports = home / "outputs/regress"
    reports.mkdir(parents=True)
    for name in ("junit.xml", "summary.md", "outcome.json"):
        (reports / name).write_text("ok", encoding="utf-8")
    monkeypatch.setattr("ragatta.experiments.commands.regress.check", kill)
    (home / "expected.yaml").write_text("one: {command: python -m experiments.sweep}\n", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        run(["regress", "--expected", str(home / "expected.yaml")])
    assert not list(reports.iterdir())


def experiment(commands: Commands, name: str, *words: str, **more: str) -> None:
    done = commands.run(name, words, ROOT, {**os.environ, **more})
    assert done.returncode == 0, done.stdout + done.stderr
