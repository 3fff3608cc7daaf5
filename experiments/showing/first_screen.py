"""The end of a sweep in the terminal: the ranking, the decision, what could turn it, and where to look for more.

At most LINES lines of WIDTH columns, with the two lines that follow about logging.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from textwrap import shorten, wrap

from rich.text import Text

from ragatta.experiments.counting import counted
from ragatta.experiments.showing.cautions import MOST
from ragatta.experiments.showing.cells import interval, number
from ragatta.experiments.showing.console import plain_console
from ragatta.experiments.showing.decision import MAY_BE_BEST, TAKE, Decision, Place
from ragatta.experiments.showing.names import short_names
from ragatta.experiments.showing.results import SweepResult

LINES, WIDTH = 23, 80
HIGHEST = 10  # of many variations, those that are shown
NAME = 34  # columns of a name at most
BAR = 10  # characters of the longest bar


def first_screen(
    sweep: SweepResult, decision: Decision, mattered: str, troubles: Sequence[str], where: Sequence[str]
) -> None:
    """Prints it. `mattered` says which settings did, `troubles` is what else is incomplete, `where` has more."""
    console = plain_console()
    for line, style in lines(sweep, decision, mattered, troubles, where):
        console.print(Text(line), style=style, soft_wrap=True)


def lines(
    sweep: SweepResult, decision: Decision, mattered: str, troubles: Sequence[str], where: Sequence[str]
) -> list[tuple[str, str]]:
    """Each line with its style."""
    title = f"{sweep.info['dataset']}: {counted(len(sweep.questions), 'question')}. {decision.basis}".rstrip()
    worries = [*decision.cautions, *troubles]
    below = [
        "",
        *_wrapped(decision.text),
        *_wrapped(mattered),
        *(shorten(f"! {worry}", WIDTH, placeholder="…") for worry in worries[:MOST]),
        *([f"  {counted(len(worries) - MOST, 'more note')}: --all"] if len(worries) > MOST else ()),
        *(line for part in where for line in _wrapped(part)),
    ]
    above = _wrapped(title)
    room = min(HIGHEST, LINES - len(above) - len(below) - 1)
    return [*((line, "") for line in above), *_ranking(decision.ranked, room), *((line, "") for line in below)]


def _ranking(ranked: Sequence[Place], room: int) -> Iterator[tuple[str, str]]:
    names = dict(zip((one.label for one in ranked), short_names([one.label for one in ranked], keys=True), strict=True))
    shown = ranked if len(ranked) <= room + 1 else ranked[:room]
    width = min(NAME, max(len(names[one.label]) for one in shown))
    longest = max((one.mean for one in ranked if math.isfinite(one.mean)), default=0.0)
    for one in shown:
        bar = "█" * round(BAR * one.mean / max(longest, 1.0)) if math.isfinite(one.mean) and one.mean > 0 else ""
        name = shorten(names[one.label], width, placeholder="…") if len(names[one.label]) > width else names[one.label]
        cells = [f"{name:<{width}}", f"{number(one.mean):>6}", f"{interval(one.low, one.high):>15}", f"{bar:<{BAR}}"]
        yield f"{'  '.join(cells)}  {one.standing}", "bold" if one.standing == TAKE else ""
    if rest := ranked[len(shown) :]:
        in_set = sum(one.standing in (TAKE, MAY_BE_BEST) for one in rest)
        yield f"and {counted(len(rest), 'lower one')}, {in_set} of which may be best", ""


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, break_on_hyphens=False) if text else []
