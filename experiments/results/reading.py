"""Reads the results of a sweep back from its files, for the report, comparisons and the gate.

Nothing here runs, scores or opens a collection; a folder that is damaged or of a sweep that was stopped says so.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from errno import ENAMETOOLONG
from functools import cached_property
from pathlib import Path
from shlex import quote
from typing import Any

from ragatta.conf.schema import Comparison as Comparing
from ragatta.eval.by_person import ByPerson
from ragatta.eval.clusters import clusters
from ragatta.eval.matching.foreign import in_language
from ragatta.eval.metrics import SCORE
from ragatta.eval.people import NOBODY_NAMED
from ragatta.eval.statistics import Terms
from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.journal import came
from ragatta.experiments.on_record.places import IMPORTED, Records, records_of, runs_folders
from ragatta.experiments.paths import LATEST, SWEEPS
from ragatta.experiments.results.lost import Lost, lost_of
from ragatta.experiments.results.outputs import JUDGED_BY
from ragatta.experiments.results.result_files import (
    AGAIN,
    open_files,
    read_json,
    read_lines,
    read_text,
    read_yaml,
    relative_path,
    say_unchecked,
)
from ragatta.pipeline.architecture import is_black_box
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.machine.checksums import DIGESTS, note
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.types import Component, Evidence, Exchange, Question

EVERY_SWEEP = {
    "sweep_id", "created", "finished", "dataset", "split", "repeats", "baseline", "metric", "seconds", "variations",
}  # fmt: skip
EVERY_CONFIG = {"architecture", "dataset", "llm", "tracking"}


def titled(dataset: str, edition: str) -> str:
    """The dataset with its edition, where it has one."""
    return f"{dataset} edition {edition}" if edition else dataset


@dataclass(frozen=True)
class ResultRow:
    """One answer: its record, scores and timing as they stand in the three JSONL files of a run."""

    question_id: str
    sample: int
    answer: Mapping[str, Any]
    scores: Mapping[str, float]  # without the metrics that do not apply
    lost_at: str  # the first stage that lost the question; empty where nothing was lost
    evidence: tuple[Mapping[str, str], ...]  # {"phrase", "lost_at"} for each piece of gold evidence
    timing: Mapping[str, Any]
    rule: str = ""  # that decided its score
    undecided: str = ""  # why its score is a guess; empty where it is none
    by_person: ByPerson | None = None  # whose its score is, where a person decided it

    @property
    def against_rule(self) -> str:
        """What a rule had decided and which people contradict it; "" where nobody does."""
        return self.by_person.against(self.scores[SCORE]) if self.by_person else ""

    @property
    def came(self) -> bool:
        """See `Answer.came`."""
        return came(self.answer)


@dataclass(frozen=True)
class RunResult:
    """One variation of a sweep."""

    label: str
    folder: Path
    config: Mapping[str, Any]
    manifest: Mapping[str, Any]
    rows: tuple[ResultRow, ...]
    same_as: str = ""
    reused: bool = False
    cut_off: int = 0  # answers that are missing, as its model went away

    def scores(self, metric: str = "score") -> dict[str, list[float]]:
        """Per question id the scores of its repeats; a question to which the metric does not apply is left out. None
        where too many answers did not come (`is_answered`)."""
        found: dict[str, list[float]] = {}
        for row in self.rows if self.is_answered else ():
            if metric in row.scores:
                found.setdefault(row.question_id, []).append(row.scores[metric])
        return found

    @property
    def handed(self) -> str:
        """What its questions were handed of their gold records, which makes of its answers bounds; "" for nothing."""
        return str(self.config.get("oracle") or "")

    @cached_property
    def lost(self) -> Lost:
        return lost_of((row.answer for row in self.rows), self.cut_off)

    @property
    def most_lost(self) -> float:
        """The share of answers that may not come, comparison.not_answered."""
        return float(self.config.get("comparison", {}).get("not_answered", Comparing.not_answered))

    @property
    def is_answered(self) -> bool:
        """Whether enough of its answers came to say anything of the variation."""
        return self.lost.share <= self.most_lost

    @property
    def only_came(self) -> RunResult:
        """With the answers that came, where enough of them did."""
        if not self.lost.not_answered:
            return self
        return replace(self, rows=tuple(row for row in self.rows if row.came) if self.is_answered else ())

    @property
    def records(self) -> Records:
        """Where its answers and the replies behind them are kept. Raises Fault if they are a bundle's that is gone."""
        return records_of(self.folder, self.manifest)

    @cached_property
    def by_rule(self) -> bool:
        """Whether rules answered, in a model's place. An unknown backend counts as a model, a system outside too."""
        if is_black_box(self.config["architecture"]["name"]):
            return False
        try:
            return not BACKENDS.load(self.config["llm"]["name"]).ASKS_A_MODEL
        except ValueError:
            return False

    @cached_property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that apply to any of its answers, in the order of their files."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row.scores)) if self.is_answered else ()


@dataclass(frozen=True)
class SweepResult:
    """A sweep: `info` is its sweep.json, `questions` its gold records by id, in order."""

    folder: Path
    info: Mapping[str, Any]
    questions: Mapping[str, Question]
    runs: tuple[RunResult, ...]

    @property
    def dataset(self) -> str:
        """The name of the dataset, with its edition where it has one: figures of two editions do not compare."""
        return titled(str(self.info["dataset"]), self.info.get("edition", ""))

    def run(self, label: str) -> RunResult:
        """The variation of that label. Raises Fault."""
        if label not in self._runs:
            known = _elsewhere(label) or suggestion(label, [run.label for run in self.runs])
            raise Fault(f"{self.folder.name} has no variation {label!r}; {known}")
        return self._runs[label]

    @cached_property
    def _runs(self) -> Mapping[str, RunResult]:
        """By label; of several with one label the first."""
        return {run.label: run for run in reversed(self.runs)}

    @cached_property
    def terms(self) -> Terms:
        """How its variations are compared. A sweep of before there were clusters says nothing: the defaults."""
        keys = ("cluster", "worth", "looks", "margin")
        comparing = Comparing(**{key: self.info[key] for key in keys if key in self.info})
        together = clusters(self.questions.values(), comparing.cluster)
        return Terms(together, comparing.worth, comparing.looks, margin=comparing.margin)

    @cached_property
    def summary(self) -> tuple[Mapping[str, str], ...]:
        """The rows of summary.csv, every cell a text. Raises Fault where it has not a whole row for each run."""
        rows = self.table("summary.csv")
        whole = [row.get("variation") for row in rows if None not in row.values() and "beyond" not in row]
        if missing := [run.label for run in self.runs if run.label not in whole]:
            raise Fault(f"{relative_path(self.folder / 'summary.csv')}: no whole row for {', '.join(missing)}; {AGAIN}")
        return rows

    @cached_property
    def summary_of(self) -> Mapping[str, Mapping[str, str]]:
        """The row of each variation in summary.csv."""
        return {row["variation"]: row for row in reversed(self.summary)}

    def later_table(self, name: str) -> tuple[Mapping[str, str], ...]:
        """The rows of a CSV file that sweeps of older versions do not have; none of those."""
        return self.table(name) if (self.folder / name).exists() else ()

    def table(self, name: str) -> tuple[Mapping[str, str], ...]:
        """The rows of one of its CSV files, every cell a text."""
        text = read_text(open_files(self.folder), name)
        return tuple(csv.DictReader(io.StringIO(text, newline=""), restkey="beyond"))


def open_sweep(name: str = "latest") -> SweepResult:
    """A sweep by its id, a beginning of it that no other has, its folder, or `latest`; it has a finished variation.
    Raises Fault."""
    folder = _sweep_folder(name)
    with _as_written(folder):
        files = open_files(folder)
        info = {**read_json(files, "sweep.json")}
        if missing := EVERY_SWEEP - info.keys():
            raise KeyError(*sorted(missing))
        questions = {q["id"]: _question(q) for q in read_lines(files, "questions.jsonl")}
        there = _finished(folder, info)
        found = ((_run(folder / v["folder"], v["label"], v["same_as"], v["reused"]), v) for v in there)
        runs = tuple(replace(run, cut_off=entry.get("cut_off", 0)) for run, entry in found)
        for run, entry in zip(runs, there, strict=True):
            if run.manifest.get("run_key") != entry["run_key"]:
                raise Fault(f"{relative_path(run.folder)} contains another run than sweep.json says; {AGAIN}")
    if not runs:
        raise Fault(
            f"{relative_path(folder)} has no finished variation: it still runs or was stopped; run ragatta sweep to "
            "finish it with the kept answers"
        )
    say_unchecked(folder, *(run.folder for run in runs))
    return SweepResult(folder, info, questions, runs)


def latest_finished() -> str:
    """The id of the newest sweep that is finished, which `latest` need not be while another one runs. Raises Fault
    where none is. What cannot be read is not."""
    newest = _sweep_folder("latest").name
    for folder in (file.parent for file in sorted(SWEEPS.glob("*/sweep.json"), reverse=True)):
        with suppress(Fault, OSError), _as_written(folder):
            if read_json(open_files(folder), "sweep.json")["finished"]:
                return folder.name
    raise Fault(f"no sweep is finished yet: {newest} runs, or was stopped; --sweep-id {newest} takes what it has")


def open_run(name: str) -> RunResult:
    """A run by its key or a beginning of it, by `<sweep>:<label>`, or by its folder. Raises Fault."""
    sweep, colon, label = name.partition(":")
    if colon:
        return open_sweep(sweep).run(label)
    folder = Path(name) if "/" in name else _unique(name, runs_folders(), "run key")
    if not (folder / "manifest.json").exists():
        raise Fault(
            f"{relative_path(folder)} has no finished run: manifest.json is missing; run ragatta sweep to finish it"
        )
    say_unchecked(folder)
    with _as_written(folder):
        return _run(folder)


def run_manifest(folder: Path) -> dict[str, Any]:
    """What a run was made from. Raises Fault naming a file that is damaged."""
    return read_json(open_files(folder), "manifest.json")


def _finished(folder: Path, info: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The variations of a sweep that have a run."""
    return [v for v in info["variations"] if (folder / v["folder"] / "manifest.json").exists()]


def _elsewhere(label: str) -> str:
    """Names the newest sweep with a variation of that label; "" if there is none. What cannot be read has none."""
    for folder in (file.parent for file in sorted(SWEEPS.glob("*/sweep.json"), reverse=True)):
        with suppress(Fault, OSError), _as_written(folder):
            if label in (v["label"] for v in _finished(folder, read_json(open_files(folder), "sweep.json"))):
                return f"sweep {folder.name} has it: {quote(f'{folder.name}:{label}')}"
    return ""


@contextmanager
def _as_written(folder: Path) -> Iterator[None]:
    """Turns files in another form than `experiments.results.outputs` writes into a Fault."""
    try:
        yield
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, OSError) as fault:
        if isinstance(fault, Fault) or (isinstance(fault, OSError) and fault.errno != ENAMETOOLONG):
            raise
        what = f"no {fault}" if isinstance(fault, KeyError) else f"{type(fault).__name__}: {fault}"
        checked = (folder / DIGESTS).exists()
        unchecked, whole = ("", "are whole") if checked else (", or was changed", "may be whole")
        raise Fault(
            f"{relative_path(folder)} was written by another version of Ragatta{_written_by(folder)}, which still "
            "reads it"
            f"{unchecked}; this one does not ({what}). Its tables (summary.csv, summary.md) and answers.jsonl "
            f"{whole}; run the sweep again for a report or a comparison by this version"
        ) from fault


def _written_by(folder: Path) -> str:
    """The version, commit and day that the manifest of a run in the folder names, as far as it does."""
    for file in sorted({*folder.glob("manifest.json"), *folder.glob("runs/*/manifest.json")}):
        try:
            lineage = json.loads(file.read_text(encoding="utf-8"))
            version, commit = lineage.get("packages", {}).get("ragatta"), lineage.get("git_commit", "")
            named = [version, f"commit {commit[:12]}" if commit else "", lineage.get("created", "")[:10]]
        except (OSError, ValueError, AttributeError, TypeError):
            continue
        return f" ({', '.join(filter(None, named))})" if any(named) else ""
    return ""


@contextmanager
def used(*folders: Path) -> Iterator[None]:
    """For work on results that were read: those without digests may have invalid contents, which shows only here and is
    a Fault then. An error with verified results is a bug and is raised unchanged."""
    if bare := [folder for folder in folders if not (folder / DIGESTS).exists()]:
        with _as_written(bare[0]):
            yield
    else:
        yield


def _run(folder: Path, label: str = "", same_as: str = "", reused: bool = False) -> RunResult:
    """Without a label, it gets the label of its configuration, and of its bundle."""
    files = open_files(folder)
    answers, scores, timings = (
        {(row["question_id"], row["sample"]): row for row in read_lines(files, f"{name}.jsonl")}
        for name in ("answers", "scores", "timings")
    )
    if not answers.keys() == scores.keys() == timings.keys():
        raise Fault(f"{relative_path(folder)}: its answers, scores and timings are not of the same sweep; run it again")
    rows = tuple(
        ResultRow(
            *key,
            answer,
            scores[key]["scores"],
            scores[key]["lost_at"],
            tuple(scores[key]["evidence"]),
            timing,
            scores[key].get("rule", ""),
            scores[key].get("why_undecided", ""),
            _by_person(scores[key].get("by_person"), timing.get(JUDGED_BY)),
        )
        for (key, answer), timing in zip(answers.items(), (timings[key] for key in answers), strict=True)
    )
    config, manifest = read_yaml(files, "config.yaml"), read_json(files, "manifest.json")
    if missing := EVERY_CONFIG - config.keys():
        raise KeyError(*sorted(missing))
    label = label or records_of(folder, manifest).label(config.get("variation", folder.name))
    _check_scored_here(folder, manifest)
    return RunResult(label, folder, config, manifest, rows, same_as, reused)


def _check_scored_here(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Raises Fault for scores of a bundle's author, which earlier versions imported; says how many answers of a bundle
    have none."""
    bundle = records_of(folder, manifest).bundle
    if bundle and manifest.get("bundle") != bundle:
        raise Fault(
            f"{relative_path(folder)}: its scores are those of the bundle's author; import the bundle again, which "
            "scores its answers here"
        )
    if unscored := manifest.get(IMPORTED, {}).get("unscored"):
        note(
            f"{relative_path(folder)}: {len(unscored)} of its answers have no scores ({manifest[IMPORTED]['why']}); "
            "import the bundle again where its documents and questions are"
        )


def _by_person(rules: Mapping[str, Any] | None, who: Sequence[str] | None) -> ByPerson | None:
    """Of a bundle's run nobody is named."""
    return ByPerson(tuple(who or [NOBODY_NAMED]), **rules) if rules else None


def _sweep_folder(name: str) -> Path:
    if name == "latest":
        if not LATEST.exists():
            raise Fault("no sweep has been run yet; run ragatta sweep")
        return LATEST.resolve()
    return Path(name).resolve() if "/" in name else _unique(name, [SWEEPS], "sweep")


def _unique(name: str, places: Sequence[Path], what: str) -> Path:
    """The one folder in `places` whose name begins with `name`; of those with the same name, that in the last place."""
    there = {path.name: path for place in places if place.is_dir() for path in place.iterdir()}
    known = sorted(there)
    if name in known:
        return there[name]
    found = [folder for folder in known if name and (folder.startswith(name) or name.startswith(folder))]
    if len(found) == 1:
        return there[found[0]]
    if not known:
        raise Fault(f"no {what} {name!r}: no sweep has been run yet; run ragatta sweep")
    if found:
        raise Fault(f"{name!r} is the beginning of {len(found)} {what}s: {', '.join(found[:6])}; write more of it")
    raise Fault(f"no {what} {name!r} in {relative_path(places[-1])}; {suggestion(name, known)}")


def _question(record: Mapping[str, Any]) -> Question:
    parts = dict(record)
    code = parts.pop("language", ENGLISH)
    expected = record["expected"]
    parts["expected"] = tuple(expected) if isinstance(expected, list) else expected
    parts["evidence"] = tuple(Evidence(**{**e, "pages": tuple(e["pages"])}) for e in record["evidence"])
    parts["components"] = tuple(Component(**{**c, "files": tuple(c["files"])}) for c in record["components"])
    parts["turns"] = tuple(Exchange(**turn) for turn in record.get("turns", ()))
    for name in ("also_accepted", "sub_questions", "documents", "forbidden", "tags"):
        parts[name] = tuple(record[name])
    return in_language(Question(**parts), code)
