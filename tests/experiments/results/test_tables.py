"""The summary as Markdown and LaTeX, and the comparisons with the baseline."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.scorers import declared
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.console import fitting
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.experiments.results.tables import (
    all_comparisons,
    comparisons,
    comparisons_csv_rows,
    markdown,
    with_interval,
)
from standins.sweeps import Sweep, edit

CELLS = {  # of a row of summary.csv that the terminal shows
    **dict.fromkeys([*declared(), "wrong_when_answered", "declined_though_answerable"], 0.5),
    "answered": 3, "questions": 12, "repeats": 1, "failed": 0, "fallback_rate": 0.0, "chunks_indexed": 9,
    "live_latency_p50_s": 0.1,
}  # fmt: skip
NASTY = r"""a\b{c}$d&e#f%g_h^i~j<k>l|m"n--o`p*q[r] """
HIGH = {("other", f"Q_{n}", s): 1.0 for n in range(1, 13) for s in range(3)}
LOW = {("baseline", f"Q_{n}", s): 0.0 for n in range(1, 13) for s in range(3)}


def opened(tmp_path: Path, sweep: Sweep) -> SweepResult:
    return open_sweep(f"{sweep.write(tmp_path / '2026-01-02T03-04-05')}/")


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def test_markdown_shows_intervals_digests_tokens_cost_and_the_words(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(questions=12, scores=HIGH | LOW))
    text = markdown(sweep)
    assert r"| other | 1.000 | 0.735 to 1.000 |" in text
    assert r"| m\_1 | 0123456789ab | 120 | 30 | 0.0123 |" in text
    assert "| other | 12 | +1.000 | +0.471 to +1.000 | \\<0.001 | \\<0.001 | \\<0.001 | – |" in text
    assert text.rstrip().endswith("| better |")
    assert "papers, split all: 12 questions" in text


def test_rows_of_a_table_have_as_many_cells_as_its_heading(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(labels=("baseline", NASTY, "third"), questions=4, repeats=2))
    for block in markdown(sweep).split("\n\n"):
        rows = [cells(line) for line in block.splitlines() if line.startswith("|")]
        assert len({len(row) for row in rows}) <= 1


def test_lines_and_control_characters_of_a_label_stay_in_its_cell(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(labels=("baseline", "two\nlines\tand \x07")))
    assert "| two lines and |" in markdown(sweep)


def test_repeats_show_their_variance(tmp_path: Path) -> None:
    scores = {("baseline", f"Q_{n}", sample): float(sample) for n in (1, 2) for sample in (0, 1)}
    sweep = opened(tmp_path, Sweep(questions=2, repeats=2, scores=scores))
    text = markdown(sweep)
    assert "each asked 2 times" in text
    assert "| baseline | 0.500 | 0.079 to 0.921 | 0.000 | 0.500 |" in text


def test_a_comparison_is_a_row_with_every_field_and_its_words(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(labels=("baseline", "other", "third"), questions=12, scores=HIGH | LOW))
    rows = comparisons_csv_rows(sweep)
    assert [row["variation"] for row in rows] == ["other", "third"]
    assert rows[0]["baseline"] == "baseline"
    assert rows[0]["metric"] == "score"
    assert rows[0]["words"] == rows[0]["verdict"] == "better"
    assert rows[0]["p_corrected"] == 2 * rows[0]["p"] == 4 / 2**12
    assert rows == comparisons_csv_rows(sweep, all_comparisons(sweep))


def test_rows_of_the_terminal_have_the_interval_of_the_metric_that_is_compared(tmp_path: Path) -> None:
    half = {(label, f"Q_{n}", s): float(n % 2) for label in ("a", "b") for n in range(1, 13) for s in range(3)}
    sweep = opened(tmp_path, Sweep(("a", "b"), questions=12, scores=half))
    (row, _) = with_interval([{"variation": label, "score_ci_low": 0.0} for label in ("a", "b")], sweep)
    assert (row["score_ci_low"], row["score_ci_high"]) == pytest.approx((0.19, 0.81), abs=0.02)
    shown = fitting([{**row, **CELLS}], "t", 300, "score")
    assert [column.header for column in shown.columns][:3] == ["variation", "score", "95% interval"]
    asked = fitting([{**row, **CELLS, "ndcg_ci_low": 0.1, "ndcg_ci_high": 0.4}], "t", 300, "ndcg")
    assert [column.header for column in asked.columns][:3] == ["variation", "nDCG", "95% interval"]
    assert next(iter(asked.columns[2].cells)).plain == "0.100 to 0.400"


@pytest.mark.needs("judges")
def test_judges_and_metrics_have_readable_names_in_one_order(tmp_path: Path) -> None:
    judged = {"judge_failed": 1.0, "judge": 0.5, "citation_precision": 0.25}
    cells_of = {"judge_failed": "3.000000"}
    sweep = opened(tmp_path, Sweep(questions=12, optional=judged, summary=cells_of))
    text = markdown(sweep)
    assert (
        "| score | 95% interval | partial match | evidence recall | citation precision | judge | judge failed |"
    ) in text
    assert "| 0.250 | 0.500 | 3 | 3 | 0 |" in text
    with pytest.raises(Fault, match=r"comparison\.metric=judge_failed: not a metric of this sweep"):
        comparisons(replace(sweep, info={**sweep.info, "metric": "judge_failed"}))


def test_rows_of_the_summary_are_found_by_name(tmp_path: Path) -> None:
    def turned(table: str) -> str:
        head, first, second = table.splitlines()
        return "\n".join([head, second.replace(",m_1,", ",m_2,"), first]) + "\n"

    edit(Sweep().write(tmp_path / "s") / "summary.csv", turned)
    text = markdown(open_sweep(str(tmp_path / "s")))
    assert re.search(r"^\| other .* m\\_2 ", text, re.MULTILINE)
    assert re.search(r"^\| baseline .* m\\_1 ", text, re.MULTILINE)


def test_sizes_that_cannot_be_shown_are_a_dash_and_said(tmp_path: Path) -> None:
    text = markdown(opened(tmp_path, Sweep(questions=5)))
    assert "(–: too few questions to show any difference)" in text
    assert re.search(r"^\| other \| 5 .* – \| not significant", text, re.MULTILINE)


def test_the_baseline_is_that_of_the_sweep(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(questions=12, scores=HIGH | LOW, info={"baseline": "other"}))
    assert {label: found.verdict for label, found in comparisons(sweep).items()} == {"baseline": "worse"}


def test_a_half_run_sweep_shows_what_there_is(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(labels=("other",), info={"baseline": "baseline", "finished": False}))
    assert "stopped before its end" in markdown(sweep)
    assert comparisons_csv_rows(sweep) == []


def test_an_empty_sweep_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="has no finished variation"):
        opened(tmp_path, Sweep(labels=()))


def test_an_unknown_metric_is_a_fault(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(info={"metric": "scoer"}))
    with pytest.raises(Fault, match=r"comparison.metric=scoer.*score"):
        comparisons(sweep)


def test_the_score_is_compared_after_the_evidence(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(("a", "b", "c"), questions=6, info={"metric": "evidence_recall"}))
    assert [*all_comparisons(sweep)] == ["evidence_recall", "score"]
    assert [(row["metric"], row["variation"]) for row in comparisons_csv_rows(sweep)] == [
        ("evidence_recall", "b"), ("evidence_recall", "c"), ("score", "b"), ("score", "c"),
    ]  # fmt: skip
    assert markdown(sweep).index("evidence recall against") < markdown(sweep).index("score against")


def test_the_interval_is_of_the_metric_that_is_compared_and_a_mean_says_what_it_is_over(tmp_path: Path) -> None:
    made = Sweep(questions=12, scores=HIGH | LOW, info={"metric": "evidence_recall"}, optional={"page_recall": 0.5})
    sweep = opened(tmp_path, made)
    some = [
        replace(run, rows=tuple(replace(row, scores={**row.scores} if at < 3 else _without(row.scores, "page_recall"))
                                for at, row in enumerate(run.rows)))
        for run in sweep.runs
    ]  # fmt: skip
    text = markdown(replace(sweep, runs=tuple(some)))
    assert "| variation | evidence recall | 95% interval | score |" in text
    assert "| 0.500 (3) |" in text


def _without(scores: Mapping[str, float], name: str) -> dict[str, float]:
    return {metric: value for metric, value in scores.items() if metric != name}
