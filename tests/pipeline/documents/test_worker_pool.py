"""Work in another process ends: with its replies, or with the reason why there are no more."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragatta.pipeline.documents.child_environment import LOCALE, VARIABLES
from ragatta.pipeline.documents.worker_pool import (
    BrokenOff,
    Crashed,
    OutOfMemory,
    TimedOut,
    Worker,
    in_workers,
)
from ragatta.pipeline.documents.worker_process import Allowance

Reply = dict[str, Any]

SERVING = """
import os, sys, time
from ragatta.pipeline.documents.worker_process import serve

def answer(job):
    yield {"process": os.getpid()}
    what = job["what"]
    if what == "hold":
        global held
        held = bytearray(job["megabytes"] << 20)
    elif what == "spin":
        while True:
            pass
    elif what == "count":
        for number in range(job["to"]):
            begun = time.process_time()
            while time.process_time() - begun < job["each"]:
                pass
            yield {"number": number}
    elif what == "sleep":
        import subprocess
        child = subprocess.Popen(["sleep", "60"])
        yield {"child": child.pid}
        time.sleep(60)
    elif what == "die":
        os._exit(7)
    elif what == "environment":
        yield dict(os.environ)
    elif what == "print":
        print("no reply")

serve(answer)
"""


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    (tmp_path / "serving_for_tests.py").write_text(SERVING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    made = Worker("serving_for_tests", (), 256)
    yield made
    made.stop()


def process_of(worker: Worker, **job: object) -> int:
    ((reply), *_) = worker.ask({"what": "nothing", **job}, Allowance(20))
    return int(reply["process"])


def test_one_process_serves_job_after_job_and_what_it_prints_is_no_reply(worker: Worker) -> None:
    assert process_of(worker) == process_of(worker, what="print") == process_of(worker)


def test_a_process_that_has_grown_is_replaced(worker: Worker) -> None:
    first = process_of(worker, what="hold", megabytes=90)
    assert process_of(worker) != first


def test_more_memory_than_allowed_is_said_and_costs_the_process(worker: Worker) -> None:
    first = process_of(worker)
    with pytest.raises(OutOfMemory, match="needs more than 256 MB of memory"):
        list(worker.ask({"what": "hold", "megabytes": 400}, Allowance(20)))
    assert process_of(worker) != first


def test_an_endless_step_is_ended_by_its_processor_time(worker: Worker) -> None:
    process_of(worker)
    replies: list[Reply] = []
    begun = time.monotonic()
    with pytest.raises(TimedOut, match=r"took longer than 0\.25 s") as fault:
        replies.extend(worker.ask({"what": "spin"}, Allowance(1)))
    assert len(replies) == 1
    assert fault.value.allowance.left == pytest.approx(0.775, abs=0.05)
    assert time.monotonic() - begun < 10
    assert process_of(worker)


def test_a_job_of_many_slow_steps_is_ended_and_keeps_its_replies(worker: Worker) -> None:
    process_of(worker)
    replies: list[Reply] = []
    with pytest.raises(TimedOut, match=r"took longer than 0\.4 s") as fault:
        replies.extend(worker.ask({"what": "count", "to": 100, "each": 0.04}, Allowance(0.4)))
    assert 5 < len(replies) < 20
    assert fault.value.allowance.left <= 0


def test_a_long_job_of_quick_steps_is_not(worker: Worker) -> None:
    assert len(list(worker.ask({"what": "count", "to": 200, "each": 0.005}, Allowance(0.8)))) == 201


def test_a_step_that_only_waits_is_ended_by_the_clock_and_with_it_what_it_started(worker: Worker) -> None:
    replies: list[Reply] = []
    with pytest.raises(TimedOut):
        replies.extend(worker.ask({"what": "sleep"}, Allowance(1.2)))
    child = replies[1]["child"]
    for _ in range(100):
        if not Path(f"/proc/{child}").exists() or "Z" in Path(f"/proc/{child}/stat").read_text().split()[2]:
            return
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child outlived its worker")


def test_a_crash_is_said_and_the_next_job_has_a_process(worker: Worker) -> None:
    with pytest.raises(Crashed, match=r"crashed \(exit code 7\)") as fault:
        list(worker.ask({"what": "die"}, Allowance(20)))
    assert fault.value.allowance.spent < 6
    assert process_of(worker)


def test_a_job_larger_than_a_pipe_holds_is_no_deadlock(worker: Worker) -> None:
    assert process_of(worker, padding="x" * 2_000_000)


def test_every_job_is_done_and_a_failure_is_the_callers_to_judge(worker: Worker) -> None:
    def do(mine: Worker, what: str) -> str:
        try:
            return str(len(list(mine.ask({"what": what}, Allowance(20)))))
        except BrokenOff as fault:
            return str(fault)

    found = dict(in_workers(["a", "die", "b"], lambda: Worker("serving_for_tests", (), 256), do))
    assert found == {"a": "1", "b": "1", "die": "crashed (exit code 7)"}
    assert not list(in_workers([], lambda: worker, do))


def test_a_stopped_worker_starts_no_process(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    process_of(worker)
    worker.stop()
    monkeypatch.setattr(worker, "_start", lambda: pytest.fail("a process was started"))
    for _ in range(2):
        with pytest.raises(Crashed, match="stopped"):
            list(worker.ask({"what": "nothing"}, Allowance(20)))
        worker.stop()


def test_windows_is_told_what_to_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    with pytest.raises(OSError, match="use WSL"):
        Worker("any", [], 100)


@pytest.mark.usefixtures("worker")
def test_an_error_of_one_job_ends_those_that_are_still_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that reads sees a failure that it can judge, and its next attempt finds the worker stopped."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    reading, ended = threading.Event(), threading.Event()
    seen: list[BrokenOff] = []

    def do(mine: Worker, what: str) -> None:
        if what == "fail":
            assert reading.wait(20)
            raise RuntimeError(what)
        for _ in range(2):
            try:
                for _ in mine.ask({"what": what}, Allowance(20)):
                    reading.set()
            except BrokenOff as fault:
                seen.append(fault)
        ended.set()

    with pytest.raises(RuntimeError, match="fail"):
        list(in_workers(["sleep", "fail"], lambda: Worker("serving_for_tests", (), 256), do))
    assert ended.wait(20)
    assert [(type(fault), str(fault)) for fault in seen] == [(Crashed, "stopped")] * 2


def test_a_worker_is_told_of_the_environment_only_what_it_needs(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "never handed on")
    monkeypatch.setenv("TESSDATA_PREFIX", "/models")
    monkeypatch.setenv("LC_TIME", "C.UTF-8")
    _, plain = worker.ask({"what": "environment"}, Allowance(10))
    declaring = Worker("serving_for_tests", (), 256, ("TESSDATA_PREFIX",))
    _, more = declaring.ask({"what": "environment"}, Allowance(10))
    declaring.stop()
    assert plain["LC_TIME"] == "C.UTF-8"
    assert str(tmp_path) in plain["PYTHONPATH"]
    assert more.keys() - plain.keys() == {"TESSDATA_PREFIX"}
    assert "SOME_API_KEY" not in more
    given = {name for name in plain if not name.startswith(LOCALE)}
    assert given <= {*VARIABLES, "PYTHONPATH", "ORT_DISABLE_TELEMETRY"}  # the last is set by the package itself
