"""What is compared by `ragatta compare`: the two sides, their pairs of runs, and what makes a comparison unfair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.scorers import is_comparable
from ragatta.eval.statistics import Comparison, Scores, Terms, compare_pairs, question_means
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.cells import in_order
from ragatta.experiments.results.differences import other_scoring
from ragatta.experiments.results.lost import lost_words
from ragatta.experiments.results.reading import RunResult, SweepResult, open_run, open_sweep
from ragatta.experiments.results.tables import original
from ragatta.experiments.results.undecided import settled_either_way
from ragatta.pipeline.types import Question

USAGE = "ragatta compare latest:baseline latest:hybrid_search, or two sweeps: ragatta compare <sweep id> latest"
SAME = 1e-9  # scores that differ by less are the same
Move = tuple[str, float, float]  # a question, its mean in A, its mean in B
# What makes the scores of two runs two different things: its key in the manifest, and how it is said.
ORIGINS = {
    "corpus_digest": "the documents differ (corpus_digest)",
    "questions_digest": "the gold questions differ (questions_digest)",
}
OTHER_SCORERS = "the scorers differ ({where}): run the older sweep's command again, which only scores"


@dataclass(frozen=True)
class Side:
    """A sweep, or one run of it or by its key. `questions` are the gold records it was scored against; empty for a run
    by its key, which keeps none and has no `sweep`."""

    title: str
    folder: Path
    runs: tuple[RunResult, ...]
    questions: Mapping[str, Question] = field(default_factory=dict)
    whole: bool = False  # a sweep, to be compared label by label
    sweep: SweepResult | None = None


@dataclass(frozen=True)
class Pair:
    """Two runs that belong together; B is compared with A. `edited` are questions with another gold record in B."""

    name: str
    a: RunResult
    b: RunResult
    edited: frozenset[str]
    gold_known: bool  # on both sides, so that `edited` says all
    only: frozenset[str] | None = None  # the questions it is over; None: all in common
    terms: Terms = field(default_factory=Terms)

    @cached_property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that apply to a common question. The metrics except counts, where more is not better."""
        known = in_order([*self.a.metrics, *self.b.metrics])
        return tuple(metric for metric in known if is_comparable(metric) and self.scores(metric)[0])

    def scores(self, metric: str) -> tuple[Scores, Scores]:
        """B's and A's, on the questions in common to which the metric applies on both sides."""
        ours, baseline = self.b.scores(metric), self.a.scores(metric)
        common = [question for question in ours if question in baseline and self._compares(question)]
        return {q: ours[q] for q in common}, {q: baseline[q] for q in common}

    def _compares(self, question: str) -> bool:
        return question not in self.edited and (self.only is None or question in self.only)

    def within(self, questions: frozenset[str]) -> Pair:
        """The same two runs, over some of the questions."""
        return replace(self, only=questions)

    def moved(self, metric: str) -> tuple[list[Move], list[Move]]:
        """The questions gained and lost: those whose mean is higher, and lower, in B; the largest change first."""
        ours, baseline = (question_means(scores) for scores in self.scores(metric))
        moves = [(name, baseline[name], ours[name]) for name in ours if abs(ours[name] - baseline[name]) > SAME]
        moves.sort(key=lambda move: -abs(move[2] - move[1]))
        return [move for move in moves if move[2] > move[1]], [move for move in moves if move[2] < move[1]]

    @property
    def runs(self) -> tuple[str, str]:
        """What is compared: pairs of twins are the same comparison."""
        return original(self.a), original(self.b)

    def notes(self) -> Iterator[str]:
        """The reasons why the comparison is not fair."""
        for key, words in ORIGINS.items():
            then, now = (run.manifest.get(key) for run in (self.a, self.b))
            if then and now and then != now and not (key == "questions_digest" and self.gold_known):
                yield words
        both = [run.manifest for run in (self.a, self.b)]
        if all(each.get("code", {}).get("scorer") for each in both) and (where := other_scoring(*both)):
            yield OTHER_SCORERS.format(where=where)
        a, b = ({row.question_id for row in run.rows} for run in (self.a, self.b))
        if a != b:
            yield f"different questions: {len(a)} in A, {len(b)} in B; paired on the {len(a & b)} in common"
        if lost := lost_words({run.label: run.lost for run in (self.a, self.b)}):
            yield lost
        if self.edited:
            yield f"left out, another gold record in B than in A: {', '.join(sorted(self.edited))}"


def open_side(name: str, variable: str) -> Side:
    """The sweep of that name, else the run. Raises Fault with everything that was looked for."""
    sweep_name, colon, label = name.partition(":")
    try:
        sweep = open_sweep(sweep_name)
    except Fault as no_sweep:
        try:
            run = open_run(name)
        except Fault as no_run:
            problems = dict.fromkeys((*no_sweep.problems, *no_run.problems))
            raise Fault([f"{variable}={name}: {problem}" for problem in problems]) from no_run
        return Side(f"run {run.folder.name}, {run.label}", run.folder, (run,))
    if colon:
        run = sweep.run(label)
        return Side(f"{label}, sweep {sweep.folder.name}", run.folder, (run,), sweep.questions, sweep=sweep)
    stopped = "" if sweep.info["finished"] else ", stopped before its end"
    title = f"sweep {sweep.folder.name}, {counted(len(sweep.runs), 'variation')}{stopped}"
    return Side(title, sweep.folder, sweep.runs, sweep.questions, True, sweep)


def pairs_of(a: Side, b: Side) -> list[Pair]:
    """The runs to compare, two sweeps label by label. Raises Fault if there is nothing to compare."""
    if a.folder == b.folder:
        what = "sweep" if a.whole else "run"
        raise Fault(f"A and B are the same {what}, {a.folder.name}; compare two variations: {USAGE}")
    if a.whole != b.whole:
        raise Fault(f"one is a sweep, the other a run; name the sweep's variation: {USAGE}")
    known = bool(a.questions and b.questions)
    sweep = b.sweep or a.sweep
    terms = sweep.terms if sweep else Terms()
    edited = frozenset(q for q in a.questions if q in b.questions and a.questions[q] != b.questions[q])
    if not a.whole:
        name = f"{b.runs[0].label} against {a.runs[0].label}"
        pairs = [Pair(name, a.runs[0], b.runs[0], edited, known, terms=terms)]
    else:
        theirs = {run.label: run for run in b.runs}
        pairs = [Pair(r.label, r, theirs[r.label], edited, known, terms=terms) for r in a.runs if r.label in theirs]
    if not pairs:
        raise Fault(f"the sweeps have no variation in common; compare two runs: {USAGE}")
    answered = [pair for pair in pairs if pair.a.is_answered and pair.b.is_answered]
    if not answered:
        raise Fault([*_too_many(run for pair in pairs for run in (pair.a, pair.b))])
    for pair in answered:
        if without := [run.label for run in (pair.a, pair.b) if not run.metrics]:
            raise Fault(f"{without[0]}: none of its answers has a score: nothing to pair")
        if not pair.metrics:
            raise Fault(f"{pair.name}: no question in common whose gold record is the same: nothing to pair")
    return answered


def _too_many(runs: Iterable[RunResult]) -> Iterator[str]:
    """A sentence for each run of which too many answers did not come."""
    yield from (f"{run.label}: {run.lost.too_many(run.most_lost)}" for run in runs if not run.is_answered)


def unlike(a: Side, b: Side) -> Iterator[str]:
    """Notes on what differs: the dataset or its edition, and variations that are not compared because only one sweep
    has them or too many of their answers are missing."""
    if a.sweep and b.sweep and a.sweep.dataset != b.sweep.dataset:
        yield f"A is of {a.sweep.dataset}, B of {b.sweep.dataset}"
    yield from (f"not compared: {line}" for line in _too_many([*a.runs, *b.runs]))
    for variable, one, other in (("A", a, b), ("B", b, a)):
        only = [run.label for run in one.runs if run.label not in {run.label for run in other.runs}]
        if only and one.whole:
            yield f"only in {variable}, not compared: {', '.join(only)}"


def family_of(a: Side, b: Side, pairs: Sequence[Pair]) -> list[Pair]:
    """Over what to correct: the pairs; of two runs of one sweep, all its other variations against A, of which the pair
    is one. Who looks at one of them alone has picked it from these."""
    if a.whole or a.sweep is None or b.sweep is None or a.sweep.folder != b.sweep.folder:
        return list(pairs)
    (pair,) = pairs
    if pair.runs[0] == pair.runs[1]:
        return [pair]
    others = {original(run): run for run in a.sweep.runs if original(run) not in pair.runs}
    more = [
        Pair(f"{run.label} against {pair.a.label}", pair.a, run, pair.edited, True, terms=pair.terms)
        for run in others.values()
    ]
    return [pair, *(other for other in more if other.metrics)]


def headline_of(pairs: Sequence[Pair]) -> str:
    """What is compared first: the metric that all were asked to be compared by; else the score, or the evidence recall
    where rules answered on every side."""
    named = {run.config.get("comparison", {}).get("metric") for pair in pairs for run in (pair.a, pair.b)}
    if len(named) == 1 and (name := named.pop()) and all(name in pair.metrics for pair in pairs):
        return str(name)
    by_rule = all(run.by_rule for pair in pairs for run in (pair.a, pair.b))
    return RETRIEVAL if by_rule and all(RETRIEVAL in pair.metrics for pair in pairs) else SCORE


def compared(pairs: Sequence[Pair]) -> dict[tuple[str, str], Comparison]:
    """By (pair's name, metric). The headline is what was asked: it is corrected over the pairs; the other metrics over
    all of theirs together."""
    headline = headline_of(pairs)
    asked = [(pair, metric) for pair in pairs for metric in pair.metrics]
    headlines = [own for own in asked if own[1] == headline]
    others = [own for own in asked if own[1] != headline]
    found = [*zip(headlines, corrected(headlines), strict=True), *zip(others, corrected(others), strict=True)]
    return {(pair.name, metric): comparison for (pair, metric), comparison in found}


def corrected(asked: Sequence[tuple[Pair, str]]) -> list[Comparison]:
    """One for each (pair, metric) that is asked, by Holm over all of them; pairs of the same runs over the same
    questions are one comparison, which each of them shows."""
    keys = [(pair.runs, pair.only, metric) for pair, metric in asked]
    distinct = dict(zip(keys, asked, strict=True))
    terms = asked[0][0].terms if asked else Terms()
    found = compare_pairs({key: pair.scores(metric) for key, (pair, metric) in distinct.items()}, terms)
    if len(metrics := {metric for _, metric in asked}) == 1:
        (metric,) = metrics
        sides = {key: (pair.b, pair.a, pair.scores(metric)[0].keys()) for key, (pair, _) in distinct.items()}
        found = settled_either_way(found, sides, terms, metric)
    return [found[key] for key in keys]


def size_of(pairs: Sequence[Pair], headline: bool) -> int:
    """The number of comparisons over which `compared` corrects the headline, or the other metrics."""
    first = headline_of(pairs)
    return len({(*pair.runs, metric) for pair in pairs for metric in pair.metrics if (metric == first) is headline})
