"""The variations of a grid, scored and compared: the six of the default one, or those of --sweep NAME.

A setting is key=value; several values, key=a,b,c, span a grid.
"""

from __future__ import annotations

from dataclasses import replace

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.hydra_options import Flags, hydra_options
from ragatta.experiments.command_line.options import ALL, DRY_RUN, chooses
from ragatta.experiments.composing.chosen import NO_GRID, Chosen
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress import waiting


@command(
    __doc__,
    "sweep --llm ollama --limit 20",
    "sweep retrieval.top_k=3,5,10 chunking=page,document",
    "sweep --cfg job",
)
@ALL
@DRY_RUN
@chooses(grid=True)
@hydra_options
def sweep(chosen: Chosen, flags: Flags, dry_run: bool, show_all: bool) -> int:
    return swept(chosen, flags, dry_run, show_all)


def swept(chosen: Chosen, flags: Flags, dry_run: bool = False, show_all: bool = False) -> int:
    """The exit code of a sweep: Hydra composes every point of the grid, all faults are said at once, and the points are
    run here, or by Hydra where another launcher or sweeper is chosen, or callbacks of Hydra are set. `show_all`: prints
    every table and note."""
    from ragatta.experiments.composing.composer import opened  # Hydra takes a second to import
    from ragatta.experiments.composing.overrides import composed_grid
    from ragatta.experiments.launching.launchers import is_launched_here

    grid_of_words = NO_GRID if flags.given else ""  # -m, --cfg and --info: the grid is what the words say alone
    words = [*flags.folders, *map(opened, replace(chosen, grid=chosen.grid or grid_of_words).overrides())]
    if flags.shows:
        from ragatta.experiments.launching import by_hydra

        by_hydra.show([*flags.shows, *words])
        return 0
    waiting.show("composing")
    grid = composed_grid(words)
    here = is_launched_here(grid)
    if dry_run:
        if not grid.is_known:
            raise Fault(
                "--dry-run: a sweeper that chooses as it goes has no points beforehand; leave out hydra/sweeper="
            )
        from ragatta.experiments.launching.planning import dry_run as plan

        return plan(grid.points)
    if here and grid.is_known and not grid.hydra.get("callbacks"):
        from ragatta.experiments.launching.sweep import sweep as run

        return run(grid.points, show_all=show_all)
    from ragatta.experiments.launching import by_hydra

    return by_hydra.launched(words, grid, here, show_all)
