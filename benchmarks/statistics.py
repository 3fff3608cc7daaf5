"""How often the statistics are right where the truth is known: `python -m benchmarks.statistics`.

Simulated sweeps of six variations. Every question has a difficulty that all variations share; on it each answer is
right, wrong or partly right by chance of its own. Kinds of scores: `whole` (0 or 1), `mixed` (0, 1 and between, as a
list's F1), `smooth` (continuous), `steady` (0 or 1, and two variations mostly agree). Prints the null check (sweeps of
equal variations that claim a difference), the power check (a true difference of the stated detectable size that is
found, where one is stated and the baseline lacks as much), and the coverage of 95% intervals. Takes minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter

import numpy as np

from eval.statistics import compare_all
from eval.statistics.bootstrap import CONFIDENCE, levels, resampled_means
from eval.statistics.comparison import ALPHA
from eval.statistics.power import detectable

KINDS = ("whole", "mixed", "smooth", "steady")
VARIATIONS = 6
PILOTS = 20  # of fewer no share is stated
SIZES = (5, 10, 20, 50, 100, 300)  # questions, of the coverage


def answers(kind: str, difficulty: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The scores of one variation, of the shape of `difficulty`, which lies in [0, 1]."""
    if kind == "smooth":
        return np.clip(1 - difficulty + random.normal(0, 0.25, difficulty.shape), 0, 1)
    if kind == "steady":
        difficulty = np.where(difficulty < 0.5, 0.05, 0.95)
    right = random.random(difficulty.shape) > difficulty
    if kind in ("whole", "steady"):
        return right.astype(float)
    between = random.random(difficulty.shape) < 0.4
    scores: np.ndarray = np.where(between, random.beta(2, 2, difficulty.shape), right)
    return scores


def improved(kind: str, scores: np.ndarray, size: float, random: np.random.Generator) -> np.ndarray:
    """The scores after answers have got better by `size` on average, or as far as they can: each smooth one by the same
    share of what it lacks; of the others some have become right."""
    lacking = 1 - scores
    share = min(1.0, size / lacking.mean())
    found: np.ndarray = scores + lacking * (share if kind == "smooth" else random.random(scores.shape) < share)
    return found


def sweep(kind: str, questions: int, random: np.random.Generator) -> np.ndarray:
    """Scores of equal variations, of shape (variations, questions)."""
    difficulty = random.beta(0.7, 1.0, questions)
    return np.stack([answers(kind, difficulty, random) for _ in range(VARIATIONS)])


def named(scores: np.ndarray) -> dict[str, dict[str, list[float]]]:
    return {f"v{row}": {f"q{n}": [float(s)] for n, s in enumerate(values)} for row, values in enumerate(scores)}


def false_claims(kind: str, questions: int, sweeps: int, seed: int = 1) -> int:
    """In how many of the sweeps of equal variations any difference is claimed."""
    random = np.random.default_rng(seed)
    found = 0
    for _ in range(sweeps):
        compared = compare_all(named(sweep(kind, questions, random)), "v0")
        found += any(comparison.p_corrected < ALPHA for comparison in compared.values())
    return found


def found_differences(kind: str, questions: int, sweeps: int, seed: int = 2) -> tuple[list[bool], list[float]]:
    """Pilot sweeps that state a detectable size which their baseline lacks: whether a new variation that is better by
    that much is called better, and the size. A sweep by itself has one random stream, whatever comes of the others."""
    found, sizes = [], []
    for number in range(sweeps):
        random = np.random.default_rng((seed, number))
        pilot = sweep(kind, questions, random)
        size = detectable(pilot[1] - pilot[0], ALPHA / (VARIATIONS - 1), float(1 - pilot[0].mean()))
        if np.isfinite(size):
            scores = sweep(kind, questions, random)
            scores[1] = improved(kind, scores[1], size, random)
            found.append(compare_all(named(scores), "v0")["v1"].verdict == "better")
            sizes.append(size)
    return found, sizes


def coverage(kind: str, questions: int, experiments: int, seed: int = 3) -> list[float]:
    """The share of intervals that hold the true mean: plain percentile, BCa, and ours."""
    from scipy.special import ndtr, ndtri

    random = np.random.default_rng(seed)
    truth = float(answers(kind, random.beta(0.7, 1.0, 1_000_000), random).mean())
    tail = (1 - CONFIDENCE) / 2
    hits = np.zeros(3)
    for _ in range(experiments):
        values = answers(kind, random.beta(0.7, 1.0, questions), random)
        means, off = resampled_means(values), values - values.mean()
        below = (np.mean(means < values.mean() - 1e-12) + np.mean(means <= values.mean() + 1e-12)) / 2
        bias = ndtri(np.clip(below, 1e-6, 1 - 1e-6))
        square = (off**2).sum()
        pull = (off**3).sum() / (6 * square**1.5) if square else 0.0
        shifted = bias + ndtri([tail, 1 - tail])
        plain, bca, ours = (tail, 1 - tail), ndtr(bias + shifted / (1 - pull * shifted)), levels(questions)
        for place, quantiles in enumerate((plain, bca, ours)):
            low, high = np.quantile(means, quantiles)
            hits[place] += low - 1e-12 <= truth <= high + 1e-12
    return [float(share) for share in hits / experiments]


def print_power(sweeps: int) -> None:
    print("a true difference of the stated detectable size: how often it is found (mean size; pilots that state one)")
    for kind in KINDS:
        for questions in (20, 50, 100, 300):
            found, sizes = found_differences(kind, questions, sweeps)
            share = f"{np.mean(found):.3f} ({np.mean(sizes):.3f}; " if len(found) >= PILOTS else "too few pilots ("
            print(f"  {kind:7} {questions:4} questions  {share}{len(found)} of {sweeps})", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--sweeps", type=int, default=200)
    words.add_argument("--experiments", type=int, default=1000, help="of the coverage")
    given = words.parse_args(arguments)
    print(f"{given.sweeps} simulated sweeps of {VARIATIONS} equal variations: sweeps that claim any difference")
    for kind in KINDS:
        claims = [(n, false_claims(kind, n, given.sweeps)) for n in (30, 100)]
        print(f"  {kind:7}" + "".join(f"  {n} questions: {count:3}" for n, count in claims))
    print_power(given.sweeps)
    print("coverage of 95% intervals of a mean: percentile, BCa, ours (expanded percentile)")
    for kind in KINDS:
        for n in SIZES:
            cells = "  ".join(f"{share:.3f}" for share in coverage(kind, n, given.experiments))
            print(f"  {kind:7} {n:4} questions  {cells}")
    scores = named(sweep("mixed", 300, np.random.default_rng(4)))
    begun = perf_counter()
    compare_all(scores, "v0")
    print(f"five comparisons of 300 questions: {perf_counter() - begun:.2f} s")


if __name__ == "__main__":
    main()
