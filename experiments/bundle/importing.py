"""Imports a bundle. Existing entries stay unchanged unless they are to be replaced."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from ragatta.conf.schema import Config
from ragatta.eval.people import People, append_settled, parsed, read_settled
from ragatta.experiments.bundle.archive import CALIBRATION, RUN_FILES, VERDICTS, Bundle, read_bundle
from ragatta.experiments.bundle.called import check_called
from ragatta.experiments.bundle.checked import check_entry, check_reply
from ragatta.experiments.bundle.own import (
    PLACES,
    asked_here,
    foreign_packages,
    names_a_place,
    own_settings,
)
from ragatta.experiments.bundle.rescoring import Scores, claimed_of, unscored_texts
from ragatta.experiments.composing.config import as_yaml
from ragatta.experiments.composing.saved import config_from
from ragatta.experiments.corpora.dataset import summaries_folder
from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.calibrations import Calibration, calibration_file, calibration_of, save
from ragatta.experiments.on_record.journal import Entry, Journal, entry_of
from ragatta.experiments.on_record.places import OWN, Records, of_bundles
from ragatta.experiments.paths import BUNDLES
from ragatta.experiments.results.reading import run_manifest
from ragatta.pipeline.agents.routing.summaries import content_of, read_summaries
from ragatta.pipeline.llm.entries import checked, entry_key
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.machine.checksums import write_with_digests
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.plugins.identity import short
from ragatta.pipeline.tasks.documents import DocumentSummary


@dataclass(frozen=True)
class ImportedBundle:
    """What was imported: the counts in the bundle, and in `new` the counts that were not here before."""

    run_key: str
    folder: Path  # .../outputs/runs/<run key>: config.yaml, manifest.json, journal.jsonl and the rest
    config: Config
    manifest: Mapping[str, Any]
    answers: int
    replies: int
    summaries: int
    new: int
    records: Records
    claimed: Scores  # those of the bundle, which are not the imported run's


@dataclass
class _Plan:
    """What would be written, and the conflicts."""

    writes: list[Callable[[], None]] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    new: int = 0

    def add(self, what: str, here: Any, brought: Any, write: Callable[[], None]) -> None:
        """`here` is None if there is nothing yet."""
        if here == brought:
            return
        self.writes.append(write)
        if here is None:
            self.new += 1
        else:
            self.conflicts.append(what)


@dataclass(frozen=True)
class _Recorded:
    """The models' replies by key, and the models by request."""

    entries: Mapping[str, Mapping[str, Any]]
    models: Mapping[str, Mapping[str, Any]]

    @property
    def known(self) -> bool:
        return bool(self.entries or self.models)


@dataclass(frozen=True)
class _Contents:
    """A bundle's texts after reading and checking."""

    entries: tuple[Entry, ...]
    recorded: Mapping[str, _Recorded]  # by the name of the cache that it belongs to
    summaries: Mapping[str, Mapping[str, Any]]  # by file, by document
    manifest: Mapping[str, Any]
    people: People
    calibration: Calibration | None  # of the manifest's judge


def import_bundle(
    path: Path, settings: Mapping[str, str] | None = None, home: Path | None = None, replace_other: bool = False
) -> ImportedBundle:
    """Merges the bundle's answers, replies, models and summaries into `home`, by default the bundle's own folder, where
    no other run finds them. The imported run has no scores until `score_again` (rescoring.py) has made them.

    `settings` are the importer's settings, by key: files that the configuration leaves open, such as dataset.pdfs, and
    others that `own.own_settings` never takes from a bundle. Raises Fault, without writing anything, for a damaged or
    foreign file, a missing key, or a different entry under the same key (unless `replace_other`); ValueError and
    OSError for damaged files here.
    """
    bundle, settings = read_bundle(path), settings or {}
    if missing := [key for key in bundle.own if not settings.get(key)]:
        raise Fault([f"{path}: the run used the exporter's own files: {_asked_for(key)}" for key in missing])
    contents = _contents(bundle, path)
    config = _config(bundle, path, settings)
    records = _records(home) if home else of_bundles([path])
    with _refused(path):
        check_called(bundle, config, contents.entries)
        files_of_run = {"config.yaml": as_yaml(config), **unscored_texts(bundle, records)}
    plan = _Plan()
    folder, files = records.run_folder(bundle.run_key), {"replies": records.replies, "judgements": records.judgements}
    stores = {name: Replies(files[name]) for name, recorded in contents.recorded.items() if recorded.known}
    asked = {"replies": config.llm, "judgements": config.scoring.asked_model() or config.llm}
    try:
        _plan_answers(plan, Journal(folder), contents.entries)
        for name, store in stores.items():
            _plan_replies(plan, store, contents.recorded[name], asked[name].urls()[0])
        _plan_summaries(plan, summaries_folder(config.dataset, records.summaries), contents.summaries)
        if plan.conflicts and not replace_other:
            raise Fault(_standing_in_the_way(path, records, plan.conflicts))
        for write in plan.writes:
            write()
    finally:
        for store in stores.values():
            store.close()
    here = read_settled(records.verdicts).lines
    for one in contents.people.lines:
        if one not in here:
            append_settled(records.verdicts, one)
    if contents.calibration:
        save(contents.manifest["judge"], {"judge": contents.calibration}, records)
    if replace_other or not scored_here(folder, records):
        write_with_digests(folder, files_of_run)
    replies = sum(len(recorded.entries) for recorded in contents.recorded.values())
    counts = len(contents.entries), replies, sum(map(len, contents.summaries.values()))
    claimed = claimed_of(bundle)
    return ImportedBundle(bundle.run_key, folder, config, contents.manifest, *counts, plan.new, records, claimed)


def _records(home: Path) -> Records:
    return Records(home, home.name if home.parent == BUNDLES else "")


def scored_here(folder: Path, records: Records) -> bool:
    """Whether the folder has a run whose scores are not a bundle's: one of a sweep, or imported by this version."""
    return (folder / "manifest.json").exists() and run_manifest(folder).get("bundle") == records.bundle


def _config(bundle: Bundle, path: Path, settings: Mapping[str, str]) -> Config:
    """The bundle's configuration with the importer's files, addresses and names of environment variables. Raises
    Fault."""
    text, where = bundle.texts["config.yaml"], f"{path}, config.yaml"
    places = {key: settings[key] for key in bundle.own}
    theirs = config_from(text, where, values=places)
    if strange := [key for key in PLACES if key not in bundle.own and names_a_place(key, theirs)]:
        raise Fault([f"{where}: {key} names a path of one machine; export it again" for key in strange])
    if packages := foreign_packages(theirs):
        raise Fault(
            [
                f"{where}: {package_fault} is not that of dataset {theirs.dataset.name} here"
                for package_fault in packages
            ]
        )
    return config_from(text, where, values={**own_settings(theirs, settings), **places})


def _asked_for(key: str) -> str:
    options = {"dataset.pdfs": "--pdfs folder", "dataset.questions": "--questions file"}
    return f"give {options.get(key, f'{key}=/path')}"


def _contents(bundle: Bundle, path: Path) -> _Contents:
    with _refused(path):
        entries = tuple(entry_of(line) for line in bundle.lines("journal.jsonl"))
        for entry in entries:
            check_entry(entry)
        recorded = {
            "replies": _recorded_in(bundle, "replies", "models"),
            "judgements": _recorded_in(bundle, "judgements", "judges"),
        }
        for name in RUN_FILES:
            if name.endswith(".jsonl"):
                bundle.lines(name)
        summaries, manifest = bundle.json("summaries.json"), bundle.json("manifest.json")
        if not all(isinstance(manifest.get(key, {}), dict) for key in ("code", "scorers")):
            raise ValueError("manifest.json does not record the code that made the run")
        for name, stored in summaries.items():
            if not _is_below(name):
                raise ValueError(f"summaries in {name!r}, which is not a file below the dataset's folder")
            for entry in stored.values():
                DocumentSummary(**content_of(entry))
        people = parsed(bundle.texts.get(VERDICTS, ""), VERDICTS)
        calibration = calibration_of(bundle.json(CALIBRATION)) if CALIBRATION in bundle.texts else None
        if calibration:
            calibration_file(manifest["judge"], OWN)
    return _Contents(entries, recorded, summaries, manifest, people, calibration)


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    """Turns contents that no export writes into a Fault."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
        raise Fault(f"{path}: damaged, or no bundle of Ragatta ({fault}); export it again") from fault


LONGEST_NAME = 200  # bytes of a part of a file's name


def _is_below(name: str) -> bool:
    """Whether it is a relative name of a JSON file inside the folder that is valid on every file system."""
    parts = name.split("/")
    short = all(part not in ("", ".", "..") and len(part.encode()) <= LONGEST_NAME for part in parts)
    return short and name.isprintable() and name.endswith(".json")


def _recorded_in(bundle: Bundle, replies: str, models: str) -> _Recorded:
    entries = {line["key"]: checked(line["entry"]) for line in bundle.lines(f"{replies}.jsonl")}
    for entry in entries.values():
        check_reply(entry)
    if foreign := [key for key, entry in entries.items() if key != entry_key(entry)]:
        raise ValueError(f"reply {short(foreign[0])} does not belong to the prompt of its key")
    models_asked = bundle.json(f"{models}.json")
    if unnamed := [asked for asked, who in models_asked.items() if not isinstance(who, dict) or "name" not in who]:
        raise ValueError(f"{models}.json does not name the model behind {unnamed[0]!r}")
    for asked in models_asked:
        asked_here(asked, "")
    return _Recorded(entries, models_asked)


def _plan_answers(plan: _Plan, journal: Journal, entries: tuple[Entry, ...]) -> None:
    for key, entry in {(entry.question_key, entry.sample): entry for entry in entries}.items():
        here = journal.entries.get(key)
        what = f"an answer to question key {short(entry.question_key)}"
        plan.add(what, here and here.record, entry.record, partial(journal.add, entry))


def _plan_replies(plan: _Plan, store: Replies, recorded: _Recorded, address: str) -> None:
    """`address` is the models' address here; the keys of replies contain none."""
    for key, entry in recorded.entries.items():
        what = f"the reply to {entry['task']}, key {short(key)}"
        plan.add(what, _words(store.entry(key)), _words(entry), partial(store.put_entry, key, entry))
    known = store.models()
    for asked, model in {asked_here(asked, address): model for asked, model in recorded.models.items()}.items():
        what = f"{model['name']}: another model is on record under that name"
        plan.add(what, known.get(asked), model, partial(store.put_model, asked, model))


def _words(entry: Mapping[str, Any] | None) -> Any:
    """The part of an entry that an answer depends on; the seconds do not count."""
    return entry and (entry["reply"]["text"] if entry["reply"] else entry["failure"]["message"])


def _plan_summaries(plan: _Plan, folder: Path, summaries: Mapping[str, Mapping[str, Any]]) -> None:
    for name, brought in summaries.items():
        file = folder / name
        here = read_summaries(file)
        merged = {**here, **brought}
        text = json.dumps(merged, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
        for document, summary in brought.items():
            what = f"the summary of {document}"
            plan.add(what, here.get(document), summary, partial(write_whole, file, text))


def _standing_in_the_way(path: Path, records: Records, conflicts: list[str]) -> list[str]:
    few = ", ".join(conflicts[:3]) + (f" and {len(conflicts) - 3} more" if len(conflicts) > 3 else "")
    return [
        f"{path}: nothing imported, for other entries are in {records.home}: {few}",
        f"ragatta import --from {path} --replace takes the bundle's; without that folder it is imported anew",
    ]
