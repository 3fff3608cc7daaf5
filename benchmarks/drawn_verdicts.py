"""How many verdicts it takes until a comparison holds that hangs on undecided answers, where the truth is known.

    python -m benchmarks.drawn_verdicts [--repeats 200]

Planted sweeps of two variations over 400 questions, each with 150 undecided answers: the comparison hangs on 300. A
question has a difficulty, and a variation what it makes of that. The guess on an undecided answer is a noisy chance
that it is right; or one that is 0.2 too high; or 0.5 throughout. One looks after each 20 verdicts, and stops where a
difference is shown or the verdicts that are left would hardly show one. A row a truth and a kind of guess: verdicts
until one stops, drawn as `ragatta verdicts` draws them, or with equal chances; verdicts until the worst case
holds; how often a difference is shown, by then and by all 300 (the ordinary test); and how often the interval holds the
true difference: at the last look, and at all of them.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ragatta.eval.metrics import SCORE
from ragatta.eval.statistics.comparison import ALPHA
from ragatta.eval.statistics.drawing import FEWEST, Estimate
from ragatta.eval.statistics.permutation import sign_flip_test
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.results.drawing import Draw, Key, draw_of, row_key
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult

QUESTIONS, UNDECIDED = 400, 150
OURS, BASELINE = "ours", "baseline"
GUESSES = ("noisy", "too high", "none")
SHIFTS = (0.0, 0.25)  # of the latent score


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--repeats", type=int, default=200)
    repeats = words.parse_args(arguments).repeats
    print("| difference | guesses | drawn | equal chances | worst case | shown | by all | last look | all looks |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for shift in SHIFTS:
        true = true_difference(shift)
        for guess in GUESSES:
            found = [trial(seed, shift, guess, true) for seed in range(repeats)]
            keys = [f"{np.mean([one[at] for one in found]):.0f}" for at in range(3)]
            shares = [f"{np.mean([one[at] for one in found]):.3f}" for at in range(3, 7)]
            print(f"| {true:.3f} | {guess} | {' | '.join((*keys, *shares))} |", flush=True)
    return 0


def true_difference(shift: float) -> float:
    """The chance to be right of an answer is that of a normal latent score above 0."""
    return math.erf(shift / 2) / 2  # the latent score has a variance of 2


def trial(seed: int, shift: float, guess: str, true: float) -> tuple[float, ...]:
    """Verdicts until one stops, by each order; whether it is shown by the drawn, by all; whether the interval holds the
    truth at the last look, at all."""
    sweep, right = planted(np.random.default_rng([1, seed]), shift, guess)
    draw = draw_of(sweep)
    looks, equal = (
        [*looked(one, sweep, right)] for one in (draw, replace(draw, weights=dict.fromkeys(draw.weights, 1.0)))
    )
    last = stopped(looks)
    inside = [one.low <= true <= one.high for one in looks]
    return (
        last.judged,
        stopped(equal).judged,
        until_worst_case(draw, right),
        last.p < ALPHA,
        sign_flip_test(differences(draw, right, len(draw.order), 0.0)) < ALPHA,
        inside[looks.index(last)],
        all(inside),
    )


def looked(draw: Draw, sweep: SweepResult, right: dict[Key, float]) -> Iterator[Estimate]:
    for many in range(FEWEST, len(draw.order) + 1, FEWEST):
        verdicts = {key: right[key] for key in draw.order[:many]}
        yield replace(draw, verdicts=verdicts).estimate(OURS, BASELINE, sweep.terms)


def stopped(looks: Sequence[Estimate]) -> Estimate:
    """The look at which a difference is shown, or the verdicts that are left would hardly show one."""
    return next((one for one in looks if one.p < ALPHA or not one.can_change), looks[-1])


def until_worst_case(draw: Draw, right: dict[Key, float]) -> int:
    """Verdicts until the comparison is the same whatever the others are worth."""
    for many in range(FEWEST, len(draw.order) + 1, FEWEST):
        lowest, highest = (differences(draw, right, many, bound) for bound in (0.0, 1.0))
        verdicts = {(sign_flip_test(one) < ALPHA) * np.sign(one.mean()) for one in (lowest, highest)}
        if len(verdicts) == 1:
            return many
    return len(draw.order)


def differences(draw: Draw, right: dict[Key, float], many: int, bound: float) -> np.ndarray:
    """By question, with verdicts on the first answers of the order; others of ours are worth `bound`, of the baseline's
    the opposite."""
    known = {*draw.order[:many]}

    def worth(row: ResultRow, other: float) -> float:
        if not row.undecided:
            return row.scores[SCORE]
        return right[row_key(row)] if row_key(row) in known else other

    pairs = zip(draw.runs[OURS].rows, draw.runs[BASELINE].rows, strict=True)
    return np.array([worth(one, bound) - worth(other, 1 - bound) for one, other in pairs])


def planted(random: np.random.Generator, shift: float, guess: str) -> tuple[SweepResult, dict[Key, float]]:
    """The sweep, and what each undecided answer is worth."""
    difficulty = random.normal(size=QUESTIONS)
    number, right, runs = random.integers(1 << 60), {}, []
    for label, by in ((BASELINE, 0.0), (OURS, shift)):
        latent = difficulty + random.normal(size=QUESTIONS) + by
        noisy = 1 / (1 + np.exp(-(latent + random.normal(size=QUESTIONS))))
        guesses = {"noisy": noisy, "too high": np.minimum(noisy + 0.2, 1.0), "none": np.full(QUESTIONS, 0.5)}[guess]
        is_open = {*random.permutation(QUESTIONS)[:UNDECIDED].tolist()}
        rows = []
        for at in range(QUESTIONS):
            answer = {"answer": f"{number} {label} {at}", "status": "answered"}
            score = float(guesses[at] if at in is_open else latent[at] > 0)
            row = ResultRow(f"q{at}", 0, answer, {SCORE: score}, "", (), {}, "words", "open" if at in is_open else "")
            rows.append(row)
            if at in is_open:
                right[row_key(row)] = float(latent[at] > 0)
        runs.append(RunResult(label, Path(label), {}, {}, tuple(rows)))
    return SweepResult(Path(), {"baseline": BASELINE, "metric": SCORE}, {}, tuple(runs)), right


if __name__ == "__main__":
    run_command(main)
