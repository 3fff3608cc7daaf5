"""Mutants that no test fails: python -m benchmarks.mutants --room pipeline/index --count 40 --seed 3

Draws lines of a room, changes one thing in each (a comparison, a constant, a condition) and runs the tests near it in a
copy of the last commit, until the first failure: those of its name; those that import it, and its folder's; then those
that import it by one step, and those of the folder above. A survivor is a hole in the tests, dead code, or the same
program in other words; or a test farther away fails it. Of those that are "late" no test failed in --seconds.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from benchmarks.changes import Change, changes
from tests.standins.commands import HEAVY, ROOT

ROOMS = (
    ("eval/answers", "eval/by_rule.py"),
    ("eval/statistics",),
    ("eval",),
    ("pipeline/index", "pipeline/retrieval"),
    ("pipeline/llm",),
    ("pipeline/documents", "pipeline/text", "pipeline/tables"),
    ("pipeline",),
    ("experiments/running", "experiments/launching"),
    ("experiments/results", "experiments/on_record", "experiments/progress"),
    ("experiments", "ragatta"),
    ("extensions/studio", "extensions/report", "extensions/diagnosis"),
    ("extensions",),
)  # a file belongs to the room with the longest of these that its path begins with
HANGS = 120  # seconds that a test may take; a mutant may loop for ever
LATE = 77  # exit code where the time was up
PLACES = {"ragatta": "", "standins": "tests/standins", "tests": "tests", "benchmarks": "benchmarks"}


@dataclass(frozen=True)
class Mutant:
    file: str
    change: Change


class Watch:
    """What pytest does besides: the tests in the order of nearness with whole commands last, each with a time limit."""

    def __init__(self, note: Path, until: float, failing: set[str]) -> None:
        self._note, self._until, self._failing = note, until, failing

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        order = {Path(word).name: number for number, word in enumerate(config.args)}
        items[:] = [item for item in items if item.nodeid not in self._failing]
        items.sort(key=lambda item: ("commands" in getattr(item, "fixturenames", ()), order.get(item.path.name, 0)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._note.write_text(nodeid, encoding="utf-8")
        if time.monotonic() > self._until:
            os._exit(LATE)
        signal.alarm(HANGS)


class Copy:
    """The last commit in a folder of its own, and its tests in forks of this process."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.folder, self._seconds, self._note = folder / "copy", seconds, folder / "test"
        self._failing, self._sound = set[str](), set[str]()  # tests, files
        self._written = 10**9
        subprocess.run(["git", "clone", "-q", ROOT, self.folder], check=True)
        for link in (".venv", *(f"ragatta/{path.name}" for path in (ROOT / "ragatta").iterdir() if path.is_symlink())):
            (self.folder / link).symlink_to(ROOT / link if link == ".venv" else os.readlink(ROOT / link))
        shutil.copytree(ROOT / ".cache/models", self.folder / ".cache/models")

    def outcome(self, mutant: Mutant, stages: Sequence[Sequence[str]]) -> str:
        """The test that fails, or "" or "late" where none does."""
        path = self.folder / mutant.file
        source = path.read_bytes()
        until = time.monotonic() + self._seconds
        for stage in stages:
            while stage:
                self._write(path, mutant.change.made(source))
                code, test = self._tested(stage, until)
                self._write(path, source)
                if code in (0, 5):
                    break
                if code == LATE:
                    return "late"
                if code == 3:
                    raise RuntimeError((self.folder.parent / "said").read_text(encoding="utf-8"))
                file = test.partition("::")[0]
                if file in self._sound or not test or self._tested([test], until + HANGS)[0] == 0:
                    self._sound.add(file)
                    return test or f"what {stage[0]} imports"
                self._failing.add(test)  # without a mutant too
        return ""

    def _write(self, path: Path, source: bytes) -> None:
        """With a time that no bytecode is of."""
        path.write_bytes(source)
        self._written += 1
        os.utime(path, (self._written, self._written))

    def _tested(self, words: Sequence[str], until: float) -> tuple[int, str]:
        self._note.write_text("", encoding="utf-8")
        child = os.fork()
        if not child:
            try:
                os._exit(self._run(words, until))
            finally:
                traceback.print_exc()
                os._exit(3)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        return code, self._note.read_text(encoding="utf-8")

    def _run(self, words: Sequence[str], until: float) -> int:
        os.setsid()
        said = os.open(self.folder.parent / "said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(said, 1)
        os.dup2(said, 2)
        os.environ["PYTHONPATH"] = str(self.folder)
        sys.path[:] = [str(self.folder), *(place for place in sys.path if place not in ("", str(ROOT)))]
        for name in [name for name in sys.modules if name.partition(".")[0] in PLACES]:
            del sys.modules[name]
        options = ["-x", "-q", "-p", "no:cacheprovider", f"--basetemp={self.folder.parent / 'temporary'}"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of what was imported before the fork
        return pytest.main([*options, *words], plugins=[Watch(self._note, until, self._failing)])


@cache
def imports(file: str) -> frozenset[str]:
    """The files of the repository that a file imports."""
    found = set[str]()
    for node in ast.walk(ast.parse(Path(file).read_bytes())):
        names = [one.name for one in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name}" for name in names] + [str(node.module)]
        for name in names:
            first, _, rest = name.partition(".")
            path = Path(PLACES.get(first, f"datasets/{first}"), *rest.split("."))
            found |= {f"{path}.py", f"{path}/__init__.py"}
    return frozenset(found)


def near(file: str, files: Sequence[str]) -> list[list[str]]:
    """The test files that concern a file, by stages: the nearest first."""
    path = Path(file)
    top = 2 if path.parts[0] == "extensions" else 0
    folder = Path(*path.parts[:top], "tests", *path.parts[top:-1])
    tests = [one for one in files if Path(one).name.startswith("test_") and "extras" not in one]
    named = [one for one in tests if Path(one).parent == folder and Path(one).name.startswith(f"test_{path.stem}")]
    direct = [one for one in tests if file in imports(one)]
    beside = [one for one in tests if Path(one).parent == folder]
    above = [one for one in tests if Path(one).parent == folder.parent]
    step = {one for one in files if file in imports(one)}
    by_step = [one for one in tests if step & imports(one)]
    stages = [[*named, *(one for one in direct if one in beside)], [*direct, *beside], [*by_step, *above]]
    seen = set[str]()
    return [[one for one in dict.fromkeys(stage) if one not in seen and not seen.add(one)] for stage in stages]  # type: ignore[func-returns-value]


def drawn(room: Sequence[str], files: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Mutants of the lines of a room, each line as likely as another and with one mutant at most."""
    lines: dict[tuple[str, int], list[Change]] = {}
    for file in files:
        prefixes = [one for rooms in (*ROOMS, room) for one in rooms if Path(file).is_relative_to(one)]
        if max(prefixes, key=len, default="") in room and "tests" not in Path(file).parts:
            for change in changes(Path(file).read_bytes()):
                lines.setdefault((file, change.line), []).append(change)
    random = Random(f"{seed} {room[0]}")
    mutants = (
        Mutant(file, random.choice(lines[file, line])) for file, line in random.sample(sorted(lines), len(lines))
    )
    sound = (one for one in mutants if one.change.compiles(Path(one.file).read_bytes()))
    return list(islice(sound, count))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--room", nargs="*", default=[one[0] for one in ROOMS], help="a folder; all rooms unless given")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=180)
    options = parser.parse_args()
    for name in (*HEAVY, "hypothesis.strategies", "scipy.stats"):
        with suppress(ImportError):
            import_module(name)
    by_prefix = {prefix: room for room in ROOMS for prefix in room}
    table: dict[str, Counter[str]] = {}
    with TemporaryDirectory() as folder:
        copy = Copy(Path(folder), options.seconds)
        os.chdir(copy.folder)
        files = subprocess.run(["git", "ls-files", "*.py"], capture_output=True, text=True, check=True).stdout.split()
        for room in dict.fromkeys(by_prefix.get(name.rstrip("/"), (name.rstrip("/"),)) for name in options.room):
            counts = table.setdefault(" ".join(room), Counter())
            for mutant in drawn(room, files, options.count, options.seed):
                test = copy.outcome(mutant, near(mutant.file, files))
                counts["mutants"] += 1
                counts["survived" if not test else "late" if test == "late" else "failed"] += 1
                _say(mutant, test)
    print(f"\n{'room':60} mutants  failed  survived  late")
    for room_name, row in table.items():
        print(f"{room_name:60} {row['mutants']:7} {row['failed']:7} {row['survived']:9} {row['late']:5}")


def _say(mutant: Mutant, test: str) -> None:
    place, change = f"{mutant.file}:{mutant.change.line}", mutant.change
    if test not in ("", "late"):
        print(f"failed    {place} by {test}", flush=True)
    else:
        print(f"{test or 'SURVIVED':9} {place}\n  - {change.before}\n  + {change.after}", flush=True)


if __name__ == "__main__":
    main()
