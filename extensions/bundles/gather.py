"""Gathers a bundle: a run's files, and the recorded replies behind its answers and summaries."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ragatta.conf.schema import Config
from ragatta.eval.metrics import SCORE
from ragatta.eval.people import JUDGE, PERSON, Settled, answer_text, gold_digest, hashed, together
from ragatta.experiments.bundle.archive import CALIBRATION, RUN_FILES, VERDICTS, Bundle
from ragatta.experiments.bundle.called import calls_of
from ragatta.experiments.bundle.own import PLACES, names_a_place, replayed
from ragatta.experiments.composing.config import as_yaml, flat
from ragatta.experiments.composing.saved import saved_config
from ragatta.experiments.corpora.dataset import open_dataset, verdicts_file
from ragatta.experiments.corpora.passwords import VARIABLE, common_passwords
from ragatta.experiments.faults import Fault
from ragatta.experiments.jsonl import line, parsed
from ragatta.experiments.on_record.calibrations import as_json, calibrated
from ragatta.experiments.on_record.journal import Journal
from ragatta.experiments.on_record.places import Records
from ragatta.experiments.paths import HOME, ROOT
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.outputs import JUDGED_BY
from ragatta.experiments.results.reading import RunResult
from ragatta.experiments.results.undecided import judged_answer
from ragatta.pipeline.agents.routing.summaries import content_of, read_summaries
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.recorded import asked
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.seam import ReplyMissing
from ragatta.pipeline.machine.secrets import LEAST_SECRET, secret_values
from ragatta.pipeline.types import Progress


@dataclass(frozen=True)
class Gathered:
    """A bundle, and its gaps: calls without a recorded reply, and summaries that no reply explains."""

    bundle: Bundle
    calls_missing: int
    summaries_given: tuple[str, ...]


def gather(run: RunResult, progress: Progress, changes: Sequence[str] = ()) -> Gathered:
    """`changes` are to the run's configuration, key=value, such as where its documents are now.

    Raises Fault if the run's files are damaged, its documents are gone, or a text contains a secret."""
    config = saved_config(run.folder / "config.yaml", changes)
    if not replayed(config):
        file = config.llm.options.get("file", "")
        raise Fault(f"{run.folder}: a bundle holds no answers made elsewhere; hand over {file} and the configuration")
    run_key = str(run.manifest.get("run_key", ""))
    records = run.records
    entries = tuple(Journal(records.run_folder(run_key)).entries.values()) if run_key else ()
    if not entries:
        raise Fault(f"{run.folder}: its answers are no longer in the journal; run ragatta sweep again")
    replaying = replace(config, llm=replace(config.llm, cache="only"))
    places = tuple(key for key in PLACES if names_a_place(key, config))
    portable = _portable(config, places)
    texts = {name: (run.folder / name).read_text(encoding="utf-8") for name in RUN_FILES}
    texts["timings.jsonl"] = _unnamed(texts["timings.jsonl"])
    texts["journal.jsonl"] = "".join(json.dumps(vars(entry), sort_keys=True) + "\n" for entry in entries)
    used = calls_of(entries) if asks_a_model(config) else set()
    resources = Resources.of(open_dataset(config.dataset, progress, with_questions=False, records=records), progress)
    summaries = _summaries(resources, replaying.pipeline())
    made = resources.annotations.calls(replaying.pipeline()) | resources.index.note_calls(replaying.pipeline())
    replies = _replies(used - {""} | summaries.calls | made, records)
    judged, judges = judgements(run, config)
    texts |= {
        "config.yaml": as_yaml(portable),
        "manifest.json": _json({**run.manifest, "config": flat(portable)}),
        "replies.jsonl": _entries(replies),
        "models.json": _json(_models(config, run.manifest, records)),
        "judgements.jsonl": _entries(judged),
        "judges.json": _json(judges),
        "summaries.json": _json({summaries.name: summaries.stored} if summaries.stored else {}),
    }
    if people := _verdicts(run, config):
        texts[VERDICTS] = people
    if found := calibration(run):
        texts[CALIBRATION] = _json(found)
    _check_private(texts, config)
    lost = sum(key not in replies for key in used)
    return Gathered(Bundle(run_key, places, texts), lost, summaries.given)


def _unnamed(timings: str) -> str:
    """The lines of timings.jsonl without who judged the answers."""
    rows = (parsed(text) for text in timings.split("\n") if text)
    return "".join(line({name: value for name, value in row.items() if name != JUDGED_BY}) for row in rows)


def _verdicts(run: RunResult, config: Config) -> str:
    """The verdicts of people that the run's scores rest on, as lines without who gave them and when: on its own
    answers, and on all that were drawn at random, which have a say in the verdicts on others."""
    by_people = [row for row in run.rows if row.rule == PERSON]
    if not by_people and not verdicts_file(config.dataset).exists():
        return ""
    dataset = open_dataset(config.dataset, records=run.records)
    questions = {question.id: question for question in dataset.every}
    found: dict[str, None] = {}  # in order, each once
    for row in by_people:
        question, answer = questions[row.question_id], judged_answer(row)
        if lines := dataset.people.on(question, answer):  # else it was taken back since the sweep
            settled = Settled(question.id, gold_digest(question), hashed(answer_text(answer)), row.scores[SCORE])
            audited = next((one.audited for one in reversed(lines) if one.audited), None)
            found[replace(settled, drawn=all(one.drawn for one in lines), audited=audited).line()] = None
    for lines in dataset.people.by_answer.values():
        audited_lines, (verdict, _) = [one for one in lines if one.audited], together(lines)
        if audited_lines and verdict is not None:  # without who and when, a verdict that was taken back would count
            one = audited_lines[-1]
            kept = replace(one, answer=hashed(one.answer), verdict=verdict, who="", when="", resolves=False)
            found[kept.line()] = None
    return "".join(found)


def asks_a_model(config: Config) -> bool:
    """Whether there are replies to replay; rules answer again instead."""
    return bool(config.llm.ASKS_A_MODEL)


def _portable(config: Config, places: Iterable[str]) -> Config:
    """The configuration with the keys of `places` emptied, and with paths relative to the questions file."""
    dataset = config.dataset
    if "dataset.questions" in places and dataset.added.startswith(dataset.questions):
        beside = "${.questions}" + dataset.added.removeprefix(dataset.questions)
        config = replace(config, dataset=replace(dataset, added=beside))
    for key in places:
        part, name = key.split(".")
        config = replace(config, **{part: replace(getattr(config, part), **{name: ""})})
    return config


def _replies(keys: Iterable[str], records: Records) -> dict[str, Mapping[str, Any]]:
    if not (wanted := sorted(keys)):
        return {}
    replies = Replies(records.replies)
    entries = {key: replies.entry(key) for key in wanted}
    replies.close()
    return {key: entry for key, entry in entries.items() if entry}


def _models(config: Config, manifest: Mapping[str, Any], records: Records) -> dict[str, Any]:
    """The model that answered for each agent. Raises Fault if another model is recorded now."""
    wanted = {asked(config.llm, model) for model in config.pipeline().models()}
    if not records.replies.exists():
        return {}
    replies = Replies(records.replies)
    found = {name: who for name, who in replies.models().items() if name in wanted}
    replies.close()
    of_the_run = [(model["name"], model["digest"]) for model in manifest.get("models", ())]
    for who in found.values():
        if (who["name"], who["digest"]) not in of_the_run:
            raise Fault(
                f"{who['name']} answers with another digest now ({who['digest'][:12]}) than in this run; ragatta sweep "
                "asks it, then export that run"
            )
    return found


@dataclass(frozen=True)
class _Summaries:
    name: str  # of their file, below the dataset's folder of summaries
    stored: Mapping[str, Any]  # by document, as in the file
    calls: frozenset[str]
    given: tuple[str, ...]  # documents whose summary neither a rule nor a recorded reply gives: made or edited by hand


def _summaries(resources: Resources, settings: Pipeline) -> _Summaries:
    summarizer = settings.architecture.part(Summarizer)
    if summarizer is None:
        return _Summaries("", {}, frozenset(), ())
    file = resources.summaries.file(settings)
    name = file.relative_to(resources.dataset.summaries).as_posix()
    if not file.exists():
        return _Summaries(name, {}, frozenset(), ())
    stored = read_summaries(file)
    calls: set[str] = set()
    recorded = []
    for document, pages in resources.documents.corpus(settings.parser).pages.items():
        asker = resources.models.asker(settings)
        try:
            made = summarizer.summarize(document, pages, asker.ask).model_dump()
        except ReplyMissing:
            made = None
        calls |= {call.key for call in asker.calls}
        if made != content_of(stored.get(document, {})):
            recorded.append(document)
    return _Summaries(name, stored, frozenset(calls - {""}), tuple(recorded))


def _check_private(texts: Mapping[str, str], config: Config) -> None:
    """Raises Fault if a text contains a secret of the environment, or a run's record a path of this machine."""
    chats = (config.llm, *config.scoring.models().values())
    of_chats = (getattr(one, "api_key_env", "") for llm in chats for one in (llm, *llm.by_model().values()))
    servers = [server for part in (config.embedder, config.reranker) if (server := getattr(part, "server", None))]
    variables = (*of_chats, *(server.api_key_env for server in servers), *config.dataset.passwords.values())
    secrets = secret_values() | {name: os.environ.get(name, "") for name in variables}
    secrets |= {f"{VARIABLE} ({name})": password for name, password in common_passwords().items()}
    paths = [str(path) for path in (ROOT, HOME) if len(path.parts) > 2]
    found = [
        f"{name} holds the value of {variable}"
        for name, text in texts.items()
        for variable, value in secrets.items()
        if len(value) >= LEAST_SECRET and any(form in text for form in _forms(value))
    ]
    found += [
        f"{name} holds {path}, a path of this machine"
        for name, text in texts.items()
        if name not in ("replies.jsonl", "judgements.jsonl", "summaries.json")  # the documents' own words
        for path in paths
        if f"{path}/" in text
    ]
    if found:
        raise Fault([f"not exported: {what}; run that question again" for what in found])


def _forms(secret: str) -> set[str]:
    """As it is, and as a JSON text has it."""
    return {secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}


def _entries(entries: Mapping[str, Mapping[str, Any]]) -> str:
    return "".join(json.dumps({"key": key, "entry": entries[key]}, sort_keys=True) + "\n" for key in sorted(entries))


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def judgements(run: RunResult, config: Config) -> tuple[Mapping[str, Mapping[str, Any]], Mapping[str, Any]]:
    """The judgements by key, and the judge by request; both empty without a judge. The keys are those of the calls in
    the run's timings; a call that was not recorded has none."""
    if not (llm := config.scoring.asked_model()) or not run.records.judgements.exists():
        return {}, {}
    calls = [call for row in run.rows for call in row.timing.get("judge", {"calls": ()})["calls"]]
    store = Replies(run.records.judgements)
    try:
        keys = dict.fromkeys(call["key"] for call in calls if call["key"])
        entries = {key: entry for key in keys if (entry := store.entry(key))}
        wanted = asked(llm, None)
        return entries, {name: model for name, model in store.models().items() if name == wanted}
    finally:
        store.close()


def calibration(run: RunResult) -> Mapping[str, Any]:
    """That of the judge by whose verdicts answers are decided; nothing where none is."""
    if not any(row.rule == JUDGE for row in run.rows):
        return {}
    known = calibrated(run.manifest["judge"], run.records)["judge"]
    return as_json(known) if known else {}
