"""Searches a space of settings on the dev questions, and judges the winner on the test ones.

The winner of many trials owes part of its score to luck on the questions that it was chosen by. So it is compared with
the settings that the search began from on questions that no trial has seen. Search: the tree-structured Parzen
estimator (Bergstra et al. 2011) of Optuna, seeded. Answers are journaled as in any sweep: a stopped search continues
where it was, and a repeated one asks nothing again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from ragatta.eval.metrics import SCORE
from ragatta.eval.statistics import question_means
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.overrides import compose_grid, space_of
from ragatta.experiments.composing.words import key_of
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.launching.sweep import sweep
from ragatta.experiments.oracles.oracles import REFUSED
from ragatta.experiments.paths import HOME, TUNES
from ragatta.experiments.progress import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.loop import runs_of
from ragatta.experiments.writing.outputs import write_table
from ragatta.pipeline.llm.seam import ModelUnavailable

if TYPE_CHECKING:
    import optuna

SEED = 0  # of the search
SHOWN = 5  # best trials in the terminal
Space = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Trial:
    """One point of the space: its choices, and the mean of the metric over the dev questions."""

    number: int
    choices: Mapping[str, Any]
    value: float

    @property
    def overrides(self) -> list[str]:
        return [f"{key}={value}" for key, value in self.choices.items()]


@command(__doc__, "tune --trials 10", "tune --space retrieval --limit 50")
@option("--space", default="retrieval", metavar="NAME", help="a file of conf/space/ (default: retrieval)")
@option("--trials", default=30, metavar="N", help="how many settings to try (default: 30)")
@chooses()
def tune(chosen: Chosen, space: str, trials: int) -> int:
    if trials < 1:
        raise Fault(f"--trials {trials}: must be at least 1")
    words = chosen.overrides()
    if "oracle" in map(key_of, words):
        raise Fault(REFUSED)
    varied = space_of(space, words)
    if split := [word for word in words if word.startswith("dataset.split=")]:
        raise Fault(f"{split[0]}: the search uses dev and the judgement test; leave it out")
    words = [word for word in words if word.split("=", 1)[0] not in varied]
    tried = search(words, varied, trials)
    best = max(tried, key=lambda trial: (trial.value, -trial.number))
    metric = _composed(words).config.comparison.metric or SCORE
    folder = _written(tried, metric)
    _show(tried, metric, folder)
    print(
        "\nThe winner against the settings that the search began from, on questions that no trial has seen:", flush=True
    )
    return sweep(_judged(words, best))


def search(words: Sequence[str], space: Space, most: int) -> list[Trial]:
    """The trials in order. Raises Fault if optuna is not installed or the space has an impossible choice."""
    study = _study()
    base = _composed([*words, "dataset.split=dev"])
    bars = Bars()
    trials: list[Trial] = []
    with bars.shown():
        resources = Resources.of(open_dataset(base.config.dataset, bars, architecture=base.config.architecture), bars)
        for number in range(1, most + 1):
            bars("trials", number - 1, most)
            asked = study.ask()
            choices = {key: asked.suggest_categorical(key, list(values)) for key, values in space.items()}
            trial = replace(Trial(number, choices, 0.0), value=_mean(words, choices, resources))
            study.tell(asked, trial.value)
            trials.append(trial)
        bars("trials", most, most)
    return trials


def _study() -> optuna.Study:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=SEED, multivariate=True)
    return optuna.create_study(direction="maximize", sampler=sampler)


def _mean(words: Sequence[str], choices: Mapping[str, Any], resources: Resources) -> float:
    """The mean of the metric over the dev questions that were answered; repeated choices are read from the journal.
    Raises ModelUnavailable where too many answers did not come."""
    point = _composed([*words, "dataset.split=dev", *Trial(0, choices, 0.0).overrides])
    (run,) = runs_of([point], resources)
    if not run.is_answered:
        raise ModelUnavailable(run.lost.too_many(point.config.comparison.not_answered))
    metric, scores = point.config.comparison.metric or SCORE, dict[str, list[float]]()
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


def _judged(words: Sequence[str], best: Trial) -> list[Point]:
    """Compares the starting settings and the winner on the questions that no trial has seen."""
    held_out = [*words, "dataset.split=test"]
    return [
        replace(_composed(held_out), label="begun from"),
        replace(_composed([*held_out, *best.overrides]), label=f"trial {best.number}"),
    ]


def _written(trials: Sequence[Trial], metric: str) -> Path:
    folder = TUNES / datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S")
    rows = [{"trial": trial.number, f"{metric}_dev": trial.value, **trial.choices} for trial in trials]
    write_table(folder / "trials.csv", rows)
    return folder


def _show(trials: Sequence[Trial], metric: str, folder: Path) -> None:
    best = sorted(trials, key=lambda trial: (-trial.value, trial.number))[:SHOWN]
    tried = f"{counted(len(trials), 'trial')} by {metric} on the dev questions"
    print(f"\n{tried}; the best, each with what another run of it takes:")
    for trial in best:
        again = f"ragatta run {' '.join(trial.overrides)}"
        print(f"  {trial.value:.3f}  trial {trial.number}: {again}")
    print(f"all of them: {(folder / 'trials.csv').relative_to(HOME)}")
