"""Which variation of a sweep to take: the facts, and the sentences in which every output states them.

The set of variations that may be the best is that of eval/statistics/best.py, over the questions that all of them have
a score of. Of those that are shown to be within comparison.margin of the best, the cheapest is taken; where none is,
the one with the highest mean.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ragatta.eval.clusters import DOCUMENT
from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.statistics import Comparison, Interval, Scores, mean_interval
from ragatta.eval.statistics.best import FEW_CLUSTERS, Ranking, called_worse, ranking
from ragatta.eval.statistics.comparison import FEWEST_CLUSTERS, SAME
from ragatta.experiments.counting import counted
from ragatta.experiments.showing.cautions import cautions
from ragatta.experiments.showing.cells import listed, number, readable
from ragatta.experiments.showing.costs import ALIKE, cost, cost_words
from ragatta.experiments.showing.drawn import drawn_of, narrow_draw
from ragatta.experiments.showing.hanging import Open, hanging
from ragatta.experiments.showing.names import fitted
from ragatta.experiments.showing.results import RunResult, SweepResult

NAMED = 3  # of several variations or documents; the others are counted
LONGEST = 48  # characters of the label of a variation
SHORT = 60  # characters of the names of documents
MANY = 100  # times as many documents: beyond, the number says nothing
WITHIN_MARGIN, HIGHEST_MEAN = "cheapest within the margin", "highest mean"
TAKE, MAY_BE_BEST, WORSE, NO_VERDICT, SAME_RUN = "take", "may be best", "worse", "no verdict", "same"
ONLY = "the only one"
BOUND = "a bound"  # of what was handed parts of the gold
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Place:
    """A variation in the ranking: its mean with the 95% interval, NaN where it has none, and TAKE, MAY_BE_BEST, WORSE,
    ONLY, NO_VERDICT, SAME_RUN or BOUND."""

    label: str
    mean: float
    low: float
    high: float
    standing: str


@dataclass(frozen=True)
class Decision:
    """By `metric`, over `questions`, of which `placed` have a document (or what else clusters them); each other one is
    one of the `clusters` by itself. `may_be_best`: the set, the highest mean first. `take`: the one to take,
    WITHIN_MARGIN or HIGHEST_MEAN by `by`, "" where none is; `behind`: by how much the best one may be ahead of it,
    infinite where that is not known. `alike`: those of the set that have the same score on every question as another of
    it. `hangs_on`: the open answers (undecided, or not come) on which it hangs. `sentences`, `next_step` and `cautions`
    say it in words; a caution is what could turn it, the worst first."""

    metric: str
    why_metric: str
    questions: int
    placed: int
    clusters: int
    ranked: tuple[Place, ...]
    may_be_best: tuple[str, ...]
    worse: Mapping[str, str]
    alike: tuple[tuple[str, ...], ...]
    take: str
    by: str
    behind: float
    margin: float
    hangs_on: Open
    sentences: tuple[str, ...]
    next_step: str
    cautions: tuple[str, ...]

    @property
    def documents(self) -> int:
        """The clusters that have a name."""
        return self.clusters - (self.questions - self.placed)

    @property
    def basis(self) -> str:
        """Which metric decides, over how many questions, and why that one."""
        if not self.questions:
            return ""
        over = f"By {readable(self.metric)} over {counted(self.questions, 'question')}"
        return f"{over}: {self.why_metric}." if self.why_metric else f"{over}."

    @property
    def lines(self) -> list[str]:
        """The basis with all sentences, and each caution."""
        return [" ".join(filter(None, [self.basis, self.text])), *self.cautions]

    @property
    def text(self) -> str:
        """All sentences as one paragraph."""
        return " ".join(filter(None, [*self.sentences, self.next_step]))


def decision_of(sweep: SweepResult, compared: Mapping[str, Comparison]) -> Decision:
    """`compared`: each variation with the baseline, by the sweep's metric."""
    metric = str(sweep.info["metric"])
    runs = [run for run in sweep.runs if _is_ranked(sweep, run)]
    scores = _in_common({run.label: run.scores(metric) for run in runs})
    if not any(scores.values()):
        return _undecided(sweep, metric, runs)
    found = ranking(scores, sweep.terms, _known_to_be_worse(sweep, compared, scores) if len(scores) > 1 else {})
    within = [name for name in found.means if len(scores) > 1 and found.is_within(name, sweep.terms.margin)]
    take, price = _cheapest(sweep, runs, within or _highest(found))
    by = WITHIN_MARGIN if within else HIGHEST_MEAN
    asked = next(iter(scores.values()))
    hangs_on = hanging(runs, asked, sweep.terms, metric, take, bool(within), found.beaten)
    is_taken = not any(hangs_on) and (within or found.beaten or sweep.info.get("stopped"))
    decision = Decision(
        metric,
        _why(sweep, metric),
        len(asked),
        sum(question in sweep.terms.clusters for question in asked),
        found.clusters,
        _ranked(sweep, found, scores, take if is_taken else ""),
        found.may_be_best,
        found.beaten,
        _alike(scores, found.may_be_best),
        take,
        by,
        found.behind(take),
        sweep.terms.margin,
        hangs_on,
        (),
        "",
        tuple(cautions(sweep, scores)),
    )
    if len(scores) == 1:
        return replace(decision, sentences=tuple(_only_one(sweep, decision)))
    return replace(
        decision,
        sentences=tuple(_sentences(sweep, decision, price)),
        next_step=_next(sweep, decision, found),
    )


def _is_ranked(sweep: SweepResult, run: RunResult) -> bool:
    """Whether its answers are results of its own, and over all questions."""
    is_result = not run.same_as and not run.config.get("oracle") and run.label not in sweep.info.get("stopped", {})
    return is_result and bool(run.scores(str(sweep.info["metric"])))


def _in_common(scores: Mapping[str, Scores]) -> dict[str, Scores]:
    """Over the questions that all have a score of."""
    common = set.intersection(*map(set, scores.values())) if scores else set()
    return {label: {question: own[question] for question in own if question in common} for label, own in scores.items()}


def _known_to_be_worse(
    sweep: SweepResult, compared: Mapping[str, Comparison], scores: Mapping[str, Scores]
) -> dict[str, str]:
    """By the comparisons with the baseline, or by a race."""
    origins = {run.label: run.same_as or run.label for run in sweep.runs}
    baseline = str(sweep.info["baseline"])
    asked = len(next(iter(scores.values())))  # a comparison over other questions may say the contrary
    same = {label: one for label, one in compared.items() if one.questions == asked}
    called = called_worse(same, origins.get(baseline, baseline))
    stopped = {label: str(one["worse_than"]) for label, one in sweep.info.get("stopped", {}).items()}
    called_or_stopped = {name: by for name, by in called.items() if name in scores} | stopped
    return {name: by for name, by in called_or_stopped.items() if by in scores}


def _highest(found: Ranking) -> list[str]:
    """Those of the set that have the highest mean."""
    highest = found.means[found.may_be_best[0]]
    return [name for name in found.may_be_best if highest - found.means[name] < SAME]


def _cheapest(sweep: SweepResult, runs: Sequence[RunResult], names: Sequence[str]) -> tuple[str, str]:
    """The cheapest, of those that cost about the same the first; and in words that it is so, and its cost, "" where
    there is no choice."""
    if len(names) == 1:
        return names[0], ""
    costs, unit = cost(sweep, [run for run in runs if run.label in names])
    if not costs:
        return names[0], "the highest (costs are not known of all)"
    cheap = [name for name in names if costs[name] <= ALIKE * min(costs.values())]
    among = "the cheapest" if len(cheap) == 1 else "among the cheapest"
    return cheap[0], f"{among} ({cost_words(costs[cheap[0]], unit)})"


def _alike(scores: Mapping[str, Scores], names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    groups: dict[tuple[tuple[str, tuple[float, ...]], ...], list[str]] = {}
    for name in names:
        groups.setdefault(tuple(sorted((q, tuple(own)) for q, own in scores[name].items())), []).append(name)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def _ranked(sweep: SweepResult, found: Ranking, scores: Mapping[str, Scores], take: str) -> tuple[Place, ...]:
    """The highest mean first; after them those without a mean. `take` is "" where nothing tells them apart."""
    places = []
    for name in found.means:
        mean = mean_interval(scores[name], sweep.terms.clusters)
        others = WORSE if name in found.beaten else MAY_BE_BEST if len(scores) > 1 else ONLY
        standing = TAKE if name == take else others
        places.append(Place(name, mean.mean, mean.low, mean.high, standing))
    return (*places, *_unranked(sweep, {*found.means}))


def _unranked(sweep: SweepResult, ranked: Collection[str]) -> Iterator[Place]:
    for run in sweep.runs:
        if run.label not in ranked:
            stopped = sweep.info.get("stopped", {}).get(run.label, {}).get("worse_than") in ranked
            standing = SAME_RUN if run.same_as else WORSE if stopped else NO_VERDICT
            known = run.scores(str(sweep.info["metric"])) if run.config.get("oracle") else {}
            mean = mean_interval(known, sweep.terms.clusters) if known else Interval(math.nan, math.nan, math.nan)
            yield Place(run.label, mean.mean, mean.low, mean.high, BOUND if known else standing)


def _why(sweep: SweepResult, metric: str) -> str:
    """Why this metric decides."""
    if any(run.config.get("comparison", {}).get("metric") for run in sweep.runs):
        return "as comparison.metric says"
    if metric == RETRIEVAL and all(run.by_rule for run in sweep.runs):
        return "no model answered, and the score of rules is a floor"
    return ""


def _undecided(sweep: SweepResult, metric: str, runs: Sequence[RunResult]) -> Decision:
    """Where no question is scored in all variations."""
    if runs:
        said = f"No decision: no question has {readable(metric)} in all variations."
    elif sweep.runs and all(run.config.get("oracle") for run in sweep.runs):
        said = "No decision: what was handed parts of the gold records (oracle=) is a bound and no result."
    elif any(not run.is_answered for run in sweep.runs):
        said = "No decision: too many of the answers did not come."
    else:
        said = f"No decision: {readable(metric)} was not measured."
    ranked = tuple(_unranked(sweep, ()))
    worry = tuple(cautions(sweep, {}))
    why, margin = _why(sweep, metric), sweep.terms.margin
    return Decision(metric, why, 0, 0, 0, ranked, (), {}, (), "", "", math.inf, margin, Open(), (said,), "", worry)


def _only_one(sweep: SweepResult, own: Decision) -> Iterator[str]:
    (place,) = (place for place in own.ranked if place.label == own.take)
    value = f"{readable(own.metric)} {number(place.mean)}"
    if math.isfinite(place.low):
        value += f", 95% interval {number(place.low)} to {number(place.high)}"
    asked = len([run for run in sweep.runs if not run.same_as])
    if stopped := sweep.info.get("stopped", {}):
        worse = [label for label, one in stopped.items() if one["worse_than"] == own.take]
        yield f"Take {place.label} ({value})." if worse else f"Only {place.label} was asked every question ({value})."
        yield from [_others_are_worse(worse)] if worse else []
    elif asked == 1 and len(sweep.runs) > 1:
        these = "Both" if len(sweep.runs) == 2 else f"All {_words(len(sweep.runs))}"
        yield f"{these} variations are the same run ({value})."
    elif asked == 1:
        yield f"There is nothing to compare: {place.label} is the only variation ({value})."
    else:
        yield f"There is nothing to compare: {place.label} is the only variation with results ({value})."


def _sentences(sweep: SweepResult, own: Decision, price: str) -> Iterator[str]:
    value = f"{readable(own.metric)} {number(next(one.mean for one in own.ranked if one.label == own.take))}"
    others = [name for name in own.may_be_best if name != own.take]
    if any(own.hangs_on):
        yield f"Not decided: {own.hangs_on.words} could turn it."
    if own.by == HIGHEST_MEAN and not own.worse:
        yield from _not_separated(sweep, own, value, price)
    else:
        take = "As it is counted now, take" if any(own.hangs_on) else "Take"
        yield f"{take} {own.take} ({value}){_what_for(own, price)}."
        better = own.worse.get(own.take, "")
        yield from [f"{better} is better, by less than {own.margin:g}."] if better else []
        same = next((group for group in own.alike if own.take in group), ())
        rest = [name for name in others if name not in (*same, better)]  # of the same it is said below
        yield from [f"{_several(rest)} may be as good{_or_better_by(own.behind)}."] if rest else []
        worse = [name for name in own.worse if name != own.take]
        yield from [_others_are_worse(worse)] if worse else []
        yield from _alike_words(own)
    if away := [run.label for run in sweep.runs if not run.is_answered]:
        yield f"{_several(away)}: no verdict, as too many answers did not come."
    if sweep.terms.looks == "repeated" and own.worse:
        yield "That holds however often you look (comparison.looks=repeated)."


def _not_separated(sweep: SweepResult, own: Decision, value: str, price: str) -> Iterator[str]:
    if _all_alike(own):
        these = "both" if len(own.may_be_best) == 2 else f"all {_words(len(own.may_be_best))}"
        yield f"No difference: {these} have the same {readable(own.metric)} on each of {own.questions:,} questions."
        yield from [f"{own.take} is {price}."] if price else []
        yield "Does what they differ in reach the answers?"
        return
    yield _cannot_tell(sweep, own)
    yield from filter(None, [narrow_draw(sweep)])
    others = [name for name in own.may_be_best if name != own.take]
    other = others[0] if len(others) == 1 else "another"
    means = {place.label: place.mean for place in own.ranked}
    highest = [name for name in own.may_be_best if means[own.take] - means[name] < SAME]
    if len(highest) == 1:
        yield f"{own.take} is the highest ({value}); {other} may be as good{_or_better_by(own.behind)}."
    else:
        yield f"{_several(highest)} are the highest ({value}); any may be better{_by(own.behind)}."
    yield from _alike_words(own)


def _all_alike(own: Decision) -> bool:
    return len(own.alike) == 1 and len(own.alike[0]) == len(own.may_be_best)


def _what_for(own: Decision, price: str) -> str:
    """Why this one is taken, where more than one could be."""
    if own.by == HIGHEST_MEAN:
        return f", {price} of those with the highest mean" if price else ""
    if price:
        return f", {price} of those shown to be at most {own.margin:g} behind the best"
    return f", the only one shown to be at most {own.margin:g} behind the best" if len(own.may_be_best) > 1 else ""


def _alike_words(own: Decision) -> Iterator[str]:
    if not own.alike:
        return
    first, *more = sorted(own.alike, key=lambda group: own.take not in group)
    others = f"; so it is with {counted(len(more), 'other group')}" if more else ""
    yield f"{_several(first)} have the same {readable(own.metric)} on every question{others}."


def _cannot_tell(sweep: SweepResult, own: Decision) -> str:
    these = f"cannot tell these {_words(len(own.may_be_best))} apart"
    unit = _unit(sweep) if own.placed == own.questions else "questions"
    needed = f"; at least {_words(FEWEST_CLUSTERS)} {unit} are needed" if own.clusters < FEWEST_CLUSTERS else ""
    questions = counted(own.questions, "question")
    if not own.placed:
        return f"{questions} {these}{needed}."
    known = sweep.info.get("documents", ())
    of = f" of your {len(known)}" if len(known) > own.documents and sweep.info.get("cluster") == DOCUMENT else ""
    about = f"about {own.documents}{of} {_unit(sweep, own.documents if not of else 2)}"
    if own.placed < own.questions:
        return f"{questions}, {own.placed} of them {about}, {these}{needed}."
    return f"{questions} {about} {these}{needed}."


def _unit(sweep: SweepResult, many: int = 2) -> str:
    """What clusters the questions."""
    cluster = str(sweep.info.get("cluster", DOCUMENT))
    noun = "document" if cluster == DOCUMENT else "cluster" if cluster.startswith("tag:") else "question"
    return noun if many == 1 else f"{noun}s"


def _others_are_worse(names: Sequence[str]) -> str:
    return f"{names[0]} is worse." if len(names) == 1 else f"The {_words(len(names))} others are worse."


def _several(names: Sequence[str]) -> str:
    names, more = [fitted(name, LONGEST) for name in names], len(names) - NAMED
    return listed(names) if more < 1 else f"{', '.join(names[:NAMED])} and {_words(more)} more"


def _documents(names: Sequence[str]) -> str:
    """The names where they fit a line, else how many."""
    named = _several(names)
    return named if len(named) <= SHORT else f"the other {counted(len(names), 'document')}"


def _have_none(names: Sequence[str]) -> str:
    named, verb = _documents(names), "has" if len(names) == 1 else "have"
    return f"{named.replace('the other', 'The other', 1)} {verb} no question yet."


def _or_better_by(behind: float) -> str:
    return f" or better{by}" if (by := _by(behind)) else ""


def _by(behind: float) -> str:
    if not math.isfinite(behind) or behind >= 1:
        return ", by how much is not known"
    by = number(behind, ".2g")
    return f", by up to {by}" if float(by) else ""


def _words(many: int) -> str:
    return WORDS[many] if many < len(WORDS) else f"{many:,}"


def _next(sweep: SweepResult, own: Decision, found: Ranking) -> str:
    """What would narrow the set."""
    if own.hangs_on.undecided:
        return "Next: `ragatta verdicts`, which asks first what hangs."
    if own.hangs_on.lost:
        return "Next: the same command with --retry-failed."
    if len(own.may_be_best) < 2:
        return ""
    if drawn := drawn_of(sweep):
        return f"Next: more of the {drawn.of_questions:,} questions: a larger --limit, or none."
    asked = {question.file for each in sweep.questions.values() for question in each.evidence}
    without = [name for name in sweep.info.get("documents", ()) if name not in asked]
    if own.clusters < FEWEST_CLUSTERS or found.why_all == FEW_CLUSTERS:
        if without and _unit(sweep) == "documents":
            return f"Next: questions about {_documents(without)}: `ragatta studio`."
        more = f"questions about more {_unit(sweep)}" if own.placed else "more questions"
        return f"Next: {more}: `ragatta studio`."
    undecided = sum(bool(row.undecided) for run in sweep.runs if not run.same_as for row in run.rows)
    if own.metric == SCORE and undecided:
        return f"Next: verdicts on {counted(undecided, 'undecided answer')}: `ragatta verdicts`."
    if own.by == WITHIN_MARGIN or _all_alike(own):
        return ""
    times = found.times_as_many(own.take, own.margin)
    if not math.isfinite(times):
        return ""
    whether = f"whether {own.take} is at most {own.margin:g} behind the best"
    if own.placed < own.questions:
        return f"Next: {_as_many(times)} questions would show {whether}."
    fewest = max(own.clusters + 1, math.ceil(times * own.clusters))
    as_many = f"over {MANY * own.clusters:,}" if times > MANY else f"about {fewest:,}"
    known = len(sweep.info.get("documents", ()))
    yours = f" You have {known}." if known and known < fewest and _unit(sweep) == "documents" else ""
    of = f" {_have_none(without)}" if without and _unit(sweep) == "documents" and not yours else ""
    return f"Next: questions on {as_many} {_unit(sweep)} instead of {own.clusters} would show {whether}.{yours}{of}"


def _as_many(times: float) -> str:
    return f"over {MANY} times as many" if times > MANY else f"about {max(times, 1.1):.2g} times as many"
