"""The PDFs below a folder, by name."""

from __future__ import annotations

import os
import re
from pathlib import Path

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def pdf_files(folder: Path) -> dict[str, Path]:
    """Every *.pdf (in upper or lower case) below `folder`, by name: its relative path with "/". Includes broken links.
    A folder named *.pdf is searched like any other; links to folders are not followed.

    Raises FileNotFoundError if there is none, ValueError if two have the same name.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: no such folder; put the PDFs there or name the folder that holds them")
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() == ".pdf" and (path.is_file() or (path.is_symlink() and not path.exists())):
            name = shown_name(path.relative_to(folder))
            if name in found:
                raise ValueError(f"{folder}: two of its PDFs would be named {name}; rename one")
            found[name] = path
    if not found:
        raise FileNotFoundError(f"{folder}: no PDFs (*.pdf) in this folder or below; put some there or name another")
    return dict(sorted(found.items()))


def shown_name(path: Path) -> str:
    """A path as text that every store, encoding and terminal accepts: bytes that are not UTF-8, and control characters,
    are written as \\x or \\u and their number."""
    text = os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")
    return _UNSHOWN.sub(
        lambda found: f"\\x{ord(found[0]):02x}" if ord(found[0]) < 256 else f"\\u{ord(found[0]):04x}", text
    )


def folder_of(name: str) -> str:
    """The first folder of a document's name; "generic" if it is in no folder."""
    folder, slash, _ = name.partition("/")
    return folder if slash else "generic"
