"""Two of the same command of tests/chaos/works.py at once, in one folder: of one user, or of two with one group.

Both end, well or with a named error, and the same command once more leaves what one alone leaves. Where this runs as
root, every other second one is another user's, and in the end everybody in the group can change every file.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.chaos.course import BAD, NAMED, UNNAMED, WRONG, Bench, Trial, judged
from tests.chaos.works import WORKS, Place
from tests.standins.users import FIRST, GROUP, SECOND, is_root, share, unshared

LATEST_S = 2.0  # that the second begins after the first


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many pairs, of all commands in turn, by one user and by two."""
    names = drawn.sample([*WORKS], len(WORKS))
    alone: dict[str, Any] = {}
    with TemporaryDirectory(prefix="ragatta-shared-") as shared:  # which other users may enter
        Path(shared).chmod(0o755)
        own = replace(bench, folder=Path(shared))
        for number in range(count):
            place = Place(own, names[number % len(names)])
            if place.name not in alone:
                alone[place.name] = place.counted()[0]
            users = (FIRST, SECOND) if is_root() and number % 2 else (None, None)
            yield _both(place, users, drawn.uniform(0, LATEST_S), alone[place.name])


def _both(place: Place, users: tuple[int | None, int | None], later: float, true: Any) -> Trial:
    what = f"{place.name}: two at once, {'two users, ' if users[0] else ''}the second after {later:.2f} s"
    place.prepare()
    if users[0]:
        _hand_over(place.folder)
    first = place.start(user=users[0])
    time.sleep(later)
    second = place.start(user=users[1])
    ends = [place.ended(one) for one in (first, second)]
    outcomes = [judged(code, said, lambda: True) for code, said in ends]
    code, said = place.ended(place.start(user=users[1]))
    last = judged(code, said, lambda: place.left() == true)
    last = UNNAMED if last == NAMED else last  # nothing is wrong any more: it must go through
    told = "\n-- and --\n".join([*(own for _, own in ends), said])
    if last not in BAD and users[0] and (kept := unshared(place.folder)):
        last, told = WRONG, "\n".join(["not for the group:", *kept, told])
    return Trial(what, next((one for one in outcomes if one in BAD), last), told)


def _hand_over(folder: Path) -> None:
    """All that stands there is the group's, and so is what is made in it."""
    for place in (folder, *folder.rglob("*")):
        if place.is_dir() and not place.is_symlink():
            share(place)
        elif not place.is_symlink():
            os.chown(place, -1, GROUP)
            place.chmod(place.stat().st_mode | 0o060)
