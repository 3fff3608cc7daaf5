"""The figures that the report of a sweep says, what it does where something is missing, and its command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from extensions.report.tests.reported import report, rising
from ragatta.experiments.command_line.commands import run as run_command_line
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.results.tables import comparisons_csv_rows
from ragatta.extensions.report.commands.report import OVERVIEW, data, page
from ragatta.extensions.report.figures import variations
from standins.commands import Command
from standins.sweeps import Sweep, edit, edit_lines


def test_means_are_over_questions_and_repeats_within_them(tmp_path: Path) -> None:
    scores = {("a", "Q_1", 0): 1.0, ("a", "Q_1", 1): 0.0, ("a", "Q_2", 0): 1.0, ("a", "Q_2", 1): 1.0}
    (variation,) = report(Sweep(["a"], questions=2, repeats=2, scores=scores), tmp_path / "s")["variations"]
    assert variation["means"]["score"]["mean"] == pytest.approx(0.75)
    assert variation["means"]["score"]["questions"] == 2
    assert variation["answers"] == 4
    assert variation["comparison"] is None
    assert variation["lost"] == {"": 3, "not_retrieved": 1}


def test_each_variation_is_compared_with_the_baseline(tmp_path: Path) -> None:
    scores = {(label, f"Q_{n}", 0): float(label == "b") for label in "ab" for n in range(1, 13)}
    first, second = report(Sweep(["a", "b"], questions=12, scores=scores), tmp_path / "s")["variations"]
    assert first["comparison"] is None
    assert second["comparison"]["difference"] == 1.0
    assert second["comparison"]["words"] == "better"


def test_the_report_says_what_comparisons_csv_says_also_of_twins(tmp_path: Path) -> None:
    twins = {"c": "a", "d": "b", "e": "b"}  # with three comparisons instead of one b would not be better
    sweep = Sweep("abcde", questions=24, scores=rising("ab", 7), twins=twins)
    found = report(sweep, tmp_path / "s")
    rows = {row["variation"]: row for row in comparisons_csv_rows(open_sweep(str(tmp_path / "s")))}
    shown = {v["label"]: v["comparison"] for v in found["variations"] if v["comparison"]}
    assert list(rows) == list(shown) == ["b", "d", "e"]
    for label, row in rows.items():
        assert row["words"] == shown[label]["words"] == "better"
        assert row["p_corrected"] == shown[label]["p_corrected"] == row["p"] == 2 / 2**7


def test_a_twin_can_be_the_baseline(tmp_path: Path) -> None:
    sweep = Sweep("abc", questions=24, scores=rising("ab", 8), twins={"c": "a"}, info={"baseline": "c"})
    found = {v["label"]: v["comparison"] for v in report(sweep, tmp_path / "s")["variations"]}
    assert found["a"] is found["c"] is None
    assert found["b"]["words"] == "better"


def test_calls_are_those_of_the_summary_where_nothing_was_asked_again(tmp_path: Path) -> None:
    sweep = Sweep(["a"], summary={"live_calls": 0, "replayed_calls": 3})
    timings = sweep.write(tmp_path / "s") / "runs/01/timings.jsonl"  # of its journal: made by live calls, long ago
    edit_lines(timings, lambda rows: [{**row, "answered_now": False} for row in rows])
    (variation,) = report(sweep, tmp_path / "s")["variations"]
    assert (variation["live_calls"], variation["replayed_calls"]) == (0, 3)


def test_what_the_judge_did_is_that_of_the_summary_and_nothing_to_compare(tmp_path: Path) -> None:
    judged = {"judge": 0.5, "judge_failed": 1.0}
    sweep = Sweep(["a", "b"], optional=judged, summary={"judge_failed": "3.000000"})
    found = report(sweep, tmp_path / "s")
    assert found["metrics"] == ["score", "partial_match", "evidence_recall", "judge"]
    assert found["variations"][1]["figures"] == {"judge_failed": "3"}
    assert "judge_failed" not in found["variations"][1]["means"]


def test_repeats_show_where_the_variance_lies(tmp_path: Path) -> None:
    scores = {("a", f"Q_{n}", sample): float(sample) for n in (1, 2) for sample in (0, 1)}
    (variation,) = report(Sweep(["a"], questions=2, repeats=2, scores=scores), tmp_path / "s")["variations"]
    assert (variation["means"]["score"]["variance_question"], variation["means"]["score"]["variance_repeat"]) == (
        0,
        0.5,
    )
    (once,) = report(Sweep(["a"], questions=2), tmp_path / "once")["variations"]
    assert "variance_repeat" not in once["means"]["score"]


def test_live_and_replayed_seconds_are_two_figures(tmp_path: Path) -> None:
    sweep = Sweep(["a"], questions=3)
    timings = sweep.write(tmp_path / "s") / "runs/01/timings.jsonl"
    edit_lines(timings, lambda rows: [rows[0], {**rows[1], "answered_now": False},
                                      {**rows[2], "replayed_calls": 1, "replayed_seconds": 4.0}])  # fmt: skip
    (variation,) = report(sweep, tmp_path / "s")["variations"]
    live, replayed = variation["latency"]
    assert (live["measured"], live["answers"], live["p50"]) == ("live", 1, pytest.approx(0.3))
    assert (replayed["measured"], replayed["answers"], replayed["p50"]) == ("replayed", 2, pytest.approx(2.3))
    assert [time["measured"] for time in variation["times"]] == ["live", "replayed"]


def test_a_sweep_without_a_variation_is_a_fault_that_names_the_way_on(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"\bs has no finished variation.*run ragatta sweep"):
        report(Sweep(labels=[]), tmp_path / "s")


def test_a_stopped_sweep_is_reported_as_far_as_it_came(tmp_path: Path) -> None:
    sweep = Sweep(["a", "b"], questions=3, info={"finished": False})
    folder = sweep.write(tmp_path / "s")
    for name in ("answers", "scores", "timings"):
        edit_lines(folder / f"runs/02/{name}.jsonl", lambda rows: rows[:1])
    found = report(sweep, folder)
    assert any("was stopped, or still runs" in note for note in found["notes"])
    assert "b has 1 of 3 answers." in found["notes"]
    assert [len(question["rows"][1]) for question in found["questions"]] == [1, 0, 0]
    assert found["variations"][1]["comparison"]["questions"] == 1


def test_what_was_not_measured_is_left_out(tmp_path: Path) -> None:
    sweep = Sweep(["a", "b"], questions=1)
    folder = sweep.write(tmp_path / "s")
    for run in ("01", "02"):
        edit_lines(folder / f"runs/{run}/scores.jsonl", lambda rows: [{**row, "scores": {}} for row in rows])
    found = report(sweep, folder)
    assert found["metrics"] == []
    assert [variation["means"] for variation in found["variations"]] == [{}, {}]
    assert "NaN" not in data(found)
    assert page(found)


def test_a_single_question_and_variation_make_a_page_of_json_numbers(tmp_path: Path) -> None:
    found = report(Sweep(["only"], questions=1), tmp_path / "s")
    (question,) = json.loads(data(found))["questions"]
    assert (question["id"], question["group"]) == ("Q_1", question["kind"])


def test_what_an_answer_holds_is_in_the_overview_or_behind_the_script(tmp_path: Path) -> None:
    found = json.loads(data(report(Sweep(["a", "b"], questions=3, repeats=2), tmp_path / "s")))
    written = page(found)
    elements = re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', written, re.DOTALL)
    assert [name for name, _ in elements] == ["data", "answers"]
    overview, answers = json.loads(elements[0][1]), [json.loads(line) for line in elements[1][1].split("\n")]
    assert {name for q in overview["questions"] for own in q["rows"] for row in own for name in row} <= set(OVERVIEW)
    for question, rest in zip(overview["questions"], answers, strict=True):
        question["rows"] = [
            [{**row, **more} for row, more in zip(*both, strict=True)]
            for both in zip(question["rows"], rest, strict=True)
        ]
    assert overview == found
    assert written.index("dataset.drawn") < written.index('id="answers"')  # drawn before the rest is read


@pytest.mark.parametrize(("trouble", "code", "said"), [
    (None, 0, ""),
    (Fault("sweep s is not in MLflow"), 0, "note: sweep s is not in MLflow"),
    (RuntimeError("the store is locked"), 1, "error: the report is written, but could not be logged to MLflow"),
])  # fmt: skip
def test_the_report_stands_whatever_ails_mlflow(
    trouble: Exception | None,
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    logged = []

    def log_file(sweep_id: str, path: Path) -> None:
        logged.append((sweep_id, path))
        if trouble:
            raise trouble

    monkeypatch.setattr("ragatta.experiments.tracking.runs.log_file", log_file)
    folder = Sweep().write(tmp_path / "s")
    for config in folder.glob("runs/*/config.yaml"):
        edit(config, lambda text: text.replace("mlflow: false", "mlflow: true"))
    assert run_command_line(["report", "--sweep-id", str(folder)]) == code
    assert logged == [("s", folder / "report.html")]
    printed = capsys.readouterr()
    assert printed.out.strip() == str(folder / "report.html")
    assert said in printed.err
    assert "the documents could not be read" in (folder / "report.html").read_text(encoding="utf-8")


def test_the_command_reports_the_latest_sweep_of_real_documents(command: Command, home: Path, documents: Path) -> None:
    own = ("--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv"))
    missing = command("report")  # before any sweep
    assert missing.returncode == 1
    assert missing.stderr.strip() == "error: no sweep has been run yet; run ragatta sweep"
    assert command("sweep", *own, "tracking.mlflow=false").returncode == 0
    done = command("report", "--out", str(documents / "a.html"))
    assert done.stdout.strip() == str(documents / "a.html")
    assert "Clean the filter of every pump" in (documents / "a.html").read_text(encoding="utf-8")

    assert command("sweep", *own, "tracking.mlflow=false").returncode == 0
    latest = open_sweep(str(home / "outputs/latest"))
    assert all(run.reused for run in latest.runs)
    for shown, row in zip(variations(latest), latest.summary, strict=True):
        assert (shown["live_calls"], str(shown["replayed_calls"])) == (0, row["replayed_calls"])

    (documents / "pdfs" / "letter.pdf").unlink()
    again = command("report")
    path = Path(again.stdout.strip())
    assert path == (home / "outputs/latest/report.html").resolve()
    written = path.read_text(encoding="utf-8")
    assert "the documents are no longer those of the sweep" in written
    assert "Clean the filter of every pump" not in written


def test_where_rules_answered_the_score_is_the_second_comparison(tmp_path: Path) -> None:
    rules, info = (
        {"name": "extractive", "module": "ragatta.extensions.extractive.backends.extractive"},
        {"metric": "evidence_recall"},
    )
    _, other = report(Sweep("ab", questions=24, scores=rising("ab", 8), info=info, llm=rules), tmp_path / "s")[
        "variations"
    ]
    assert other["by_rule"]
    assert other["second"]["words"] == other["comparison"]["words"] == "better"
    _, asked = report(Sweep("ab", questions=24, scores=rising("ab", 8)), tmp_path / "m")["variations"]
    assert asked["second"] is None
    assert not asked["by_rule"]


def test_columns_write_the_tables_for_a_paper_in_place_of_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Sweep().write(tmp_path / "s")
    assert run_command_line(["report", "--sweep-id", f"{folder}/", "--columns", "score, cost_usd"]) == 0
    assert capsys.readouterr().out == f"{folder / 'summary.tex'}\n"
    assert "variation & score & " in (folder / "summary.tex").read_text(encoding="utf-8")
    assert run_command_line(["report", "--sweep-id", f"{folder}/", "--out", str(tmp_path / "paper.tex")]) == 0
    assert "verdict" in (tmp_path / "paper.tex").read_text(encoding="utf-8")
    assert not (folder / "report.html").exists()
    with pytest.raises(Fault, match=r"--out \S+page\.tex"):
        run_command_line(
            ["report", "--sweep-id", f"{folder}/", "--out", str(tmp_path / "page.html"), "--columns", "score"]
        )
