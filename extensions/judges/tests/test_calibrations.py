"""A calibration holds for one judge and the words that it was asked with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragatta.eval.scoring_settings import Scoring
from ragatta.eval.statistics.agreement import Agreement
from ragatta.eval.statistics.intervals import Interval
from ragatta.experiments.on_record import calibrations
from ragatta.experiments.on_record.calibrations import (
    Calibration,
    calibrated,
    forms,
    judge_identity,
    prompt_digest,
    save,
)
from ragatta.experiments.on_record.places import Records
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.seam import ModelIdentity
from ragatta.pipeline.machine.checksums import Note

BOTH = Scoring(judge=True, judged=True)
KAPPA = Interval(0.71, 0.604, 0.812)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Records, "calibrations", tmp_path / "calibrations")
    return tmp_path / "calibrations"


def told(name: str = "llama3.2", digest: str = "a80", scoring: Scoring = BOTH) -> Mapping[str, Any]:
    return judge_identity(ModelIdentity("ollama", name, digest), scoring)


def found(metric: str, kappa: Interval = KAPPA) -> Calibration:
    agreement = Agreement(kappa, Interval(0.9, math.nan, math.nan), 200, 50)
    return Calibration(prompt_digest(metric), agreement, 3, "people.csv", "2026-11-24")


def test_it_is_read_as_it_was_saved_beside_earlier_ones() -> None:
    save(told(), {"judge": found("judge")})
    save(told(), {"faithfulness": found("faithfulness", Interval(0.5, math.nan, math.nan))})
    known = calibrated(told())
    assert [*known] == [*forms()]
    assert known["judge"] is not None
    assert (
        known["judge"].words
        == "kappa 0.71 (0.60 to 0.81), 200 answers to 50 questions (3 without a usable reply left out)"
    )
    assert known["faithfulness"] is not None
    assert known["faithfulness"].words.startswith("kappa 0.50, agreement 0.90, 200 answers")
    assert {name for name, one in known.items() if one is None} == {*forms()} - {"judge", "faithfulness"}
    assert [*calibrated(told(scoring=Scoring(judge=True)))] == ["judge"]
    assert found("judge", Interval(math.nan, math.nan, math.nan)).words.startswith(
        "no kappa, as all verdicts are the same,"
    )


def test_another_judge_or_other_prompts_are_not_calibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    save(told(), {"judge": found("judge"), "nugget_recall": found("nugget_recall")})
    options = replace(BOTH, judge_llm=Ollama(options={"top_k": 1}))
    for other in (told(name="qwen3"), told(digest="b91"), told(scoring=options)):
        assert not any(calibrated(other).values())
    changed = {
        **forms(),
        "nugget_recall": (*forms()["nugget_recall"], replace(forms()["judge"][0], user="{data} Else.")),
    }
    monkeypatch.setattr(calibrations, "forms", lambda: changed)
    known = calibrated(told())
    assert (known["judge"] is None, known["nugget_recall"] is None) == (False, True)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"metrics": {"judge": {"found": 1}}}', '{"metrics": {"judge": {}}}'])
def test_a_damaged_file_is_named_and_calibrates_nothing(text: str) -> None:
    path = save(told(), {"judge": found("judge")})
    path.write_text(text, encoding="utf-8")
    with pytest.warns(Note, match=path.name):
        assert not any(calibrated(told()).values())
    with pytest.warns(Note):
        save(told(), {"judge": found("judge")})
    assert calibrated(told())["judge"]
