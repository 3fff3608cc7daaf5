"""The end of a sweep in the terminal: the ranking, the decision, what could turn it, and where to look for more."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import interval, number
from ragatta.experiments.results.decision import MAY_BE_BEST, TAKE, WORSE, Decision, Place
from ragatta.experiments.results.names import fitted, short_keys, short_names
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.results.screen import WIDTH, Line, Screen

NAME = 28  # columns of a name at most
HIGHEST = 10  # of many variations, those that are shown
PAIRED = "on the same questions"  # what the last column says
BAR = 10  # characters of the longest bar


def first_screen(
    sweep: SweepResult, decision: Decision, mattered: str, troubles: Sequence[str], where: Sequence[str]
) -> Screen:
    """`mattered` says which settings did, `troubles` is what else is incomplete, `where` has more."""
    return Screen(
        _title(sweep, decision),
        lambda room: _ranking(decision.ranked, room),
        [decision.text, mattered],
        [*decision.cautions, *troubles],
        where,
        rows=HIGHEST + 1,
    )


def _title(sweep: SweepResult, decision: Decision) -> str:
    """The dataset, and what decides over how many questions; all of them where these are others."""
    asked, basis = len(sweep.questions), decision.basis
    if basis and decision.questions == asked:
        return f"{sweep.dataset}: {basis[0].lower()}{basis[1:]}"
    return f"{sweep.dataset}: {counted(asked, 'question')}. {basis}".rstrip()


def _ranking(ranked: Sequence[Place], room: int) -> Iterator[Line]:
    """In `room` rows, the headings among them."""
    room -= 1
    labels = [one.label for one in ranked]
    short, keys = short_names(labels, keys=True), ""
    if max(map(len, short), default=0) > NAME:  # several settings are longer than a name may be, their values are not
        short, keys = short_names(labels), short_keys(labels)
    names = dict(zip(labels, short, strict=True))
    shown = [*(ranked if len(ranked) <= room + 1 else ranked[: max(1, room)])]
    if (taken := next((one for one in ranked if one.standing == TAKE), None)) and taken not in shown:
        shown[-1] = taken
    width = min(NAME, max(len(keys), *(len(names[one.label]) for one in shown)))
    longest = max((one.mean for one in ranked if math.isfinite(one.mean)), default=0.0)
    compared = any(one.standing in (TAKE, MAY_BE_BEST, WORSE) for one in ranked)
    figures = f"{fitted(keys, width):<{width}}  {'mean':>6}  {'95% interval':>15}  {'':<{BAR}}  "
    last = PAIRED if len(figures) + len(PAIRED) <= WIDTH else "standing"
    yield f"{figures}{last if compared else ''}".rstrip(), ""
    for one in shown:
        cells = [f"{fitted(names[one.label], width):<{width}}", f"{number(one.mean):>6}"]
        cells += [f"{interval(one.low, one.high):>15}", f"{bar(one.mean, longest):<{BAR}}"]
        yield f"{'  '.join(cells)}  {one.standing}", "bold" if one.standing == TAKE else ""
    if rest := [one for one in ranked if one not in shown]:
        standings = Counter(one.standing for one in rest)
        yield f"and {len(rest)} more: {', '.join(f'{many} {standing}' for standing, many in standings.items())}", ""


def bar(value: float, longest: float = 1.0) -> str:
    """Of BAR characters where the value is the longest, or 1."""
    return "█" * round(BAR * value / max(longest, 1.0)) if math.isfinite(value) and value > 0 else ""
