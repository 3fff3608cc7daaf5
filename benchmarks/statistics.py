"""How often the statistics are right where the truth is known.

    python -m benchmarks.statistics [null coverage looks power range] [--simulations 2000]

Simulated sweeps: every question has a difficulty that all variations share, a part of it its document's; beside it
each variation has an ability of its own with each document and question. `share` is the part of the variance that lies
between documents: 0 (none), 0.2 (moderate), 0.6 (strong). Sizes of documents are equal or Zipf's (the largest of 20
holds a third of the questions). Columns: questions / documents. Scores: `binary` (0 or 1), `mixed` (0, 1 and between),
`smooth`. Prints Markdown tables for docs/statistics.md; all of them take about an hour on one core.

- null: the share of sweeps of five comparisons without any true difference that claim one;
- coverage: how often the 95% intervals hold the truth, of a mean and of a difference;
- looks: ten looks at growing questions, the share of comparisons without a difference that claim one at any look;
- power: how often a true difference of the stated detectable size is found;
- range: how often "roughly N to M more questions" holds the true number.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ragatta.eval.statistics import Terms, compare, mean_interval
from ragatta.eval.statistics.anytime import anytime_p
from ragatta.eval.statistics.clusters import sums
from ragatta.eval.statistics.comparison import ALPHA, NOT_SIGNIFICANT, holm
from ragatta.eval.statistics.permutation import SignFlips, sign_flip_test
from ragatta.eval.statistics.power import POWER

KINDS = ("binary", "mixed", "smooth")
SHARES = (0.0, 0.2, 0.6)
DESIGNS = ((10, 10, "equal"), (30, 10, "equal"), (30, 30, "equal"), (40, 20, "zipf"), (100, 20, "equal"),
           (100, 20, "zipf"), (530, 180, "equal"), (530, 180, "zipf"), (530, 20, "zipf"))  # fmt: skip
FEWER = 200  # simulations where much is to be seen
ABILITY = 0.5  # of a question's latent score, the share that is the variation's own
Scored = dict[str, list[float]]


def sizes(questions: int, documents: int, shape: str) -> np.ndarray:
    """How many questions each document has."""
    if shape == "equal":
        return np.asarray(np.bincount(np.arange(questions) % documents))
    weights = 1 / np.arange(1, documents + 1)
    found = np.maximum(1, np.floor(weights / weights.sum() * questions).astype(int))
    found[0] += questions - found.sum() if found.sum() < questions else 0
    while found.sum() > questions:
        found[found.argmax()] -= 1
    return np.asarray(found)


def titled(design: tuple[int, int, str]) -> str:
    """ "100 / 20 Zipf": questions, documents, and their sizes where these are not equal."""
    questions, documents, shape = design
    return f"{questions} / {documents}{' Zipf' if shape == 'zipf' else ''}"


class Course:
    """Questions of documents, and sweeps of variations on them."""

    def __init__(self, questions: int, documents: int, shape: str, share: float, kind: str) -> None:
        self.of = np.repeat(np.arange(documents), sizes(questions, documents, shape))
        self.share, self.kind, self.documents = share, kind, documents
        self.names = [f"q{number}" for number in range(questions)]
        self.terms = Terms({name: f"d{place}" for name, place in zip(self.names, self.of, strict=True)})

    def scores(self, variations: int, random: np.random.Generator, better: float = 0.0) -> np.ndarray:
        """(variations, questions); the second variation is better by so much of the latent scale."""
        latent = (
            0.3 + math.sqrt(1 - ABILITY) * self.drawn(1, random) + math.sqrt(ABILITY) * self.drawn(variations, random)
        )
        latent[1:2] += better
        return scored(self.kind, latent)

    def drawn(self, rows: int, random: np.random.Generator) -> np.ndarray:
        between = random.normal(size=(rows, self.documents))[:, self.of]
        found: np.ndarray = math.sqrt(self.share) * between + math.sqrt(1 - self.share) * random.normal(
            size=(rows, self.of.size)
        )
        return found

    def named(self, scores: np.ndarray) -> list[Scored]:
        return [{name: [float(value)] for name, value in zip(self.names, row, strict=True)} for row in scores]


def scored(kind: str, latent: np.ndarray) -> np.ndarray:
    from scipy.special import ndtr

    if kind == "binary":
        return (latent > 0).astype(float)
    found: np.ndarray = np.clip(0.5 + 0.6 * latent, 0, 1) if kind == "mixed" else ndtr(latent)
    return found


def truth(kind: str, better: float = 0.0) -> float:
    """The mean score of all questions that there could be."""
    random = np.random.default_rng(9)
    return float(scored(kind, 0.3 + better + random.normal(size=2_000_000)).mean())


def null(simulations: int, designs: Sequence[tuple[int, int, str]] = DESIGNS) -> None:
    limit = ALPHA + 2 * math.sqrt(ALPHA * (1 - ALPHA) / simulations)
    print(
        f"Null sweeps of five comparisons that claim a difference; at most {limit:.3f} is meant (5% and two errors).\n"
    )
    table(["scores", "share", *map(titled, designs)])
    for kind in KINDS:
        for share in SHARES:
            claims = [false_claims(Course(*design, share, kind), simulations) for design in designs]
            row([kind, f"{share:g}", *(f"{by_cluster:.3f} ({alone:.3f})" for by_cluster, alone in claims)])
    print("\nIn brackets: with every question on its own.\n")


def false_claims(course: Course, simulations: int) -> tuple[float, float]:
    """The share of sweeps of equal variations that claim any difference: by cluster, and with questions on their own
    (of at most 200 sweeps: what clusters do there is large)."""
    random, claims, alone = np.random.default_rng(1), 0, 0
    for number in range(simulations):
        scores = course.scores(6, random)
        differences = scores[1:] - scores[0]
        claims += min(holm([sign_flip_test(sums(one, course.of)) for one in differences])) < ALPHA
        if number < FEWER:
            alone += min(holm([sign_flip_test(one) for one in differences])) < ALPHA
    return claims / simulations, alone / min(FEWER, simulations)


def coverage(simulations: int) -> None:
    designs = [design for design in DESIGNS if design[0] >= 30 and design[1] >= 20]
    print("How often a 95% interval holds the truth: of a mean / of a difference.\n")
    table(["scores", "share", *map(titled, designs)])
    for kind in KINDS:
        true = truth(kind)
        for share in SHARES:
            found = [covered(Course(*design, share, kind), true, simulations) for design in designs]
            row([kind, f"{share:g}", *(f"{mean:.3f} / {difference:.3f}" for mean, difference in found)])
    print()


def covered(course: Course, true: float, simulations: int) -> tuple[float, float]:
    random, held = np.random.default_rng(3), np.zeros(2)
    for _ in range(simulations):
        scores = course.scores(2, random)
        mean = mean_interval(course.named(scores)[0], course.terms.clusters)
        low, high = SignFlips(sums(scores[1] - scores[0], course.of), np.bincount(course.of)).interval()
        held += (mean.low <= true <= mean.high), (low <= 0 <= high)
    return float(held[0] / simulations), float(held[1] / simulations)


def looks(simulations: int) -> None:
    print("Ten looks at growing questions, none of them different: how often any look claims a difference.\n")
    table(["scores", "share", "questions", "a single look's test, at each", "anytime-valid"])
    for kind in KINDS:
        for share in SHARES:
            for questions, documents in ((100, 40), (530, 180)):
                single, anytime = looked(Course(questions, documents, "equal", share, kind), simulations)
                row([kind, f"{share:g}", str(questions), f"{single:.3f}", f"{anytime:.3f}"])
    print()


def looked(course: Course, simulations: int, times: int = 10) -> tuple[float, float]:
    random, claims = np.random.default_rng(4), np.zeros(2)
    ends = np.linspace(course.documents / times, course.documents, times).astype(int)
    for _ in range(simulations):
        scores = course.scores(2, random)
        seen = np.zeros(2, dtype=bool)
        for end in ends:
            there = course.of < end
            differences, of = (scores[1] - scores[0])[there], course.of[there]
            seen |= np.array([sign_flip_test(sums(differences, of)) < ALPHA, anytime_p(differences, of) < ALPHA])
        claims += seen
    return float(claims[0] / simulations), float(claims[1] / simulations)


def power(simulations: int) -> None:
    print("A true difference of the size that a pilot states as detectable: how often it is found (the mean size).\n")
    designs = ((50, 50, "equal"), (100, 20, "equal"), (530, 180, "equal"))
    table(["scores", "share", *map(titled, designs)])
    for kind in KINDS:
        for share in SHARES:
            cells = [found_stated(Course(*design, share, kind), simulations) for design in designs]
            row([kind, f"{share:g}", *(f"{found:.3f} ({size:.3f})" for found, size in cells)])
    print()


def found_stated(course: Course, simulations: int) -> tuple[float, float]:
    """Whether a new sweep with that difference claims it, over pilots that state a size the scores allow."""
    random, found, stated = np.random.default_rng(5), [], []
    latent = _latent_of(course.kind)
    for _ in range(simulations):
        one, other = course.named(course.scores(2, random))
        pilot = compare(one, other, course.terms)
        better = latent(pilot.detectable)
        if better is not None:
            baseline, ours = course.named(course.scores(2, random, better))
            found.append(compare(ours, baseline, course.terms).verdict == "better")
            stated.append(pilot.detectable)
    return (float(np.mean(found)), float(np.mean(stated))) if found else (math.nan, math.nan)


def more(simulations: int) -> None:
    print("Pilots without a significant difference: how often their range holds the true number of questions for")
    print(f"{POWER:.0%} power, and how many of the ranges have an end.\n")
    table(["scores", "share", "questions", "holds the truth", "has an end", "middle of the ends"])
    for kind in KINDS:
        for share in SHARES:
            for questions, documents in ((100, 40), (530, 180)):
                row(
                    [
                        kind,
                        f"{share:g}",
                        str(questions),
                        *ranged(Course(questions, documents, "equal", share, kind), simulations),
                    ]
                )
    print()


def ranged(course: Course, simulations: int, better: float = 0.12) -> tuple[str, str, str]:
    from scipy.special import ndtri

    random = np.random.default_rng(6)
    true = truth(course.kind, better) - truth(course.kind)
    errors = [np.diff(course.scores(2, random, better), axis=0).mean() for _ in range(400)]
    needed = course.of.size * (float(ndtri(1 - ALPHA / 2) + ndtri(POWER)) * np.std(errors) / true) ** 2 - course.of.size
    held, ended, ends = 0, 0, []
    pilots = 0
    for _ in range(simulations):
        baseline, ours = course.named(course.scores(2, random, better))
        found = compare(ours, baseline, course.terms)
        if found.verdict == NOT_SIGNIFICANT and found.more_low is not None:
            pilots += 1
            held += found.more_low <= max(needed, 1) and (found.more_high is None or needed <= found.more_high)
            ended += found.more_high is not None
            ends += [found.more_high] if found.more_high is not None else []
    return (
        f"{held / pilots:.3f}",
        f"{ended / pilots:.3f}",
        f"{np.median(ends):,.0f} (true: {needed:,.0f})" if ends else "–",
    )


def _latent_of(kind: str) -> Callable[[float], float | None]:
    """What a difference of scores is on the latent scale; None where it is more than the scores allow."""
    tried = np.linspace(0, 3, 61)
    gained = np.array([truth(kind, float(one)) for one in tried]) - truth(kind)

    def latent(size: float) -> float | None:
        return float(np.interp(size, gained, tried)) if size < gained[-1] else None

    return latent


def table(headings: Sequence[str]) -> None:
    row(headings)
    row(["---"] * len(headings))


def row(cells: Sequence[str]) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


PARTS = {"null": null, "coverage": coverage, "looks": looks, "power": power, "range": more}


def run_parts(
    described: str, parts: Mapping[str, Callable[[int], None]], simulations: int, arguments: Sequence[str] | None
) -> None:
    """Runs the parts that the command line names, all of them if it names none."""
    words = argparse.ArgumentParser(description=described.splitlines()[0])
    words.add_argument("parts", nargs="*", help=f"{', '.join(parts)}; all of them if none is given")
    words.add_argument("--simulations", type=int, default=simulations, help="of each cell")
    options = words.parse_args(arguments)
    if unknown := [part for part in options.parts if part not in parts]:
        words.error(f"no part {', '.join(unknown)}; there are {', '.join(parts)}")
    for part in options.parts or parts:
        parts[part](options.simulations)


def main(arguments: Sequence[str] | None = None) -> None:
    run_parts(__doc__ or "", PARTS, 2000, arguments)


if __name__ == "__main__":
    main()
