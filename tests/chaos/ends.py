"""The commands of tests/chaos/works.py killed: at a random moment, with and without their children, or at a write.

Given again, the same command leaves what it leaves undisturbed; no answer that was in a journal is lost.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.chaos.course import LOST, NAMED, UNNAMED, Bench, Trial, answered, judged, seconds_of
from tests.chaos.kills import WAYS, killed
from tests.chaos.works import WORKS, Place


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many kills, of all commands in turn, by moments and by writes."""
    names = drawn.sample([*WORKS], len(WORKS))
    whole: dict[str, tuple[Any, int, float]] = {}
    for number in range(count):
        place = Place(bench, names[number % len(names)])
        if place.name not in whole:
            true, writes = place.counted()
            place.prepare()
            whole[place.name] = (true, writes, seconds_of(place.run))
        true, writes, seconds = whole[place.name]
        by_moment = number % 2 == 0  # an odd number of commands: each comes in both ways
        place.prepare()
        had = answered(place.home)
        if by_moment:
            way, moment = drawn.choice(WAYS), drawn.uniform(0, seconds)
            what = f"{place.name}: {way} after {moment:.2f} s"
            outcome, own = killed(place.start(), way, moment)
        else:
            step = drawn.randint(1, writes)
            what, outcome = f"{place.name}: kill at write {step}", ""
            _, own = place.run(("killed", step))
        if not outcome and answered(place.home) < had:
            outcome = LOST
        code, said = place.run()
        last = judged(code, said, lambda place=place, true=true: place.left() == true)  # type: ignore[misc]
        last = UNNAMED if last == NAMED else last  # nothing is wrong any more: it must go through
        yield Trial(what, outcome or last, f"{own}\n-- then --\n{said}")
