"""How often the effects of a grid's settings, and what is said of its best point, are right where the truth is known.

    python -m benchmarks.effects [effects best] [--simulations 400]

Simulated grids of 3 x 2 x 2 points over the questions of `benchmarks.statistics`. Beside its difficulty each question
has, for every level of every axis and for every point, an ability of its own, a part of it its document's. In planted
grids the levels differ too: by latent scores of 0.1 for each step of the first axis, 0.25 for the second, and 0.3 more
where the second and the third are both changed. Columns: questions / documents.

- effects: the share of grids without any effect that claim one of their 9 contrasts; how often the 95% intervals hold
  the truth in planted grids, of an effect and of an interaction; how often the planted interaction is found;
- best: the share of equal points that are out of the set of those that may be the best; in planted grids, how often the
  best point is out of it, how often a point is named as the cheapest within the margin of the best, and
  how often one that is named is not within it; then the set of those that may be the best, in the sweeps of
  `benchmarks.best_set`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

import numpy as np

from benchmarks import best_set
from benchmarks.statistics import ABILITY, KINDS, Course, row, run_parts, scored, table, titled, truth
from ragatta.eval.statistics.best import ranking
from ragatta.eval.statistics.clusters import sums
from ragatta.eval.statistics.comparison import ALPHA, holm
from ragatta.eval.statistics.effects import Contrast, contrasts
from ragatta.eval.statistics.permutation import SignFlips, sign_flip_test

SHARES = (0.0, 0.6)
DESIGNS = ((30, 30, "equal"), (100, 20, "equal"), (100, 20, "zipf"), (530, 180, "equal"))
LEVELS = {"a": ("0", "1", "2"), "b": ("0", "1"), "c": ("0", "1")}
POINTS = {"".join(levels): dict(zip(LEVELS, levels, strict=True)) for levels in product(*LEVELS.values())}
MARGIN = 0.1
OF_A_LEVEL = 0.2  # of a point's ability, what each of its levels brings
PLANTED = {
    name: 0.1 * int(cell["a"]) + 0.25 * int(cell["b"]) + 0.3 * int(cell["b"]) * int(cell["c"])
    for name, cell in POINTS.items()
}
ASKED = contrasts(POINTS, LEVELS)


@cache
def means(kind: str) -> dict[str, float]:
    """The true mean of each point of a planted grid."""
    return {name: truth(kind, shift) for name, shift in PLANTED.items()}


def grid(course: Course, random: np.random.Generator, is_planted: bool) -> np.ndarray:
    """Scores of shape (points, questions)."""
    levels = {(axis, level): course.drawn(1, random)[0] for axis, known in LEVELS.items() for level in known}
    own, rest = course.drawn(len(POINTS), random), 1 - OF_A_LEVEL * len(LEVELS)
    ability = [
        math.sqrt(OF_A_LEVEL) * sum(levels[level] for level in cell.items()) + math.sqrt(rest) * own[at]
        for at, cell in enumerate(POINTS.values())
    ]
    shifts = np.array([PLANTED[name] if is_planted else 0.0 for name in POINTS])
    latent = 0.3 + math.sqrt(1 - ABILITY) * course.drawn(1, random) + math.sqrt(ABILITY) * np.array(ability)
    return scored(course.kind, latent + shifts[:, None])


def within(one: Contrast, values: dict[str, np.ndarray]) -> np.ndarray:
    """The contrast of the points' values: of each question, or of the true means."""
    found = np.mean([values[name] for name in one.plus], axis=0) - np.mean([values[name] for name in one.minus], axis=0)
    return np.asarray(found * (2 if one.at else 1))


def effects(simulations: int) -> None:
    print(
        "Without any effect: the share of grids that claim one. With effects: how often a 95% interval holds the truth,"
    )
    print("of an effect / of an interaction. How often the planted interaction is found.\n")
    _printed(("claims", "coverage", "found"), shown, DESIGNS, simulations)


def shown(course: Course, simulations: int) -> tuple[str, str, str]:
    random, claims, found = np.random.default_rng(11), 0, 0
    held: dict[bool, list[bool]] = {False: [], True: []}
    true = {name: np.array([mean]) for name, mean in means(course.kind).items()}
    sizes = np.bincount(course.of)
    for _ in range(simulations):
        null = dict(zip(POINTS, grid(course, random, False), strict=True))
        claims += min(tested(course, null)) < ALPHA
        planted = dict(zip(POINTS, grid(course, random, True), strict=True))
        found += tested(course, planted)[-1] < ALPHA  # of b and c
        for one in (ASKED[2], ASKED[-1]):  # the effect of b, the interaction of b and c
            low, high = SignFlips(sums(within(one, planted), course.of), sizes).interval()
            held[bool(one.at)].append(low <= within(one, true)[0] <= high)
    return (
        f"{claims / simulations:.3f}",
        f"{np.mean(held[False]):.3f} / {np.mean(held[True]):.3f}",
        f"{found / simulations:.3f}",
    )


def tested(course: Course, values: dict[str, np.ndarray]) -> list[float]:
    return holm([sign_flip_test(sums(within(one, values), course.of)) for one in ASKED])


def best(simulations: int) -> None:
    print("Equal points: the share of them that is out of the set. Planted: the share of grids whose best one is")
    print(f"/ a point is named as within {MARGIN:g} of the best / the one that is named is not.\n")
    _printed(("equal points", "planted"), ranked, DESIGNS[:3], simulations)
    best_set.printed(simulations)


def _printed(
    parts: Sequence[str],
    run: Callable[[Course, int], tuple[str, ...]],
    designs: Sequence[tuple[int, int, str]],
    simulations: int,
) -> None:
    courses = {
        (kind, share): [Course(*design, share, kind) for design in designs] for kind in KINDS for share in SHARES
    }
    cells = {key: [run(course, simulations) for course in own] for key, own in courses.items()}
    for part, words in enumerate(parts):
        table([words, "share", *map(titled, designs)])
        for (kind, share), found in cells.items():
            row([kind, f"{share:g}", *(own[part] for own in found)])
        print(flush=True)


def ranked(course: Course, simulations: int) -> tuple[str, str]:
    random, out, beaten, named, wrong = np.random.default_rng(12), 0.0, 0, 0, 0
    true = means(course.kind)
    for _ in range(simulations):
        null = ranking(dict(zip(POINTS, course.named(grid(course, random, False)), strict=True)), course.terms)
        out += len(null.beaten) / len(POINTS)
        found = ranking(dict(zip(POINTS, course.named(grid(course, random, True)), strict=True)), course.terms)
        beaten += "211" in found.beaten
        chosen = next((name for name in POINTS if found.is_within(name, MARGIN)), None)  # the cheapest are first
        named += chosen is not None
        wrong += chosen is not None and true["211"] - true[chosen] > MARGIN
    return (
        f"{out / simulations:.3f}",
        f"{beaten / simulations:.3f} / {named / simulations:.2f} / {wrong / simulations:.3f}",
    )


PARTS = {"effects": effects, "best": best}


def main(arguments: Sequence[str] | None = None) -> None:
    run_parts(__doc__ or "", PARTS, 400, arguments)


if __name__ == "__main__":
    main()
