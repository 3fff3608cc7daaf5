"""Whole sweeps in surroundings that lack something: letters of the output's encoding, room for temporary files, a path
short enough for SQLite. A sweep ends with the figures of the undisturbed one, or with an error that names the cause."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator

from tests.chaos.course import UNNAMED, Bench, Trial, figures, judged
from tests.chaos.limits import may_mount

ENCODINGS = ("ascii", "latin-1", "cp1252")
TOO_LONG = ("too long for SQLite",)


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many, each kind in turn."""
    true = bench.undisturbed(bench.own(), bench.folder / "home")
    ways = [_lacking_letters, _in_a_long_path, *([_without_room] if may_mount(bench.folder / "small") else [])]
    for number in range(count):
        yield ways[number % len(ways)](bench, true, drawn)


def _lacking_letters(bench: Bench, true: dict[str, str], drawn: random.Random) -> Trial:
    home, name = bench.folder / "letters", drawn.choice(ENCODINGS)
    shutil.rmtree(home, ignore_errors=True)
    code, said = bench.run("sweep", bench.own(), home, PYTHONIOENCODING=name)
    return Trial(f"output in {name}", UNNAMED if code else judged(code, said, lambda: figures(home) == true), said)


def _in_a_long_path(bench: Bench, true: dict[str, str], drawn: random.Random) -> Trial:
    home = bench.folder.joinpath(*["a" * drawn.randint(80, 120)] * 5)
    code, said = bench.run("sweep", bench.own(), home)
    outcome = judged(code, said, lambda: figures(home) == true, TOO_LONG)
    return Trial(f"a path of {len(str(home))} letters", outcome, said)


def _without_room(bench: Bench, true: dict[str, str], drawn: random.Random) -> Trial:
    home, small, size = bench.folder / "room", bench.folder / "small", drawn.choice((4, 16, 64))
    shutil.rmtree(home, ignore_errors=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(small)], check=True)
    try:
        code, said = bench.run("sweep", bench.own(), home, TMPDIR=str(small))
    finally:
        subprocess.run(["umount", str(small)], check=True)
    outcome = judged(code, said, lambda: figures(home) == true, (str(small),))
    return Trial(f"{size} KiB for temporary files", outcome, said)
