"""Works on many items in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Event, Lock, Thread
from typing import TypeVar

from ragatta.pipeline.machine.clock import answering_time, owe, running_time

Item = TypeVar("Item")
Result = TypeVar("Result")


def side_by_side(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    threads: int,
    progress: Callable[[int], None] | None = None,
) -> list[Result]:
    """The results of `work` in the order of the items. `progress` is told how many are done, without a gap. Raises what
    the first item to fail raises; work that has begun ends first, and no more begins. Ctrl-C waits for nothing: the
    threads are daemons, as a model server may take minutes. Where the threads owe time (machine/clock.py), the caller
    then owes what all of this would have taken longer."""
    futures = [Future[Result]() for _ in items]
    waiting, taking, stopped = iter(enumerate(zip(items, futures, strict=True))), Lock(), Event()
    took, started_at = [0.0] * len(items), running_time()

    def go() -> None:
        while not stopped.is_set():
            with taking:
                taken = next(waiting, None)
            if taken is None:
                return
            number, (item, future) = taken
            begun = answering_time()
            try:
                result = work(item)
                took[number] = answering_time() - begun
                future.set_result(result)
            except BaseException as fault:  # noqa: BLE001 - raised where the future's result is asked for
                stopped.set()
                future.set_exception(fault)

    started = [Thread(target=go, name="side by side", daemon=True) for _ in range(min(max(1, threads), len(items)))]
    for thread in started:
        thread.start()
    results: list[Result] = []
    try:
        for future in futures:
            results.append(future.result())
            if progress:
                progress(len(results))
    except Exception:
        stopped.set()
        for thread in started:
            thread.join()
        raise
    finally:
        stopped.set()  # also on Ctrl-C
        owe(max(0.0, _beside_one_another(took, threads) - (running_time() - started_at)))
    return results


def _beside_one_another(seconds: Sequence[float], threads: int) -> float:
    """How long so many threads take that take the next where one is done."""
    ends = [0.0] * max(1, threads)
    for one in seconds:
        ends[ends.index(min(ends))] += one
    return max(ends)
