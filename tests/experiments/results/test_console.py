from __future__ import annotations

import math
import re
from dataclasses import asdict, replace
from io import StringIO

import pytest
from rich.console import Console

from ragatta.conf.schema import Config
from ragatta.eval.statistics import compare
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.calibrations import forms
from ragatta.experiments.on_record.journal import Entry
from ragatta.experiments.results.cells import by_question_alone, number, signed
from ragatta.experiments.results.console import (
    comparisons,
    fitted,
    fitting,
    fitting_judged,
    plain_console,
    summary,
    summary_columns,
)
from ragatta.experiments.results.evidence import evidence
from ragatta.experiments.results.summary import Run, Scored
from ragatta.pipeline.types import Question

ROW = {
    **dict.fromkeys(summary_columns(), 0.123),
    "variation": "sliding_window",
    "score_ci_low": 0.1,
    "score_ci_high": 0.2,
    "evidence_recall_ci_low": 0.3,
    "evidence_recall_ci_high": 0.4,
    "answered": 76,
    "questions": 284,
    "repeats": 1,
    "failed": 0,
    "live_latency_p50_s": math.nan,
    "replayed_latency_p50_s": 0.02,
    "chunks_indexed": 573,
}


def shown(width: int) -> str:
    console = Console(width=width)
    with console.capture() as capture:
        console.print(fitting([ROW], "six", width))
    return capture.get()


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_no_figure_is_cut_on_a_narrow_terminal(width: int) -> None:
    assert "…" not in shown(width)
    assert "sliding_window" in shown(width)
    assert "0.123" in shown(width)


def test_a_dumb_terminal_has_the_width_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdout", written := Terminal())
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "70")
    plain_console().print(fitting([ROW], "six", plain_console().width))
    assert max(map(len, written.getvalue().splitlines())) <= 70
    assert "…" not in written.getvalue()
    monkeypatch.setenv("COLUMNS", "200")
    assert plain_console().width == 200


@pytest.mark.parametrize(
    ("metric", "first", "second"),
    [
        ("evidence_recall", "evidence recall", "score"),
        ("score", "score", "evidence recall"),
        ("answered", "score", "evidence recall"),
    ],
)
def test_the_metric_of_the_sweep_stands_first_where_it_has_an_interval(
    metric: str, first: str, second: str, capsys: pytest.CaptureFixture[str]
) -> None:
    summary([ROW], "six", "", metric)
    (headings,) = [line for line in capsys.readouterr().out.splitlines() if " variation " in line]
    assert headings.index(f" {first} ") < headings.index(f" {second} ")


def test_a_wide_terminal_shows_every_column() -> None:
    assert all(heading in shown(200) for heading, _ in summary_columns().values())


def test_what_is_compared_first_is_the_first_column() -> None:
    def headings(first: str) -> list[str]:
        return [str(column.header) for column in fitting([ROW], "six", 200, first).columns]

    assert headings("score")[:3] == ["variation", "score", "95% interval"]
    assert headings("evidence_recall")[:4] == ["variation", "evidence recall", "95% interval", "score"]
    cells = [str(cell) for cell in fitting([ROW], "six", 200, "evidence_recall").columns[2].cells]
    assert cells == ["0.300 to 0.400"], "the interval is that of the metric beside it"


def test_a_figure_looks_the_same_before_and_after_it_is_written() -> None:
    assert number(0.16249999999999998) == number(float("0.162500")) == "0.163"
    assert signed(-0.16249999999999998) == "-0.163"


def test_comparisons_are_written_as_in_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    ones = {f"q{n}": [1.0] for n in range(40)}
    found = {"sure": compare(ones, {q: [0.0] for q in ones}), "none": compare({"q1": [1.0]}, {"q1": [1.0]})}
    comparisons([
        {"variation": label, "baseline": "b", "metric": "evidence_recall", **asdict(one), "words": one.words}
        for label, one in found.items()
    ])  # fmt: skip
    sure, none = (line for line in capsys.readouterr().out.splitlines() if "sure" in line or "none" in line)
    assert re.search(r"│ not significant[^│]* │$", none)  # words begin at the left
    assert "<0.001" in sure
    assert "│      0.000 │ -0.975 to +0.975 │" in none
    assert "–" in none


def run(label: str, *had: bool) -> Run:
    """A question asked as often as there are arguments: whether its [one] piece of evidence was in the context."""
    question = Question("Q_1", "?", "text", "x")
    entry = Entry("k", 0, {}, {})
    rows = tuple(
        Scored(question, n, entry, {"score": float(there)}, (("[one] fact", there), ("other", True)), True)
        for n, there in enumerate(had)
    )
    return Run(Point(label, (), Config()), "k", "c", "d", "m", 1, 0, 0, rows)


def test_evidence_is_not_listed_of_a_question_that_was_not_answered(capsys: pytest.CaptureFixture[str]) -> None:
    whole, few = run("a", *[True] * 20), run("b", True)
    lost = replace(whole.rows[0], entry=Entry("k", 0, {"status": "failed"}, {}), scores={"score": 0.0})
    evidence([replace(whole, rows=(*whole.rows, lost)), replace(few, rows=(lost,))])
    assert f"{'  score':72} 1.000     –" in capsys.readouterr().out
    evidence([replace(few, rows=(lost,))])
    assert capsys.readouterr().out == ""


def test_a_question_is_listed_once_whatever_its_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    evidence([run("a", True, False, True), run("b", True, True, True)])
    assert capsys.readouterr().out.split("\n")[1:] == [
        "Evidence by question: ✓ the answering agent was shown it, · it was not",
        "  1 a",
        "  2 b",
        "",
        f"{'Q_1':72}     1     2",
        f"{'  score':72} 0.667 1.000",
        f"{'  [one] fact':72}   2/3     ✓",
        "  in all: 1 of 2",
        "",
    ]
    evidence([run("a", False), run("b", False)])
    assert capsys.readouterr().out.split("\n")[5:] == [
        f"{'Q_1':72}     1     2",
        f"{'  score':72} 0.000 0.000",
        "  in all: 1 of 2",
        "  in none: 1 of 2: [one] fact",
        "",
    ]


def test_where_no_passages_are_known_no_mark_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    a, b, unasked = run("a", True), run("b", False), replace(run("c"), rows=())
    silent = replace(b, rows=(replace(b.rows[0], reached=()),))
    evidence([silent, a, unasked])
    assert capsys.readouterr().out.split("\n")[7:] == [f"{'  score':72} 0.000 1.000     –", "  in all: 2 of 2", ""]
    evidence([a, b, silent])
    assert f"{'  [one] fact':72}     ✓     ·     –" in capsys.readouterr().out.split("\n")


def test_labels_stand_once_and_evidence_is_aligned_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(width=60, record=True)
    monkeypatch.setattr("ragatta.experiments.results.evidence.plain_console", lambda: console)
    evidence([run(label, label == GRID[0]) for label in GRID])
    said = console.export_text()
    assert said.count("router_planner document") == 1
    assert "architecture=" not in said
    (piece,) = (line for line in said.splitlines() if "[one] fact" in line)
    assert piece.split()[-4:] == ["✓", "·", "·", "·"]
    assert all(len(line) <= 60 for line in said.splitlines())


def test_recorded_seconds_are_marked() -> None:
    assert "0.020 r" in shown(200)


GRID = [
    f"baseline architecture={name} chunking={unit}"
    for name in ("router_planner", "agentic")
    for unit in ("document", "page")
]


@pytest.mark.parametrize("width", [60, 80, 120, 180])
def test_long_labels_of_a_grid_are_told_apart_at_any_width(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(width=width, record=True)
    console.print(fitting([{**ROW, "variation": label} for label in GRID], "grid", width))
    monkeypatch.setattr("ragatta.experiments.results.console.plain_console", lambda: console)
    one = asdict(found := compare({"q1": [1.0], "q2": [0.0]}, {"q1": [1.0], "q2": [0.5]}))
    same = {"baseline": "b", "metric": "score", "words": found.words}
    comparisons([{"variation": label, **same, **one} for label in GRID])
    said = console.export_text()
    assert "…" not in said
    for name, unit in (("router_planner", "document"), ("agentic", "page")):
        lines = [line for line in said.splitlines() if name in line and unit in line]
        assert len([line for line in lines if "│" in line]) == 2, "a row in each table"
        assert any(f"{name} {unit}: not significant" in line for line in lines) is (width == 60)
        assert ("architecture=" in lines[0]) is (width >= 120)


@pytest.mark.parametrize(("width", "headings", "lines"), [(90, 4, 1), (70, 4, 2), (52, 3, 2)])
def test_a_narrow_table_leaves_out_what_may_be_and_cuts_no_figure(width: int, headings: int, lines: int) -> None:
    words = "not significant: would take at least 240 more questions"
    table = fitted("t", ["metric", "p", "d_z", "B is"], [["score", "0.123", "+0.1234", words]], ["d_z"], width)
    assert len(table.columns) == headings
    console = Console(width=width)
    with console.capture() as capture:
        console.print(table)
    assert "…" not in capture.get()
    assert len([line for line in capture.get().splitlines() if line.startswith("│")]) == lines


def test_words_without_room_for_a_column_stand_below() -> None:
    table = fitted(
        "t", ["setting", "change", "effect", "verdict"], [["search", "a instead of b", "+0.1", "no: so"]], [], 45, 2
    )
    assert [column.header for column in table.columns] == ["setting", "change", "effect"]
    assert str(table.caption) == "search, a instead of b: no: so"


def test_comparisons_that_rest_on_few_documents_are_named() -> None:
    rows = [{"variation": "a", "p": 0.3, "p_by_question": 0.004}, {"variation": "b", "p": 0.01, "p_by_question": 0.002}]
    assert by_question_alone(rows) == [
        "p if each question counted alone, not together with the others about its document: a 0.004"
    ]
    assert not by_question_alone(rows[1:])


@pytest.mark.needs("judges")
@pytest.mark.parametrize(("width", "columns"), [(140, 9), (80, 6), (30, 2)])
def test_judged_figures_are_never_cut(width: int, columns: int) -> None:
    headings = ["variation", *(name.replace("_", " ") for name in forms()), "judged failed"]
    rows = [["baseline", *["0.123"] * len(forms()), "4"], ["hybrid_search", *["0.456"] * len(forms()), "0"]]
    table = fitting_judged("judged by m", headings, rows, width)
    console = Console(width=width, record=True, file=StringIO())
    console.print(table)
    assert len(table.columns) == columns
    printed = console.export_text()
    assert "…" not in printed
    assert printed.count("0.456") == min(columns - 1, len(forms()))
