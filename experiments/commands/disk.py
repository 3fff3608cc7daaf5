"""Shows what the sweeps take on disk, and the recorded runs that no sweep needs; removes some.

`--remove unused` removes these runs: their answers are made again, from recorded replies, if they are asked for.
`--remove ID` removes a sweep's folder; its runs are then unused, unless another sweep has them. Folders with files that
Ragatta did not write are named and left alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import option
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault, visible
from ragatta.experiments.paths import HOME, LATEST, MLRUNS
from ragatta.experiments.results import console
from ragatta.experiments.results.room import Folder, described, removed, size_of, sweeps, unneeded_runs
from ragatta.pipeline.plugins.registry import suggestion

SHOWN = 5  # names in a line


@command(__doc__, "disk", "disk --remove unused")
@option("--remove", default="", metavar="IDS", help='sweeps to remove, "id ...", or unused: the runs that none needs')
def disk(remove: str) -> int:
    there, named = sweeps(), [*dict.fromkeys(remove.split())]
    if not named:
        rows = [_row(sweep) for sweep in there]
        headings = ["sweep", "dataset", "made", "variations", "finished", "MB"]
        console.console_of(console.PLAIN_WIDTH).print(console.grid(counted(len(there), "sweep"), headings, rows))
        unneeded = unneeded_runs()
        print(f"{_of(unneeded)} that no sweep needs" + ("; --remove unused removes them" if unneeded else ""))
        if MLRUNS.is_dir():
            size = size_of(MLRUNS) / 1e6
            print(f"MLflow has {size:.1f} MB of runs and traces in {MLRUNS.relative_to(HOME)}/: `mlflow gc`")
        _say([one for one in (*there, *unneeded) if one.foreign])
        return 0
    chosen = unneeded_runs() if named == ["unused"] else _chosen(named, there)
    gone, left = removed(chosen)
    print(f"removed {_of(gone) if named == ['unused'] else _names(gone) or 'nothing'}")
    _say(left)
    return 0 if not left or named == ["unused"] else 1


def _chosen(named: Sequence[str], there: Sequence[Folder]) -> list[Folder]:
    by_id, newest = {sweep.path.name: sweep for sweep in there}, LATEST.resolve().name
    if unknown := [name for name in named if name not in by_id]:
        raise Fault([f"--remove {name}: no such sweep; {suggestion(name, [*by_id])}" for name in unknown])
    if newest in named:
        raise Fault(f"--remove {newest}: the latest sweep, which reports and gates read; remove it after another one")
    return [by_id[name] for name in named]


def _row(sweep: Folder) -> list[str]:
    try:
        dataset, made, variations, finished = described(sweep)
    except Fault as damage:
        return [sweep.path.name, f"damaged: {damage.problems[0]}", "", "", "", _mb(sweep)]
    return [sweep.path.name, dataset, made, str(variations), "yes" if finished else "no", _mb(sweep)]


def _of(runs: Sequence[Folder]) -> str:
    """ "3 runs (1.2 MB)" """
    return f"{counted(len(runs), 'run')} ({sum(run.bytes for run in runs) / 1e6:.1f} MB)"


def _mb(folder: Folder) -> str:
    return f"{folder.bytes / 1e6:.1f}"


def _say(left: Sequence[Folder]) -> None:
    """The folders that are left alone, with the reason."""
    for folder in left:
        why = (
            f"Ragatta did not write {visible(', '.join(folder.foreign[:SHOWN]))}" if folder.foreign else "it is in use"
        )
        print(f"left alone: {folder.path.relative_to(HOME)}: {why}")


def _names(folders: Sequence[Folder]) -> str:
    return ", ".join(folder.path.name for folder in folders)
