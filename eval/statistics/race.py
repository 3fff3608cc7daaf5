"""Finds the variations that need not be asked further: those that are almost certainly not the best.

The questions are asked in an order drawn at random, so that those asked so far are a sample of all, drawn without
replacement. The hypothesis that one variation is no better than another over all questions is tested by betting
(Waudby-Smith and Ramdas 2024, Estimating means of bounded random variables by betting; 2020, Confidence sequences for
sampling without replacement): a gambler whose capital cannot be expected to grow while the hypothesis holds bets on
each next difference. By Ville's inequality the capital ever reaches 1/level with a chance of at most `level`, however
often one looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

BOLD = 0.75  # the largest bet, as a share of the one that can lose all


def beaten(
    scores: Mapping[str, Sequence[float]], questions: int, variations: int, level: float = 0.05
) -> dict[str, str]:
    """The variations that are almost certainly not the best, each with one that is ahead of it.

    `scores` are those in [0, 1] of each variation, in the order in which the questions were asked; where lengths differ
    the common beginning is compared. `questions` and `variations` are how many there are in all, in the race or out of
    it by now. The chance that the best variation over all questions is ever among them is at most `level`; that one of
    several equal ones is among them, or one that is better than the one named, may be larger.
    """
    others = max(1, variations - 1)
    found = {}
    for name, own in scores.items():
        for other, theirs in scores.items():
            asked = min(len(own), len(theirs))
            if other == name or not asked:
                continue
            ahead = np.subtract(theirs[:asked], own[:asked])
            if capital(ahead, questions, level / others).max() >= others / level:
                found[name] = other
                break
    return found


def capital(differences: np.ndarray, questions: int, level: float) -> np.ndarray:
    """After each of the differences, in [-1, 1], what betting on a mean above 0 has made of 1; `questions` are the
    number of which they are a sample, in the order in which they were drawn."""
    drawn = (np.asarray(differences, float) + 1) / 2
    count = np.arange(len(drawn))
    before = np.concatenate([[0.0], np.cumsum(drawn)[:-1]])
    # What the rest has on average if the whole has a half.
    rest = np.clip((questions / 2 - before) / np.maximum(questions - count, 1), 0.0, 1.0)
    means = (0.5 + before) / (count + 1)
    squares = np.concatenate([[0.0], np.cumsum((drawn - means) ** 2)[:-1]])
    spread = (0.25 + squares) / (count + 1)
    bets = np.sqrt(2 * np.log(1 / level) / (spread * (count + 1) * np.log(count + 2)))
    safe = np.divide(BOLD, rest, out=np.full_like(rest, BOLD * 1e6), where=rest > 0)
    return np.cumprod(1 + np.minimum(bets, safe) * (drawn - rest))
