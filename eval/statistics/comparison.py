"""Two variations on the same questions: their difference, how sure it is, and the words that follow from it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from eval.statistics.bootstrap import interval
from eval.statistics.holm import holm
from eval.statistics.permutation import RESAMPLES, sign_flip_test
from eval.statistics.power import detectable, effect_size, questions_needed
from eval.statistics.questions import Scores, paired

ALPHA = 0.05
BETTER, WORSE, NOT_SHOWN = "better", "worse", "no difference shown"


@dataclass(frozen=True)
class Comparison:
    """Ours minus the baseline, over the questions in common; sizes in the unit of the scores.

    `low` and `high`: 95% bootstrap interval of the difference, by itself. `p`: paired permutation test; `p_corrected`:
    by Holm over all comparisons of the sweep. `effect_size`: Cohen's d_z, infinite where all differences are the same.
    `detectable`: the smallest difference found with 80% power at the corrected level, infinite where the questions are
    too few for any. `questions_needed`: how many more would show the observed difference; None where it is 0 or shown.
    """

    questions: int
    difference: float
    low: float
    high: float
    p: float
    p_corrected: float
    effect_size: float
    detectable: float
    questions_needed: int | None
    verdict: str

    @property
    def words(self) -> str:
        """The verdict, with what it would take where no difference is shown."""
        if self.verdict != NOT_SHOWN:
            return self.verdict
        if self.questions_needed is None:
            return f"{NOT_SHOWN}: the means are equal"
        more = _two_digits(self.questions_needed)
        return f"{NOT_SHOWN}: about {more:,} more question{'s' if more > 1 else ''} needed"


def compare(ours: Scores, baseline: Scores, alpha: float = ALPHA) -> Comparison:
    """One comparison, to which no correction applies. Raises ValueError where no question is in common."""
    return _judged(found := _compared(ours, baseline, alpha), found.p, alpha)


def compare_all(variations: Mapping[str, Scores], baseline: str, alpha: float = ALPHA) -> dict[str, Comparison]:
    """Each other variation against the baseline, corrected over all of them.

    Raises ValueError where the baseline is no variation, or one has no question in common with it.
    """
    if baseline not in variations:
        raise ValueError(f"baseline {baseline} is none of {', '.join(variations)}")
    others = {name: scores for name, scores in variations.items() if name != baseline}
    return compare_pairs({name: (scores, variations[baseline]) for name, scores in others.items()}, alpha)


def compare_pairs(pairs: Mapping[str, tuple[Scores, Scores]], alpha: float = ALPHA) -> dict[str, Comparison]:
    """Each pair of ours and a baseline, by name, corrected over all of them. Raises ValueError naming the pair that has
    no question in common."""
    found = {}
    for name, (ours, baseline) in pairs.items():
        try:
            found[name] = _compared(ours, baseline, alpha / len(pairs))
        except ValueError as fault:
            raise ValueError(f"{name}: {fault}") from fault
    corrected = holm([comparison.p for comparison in found.values()])
    return {name: _judged(found[name], p, alpha) for name, p in zip(found, corrected, strict=True)}


def _compared(ours: Scores, baseline: Scores, level: float) -> Comparison:
    """Everything but the correction and the verdict; `level` is the strictest that Holm's correction may ask for."""
    _, mine, theirs = paired(ours, baseline)
    differences = mine - theirs
    whole = interval(differences)
    p = sign_flip_test(differences, max(RESAMPLES, math.ceil(20 / level)))  # the smallest p is far below the level
    needed = questions_needed(differences, level) if effect_size(differences) else None
    return Comparison(
        questions=differences.size,
        difference=whole.mean,
        low=whole.low,
        high=whole.high,
        p=p,
        p_corrected=p,
        effect_size=effect_size(differences),
        detectable=detectable(differences, level),
        questions_needed=needed,
        verdict=NOT_SHOWN,
    )


def _judged(found: Comparison, p_corrected: float, alpha: float) -> Comparison:
    if p_corrected >= alpha:
        return replace(found, p_corrected=p_corrected)
    verdict = BETTER if found.difference > 0 else WORSE
    return replace(found, p_corrected=p_corrected, verdict=verdict, questions_needed=None)


def _two_digits(number: int) -> int:
    """Rounded to two digits: an estimate of how many questions it takes has no more."""
    return int(float(f"{number:.2g}"))
