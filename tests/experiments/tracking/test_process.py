from __future__ import annotations

from experiments.tracking.process import Tracker


def test_what_was_begun_is_ended_and_can_begin_again() -> None:
    tracker = Tracker()
    tracker.stop()  # nothing to end
    first = tracker.start()
    assert tracker.start() is first
    tracker.stop()
    assert first.poll() is not None
    second = tracker.start()
    assert second.poll() is None
    tracker.stop()
    assert second.poll() is not None
