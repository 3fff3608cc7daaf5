"""The variations of a grid, scored and compared: the six of the default one, or those of --sweep NAME.

A setting is key=value; several values, key=a,b,c, span a grid.
"""

from __future__ import annotations

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.hydra_options import Flags, hydra_options
from ragatta.experiments.command_line.options import ALL, DRY_RUN, chooses
from ragatta.experiments.composing.chosen import Chosen


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
    from ragatta.experiments.launching.program import launched  # Hydra takes a second to import

    return launched(chosen, flags, dry_run, show_all)
