"""Measures each stage of a command: wall and CPU seconds, and peak memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from ragatta.pipeline.machine.clock import running_time

_CLEAR = Path("/proc/self/clear_refs")
_STATUS = Path("/proc/self/status")
_RESET_PEAK = "5"  # proc(5): sets the high water mark of resident memory to what is resident now


@dataclass
class _Spent:
    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mb: float = 0.0


_Record = dict[str, _Spent]  # by name of the stage


class Measured:
    """The stages of a command by name, in the order of their first start. A stage may be entered again, and may contain
    others; it belongs to one thread.

    `cpu_s` covers all threads and the child processes that ended within the stage; `peak_mb` is the process's highest
    resident memory in MiB. Linux can reset the peak, so each stage has its own; on other systems it is the highest
    since the process began, as `peak_of` says.
    """

    def __init__(self) -> None:
        self._records: list[_Record] = [{}]  # the whole, then the parts that are open
        self._open: list[str] = []
        self._own_peaks = _forget_peak()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measures the block, also if it fails."""
        self._note_peak()
        for record in self._records:
            record.setdefault(name, _Spent())
        self._open.append(name)
        wall, cpu = running_time(), _cpu_seconds()
        try:
            yield
        finally:
            wall, cpu = running_time() - wall, _cpu_seconds() - cpu
            for record in self._records:
                record[name].wall_s += wall
                record[name].cpu_s += cpu
            self._note_peak()
            self._open.pop()

    @contextmanager
    def part(self) -> Iterator[Callable[[], list[dict[str, Any]]]]:
        """A part of the command, such as one run of a sweep: yields a function that returns the stages begun within
        it."""
        record: _Record = {}
        self._records.append(record)
        try:
            yield lambda: self._as_records(record)
        finally:
            self._records = [other for other in self._records if other is not record]

    def stages(self) -> list[dict[str, Any]]:
        """One record per stage: name, wall_s, cpu_s, peak_mb, and peak_of (stage or process)."""
        return self._as_records(self._records[0])

    def _as_records(self, record: _Record) -> list[dict[str, Any]]:
        return [
            {
                "name": name,
                "wall_s": round(spent.wall_s, 3),
                "cpu_s": round(spent.cpu_s, 3),
                "peak_mb": round(spent.peak_mb, 1),
                "peak_of": "stage" if self._own_peaks else "process",
            }
            for name, spent in record.items()
        ]

    def _note_peak(self) -> None:
        """Adds the peak since the last call to every open stage, and resets it."""
        peak = _peak_mib()
        for record in self._records:
            for name in self._open:
                if name in record:
                    record[name].peak_mb = max(record[name].peak_mb, peak)
        self._own_peaks = _forget_peak() and self._own_peaks


def _cpu_seconds() -> float:
    times = os.times()
    return process_time() + times.children_user + times.children_system


def _peak_mib() -> float:
    try:
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass  # no Linux: what getrusage knows
    import resource  # Windows has none

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _forget_peak() -> bool:
    """Resets the peak; whether the system can."""
    try:
        _CLEAR.write_text(_RESET_PEAK, encoding="ascii")
    except OSError:
        return False
    return True
