"""Work on documents that nobody vouches for, in processes of their own: several at once, each bounded in time and
memory, killed and replaced when one fails.

A job is a JSON object; its answer is a stream of JSON objects, such as one for each page, so that what came before a
failure is kept. A module serves jobs by calling `serve` in its `__main__`; `Worker(module)` runs it.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

Job = TypeVar("Job")
Made = TypeVar("Made")
Answer = Callable[[dict[str, Any]], Iterator[Mapping[str, Any]]]

JOBS = 200  # that one process serves: a leak of a C library ends with it
GROWN = 4  # a process that holds 1/GROWN of its memory after a job is replaced
STALLED = 6  # times its processor time may a step take by the clock: a loaded machine is slow, a stuck disk hangs
MAXRSS = 1 if sys.platform == "darwin" else 1024  # bytes of the kernel's unit for the most memory held
LEAST = 0.05  # seconds that any step is given


@dataclass(frozen=True)
class Allowance:
    """The processor time of one job. A step, which is the way to the next reply, may take a quarter of `seconds`; all
    of them together `seconds`, and a fortieth of it more for each reply that was given, so that a long document that
    makes progress is read to its end, and one that makes none ends in time whatever else the machine does."""

    seconds: float
    spent: float = 0.0
    replies: int = 0

    @property
    def left(self) -> float:
        return self.seconds * (1 + self.replies / 40) - self.spent

    @property
    def step(self) -> float:
        """The most that the next step may take, above 0."""
        return max(LEAST, min(self.seconds / 4, self.left))


class BrokenOff(Exception):
    """A job without end. The message is the reason that a person reads; `allowance` is what is left for the rest."""

    def __init__(self, reason: str, allowance: Allowance) -> None:
        super().__init__(reason)
        self.allowance = allowance


class TimedOut(BrokenOff):
    """A step, or the job, took longer than it may."""


class OutOfMemory(BrokenOff):
    """It asked for more memory than it may have."""


class Crashed(BrokenOff):
    """The process died."""


class Worker:
    """A process that serves one job after the other; a new one is started where the last has died or grown.

    `megabytes` bounds its address space (RLIMIT_AS), and with it what it can hold."""

    def __init__(self, module: str, arguments: Sequence[str], megabytes: int) -> None:
        self._command = [sys.executable, "-m", module, *arguments]
        self._megabytes = megabytes
        self._process: subprocess.Popen[str] | None = None

    def ask(self, job: Mapping[str, Any], allowance: Allowance) -> Iterator[dict[str, Any]]:
        """The replies, as they come. Raises TimedOut, OutOfMemory or Crashed where there is no further one."""
        process = self._process = self._process or self._start()
        order = {"job": job, "allowance": asdict(allowance), "megabytes": self._megabytes}
        line = json.dumps(order) + "\n"
        while True:
            begun = time.monotonic()
            said = self._next(process, line, allowance.step * STALLED)
            if said is None:
                raise self._failed(process, allowance, time.monotonic() - begun)
            allowance = Allowance(**said["allowance"])
            if "end" in said:
                break
            yield said["reply"]
            line = ""
        if said["last"]:
            self.stop()
        if said["end"] == "time":
            raise TimedOut(f"took longer than {allowance.seconds:g} s", allowance)
        if said["end"] == "memory":
            raise self._out_of_memory(allowance)

    def _next(self, process: subprocess.Popen[str], line: str, seconds: float) -> dict[str, Any] | None:
        """The next message; None where the process is dead, or was killed after `seconds` by the clock."""
        assert process.stdin is not None
        assert process.stdout is not None
        overdue = threading.Timer(seconds, _kill, (process,))
        overdue.daemon = True  # or the end of this process would wait for it
        overdue.start()
        try:
            process.stdin.write(line)
            process.stdin.flush()
            said = process.stdout.readline()
        except (OSError, ValueError):  # the process is dead, or `stop` has closed its pipes meanwhile
            said = ""
        finally:
            overdue.cancel()
        found: dict[str, Any] | None = json.loads(said) if said.endswith("\n") else None
        return found

    def _failed(self, process: subprocess.Popen[str], allowance: Allowance, took: float) -> BrokenOff:
        held, code, step = self.stop(), process.returncode, allowance.step
        late = code == -signal.SIGPROF or took >= step * STALLED
        rest = replace(allowance, spent=allowance.spent + (step if late else min(took, step)))
        if late:
            return TimedOut(f"took longer than {allowance.seconds if rest.left <= 0 else step:g} s", rest)
        if code == -signal.SIGABRT and held > (self._megabytes << 20) // GROWN:
            return self._out_of_memory(rest)  # what C libraries do without memory
        died = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return Crashed(f"crashed ({died})", rest)

    def _out_of_memory(self, allowance: Allowance) -> OutOfMemory:
        return OutOfMemory(f"needs more than {self._megabytes} MB of memory", allowance)

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command,
            cwd=Path(__file__).parent.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,  # a group of its own, so that what it has started ends with it
        )

    def stop(self) -> int:
        """Ends the process; the most bytes of memory that it has held, 0 where that is not known."""
        process, self._process = self._process, None  # the thread that reads may stop it at the same time
        if process is None:
            return 0
        _kill(process)
        held = 0
        try:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode, held = os.waitstatus_to_exitcode(status), usage.ru_maxrss * MAXRSS
        except ChildProcessError:
            process.wait()  # it was waited for meanwhile
        for pipe in filter(None, (process.stdin, process.stdout)):
            with contextlib.suppress(OSError):  # a job half written to the dead
                pipe.close()
        return held


def _kill(process: subprocess.Popen[str]) -> None:
    """With all that it has started."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def in_workers(
    jobs: Sequence[Job], start: Callable[[], Worker], do: Callable[[Worker, Job], Made]
) -> Iterator[tuple[Job, Made]]:
    """What `do` makes of each job with a worker that is free, as they are finished; begun in the order given. There
    are as many workers as cores. An error of `do` ends all."""
    if not jobs:
        return
    workers = [start() for _ in range(min(os.cpu_count() or 1, len(jobs)))]
    idle: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def one(job: Job) -> tuple[Job, Made]:
        worker = idle.get()
        try:
            return job, do(worker, job)
        finally:
            idle.put(worker)

    pool = ThreadPoolExecutor(len(workers))
    try:
        for finished in as_completed([pool.submit(one, job) for job in jobs]):
            yield finished.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.stop()


def serve(answer: Answer) -> None:
    """Answers jobs from standard input until it ends. Nothing but replies may reach standard output."""
    replies, sys.stdout = sys.stdout, sys.stderr
    for served, line in enumerate(sys.stdin, 1):
        order = json.loads(line)
        _bound_memory(order["megabytes"])
        last = served == JOBS
        try:
            for said in _answered(answer(order["job"]), Allowance(**order["allowance"])):
                if "end" in said:
                    last = last or said["end"] != "done" or _resident() > (order["megabytes"] << 20) // GROWN
                    said["last"] = last
                print(json.dumps(said), file=replies, flush=True)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if last:
            return


def _answered(answers: Iterator[Mapping[str, Any]], allowance: Allowance) -> Iterator[dict[str, Any]]:
    """Each reply with the allowance after it, and the end. The kernel ends the process within a step that takes longer
    than it may (SIGPROF), even deep in a C library."""
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
    most, hard = megabytes << 20, resource.getrlimit(resource.RLIMIT_AS)[1]
    # Some systems know the limit and refuse to set it; the time limit holds there still.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _resident() -> int:
    """Bytes that this process holds now; where the system does not say, the most that it has held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MAXRSS
