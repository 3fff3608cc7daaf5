"""The core and its extensions: files, lines, what each adds; and what a command imports, by room.

python -m benchmarks.extensions
python -m benchmarks.extensions --imports [a command with its words; else the dry run of a sweep]
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.plugins.registry import EXTENSIONS

CORE = ("conf", "pipeline", "eval", "experiments", "ragatta")
DRY_RUN = ("sweep", "--dry-run", "tracking=off")
TESTS = "tests"
NO_ADDITION = (TESTS, "__pycache__")
# Runs a command of ragatta, and writes the files of the clone that it has imported to stderr.
IMPORTS = """
import atexit, runpy, sys
def said():
    files = {str(getattr(module, "__file__", "")) for module in list(sys.modules.values())}
    print("\\0".join(files), file=sys.stderr)
atexit.register(said)
sys.argv = ["ragatta", *sys.argv[1:]]
runpy.run_module("ragatta", run_name="__main__", alter_sys=True)
"""


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--imports"]:
        print(*imported_table(arguments[1:] or DRY_RUN), sep="\n")
    else:
        print(*table(), sep="\n")
    return 0


def table() -> Sequence[str]:
    """A row an extension: files and lines without its tests, lines of those, and its folders, which are the kinds of
    parts that it adds and rooms of its own, and the packages that no other set-up needs."""
    rows = ["| extension | files | lines | of tests | what it adds | needs |", "| --- | --- | --- | --- | --- | --- |"]
    total: Counter[str] = Counter()
    for folder in sorted(path for path in (ROOT / EXTENSIONS).iterdir() if path.is_dir() and path.name[0] not in "._"):
        own = [path for path in folder.rglob("*.py") if TESTS not in path.relative_to(ROOT).parts]
        lines, tests = _lines(own), _lines((folder / TESTS).rglob("*.py"))
        adds = sorted(
            path.name for path in folder.iterdir() if path.is_dir() and path.name not in (TESTS, "__pycache__")
        )
        rows.append(
            f"| {folder.name} | {len(own)} | {lines:,} | {tests:,} | {', '.join(adds)} | {', '.join(_needed(own))} |"
        )
        total.update(files=len(own), lines=lines, tests=tests)
    core = [path for room in CORE for path in (ROOT / room).rglob("*.py")]
    rows.append(f"| all extensions | {total['files']} | {total['lines']:,} | {total['tests']:,} | | |")
    rows.append(f"| the core | {len(core)} | {_lines(core):,} | {_lines((ROOT / TESTS).rglob('*.py')):,} | | |")
    return rows


def imported_table(words: Sequence[str]) -> Sequence[str]:
    """A row for each room and extension of which a command imports files."""
    environment = {**os.environ, "RAGATTA_HOME": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    names = (Path(name).resolve() for name in done.stderr.splitlines()[-1].split("\0") if name.endswith(".py"))
    files = [name for name in names if name.is_relative_to(ROOT) and ".venv" not in name.parts]
    found: dict[str, list[Path]] = {}
    for file in files:
        found.setdefault(_room(file.relative_to(ROOT)), []).append(file)
    rows = ["| room | files | lines |", "| --- | --- | --- |"]
    rows += [f"| {room} | {len(own)} | {_lines(own):,} |" for room, own in sorted(found.items())]
    return [*rows, f"| all | {len(files)} | {_lines(files):,} |"]


def _needed(files: Iterable[Path]) -> Sequence[str]:
    """The packages that the files name in PACKAGES, sorted."""
    named = (found for path in files for found in re.findall(r"(?m)^PACKAGES = \((.*)\)", path.read_text("utf-8")))
    return sorted({name for each in named for name in re.findall(r"[\w.]+", each)})


def _room(path: PurePath) -> str:
    """`extensions/office`, `pipeline/documents`, `conf`."""
    return "/".join(path.parts[: 2 if len(path.parts) > 2 else 1])


def _lines(files: Iterable[Path]) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


if __name__ == "__main__":
    run_command(main)
