"""Brings in a run that another machine has exported.

No other run uses its answers and replies. A run on documents of one's own needs --pdfs, and perhaps --questions.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ragatta.experiments.bundle.importing import ImportedBundle, import_bundle
from ragatta.experiments.bundle.own import GIVEN
from ragatta.experiments.bundle.rescoring import score_again
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import PDFS, QUESTIONS, SETTINGS, option
from ragatta.experiments.composing.chosen import placed
from ragatta.experiments.composing.config import flat
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault, visible
from ragatta.experiments.on_record.places import IMPORTED
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results.reading import run_manifest
from ragatta.pipeline.plugins.identity import code_digest, short


@command(__doc__, "import --from run.zip", "import --from run.zip --pdfs folder --questions questions.csv")
@option("--from", "file", default="", metavar="FILE", help="the file that was exported")
@option("--replace", is_flag=True, help="replace entries that are here and differ")
@PDFS
@QUESTIONS
@SETTINGS
def import_(file: str, replace: bool, pdfs: str, questions: str, settings: tuple[str, ...]) -> int:
    if not file:
        raise Fault("ragatta import needs --from file.zip")
    if unclear := [pair for pair in settings if "=" not in pair]:
        raise Fault([f"{pair!r} is not of the form key=/path" for pair in unclear])
    own_values = {"dataset.pdfs": str(Path(pdfs).expanduser().resolve())} if pdfs else {}
    own_values |= {"dataset.questions": str(placed(Path(questions).expanduser()))} if questions else {}
    own_values |= dict(pair.split("=", 1) for pair in settings)
    if unknown := [key for key in own_values if key not in GIVEN]:
        raise Fault(
            [f"{key}=: a bundle's configuration cannot be changed except for {', '.join(GIVEN)}" for key in unknown]
            + ["to run it with changes: ragatta run --config outputs/runs/<run key>/config.yaml key=value"]
        )
    brought = import_bundle(Path(file), own_values, replace_other=replace)
    for line in (*_imported(brought), *_scored(brought), *_unused(own_values, flat(brought.config))):
        print(visible(line))
    return 0


def _scored(brought: ImportedBundle) -> Iterable[str]:
    """What scoring the answers again gives, where no sweep has done so since they were imported."""
    if IMPORTED not in run_manifest(brought.folder):
        return ()
    bars = Bars()
    with bars.shown():
        again = score_again(brought.folder, brought.config, brought.records, brought.claimed, bars)
    return again.lines()


def _unused(own_values: Mapping[str, str], settings: Mapping[str, Any]) -> list[str]:
    """Values that were given although the bundle's configuration does not leave them open."""
    return [
        f"note: {key}={value} is not used: the bundle says {settings[key] or 'nothing'} there"
        for key, value in own_values.items()
        if str(settings[key] or "") != value
    ]


def _imported(brought: ImportedBundle) -> list[str]:
    folder = brought.folder.relative_to(HOME) if Path.cwd() == HOME else brought.folder
    config, run = shlex.quote(str(folder / "config.yaml")), shlex.quote(str(folder))
    lines = [
        f"run {short(brought.run_key)}: {counted(brought.answers, 'answer')}, {counted(brought.replies, 'reply')} of "
        f"models and {counted(brought.summaries, 'summary')}; {brought.new} of them are new here",
        f"replay it:    ragatta run --config {config}",
        f"or check it:  ragatta reproduce --run {run}",
        "No other run uses them.",
    ]
    if brought.manifest.get("code", {}).get("pipeline") != code_digest(*brought.config.pipeline().modules()):
        lines.append(
            "note: the pipeline's code here differs from the run's: unchanged prompts are replayed, and the answers "
            "are made again under another run key"
        )
    return lines
