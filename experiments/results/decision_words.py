"""The sentences of a decision: what to take or why nothing can be told, and what would narrow the set."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ragatta.eval.clusters import DOCUMENT
from ragatta.eval.metrics import SCORE
from ragatta.eval.statistics.best import FEW_CLUSTERS, Ranking
from ragatta.eval.statistics.comparison import FEWEST_CLUSTERS, SAME
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import listed, number, readable
from ragatta.experiments.results.decision import HIGHEST_MEAN, WITHIN_MARGIN, Decision
from ragatta.experiments.results.drawn import drawn_of, narrow_draw
from ragatta.experiments.results.names import fitted
from ragatta.experiments.results.reading import SweepResult
from ragatta.pipeline.plugins.registry import commands_here

NAMED = 3  # of several variations or documents; the others are counted
LONGEST = 48  # characters of the label of a variation
SHORT = 60  # characters of the names of documents
MANY = 100  # times as many documents: beyond, the number says nothing
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def only_one(sweep: SweepResult, own: Decision) -> Iterator[str]:
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


def sentences(sweep: SweepResult, own: Decision, price: str) -> Iterator[str]:
    value = f"{readable(own.metric)} {number(next(one.mean for one in own.ranked if one.label == own.take))}"
    others = [name for name in own.may_be_best if name != own.take]
    if own.is_open:
        yield f"Not decided: {own.hangs_on.words} could change this."
    if own.by == HIGHEST_MEAN and not own.worse:
        yield from _not_separated(sweep, own, value, price)
    else:
        take = "As it is counted now, take" if own.is_open else "Take"
        yield f"{take} {own.take} ({value}){_what_for(own, price)}."
        if own.by_drawn:
            yield f"{counted(own.by_drawn, 'verdict')} on drawn answers show it; {own.hangs_on.words} are open."
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
        yield "Check that what they differ in has an effect."
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


def next_step(sweep: SweepResult, own: Decision, found: Ranking) -> str:
    """What would narrow the set."""
    if own.is_open and own.hangs_on.undecided:
        return "Next: `ragatta verdicts`, which asks first about the answers that matter."
    if own.is_open:
        return "Next: the same command with --retry-failed."
    if len(own.may_be_best) < 2:
        return ""
    if drawn := drawn_of(sweep):
        return f"Next: more of the {drawn.of_questions:,} questions: a larger --limit, or none."
    asked = {question.file for each in sweep.questions.values() for question in each.evidence}
    without = [name for name in sweep.info.get("documents", ()) if name not in asked]
    if own.clusters < FEWEST_CLUSTERS or found.why_all == FEW_CLUSTERS:
        if without and _unit(sweep) == "documents":
            return f"Next: questions about {_documents(without)}: {_asking()}."
        more = f"questions about more {_unit(sweep)}" if own.placed else "more questions"
        return f"Next: {more}: {_asking()}."
    undecided = sum(bool(row.undecided) for run in sweep.runs if not run.same_as for row in run.rows)
    if own.metric == SCORE and undecided:
        return f"Next: verdicts on {counted(undecided, 'undecided answer')}: `ragatta verdicts`."
    if own.by == WITHIN_MARGIN or _all_alike(own):
        return ""
    times = found.times_as_many(own.take, own.margin)
    if not math.isfinite(times):
        return f"Next: questions about more {_unit(sweep)}: {_asking()}."
    whether = f"whether {own.take} is at most {own.margin:g} behind the best"
    if own.placed < own.questions:
        return f"Next: {_as_many(times)} questions would show {whether}."
    fewest = max(own.clusters + 1, math.ceil(times * own.clusters))
    as_many = f"over {MANY * own.clusters:,}" if times > MANY else f"about {fewest:,}"
    known = len(sweep.info.get("documents", ()))
    yours = f" You have {known}: it stays open." if known and known < fewest and _unit(sweep) == "documents" else ""
    of = f" {_have_none(without)}" if without and _unit(sweep) == "documents" and not yours else ""
    return f"Next: questions on {as_many} {_unit(sweep)} instead of {own.clusters} would show {whether}.{yours}{of}"


def _asking() -> str:
    return f"`ragatta {commands_here('studio', 'add-question')[0]}`"


def _as_many(times: float) -> str:
    return f"over {MANY} times as many" if times > MANY else f"about {max(times, 1.1):.2g} times as many"
