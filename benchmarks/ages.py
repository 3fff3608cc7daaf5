"""Says of each table of figures in the docs whether the code that its commands reach has changed since it was made.

    python -m benchmarks.ages

A sweep reaches what its module imports, what its settings choose, the scorers, and the folder of its dataset with
those that it imports; another command what it imports. A commit counts that changed one of these files, where they are
today, whatever it changed in them; a merge does not.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from benchmarks.stamps import PAGES, git, tables
from ragatta.eval.scorers import SCORERS
from ragatta.experiments.command_line.commands import COMMANDS
from ragatta.experiments.command_line.options import chosen_by
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.programs import Program
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.plugins.reach import reached

ROOMS_SHOWN = 3


def main(arguments: list[str]) -> int:  # noqa: ARG001 - it takes none
    """Prints a row a table."""
    changed, newer = changes(ROOT), cache(lambda commit: since(ROOT, commit))
    print("| page | table | made at | age |\n| --- | --- | --- | --- |")
    for page in PAGES:
        for heading, stamp in tables(page.read_text(encoding="utf-8")):
            if stamp is None:
                print(f"| {page.name} | {heading} | | no stamp |")
                continue
            files = set().union(*map(reached_by, stamp.commands))
            said = age({commit: changed[commit] & files for commit in newer(stamp.commit) if commit in changed})
            print(f"| {page.name} | {heading} | {stamp.commit}, {stamp.day} | {said} |", flush=True)
    return 0


@cache
def reached_by(command: str) -> frozenset[str]:
    """The files, below the clone's root, that a command of a stamp reaches. Raises Fault or ValueError."""
    words = shlex.split(command)
    folders: set[str] = set()
    if words[:2] == ["python", "-m"]:
        main_file = ROOT.joinpath(*words[2].split("."), "__main__.py")
        modules = {f"{words[2]}.__main__" if main_file.is_file() else words[2]}
    else:
        modules = {COMMANDS.module(words[1].replace("-", "_"))}
    if words[:2] == ["ragatta", "sweep"]:
        points = [point.config for point in compose_grid(chosen_by(words[2:]).overrides())]
        modules |= {module for point in points for module in point.pipeline().modules()}
        modules |= {*map(SCORERS.module, SCORERS.names())}
        names = {name for point in points for name in (point.dataset.name, point.dataset.generator) if name}
        folders = {package for name in names for package in Program("dataset", name, ROOT / "datasets").packages()}
    files = {*reached(*modules), *(file for folder in folders for file in (ROOT / "datasets" / folder).rglob("*"))}
    return frozenset(file.relative_to(ROOT).as_posix() for file in files if file.is_relative_to(ROOT))


def changes(root: Path) -> dict[str, set[str]]:
    """The files that each commit of the clone `root` changed, by its whole name; merges are left out."""
    log = git(root, "log", "--no-merges", "--name-only", "--format=%x00%H").split("\0")[1:]
    return {lines[0]: {*filter(None, lines[1:])} for lines in map(str.splitlines, log)}


def since(root: Path, commit: str) -> list[str]:
    """The whole names of the commits that are not in the history of this one. Raises Fault if git does not know it."""
    return git(root, "rev-list", f"{commit}..HEAD").split()


def age(changed: Mapping[str, Collection[str]]) -> str:
    """What the commits since, with the files of a command that each changed, make of its table."""
    rooms = Counter(room for files in changed.values() for room in {*map(_room, files)})
    if not rooms:
        return "fresh"
    named = sorted(rooms, key=lambda room: (-rooms[room], room))[:ROOMS_SHOWN]
    others = f" and {len(rooms) - ROOMS_SHOWN} more" if len(rooms) > ROOMS_SHOWN else ""
    commits = sum(bool(files) for files in changed.values())
    return f"older: {commits} commit{'s' * (commits > 1)} in {', '.join(named)}{others} since"


def _room(file: str) -> str:
    """The folder by which docs/design.md speaks of a file."""
    first, *inner = file.split("/")
    if not inner:
        return file
    return f"{first}/{inner[0]}/" if len(inner) > 1 and first in ("pipeline", "extensions", "datasets") else f"{first}/"


if __name__ == "__main__":
    run_command(main)
