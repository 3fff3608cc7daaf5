"""Harm of many kinds, done to real commands at random moments: `make chaos`.

    python -m tests.chaos [--only kills,interrupts,...] [--share 1.0] [--seed 0]

Prints a table of what the commands ended with, and every fault with what was done. Exit code 1 where there is a fault.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.chaos import (
    disks,
    ends,
    flips,
    folders,
    forged,
    fuzz,
    interrupts,
    kills,
    later,
    limits,
    long_replies,
    mlflow_servers,
    refusals,
    runs,
    servers,
    stopped,
    surroundings,
    together,
)
from tests.chaos.course import BAD, GOOD, Bench, Ended, Trial, write_documents
from tests.standins.commands import Commands

Trials = Callable[[Bench, int, random.Random], Iterator[Trial]]
# What is tried, how often in full, and what it is called in the table.
KINDS: dict[str, tuple[Trials, int, str]] = {
    "kills": (kills.trials, 200, "kills at random moments"),
    "interrupts": (interrupts.trials, 60, "Ctrl-C in the first second, and while a collection is built"),
    "flips": (flips.trials, 3_080, f"single bits flipped, {len(flips.ARTEFACTS)} kinds of artefact"),
    "limits": (limits.trials, 70, "full and read-only disks, limits, the clock set back"),
    "servers": (servers.trials, 60, "faults of model servers"),
    "refusals": (refusals.trials, 28, "servers that refuse parameters, or fail on one prompt"),
    "long_replies": (long_replies.trials, 24, "replies of a system outside at great length"),
    "mlflow_servers": (mlflow_servers.trials, 32, "servers of MLflow that lack, refuse, delay or break something"),
    "fuzz": (fuzz.trials, 500, "foreign files and replies, changed"),
    "runs": (runs.trials, 200, "runs of a character or a pair, wherever foreign text is read"),
    "folders": (folders.trials, 24, "links, pipes, devices and endless files among the documents"),
    "forged": (forged.trials, 8, "forged bundles, each imported before a sweep"),
    "surroundings": (surroundings.trials, 12, "encodings that lack letters, full TMPDIRs, paths too long for SQLite"),
    "later": (later.trials, 30, "servers that from the n-th call on hang, cut, send garbage or 1 GB, refuse"),
    "disks": (disks.trials, 33, "full disks at a write of a command that asks, drafts, judges, logs or holds a gate"),
    "ends": (ends.trials, 33, "kills of those commands, at a write or a random moment"),
    "together": (together.trials, 11, "two of those commands at once, of one user and of two"),
    "stopped": (stopped.trials, 2, "sweeps halted for 90 s, beside a second one"),
}
AT_ONCE = 2


def main(arguments: Sequence[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--only", default=",".join(KINDS), help="some of " + ", ".join(KINDS))
    words.add_argument("--share", type=float, default=1.0, help="of the trials in full, such as 0.02")
    words.add_argument("--seed", type=int, default=0)
    given = words.parse_args(arguments)
    if unknown := [name for name in given.only.split(",") if name not in KINDS]:
        words.error(f"no kind {', '.join(unknown)}; there are {', '.join(KINDS)}")
    found = {name: tried(name, given.share, given.seed) for name in given.only.split(",")}
    print("\n".join(table(found)))
    faults = [fault for ended in found.values() for fault in ended.faults]
    print("\n\n".join(["", *faults, f"{len(faults)} faults"]))
    return 1 if faults else 0


def tried(name: str, share: float, seed: int) -> Ended:
    """All trials of a kind, in AT_ONCE rows side by side."""
    trials, full, what = KINDS[name]
    count, begun = max(AT_ONCE, round(full * share)), time.monotonic()
    print(f"{what}: {count}", file=sys.stderr, flush=True)
    ended = Ended()

    def row(number: int) -> Ended:
        own = Ended()
        with tempfile.TemporaryDirectory() as scratch:
            commands = Commands()
            try:
                write_documents(Path(scratch))
                bench = Bench(Path(scratch), commands)
                own.left_out += limits.left_out(Path(scratch) / "small") if name == "limits" else []
                share_of_it = count * (number + 1) // AT_ONCE - count * number // AT_ONCE
                for trial in trials(bench, share_of_it, random.Random(f"{name} {seed} {number}")):
                    own.add(trial)
            finally:
                commands.close()
        return own

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for own in pool.map(row, range(AT_ONCE)):
            ended.join(own)
    took = f"{time.monotonic() - begun:.0f} s, {len(ended.faults)} faults"
    print("\n\n".join([f"{what}: {took}", *ended.faults]), file=sys.stderr, flush=True)
    return ended


def table(found: dict[str, Ended]) -> Iterator[str]:
    yield "| what was done | times | " + " | ".join((*GOOD, *BAD)) + " |"
    yield "| --- " * (2 + len(GOOD) + len(BAD)) + "|"
    for name, ended in found.items():
        cells = (str(ended.outcomes[outcome]) for outcome in (*GOOD, *BAD))
        yield f"| {KINDS[name][2]} | {ended.outcomes.total()} | " + " | ".join(cells) + " |"
    for said in (said for ended in found.values() for said in ended.left_out):
        yield f"\nLeft out: {said}."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
