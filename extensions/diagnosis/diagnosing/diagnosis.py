"""The diagnosis of a variation: what each stage would gain, alone and after those before it, and the first to mend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.statistics import Terms, question_means
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.cells import number
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.extensions.diagnosis.diagnosing.asked_again import RIGHT, AskedAgain
from ragatta.extensions.diagnosis.diagnosing.gains import Gain, gain, lasting_loss
from ragatta.extensions.diagnosis.diagnosing.stages import REST, Stage

NOW, AGAIN = "without", "all again"  # the points beside those of oracles
EXAMPLES = 5  # questions of a stage
FAILED = "failed"  # the reply is not usable; the score counts it, as 0
PAGES, CONTEXT = "page_recall", "context"
NOT_RETRIEVED, CUT = "not_retrieved", "cut_from_context"  # where evidence is lost that retrieval was handed
GOLD = ("not_parsed", "not_indexed")  # where a question is lost whose gold nobody could be shown
PARSER = Stage("", "parser or gold", "")  # what no oracle shows
MEASURED = {SCORE: "the score", RETRIEVAL: "the evidence shown", PAGES: "the pages of evidence shown"}


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
    """By `metric`: the score, or where rules answer the evidence shown. `today` is the variation's mean; `rest` what no
    oracle mends, with examples that stay lost. `cut`: how many pieces of evidence each limit kept back though
    perfect retrieval had them, by the limit; `left`: how many questions stay lost with all oracles, by whether reader,
    gold or scorer is at fault. `evidence`: the share that is shown today, of the questions asked again."""

    today: float
    stages: tuple[StageGain, ...]
    rest: StageGain
    worth: float
    cut: Mapping[str, int]
    left: Mapping[str, int]
    evidence: float = float("nan")
    metric: str = SCORE

    @property
    def first(self) -> StageGain | None:
        """The one to mend first, which may be `rest`; None where no gain is shown that is worth it."""
        best = max((*self.stages, self.rest), key=lambda each: each.own.mean)
        return best if best.own.is_shown and best.own.mean >= self.worth else None

    def sentence(self) -> str:
        """The stage that matters most, and what better work at the others brings at most."""
        first, what = self.first, MEASURED[self.metric]
        if first is None:
            return self._none_first
        others = [
            f"better {one.stage.name} by {gain}"
            for one in self.stages
            if one is not first and (gain := self._at_most(one))
        ]
        also = f"; {', '.join(others)}" if others else ""
        if first is self.rest and self.is_whole and self.metric != SCORE:
            return f"Parser first (or the gold): {first.own.words} of the evidence is shown with no oracle{also}."
        if first is self.rest and self.is_whole:
            words = "Reader first (or the gold, or the scorer): with all of the evidence at hand"
            return f"{words} {first.own.words} of the score stays lost{also}."
        if first is self.rest:
            where = f"stays lost where no oracle reaches (retrieval, {self.rest.stage.name})"
            return f"No stage can be named: {first.own.words} of {what} {where}{also}."
        stage = first.stage
        return f"{stage.name.capitalize()} first: {stage.action} would raise {what} by {first.own.words}{also}."

    @property
    def _none_first(self) -> str:
        best = max((*self.stages, self.rest), key=lambda one: one.own.mean)
        if best.own.mean <= 0:
            return "No stage stands out: none gains anything on these questions."
        why = f"less than comparison.worth={self.worth:g}" if best.own.is_shown else "within noise"
        most = f"the largest gain, of {best.stage.name}, is {best.own.words} of {MEASURED[self.metric]}, {why}"
        return f"No stage stands out: {most}. Questions about more documents would narrow it."

    def bounds(self, one: StageGain) -> tuple[float, float]:
        """Of what work at a stage gains; where that is not shown, up to what it may gain in any order. By the evidence
        an oracle alone says little: that of the context shows all of it."""
        most = one.own.high if one.own.is_shown or self.metric != SCORE else one.most
        return one.own.low, most

    def _at_most(self, one: StageGain) -> str:
        """What work at a stage may gain; "" where that is nothing."""
        _, most = self.bounds(one)
        words = number(one.own.mean) if one.own.is_shown else f"at most {number(most)}"
        return words if float(number(max(most, 0.0))) else ""

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
                "score": self.today if self.metric == SCORE else "",
                **{
                    f"{name}{end}": value for name in ("alone", "after", "together") for end, value in _parts(one, name)
                },
                "evidence": one.evidence,
                "first": int(one is self.first),
                "examples": "\n".join(one.examples),
                "sentence": self.sentence(),
                "metric": self.metric,
                "today": self.today,
            }
            for one in (*self.stages, self.rest)
        ]


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


def diagnoses(
    run: RunResult, again: SweepResult, asked: AskedAgain, stages: Sequence[Stage], terms: Terms
) -> list[Diagnosis]:
    """Of a run, from the sweep in which its questions were asked again, over the answers that came on both sides: the
    one that decides, by the score, or where rules answer by the evidence shown, and then by the score. Raises Fault
    where a point is missing, or too many of its answers."""
    if too_few := [f"{one.label}: {words}" for one in again.runs if (words := one.lost.too_many(one.most_lost))]:
        raise Fault(too_few)
    again = replace(again, runs=tuple(_weighed(one.only_came, asked) for one in again.runs))
    shown = [metric for metric in (RETRIEVAL, PAGES) if all(one.scores(metric) for one in again.runs)]
    metrics = [*(shown[:1] if run.by_rule else ()), SCORE]
    return [_diagnosis(run, again, asked, stages, terms, metric) for metric in metrics]


def _weighed(run: RunResult, asked: AskedAgain) -> RunResult:
    """Without the answers to turns that were asked for the sake of later ones alone."""
    return replace(run, rows=tuple(row for row in run.rows if row.question_id in asked.weights))


def _diagnosis(
    run: RunResult, again: SweepResult, asked: AskedAgain, stages: Sequence[Stage], terms: Terms, metric: str
) -> Diagnosis:
    if metric != SCORE:
        asked = replace(asked, unmended=0)  # what has no evidence has no share of it, and counts nowhere
    base: Mapping[str, list[float]] = again.run(NOW).scores(metric)
    tests = len(stages) + 1
    today = fmean(question_means(run.only_came.scores(metric)).values())

    def of(before: Mapping[str, list[float]], oracle: str) -> tuple[Mapping[str, list[float]], Gain]:
        scores = again.run(label_of(oracle)).scores(metric)
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
                today + alone.mean if metric != SCORE else _shown(again.run(label_of(stage.oracle))),
                _most_mended(*own),
            )
        )
        before = after_scores
    labels = [one.label for one in again.runs]
    second = again.run(AGAIN).scores(metric) if AGAIN in labels else before
    lost = lasting_loss(before, second, asked, terms.clusters, tests)
    none = {name: [1.0] for name in before}
    lost_twice = {name: [max([*before[name], *second.get(name, ())])] for name in before}
    stage = REST if metric == SCORE else PARSER
    rest = StageGain(stage, lost, lost, lost, examples=_most_mended(lost_twice, none))
    left = _left(again.run(label_of(stacked(stages)[-1])))
    evidence = today if metric != SCORE else _shown(again.run(NOW))
    return Diagnosis(today, tuple(found), rest, terms.worth, _cut(again), left, evidence, metric)


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
    """Pieces of evidence that perfect retrieval had and a limit kept back, by the limit; only where the record of the
    answer shows that it was reached."""
    handed = [one for one in again.runs if one.label == label_of("passages")]
    limits = (_limit(one, row, piece["lost_at"]) for one in handed for row in one.rows for piece in row.evidence)
    return dict(Counter(filter(None, limits)).most_common())


def _limit(run: RunResult, row: ResultRow, lost_at: str) -> str:
    """The limit at which a piece of evidence was lost; "" where the record shows none."""
    steps = [step["details"] for step in _steps(row.answer)]
    if lost_at == NOT_RETRIEVED:
        top_k = run.config.get("retrieval", {}).get("top_k")
        searches = [hits for step in steps for hits in step.get("hits", ())]
        full = (sum(hit["rank"] > 0 for hit in hits) for hits in searches)
        return "top_k" if top_k and any(found >= top_k for found in full) else ""
    if lost_at == CUT:
        budgets = [step["context_budget"] for step in steps if step.get("cut")]
        own = run.config.get("context_tokens", 0)
        return "" if not budgets else "context_tokens" if max(budgets) >= own else f"{max(budgets):,} tokens of context"
    return ""


def _steps(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Of the record of an answer and of its sub-answers."""
    yield from answer.get("steps", ())
    for part in answer.get("sub_answers", ()):
        yield from _steps(part)


def _left(whole: RunResult) -> dict[str, int]:
    """The lost questions of a run with all oracles: an answer that no rule decides is the scorer's, evidence that is in
    no index or page the gold's (or the parser's), the rest the reader's."""
    lost = [row for row in whole.rows if row.scores.get(SCORE, 1.0) < RIGHT]
    who = ("scorer" if row.undecided else "gold" if row.lost_at in GOLD else "reader" for row in lost)
    return dict(Counter(who).most_common())
