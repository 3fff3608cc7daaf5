"""What a sweep left is read back, and what is damaged says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import EVERY_SWEEP, open_run, open_sweep
from ragatta.pipeline.machine.checksums import DIGESTS, Note
from standins.sweeps import Sweep, edit


def test_a_sweep_is_read_back(tmp_path: Path) -> None:
    sweep = open_sweep(str(Sweep(["a", "b"], questions=3).write(tmp_path / "sweep")))
    assert [run.label for run in sweep.runs] == ["a", "b"]
    assert len(sweep.questions) == 3
    assert set(sweep.run("b").scores()) == set(sweep.questions)
    with pytest.raises(Fault, match="has no variation 'c'"):
        sweep.run("c")


def test_a_dataset_is_named_with_its_edition(tmp_path: Path) -> None:
    Sweep(["a"], info={"dataset": "d", "edition": "2"}).write(tmp_path / "new")
    Sweep(["a"], info={"dataset": "d"}).write(tmp_path / "old")
    assert [open_sweep(str(tmp_path / name)).dataset for name in ("new", "old")] == ["d edition 2", "d"]


def test_the_newest_sweep_that_has_the_variation_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragatta.experiments.results.reading.SWEEPS", tmp_path)
    for name, labels in (("1", ["a b"]), ("2", ["a b"]), ("3", ["a b"]), ("4", ["a b"]), ("5", ["a b 3x"])):
        Sweep(labels, questions=1).write(tmp_path / name)
    (tmp_path / "3" / "runs" / "01" / "manifest.json").unlink()  # it was stopped before
    edit(tmp_path / "4" / "sweep.json", lambda _: "{}")
    sweep = open_sweep(str(tmp_path / "5"))
    with pytest.raises(Fault, match=r"5 has no variation 'a b'; sweep 2 has it: '2:a b'$"):
        sweep.run("a b")
    with pytest.raises(Fault, match="did you mean a b 3x"):
        sweep.run("a b 4x")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("sweep.json", "{}"),
        ("sweep.json", "[]"),
        ("sweep.json", "null"),
        ("sweep.json", json.dumps({**dict.fromkeys(sorted(EVERY_SWEEP)), "variations": [{"folder": "9" * 5000}]})),
        ("sweep.json", "{ no JSON"),
        ("questions.jsonl", '{"id": "x"}\n'),
        ("runs/01/scores.jsonl", '{"question_id": "Q_1"}\n'),
        ("runs/01/answers.jsonl", ""),
        ("runs/01/config.yaml", "a: [\n"),
        ("runs/01/config.yaml", "- a\n"),
        ("runs/01/config.yaml", "a: &a [x]\nb: *a\n"),
        ("runs/01/config.yaml", "a: 2026-02-30\n"),
        ("runs/01/config.yaml", "[" * 5000),
        ("runs/01/manifest.json", "[" * 100_000),
        ("runs/01/answers.jsonl", "[" * 100_000),
    ],
)
def test_a_damaged_file_is_named_and_the_way_on(tmp_path: Path, file: str, text: str) -> None:
    folder = Sweep(["a"], questions=2).write(tmp_path / "sweep")
    edit(folder / file, lambda _: text)
    with pytest.raises(Fault, match=r"run (the sweep|it) again") as fault:
        open_sweep(str(folder))
    assert str(folder) in str(fault.value)


def test_a_file_that_was_changed_is_named(tmp_path: Path) -> None:
    folder = Sweep(["a"], questions=2).write(tmp_path / "sweep")
    with (folder / "runs/01/scores.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n")
    with pytest.raises(Fault, match=r"runs/01/scores\.jsonl: it has changed: digests\.json .*; run the sweep again$"):
        open_sweep(str(folder))


def test_results_without_digests_are_read_with_a_note(tmp_path: Path) -> None:
    folder = Sweep(["a"], questions=2).write(tmp_path / "sweep")
    (folder / "runs/01" / DIGESTS).unlink()
    with pytest.warns(Note, match=r"runs/01 has no digests\.json .*: its files are not checked$"):
        open_sweep(str(folder))
    with pytest.warns(Note, match=r"runs/01 has no digests\.json "):
        open_run(str(folder / "runs/01"))


def test_a_sweep_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"sweep\.json cannot be read"):
        open_sweep(f"{tmp_path}/nowhere")


@pytest.mark.parametrize(
    ("name", "key", "what"),
    [("sweep.json", "metric", "no 'metric'"), ("runs/01/config.yaml", "tracking", "no 'tracking'")],
)
def test_results_of_another_version_say_which_and_what_still_works(
    tmp_path: Path, name: str, key: str, what: str
) -> None:
    folder = Sweep().write(tmp_path / "s")
    held = yaml.safe_load((folder / name).read_text(encoding="utf-8"))
    del held[key]
    (folder / name).write_text(json.dumps(held), encoding="utf-8")
    for digests in folder.rglob(DIGESTS):
        digests.unlink()
    with pytest.raises(Fault) as fault:
        open_sweep(f"{folder}/")
    said = str(fault.value)
    assert f"by another version of Ragatta (commit {'f' * 12})" in said
    assert f"({what}). Its tables (summary.csv, summary.md) and answers.jsonl may be whole" in said
