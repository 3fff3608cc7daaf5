from __future__ import annotations

import io
import os
import sys

import pytest

from experiments.tracking import process, store
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


@pytest.mark.parametrize("said", ["", '{"name": "half a swe', '{"name": "whole"}'])
def test_a_child_whose_sweep_was_killed_ends_in_silence(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.close(read)  # nobody is left to take the answer
    monkeypatch.setattr(store, "client", lambda: None)
    monkeypatch.setattr(store, "log_sweep", lambda **_: ["id"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    with open(write, "w", encoding="utf-8") as answer:
        monkeypatch.setattr(sys, "stdout", answer)
        process.main()
