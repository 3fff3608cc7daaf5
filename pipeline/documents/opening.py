"""Opens a document whose folder is not trusted: only a regular file, of a limited size, and without waiting."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path

LARGEST = 2 << 30  # bytes of a document: more would be hashed for a long time, an endless file for ever
_PIECE = 1 << 20
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # a pipe without a writer is opened at once, and refused


def document_digest(path: Path) -> str:
    """The SHA-256 of a document's bytes. Raises OSError for what is no regular file or has more than LARGEST bytes,
    also if it grows while it is read."""
    handle = os.open(path, os.O_RDONLY | _NO_WAIT | getattr(os, "O_BINARY", 0))
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        found, left = hashlib.sha256(), LARGEST - status.st_size
        left = LARGEST if left >= 0 else left
        while left >= 0 and (piece := os.read(handle, _PIECE)):
            found.update(piece)
            left -= len(piece)
        if left < 0:
            raise OSError(errno.EFBIG, f"larger than {LARGEST >> 20:,} MiB", str(path))
        return found.hexdigest()
    finally:
        os.close(handle)
