"""The end of `ragatta grow` in the terminal: which variation is highest at each size, and what the growth costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ragatta.eval.statistics import compare
from ragatta.eval.statistics.comparison import BETTER, NEGLIGIBLE, NOT_SIGNIFICANT, WORSE
from ragatta.eval.statistics.trend import FEWEST
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import listed, number, readable
from ragatta.experiments.results.claims import change, needed, several
from ragatta.experiments.results.screen import Screen, columns
from ragatta.extensions.diagnosis.growing.curves import SECONDS, Curves, Grown

CHANGES = {WORSE: "falls", BETTER: "rises", NEGLIGIBLE: "changes by too little to matter"}
HIGHEST, MAY_BE, IS_WORSE = "highest", "may be as good", "worse"
FORECAST = "?: forecast by a line over the logarithm of the size."


def growth_screen(dataset: str, drawn: Curves, beyond: float, where: Sequence[str]) -> Screen:
    """`beyond`: the size that is forecast."""
    metric, sizes = readable(drawn.metric), drawn.sizes
    ahead = {name: drawn.at(name, drawn.metric, beyond) for name in drawn.variations}
    has_forecast = any(ahead.values())
    headings = ["variation", *(_name(size.times) for size in sizes), *([f"{_name(beyond)} ?"] if has_forecast else [])]
    standings = _standings(drawn)
    rows = []
    for name in drawn.variations:
        own = {one.size.times: one for one in drawn.grown if one.variation == name}
        last, future = own.get(sizes[-1].times), ahead[name]
        means = [drawn.measured(own[size.times], drawn.metric).mean if size.times in own else None for size in sizes]
        means += [future.mean if future else None] if has_forecast else []
        seconds = number(drawn.measured(last, SECONDS).mean, ".2g") if last else ""
        rows.append([name, *map(number, means), seconds, standings.get(name, "")])
    headings += [f"s at {_name(sizes[-1].times)}", f"at {_name(sizes[-1].times)}"]
    extent = f"{sizes[0].read:,} to {sizes[-1].read:,}" if len(sizes) > 1 else f"{sizes[0].read:,}"
    asked = counted(max((len(drawn.scores(one, drawn.metric)) for one in drawn.grown), default=0), "question")
    return Screen(
        f"{dataset}: {metric} of {asked} over {extent} documents",
        lambda room: columns(headings, rows, room, droppable=[headings[-2], *headings[2:-3]]),
        _sentences(drawn),
        [*_cautions(drawn)],
        [*([FORECAST] if has_forecast else ()), *where],
    )


def _name(times: float) -> str:
    return f"{times:g}x"


def _standings(drawn: Curves) -> dict[str, str]:
    """Of each variation at the largest size."""
    largest = drawn.sizes[-1].times
    first, alike = drawn.best(drawn.sizes[-1])
    names = [one.variation for one in drawn.grown if one.size.times == largest]
    if first is None:
        return {}
    return {name: HIGHEST if name == first.variation else MAY_BE if name in alike else IS_WORSE for name in names}


def _sentences(drawn: Curves) -> list[str]:
    found = [(size, *drawn.best(size)) for size in drawn.sizes]
    known = [(size, first, alike) for size, first, alike in found if first]
    if not known:
        return [f"Nothing can be told: no question has {readable(drawn.metric)} at every size."]
    size, leader, alike = known[-1]
    lasting = [*_highest(drawn, known)] if len(drawn.variations) > 1 else []
    if lasting:
        at = _name(size.times)
        others = f"{several(alike)} may be as good" if alike else "every other one is shown to be worse"
        lasting = [f"{lasting[0]}; at {at} {others}."]
    return [" ".join([*lasting, *_growth(drawn, leader)])]


def _highest(drawn: Curves, known: Sequence[tuple[object, Grown, object]]) -> Iterator[str]:
    firsts = [(first.variation, _name(first.size.times)) for _, first, _ in known]
    runs = [(name, [size for _, size in own]) for name, own in groupby(firsts, key=lambda each: each[0])]
    metric = readable(drawn.metric)
    if len(runs) == 1:
        yield f"{runs[0][0]} has the highest {metric} at every size"
    else:
        yield f"The highest {metric} is that of {listed([f'{name} at {listed(sizes)}' for name, sizes in runs])}"


def _growth(drawn: Curves, leader: Grown) -> Iterator[str]:
    """What the growth costs the variation that is the highest at the largest size."""
    (first, *_) = (one for one in drawn.grown if one.variation == leader.variation)
    if first.size.times == leader.size.times:
        return
    one = compare(drawn.scores(leader, drawn.metric), drawn.scores(first, drawn.metric), drawn.terms)
    says = CHANGES.get(one.verdict, "is not shown to change")
    why = f"; {needed(one)}" if one.verdict == NOT_SIGNIFICANT else ""
    sizes = f"from {_name(first.size.times)} to {_name(leader.size.times)}"
    yield (f"The {readable(drawn.metric)} of {leader.variation} {says} {sizes}: {change(one, 1, drawn.terms)}{why}.")


def _cautions(drawn: Curves) -> Iterator[str]:
    for size in drawn.sizes:
        if drawn.best(size)[0] is None:
            yield f"{_name(size.times)}: too many answers did not come."
    if lost := sum(one.run.lost.not_answered for one in drawn.grown):
        yield f"{counted(lost, 'answer')} did not come; only questions answered at every size count."
    largest = drawn.sizes[-1]
    if largest.made:
        at = _name(largest.times)
        yield f"{largest.made:,} of {largest.read:,} documents at {at} are near copies that were made."
    if 1 < len(drawn.sizes) < FEWEST:
        yield f"Nothing is forecast from {len(drawn.sizes)} sizes; at least {FEWEST} are needed."
