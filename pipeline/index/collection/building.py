"""Directories that are whole or not there: built beside their place, renamed when complete, one builder at
a time.

A killed build is never mistaken for a finished one, and its lock goes with its process.
"""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ragatta.pipeline.machine import locks
from ragatta.pipeline.machine.files import fullest, remove_folder
from ragatta.pipeline.types import Progress

LEAST_FREE = 16 << 20  # bytes; with less than this a failed build is the disk's fault


@contextmanager
def building(root: Path, name: str) -> Iterator[Path]:
    """A temporary directory that replaces `root / name` if the block succeeds, and is deleted otherwise."""
    place = root / f".{name}.building"
    remove_folder(place)  # what a killed build has left
    try:
        place.mkdir()
        yield place
        remove_folder(root / name)
        place.rename(root / name)
    except BaseException as error:
        shutil.rmtree(place, ignore_errors=True)
        full, free = fullest(root)
        # Chroma says many things when its disk is full, and hardly ever that.
        if _disk_full(error) or (isinstance(error, Exception) and free < LEAST_FREE):
            message = f"no space left to build {name} ({free // 2**20} MB free)"
            raise OSError(errno.ENOSPC, message, str(full)) from error
        raise


def _disk_full(error: BaseException) -> bool:
    return getattr(error, "errno", None) == errno.ENOSPC or "disk is full" in str(error)


@contextmanager
def locked(root: Path, name: str, progress: Progress | None = None) -> Iterator[None]:
    """Alone with one name below `root`; however the process ends."""

    def waiting() -> None:
        if progress:
            progress(f"waiting for another process that builds {name}", 0, 1)

    with locks.locked(root / f".{name}.lease", waiting):
        yield
