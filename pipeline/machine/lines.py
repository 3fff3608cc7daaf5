"""Files to which whole lines are added, by several processes at once."""

from __future__ import annotations

import os
from pathlib import Path

from ragatta.pipeline.machine.locks import lease_of, locked


def append_lines(path: Path, lines: str) -> None:
    """Adds lines, each with its end, which are on the disk when this returns. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(lease_of(path)), path.open("ab+") as stream:
        stream.seek(max(stream.tell() - 1, 0))
        cut = stream.read(1) not in (b"", b"\n")  # the last line has no end: somebody's editor, or a full disk
        stream.write(f"{chr(10) * cut}{lines}".encode())
        stream.flush()
        os.fsync(stream.fileno())


def on_disk(path: Path) -> None:
    """Returns when the file, and its name in its folder, are on the disk. Raises OSError."""
    places = [(path, os.O_RDWR)]
    if of_folders := getattr(os, "O_DIRECTORY", 0):  # Windows has none, and opens no folder
        places.append((path.parent, os.O_RDONLY | of_folders))
    for place, flags in places:
        handle = os.open(place, flags)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
