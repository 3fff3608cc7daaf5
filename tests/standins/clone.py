"""A copy of the repository's code, in which a test changes a file and runs commands."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("pipeline", "extensions", "eval", "experiments", "conf")
PACKAGE = ".package"


def copied(clone: Path, models: Path) -> Path:
    """The code, and no dataset, in that folder, with the models of another one."""
    for part in (*ROOMS, "ragatta", "hydra_plugins"):
        shutil.copytree(ROOT / part, clone / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "locks", clone / "locks")
    shutil.copy(ROOT / "pyproject.toml", clone)
    (clone / ".cache").mkdir()
    (clone / ".cache/models").symlink_to(models)
    lay_out(clone, clone / PACKAGE)
    return clone


def python_path(clone: Path) -> str:
    """PYTHONPATH of a command that runs the code of a copy."""
    return str(clone / PACKAGE)


def lay_out(clone: Path, folder: Path) -> None:
    """Links the code of a clone as an installation lays it out: `folder` can stand in PYTHONPATH."""
    package = folder / "ragatta"
    package.mkdir(parents=True)
    for source in (*(clone / room for room in ROOMS), *(clone / "ragatta").glob("*.py")):
        (package / source.name).symlink_to(os.path.relpath(source, package))
    (folder / "hydra_plugins").symlink_to(os.path.relpath(clone / "hydra_plugins", folder))
