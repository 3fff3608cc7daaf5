"""Seconds in which a process is halted are not counted, and those in which it is busy or waits are."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ragatta.pipeline.machine import clock
from ragatta.pipeline.machine.clock import halted_time, running_time

TIMES = """
import sys, time
from ragatta.pipeline.machine.clock import halted_time, running_time
begun, wall = running_time(), time.perf_counter()
print("begun", flush=True)
sys.stdin.readline()
print(running_time() - begun, time.perf_counter() - wall, halted_time())
"""
HALTED_S = 6.0
ROOT = Path(__file__).resolve().parents[3]


def test_a_halt_is_not_counted() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", TIMES], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGSTOP)
    time.sleep(HALTED_S)
    process.send_signal(signal.SIGCONT)
    said, _ = process.communicate("\n", timeout=60)
    ran, wall, halted = map(float, said.split())
    assert wall >= HALTED_S
    assert halted >= HALTED_S - 2 * clock.BEAT_S
    assert ran == pytest.approx(wall - halted, abs=0.1)


def test_waiting_is_counted() -> None:
    begun, wall, halted = running_time(), time.perf_counter(), halted_time()
    time.sleep(1.5)
    ran, waited = running_time() - begun, time.perf_counter() - wall
    assert ran == pytest.approx(waited - (halted_time() - halted), abs=0.1)


def test_a_gap_is_a_halt_only_where_nothing_was_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"wall": 100.0, "cpu": 1.0}
    monkeypatch.setattr(clock.time, "perf_counter", lambda: now["wall"])
    monkeypatch.setattr(clock.time, "process_time", lambda: now["cpu"])
    own = clock._Clock()
    monkeypatch.setattr(own, "_beat", lambda: None)
    assert own.read() == (100.0, 0.0)
    now.update(wall=110.0, cpu=11.0)
    assert own.read() == (110.0, 0.0), "a long call of C code"
    now.update(wall=110.9)
    assert own.read() == (110.9, 0.0), "a busy machine"
    now.update(wall=200.9, cpu=11.1)
    assert own.read() == pytest.approx((110.9 + clock.BEAT_S, 90 - clock.BEAT_S))
    own.restart()
    now.update(wall=300.9)
    assert own.read()[1] == 90 - clock.BEAT_S, "a forked process has not waited since the last reading of its parent"
