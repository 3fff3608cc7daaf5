"""Commands run out of something: space, inodes, the right to write, memory, open files, the length of a file, the time.

Under the limit a command ends with the figures of the undisturbed run or a named error; without it, the same command
ends with those figures. Only root may mount the small disks; for others this is left out, and said.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.chaos.course import CRASH, HANG, NAMED, UNNAMED, WRONG, Bench, Trial, ended, figures, judged

KIB = 1 << 10
AHEAD = 86_400.0  # seconds by which the clock is set back: files of before are from the future
OUT_OF_MEMORY = ("memoryerror", "bad_alloc", "cannot allocate memory", "memory allocation of", "out of memory")


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many limits, each kind in turn."""
    home = bench.folder / "small"
    true = bench.undisturbed(bench.own(), bench.folder / "home")
    disks = ("space", "inodes", "read-only") if may_mount(home) else ()
    ways = (*disks, "length of a file", "open files", "memory", "clock")
    for number in range(count):
        yield _limited(bench, ways[number % len(ways)], home, true, drawn)


def left_out(folder: Path) -> list[str]:
    return [] if may_mount(folder) else ["full and read-only disks: mounting needs root"]


def _limited(bench: Bench, way: str, home: Path, true: dict[str, str], drawn: random.Random) -> Trial:
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    if way in ("space", "inodes", "read-only"):
        return _on_a_small_disk(bench, way, home, true, drawn)
    if way == "clock":
        return _after_the_clock_was_set_back(bench, home, true)
    return _under_a_limit(bench, way, home, true, drawn)


def _on_a_small_disk(bench: Bench, way: str, home: Path, true: dict[str, str], drawn: random.Random) -> Trial:
    size, inodes = {
        "space": (drawn.randint(16, 2_500), 100_000),
        "inodes": (1 << 20, drawn.randint(5, 150)),
        "read-only": (1 << 20, 100_000),
    }[way]
    what = {"space": f"a disk of {size} KiB", "inodes": f"{inodes} inodes", "read-only": way}[way]
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k,nr_inodes={inodes}", "tmpfs", str(home)], check=True)
    try:
        if way == "read-only":
            half = drawn.random() < 0.5
            if half:  # with something in it, to be read and built upon
                bench.run("sweep", bench.own(), home)
                shutil.rmtree(home / "outputs")
                what = "a disk that became read-only"
            subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)
        return _then_without(
            bench, what, home, true, lambda: bench.run("sweep", bench.own(), home),
            lambda: subprocess.run(["mount", "-o", "remount,rw,size=1g,nr_inodes=100k", str(home)], check=True),
        )  # fmt: skip
    finally:
        subprocess.run(["umount", str(home)], check=True)


def _under_a_limit(bench: Bench, way: str, home: Path, true: dict[str, str], drawn: random.Random) -> Trial:
    started = bench.start("sweep", bench.own(), home)
    if way == "length of a file":
        limit = drawn.randint(1, 400) * KIB
        resource.prlimit(started.pid, resource.RLIMIT_FSIZE, (limit, limit))
        what = f"files of {limit // KIB} KiB at most"
    elif way == "open files":
        limit = drawn.randint(4, 60)
        resource.prlimit(started.pid, resource.RLIMIT_NOFILE, (limit, limit))
        what = f"{limit} open files at most"
    else:
        more = drawn.randint(0, 400) << 20
        held = int(Path(f"/proc/{started.pid}/statm").read_text().split()[0]) * resource.getpagesize()
        resource.prlimit(started.pid, resource.RLIMIT_AS, (held + more, held + more))
        what = f"{more >> 20} MiB of memory more than at the start"
    return _then_without(bench, what, home, true, lambda: ended(started), lambda: None)


def _after_the_clock_was_set_back(bench: Bench, home: Path, true: dict[str, str]) -> Trial:
    bench.run("sweep", bench.own(), home)
    first = (home / "outputs" / "latest").resolve()
    later = time.strftime("%Y-%m-%dT%H-%M-%S", time.localtime(time.time() + AHEAD))
    first.rename(first.with_name(later))
    (home / "outputs" / "latest").unlink()
    (home / "outputs" / "latest").symlink_to(f"sweeps/{later}")
    for folder, _, files in os.walk(home):
        for name in files:
            os.utime(Path(folder, name), (time.time() + AHEAD,) * 2, follow_symlinks=False)
    code, said = bench.run("sweep", bench.own(), home)
    is_latest = (home / "outputs" / "latest").resolve().name != later
    outcome = judged(code, said, lambda: is_latest and figures(home) == true)
    return Trial("the clock set back by a day", UNNAMED if outcome == NAMED else outcome, said)


def _then_without(
    bench: Bench,
    what: str,
    home: Path,
    true: dict[str, str],
    command: Callable[[], tuple[int | None, str]],
    lift: Callable[[], object],
) -> Trial:
    code, own = command()
    first = judged(code, own, lambda: figures(home) == true)
    if first == CRASH and "memory" in what and any(word in own.lower() for word in OUT_OF_MEMORY):
        first = NAMED  # the interpreter and native code say it in their own words
    lift()
    code, said = bench.run("sweep", bench.own(), home)
    last = judged(code, said, lambda: figures(home) == true)
    if last == NAMED:
        last = UNNAMED  # nothing is wrong any more: it must go through
    bad = first in (CRASH, HANG, UNNAMED, WRONG)
    return Trial(what, first if bad or last not in (UNNAMED, CRASH, HANG, WRONG) else last,
                 f"{own}\n-- then --\n{said}")  # fmt: skip


def may_mount(folder: Path) -> bool:
    folder.mkdir(parents=True, exist_ok=True)
    if (
        not shutil.which("mount")
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(folder)], capture_output=True, check=False
        ).returncode
    ):
        return False
    subprocess.run(["umount", str(folder)], check=True)
    return True
