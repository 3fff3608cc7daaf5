"""What sweeps and runs take on disk, which runs no sweep needs, and the removal of either.

A run is needed where a manifest in the folder of a sweep, a search or an imported bundle has its key. What is removed
is a folder of the form that Ragatta gives it, and every file in it is one that Ragatta writes; others are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.journal import CLAIM, Claim
from ragatta.experiments.paths import OUTPUTS, RUNS, SWEEPS
from ragatta.experiments.results.reading import run_manifest, titled
from ragatta.experiments.results.result_files import open_files, read_json, relative_path
from ragatta.pipeline.machine.checksums import DIGESTS, WithDigests
from ragatta.pipeline.machine.files import remove_folder
from ragatta.pipeline.plugins.identity import short

A_RUN, A_SWEEP = re.compile(r"[0-9a-f]{12}"), re.compile(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?")
WITHOUT_DIGEST = {  # files that a sweep or a run has beside those of its digests
    DIGESTS, CLAIM, "summary.md", "summary.tex", "traces.log", "report.html", "journal.jsonl", "claimed_scores.jsonl",
}  # fmt: skip


@dataclass(frozen=True)
class Folder:
    """Of a sweep or a run, with the bytes of its files (`size_of`)."""

    path: Path
    bytes: int
    foreign: tuple[str, ...]  # files in it that Ragatta did not write

    @classmethod
    def of(cls, path: Path) -> Folder:
        return cls(path, size_of(path), tuple(each.relative_to(path).as_posix() for each in _foreign(path)))


def size_of(folder: Path) -> int:
    """The bytes of its files. A file that is linked elsewhere too counts in part."""
    files = [each.lstat() for each in folder.rglob("*") if each.is_symlink() or each.is_file()]
    return sum(about.st_size // max(1, about.st_nlink) for about in files)


def sweeps() -> list[Folder]:
    """Those of the user's sweeps, the oldest first."""
    return [Folder.of(path) for path in _named(SWEEPS, A_SWEEP) if (path / "sweep.json").exists()]


def unneeded_runs() -> list[Folder]:
    """The recorded runs that nothing needs. Raises Fault for a damaged manifest, whose run is then unknown."""
    places = (path for path in OUTPUTS.rglob("manifest.json") if not path.is_relative_to(RUNS))
    needed = {short(str(run_manifest(path.parent).get("run_key", ""))) for path in places}
    return [Folder.of(path) for path in _named(RUNS, A_RUN) if path.name not in needed]


def described(sweep: Folder) -> tuple[str, str, int, bool]:
    """Its dataset and edition, when it was made, the number of its variations, and whether it was finished. Raises
    Fault for a damaged file."""
    info = read_json(open_files(sweep.path), "sweep.json")
    try:
        dataset = titled(str(info["dataset"]), info.get("edition", ""))
        return dataset, str(info["created"])[:16], len(info["variations"]), bool(info["finished"])
    except (KeyError, TypeError) as wrong:
        raise Fault(f"{relative_path(sweep.path / 'sweep.json')}: of another version of Ragatta ({wrong})") from wrong


def removed(folders: Sequence[Folder]) -> tuple[list[Folder], list[Folder]]:
    """Removes them; those that were removed, and those that were left alone, with files of others or claimed by a sweep
    that asks their questions."""
    gone, left = list[Folder](), list[Folder]()
    for folder in folders:
        with Claim(folder.path) as claim:
            may = not folder.foreign and claim.taken()
            if may:
                remove_folder(folder.path)
        (gone if may else left).append(folder)
    return gone, left


def _named(place: Path, form: re.Pattern[str]) -> list[Path]:
    """The folders there with names of that form; a link is none."""
    there = sorted(place.iterdir()) if place.is_dir() else []
    return [path for path in there if form.fullmatch(path.name) and path.is_dir() and not path.is_symlink()]


def _foreign(folder: Path) -> Iterator[Path]:
    """The files and links in it that Ragatta did not write."""
    try:
        own = WITHOUT_DIGEST | WithDigests(folder).digests.keys()
    except (OSError, ValueError):
        own = WITHOUT_DIGEST
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            yield from _foreign(path)
        elif path.is_symlink() or path.name not in own:
            yield path
