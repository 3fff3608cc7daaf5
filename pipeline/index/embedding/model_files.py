"""Model folders that are published atomically and verified before use.

`manifest.json` has `files`, the SHA-256 of every other file, and further records of the maker.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.plugins.identity import file_digest

MANIFEST = "manifest.json"


@contextmanager
def publish(target: Path) -> Iterator[Path]:
    """A temporary folder that replaces `target` if the block succeeds, and is removed otherwise. Two processes may
    publish the same content at once."""
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    building = scratch / "new"
    building.mkdir()
    try:
        yield building
        with suppress(FileNotFoundError):
            os.rename(target, scratch / "old")
        try:
            os.rename(building, target)
        except OSError:
            if not target.is_dir():  # else another process was first, with the same content
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def sealed(folder: Path, record: Mapping[str, Any]) -> None:
    """Write the folder's manifest: The manifest: `record` and the SHA-256 of each file in the folder."""
    files = {path.name: file_digest(path) for path in sorted(folder.iterdir()) if path.name != MANIFEST}
    text = json.dumps({**record, "files": files}, indent=2, sort_keys=True)
    write_whole(folder / MANIFEST, text + "\n")


def manifest_digests(folder: Path) -> dict[str, str]:
    """File name → SHA-256 as the folder's manifest says."""
    path = folder / MANIFEST
    try:
        files: dict[str, str] = json.loads(path.read_text())["files"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is not a model manifest; delete {folder}: the next command makes it again") from error
    return files


def verified(folder: Path, expected: Mapping[str, str]) -> None:
    """Raise ValueError naming the first file with another SHA-256, FileNotFoundError if it is missing."""
    for name, sha256 in expected.items():
        path = folder / name
        if not path.is_file():
            raise FileNotFoundError(f"{path} is missing; delete {folder}: the next command makes it again")
        found = file_digest(path)
        if found != sha256:
            raise ValueError(
                f"{path} has SHA-256 {found} instead of {sha256}: it is broken or another file; "
                f"delete {folder}: the next command makes it again"
            )
