"""Works on many items in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from threading import Event
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def side_by_side(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    threads: int,
    progress: Callable[[int], None] | None = None,
) -> list[Result]:
    """The results of `work` in the order of the items. `progress` is called with the number of finished items up to the
    first unfinished one. Raises the error of the first item that fails, after the running ones have ended; no further
    item is started."""
    results: list[Result] = []
    failed = Event()

    def unless_failed(item: Item) -> Result:
        if failed.is_set():
            raise CancelledError
        try:
            return work(item)
        except BaseException:
            failed.set()
            raise

    pool = ThreadPoolExecutor(max(1, threads))
    try:
        for result in pool.map(unless_failed, items):
            results.append(result)
            if progress:
                progress(len(results))
    finally:
        pool.shutdown(cancel_futures=True)
    return results
