"""Searches a space of settings on the dev questions, and judges the winner on the test ones.

The winner of many trials owes part of its score to luck on the questions that it was chosen by. So it is compared with
the settings that the search began from on questions that no trial has seen. Search: the tree-structured Parzen
estimator (Bergstra et al. 2011) of Optuna, seeded. Answers are journaled as in any sweep: a stopped search continues
where it was, and a repeated one asks nothing again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from ragatta.eval.statistics import question_means
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import ALL, chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.config import Point, flat
from ragatta.experiments.composing.overrides import compose_grid, space_of
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.launching.sweep import Sweep
from ragatta.experiments.paths import HOME, TUNES
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.cells import interval, number, readable
from ragatta.experiments.results.claims import claim
from ragatta.experiments.results.outputs import write_table
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.results.result_files import typed
from ragatta.experiments.results.screen import INDENT, Screen, columns
from ragatta.experiments.results.summary import Run
from ragatta.experiments.results.tables import comparisons, decided
from ragatta.experiments.results.writing import headline
from ragatta.experiments.running.loop import runs_of
from ragatta.pipeline.llm.seam import ModelUnavailable

if TYPE_CHECKING:
    import optuna

SEED = 0  # of the search
SHOWN = 4  # other trials in the terminal
FILE, CONFIG = "trials.csv", "config.yaml"
BEGUN_FROM = "begun from"
Space = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Trial:
    """One point of the space: its choices, and the mean of the metric over the dev questions."""

    number: int
    choices: Mapping[str, Any]
    value: float

    @property
    def label(self) -> str:
        return f"trial {self.number}"

    @property
    def overrides(self) -> list[str]:
        return [f"{key}={value}" for key, value in self.choices.items()]


@command(__doc__, "tune --trials 10", "tune --space retrieval --limit 50")
@option("--space", default="retrieval", metavar="NAME", help="a file of conf/space/ (default: retrieval)")
@option("--trials", default=30, metavar="N", help="how many settings to try (default: 30)")
@ALL
@chooses()
def tune(chosen: Chosen, space: str, trials: int, show_all: bool) -> int:
    if trials < 1:
        raise Fault(f"--trials {trials}: must be at least 1")
    words = chosen.overrides()
    if why := _composed(words).config.handing():
        raise Fault(why)
    varied = space_of(space, words)
    if split := [word for word in words if word.startswith("dataset.split=")]:
        raise Fault(f"{split[0]}: the search uses dev and the judgement test; leave it out")
    words = [word for word in words if word.split("=", 1)[0] not in varied]
    metric, tried = search(words, varied, trials)
    folder = _written(tried, metric)
    best = _best_first(tried)[0]
    print(
        "The winner against the settings that the search began from, on questions that no trial has seen:", flush=True
    )
    whole = Sweep()
    whole.run(_judged(words, best, metric))
    if show_all:
        _print_all(tried, metric)

    def show(sweep: SweepResult) -> None:
        where = [f"{(folder / FILE).relative_to(HOME)}; see more: ragatta report, or --all for every trial and table"]
        _screen(sweep, metric, tried, _changed(words, best), [*_take(sweep, best), *where]).show()

    return whole.finish(show=show, show_all=show_all)


def search(words: Sequence[str], space: Space, most: int) -> tuple[str, list[Trial]]:
    """The metric that is maximised (comparison.metric, else what a sweep of these settings compares by), and the trials
    in order. Raises Fault if optuna is not installed or the space has an impossible choice."""
    study = _study()
    base = _composed([*words, "dataset.split=dev"])
    bars = Bars()
    trials: list[Trial] = []
    metric = base.config.comparison.metric
    with bars.shown():
        resources = Resources.of(open_dataset(base.config.dataset, bars, architecture=base.config.architecture), bars)
        for at in range(1, most + 1):
            bars("trials", at - 1, most)
            asked = study.ask()
            choices = {key: asked.suggest_categorical(key, list(values)) for key, values in space.items()}
            point, run = _run(words, choices, resources)
            metric = metric or headline([point], [run])
            trial = Trial(at, choices, _mean(run, metric))
            study.tell(asked, trial.value)
            trials.append(trial)
        bars("trials", most, most)
    return metric, trials


def _study() -> optuna.Study:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=SEED, multivariate=True)
    return optuna.create_study(direction="maximize", sampler=sampler)


def _run(words: Sequence[str], choices: Mapping[str, Any], resources: Resources) -> tuple[Point, Run]:
    """The point of a trial and its answers to the dev questions; repeated choices are read from the journal. Raises
    ModelUnavailable where too many answers did not come."""
    point = _composed([*words, "dataset.split=dev", *Trial(0, choices, 0.0).overrides])
    (run,) = runs_of([point], resources)
    if not run.is_answered:
        raise ModelUnavailable(run.lost.too_many(point.config.comparison.not_answered))
    return point, run


def _mean(run: Run, metric: str) -> float:
    """The mean of the metric over the questions that were answered."""
    scores: dict[str, list[float]] = {}
    for row in (row for row in run.rows if row.entry.came):
        value = row.scores.get(metric)
        if value is not None:
            scores.setdefault(row.question.id, []).append(value)
    if not scores:
        raise Fault(f"comparison.metric={metric} applies to no dev question; choose another")
    return fmean(question_means(scores).values())


def _composed(overrides: Sequence[str]) -> Point:
    points = compose_grid(overrides)
    if len(points) > 1:
        raise Fault("ragatta tune takes one configuration to begin from, not a grid; conf/space/ names what varies")
    return points[0]


def _judged(words: Sequence[str], best: Trial, metric: str) -> list[Point]:
    """Compares the starting settings and the winner on the questions that no trial has seen, by the metric of the
    search."""
    held_out = [*words, "dataset.split=test", f"comparison.metric={metric}"]
    return [
        replace(_composed(held_out), label=BEGUN_FROM),
        replace(_composed([*held_out, *best.overrides]), label=best.label),
    ]


def _changed(words: Sequence[str], best: Trial) -> list[str]:
    """The settings of the winner that are others than those that the search began from."""
    before = flat(_composed(words).config)
    return [
        word
        for word, (key, value) in zip(best.overrides, best.choices.items(), strict=True)
        if str(before.get(key, before.get(f"{key}.name"))) != str(value)
    ]


def _written(trials: Sequence[Trial], metric: str) -> Path:
    folder = TUNES / datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S")
    rows = [{"trial": trial.number, f"{metric}_dev": trial.value, **trial.choices} for trial in trials]
    write_table(folder / FILE, rows)
    return folder


def _best_first(trials: Sequence[Trial]) -> list[Trial]:
    return sorted(trials, key=lambda trial: (-trial.value, trial.number))


def _print_all(trials: Sequence[Trial], metric: str) -> None:
    print(f"\n{counted(len(trials), 'trial')} by {readable(metric)} on the dev questions:")
    for trial in _best_first(trials):
        print(f"  {number(trial.value)}  {trial.label}: {' '.join(trial.overrides)}")
    print()


def _screen(
    sweep: SweepResult, metric: str, trials: Sequence[Trial], changed: Sequence[str], where: Sequence[str]
) -> Screen:
    best, *others = _best_first(trials)
    decision = decided(sweep)
    test = {one.label: [number(one.mean), interval(one.low, one.high)] for one in decision.ranked}
    rows = [[name, dev, *test.get(name, ["", ""])] for name, dev in (
        (best.label, number(best.value)), (BEGUN_FROM, ""), *((one.label, number(one.value)) for one in others[:SHOWN]),
    )]  # fmt: skip
    asked = counted(decision.questions, "question")
    return Screen(
        f"{sweep.dataset}: {counted(len(trials), 'trial')} by {readable(metric)} on dev; the best judged on "
        f"test, {asked} that no trial has seen",
        lambda room: columns(("settings", "dev", "test", "95% interval"), rows, room, bold=0),
        [_sentence(sweep, metric, best), f"{best.label.capitalize()}: {' '.join(changed) or 'nothing is changed'}"],
        decision.cautions,
        where,
    )


def _sentence(sweep: SweepResult, metric: str, best: Trial) -> str:
    """Whether the winner is shown to be better than what the search began from."""
    if best.label not in [run.label for run in sweep.runs if not run.same_as]:
        return f"Nothing is gained: {best.label}, the best one, is what the search began from."
    if found := comparisons(sweep, metric).get(best.label):
        return claim(best.label.capitalize(), "what the search began from", readable(metric), found, 1, sweep.terms)
    return decided(sweep).text


def _take(sweep: SweepResult, best: Trial) -> Iterator[str]:
    """The command that runs the winner on all questions."""
    for run in sweep.runs:
        if run.label == best.label:
            yield f"To run {best.label} on the questions of dev and test:"
            yield f"{INDENT}ragatta run --config {typed(run.folder / CONFIG)} dataset.split=all"
