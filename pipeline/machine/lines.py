"""Files to which whole lines are added, by several processes at once."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from ragatta.pipeline.machine.checksums import note
from ragatta.pipeline.machine.files import MODE, unwritten, write_all
from ragatta.pipeline.machine.locks import lease_of, locked

CUT = ".cut"  # ending of the file that takes halves of lines


def append_lines(path: Path, lines: str) -> None:
    """Adds lines, each with its end, which are on the disk when this returns; where it fails, the file is as it was.
    Raises OSError naming the file."""
    path = path.resolve()  # a link stays one
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(lease_of(path)):
            data = path.read_bytes() if path.exists() else b""
            if half := half_line(data):
                data = _set_aside(path, data, half)
            unended = data[-1:] not in (b"", b"\n")  # somebody's editor
            append(path, f"{chr(10) * unended}{lines}".encode(), lasting=True)
    except OSError as fault:
        if fault.filename is None:  # it says so
            raise
        raise unwritten(path, fault) from fault


def append(path: Path, data: bytes, *, lasting: bool = False) -> None:
    """Adds the bytes, all or, where it raises OSError, none; a `lasting` write is on the disk when this returns. For
    the only one who writes."""
    is_new = not path.exists()
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), MODE)
        try:
            end = os.fstat(handle).st_size
            try:
                write_all(handle, data)
                if lasting:
                    os.fsync(handle)
            except BaseException:
                if os.fstat(handle).st_size > end:
                    os.ftruncate(handle, end)  # or the next line would be appended to half of this one
                if is_new:
                    path.unlink(missing_ok=True)
                raise
        finally:
            os.close(handle)
    except OSError as fault:
        raise unwritten(path, fault) from fault


def half_line(data: bytes) -> bytes:
    """What a kill, or an earlier version on a full disk, left of a last line of JSON; empty if that is whole."""
    last = data[data.rfind(b"\n") + 1 :]
    with suppress(ValueError, RecursionError):
        json.loads(last)
        return b""
    return last if last.startswith(b"{") else b""


def whole_lines(path: Path, data: bytes) -> bytes:
    """`data`, read from a file of JSON lines, without half a line at its end, which goes into a file beside it, with a
    Note. On a full disk, or where the user must not write, it stays where it is."""
    if not (half := half_line(data)):
        return data
    try:
        with locked(lease_of(path)):
            now = path.read_bytes()
            if found := half_line(now):  # else it was not cut: another process was writing it
                _set_aside(path, now, found)
    except OSError as fault:
        note(f"{path}: the last line was cut short and is left out ({fault.strerror or fault})")
    return data[: -len(half)]


def _set_aside(path: Path, data: bytes, half: bytes) -> bytes:
    """The file's bytes without the half line at their end."""
    aside = path.with_name(path.name + CUT)
    append(aside, half + b"\n", lasting=True)
    os.truncate(path, len(data) - len(half))
    note(f"{path}: the last line was cut short and is set aside in {aside.name}")
    return data[: -len(half)]


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
