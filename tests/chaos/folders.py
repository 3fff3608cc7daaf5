"""Hostile things in a folder of documents: links that leave it, pipes, devices, a file without end.

Each is refused by name, left out with the figures of the undisturbed run, or counted as skipped with the same answers,
in time, and no secret of the environment is written anywhere.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.chaos.course import NAMED, UNNAMED, WRONG, Bench, Trial, figures, judged

SECRET = "planted-4f9Qz81LmN07"
HUGE = 40 << 30  # bytes, none of them on the disk


def _huge(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(HUGE)


THINGS: dict[str, tuple[Callable[[Path], None], bool]] = {  # what makes them, and whether they are refused
    "a link to the environment": (lambda path: path.symlink_to("/proc/self/environ"), True),
    "a link to another file": (lambda path: path.symlink_to("/etc/passwd"), True),
    "a link to a folder": (lambda path: path.symlink_to("/etc"), False),
    "a link to a device": (lambda path: path.symlink_to("/dev/zero"), False),
    "a pipe": (os.mkfifo, False),
    "a file of 40 GiB": (_huge, False),
}


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many things, each kind in turn, under a drawn name."""
    true = bench.undisturbed(bench.own(), bench.folder / "home")
    for number in range(count):
        what = list(THINGS)[number % len(THINGS)]
        yield _with(bench, what, f"z{drawn.randrange(1000)}{drawn.choice(['.txt', '.pdf', '.md'])}", true)


def _with(bench: Bench, what: str, name: str, true: dict[str, str]) -> Trial:
    home, (make, refused) = bench.folder / "hostile", THINGS[what]
    shutil.rmtree(home, ignore_errors=True)
    make(thing := bench.folder / "pdfs" / name)
    try:
        code, said = bench.run("sweep", bench.own(), home, PLANTED_API_KEY=SECRET)
    finally:
        thing.unlink()
    outcome = judged(code, said, lambda: _same(figures(home), true, skipped=make is _huge), [name])
    if refused != (outcome == NAMED):
        outcome = UNNAMED if outcome == NAMED else WRONG if code == 0 else outcome
    if SECRET in said or any(SECRET.encode() in file.read_bytes() for file in home.rglob("*") if file.is_file()):
        outcome = WRONG
    return Trial(f"{what}, {name}", outcome, said)


def _same(found: dict[str, str], true: dict[str, str], skipped: bool) -> bool:
    """A document that is skipped is counted in the summary and changes no answer."""
    if not skipped:
        return found == true
    counted = "'documents_skipped': '1'" in found.pop("summary", "")
    return counted and found == {name: text for name, text in true.items() if name != "summary"}
