"""The smallest difference that a number of questions can show, and how many more are needed for one.

Power of the paired t test by the noncentral t distribution (Cohen 1988, Statistical Power Analysis, chapter 2; the
permutation test has the same power but for small terms, Lehmann and Romano, Testing Statistical Hypotheses, 15.2).
Two refinements make the stated size one that is really found in 80% of experiments, see docs/statistics.md:

- the spread of the differences is an estimate: its upper 90% confidence bound is taken (Browne 1995, "On the use of a
  pilot sample for sample size determination"; where few questions differ the bound lies further out than a normal
  distribution's, by the kurtosis);
- a difference comes about by questions that change, in steps like those seen here: where scores were equal that widens
  the spread (for right or wrong scores this is McNemar's case, Connor 1987, "Sample size for testing differences in
  proportions for the paired-sample design").
"""

from __future__ import annotations

import math

import numpy as np

from ragatta.eval.statistics.clusters import Mean
from ragatta.eval.statistics.permutation import smallest_p

POWER = 0.8
ASSURANCE = 0.9  # that the spread is no larger than was reckoned with
FAR = 10  # times the least: an end that lies further tells nothing
# How sure the ends of the range of questions needed are. The least must hold where a difference was missed by bad luck:
# such pilots show less than there is, and nobody asks those that found it for more questions.
LEAST_KNOWN, MOST_KNOWN = 0.975, 0.8
RANGE = 1.0  # of scores, from 0 to 1
WHOLE = 1.0  # a question's change from wrong to right
SAME = 1e-12  # a mean or spread below is rounding


def spread(differences: np.ndarray) -> float:
    """The standard deviation of `differences`, of shape (questions,); 0 where they are equal, or one."""
    found = float(np.std(differences, ddof=1)) if differences.size > 1 else 0.0
    return found if found > SAME else 0.0


def effect_size(differences: np.ndarray) -> float:
    """Cohen's d_z: the mean difference in standard deviations of the differences. It is 0 where the
    mean is, else infinite where they do not vary."""
    mean, deviation = float(differences.mean()), spread(differences)
    if abs(mean) <= SAME:
        return 0.0
    return mean / deviation if deviation else math.copysign(math.inf, mean)


def detectable(
    differences: np.ndarray, level: float, reach: float = RANGE, clusters: int = 0, widening: float = 1.0
) -> float:
    """The smallest true difference that this many questions show at `level` with 80% power, in the unit of the scores;
    infinite where they are too few to show any. None is stated beyond `reach`, the largest that the scores allow.

    `clusters` is how many clusters the questions come in (each its own if 0), `widening` by how much they widen the
    standard error.
    """
    if smallest_p(clusters or differences.size) > level:
        return math.inf
    size = _size(np.where(np.abs(differences) < SAME, 0.0, differences), level) * max(1.0, widening)
    return size if size <= reach else math.inf


def _size(differences: np.ndarray, level: float) -> float:
    """The smallest difference, ignoring the bounds of the scores."""
    questions = differences.size
    errors = noncentrality(questions, level) / math.sqrt(questions)  # the size, for a spread of 1
    deviation, widening = spread(differences) * _spread_bound(differences), _widening(differences)
    if not deviation:
        return errors**2 * _typical_change(differences)
    seen = abs(float(differences.mean()))  # this much of a difference has widened the spread already
    if errors * deviation <= seen:
        return errors * deviation
    # size = errors * sqrt(deviation^2 + widening * (size - seen)), solved for the size
    half = errors**2 * widening / 2
    return half + math.sqrt(half**2 + errors**2 * (deviation**2 - widening * seen))


def more_questions(found: Mean, questions: int, level: float, differing: int = 0) -> tuple[int, int | None]:
    """How many more questions of this kind, about more documents, would show the difference at `level` with 80% power:
    the least and the most, from its one-sided bounds. The most is None if the lower bound is 0. The difference must not
    be 0. In `differing` of the clusters something differs (0: in all); the others are no evidence for the test."""
    from scipy.special import ndtri

    clusters = math.ceil(1 - math.log2(level))  # of which all that differ alike have a p value below the level
    too_few = math.ceil(questions * clusters / (differing or found.clusters)) - questions
    needed = float(ndtri(1 - level / 2) + ndtri(POWER)) * found.error
    largest = abs(found.mean) + float(ndtri(LEAST_KNOWN)) * found.error
    most = abs(found.mean) - float(ndtri(MOST_KNOWN)) * found.error
    fewest = max(1, too_few, math.ceil(questions * (needed / largest) ** 2) - questions)
    farthest = math.ceil(questions * (needed / most) ** 2) - questions if most > 0 else math.inf
    if too_few > max(0.0, farthest):  # the documents set the least, and that is no size with this power
        return fewest, None
    return fewest, int(max(fewest, farthest)) if farthest <= FAR * (fewest + questions) else None


def noncentrality(questions: int, level: float, power: float = POWER) -> float:
    """The mean difference in standard errors that a two-sided paired t test at `level` finds with this power (the
    chance of a claim in the wrong direction is left out: below 0.00001 from a power of 0.5 on)."""
    from scipy.special import nctdtrinc, stdtrit

    critical = stdtrit(questions - 1, 1 - level / 2)
    return float(nctdtrinc(questions - 1, 1 - power, critical))


def _spread_bound(differences: np.ndarray) -> float:
    """How many times as large as it seems the spread may be, with ASSURANCE: by the chi-square distribution of the
    variance, or by its own standard error where that is larger."""
    from scipy.special import chdtri, ndtri

    questions, square = differences.size, spread(differences) ** 2
    normal = (questions - 1) / float(chdtri(questions - 1, ASSURANCE))
    if not square:
        return math.sqrt(normal)
    kurtosis = float(np.mean((differences - differences.mean()) ** 4)) / square**2
    return math.sqrt(max(normal, 1 + float(ndtri(ASSURANCE)) * math.sqrt(max(0.0, kurtosis - 1) / questions)))


def _widening(differences: np.ndarray) -> float:
    """The variance that a unit of further difference adds: the share of it that falls on equal scores, in steps of the
    typical size."""
    equal = 1 - np.count_nonzero(differences) / differences.size
    return float(equal) * _typical_change(differences)


def _typical_change(differences: np.ndarray) -> float:
    """The typical change of a question that changes, weighted by the change; 1 if none changed."""
    sizes = np.abs(differences)
    return float((sizes**2).sum() / sizes.sum()) if sizes.any() else WHOLE
