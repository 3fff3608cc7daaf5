"""Counts the lines of the repository by room, of the working tree and of another revision beside it.

    python -m benchmarks.lines [REVISION]
    python -m benchmarks.lines main

Counts every line of the files that git tracks and of new ones that it does not ignore: Python in the rooms of code,
YAML too in conf/, Markdown in docs/. Printed as Markdown.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import tarfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import ROOT

PRODUCT = ("pipeline", "extensions", "eval", "experiments", "ragatta", "conf")
ROOMS = (*PRODUCT, "tests", "benchmarks", "docs")
SUFFIXES = {"conf": {".py", ".yaml"}, "docs": {".md"}}  # of the files that count; elsewhere Python
LISTED = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")


def main(argv: Sequence[str] | None = None) -> None:
    """Prints a row per room."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="benchmarks.lines"
    )
    parser.add_argument("revision", nargs="?", default="", help="a revision that git knows, such as main or v1.0")
    revision = parser.parse_args(argv).revision
    now = of_tree(ROOT)
    before = of_revision(ROOT, revision) if revision else None
    print(f"| room | {f'{revision} | ' if before else ''}working tree |")
    print(f"| --- |{' --- |' if before else ''} --- |")
    for name, rooms in (*((room, (room,)) for room in ROOMS), ("product", PRODUCT)):
        print(f"| {name} | {f'{_sum(before, rooms):,} | ' if before else ''}{_sum(now, rooms):,} |")


def of_tree(root: Path) -> Counter[str]:
    """Lines by room, as the files of the clone `root` are on disk."""
    paths = [root / name for name in counting(_git(root, *LISTED).decode().split("\0"))]
    return _by_room((path.relative_to(root), path.read_bytes()) for path in paths if path.is_file())


def of_revision(root: Path, revision: str) -> Counter[str]:
    """Lines by room, as they were committed in `revision`. Raises Fault if git does not know it."""
    with tarfile.open(fileobj=io.BytesIO(_git(root, "archive", "--format=tar", revision))) as files:
        contents = {name: files.extractfile(name) for name in counting(files.getnames())}
        return _by_room((PurePath(name), content.read()) for name, content in contents.items() if content)


def counting(names: Iterable[str]) -> list[str]:
    """Those of the files that count, without repetition."""
    return [name for name in dict.fromkeys(names) if _counts(PurePath(name))]


def _counts(path: PurePath) -> bool:
    room = path.parts[0] if path.parts else ""
    return room in ROOMS and path.suffix in SUFFIXES.get(room, {".py"})


def _by_room(files: Iterable[tuple[PurePath, bytes]]) -> Counter[str]:
    lines: Counter[str] = Counter()
    for path, content in files:
        lines[path.parts[0]] += len(content.splitlines())
    return lines


def _sum(lines: Counter[str], rooms: Iterable[str]) -> int:
    return sum(lines[room] for room in rooms)


def _git(root: Path, *arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=False)
    if done.returncode:
        raise Fault(done.stderr.decode(errors="replace").strip())
    return done.stdout


if __name__ == "__main__":
    run_command(main)
