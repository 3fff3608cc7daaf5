"""Which setting mattered, in words, rows and effects.csv."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from ragatta.experiments.results import console
from ragatta.experiments.results.effects import Effects, csv_rows, effects_of
from ragatta.experiments.results.printed import latex
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.results.tables import markdown
from standins.sweeps import Sweep, edit_lines

GRID = {f"{s} {k}": {"search": s, "top_k": k} for s, k in product(("semantic", "hybrid"), (3, 10))}
QUESTIONS = 80


def scores(shifts: Mapping[str, float]) -> dict[tuple[str, str, int], float]:
    random = Random(4)
    easy = [random.uniform(0.2, 0.4) for _ in range(QUESTIONS)]
    return {
        (label, f"Q_{n + 1}", 0): easy[n] + random.uniform(-0.02, 0.02) + shift
        for label, shift in shifts.items()
        for n in range(QUESTIONS)
    }


def found(folder: Path, shifts: Mapping[str, float], retrieval: Mapping[str, Any] = GRID, **info: Any) -> Effects:
    sweep = Sweep([*shifts], questions=QUESTIONS, scores=scores(shifts), retrieval=retrieval, info=info)
    return effects_of(open_sweep(str(sweep.write(folder / "s"))), "score")


def test_the_largest_effect_comes_first_and_says_on_what_it_depends(tmp_path: Path) -> None:
    shifts = {"semantic 3": 0.0, "semantic 10": 0.05, "hybrid 3": 0.1, "hybrid 10": 0.25}
    effects = found(tmp_path, shifts)
    first, second = effects.rows
    assert (first.setting, first.change, first.over) == ("search", "hybrid instead of semantic", "2 pairs")
    assert first.words == second.words == "better"
    assert first.depends.startswith("0.09") or first.depends.startswith("0.10")
    assert " more at top_k=10 than at 3 (+0.0" in first.depends
    assert " more at search=hybrid than at semantic (+0.0" in second.depends
    assert effects.notes[0].endswith("p is corrected over 2 effects and 1 interaction of two settings (effects.csv).")


def test_an_effect_that_is_the_same_everywhere_is_called_so_only_within_a_margin(tmp_path: Path) -> None:
    shifts = {label: 0.1 * (cell["search"] == "hybrid") for label, cell in GRID.items()}
    wide = found(tmp_path / "wide", shifts, worth=0.05)
    assert wide.rows[0].depends == "the same at every top_k, within 0.05"
    narrow = found(tmp_path / "narrow", shifts, worth=0.01)
    assert narrow.rows[0].depends == "not shown to depend on top_k"
    assert narrow.rows[1].words.startswith("not significant")
    assert narrow.rows[1].depends == "", "of an effect that is not shown it is not said either"


def test_a_sparse_grid_names_the_variations_that_differ_in_one_setting(tmp_path: Path) -> None:
    effects = found(tmp_path, {"semantic 3": 0.0, "semantic 10": 0.01, "hybrid 3": 0.1})
    assert [row.over for row in effects.rows] == ["hybrid 3 against semantic 3", "semantic 10 against semantic 3"]
    assert "interaction" not in effects.notes[0]


def test_what_has_no_pair_is_said(tmp_path: Path) -> None:
    cells = {
        f"{search} {k}": {"search": search, "top_k": k} for search in ("semantic", "bm25", "hybrid") for k in (3, 5, 10)
    }
    some = found(tmp_path, dict.fromkeys(("semantic 3", "semantic 10", "bm25 5", "hybrid 5"), 0.1), cells)
    assert [row.over for row in some.rows] == ["semantic 10 against semantic 3"]
    assert some.notes[1].endswith("differ in this setting alone: search=bm25, search=hybrid, top_k=5.")
    ring = ("semantic 3", "bm25 5", "hybrid 10", "bm25 10", "hybrid 5")  # no two of them with what the first one has
    none = found(tmp_path / "none", dict.fromkeys(ring, 0.1), cells)
    assert not none.rows
    assert none.notes[0].endswith("changes only search or top_k from its value in the first variation.")


def test_one_axis_has_no_table(tmp_path: Path) -> None:
    effects = found(tmp_path, {"semantic 3": 0.0, "semantic 10": 0.001})
    assert (effects.rows, effects.found) == ((), {})
    assert (effects.notes, effects.in_a_line) == ((), "")


def test_variations_that_were_not_asked_everything_are_left_out_and_named(tmp_path: Path) -> None:
    sweep = Sweep([*GRID], questions=QUESTIONS, scores=scores(dict.fromkeys(GRID, 0.0)), retrieval=GRID)
    folder = sweep.write(tmp_path / "s")
    for name in ("answers", "scores", "timings"):
        edit_lines(folder / f"runs/04/{name}.jsonl", lambda rows: rows[:9])
    effects = effects_of(open_sweep(str(folder)), "score")
    assert [one.cells for one in effects.found] == [1, 1]
    assert "Not asked every question, and left out here: hybrid 10." in effects.notes


def test_effects_csv_has_every_contrast(tmp_path: Path) -> None:
    shifts = {"semantic 3": 0.0, "semantic 10": 0.05, "hybrid 3": 0.1, "hybrid 10": 0.25}
    rows = csv_rows([found(tmp_path, shifts)])
    assert [(row["setting"], row["level"], row["with_setting"], row["verdict"]) for row in rows] == [
        ("search", "hybrid", "", "better"), ("top_k", "10", "", "better"), ("search", "hybrid", "top_k", "more"),
    ]  # fmt: skip
    assert {row["metric"] for row in rows} == {"score"}
    assert [(row["instead_of"], row["with_level"], row["with_instead_of"]) for row in rows] == [
        ("semantic", "", ""), ("3", "", ""), ("semantic", "10", "3"),
    ]  # fmt: skip


def test_it_stands_in_the_terminal_in_markdown_and_in_latex(tmp_path: Path, capsys: Any) -> None:
    shifts = {label: 0.1 * (cell["search"] == "hybrid") for label, cell in GRID.items()}
    effects, sweep = found(tmp_path, shifts), open_sweep(str(tmp_path / "s"))
    console.effects(effects)
    said = capsys.readouterr().out
    assert "hybrid instead of semantic" in said
    assert effects.in_a_line == "What mattered: search hybrid +0.10."
    assert "| search | hybrid instead of semantic | +0.10" in markdown(sweep, None, [effects])
    assert "search & hybrid instead of semantic & +0.10" in latex(sweep, None, [effects])
