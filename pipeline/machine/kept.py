"""What follows from Ragatta's own files alone is kept between processes, for as long as none of these files changes."""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from time import monotonic

from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.machine.installation import ROOT, own_cache

ROOMS = ("conf", "eval", "experiments", "extensions", "pipeline")  # whose files are looked at
SKIPPED = {"__pycache__", "tests"}
PLACE = own_cache() / "kept"
MARK = 32  # bytes of a file's checksum, before the others
MOST = 500  # things that are kept, before all are made anew


def kept(name: str, make: Callable[[], bytes]) -> bytes:
    """The bytes of that name, made where they are not kept. They must follow from the name and Ragatta's files."""
    held = read(name)
    if held is None:
        write(name, held := make())
    return held


def read(name: str) -> bytes | None:
    """What is kept by that name; None where it is damaged. That of another user is not read: it may hold code."""
    with suppress(OSError):
        if _is_current() and is_own(_folder()):
            held = _file(name).read_bytes()
            if sha256(held[MARK:]).digest() == held[:MARK]:
                return held[MARK:]
    return None


def write(name: str, made: bytes) -> None:
    """Keeps it, if this user may and there is room."""
    with suppress(OSError):
        if _is_current():
            _make_room(_folder())
            if is_own(_folder()):
                write_whole(_file(name), sha256(made).digest() + made)


def is_own(folder: Path) -> bool:
    """Whether it is a folder of this user's. Raises OSError where there is none."""
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()


def _is_current() -> bool:
    """Whether no file has changed since this process began, which may have loaded files as they were before."""
    return _stamp(int(monotonic())) == AT_START


def _folder() -> Path:
    return PLACE / f"{_ours()}-{AT_START}"


def _file(name: str) -> Path:
    return _folder() / sha256(name.encode()).hexdigest()


def _ours() -> str:
    """What the folders of this place and Python are called."""
    return f"{sys.implementation.cache_tag}-{sha256(str(ROOT).encode()).hexdigest()[:8]}"


def _make_room(folder: Path) -> None:
    """A new folder, for this user alone, takes the place of one that is full, and of those of former files."""
    if not folder.exists() or len(os.listdir(folder)) >= MOST:
        for former in PLACE.glob(f"{_ours()}-*"):
            rmtree(former, ignore_errors=True)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def stamp() -> str:
    """A hash of the sizes and times of Ragatta's files, and of the packages that are here."""
    return sha256(repr((sorted(_files()), _packages())).encode()).hexdigest()[:16]


def _files() -> Iterator[tuple[str, int, int, int]]:
    waiting = [str(ROOT / room) for room in ROOMS]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".yaml")):
                    about = entry.stat()  # the time of a change of the entry itself cannot be set back
                    yield entry.path, about.st_size, about.st_mtime_ns, about.st_ctime_ns
                elif entry.name not in SKIPPED and entry.is_dir():
                    waiting.append(entry.path)


def _packages() -> list[tuple[str, int]]:
    """The folders that packages are installed in, with the time at which one was last added or taken away."""
    places = (*site.getsitepackages(), site.getusersitepackages())
    return [(place, os.stat(place).st_mtime_ns) for place in places if os.path.isdir(place)]


@lru_cache(maxsize=1)
def _stamp(_second: int) -> str:
    """The stamp, looked at once a second."""
    return stamp()


AT_START = stamp()
