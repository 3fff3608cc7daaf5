"""Worker processes for untrusted documents, limited in time and memory, and replaced when they fail.

A job is a JSON object; its reply is a stream of JSON objects, such as one per page, so that everything before a failure
is kept. A module serves jobs by calling `serve` (pipeline/documents/worker_process.py) in its `__main__`;
`Worker(module)` runs it.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, replace
from queue import SimpleQueue
from typing import Any, TypeVar

from ragatta.pipeline.documents.child_environment import child_environment
from ragatta.pipeline.documents.worker_process import GROWN, MAXRSS, Allowance
from ragatta.pipeline.plugins.registry import python_path

Job = TypeVar("Job")
Made = TypeVar("Made")

STALLED = 6  # times its processor time may a step take by the clock: a loaded machine is slow, a stuck disk hangs


class BrokenOff(Exception):
    """A job without end. The message is the reason shown to the user; `allowance` is what is left for the rest of the
    job."""

    def __init__(self, reason: str, allowance: Allowance) -> None:
        super().__init__(reason)
        self.allowance = allowance


class TimedOut(BrokenOff):
    """A step, or the job, took longer than it may."""


class OutOfMemory(BrokenOff):
    """The process needed more memory than allowed."""


class Crashed(BrokenOff):
    """The process died, or was stopped."""


class Worker:
    """A process that serves one job after the other; it is replaced if it dies or grows too large.

    `megabytes` limits its address space (RLIMIT_AS). Its environment is `child_environment`
    with the further `variables`, which a parser or OCR engine declares: what it reads may quote all it knows. One
    thread uses it; another may stop it at any time. Raises OSError where there are no such limits."""

    def __init__(self, module: str, arguments: Sequence[str], megabytes: int, variables: Sequence[str] = ()) -> None:
        if not hasattr(os, "killpg"):
            raise OSError("documents are read within limits that Windows has not: use WSL (docs/installed.md)")
        self._command = [sys.executable, "-P", "-m", module, *arguments]
        self._megabytes, self._variables = megabytes, tuple(variables)
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False
        self._changing = threading.RLock()  # held where a process is started or ended

    def ask(self, job: Mapping[str, Any], allowance: Allowance) -> Iterator[dict[str, Any]]:
        """Yields the replies as they come. Raises TimedOut, OutOfMemory or Crashed if the next one does not come."""
        process = self._running(allowance)
        order = {"job": job, "allowance": asdict(allowance), "megabytes": self._megabytes}
        line = json.dumps(order) + "\n"
        while True:
            begun = time.monotonic()
            report = self._next(process, line, allowance.step * STALLED)
            if report is None:
                raise self._failed(process, allowance, time.monotonic() - begun)
            allowance = Allowance(**report["allowance"])
            if "end" in report:
                break
            yield report["reply"]
            line = ""
        if report["last"]:
            self._end(process)
        if report["end"] == "time":
            raise TimedOut(f"took longer than {allowance.seconds:g} s", allowance)
        if report["end"] == "memory":
            raise self._out_of_memory(allowance)

    def stop(self) -> None:
        """Ends the process for good; a thread that uses it gets Crashed."""
        with self._changing:
            self._stopped = True
            if self._process is not None:
                self._end(self._process)

    def _running(self, allowance: Allowance) -> subprocess.Popen[str]:
        with self._changing:
            if self._stopped:
                raise Crashed("stopped", allowance)
            self._process = self._process or self._start()
            return self._process

    def _next(self, process: subprocess.Popen[str], line: str, seconds: float) -> dict[str, Any] | None:
        """The next message; None if the process is dead, or was killed after `seconds` of wall time."""
        assert process.stdin is not None
        assert process.stdout is not None
        overdue = threading.Timer(seconds, self._kill, (process,))
        overdue.daemon = True  # or the end of this process would wait for it
        overdue.start()
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer = process.stdout.readline()
        except (OSError, ValueError):  # the process is dead, or `stop` has closed its pipes meanwhile
            answer = ""
        finally:
            overdue.cancel()
        found: dict[str, Any] | None = json.loads(answer) if answer.endswith("\n") else None
        return found

    def _failed(self, process: subprocess.Popen[str], allowance: Allowance, took: float) -> BrokenOff:
        most_bytes = self._end(process)
        if self._stopped:
            return Crashed("stopped", allowance)
        code, step = process.returncode, allowance.step
        late = code == -signal.SIGPROF or took >= step * STALLED
        rest = replace(allowance, spent=allowance.spent + (step if late else min(took, step)))
        if late:
            return TimedOut(f"took longer than {allowance.seconds if rest.left <= 0 else step:g} s", rest)
        if code == -signal.SIGABRT and most_bytes > (self._megabytes << 20) // GROWN:
            return self._out_of_memory(rest)  # what C libraries do without memory
        died = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return Crashed(f"crashed ({died})", rest)

    def _out_of_memory(self, allowance: Allowance) -> OutOfMemory:
        return OutOfMemory(f"needs more than {self._megabytes} MB of memory", allowance)

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command,
            env={**child_environment(self._variables), "PYTHONPATH": python_path()},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,  # a group of its own, so that what it has started ends with it
        )

    def _end(self, process: subprocess.Popen[str]) -> int:
        """Kills the process and waits for it. Returns its peak memory in bytes, 0 if another thread ended it before."""
        with self._changing:
            self._process = None
            if process.returncode is not None:
                return 0
            self._kill(process)
            most_bytes = 0
            try:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode, most_bytes = os.waitstatus_to_exitcode(status), usage.ru_maxrss * MAXRSS
            except ChildProcessError:
                process.wait()  # it was waited for meanwhile
            for pipe in filter(None, (process.stdin, process.stdout)):
                with contextlib.suppress(OSError):  # a job half written to the dead
                    pipe.close()
            return most_bytes

    def _kill(self, process: subprocess.Popen[str]) -> None:
        """Kills the process with all its children."""
        with self._changing, contextlib.suppress(ProcessLookupError):
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)


def in_workers(
    jobs: Sequence[Job], start: Callable[[], Worker], do: Callable[[Worker, Job], Made], most: int = sys.maxsize
) -> Iterator[tuple[Job, Made]]:
    """Runs `do` on each job with a free worker, started in the given order; yields the results as they are finished.
    There is one worker per core, but no more than `most`. An error in `do` ends all of them."""
    if not jobs:
        return
    workers = [start() for _ in range(min(os.cpu_count() or 1, len(jobs), most))]
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
