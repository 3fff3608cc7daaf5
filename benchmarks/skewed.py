"""How often a difference is claimed that is not there, where few documents make it, and what that costs in power.

    python -m benchmarks.skewed [claims sweeps power shares] [--simulations 1000]

The mean difference of a document is drawn from a law with mean 0, that of each of its 10 questions around it. Laws:
`normal`; `exponential` and `lognormal` (skewed, no kinds); `1 in 4`, `1 in 8`, `1 in 20`: so many documents gain 0.5
(the last 0.9), and all others lose the same in total. Columns: documents, with Zipf's sizes where so named (the largest
of 40 has a quarter of the questions).

- claims: one comparison, by four tests: the sign-flip test of the mean, the same without any one document (its largest
  p value), the studentised bootstrap of documents, and ours (eval/statistics/permutation.py);
- sweeps: twelve comparisons, each with documents of its own, corrected by Holm, by ours; beside it the share of sweeps
  in which some comparison has no document of the rarer kind, which no test can know of;
- power: how often a true difference is found where the law is normal, by the same four;
- shares: how often the 95% interval of a share of right answers holds it, near 0 and 1 and with few documents;
- anytime: the power of the anytime-valid p value beside the single look's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from benchmarks.statistics import row, run_parts, sizes, table
from ragatta.eval.statistics import mean_interval
from ragatta.eval.statistics.anytime import anytime_p
from ragatta.eval.statistics.comparison import ALPHA, holm
from ragatta.eval.statistics.permutation import pattern_sums, sign_flip_test

QUESTIONS = 10  # of a document, on average
NOISE = 0.25  # of a question's difference
SPREAD = 0.2  # of the documents' differences under the normal law
DESIGNS = (
    (6, "equal"),
    (8, "equal"),
    (16, "equal"),
    (16, "zipf"),
    (25, "equal"),
    (40, "equal"),
    (40, "zipf"),
    (60, "equal"),
)
RARE = {"1 in 4": (1 / 4, 0.5), "1 in 8": (1 / 8, 0.5), "1 in 20": (1 / 20, 0.9)}


def _of_two_kinds(share: float, gain: float, random: np.random.Generator, documents: int) -> np.ndarray:
    return np.where(random.random(documents) < share, gain, -gain * share / (1 - share))


LAWS: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "normal": lambda random, documents: random.normal(0, SPREAD, documents),
    "exponential": lambda random, documents: 0.15 * (random.exponential(size=documents) - 1),
    "lognormal": lambda random, documents: 0.1 * (random.lognormal(size=documents) - np.exp(0.5)),
    **{name: partial(_of_two_kinds, *kind) for name, kind in RARE.items()},
}


def drawn(law: str, of: np.ndarray, random: np.random.Generator, shift: float = 0.0) -> np.ndarray:
    """The sum of the differences of each document; `of`: how many questions it has."""
    means = LAWS[law](random, of.size) + shift + random.normal(0, NOISE, of.size) / np.sqrt(of)
    return np.asarray(means * of)


def mean_alone(totals: np.ndarray, _of: np.ndarray) -> float:
    found = np.abs(pattern_sums(totals[None])[0])
    return float(np.mean(found >= abs(totals.sum()) * (1 - 1e-9)))


def without_any_one(totals: np.ndarray, of: np.ndarray) -> float:
    return max(mean_alone(np.delete(totals, place), of) for place in range(totals.size))


def bootstrap(totals: np.ndarray, of: np.ndarray, times: int = 999) -> float:
    """The studentised bootstrap of documents, twice the smaller tail (Efron and Tibshirani 1993, section 12.5)."""

    def ratios(
        sums: np.ndarray, squares: np.ndarray, cross: np.ndarray, own: np.ndarray, number: np.ndarray
    ) -> np.ndarray:
        mean = sums / number
        return np.asarray(mean / np.sqrt(np.maximum(squares - 2 * mean * cross + mean**2 * own, 1e-30)) * number)

    documents = totals.size
    off = totals - totals.sum() / of.sum() * of
    times_drawn = np.random.default_rng(0).multinomial(documents, np.full(documents, 1 / documents), times)
    kinds = np.stack([off, off**2, off * of, of**2, of]).astype(float)
    null = ratios(*(times_drawn @ kinds.T).T)
    seen = totals.sum() / np.sqrt((off**2).sum())
    low, high = (1 + np.sum(null <= seen)) / (times + 1), (1 + np.sum(null >= seen)) / (times + 1)
    return float(min(1.0, 2 * min(low, high)))


TESTS: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "mean": mean_alone,
    "without any one": without_any_one,
    "bootstrap": bootstrap,
    "ours": sign_flip_test,
}


def titled(design: tuple[int, str]) -> str:
    return f"{design[0]}{' Zipf' if design[1] == 'zipf' else ''}"


def of(design: tuple[int, str]) -> np.ndarray:
    return sizes(QUESTIONS * design[0], *design)


def found(law: str, design: tuple[int, str], test: str, simulations: int, shift: float = 0.0) -> float:
    random, documents = np.random.default_rng(21), of(design)
    claims = [TESTS[test](drawn(law, documents, random, shift), documents) < ALPHA for _ in range(simulations)]
    return float(np.mean(claims))


def claims(simulations: int) -> None:
    print("One comparison without a difference: how often it claims one. At most 0.06 is meant.\n")
    table(["law", "test", *map(titled, DESIGNS)])
    for law in LAWS:
        for test in TESTS:
            row([law, test, *(f"{found(law, design, test, simulations):.3f}" for design in DESIGNS)])
    print()


def sweeps(simulations: int, comparisons: int = 12) -> None:
    print("Sweeps of twelve comparisons without a difference: how often any claims one (how often no document of")
    print("the rarer kind is in one of them).\n")
    table(["law", *map(titled, DESIGNS)])
    for law in LAWS:
        row([law, *(_swept(law, design, simulations // 4, comparisons) for design in DESIGNS)])
    print()


def _swept(law: str, design: tuple[int, str], simulations: int, comparisons: int) -> str:
    random, documents = np.random.default_rng(22), of(design)
    level = ALPHA / comparisons
    claimed = [
        min(holm([_p(drawn(law, documents, random), documents, level) for _ in range(comparisons)])) < ALPHA
        for _ in range(simulations)
    ]
    share = RARE.get(law, (1.0, 0))[0]
    unseen = f" ({1 - (1 - (1 - share) ** design[0]) ** comparisons:.2f})" if law in RARE else ""
    return f"{np.mean(claimed):.3f}{unseen}"


def _p(totals: np.ndarray, documents: np.ndarray, level: float) -> float:
    return sign_flip_test(totals, documents, max(10_000, int(20 / level)))


def power(simulations: int) -> None:
    print("A true difference of 2.5 / 3.3 standard errors, normal law: how often it is found.\n")
    table(["test", *map(titled, DESIGNS)])
    for test in TESTS:
        cells = []
        for design in DESIGNS:
            error = np.hypot(SPREAD, NOISE / np.sqrt(QUESTIONS)) * np.sqrt((of(design) ** 2).sum()) / of(design).sum()
            cells.append(" / ".join(f"{found('normal', design, test, simulations, k * error):.3f}" for k in (2.5, 3.3)))
        row([test, *cells])
    print()


def shares(simulations: int) -> None:
    print("How often the 95% interval of a share holds it; documents differ (beta law, a fifth of the variance).\n")
    table(["share", *map(titled, DESIGNS)])
    for share in (0.02, 0.05, 0.2, 0.8, 0.95, 0.98):
        row([f"{share:g}", *(f"{_held(share, design, simulations):.3f}" for design in DESIGNS)])
    print()


def _held(share: float, design: tuple[int, str], simulations: int) -> float:
    random, documents = np.random.default_rng(23), of(design)
    held = 0
    for _ in range(simulations):
        own = np.repeat(random.beta(4 * share, 4 * (1 - share), documents.size), documents)
        right = random.random(own.size) < own
        names = [f"q{number}" for number in range(own.size)]
        clusters = dict(zip(names, map(str, np.repeat(np.arange(documents.size), documents)), strict=True))
        interval = mean_interval({name: [float(one)] for name, one in zip(names, right, strict=True)}, clusters)
        held += interval.low <= share <= interval.high
    return held / simulations


def anytime(simulations: int) -> None:
    print("A true difference of 3.3 standard errors, normal law: found by a single look's test / anytime-valid.\n")
    table(["", *map(titled, DESIGNS)])
    cells = []
    for design in DESIGNS:
        random, documents = np.random.default_rng(24), of(design)
        error = np.hypot(SPREAD, NOISE / np.sqrt(QUESTIONS)) * np.sqrt((documents**2).sum()) / documents.sum()
        seen = np.zeros(2)
        for _ in range(simulations):
            totals = drawn("normal", documents, random, 3.3 * error)
            seen += sign_flip_test(totals, documents) < ALPHA, anytime_p(totals, np.arange(totals.size)) < ALPHA
        cells.append(" / ".join(f"{one:.3f}" for one in seen / simulations))
    row(["power", *cells])
    print()


PARTS = {"claims": claims, "sweeps": sweeps, "power": power, "shares": shares, "anytime": anytime}


def main(arguments: Sequence[str] | None = None) -> None:
    run_parts(__doc__ or "", PARTS, 1000, arguments)


if __name__ == "__main__":
    main()
