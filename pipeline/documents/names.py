"""What documents are called: their paths below the folder, as text that can be stored and shown."""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def composed(name: str) -> str:
    """A document's name as the folder's: macOS gives "é" in two characters, a keyboard in one."""
    return unicodedata.normalize("NFC", name)


def shown_name(path: Path) -> str:
    """A path as text that every store, encoding and terminal accepts: bytes that are not UTF-8, and control characters,
    are written as \\x or \\u and their number; a letter and its accent are one character where there is one."""
    text = composed(os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace"))
    return _UNSHOWN.sub(
        lambda found: f"\\x{ord(found[0]):02x}" if ord(found[0]) < 256 else f"\\u{ord(found[0]):04x}", text
    )


def folder_of(name: str) -> str:
    """The first folder of a document's name; "generic" if it is in no folder."""
    folder, slash, _ = name.partition("/")
    return folder if slash else "generic"
