"""The files of a sweep's or run's folder, read whole and checked against its digests. Whatever is wrong with one is a
Fault that names it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from ragatta.experiments.faults import Fault
from ragatta.experiments.jsonl import parsed
from ragatta.experiments.paths import HOME
from ragatta.pipeline.machine.checksums import DIGESTS, Damaged, WithDigests, note
from ragatta.pipeline.machine.input_limits import plain_yaml

AGAIN = "run the sweep again"


def open_files(folder: Path) -> WithDigests:
    try:
        return WithDigests(folder)
    except Damaged as damage:
        raise Fault(f"{relative_path(folder / DIGESTS)}: {damage}; {AGAIN}") from damage


def say_unchecked(*folders: Path) -> None:
    if without := [folder for folder in folders if not (folder / DIGESTS).exists()]:
        note(
            f"{relative_path(without[0])} has no {DIGESTS} (a stopped or older command wrote it): its files are not "
            "checked"
        )


def read_json(files: WithDigests, name: str) -> dict[str, Any]:
    try:
        return _mapping(files, name, parsed(_bytes(files, name)))
    except ValueError as fault:
        raise Fault(f"{relative_path(files.folder / name)}: not valid JSON ({fault}); {AGAIN}") from fault


def read_yaml(files: WithDigests, name: str) -> dict[str, Any]:
    text = read_text(files, name)
    try:
        plain_yaml(text)
        return _mapping(files, name, yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except (yaml.YAMLError, ValueError) as fault:  # ValueError: also a date that there is not
        raise Fault(
            f"{relative_path(files.folder / name)}: not valid YAML ({' '.join(str(fault).split())}); {AGAIN}"
        ) from fault


def _mapping(files: WithDigests, name: str, found: Any) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise Fault(f"{relative_path(files.folder / name)}: holds {type(found).__name__} instead of keys; {AGAIN}")
    return found


def read_lines(files: WithDigests, name: str) -> Iterable[dict[str, Any]]:
    for number, line in enumerate(_bytes(files, name).splitlines(), 1):  # bytes: no break but those of lines
        try:
            yield parsed(line)
        except ValueError as fault:
            raise Fault(f"{relative_path(files.folder / name)}:{number}: not valid JSON ({fault}); {AGAIN}") from fault


def read_text(files: WithDigests, name: str) -> str:
    try:
        return _bytes(files, name).decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Fault(f"{relative_path(files.folder / name)}: not valid UTF-8 ({fault}); {AGAIN}") from fault


def _bytes(files: WithDigests, name: str) -> bytes:
    try:
        return files.read(name)
    except OSError as fault:
        raise Fault(f"{relative_path(files.folder / name)} cannot be read ({fault.strerror}); {AGAIN}") from fault
    except Damaged as damage:
        raise Fault(f"{relative_path(files.folder / name)}: {damage}; {AGAIN}") from damage


def typed(path: Path) -> str:
    """As a command names it that is typed here: relative to the folder where one is, quoted for a shell."""
    here = Path.cwd()
    return shlex.quote(str(path.relative_to(here) if path.is_relative_to(here) else path))


def relative_path(path: Path) -> str:
    return str(path.relative_to(HOME)) if path.is_relative_to(HOME) else str(path)
