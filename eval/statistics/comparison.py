"""The difference of two variations on the same questions, with its interval, tests and verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from ragatta.eval.statistics.anytime import anytime_interval, anytime_p
from ragatta.eval.statistics.clusters import Clusters, Mean, clustered_mean, numbered, sums
from ragatta.eval.statistics.intervals import unseen
from ragatta.eval.statistics.permutation import RESAMPLES, SignFlips, sign_flip_test, smallest_p
from ragatta.eval.statistics.power import detectable, effect_size, more_questions, spread
from ragatta.eval.statistics.question_means import Scores, paired, question_means

# Holm's correction for many comparisons, of which one would seem to differ by chance alone.
#
# Source: Holm 1979, "A Simple Sequentially Rejective Multiple Test Procedure". It holds the chance of any false claim
# in the whole sweep at the level, whatever depends on what, and claims no less than Bonferroni's.


def holm(p_values: Sequence[float]) -> list[float]:
    """The corrected p values, in the order given; one below the level is significant at that level."""
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = largest
    return corrected


Name = TypeVar("Name")
ALPHA = 0.05
FEWEST_CLUSTERS = 6  # of which all that differ in one direction have a p value below ALPHA
BETTER, WORSE, NOT_SIGNIFICANT = "better", "worse", "not significant"
NEGLIGIBLE = "negligible"
SAME = 1e-9  # a difference that only rounding makes


@dataclass(frozen=True)
class Terms:
    """How comparisons are judged: which questions belong together, the smallest difference worth a verdict, whether one
    looks again and again as questions are added, and how far behind the best one a variation may be to be as good."""

    clusters: Clusters = field(default_factory=dict)
    worth: float = 0.01
    looks: str = "single"
    alpha: float = ALPHA
    margin: float = 0.05


@dataclass(frozen=True)
class Comparison:
    """Ours minus the baseline over the common questions, in the unit of the scores.

    `low`, `high`: 95% interval of the difference, not corrected; -1 to 1 (NaN in other units) if there are too few
    clusters. `p`: paired sign-flip test. Both are clustered, over `clusters` clusters. `p_by_question`: the same test
    with each question as a cluster. `p_corrected`: by Holm over all comparisons of the sweep. `anytime_low`,
    `anytime_high`, `anytime_p`: valid over repeated looks. `effect_size`: Cohen's d_z, infinite if all differences are
    equal. `detectable`: the smallest difference that is found with 80% power at the corrected level, infinite with too
    few questions. `more_low`, `more_high`: how many more questions would show the observed difference; None if it is 0
    or already shown, `more_high` also if it has no upper bound. `unpaired`: questions scored on one side only, which
    are left out. `hangs_on`: undecided answers that the verdict depends on, 0 if it holds however they are settled;
    `hangs_on_lost`: answers that did not come, likewise. `drawn`: on how many of the `drawn_of` undecided answers that
    tell the two apart people gave a verdict as they were drawn (drawing.py); the others so named are what these say.
    """

    questions: int
    clusters: int
    difference: float
    low: float
    high: float
    p: float
    p_by_question: float
    p_corrected: float
    anytime_low: float
    anytime_high: float
    anytime_p: float
    effect_size: float
    detectable: float
    more_low: int | None
    more_high: int | None
    unpaired: int
    verdict: str
    hangs_on: int = 0
    hangs_on_lost: int = 0
    drawn: int = 0
    drawn_of: int = 0
    drawn_difference: float | None = None
    drawn_low: float | None = None
    drawn_high: float | None = None
    drawn_p: float | None = None
    drawn_verdict: str = ""

    @property
    def is_unsayable(self) -> bool:
        """Whether there are too few clusters for any difference to be significant, though by question one might be."""
        return self.clusters < self.questions and smallest_p(self.clusters) > ALPHA and self.p_by_question < ALPHA

    @property
    def words(self) -> str:
        """The verdict in words; if nothing is significant, with the number of questions that would settle it; and how
        many undecided answers it depends on; and what drawn ones say."""
        answers = [
            f"{number} {what.format('answer' if number == 1 else 'answers')}"
            for number, what in ((self.hangs_on, "undecided {}"), (self.hangs_on_lost, "{} that did not come"))
            if number
        ]
        depends = f"depends on {' and '.join(answers)}" if answers else ""
        by_drawn = f"{self.drawn_verdict}, {self.drawn_words}" if self.drawn else ""
        return "; ".join(filter(None, [self._verdict_in_words, depends, by_drawn]))

    @property
    def drawn_words(self) -> str:
        """What verdicts on drawn answers say, "" without any."""
        if not self.drawn:
            return ""
        interval = f"{self.drawn_difference:+.3f} ({self.drawn_low:+.3f} to {self.drawn_high:+.3f})"
        return f"{interval} by verdicts on {self.drawn} of {self.drawn_of} undecided answers"

    @property
    def _verdict_in_words(self) -> str:
        if self.verdict == NEGLIGIBLE:
            return f"{NEGLIGIBLE}: significant, but too small to matter"
        if self.verdict != NOT_SIGNIFICANT:
            return self.verdict
        return f"{NOT_SIGNIFICANT}{self._though_off_0}: {self.what_it_takes}"

    @property
    def is_off_0(self) -> bool:
        """Whether the interval is."""
        return self.low > 0 or self.high < 0

    @property
    def _though_off_0(self) -> str:
        """Why an interval that is off 0 is not significant; "" where it is not."""
        if not self.is_off_0:
            return ""
        return " once corrected" if self.p < ALPHA else f" by its p of {self.p:.2g}"

    @property
    def what_it_takes(self) -> str:
        """What would settle a comparison that is not significant: questions, and as many numbers of documents."""
        if self.is_unsayable:
            documents = "one document" if self.clusters == 1 else f"{self.clusters} documents"
            by_question = f"by question alone p = {self.p_by_question:.2g}"
            return f"{documents} cannot speak for others, at least {FEWEST_CLUSTERS} are needed; {by_question}"
        if self.more_low is None:
            return "too few questions" if abs(self.difference) > SAME else "the means are equal"
        is_soon = self.more_low * 10 < self.questions
        if is_soon and (self.more_high is None or self.more_high * 10 < self.questions):  # which p contradicts
            return "too uncertain to say how many more questions it would take"
        if self.more_high is None:
            return f"would take at least {self._more(self.more_low)}"
        if is_soon:
            return f"would take up to {self._more(self.more_high)}"
        return f"would take roughly {self._more(self.more_low, self.more_high)}"

    def _more(self, *questions: int) -> str:
        """So many more questions, and the documents that they must be about where documents count."""
        words = _counted(questions, "question")
        if self.clusters == self.questions:
            return words
        return (
            f"{words} about {_counted([math.ceil(q * self.clusters / self.questions) for q in questions], 'document')}"
        )


def compare(ours: Scores, baseline: Scores, terms: Terms | None = None) -> Comparison:
    """One comparison, which needs no correction. Raises ValueError if no question is in common."""
    return next(iter(compare_pairs({"": (ours, baseline)}, terms, named=False).values()))


def compare_all(variations: Mapping[str, Scores], baseline: str, terms: Terms | None = None) -> dict[str, Comparison]:
    """Each other variation against the baseline, corrected over all of them.

    Raises ValueError where the baseline is no variation, or one has no question in common with it.
    """
    if baseline not in variations:
        raise ValueError(f"baseline {baseline} is not one of {', '.join(variations)}")
    others = {name: scores for name, scores in variations.items() if name != baseline}
    return compare_pairs({name: (scores, variations[baseline]) for name, scores in others.items()}, terms)


def compare_pairs(
    pairs: Mapping[Name, tuple[Scores, Scores]], terms: Terms | None = None, named: bool = True
) -> dict[Name, Comparison]:
    """Each pair of ours and a baseline, by name, corrected over all of them. Raises ValueError, naming the pair unless
    not `named`, where one has no question in common."""
    terms, found = terms or Terms(), {}
    for name, (ours, baseline) in pairs.items():
        try:
            found[name] = _compared(ours, baseline, terms, terms.alpha / len(pairs))
        except ValueError as fault:
            raise ValueError(f"{name}: {fault}" if named else str(fault)) from fault
    decisive = [one.anytime_p if terms.looks == "repeated" else one.p for one in found.values()]
    corrected = holm(decisive)
    return {name: _judged(found[name], p, terms) for name, p in zip(found, corrected, strict=True)}


def _compared(ours: Scores, baseline: Scores, terms: Terms, level: float) -> Comparison:
    """All fields except the correction and the verdict; `level` is the strictest that Holm's correction may ask for."""
    questions, mine, theirs = paired(ours, baseline)
    differences, of = mine - theirs, numbered(questions, terms.clusters)
    whole = clustered_mean(differences, of)
    draws = max(RESAMPLES, math.ceil(20 / level))  # the smallest p is far below the level
    totals, sizes = sums(differences, of), np.bincount(of)
    flips = SignFlips(totals, sizes, draws)
    is_clustered = whole.clusters < differences.size
    low, high = _interval(differences, totals / sizes, flips, max(np.abs([*mine, *theirs])) <= 1)
    anytime_low, anytime_high = anytime_interval(differences, of)
    differing = int(np.count_nonzero(totals))
    fewest, most = more_questions(whole, differences.size, level, differing) if _varies(whole) else (None, None)
    return Comparison(
        questions=differences.size,
        clusters=whole.clusters,
        difference=whole.mean,
        low=low,
        high=high,
        p=flips.p,
        p_by_question=sign_flip_test(differences, resamples=draws) if is_clustered else flips.p,
        p_corrected=flips.p,
        anytime_low=anytime_low,
        anytime_high=anytime_high,
        anytime_p=anytime_p(differences, of),
        effect_size=effect_size(differences),
        detectable=detectable(differences, level, clusters=whole.clusters, widening=_widening(whole, differences)),
        more_low=fewest,
        more_high=most,
        unpaired=len(question_means(ours).keys() ^ question_means(baseline).keys()),
        verdict=NOT_SIGNIFICANT,
    )


def _interval(differences: np.ndarray, means: np.ndarray, flips: SignFlips, are_shares: bool) -> tuple[float, float]:
    """`means` are those of the clusters: where they are equal, as where gains and losses cancel out within each, no
    pattern of signs tells how far a cluster that is not seen may be off."""
    too_few = smallest_p(means.size) > ALPHA  # `flips.interval` then has no bounds
    varies = spread(means) or (too_few and spread(differences))
    low, high = flips.interval() if varies else interval_of_equal(flips.mean, means.size)
    if are_shares:
        return max(low, -1.0), min(high, 1.0)
    return (low, high) if math.isfinite(high - low) else (math.nan, math.nan)


def interval_of_equal(difference: float, clusters: int) -> tuple[float, float]:
    """The 95% interval of differences that are equal so far: of the clusters that are not seen none is taken to be
    further out in the other direction, or from 0."""
    missing = unseen(clusters)
    if abs(difference) <= SAME:
        return -missing, missing
    low, high = sorted((difference, difference * (1 - 2 * missing)))
    return low, high


def _judged(found: Comparison, p_corrected: float, terms: Terms) -> Comparison:
    if p_corrected >= terms.alpha:
        return replace(found, p_corrected=p_corrected)
    verdict = BETTER if found.difference > 0 else WORSE
    if abs(found.difference) < terms.worth:
        verdict = NEGLIGIBLE
    return replace(found, p_corrected=p_corrected, verdict=verdict, more_low=None, more_high=None)


def _varies(found: Mean) -> bool:
    return bool(found.error) and abs(found.mean) > 1e-12


def _widening(found: Mean, differences: np.ndarray) -> float:
    """The factor by which clusters widen the standard error."""
    alone = spread(differences) / math.sqrt(differences.size)
    return found.error / alone if alone else 1.0


def _counted(numbers: Sequence[int], noun: str) -> str:
    """ "20 to 220 more questions" """
    shown = dict.fromkeys(f"{_two_digits(number):,}" for number in numbers)
    return f"{' to '.join(shown)} more {noun}{'s'[: numbers[-1] != 1]}"


def _two_digits(number: int) -> int:
    """Rounds to two digits, the precision of an estimated number of questions."""
    return int(float(f"{number:.2g}"))
