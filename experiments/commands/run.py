"""One variation, such as --variation hybrid_search; or with --config one that a run saved, as it was."""

from __future__ import annotations

from pathlib import Path

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.hydra_options import Flags, hydra_options
from ragatta.experiments.command_line.options import ALL, DRY_RUN, chooses, option
from ragatta.experiments.commands.sweep import swept
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.on_record.places import Records, records_of
from ragatta.experiments.results.reading import run_manifest


@command(
    __doc__,
    "run --variation hybrid_search",
    "run --config outputs/runs/0123456789ab/config.yaml",
)
@option("--config", default="", metavar="FILE", help="a config.yaml of outputs/runs/, which settings may change")
@ALL
@DRY_RUN
@chooses()
@hydra_options
def run(chosen: Chosen, flags: Flags, config: str, dry_run: bool, show_all: bool) -> int:
    from ragatta.experiments.composing.config import Point  # Hydra takes a second to import
    from ragatta.experiments.composing.saved import saved_config
    from ragatta.experiments.launching import planning, sweep

    if not config:
        return swept(chosen, flags, dry_run, show_all)
    whole = saved_config(Path(config), chosen.settings)
    records = _records_beside(Path(config))
    points = [Point(whole.variation, chosen.settings, whole).relabelled(records.label)]
    return planning.dry_run(points, records) if dry_run else sweep.sweep(points, records, show_all)


def _records_beside(path: Path) -> Records:
    """Those of the run whose configuration it is; the user's own if it is no run's."""
    folder = path.resolve().parent
    return records_of(folder, run_manifest(folder) if (folder / "manifest.json").exists() else {})
