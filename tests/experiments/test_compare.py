"""ragatta compare: what is paired, what is said, what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.results.tables import comparisons_csv_rows
from standins.sweeps import Sweep, edit

GOOD = {("other", f"Q_{n}", 0): 1.0 for n in range(1, 21)}
BAD = {("baseline", f"Q_{n}", 0): 0.0 for n in range(1, 21)}


def written(tmp_path: Path, name: str = "first", **what: object) -> str:
    return f"{Sweep(**what).write(tmp_path / name)}"  # type: ignore[arg-type]


def manifest(sweep: str, **changed: object) -> None:
    for path in Path(sweep).glob("runs/*/manifest.json"):
        edit(path, lambda text: json.dumps(json.loads(text) | changed))


def test_two_variations_of_a_sweep(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sweep = written(tmp_path, questions=20, scores=GOOD | BAD)
    assert run(["compare", "--all", f"{sweep}:baseline", f"{sweep}:other"]) == 0
    shown = capsys.readouterr().out
    assert "other against baseline" in shown
    assert "better" in shown
    assert "+1.000" in shown
    assert "20 gained, 0 lost, 0 the same" in shown
    assert "0.000 to 1.000   A: not_retrieved" in shown
    assert "and 10 more" in shown


def test_what_lost_a_question_is_said_of_that_question_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = {
        (label, f"Q_{n}", 0): float((label == "other") == (n == 1)) for label in ("baseline", "other") for n in (1, 2)
    }
    sweep = written(tmp_path, questions=2, scores=scores)
    assert run(["compare", "--all", f"{sweep}:baseline", f"{sweep}:other"]) == 0
    shown = [line.rpartition("   ")[2] for line in capsys.readouterr().out.splitlines() if "not_retrieved" in line]
    assert shown == ["A: not_retrieved", "B: not_retrieved"]


def test_two_runs_of_a_sweep_are_corrected_as_the_sweep_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = {(v, f"Q_{q}", 0): float(q <= 8 + 6 * (v == "b")) for v in "abcd" for q in range(1, 25)}
    sweep = written(tmp_path, labels=("a", "b", "c", "d", "twin"), questions=24, scores=scores, twins={"twin": "c"})
    (row,) = [row for row in comparisons_csv_rows(open_sweep(sweep)) if row["variation"] == "b"]
    assert (row["p"], row["p_corrected"]) == (2 / 2**6, 6 / 2**6)
    assert run(["compare", "--all", f"{sweep}:a", f"{sweep}:b"]) == 0
    shown = capsys.readouterr().out
    assert "0.031" in shown
    assert "0.094" in shown
    assert "not significant" in shown
    assert "score is corrected over the 3 comparisons with a of this sweep, the other metrics over their 6." in shown
    assert run(["compare", "--all", f"{sweep}:c", f"{sweep}:twin"]) == 0
    assert "corrected over the 1 comparison," in capsys.readouterr().out


@pytest.mark.needs("judges")
def test_a_count_is_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sweep = written(tmp_path, optional={"judge": 0.5, "judge_failed": 1.0})
    assert run(["compare", "--all", f"{sweep}:baseline", f"{sweep}:other"]) == 0
    shown = capsys.readouterr().out
    assert "judge" in shown
    assert "failed" not in shown


def test_two_sweeps_label_by_label(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = written(tmp_path, "first", labels=("baseline", "gone"))
    second = written(tmp_path, "second", labels=("baseline", "new"))
    edit(Path(second) / "sweep.json", lambda text: text.replace("{", '{"edition": "2", ', 1))
    assert run(["compare", "--all", first, second]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^A is of (\w+), B of \1 edition 2$", shown, re.M)
    assert "only in A, not compared: gone" in shown
    assert "only in B, not compared: new" in shown
    assert "0 gained, 0 lost, 3 the same" in shown
    assert "not significant: the means are equal" in shown


def test_different_question_sets_are_paired_on_the_common_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = written(tmp_path, "first", questions=5), written(tmp_path, "second", questions=3)
    assert run(["compare", first, second]) == 0
    assert "different questions: 5 in A, 3 in B; paired on the 3 in common" in capsys.readouterr().out


def test_an_edited_question_is_left_out_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = written(tmp_path, "first"), written(tmp_path, "second")
    edit(Path(second) / "questions.jsonl", lambda text: text.replace("What is", "What exactly is", 1))
    assert run(["compare", "--all", first, second]) == 0
    shown = capsys.readouterr().out
    assert "left out, another gold record in B than in A: Q_1" in shown
    assert "0 gained, 0 lost, 2 the same" in shown


def test_other_documents_and_scorers_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = written(tmp_path, "first"), written(tmp_path, "second")
    manifest(first, code={"scorer": "1"})
    manifest(second, code={"scorer": "2"}, corpus_digest="d" * 64)
    assert run(["compare", "--all", first, second]) == 0
    shown = capsys.readouterr().out
    assert "the documents differ" in shown
    assert "the scorers differ (code.scorer)" in shown


def test_a_scorer_that_one_side_lacks_is_no_other_scorer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = written(tmp_path, "first"), written(tmp_path, "second")
    manifest(first, code={"scorer": "1"}, scorers={"score": "a", "mine": "b"})
    manifest(second, code={"scorer": "1"}, scorers={"score": "a", "theirs": "c"})
    assert run(["compare", "--all", first, second]) == 0
    assert "the scorers differ" not in capsys.readouterr().out
    manifest(second, scorers={"score": "c"})
    assert run(["compare", "--all", first, second]) == 0
    assert "the scorers differ (scorers.score)" in capsys.readouterr().out


def test_a_run_by_its_folder_keeps_no_gold_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = written(tmp_path, "first"), written(tmp_path, "second")
    manifest(first, questions_digest="1")
    manifest(second, questions_digest="2")
    assert run(["compare", f"{first}/runs/01", f"{second}/runs/02"]) == 0
    assert "the gold questions differ" in capsys.readouterr().out


def test_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    first = written(tmp_path, "first")
    other = written(tmp_path, "other", labels=("neither",))
    with pytest.raises(Fault, match="latest:baseline latest:hybrid_search"):
        run(["compare"])
    with pytest.raises(Fault, match=r"same sweep, first.*latest:baseline"):
        run(["compare", first, first])
    with pytest.raises(Fault, match="same run"):
        run(["compare", f"{first}:other", f"{first}:other"])
    with pytest.raises(Fault, match="one is a sweep, the other a run"):
        run(["compare", first, f"{other}:neither"])
    with pytest.raises(Fault, match="no variation in common"):
        run(["compare", first, other])
    with pytest.raises(Fault, match="did you mean other"):
        run(["compare", f"{first}:baseline", f"{first}:othr"])
    with pytest.raises(Fault, match=r"nowhere: no sweep[^\n]*\nA=nowhere: no run key"):
        run(["compare", "nowhere", first])


def test_no_question_in_common_is_refused(tmp_path: Path) -> None:
    first, second = written(tmp_path, "first", questions=1), written(tmp_path, "second", questions=1)
    for name in ("runs/01/answers.jsonl", "runs/01/scores.jsonl", "runs/01/timings.jsonl", "questions.jsonl"):
        edit(Path(second) / name, lambda text: text.replace("Q_1", "Q_9"))
    with pytest.raises(Fault, match="no question in common"):
        run(["compare", f"{first}:baseline", f"{second}:baseline"])


def test_names_come_from_the_environment_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = written(tmp_path)
    monkeypatch.setenv("RAGATTA_A", f"{sweep}:baseline")
    monkeypatch.setenv("RAGATTA_B", f"{sweep}:other")
    assert run(["compare"]) == 0


def test_where_rules_answered_the_evidence_is_compared_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = {"name": "extractive", "module": "ragatta.extensions.extractive.backends.extractive"}
    sweep = written(tmp_path, "rules", questions=20, scores=GOOD | BAD, llm=rules)
    assert run(["compare", "--all", f"{sweep}:baseline", f"{sweep}:other"]) == 0
    shown = capsys.readouterr().out
    assert "No model answered, only rules: the score is a floor." in shown
    assert shown.index("│ evidence recall") < shown.index("│ score")
    assert "evidence recall: 20 gained, 0 lost, 0 the same" in shown
    assert "evidence recall is corrected over the 1 comparison, the other metrics over their 2." in shown
    model = written(tmp_path, "model", questions=20, scores=GOOD | BAD)
    assert run(["compare", "--all", f"{sweep}:baseline", f"{model}:other"]) == 0
    mixed = capsys.readouterr().out
    assert "No model answered" not in mixed
    assert mixed.index("│ score") < mixed.index("│ evidence recall")
