"""Which stage is to be mended first, from what each gains alone and after those before it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.experiments.diagnosing.diagnosis import Diagnosis, StageGain, _shown, stacked
from ragatta.experiments.diagnosing.gains import Gain
from ragatta.experiments.diagnosing.stages import REST, STAGES
from ragatta.experiments.showing.results import open_sweep
from standins.sweeps import Sweep

NOISE, SMALL, LARGE = Gain(0.01, -0.02, 0.03), Gain(0.05, 0.02, 0.08), Gain(0.21, 0.12, 0.29)
ANY = Gain(0.01, -1.0, 1.0)
ROUTING, _, RETRIEVAL, CONTEXT, _ = STAGES


def found(*stages: StageGain, rest: Gain = NOISE) -> Diagnosis:
    return Diagnosis(0.5, stages, StageGain(REST, rest, rest, rest), 0.01, {}, {})


def test_the_stage_that_is_shown_to_matter_most_comes_first() -> None:
    both = found(StageGain(ROUTING, NOISE, NOISE, NOISE), StageGain(RETRIEVAL, LARGE, LARGE, LARGE))
    assert both.sentence() == (
        "Retrieval first: finding the right passages would raise the score by 0.210 (0.120 to 0.290); "
        "better routing by at most 0.030."
    )
    assert [row["first"] for row in both.rows("a")] == [0, 1, 0]
    none = found(StageGain(ROUTING, NOISE, NOISE, NOISE), StageGain(RETRIEVAL, NOISE, NOISE, NOISE))
    assert none.sentence() == (
        "No stage stands out: what perfect work at any one of them gains is within noise, and at most 0.030."
    )
    unbounded = found(StageGain(ROUTING, ANY, ANY, ANY))
    assert unbounded.sentence().endswith(
        "is within noise. The questions are too few, or about too few documents, to bound it."
    )
    assert ANY.words == "0.010 (no bounds)"


def test_what_an_earlier_stage_lost_is_not_the_later_ones_gain() -> None:
    routed = found(StageGain(ROUTING, LARGE, LARGE, LARGE), StageGain(CONTEXT, Gain(0.3, 0.2, 0.4), SMALL, LARGE))
    assert routed.first is routed.stages[0]
    assert "better context by 0.050" in routed.sentence()
    hidden = found(StageGain(ROUTING, LARGE, LARGE, LARGE), StageGain(CONTEXT, Gain(0.3, 0.2, 0.4), NOISE, LARGE))
    assert "better context by at most 0.400" in hidden.sentence(), "it may gain as much alone"


def test_what_a_later_stage_would_lose_again_is_no_gain_alone() -> None:
    lost_again = StageGain(RETRIEVAL, SMALL, LARGE, LARGE)
    assert lost_again.own is SMALL


def test_the_reader_comes_first_where_most_stays_lost_with_all_oracles() -> None:
    blind = found(StageGain(ROUTING, SMALL, SMALL, SMALL), StageGain(CONTEXT, NOISE, NOISE, NOISE), rest=LARGE)
    assert blind.sentence() == (
        "Reader first (or the gold, or the scorer): with all of the evidence at hand 0.210 (0.120 to 0.290) of the "
        "score stays lost; better routing by 0.050, better context by at most 0.030."
    )
    outside = found(StageGain(ROUTING, SMALL, SMALL, SMALL), rest=LARGE)  # whose evidence is not known
    assert outside.sentence() == (
        "No stage can be named: 0.210 (0.120 to 0.290) of the score stays lost where no oracle reaches (retrieval, "
        "reader, gold or scorer); better routing by 0.050."
    )
    assert blind.rows("a")[-1]["alone"] == pytest.approx(0.21)


def test_evidence_is_not_missing_where_no_answer_came(tmp_path: Path) -> None:
    scores = {("one", "Q_1", 0): 1.0, ("one", "Q_2", 0): 0.0}
    (run,) = open_sweep(str(Sweep(("one",), questions=2, scores=scores).write(tmp_path / "s"))).runs
    assert _shown(run) == 0.5
    first, second = run.rows
    failed = replace(second, answer={**second.answer, "status": "failed"})
    assert _shown(replace(run, rows=(first, failed))) == 1.0


def test_stages_are_stacked_in_their_order() -> None:
    assert stacked([ROUTING, RETRIEVAL, CONTEXT]) == [
        "documents", "documents+passages", "documents+passages+context",
    ]  # fmt: skip
