"""The line below a table of the docs that says what made it: the commands, and the commit and the day of its figures.

    Made by `ragatta sweep` and `python -m benchmarks.cuad` at 1a2b3c4d, 2026-11-20.

What it was made on may follow in brackets. A table needs one if it has figures: a row with two cells that begin with
a number. Others explain.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import ROOT

PAGES = tuple(ROOT / "docs" / f"{name}.md" for name in ("findings", "results", "performance"))  # whose tables have one
STAMP = re.compile(r"Made by (`[^`]+`(?:(?:, | and )`[^`]+`)*) at ([0-9a-f]{8}), (\d{4}-\d\d-\d\d)(?: \([^)]*\))?\.")
TABLE = re.compile(r"((?:^\|[^\n]*\n)+)\n(.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)  # and the paragraph that follows
FIGURE = re.compile(r"\**[-+]?\d")


@dataclass(frozen=True)
class Stamp:
    commands: tuple[str, ...]
    commit: str  # 8 hex digits
    day: str  # as ISO 8601 writes it

    @classmethod
    def read(cls, paragraph: str) -> Stamp | None:
        """Of a paragraph that is one; lines may be broken anywhere."""
        found = STAMP.fullmatch(" ".join(paragraph.split()))
        return found and cls(tuple(re.findall("`(.*?)`", found[1])), found[2], found[3])


def stamped(*commands: str, on: str = "") -> str:
    """The stamp of a table that these commands have just made, `on` a machine."""
    commit, day = git(ROOT, "log", "-1", "--abbrev=8", "--format=%h %as").split()
    of = " and ".join(f"`{command}`" for command in commands)
    return f"Made by {of} at {commit[:8]}, {day}{on and f' ({on})'}."


def tables(page: str) -> Iterator[tuple[str, Stamp | None]]:
    """The heading and the stamp of each table of figures of a page's text."""
    for found in TABLE.finditer(page):
        headings = re.findall(r"^#+ (.+)$", page[: found.start()], re.MULTILINE)
        if any(_figures(row) > 1 for row in found[1].splitlines()[2:]):
            yield (headings or [""])[-1], Stamp.read(found[2])


def _figures(row: str) -> int:
    return sum(bool(FIGURE.match(cell.strip())) for cell in row.split("|"))


def git(root: Path, *arguments: str) -> str:
    """What git says in this clone. Raises Fault."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=False)
    if done.returncode:
        raise Fault(done.stderr.decode(errors="replace").strip())
    return done.stdout.decode(errors="replace")
