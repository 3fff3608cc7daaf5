"""What a sweep left is read back, and what is damaged says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from standins.sweeps import Sweep

from experiments.faults import Fault
from experiments.showing.results import open_sweep


def test_a_sweep_is_read_back(tmp_path: Path) -> None:
    sweep = open_sweep(str(Sweep(["a", "b"], questions=3).write(tmp_path / "sweep")))
    assert [run.label for run in sweep.runs] == ["a", "b"]
    assert len(sweep.questions) == 3
    assert set(sweep.run("b").scores()) == set(sweep.questions)
    with pytest.raises(Fault, match="has no variation 'c'"):
        sweep.run("c")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("sweep.json", "{}"),
        ("sweep.json", "[]"),
        ("sweep.json", "null"),
        ("sweep.json", "{ no JSON"),
        ("questions.jsonl", '{"id": "x"}\n'),
        ("runs/01/scores.jsonl", '{"question_id": "Q_1"}\n'),
        ("runs/01/answers.jsonl", ""),
        ("runs/01/config.yaml", "a: [\n"),
    ],
)
def test_a_damaged_file_is_named_and_the_way_on(tmp_path: Path, file: str, text: str) -> None:
    folder = Sweep(["a"], questions=2).write(tmp_path / "sweep")
    (folder / file).write_text(text, encoding="utf-8")
    with pytest.raises(Fault, match=r"run (the sweep|it) again") as fault:
        open_sweep(str(folder))
    assert str(folder) in str(fault.value)


def test_a_sweep_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"sweep\.json cannot be read"):
        open_sweep(f"{tmp_path}/nowhere")
