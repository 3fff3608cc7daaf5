"""Writes a generated dataset beside its place, and renames it when it is whole."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import yaml


def main(name: str, description: str, generate: Callable[[int, Path], Path]) -> int:
    """The program `python -m <name> --seed 7 --out DIR` of a dataset; the exit code."""
    parser = argparse.ArgumentParser(prog=name, description=description)
    parser.add_argument("--seed", type=int, default=7, help="another seed gives other facts and documents")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write; replaced if it is a dataset")
    arguments = parser.parse_args()
    try:
        folder = generate(arguments.seed, arguments.out)
    except OSError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    print(f"{len(list(folder.rglob('*.pdf')))} PDFs in {folder}")
    return 0


def replaced(out: Path, holds: Iterable[str], write: Callable[[Path], object]) -> Path:
    """Lets `write` fill the folder `out` and returns it; an `out` that stands is replaced as a whole.

    Raises FileExistsError where `out` holds something else than a dataset, which has every name of `holds`.
    """
    if out.exists() and any(out.iterdir()) and not all((out / name).exists() for name in holds):
        raise FileExistsError(f"{out} holds files that are no generated dataset: name another folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        beside.mkdir()
        write(beside)
        if out.exists():
            shutil.rmtree(out)
        beside.rename(out)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return out


def write_questions(folder: Path, records: list[dict[str, Any]], name: str = "questions.yaml") -> None:
    text = yaml.dump(records, sort_keys=False, allow_unicode=True, width=110)
    (folder / name).write_text(text, encoding="utf-8")
