"""The source files of extensions that may decide an answer or a score."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ragatta.pipeline.machine.installation import ROOT
from ragatta.pipeline.plugins.registry import EXTENSIONS, ROOMS, rooms

NO_TECHNIQUES = {"commands"}  # of the kinds
SETTINGS = {"pipeline_settings", "scoring_settings"}  # by which an extension brings a kind of its own
TESTS = "tests"  # the folder of an extension's


@cache
def answering_files() -> tuple[Path, ...]:
    """The files of all extensions with a technique, a backend, a scorer or settings, sorted."""
    found = {room.parent for kind in ({*ROOMS} - NO_TECHNIQUES) | SETTINGS for room in rooms(kind)}
    extensions = (folder for folder in found if folder.parent == ROOT / EXTENSIONS)
    files = (path for folder in extensions for path in folder.rglob("*.py"))
    return tuple(sorted(path for path in files if TESTS not in path.relative_to(ROOT).parts))
