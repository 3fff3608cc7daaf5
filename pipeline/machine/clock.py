"""The seconds in which this process ran. Those in which it was halted (Ctrl-Z, SIGSTOP, a paused container) are no
latency, but `time.perf_counter` counts them.

Nothing tells a process how long it was halted, so a thread reads the clocks a few times a second. A second without a
reading in which the process did not compute either was a halt. Shorter halts are not noticed.
"""

from __future__ import annotations

import os
import threading
import time

BEAT_S = 0.25  # between two readings
HALT_S = 1.0  # without one: a busy machine holds a thread up for less
COMPUTING = 0.1  # processor seconds a second, from which it ran: a long call of C code lets no other thread read


class _Clock:
    def __init__(self) -> None:
        self.halted = 0.0
        self._last: tuple[float, float] | None = None  # wall and processor seconds
        self._reading = threading.Lock()

    def read(self) -> tuple[float, float]:
        """Seconds that it ran, from any point in time, and that it was halted."""
        with self._reading:
            wall, cpu = time.perf_counter(), time.process_time()
            if self._last is None:
                threading.Thread(target=self._beat, name="clock", daemon=True).start()
            else:
                gap, computed = wall - self._last[0], cpu - self._last[1]
                if gap > HALT_S and computed < COMPUTING * gap:
                    self.halted += gap - BEAT_S
            self._last = wall, cpu
            return wall - self.halted, self.halted

    def _beat(self) -> None:
        never = threading.Event()  # its wait stands apart from time.sleep, which a program may replace
        while True:
            never.wait(BEAT_S)
            self.read()

    def restart(self) -> None:
        """In a forked process, which has no other thread."""
        self._last, self._reading = None, threading.Lock()


_clock = _Clock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_clock.restart)


def running_time() -> float:
    """Seconds in which this process ran; only differences mean anything. It never goes back."""
    return _clock.read()[0]


class _Owed(threading.local):
    seconds = 0.0


_owed = _Owed()


def owe(seconds: float) -> None:
    """Adds seconds that this thread did not spend, because what it would have made was kept, to its answering time."""
    _owed.seconds += seconds


def answering_time() -> float:
    """`running_time` with what this thread owes: what an answer takes whose parts are all made for it."""
    return running_time() + _owed.seconds


def halted_time() -> float:
    """Seconds for which this process has been halted since it first asked for either."""
    return _clock.read()[1]
