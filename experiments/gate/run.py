"""Runs one gate: its command's sweep, in this process, and the comparison with the recorded results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ragatta.eval.gate.decision import Outcome, judge, other_keys
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import declared, from_outside
from ragatta.experiments.command_line.options import chosen_by
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.config import Point, flat
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import OpenDataset, open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.forecast.announcing import announce, planned
from ragatta.experiments.gate import replay
from ragatta.experiments.gate.document_digests import changed_documents, documents_of
from ragatta.experiments.gate.expected import Gate, Recorded
from ragatta.experiments.gate.measured import board_of, check_recorded, contexts, kinds_of, live_latencies
from ragatta.experiments.gate.result import Cost, GateResult, context, latency
from ragatta.experiments.gate.settings import changed_settings, settings_of
from ragatta.experiments.progress import waiting
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.outputs import new_sweep_folder
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.experiments.results.writing import Results
from ragatta.experiments.running.loop import run_all
from ragatta.experiments.running.race import unjudged
from ragatta.pipeline.llm.seam import ReplyMissing


def check_held(sweep: SweepResult, recorded: Recorded, path: Path) -> None:
    """Raises Fault where a scorer from outside has a gated metric that the record does not."""
    others = from_outside()
    if new := [name for name in _unrecorded(sweep, recorded) if name in others]:
        says = [f"{name} of the scorer {others[name]}" for name in new]
        raise Fault([f"{path}: {one} is not in the record; ragatta regress --update records it" for one in says])


def remarks(sweep: SweepResult, recorded: Recorded) -> Iterator[str]:
    """What was measured and is not compared, and what a record of an older version cannot tell."""
    if recorded.lacks:
        yield recorded.lacks
    if new := [*_unrecorded(sweep, recorded)]:
        yield f"not compared, because the record is older: {', '.join(new)}; ragatta regress --update records it"
    own = {name: declared()[name] for name in _measured(sweep) if name in from_outside()}
    if free := [name for name, metric in own.items() if _could_be_held(metric)]:
        yield f"not held by the gate, as its scorer declares: {', '.join(free)} (Metric.gate)"


def _could_be_held(metric: Metric) -> bool:
    return not metric.gate and metric.range == "share" and metric.better != "neither" and not metric.detail


def _unrecorded(sweep: SweepResult, recorded: Recorded) -> Iterator[str]:
    seen = [one for questions in recorded.board.values() for one in questions.values()]
    known = {key for one in seen for key in one.others}
    yield from (name for name in other_keys() if name in _measured(sweep) and name not in known)


def _measured(sweep: SweepResult) -> list[str]:
    return [name for name in declared() if any(name in run.metrics for run in sweep.runs)]


# Unless the gate or the user says otherwise. What a machine's hiccup left as a failure is no drop: it is asked again.
USUAL = ("tracking=off", "retry_failed=true")


def check(gate: Gate, path: Path, overrides: Sequence[str] = (), max_latency_s: float | None = None) -> GateResult:
    """Raises Fault if nothing can be compared: no baseline, other questions, latencies that are not live."""
    if gate.recorded is None:
        raise Fault(f"{path}: no baseline yet; record what this commit scores with ragatta regress --update")
    points = points_of(gate, overrides)
    if overrides and (why := replay.other_prompts(points, points_of(gate), gate.bundles)):
        return _undecided(gate, why, gate.recorded.questions)
    dataset = opened(gate, points)
    check_recorded(gate, path, dataset.questions, [point.label for point in points])
    known = gate.recorded.documents
    if known and (which := changed_documents(known, documents_of(dataset, points[0].config.dataset))):
        remedy = f"if that is as it should be, ragatta regress --update --gate {gate.name}"
        why = f"{path}: documents changed since the record, so nothing was compared: {which}; {remedy}"
        return GateResult(gate.name, gate.limits, problems=(why,), unjudged=Outcome.OTHER_DOCUMENTS, bundled=gate.title)
    if dataset.people.digest(dataset.questions) != gate.recorded.verdicts:
        why = f"{path}: the verdicts of people have changed since, and scores with them: ragatta regress --update"
        return GateResult(gate.name, gate.limits, problems=(why,), unjudged=Outcome.OTHER_VERDICTS, bundled=gate.title)
    try:
        sweep = measure(points, dataset)
    except ReplyMissing:
        if not gate.bundles:
            raise
        changed = replay.changed_prompts(points, Resources.of(dataset, Bars()))
        return _undecided(gate, replay.words(changed, gate.bundles, gate.command), changed)
    waiting.show("comparing with what is recorded")
    check_held(sweep, gate.recorded, path)
    judgement = judge(board_of(sweep), gate.recorded.board, gate.limits, kinds_of(sweep))
    timed = live_latencies(sweep) if max_latency_s is not None else {}
    costs = [latency(label, seconds, max_latency_s or 0.0) for label, seconds in timed.items()]
    then = gate.recorded.settings
    since = {run.label: changed_settings(then[run.label], settings_of(run)) for run in sweep.runs if then}
    result = GateResult(gate.name, gate.limits, judgement, sweep, (*costs, *_sizes(gate, sweep)), bundled=gate.title)
    return replace(result, since=since, remarks=tuple(remarks(sweep, gate.recorded)))


def _sizes(gate: Gate, sweep: SweepResult) -> Iterator[Cost]:
    """The sizes of contexts, where they are recorded and a system outside did not keep them to itself."""
    recorded = gate.recorded.context if gate.recorded else {}
    for label, now in contexts(sweep).items():
        if recorded.get(label):
            yield context(label, now, recorded[label], gate.limits)


def _undecided(gate: Gate, why: str, changed_prompts: tuple[str, ...]) -> GateResult:
    result = GateResult(gate.name, gate.limits, problems=(why,), changed_prompts=changed_prompts, bundled=gate.title)
    return replace(result, unjudged=Outcome.INCONCLUSIVE if changed_prompts else Outcome.FAULT)


def points_of(gate: Gate, overrides: Sequence[str] = ()) -> list[Point]:
    """The grid of the gate's command, changed by the overrides. Raises Fault with all that is wrong."""
    replayed = ["llm.cache=only"] if gate.bundles else []
    given = _merged(USUAL, [*gate.arguments, *replayed], overrides)
    points = [unjudged(point) for point in compose_grid(_chosen(gate, given).overrides())]
    if overrides:  # what they change is compared with what is recorded, under its label
        recorded = compose_grid(_chosen(gate, gate.arguments).overrides())
        if len(recorded) == len(points):
            points = [replace(point, label=own.label) for point, own in zip(points, recorded, strict=True)]
    if len({str(flat(point.config.dataset)) for point in points}) > 1:
        raise Fault(f"{gate.name}: a gate compares on one dataset; make one entry per dataset")
    return points


def _chosen(gate: Gate, words: Sequence[str]) -> Chosen:
    try:
        return chosen_by(words)
    except Fault as fault:
        raise Fault(f"{gate.name}: {gate.command}: {fault}") from fault


def _merged(*layers: Sequence[str]) -> list[str]:
    """The words of all layers; if several layers set a key, the last one counts."""
    words: list[str] = []
    for layer in layers:
        keys = {_key(word) for word in layer if "=" in word}
        words = [word for word in words if "=" not in word or _key(word) not in keys] + list(layer)
    return words


def _key(word: str) -> str:
    return word.split("=", 1)[0].lstrip("+")


def opened(gate: Gate, points: Sequence[Point]) -> OpenDataset:
    """The gate's dataset, after importing its recorded replies. Raises Fault if the model is not the recorded one."""
    records, bars = replay.bring(gate.bundles, points), Bars()
    with bars.shown():
        first = points[0].config
        dataset = open_dataset(first.dataset, bars, architecture=first.architecture, records=records)
        if gate.bundles:
            replay.check_models(points, Resources.of(dataset, bars), gate.bundles)
    return dataset


def measure(points: Sequence[Point], dataset: OpenDataset) -> SweepResult:
    """An ordinary sweep, with journal, collections and caches; its files name the bundle. Raises what stopped it:
    ReplyMissing if a recorded model has no reply to a prompt, or ModelUnavailable."""
    bars = Bars()
    named = [point.relabelled(dataset.records.label) for point in points]
    with bars.shown():
        resources = Resources.of(dataset, bars)
        announce(named, resources, planned(named, resources))
        results = run_all(named, resources, Results(new_sweep_folder(), resources))
    if results.stopped:
        raise results.stopped
    written = open_sweep(str(results.folder))
    own = {"": "", **{new.label: point.label for new, point in zip(named, points, strict=True)}}
    runs = [replace(run, label=own[run.label], same_as=own[run.same_as]) for run in written.runs]
    return replace(written, runs=tuple(runs))  # the record of a gate has the command's labels
