"""Reading PDFs in processes of their own: several at once, and a crash of the parser costs one document.

Each child (`python -m pipeline.parsers._reading <parser>`) takes one JSON job a line and gives one JSON reply
a line, so that it is always known which document a crash belongs to. Passwords go over the pipe, never on a
command line.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from pipeline import techniques
from pipeline.parsers._text import Unreadable

SECONDS = 900.0  # per document; the slowest real one seen (a 120-page filing, pypdf) takes about 20


@dataclass(frozen=True)
class Job:
    name: str
    path: Path
    password: str = ""


@dataclass(frozen=True)
class Reading:
    """A text a page, or the reason why there is none. A crash is transient: it may be the machine's fault."""

    texts: tuple[str, ...] = ()
    reason: str = ""
    transient: bool = False


def read_all(jobs: Sequence[Job], parser: str, seconds: float = SECONDS) -> Iterator[tuple[Job, Reading]]:
    """The readings as they are finished, the largest files first. `seconds` is the most that one may take."""
    processes = min(os.cpu_count() or 1, len(jobs))
    children = [_Child(parser, seconds) for _ in range(processes)]
    idle: SimpleQueue[_Child] = SimpleQueue()
    for child in children:
        idle.put(child)

    def read(job: Job) -> tuple[Job, Reading]:
        child = idle.get()
        try:
            return job, child.read(job)
        finally:
            idle.put(child)

    if not jobs:
        return
    pool = ThreadPoolExecutor(processes)
    try:
        by_size = sorted(jobs, key=lambda job: job.path.stat().st_size, reverse=True)
        for finished in as_completed([pool.submit(read, job) for job in by_size]):
            yield finished.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in children:
            child.stop()


class _Child:
    """A process that reads one PDF after the other; a new one is started where the last has died."""

    def __init__(self, parser: str, seconds: float) -> None:
        self._parser = parser
        self._seconds = seconds
        self._process: subprocess.Popen[str] | None = None

    def read(self, job: Job) -> Reading:
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        line = json.dumps({"path": str(job.path.resolve()), "password": job.password}) + "\n"
        overdue = threading.Timer(self._seconds, process.kill)
        overdue.daemon = True  # or the end of this process would wait for it
        overdue.start()
        try:
            process.stdin.write(line)
            process.stdin.flush()
            reply = process.stdout.readline()
        except (OSError, ValueError):  # the child is dead, or `stop` has closed its pipes meanwhile
            reply = ""
        finally:
            late = not overdue.is_alive()
            overdue.cancel()
        if reply.endswith("\n"):
            found = json.loads(reply)
            return Reading(tuple(found["texts"]), found["reason"])
        self.stop()
        if late:
            return Reading(reason=f"{self._parser} took longer than {self._seconds:g} s", transient=True)
        return Reading(reason=f"{self._parser} crashed on it (exit code {process.returncode})", transient=True)

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "pipeline.parsers._reading", self._parser],
            cwd=techniques.ROOT.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )

    def stop(self) -> None:
        process, self._process = self._process, None  # the thread that reads may stop it at the same time
        if process is not None:
            process.kill()
            process.wait()
            for pipe in filter(None, (process.stdin, process.stdout)):
                with contextlib.suppress(OSError):  # a job half written to the dead
                    pipe.close()


def _serve(parser: str) -> None:
    """Answer jobs from standard input until it ends. Nothing but replies may reach standard output."""
    replies, sys.stdout = sys.stdout, sys.stderr
    read = techniques.load("parsers", parser).read
    for line in sys.stdin:
        job = json.loads(line)
        try:
            reply = {"texts": read(Path(job["path"]), job["password"]), "reason": ""}
        except Unreadable as error:
            reply = {"texts": [], "reason": str(error)}
        print(json.dumps(reply), file=replies, flush=True)


if __name__ == "__main__":
    _serve(sys.argv[1])
