"""Writes files atomically, so that a reader never sees half of one, and reads settings files up to a size limit."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path

UMASK = os.umask(0o022)
os.umask(UMASK)

LARGEST = 1 << 20  # bytes of a file of settings: reading YAML takes long


def write_whole(path: Path, text: str) -> None:
    """Writes atomically: after a kill or on a full disk the old file is unchanged. Raises OSError naming the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(name, 0o666 & ~UMASK)  # mkstemp keeps others out, but results are for reading
        os.replace(name, path)
    except OSError as fault:
        Path(name).unlink(missing_ok=True)
        raise OSError(fault.errno, f"could not write {path}: {fault.strerror}") from fault


def fullest(folder: Path) -> tuple[Path, int]:
    """Where room is scarcest, with the bytes that are free: that folder, or the one for temporary files, which SQLite
    and other libraries write to."""
    places = [folder, Path(os.environ.get("TMPDIR") or tempfile.gettempdir())]
    free = [(place, shutil.disk_usage(place).free) for place in places if place.is_dir()]
    return min(free, key=lambda found: found[1])


def read_small(path: Path) -> str:
    """The text of a settings file, of at most LARGEST bytes. Raises OSError naming the file, and UnicodeDecodeError."""
    if not path.is_file() and path.exists():
        raise OSError(errno.EINVAL, "not a file", str(path))  # a device has no end
    with path.open("rb") as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, f"larger than {LARGEST >> 20} MiB", str(path))
    return data.decode("utf-8")
