"""The commands of tests/chaos/works.py on a disk that is full: at a write, or after a few pages of room.

There a command ends with what it leaves undisturbed or with a named error. With room, the same command leaves that.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.chaos.course import GOOD, LOST, NAMED, UNNAMED, Bench, Trial, answered, judged
from tests.chaos.limits import may_mount
from tests.chaos.works import WORKS, Place

ROOMY = "512m"
PAGE_KIB = 4
WIDEST = 300  # pages of room


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many full disks, of all commands in turn."""
    names = drawn.sample([*WORKS], len(WORKS))
    whole: dict[str, tuple[Any, int]] = {}
    mounts = may_mount(bench.folder / "place")
    for number in range(count):
        place = Place(bench, names[number % len(names)])
        if place.name not in whole:
            whole[place.name] = place.counted()
        true, writes = whole[place.name]
        by_pages = mounts and number % 2 == 1  # an odd number of commands: each comes in both ways
        yield (
            _small(place, true, drawn.randint(0, WIDEST)) if by_pages else _full(place, true, drawn.randint(1, writes))
        )


def _full(place: Place, true: Any, step: int) -> Trial:
    """From a write on, of those that Python does."""
    place.prepare()
    had = answered(place.home)
    code, own = place.run(("full", step))
    return _again(place, f"{place.name}: full at write {step}", true, had, code, own)


def _small(place: Place, true: Any, pages: int) -> Trial:
    """A disk of its own, with so much room beside what stands there; also for what SQLite and Chroma write."""
    place.clear()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOMY}", "tmpfs", str(place.folder)], check=True)
    try:
        place.prepare()
        had, used = answered(place.home), _used_kib(place.folder)
        _resize(place.folder, f"{used + pages * PAGE_KIB}k")
        code, own = place.run()
        _resize(place.folder, ROOMY)
        return _again(place, f"{place.name}: {pages} pages of room", true, had, code, own)
    finally:
        subprocess.run(["umount", "--lazy", str(place.folder)], check=True)


def _used_kib(folder: Path) -> int:
    said = subprocess.run(["df", "-k", "--output=used", str(folder)], check=True, capture_output=True, text=True)
    return int(said.stdout.split()[1])


def _resize(folder: Path, size: str) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size}", str(folder)], check=True)


def _again(place: Place, what: str, true: Any, had: int, code: int | None, own: str) -> Trial:
    first = judged(code, own, lambda: place.left() == true)
    if first in GOOD and answered(place.home) < had:
        first = LOST
    code, said = place.run()
    last = judged(code, said, lambda: place.left() == true)
    last = UNNAMED if last == NAMED else last  # nothing is wrong any more: it must go through
    return Trial(what, first if first not in GOOD or last in GOOD else last, f"{own}\n-- then --\n{said}")
