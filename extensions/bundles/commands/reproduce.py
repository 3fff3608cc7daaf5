"""Says what differs from a run, runs it again from nothing and compares.

What differs is of this machine and this version. It runs in a temporary folder with an empty journal and changes
nothing here.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ragatta.conf.schema import Config
from ragatta.experiments.bundle import import_bundle
from ragatta.experiments.bundle.archive import write_bundle
from ragatta.experiments.bundle.own import replayed
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import RUN, SETTINGS
from ragatta.experiments.composing.config import flat
from ragatta.experiments.composing.lineage import lineage
from ragatta.experiments.composing.saved import saved_config
from ragatta.experiments.faults import Fault, visible
from ragatta.experiments.on_record.places import CLAIMED, IMPORTED
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results.differences import made_from, outputs
from ragatta.experiments.results.reading import RunResult, open_run
from ragatta.extensions.bundles.gather import asks_a_model, gather
from ragatta.pipeline.plugins.identity import short

# Of what may differ here, what can change the scores of equal answers.
SCORES_REST_ON = (
    "eval/",
    "questions_digest",
    "corpus_digest",
    "scorers.",
    "config.",
    "packages.",
    "platform",
    "python",
)


@command(__doc__, "reproduce --run latest:baseline", "reproduce --run 0123456789ab llm.cache=off")
@RUN
@SETTINGS
def reproduce(run: str, settings: tuple[str, ...]) -> int:
    if not run:
        raise Fault("ragatta reproduce needs --run <run key, or sweep:variation>")
    return repeated(open_run(run), settings)


def repeated(run: RunResult, changes: Sequence[str] = ()) -> int:
    """0 if answers and scores are equal, byte for byte; 1 if not. Raises Fault if the run cannot be repeated."""
    if not run.manifest.get("run_key") or not run.manifest.get("code"):
        raise Fault(f"{run.folder}/manifest.json does not say where the run came from; run it again with ragatta sweep")
    changes = _from_the_record(run, changes)
    config = saved_config(run.folder / "config.yaml", changes)
    bundle = f" of bundle {run.records.bundle}" if run.records.bundle else ""
    print(visible(f"run {short(run.manifest['run_key'])}{bundle}, {run.manifest.get('created', 'an unknown day')}"))
    _say("differs here", made_from(run.manifest, lineage(config, {})))
    with TemporaryDirectory(prefix="ragatta-reproduce-") as scratch:
        home = Path(scratch)
        _furnish(home, run, config, changes)
        again = _run_again(home, run, changes)
        causes = made_from(run.manifest, json.loads((again / "manifest.json").read_text(encoding="utf-8")))
        claimed = CLAIMED if IMPORTED in run.manifest else ""
        compared = [outputs(run.folder, again, "answers.jsonl"), outputs(run.folder, again, "scores.jsonl", claimed)]
    for comparison in compared:
        for line in comparison.lines():
            print(visible(line))
    if all(comparison.equal for comparison in compared):
        print("reproduced")
        return 0
    _say("not reproduced; the likely cause is what differs here", causes)
    judge = config.scoring.asked_model()
    judged_anew = judge is not None and judge.cache != "only"
    if compared[0].equal and not judged_anew and not any(cause.startswith(SCORES_REST_ON) for cause in causes):
        print(f"the answers are equal, so the scores {'in the bundle ' * bool(claimed)}were changed after scoring")
    elif not causes:
        print("no recorded input differs, so the pipeline or its model is not deterministic here")
    return 1


def _say(head: str, lines: Sequence[str]) -> None:
    print(f"{head}: {'' if lines else 'nothing that the manifest records'}".rstrip(), flush=True)
    for line in lines:
        print(f"  {visible(line)}", flush=True)


def _from_the_record(run: RunResult, changes: Sequence[str]) -> list[str]:
    """A model is replayed unless it is to be asked again, because only a replay gives equal answers for certain."""
    config, changed = saved_config(run.folder / "config.yaml", changes), {change.split("=")[0] for change in changes}
    models = {"llm.cache": asks_a_model(config)}
    models |= {f"scoring.{name}.cache": bool(config.scoring.asked_model()) for name in config.scoring.models()}
    if changed & models.keys():
        return list(changes)
    return [*changes, *(f"{key}=only" for key, asked in models.items() if asked)]


def _furnish(home: Path, run: RunResult, config: Config, changes: Sequence[str]) -> None:
    """Copies the recorded replies and the edited summaries, which no run makes, into the empty `home`; for answers made
    elsewhere there are none."""
    if not replayed(config) or (asks_a_model(config) and config.llm.cache != "only"):
        return
    bars = Bars()
    with bars.shown():
        gathered = gather(run, bars, changes)
    if gathered.calls_missing:
        raise Fault(
            f"{gathered.calls_missing} of its model calls are not recorded (llm.cache=off); "
            "llm.cache=off asks the model itself"
        )
    stored = gathered.bundle.json("summaries.json")
    summaries_here = {
        name: {document: of_file[document] for document in gathered.summaries_given if document in of_file}
        for name, of_file in stored.items()
    }
    texts = {**gathered.bundle.texts, "summaries.json": json.dumps(summaries_here)}
    bundle, file = replace(gathered.bundle, texts=texts), home / "run.zip"
    write_bundle(bundle, file)
    settings = flat(config)
    brought = import_bundle(file, {key: str(value) for key, value in settings.items() if value is not None}, home)
    (brought.folder / "journal.jsonl").unlink()  # the answers are to be made again


def _run_again(home: Path, run: RunResult, changes: Sequence[str]) -> Path:
    """The folder of the repeated run's files."""
    file = home / "config.yaml"  # a copy, as beside the original stands where its records are
    shutil.copyfile(run.folder / "config.yaml", file)
    untracked = ("tracking.mlflow=false", "tracking.traces=false")
    words = [sys.executable, "-P", "-m", "ragatta", "run", "--config", str(file), *changes, *untracked]
    environment = {**os.environ, "RAGATTA_HOME": str(home)}
    print("repeating the run from scratch", file=sys.stderr, flush=True)
    done = subprocess.run(words, env=environment, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise Fault("the run could not be repeated, see above")
    return home / "outputs" / "latest" / "runs" / "01"
