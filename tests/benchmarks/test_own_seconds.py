"""What is measured of a sweep stands where the benchmark looks for it."""

from __future__ import annotations

from benchmarks.own_seconds import Clock, counted


def test_what_is_measured_is_there() -> None:
    assert [name for place, name, _ in counted(Clock()) if not callable(getattr(place, name, None))] == []
