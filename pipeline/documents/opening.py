"""Opens a document whose folder is not trusted: only a regular file, of a limited size, and without waiting."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ragatta.pipeline.machine.files import pieces

LARGEST = 2 << 30  # bytes of a document: more would be hashed for a long time, an endless file for ever


def document_digest(path: Path) -> str:
    """The SHA-256 of a document's bytes. Raises OSError for what is no regular file or has more than LARGEST bytes,
    also if it grows while it is read."""
    found = hashlib.sha256()
    for piece in pieces(path, LARGEST):
        found.update(piece)
    return found.hexdigest()
