"""Writing files so that a reader never sees half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

UMASK = os.umask(0o022)
os.umask(UMASK)


def write_whole(path: Path, text: str) -> None:
    """Writes beside the place and renames: after a kill or on a full disk the old file stands as it was.
    Raises OSError naming the file."""
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
