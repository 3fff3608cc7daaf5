"""What undecided answers say that were drawn with known chances and judged by a person, of all of them.

Answers are drawn in the order of their priorities (priority sampling: Duffield, Lund and Thorup 2007, J. ACM 54(6)). So
each beginning of the order is a sample, in which an answer of weight w is with the chance min(1, w / t), t being the
priority of the first answer behind it. A drawn answer counts as its guess and 1 / chance times what the person says
beside it, all others as their guesses: the mean is unbiased, however wrong the guesses are (prediction-powered
inference: Angelopoulos et al. 2023, Science 382; with such chances: Zrnic and Candès 2024, arXiv:2403.03208).

One looks again after some more verdicts, and stops when it holds. The p value is right at every look, as it asks for
more at early ones: by the path of a Brownian motion up to all verdicts (O'Brien and Fleming 1979; Lan and DeMets 1983).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from statistics import NormalDist

import numpy as np

from ragatta.eval.statistics.clusters import clustered_mean

LEVEL = 0.05
FEWEST = 20  # verdicts from which their mean says anything, and from look to look
MOSTLY = 0.9  # of a sample, which is judged
HARDLY = 0.05  # the chance below which one does not go on
LEAST_INFORMATION = 0.01


@dataclass(frozen=True)
class Estimate:
    """A difference between two variations by `judged` of the `of` undecided answers that tell them apart.

    `low`, `high`: 95% interval, and `p`: of a difference of 0; both hold at every look. `information`: the share of
    what all verdicts would tell. `can_change`: whether the verdicts that are left may still show a difference, else it
    takes more questions.
    """

    difference: float
    low: float
    high: float
    p: float
    judged: int
    of: int
    information: float
    can_change: bool


def priority(weight: float, name: str) -> float:
    """The place of an answer in the order of drawing, the highest first. The random number in it belongs to the name
    for ever (Ohlsson 1995, "Coordination of samples using permanent random numbers"), so the same answers are drawn in
    the same order wherever they are met again."""
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    return weight * 2**64 / (number + 1)


def beginning(is_judged: Sequence[bool]) -> int:
    """The length of the longest beginning of the order of which at least nine tenths are judged."""
    known = accumulate(is_judged)
    return max((n for n, judged in enumerate(known, 1) if judged >= MOSTLY * n and is_judged[n - 1]), default=0)


def estimated(
    differences: np.ndarray,
    of: np.ndarray,
    drawing: float,
    unknown: float,
    judged: int,
    answers: int,
    unseen: float = 0.0,
) -> Estimate:
    """`differences` of shape (questions,), with the drawn answers as above; `of` their clusters' numbers. `drawing`:
    the variance of their mean that comes from the drawing, as the verdicts show it. `unknown`: by how much the mean may
    be off, at most, through answers that nobody can judge. `answers`: how many there are to be judged. `unseen`: the
    variance that one more verdict would add if it were the opposite of its guess; without it, guesses that no verdict
    contradicts yet would count as certain."""
    from scipy.special import stdtr, stdtrit

    found = clustered_mean(differences, of)
    drawing, found = drawing + unseen, replace(found, error=math.sqrt(found.error**2 + unseen))
    if not found.error:
        return Estimate(found.mean, math.nan, math.nan, 1.0, judged, answers, LEAST_INFORMATION, judged < answers)
    information = max(LEAST_INFORMATION, 1 - drawing / found.error**2)
    reach = stdtrit(found.freedom, 1 - LEVEL / 4) * found.error / math.sqrt(information) + unknown
    errors = max(0.0, abs(found.mean) - unknown) / found.error * math.sqrt(information)
    p = min(1.0, 4 * float(stdtr(found.freedom, -errors)))
    shown_by_all = stdtrit(found.freedom, 1 - LEVEL / 2) * math.sqrt(max(found.error**2 - drawing, 0.0))
    likely = abs(found.mean) + NormalDist().inv_cdf(1 - HARDLY) * math.sqrt(drawing)
    low, high = float(found.mean - reach), float(found.mean + reach)
    return Estimate(found.mean, low, high, p, judged, answers, information, bool(likely > shown_by_all))


def level(information: float, alpha: float) -> float:
    """The level of a one-sided test at a look with this share of the information, of all looks at `alpha`."""
    normal = NormalDist()
    return 1 - normal.cdf(normal.inv_cdf(1 - alpha / 2) / math.sqrt(information))
