"""make export, make import: a run in one file, for another machine to replay."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragatta.experiments.bundle.archive import place_for, write_bundle
from ragatta.experiments.bundle.gather import Gathered, gather
from ragatta.experiments.bundle.own import GIVEN
from ragatta.experiments.bundle.settle import ImportedBundle, import_bundle
from ragatta.experiments.composing.config import flat
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault, run_command
from ragatta.experiments.options import Options
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress import Bars
from ragatta.experiments.showing.results import open_run
from ragatta.experiments.wording import spoken
from ragatta.pipeline.identity import code_digest, short


def main(arguments: list[str]) -> int:
    command, *rest = arguments
    words, given = Options(), os.environ.get
    if command == "export":
        words.add_argument("--run", default=given("RAGATTA_RUN", ""))
        words.add_argument("--to", default=given("RAGATTA_TO", ""))
        options = words.parse_args(rest)
        return _export(options.run, options.to)
    words.add_argument("--from", dest="file", default=given("RAGATTA_FROM", ""))
    words.add_argument("--replace", action="store_true")
    words.add_argument("--pdfs", default=given("RAGATTA_PDFS", ""))
    words.add_argument("--questions", default=given("RAGATTA_QUESTIONS", ""))
    words.add_argument("given", nargs="*")
    return _import(words.parse_args(rest))


def _export(name: str, to: str) -> int:
    if not name or not to:
        raise Fault("make export needs RUN=<run key, or sweep:variation> and TO=file.zip")
    place_for(Path(to))  # said before the work
    run, bars = open_run(name), Bars()
    with bars.shown():
        gathered = gather(run, bars)
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


def _import(options: argparse.Namespace) -> int:
    if not options.file:
        raise Fault("make import needs FROM=file.zip")
    if unclear := [pair for pair in options.given if "=" not in pair]:
        raise Fault([f"{pair!r} is not of the form key=/path" for pair in unclear])
    named = {"dataset.pdfs": options.pdfs, "dataset.questions": options.questions}
    given = {key: str(Path(value).expanduser().resolve()) for key, value in named.items() if value}
    given |= dict(pair.split("=", 1) for pair in options.given)
    if unknown := [key for key in given if key not in GIVEN]:
        raise Fault(
            [f"{key}=: a bundle's configuration cannot be changed except for {', '.join(GIVEN)}" for key in unknown]
            + ["to run it with changes: make run CONFIG=outputs/runs/<run key>/config.yaml ARGS=..."]
        )
    brought = import_bundle(Path(options.file), given, replace_other=options.replace)
    for line in (*_imported(brought), *_unused(given, flat(brought.config))):
        print(line)
    return 0


def _unused(given: Mapping[str, str], settings: Mapping[str, Any]) -> list[str]:
    """Values that were given although the bundle's configuration does not leave them open."""
    return [
        f"note: {key}={value} is not used: the bundle says {settings[key] or 'nothing'} there"
        for key, value in given.items()
        if str(settings[key] or "") != value
    ]


def _imported(brought: ImportedBundle) -> list[str]:
    folder = brought.folder.relative_to(HOME) if Path.cwd() == HOME else brought.folder
    config, run = shlex.quote(str(folder / "config.yaml")), shlex.quote(str(folder))
    lines = [
        f"run {short(brought.run_key)}: {counted(brought.answers, 'answer')}, {counted(brought.replies, 'reply')} of "
        f"models and {counted(brought.summaries, 'summary')}; {brought.new} of them are new here",
        spoken(f"replay it:    make run CONFIG={config}"),
        spoken(f"or check it:  make reproduce RUN={run}"),
        "No other run uses them.",
    ]
    if brought.manifest.get("code", {}).get("pipeline") != code_digest(*brought.config.pipeline().modules()):
        lines.append(
            "note: the pipeline's code here differs from the run's: unchanged prompts are replayed, and the answers "
            "are made again under another run key"
        )
    return lines


if __name__ == "__main__":
    run_command(main)
