"""Which setting of a grid mattered: the main effect of each axis, and how it depends on the other axes.

A point of the grid is a cell: a level of each axis. A main effect is the mean score of the cells at one level minus
that of the cells at the reference level, over all pairs of cells that differ in this axis alone, each pair with the
same weight. An interaction is the difference of two such differences, at one and at another level of a second axis,
over all fours of cells that differ in these two axes alone. Both are contrasts of the cells' means as in a factorial
design (Montgomery, Design and Analysis of Experiments, chapter 5), but within each question, so that the paired and
clustered test and interval of `comparison` apply. A grid need not be complete: what has no pair has no effect.

All contrasts, main effects and interactions together, are one family of Holm's correction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from ragatta.eval.statistics.comparison import BETTER, NEGLIGIBLE, WORSE, Comparison, Terms, compare_pairs
from ragatta.eval.statistics.question_means import Scores, question_means

Cell = Mapping[str, str]  # axis: level


@dataclass(frozen=True)
class Change:
    """Of one axis, from the reference level to another."""

    axis: str
    level: str
    reference: str


@dataclass(frozen=True)
class Contrast:
    """What `change` does to the score; with `at`, how much more it does where that is changed too.

    `plus` and `minus` are the points whose means are added and subtracted, as many of each.
    """

    change: Change
    at: Change | None
    plus: tuple[str, ...]
    minus: tuple[str, ...]

    @property
    def cells(self) -> int:
        """Over how many pairs of points, or fours, it is averaged."""
        return len(self.plus) // (2 if self.at else 1)


def contrasts(cells: Mapping[str, Cell], levels: Mapping[str, Sequence[str]]) -> list[Contrast]:
    """All that the points show, the main effects first. `cells` are the points by name; `levels` those of each axis,
    the reference first."""
    points = {frozenset(cell.items()): name for name, cell in cells.items()}
    changes = {axis: [Change(axis, level, known[0]) for level in known[1:]] for axis, known in levels.items()}
    single = [(change,) for own in changes.values() for change in own]
    double = [both for one, other in combinations(changes.values(), 2) for both in product(one, other)]
    found = []
    for made in (*single, *double):
        sums = [*_sums(cells, points, made)]
        plus = tuple(name for added, _ in sums for name in added)
        minus = tuple(name for _, subtracted in sums for name in subtracted)
        if sums:
            found.append(Contrast(made[0], made[1] if len(made) > 1 else None, plus, minus))
    return found


def _sums(
    cells: Mapping[str, Cell], points: Mapping[frozenset[tuple[str, str]], str], made: Sequence[Change]
) -> Iterator[tuple[list[str], list[str]]]:
    """The points added and those subtracted, for each cell at the reference levels from which the changes, made or not,
    all lead to a point. A point is added if an even number of the changes is not made."""
    for cell in cells.values():
        if any(cell[change.axis] != change.reference for change in made):
            continue
        signed: tuple[list[str], list[str]] = ([], [])
        for taken in product((False, True), repeat=len(made)):
            there = {
                **cell,
                **{change.axis: change.level for change, is_made in zip(made, taken, strict=True) if is_made},
            }
            name = points.get(frozenset(there.items()))
            if name is None:
                break
            signed[(len(made) - sum(taken)) % 2].append(name)
        else:
            yield signed


def effects(
    scores: Mapping[str, Scores], asked: Sequence[Contrast], terms: Terms | None = None
) -> dict[Contrast, Comparison]:
    """Each contrast over the questions that all of its points have a score of, corrected over all contrasts; without
    those that have no such question. An interaction's figures are of the difference of differences, from -2 to 2."""
    terms = terms or Terms()
    means = {name: question_means(own) for name, own in scores.items()}
    pairs = {}
    for one in asked:
        common = set.intersection(*(set(means[name]) for name in (*one.plus, *one.minus)))
        if common:
            # Of the questions in their order: what is drawn at random goes by it.
            questions = [question for question in means[one.plus[0]] if question in common]
            pairs[one] = (_mean(means, one.plus, questions), _mean(means, one.minus, questions))
    return {
        one: _doubled(found, terms) if one.at else found
        for one, found in compare_pairs(pairs, terms, named=False).items()
    }


def _mean(means: Mapping[str, Mapping[str, float]], points: Sequence[str], questions: Sequence[str]) -> Scores:
    return {question: [sum(means[name][question] for name in points) / len(points)] for question in questions}


def _doubled(found: Comparison, terms: Terms) -> Comparison:
    """Of an interaction the points added and subtracted are averaged over two cells each: twice that is the difference
    of the differences. The tests are the same."""
    twice = ("difference", "low", "high", "anytime_low", "anytime_high", "detectable")
    larger = replace(found, **{name: 2 * getattr(found, name) for name in twice})
    if found.verdict not in (BETTER, WORSE, NEGLIGIBLE):
        return larger
    is_small = abs(larger.difference) < terms.worth
    return replace(larger, verdict=NEGLIGIBLE if is_small else BETTER if larger.difference > 0 else WORSE)


def is_the_same(found: Comparison, worth: float) -> bool:
    """Whether an interaction is shown to be smaller than `worth`: its whole 95% interval is (a test of equivalence,
    Schuirmann 1987), and so is the share of clusters that may differ though none of these did (the rule of three,
    Hanley and Lippman-Hand 1983)."""
    return max(-found.low, found.high, 3 / found.clusters) <= worth
