"""Which stage is to be mended first, from what each gains alone and after those before it."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.metrics import RETRIEVAL as EVIDENCE
from ragatta.eval.metrics import SCORE
from ragatta.experiments.results.reading import ResultRow, RunResult, open_sweep
from ragatta.extensions.diagnosis.commands.diagnose import diagnosis_screen
from ragatta.extensions.diagnosis.diagnosing.asked_again import AskedAgain
from ragatta.extensions.diagnosis.diagnosing.diagnosis import PARSER, Diagnosis, StageGain, _limit, _shown, stacked
from ragatta.extensions.diagnosis.diagnosing.gains import Gain
from ragatta.extensions.diagnosis.diagnosing.stages import REST, STAGES
from standins.sweeps import Sweep

NOISE, SMALL, LARGE = Gain(0.01, -0.02, 0.03), Gain(0.05, 0.02, 0.08), Gain(0.21, 0.12, 0.29)
ANY = Gain(0.01, -1.0, 1.0)
_, ROUTING, _, RETRIEVAL, CONTEXT, _ = STAGES


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
        "No stage stands out: the largest gain, of routing, is 0.010 (-0.020 to 0.030) of the score, within noise. "
        "Questions about more documents would narrow it."
    )
    small = found(StageGain(ROUTING, Gain(0.005, 0.001, 0.01), SMALL, SMALL), rest=Gain(-0.1, -0.2, 0.0))
    assert "is 0.005 (0.001 to 0.010) of the score, less than comparison.worth=0.01." in small.sentence()
    nothing = found(StageGain(ROUTING, Gain(0.0, 0.0, 0.0), SMALL, SMALL), rest=Gain(-0.1, -0.2, 0.0))
    assert nothing.sentence() == "No stage stands out: none gains anything on these questions."
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


def lost(lost_at: str, *steps: dict[str, object], top_k: int = 2, context_tokens: int = 100) -> str:
    """The limit at which a piece was lost, of an answer with the records of these steps."""
    config = {"retrieval": {"top_k": top_k}, "context_tokens": context_tokens}
    answer = {"steps": [{"details": each} for each in steps], "sub_answers": []}
    row = ResultRow("q", 0, answer, {}, lost_at, (), {})
    return _limit(RunResult("a", Path(), config, {}, (row,)), row, lost_at)


def test_a_limit_is_named_only_where_the_record_shows_that_it_was_reached() -> None:
    full, half = ({"hits": [[{"rank": at} for at in ranks]]} for ranks in ((1, 2, 0), (1, 0, 0)))
    assert lost("not_retrieved", full) == "top_k"
    assert lost("not_retrieved", half) == "", "its neighbours take no places"
    cut = {"cut": ["a.pdf#1"], "context_budget": 100}
    assert lost("cut_from_context", cut) == "context_tokens"
    assert lost("cut_from_context", {**cut, "cut": []}) == "", "an agent left it out"
    assert lost("cut_from_context", {**cut, "context_budget": 40}) == "40 tokens of context"
    assert lost("not_routed", full, cut) == ""


def test_by_the_evidence_no_reader_is_named() -> None:
    shown = StageGain(ROUTING, LARGE, LARGE, LARGE)
    own = Diagnosis(0.692, (shown,), StageGain(PARSER, NOISE, NOISE, NOISE), 0.01, {}, {}, 0.692, EVIDENCE)
    assert own.sentence() == (
        "Routing first: choosing the right documents would raise the evidence shown by 0.210 (0.120 to 0.290)."
    )
    unread = Diagnosis(0.5, (replace(shown, stage=CONTEXT, alone=NOISE),), StageGain(PARSER, LARGE, LARGE, LARGE), 0.01,
                       {}, {}, 0.5, EVIDENCE)  # fmt: skip
    assert unread.sentence().startswith("Parser first (or the gold): 0.210 (0.120 to 0.290) of the evidence is shown ")


def drawn(draw: random.Random) -> Diagnosis:
    def gain() -> Gain:
        mean, width = draw.choice((0.0, 0.004, 0.1, draw.uniform(-0.2, 0.4))), draw.choice((0.001, 0.05, 2.0))
        return Gain(mean, max(mean - width, -1.0), min(mean + width, 1.0), 30)

    stages = tuple(StageGain(stage, gain(), gain(), gain(), draw.random()) for stage in STAGES if draw.random() < 0.8)
    metric = draw.choice((SCORE, EVIDENCE))
    last = StageGain(PARSER if metric == EVIDENCE else REST, *[gain()] * 3)
    return Diagnosis(draw.random(), stages, last, 0.01, {}, {}, draw.random(), metric)


@pytest.mark.parametrize("seed", range(80))
def test_no_two_sentences_contradict_each_other(seed: int) -> None:
    own = drawn(random.Random(seed))
    asked = AskedAgain(dict.fromkeys(map(str, range(30)), 1.0), 20, 10, 3)
    screen = diagnosis_screen("a", own, asked, ["a note"] * 5, ["To try:", f"  {'x' * 150}", "where " * 20])
    (sentence,), rows = screen.found, [line for line, _ in screen.table(20)][2:]
    lines = [line for line, _ in screen.lines()]
    assert len(lines) <= 23
    assert max(len(line) for line in lines if not line.startswith("  x")) <= 80
    assert all(any(line.startswith(one.stage.name) for line in lines) for one in (*own.stages, own.rest)), "all stages"
    named = [line for line in rows if line.endswith("first")]
    assert len(named) == (own.first is not None)
    assert sentence.startswith("No stage stands out") == (own.first is None)
    for line, one in zip(rows, (*own.stages, own.rest), strict=True):
        mean, low = map(float, re.search(r"(-?\d\.\d+) +(-?\d\.\d+) to", line).groups())  # type: ignore[union-attr]
        assert (mean, low) == (pytest.approx(one.own.mean, abs=6e-4), pytest.approx(one.own.low, abs=6e-4))
        if line.endswith(("first", " shown")) and "not shown" not in line:
            assert one.own.low > 0
        if line in named:
            assert one.own.words in sentence
            assert one.own.mean == max(each.own.mean for each in (*own.stages, own.rest))
        if bound := re.search(rf"better {one.stage.name} by at most (-?\d\.\d+)", sentence):
            assert f" to {bound[1]} " in line
    if own.metric == EVIDENCE:
        assert "score" not in sentence
        assert "eader" not in sentence or "where no oracle reaches" in sentence
