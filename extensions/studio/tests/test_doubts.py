"""Which questions of a sweep are worth a second look."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ragatta.eval.by_person import ByPerson
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.extensions.studio.doubts import doubts
from standins.sweeps import Sweep


def swept(folder: Path, scores: dict[str, tuple[float, ...]], answers: dict[str, str], **more: object) -> SweepResult:
    """A sweep with the scores of variations a, b, c by question; what `answers` names is a variation's answer."""
    given = {(label, q, 0): score for q, own in scores.items() for label, score in zip("abc", own, strict=True)}
    sweep = open_sweep(str(Sweep("abc", questions=len(scores), scores=given, **more).write(folder / "s")))  # type: ignore[arg-type]
    runs = []
    for run in sweep.runs:
        text = answers.get(run.label, f"The answer of {run.label}")
        runs.append(replace(run, rows=tuple(replace(row, answer={**row.answer, "answer": text}) for row in run.rows)))
    return replace(sweep, runs=tuple(runs))


def test_the_gold_is_doubted_before_hard_and_contested_questions(tmp_path: Path) -> None:
    scores = {"Q_1": (1.0, 0.0, 1.0), "Q_2": (0.0, 0.0, 1.0), "Q_3": (1.0, 1.0, 1.0)}
    found = doubts(swept(tmp_path, scores, {"a": "19 tons", "b": "19 Tons."}))
    assert [*found] == ["Q_2", "Q_1"]
    assert found["Q_2"] == "the gold may be wrong: 2 of 3 variations answer '19 tons'"
    assert found["Q_1"] == "1 of 3 variations are wrong"


def test_all_wrong_in_different_words_is_a_hard_question(tmp_path: Path) -> None:
    found = doubts(swept(tmp_path, {"Q_1": (0.0, 0.0, 0.0)}, {}))
    assert found == {"Q_1": "all 3 variations are wrong"}


def test_rules_that_are_wrong_cast_no_doubt_on_gold_but_those_that_say_the_same_do(tmp_path: Path) -> None:
    scores = {"Q_1": (0.0, 0.0, 0.0), "Q_2": (1.0, 0.0, 1.0)}
    assert doubts(_by_rule(swept(tmp_path / "1", scores, {}))) == {}
    assert [*doubts(_by_rule(swept(tmp_path / "2", scores, dict.fromkeys("abc", "19 tons"))))] == ["Q_1"]


def _by_rule(sweep: SweepResult) -> SweepResult:
    config = {"architecture": {"name": "single_pass"}, "llm": {"name": "extractive"}}
    return replace(sweep, runs=tuple(replace(run, config=config) for run in sweep.runs))


def test_what_a_person_has_judged_casts_no_doubt(tmp_path: Path) -> None:
    sweep = swept(tmp_path, {"Q_1": (0.0, 0.0, 0.0)}, dict.fromkeys("abc", "19 tons"))
    assert [*doubts(sweep)] == ["Q_1"]
    judged = ByPerson(("ann",), "phrase", 0.0, "", False, False)
    runs = [replace(run, rows=tuple(replace(row, by_person=judged) for row in run.rows)) for run in sweep.runs]
    assert doubts(replace(sweep, runs=tuple(runs))) == {}


def test_twins_count_once_and_undecided_answers_not(tmp_path: Path) -> None:
    sweep = swept(tmp_path, {"Q_1": (0.0, 0.0, 1.0)}, {"a": "19 tons", "b": "19 tons"}, twins={"b": "a"})
    assert doubts(sweep) == {"Q_1": "1 of 2 variations are wrong"}
    rows = [replace(run, rows=tuple(replace(row, undecided="?") for row in run.rows)) for run in sweep.runs]
    assert doubts(replace(sweep, runs=tuple(rows))) == {}
