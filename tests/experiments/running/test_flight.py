from __future__ import annotations

import threading
from time import sleep

import pytest

from ragatta.experiments.running.flight import Flight, in_flight


def test_every_task_is_worked_on_by_at_most_so_many_threads() -> None:
    together, seen = threading.Barrier(3, timeout=10), list[str]()

    def task() -> None:
        together.wait()  # ends only if three run at once
        seen.append(threading.current_thread().name)

    with in_flight(3) as flight:
        futures = [flight.add(task) for _ in range(9)]
        assert flight.wait(lambda: all(future.done() for future in futures), timeout=10)
    assert len(seen) == 9
    assert len(set(seen)) <= 3


def test_one_thread_has_room_only_when_all_is_done() -> None:
    go = threading.Event()
    with in_flight(1) as flight:
        assert flight.has_room()
        future = flight.add(lambda: go.wait(10) and None)
        assert not flight.has_room()
        go.set()
        assert flight.wait(future.done, timeout=10)
        assert flight.has_room()


def test_an_idle_thread_begins_what_is_added_and_ends_with_the_flight() -> None:
    threads = set[threading.Thread]()
    with in_flight(1) as flight:
        for _ in range(3):
            assert flight.wait(flight.add(lambda: threads.add(threading.current_thread())).done, timeout=10)
            sleep(0.05)  # the thread waits again
    (thread,) = threads
    thread.join(10)
    assert not thread.is_alive()


def test_several_threads_have_work_ahead() -> None:
    go = threading.Event()
    with in_flight(2) as flight:
        while flight.has_room():
            flight.add(lambda: go.wait(10) and None)
        assert flight.running + len(flight._waiting) == 6
        go.set()


def test_a_failure_cancels_what_has_not_begun_and_waits_for_what_runs() -> None:
    begun, go, ended = threading.Event(), threading.Event(), list[str]()

    def slow() -> None:
        begun.set()
        go.wait(10)
        ended.append("slow")

    def fail() -> None:
        begun.wait(10)
        raise ValueError("no model")

    flight = Flight(2)
    flight.add(slow)
    failed = flight.add(fail)
    waiting = flight.add(lambda: ended.append("never"))
    assert flight.wait(lambda: bool(flight.failure), timeout=10)
    assert str(flight.failure) == "no model"
    assert waiting.cancelled()
    assert flight.add(lambda: None).cancelled(), "nothing begins any more"
    threading.Timer(0.05, go.set).start()
    flight.stop()
    assert ended == ["slow"]
    with pytest.raises(ValueError, match="no model"):
        failed.result()


def test_what_others_wait_for_goes_first() -> None:
    go, ended = threading.Event(), list[str]()
    with in_flight(1) as flight:
        flight.add(lambda: go.wait(10) and None)
        futures = [
            flight.add(lambda name=name: ended.append(name), awaited)  # type: ignore[misc]
            for name, awaited in (("a", 0), ("b", 2), ("c", 1), ("d", 2))
        ]
        go.set()
        assert flight.wait(lambda: all(future.done() for future in futures), timeout=10)
    assert ended == ["b", "d", "c", "a"]
