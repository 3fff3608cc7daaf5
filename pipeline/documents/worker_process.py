"""The process side of pipeline/documents/worker_pool.py: answers jobs from standard input, one per line, within the
limits of time and memory of each."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

Answer = Callable[[dict[str, Any]], Iterator[Mapping[str, Any]]]

JOBS = 200  # that one process serves: a leak of a C library ends with it
GROWN = 4  # a process that holds 1/GROWN of its memory after a job is replaced
MAXRSS = 1 if sys.platform == "darwin" else 1024  # bytes of the kernel's unit for the most memory held
LEAST = 0.05  # seconds that any step is given


@dataclass(frozen=True)
class Allowance:
    """The processor time of one job. A step, the work up to the next reply, may take a quarter of `seconds`. All steps
    together may take `seconds`, and a fortieth more for each reply, so that a long document that makes progress is
    finished, and one that makes none is stopped."""

    seconds: float
    spent: float = 0.0
    replies: int = 0

    @property
    def left(self) -> float:
        return self.seconds * (1 + self.replies / 40) - self.spent

    @property
    def step(self) -> float:
        """The time that the next step may take, above 0."""
        return max(LEAST, min(self.seconds / 4, self.left))


def serve(answer: Answer) -> None:
    """Answers jobs from standard input until it ends. Only replies may reach standard output."""
    replies, sys.stdout = sys.stdout, sys.stderr
    for served, line in enumerate(sys.stdin, 1):
        order = json.loads(line)
        _bound_memory(order["megabytes"])
        last = served == JOBS
        try:
            for report in _answered(answer(order["job"]), Allowance(**order["allowance"])):
                if "end" in report:
                    last = last or report["end"] != "done" or _resident() > (order["megabytes"] << 20) // GROWN
                    report["last"] = last
                print(json.dumps(report), file=replies, flush=True)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if last:
            return


def _answered(answers: Iterator[Mapping[str, Any]], allowance: Allowance) -> Iterator[dict[str, Any]]:
    """Yields each reply with the allowance left after it, then the end. The kernel ends the process (SIGPROF) if a step
    takes too long, even inside a C library."""
    end = "done"
    while True:
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, allowance.step)
        try:
            reply = next(answers, None)
        except MemoryError:
            reply, end = None, "memory"
        signal.setitimer(signal.ITIMER_PROF, 0)
        spent = allowance.spent + time.process_time() - begun
        allowance = replace(allowance, spent=spent, replies=allowance.replies + (reply is not None))
        if reply is None:
            break
        yield {"reply": reply, "allowance": asdict(allowance)}
        if allowance.left <= 0:
            end = "time"
            break
    yield {"end": end, "allowance": asdict(allowance)}


def _bound_memory(megabytes: int) -> None:
    import resource  # Windows has none

    most, hard = megabytes << 20, resource.getrlimit(resource.RLIMIT_AS)[1]
    # Some systems know the limit and refuse to set it; the time limit holds there still.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _resident() -> int:
    """Resident bytes of this process; its peak on systems that do not report the current value."""
    import resource

    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MAXRSS
