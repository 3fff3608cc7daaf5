"""The files of choices that come with Ragatta: those of conf/, and of the folders conf/ of extensions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ragatta.experiments.paths import CONF, ROOT
from ragatta.pipeline.plugins.registry import EXTENSIONS


@cache
def folders() -> tuple[Path, ...]:
    """The folders, that of the core first."""
    return (CONF, *sorted(path for path in (ROOT / EXTENSIONS).glob("*/conf") if path.is_dir()))


@cache
def files_of(group: str) -> Mapping[str, Path]:
    """The files of a group such as variation by the name of the choice; of two the core's counts."""
    return {file.stem: file for folder in reversed(folders()) for file in sorted((folder / group).glob("*.yaml"))}


@cache
def groups_of_files() -> tuple[str, ...]:
    """The groups at the top that have files, sorted."""
    found = {path.name for folder in folders() for path in folder.iterdir() if path.is_dir()}
    return tuple(sorted(name for name in found if files_of(name)))
