"""What `make compare` compares: the two sides, the runs of each that belong together, and what makes them unlike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from eval.statistics import Comparison, Scores, compare_pairs
from experiments.faults import Fault
from experiments.results import RunResult, open_run, open_sweep
from experiments.tables import HEADLINE
from pipeline.types import Question

USAGE = "make compare A=latest:baseline B=latest:hybrid_search, or two sweeps: make compare A=<sweep id> B=latest"
# What makes the scores of two runs two different things: where it stands in the manifest, and how it is said.
ORIGINS = {
    "corpus_digest": "the documents differ (corpus_digest)",
    "questions_digest": "the gold questions differ (questions_digest)",
    "code.scorer": "the scorers differ (code.scorer): run the older sweep's command again, which only scores",
}


@dataclass(frozen=True)
class Side:
    """A sweep, or one run of it or by its key. `questions` are the gold records it was scored against; empty for a run
    by its key, which keeps none."""

    title: str
    folder: Path
    runs: tuple[RunResult, ...]
    questions: Mapping[str, Question] = field(default_factory=dict)
    whole: bool = False  # a sweep, to be compared label by label


@dataclass(frozen=True)
class Pair:
    """Two runs that belong together; B is compared with A. `edited` are questions with another gold record in B."""

    name: str
    a: RunResult
    b: RunResult
    edited: frozenset[str]
    gold_known: bool  # on both sides, so that `edited` says all

    @cached_property
    def metrics(self) -> tuple[str, ...]:
        """The headline first; those that apply to a question in common."""
        known = dict.fromkeys([HEADLINE, *self.a.metrics, *self.b.metrics])
        return tuple(metric for metric in known if self.scores(metric)[0])

    def scores(self, metric: str) -> tuple[Scores, Scores]:
        """B's and A's, on the questions in common to which the metric applies on both sides."""
        ours, baseline = self.b.scores(metric), self.a.scores(metric)
        common = [question for question in ours if question in baseline and question not in self.edited]
        return {q: ours[q] for q in common}, {q: baseline[q] for q in common}

    def notes(self) -> Iterator[str]:
        """What stands between the two and a fair comparison."""
        for key, words in ORIGINS.items():
            then, now = (_at(run.manifest, key) for run in (self.a, self.b))
            if then and now and then != now and not (key == "questions_digest" and self.gold_known):
                yield words
        a, b = ({row.question_id for row in run.rows} for run in (self.a, self.b))
        if a != b:
            yield f"different questions: {len(a)} in A, {len(b)} in B; paired on the {len(a & b)} in common"
        if self.edited:
            yield f"left out, another gold record in B than in A: {', '.join(sorted(self.edited))}"


def open_side(name: str, variable: str) -> Side:
    """A sweep where one has that name, else a run. Raises Fault with all that was looked for."""
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
        return Side(f"{label}, sweep {sweep.folder.name}", run.folder, (run,), sweep.questions)
    stopped = "" if sweep.info["finished"] else ", stopped before its end"
    title = f"sweep {sweep.folder.name}, {len(sweep.runs)} variations{stopped}"
    return Side(title, sweep.folder, sweep.runs, sweep.questions, whole=True)


def pairs_of(a: Side, b: Side) -> list[Pair]:
    """The runs to compare, two sweeps label by label. Raises Fault where there is nothing to compare."""
    if a.folder == b.folder:
        what = "sweep" if a.whole else "run"
        raise Fault(f"A and B are the same {what}, {a.folder.name}; compare two variations: {USAGE}")
    if a.whole != b.whole:
        raise Fault(f"one is a sweep, the other a run; name the sweep's variation: {USAGE}")
    known = bool(a.questions and b.questions)
    edited = frozenset(q for q in a.questions if q in b.questions and a.questions[q] != b.questions[q])
    if not a.whole:
        pairs = [Pair(f"{b.runs[0].label} against {a.runs[0].label}", a.runs[0], b.runs[0], edited, known)]
    else:
        theirs = {run.label: run for run in b.runs}
        pairs = [Pair(r.label, r, theirs[r.label], edited, known) for r in a.runs if r.label in theirs]
    if not pairs:
        raise Fault(f"the sweeps have no variation in common; compare two runs: {USAGE}")
    for pair in pairs:
        if not pair.metrics:
            raise Fault(f"{pair.name}: no question in common whose gold record is the same: nothing to pair")
    return pairs


def unpaired(a: Side, b: Side) -> Iterator[str]:
    """The variations of two sweeps that only one of them has."""
    for variable, one, other in (("A", a, b), ("B", b, a)):
        only = [run.label for run in one.runs if run.label not in {run.label for run in other.runs}]
        if only and one.whole:
            yield f"only in {variable}, not compared: {', '.join(only)}"


def compared(pairs: list[Pair]) -> dict[tuple[str, str], Comparison]:
    """By (pair's name, metric). The headline is what was asked: it is corrected over the pairs; the other metrics over
    all of theirs together."""
    found: dict[tuple[str, str], Comparison] = {}
    for headline in (True, False):
        keys = [(pair, metric) for pair in pairs for metric in pair.metrics if (metric == HEADLINE) is headline]
        family = {f"{metric} of {pair.name}": pair.scores(metric) for pair, metric in keys}
        results = compare_pairs(family).values()
        found |= {(pair.name, metric): result for (pair, metric), result in zip(keys, results, strict=True)}
    return found


def _at(manifest: Mapping[str, object], key: str) -> object:
    value: object = manifest
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value
