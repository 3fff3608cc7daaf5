"""A run in one file, which another machine replays.

It holds what the prompts, replies, answers and summaries quote of the documents; no document, key or path.
"""

from __future__ import annotations

from pathlib import Path

from ragatta.experiments.bundle.archive import place_for, write_bundle
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import RUN, option
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results.reading import open_run
from ragatta.extensions.bundles.gather import Gathered, gather
from ragatta.pipeline.plugins.identity import short


@command(__doc__, "export --run latest:baseline --to run.zip", "export --run 0123456789ab --to run.zip")
@RUN
@option("--to", default="", metavar="FILE", help="the file to write, such as run.zip")
def export(run: str, to: str) -> int:
    if not run or not to:
        raise Fault("ragatta export needs --run <run key, or sweep:variation> and --to file.zip")
    place_for(Path(to))  # said before the work
    found, bars = open_run(run), Bars()
    if found.handed:
        raise Fault(f"{run}: handed parts of the gold records (oracle={found.handed}), which is no result")
    with bars.shown():
        gathered = gather(found, bars)
    write_bundle(gathered.bundle, Path(to))
    for line in _exported(gathered, Path(to)):
        print(line)
    return 0


def _exported(gathered: Gathered, path: Path) -> list[str]:
    bundle = gathered.bundle
    answers, replies = len(bundle.lines("journal.jsonl")), len(bundle.lines("replies.jsonl"))
    lines = [
        f"{path}: run {short(bundle.run_key)}, {counted(answers, 'answer')}, {counted(replies, 'reply')} of models, "
        f"{path.stat().st_size} bytes",
        "It holds what the prompts, replies, answers and summaries quote of the documents; no document, key or path.",
    ]
    if bundle.own:
        lines.append(f"The importer has to name their own {' and '.join(bundle.own)}.")
    if gathered.calls_missing:
        lines.append(
            f"warning: the replies to {counted(gathered.calls_missing, 'call')} are not recorded (llm.cache=off): the "
            "answers can be replayed, but not made again from replies alone"
        )
    if gathered.summaries_given:
        lines.append(f"Summaries without a recorded reply, included unchanged: {', '.join(gathered.summaries_given)}")
    return lines
