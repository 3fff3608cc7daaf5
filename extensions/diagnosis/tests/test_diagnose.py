"""`ragatta diagnose`: the lost questions again with oracles, and what cannot be taken for a result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.results.outputs import write_sweep
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.tracking import runs
from ragatta.extensions.diagnosis.commands import diagnose
from standins.commands import Command
from standins.sweeps import Sweep


def test_what_each_stage_would_gain_is_said_and_kept(command: Command, own_split: list[str], home: Path) -> None:
    words = ["--grid", "none", *own_split, "tracking=off"]
    swept = command(
        "sweep",
        *words,
        "chunking.chunk_size=60",
        "chunking.chunk_overlap=0",
        "retrieval.top_k=1",
        "comparison.baseline='chunk_size=60 chunk_overlap=0 top_k=1'",
    )  # of that sweep, not of what is asked again
    assert swept.returncode == 0, swept.stderr
    done = command("diagnose", "--run", "latest:chunk_size=60 chunk_overlap=0 top_k=1", "--all")
    assert done.returncode == 0, done.stderr
    assert "the evidence shown is " in done.stdout, "by which rules are diagnosed"
    assert "1 lost question and 1 of 1 right ones were asked again" in done.stdout
    assert "│ context                │ 0.500 (no bounds) │" in done.stdout, "the evidence alone mends the lost one"
    other = command("diagnose", "--run", "latest:chunk_size=60 chunk_overlap=0 top_k=1", "retrieval.top_k=5")
    assert "retrieval.top_k: a diagnosis is of the pipeline as it was" in other.stderr
    gold = Path(own_split[own_split.index("--questions") + 1])
    gold.write_text(gold.read_text().replace('expected: "$25"', 'expected: "$26"'))
    changed = command("diagnose", "--run", "latest:chunk_size=60 chunk_overlap=0 top_k=1")
    assert "has changed since the sweep; run ragatta sweep again" in changed.stderr
    gold.write_text(gold.read_text().replace('expected: "$26"', 'expected: "$25"'))
    oracle = command("sweep", *words, "oracle=context", "--all")
    assert oracle.returncode == 0, oracle.stderr
    assert "baseline: handed parts of the gold (oracle=): a bound, no result." in oracle.stdout
    refused = command("export", "--run", "latest:baseline", "--to", str(home / "run.zip"))
    assert refused.returncode == 1
    assert "which is no result" in refused.stderr


def test_what_it_cannot_diagnose_is_said(command: Command) -> None:
    done = command("diagnose")
    assert done.returncode == 1
    assert "needs --run <sweep:variation>" in done.stderr
    wrong = command("sweep", "--grid", "none", "oracle=pages+luck", "tracking=off")
    assert wrong.returncode == 1
    assert "oracle: 'luck' must be one of standalone, documents, plan, passages, pages, context, values" in wrong.stderr


def test_mlflow_is_told_the_gains_of_the_diagnosis_that_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep, told = open_sweep(f"{Sweep().write(tmp_path / 's1')}/"), list[Any]()
    row = {"variation": "baseline", "stage": "retrieval, ranking", "alone": 0.2, "alone_low": 0.1, "evidence": None}
    rows = [{**row, "metric": metric, "sentence": f"By {metric}."} for metric in ("evidence_recall", "score")]
    write_sweep(sweep.folder, diagnosis=[{**rows[0], "variation": "other"}, *rows])
    monkeypatch.setattr(runs, "log_below", lambda *below: told.extend(below[1:]))
    diagnose._log(sweep, "baseline")
    gains = {"retrieval_ranking_alone": 0.2, "retrieval_ranking_alone_low": 0.1}
    assert told == ["diagnosis of baseline", "By evidence_recall.", gains, sweep.folder / "diagnosis.csv"]
