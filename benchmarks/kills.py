"""Kills a sweep at random moments, resumes it each time, and compares its end with that of one never stopped.

    python -m benchmarks.kills [--kills 20] [--seed 0] [key=value ...]

Six variations over the generated dataset, in temporary folders of their own. Prints when each kill came, how many
answers were lost (in flight) and asked twice, and whether answers.jsonl and scores.jsonl are equal byte for byte.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--kills", type=int, default=20)
    arguments.add_argument("--seed", type=int, default=0, help="of the random moments")
    arguments.add_argument("overrides", nargs="*")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        whole, killed = Path(scratch, "whole"), Path(scratch, "killed")
        begun = time.perf_counter()
        sweep(whole, given.overrides).communicate()
        seconds = time.perf_counter() - begun
        print(f"never stopped: {answers(whole)} answers in {seconds:.0f} s", flush=True)
        kill_often(killed, given.overrides, given.kills, seconds, random.Random(given.seed))
        last = sweep(killed, given.overrides)
        last.communicate()
        equal = results(killed) == results(whole) and bool(results(whole))
        twice = answers(killed) - answers(whole)
        print(f"resumed after {given.kills} kills: exit {last.returncode}; answers asked twice: {twice}; "
              f"answers.jsonl and scores.jsonl byte-equal: {'yes' if equal else 'NO'}")  # fmt: skip
        return 0 if equal and not twice and last.returncode == 0 else 1


def kill_often(home: Path, overrides: Sequence[str], kills: int, seconds: float, drawn: random.Random) -> None:
    """Each moment is drawn so that the kills spread over the whole sweep, start-up, indexing and asking alike."""
    for number in range(1, kills + 1):
        process, moment = sweep(home, overrides), drawn.uniform(0, 2 * seconds / kills + 4)
        try:
            process.wait(moment)
            print(f"kill {number}: the sweep had ended before {moment:.1f} s", flush=True)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            print(f"kill {number}: after {moment:.1f} s, with {answers(home)} answers there", flush=True)


def sweep(home: Path, overrides: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "experiments.sweep", "tracking=off", *overrides],
        env={**os.environ, "RAGATTA_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    )


def answers(home: Path) -> int:
    """Whole lines in all journals: more than were asked for means that a finished question was asked again."""
    return sum(path.read_bytes().count(b"\n") for path in home.glob("outputs/runs/*/journal.jsonl"))


def results(home: Path) -> dict[str, bytes]:
    names = ("answers.jsonl", "scores.jsonl")
    return {f"{p.parent.name}/{p.name}": p.read_bytes() for name in names for p in home.glob(f"outputs/runs/*/{name}")}


if __name__ == "__main__":
    sys.exit(main())
