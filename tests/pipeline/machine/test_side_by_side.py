from __future__ import annotations

import threading
import time

import pytest

from ragatta.pipeline.machine.clock import answering_time, owe
from ragatta.pipeline.machine.side_by_side import side_by_side


def test_results_keep_the_order_of_the_items() -> None:
    done: list[int] = []

    def work(item: int) -> int:
        time.sleep(0.02 * (5 - item))
        return item * item

    assert side_by_side(work, range(5), 5, done.append) == [0, 1, 4, 9, 16]
    assert done == [1, 2, 3, 4, 5]


def test_at_most_so_many_at_once() -> None:
    running, most, lock = 0, 0, threading.Lock()

    def work(_: int) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.01)
        with lock:
            running -= 1

    side_by_side(work, range(12), 3)
    assert most == 3


def test_no_work_begins_after_a_failure() -> None:
    begun: list[int] = []

    def work(item: int) -> None:
        begun.append(item)
        if item == 1:
            raise ValueError("the second")

    with pytest.raises(ValueError, match="the second"):
        side_by_side(work, range(100), 1)
    assert begun == [0, 1]


def test_it_waits_for_nothing_when_it_is_interrupted() -> None:
    """A model server may take minutes."""
    held = threading.Event()

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        side_by_side(lambda item: item or held.wait(60), [1, 0], 2, interrupted)
    left = [thread for thread in threading.enumerate() if thread.name.startswith("side by side")]
    assert left
    assert all(thread.daemon for thread in left), "one that is not would keep the process"
    held.set()


def test_what_is_owed_beside_what_is_done_meanwhile_is_owed_once() -> None:
    def work(item: str) -> None:
        if item == "done":
            time.sleep(0.2)
        else:
            owe(0.2)

    begun = answering_time()
    side_by_side(work, ["done", "owed"], 2)
    assert 0.2 <= answering_time() - begun < 0.35
    begun = answering_time()
    side_by_side(work, ["owed", "done", "owed"], 1)
    assert answering_time() - begun >= 0.6
