"""The diagnosis of a variation: what each stage would gain, alone and after those before it, and the first to mend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.statistics import Terms, question_means
from ragatta.experiments.diagnosing.asked_again import RIGHT, AskedAgain
from ragatta.experiments.diagnosing.gains import Gain, gain, lasting_loss
from ragatta.experiments.diagnosing.stages import REST, Stage
from ragatta.experiments.faults import Fault
from ragatta.experiments.showing.cells import number
from ragatta.experiments.showing.results import RunResult, SweepResult

NOW, AGAIN = "without", "all again"  # the points beside those of oracles
NONE_FIRST = "No stage stands out: what perfect work at any one of them gains is within noise"
EXAMPLES = 5  # questions of a stage
FAILED = "failed"  # the reply is not usable; the score counts it, as 0
PAGES, CONTEXT = "page_recall", "context"
GOLD = ("not_parsed", "not_indexed")  # where a question is lost whose gold nobody could be shown
CUT = {"not_retrieved": "top_k", "cut_from_context": "context_tokens"}  # what kept evidence back that was handed


@dataclass(frozen=True)
class StageGain:
    """What perfect work at a stage gains: `alone`, `after` perfect work at those before it, and `together` with it.
    `evidence`: the share of the evidence that the answering agent was shown with the oracle alone, NaN where that is
    not measured. `examples`: questions that it mends, the most mended first."""

    stage: Stage
    alone: Gain
    after: Gain
    together: Gain
    evidence: float = float("nan")
    examples: tuple[str, ...] = ()

    @property
    def own(self) -> Gain:
        """The stage's own part. An oracle late in the pipeline mends what earlier stages lost too, and an early one's
        work may be lost again: the smaller of the two counts."""
        return min(self.alone, self.after, key=lambda each: each.mean)

    @property
    def most(self) -> float:
        """What work at the stage may gain, alone or after those before it."""
        return max(self.alone.high, self.after.high)


@dataclass(frozen=True)
class Diagnosis:
    """`score` is the variation's today; `rest` what no oracle mends, with examples that stay lost. `cut`: how many
    pieces of evidence each limit kept back though a search found them, by the setting; `left`: how many questions stay
    lost with all oracles, by whether reader, gold or scorer is at fault. `evidence`: the share that is shown
    today, of the questions asked again."""

    score: float
    stages: tuple[StageGain, ...]
    rest: StageGain
    worth: float
    cut: Mapping[str, int]
    left: Mapping[str, int]
    evidence: float = float("nan")

    @property
    def first(self) -> StageGain | None:
        """The one to mend first, which may be `rest`; None where no gain is shown that is worth it."""
        best = max((*self.stages, self.rest), key=lambda each: each.own.mean)
        return best if best.own.is_shown and best.own.mean >= self.worth else None

    def sentence(self) -> str:
        """The stage that matters most, and what better work at the others brings at most."""
        first = self.first
        if first is None:
            most = max(one.most for one in (*self.stages, self.rest))
            if most < 1 - self.score:
                return f"{NONE_FIRST}, and at most {number(most)}."
            return f"{NONE_FIRST}. The questions are too few, or about too few documents, to bound it."
        others = [f"better {one.stage.name} by {_at_most(one)}" for one in self.stages if one is not first]
        also = f"; {', '.join(others)}" if others else ""
        if first is self.rest and self.is_whole:
            words = "Reader first (or the gold, or the scorer): with all of the evidence at hand"
            return f"{words} {first.own.words} of the score stays lost{also}."
        if first is self.rest:
            where = "stays lost where no oracle reaches (retrieval, reader, gold or scorer)"
            return f"No stage can be named: {first.own.words} of the score {where}{also}."
        stage = first.stage
        return f"{stage.name.capitalize()} first: {stage.action} would raise the score by {first.own.words}{also}."

    @property
    def is_whole(self) -> bool:
        """Whether the reader had all of the evidence with all oracles."""
        return any(one.stage.oracle == CONTEXT for one in self.stages)

    def rows(self, variation: str) -> list[dict[str, Any]]:
        """As diagnosis.csv has them, one a stage, what no oracle mends last."""
        return [
            {
                "variation": variation,
                "stage": one.stage.name,
                "oracle": one.stage.oracle,
                "score": self.score,
                **{
                    f"{name}{end}": value for name in ("alone", "after", "together") for end, value in _parts(one, name)
                },
                "evidence": one.evidence,
                "first": int(one is self.first),
                "examples": "\n".join(one.examples),
                "sentence": self.sentence(),
            }
            for one in (*self.stages, self.rest)
        ]


def _at_most(one: StageGain) -> str:
    return number(one.own.mean) if one.own.is_shown else f"at most {number(one.most)}"


def _parts(one: StageGain, name: str) -> list[tuple[str, float]]:
    found: Gain = getattr(one, name)
    return [("", found.mean), ("_low", found.low), ("_high", found.high), ("_questions", found.questions)]


def stacked(stages: Sequence[Stage]) -> list[str]:
    """documents, documents+passages, documents+passages+context"""
    names = [stage.oracle for stage in stages]
    return ["+".join(names[: number + 1]) for number in range(len(names))]


def label_of(oracle: str) -> str:
    """Of the point that asks with an oracle."""
    return f"oracle={oracle}"


def diagnosis(
    run: RunResult, again: SweepResult, asked: AskedAgain, stages: Sequence[Stage], terms: Terms
) -> Diagnosis:
    """Of a run, from the sweep in which its questions were asked again, over the answers that came on both sides.
    Raises Fault where a point is missing, or too many of its answers."""
    if too_few := [f"{one.label}: {words}" for one in again.runs if (words := one.lost.too_many(one.most_lost))]:
        raise Fault(too_few)
    again = replace(again, runs=tuple(one.only_came for one in again.runs))
    base: Mapping[str, list[float]] = again.run(NOW).scores(SCORE)
    tests = len(stages) + 1

    def of(before: Mapping[str, list[float]], oracle: str) -> tuple[Mapping[str, list[float]], Gain]:
        scores = again.run(label_of(oracle)).scores(SCORE)
        return scores, gain(before, scores, asked, terms.clusters, tests)

    found, before = [], base
    for stage, so_far in zip(stages, stacked(stages), strict=True):
        alone_scores, alone = of(base, stage.oracle)
        after_scores, after = of(before, so_far)
        own = (base, alone_scores) if alone.mean <= after.mean else (before, after_scores)
        found.append(
            StageGain(
                stage,
                alone,
                after,
                gain(base, after_scores, asked, terms.clusters, tests),
                _shown(again.run(label_of(stage.oracle))),
                _most_mended(*own),
            )
        )
        before = after_scores
    labels = [one.label for one in again.runs]
    second = again.run(AGAIN).scores(SCORE) if AGAIN in labels else before
    lost = lasting_loss(before, second, asked, terms.clusters, tests)
    none = {name: [1.0] for name in before}
    lost_twice = {name: [max([*before[name], *second.get(name, ())])] for name in before}
    rest = StageGain(REST, lost, lost, lost, examples=_most_mended(lost_twice, none))
    score = fmean(question_means(run.only_came.scores(SCORE)).values())
    left = _left(again.run(label_of(stacked(stages)[-1])))
    return Diagnosis(score, tuple(found), rest, terms.worth, _cut(again), left, _shown(again.run(NOW)))


def _shown(run: RunResult) -> float:
    """The mean share of the evidence that was shown where an answer came; of its pages, where the gold names no more.
    NaN where that is not measured. An answer that failed has 0, though its agent may have been shown all."""
    came = replace(run, rows=tuple(row for row in run.rows if row.answer["status"] != FAILED))
    found = came.scores(RETRIEVAL) or came.scores(PAGES)
    return fmean(question_means(found).values()) if found else float("nan")


def _most_mended(before: Mapping[str, list[float]], after: Mapping[str, list[float]]) -> tuple[str, ...]:
    """Questions whose score is higher after, those with the largest difference first."""
    old, new = question_means(before), question_means(after)
    mended = {name: new[name] - old[name] for name in old if new.get(name, 0.0) > old[name]}
    return tuple(sorted(mended, key=lambda name: -mended[name])[:EXAMPLES])


def _cut(again: SweepResult) -> dict[str, int]:
    """Pieces of evidence that the oracle of retrieval found and a limit kept back."""
    handed = [one for one in again.runs if one.label == label_of("passages")]
    lost = Counter(piece["lost_at"] for one in handed for row in one.rows for piece in row.evidence)
    return {setting: lost[stage] for stage, setting in CUT.items() if lost[stage]}


def _left(whole: RunResult) -> dict[str, int]:
    """The lost questions of a run with all oracles: an answer that no rule decides is the scorer's, evidence that is in
    no index or page the gold's (or the parser's), the rest the reader's."""
    lost = [row for row in whole.rows if row.scores.get(SCORE, 1.0) < RIGHT]
    who = ("scorer" if row.undecided else "gold" if row.lost_at in GOLD else "reader" for row in lost)
    return dict(Counter(who).most_common())
