"""The trace of an answer, built afterwards from its record: a span per stage, retrieval step and model call.

Spans have the types and attributes of MLflow's UI, but nothing here imports MLflow. A trace's id is the digest of its
contents, so the same answer with the same scores always has the same trace. Only durations are recorded below the
question, so stages and calls are laid end to end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.experiments.on_record.places import OWN, Records
from ragatta.experiments.results.reading import ResultRow
from ragatta.pipeline.documents.format import pages_of
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.machine.secrets import hidden
from ragatta.pipeline.plugins.identity import digest, file_digest

Span = dict[str, Any]
Attributes = Mapping[str, Any]  # attributes of a span, JSON values
INPUTS, OUTPUTS = "mlflow.spanInputs", "mlflow.spanOutputs"
Reply = Callable[[str], Mapping[str, Any] | None]  # the recorded model call of a key
MAIN = (SCORE, RETRIEVAL)  # the scores that are shown beside an answer
NOT_RECORDED = "not recorded: this call does not go through the record of replies"
GONE = "no longer in the record of replies"


@dataclass(frozen=True)
class Answered:
    """One answered question of a run: what was asked, by which architecture, and its rows in the run's files."""

    run_key: str
    architecture: str
    question: str
    expected: Any  # the gold answer, as a JSON value
    row: ResultRow
    records: Records = OWN

    @property
    def scores(self) -> dict[str, float]:
        """The main scores that apply to it; none where it did not come."""
        return {name: self.row.scores[name] for name in MAIN if name in self.row.scores and self.row.came}

    def trace_id(self, experiment_id: str) -> str:
        """The id of its trace in the experiment of that id, in MLflow's form: `tr-` and 32 hex digits."""
        timing = {name: value for name, value in self.row.timing.items() if name not in ("answered_now", "judge")}
        ingredients = [self.row.question_id, self.question, self.row.sample, self.architecture, self.row.answer, timing]
        judged = [self.expected, self.scores, self.row.lost_at]
        return f"tr-{digest([_form(), experiment_id, self.run_key, *ingredients, *judged])[:32]}"


def spans(answered: Answered, trace_id: str, reply: Reply) -> list[Span]:
    """The spans of the trace, each with `id` and `parent_id` (16 hex digits; None for the first, which is the
    question's), name, type, start and end (nanoseconds since 1970), status, message and attributes (JSON texts)."""
    row = answered.row
    answer, timing = row.answer, row.timing
    made = _Trace(trace_id)
    at = int(timing["started"] * 1e9)
    attributes = {
        INPUTS: {"messages": [{"role": "user", "content": answered.question}]},
        OUTPUTS: _answer(answer),
        "seconds": timing["seconds"],
        "live_calls": timing["live_calls"],
        **_replayed(timing),
    }
    failure = answer["limitations"] if answer["status"] == "failed" else ""
    root = made.add(answered.architecture, "AGENT", None, (at, _seconds(timing)), attributes, failure)
    known: dict[str, Any] = {"question": answered.question}
    for step, took in zip(answer["steps"], timing["stages"], strict=True):
        _stage(made, root, at, step, took, {**known, **_context(step, answer)}, reply)
        at += int(_seconds(took) * 1e9)
        known = {"question": answered.question, **_decided(step)}
    return made.spans


def recorded_for(answers: Sequence[Answered]) -> Reply:
    """The recorded model calls by key of a run's answers, or of a sweep's."""
    return recorded([answered.row for answered in answers], answers[0].records if answers else OWN)


def recorded(rows: Iterable[ResultRow], records: Records) -> Reply:
    """The recorded model calls by key; the record is opened only where the answers name one."""
    calls = (call for row in rows for stage in row.timing["stages"] for call in stage["calls"])
    if any(call["key"] for call in calls) and records.replies.exists():
        return Replies(records.replies).entry
    return lambda _: None


@dataclass
class _Trace:
    id: str
    spans: list[Span] = field(default_factory=list)

    def add(
        self, name: str, kind: str, parent: str | None, when: tuple[int, float], more: Attributes, failure: str = ""
    ) -> str:
        """Adds a span and returns its id. `when` is its start in nanoseconds since 1970, and its seconds."""
        start, seconds = when
        span_id = digest([self.id, len(self.spans)])[:16]
        attributes = {"mlflow.traceRequestId": self.id, "mlflow.spanType": kind, **more}
        self.spans.append(
            {
                "id": span_id,
                "parent_id": parent,
                "name": name,
                "type": kind,
                "start": start,
                "end": start + int(seconds * 1e9),
                "status": "ERROR" if failure else "OK",
                "message": hidden(failure),
                "attributes": {key: json.dumps(value) for key, value in attributes.items()},
            }
        )
        return span_id


def _stage(
    made: _Trace, root: str, at: int, step: Mapping[str, Any], took: Mapping[str, Any], known: Any, reply: Reply
) -> None:
    attributes = {
        INPUTS: known,
        OUTPUTS: step["details"],
        "seconds": took["seconds"],
        **_replayed(took),
        **{name: step[name] for name in ("tokens_in", "tokens_out", "fallbacks", "notes") if step[name]},
    }
    span = made.add(step["name"], "CHAIN", root, (at, _seconds(took)), attributes)
    if "hits" in step["details"]:
        _retrieval(made, span, at, step["details"]["hits"], known.get("steps", ()), took["parts"])
    for call in took["calls"]:
        _call(made, span, at, call, reply)
        at += int(call["seconds"] * 1e9)


def _retrieval(
    made: _Trace, stage: str, at: int, searches: Sequence[Any], plan: Sequence[Any], parts: Sequence[Mapping[str, Any]]
) -> None:
    """A span per search with its hits, and below it one for the window."""
    for number, (hits, (begun, search, window)) in enumerate(
        zip(searches, _times(parts, len(searches)), strict=True), 1
    ):
        start = at + int(begun * 1e9)
        asked = plan[number - 1] if number <= len(plan) else None
        attributes = {INPUTS: asked, OUTPUTS: _documents(hits)}
        step = made.add(f"step {number}", "RETRIEVER", stage, (start, search + window), attributes)
        if added := [hit for hit in hits if hit["found_by"] == "window"]:
            attributes = {INPUTS: [hit["chunk"] for hit in hits if hit not in added], OUTPUTS: _documents(added)}
            made.add("window", "RETRIEVER", step, (start + int(search * 1e9), window), attributes)


def _times(parts: Sequence[Mapping[str, Any]], searches: int) -> list[tuple[float, float, float]]:
    """(begun, search, window) of each search, in seconds from the stage's beginning: one after the other where each was
    timed; where they were timed together, as parallel ones are, every span is that of all."""
    search, window = ([part["seconds"] for part in parts if part["name"] == name] for name in ("search", "window"))
    if len(search) == len(window) == searches:
        both = [one + other for one, other in zip(search, window, strict=True)]
        return [(sum(both[:n]), search[n], window[n]) for n in range(searches)]
    return [(0.0, sum(search), sum(window))] * searches


def _documents(hits: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Hits in the form that MLflow shows as documents; with their places, without their text."""
    return [
        {
            "id": hit["chunk"],
            "page_content": f"{hit['chunk'].rpartition('#')[0]}, {_pages(hit['chunk'], *hit['pages'])}",
            "metadata": {**hit, "doc_uri": hit["chunk"].rpartition("#")[0]},
        }
        for hit in hits
    ]


def _call(made: _Trace, stage: str, at: int, call: Mapping[str, Any], reply: Reply) -> None:
    attributes = {key: value for key, value in call.items() if key != "task" and value != ""}
    attributes |= {
        "mlflow.llm.model": call["model"],
        "mlflow.llm.provider": call["provider"],
        "mlflow.llm.cost": {},  # MLflow would else put a figure of its own price list beside cost_usd
        "mlflow.chat.tokenUsage": {
            "input_tokens": call["tokens_in"],
            "output_tokens": call["tokens_out"],
            "total_tokens": call["tokens_in"] + call["tokens_out"],
        },
    }
    entry = reply(call["key"]) if call["key"] else None
    if entry is None:
        attributes["prompt"] = GONE if call["key"] else NOT_RECORDED
    else:
        attributes[INPUTS] = {"messages": entry["messages"], **entry["options"]}
        if entry["reply"]:  # a call that failed has none
            message = {"role": "assistant", "content": entry["reply"]["text"]}
            attributes[OUTPUTS] = {"choices": [{"index": 0, "message": message}]}
    made.add(call["task"], "CHAT_MODEL", stage, (at, call["seconds"]), attributes, call["error"])


def _answer(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer as a message, with its other non-empty fields."""
    fields = {key: value for key, value in answer.items() if value and key not in ("answer", "context", "steps")}
    for key in ("question_id", "sample"):
        fields.pop(key, None)
    return {"messages": [{"role": "assistant", "content": answer["answer"]}], **fields}


def _context(step: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    """What the stage that wrote the answer was shown: the context's chunks by their pages, in order."""
    if "context_tokens" not in step["details"]:
        return {}
    chunks = answer["context"]
    return {"context": [f"{c['id']}, {_pages(c['id'], c['first_page'], c['last_page'])}" for c in chunks]}


def _decided(step: Mapping[str, Any]) -> dict[str, Any]:
    """The output of a stage for the next one; hits become the context."""
    return {key: value for key, value in step["details"].items() if key != "hits"}


def _pages(chunk: str, first: int, last: int) -> str:
    return pages_of(chunk.rpartition("#")[0], first, last)


def _seconds(took: Mapping[str, Any]) -> float:
    """The wall seconds without replays: a replayed call counts with its original seconds."""
    return float(took["seconds"] + took["replayed_seconds"])


def _replayed(took: Mapping[str, Any]) -> dict[str, Any]:
    """A note if a span's length includes recorded seconds."""
    return {name: took[name] for name in ("replayed_calls", "replayed_seconds") if took["replayed_calls"]}


@cache
def _form() -> str:
    """The digest of this file, which is part of each trace's id."""
    return file_digest(Path(__file__))
