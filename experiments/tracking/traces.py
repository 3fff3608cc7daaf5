"""Writes traces into MLflow's store: many in one transaction, each once, and links them to a run.

MLflow's own way in, `log_spans`, takes about 10 ms a trace, most of it in composing SQL. Here the rows go straight into
the tables that MLflow itself defines; what it then reads back through its own interface is tested.
"""

from __future__ import annotations

import json
import sqlite3
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

from ragatta.experiments.paths import REPLIES
from ragatta.experiments.tracking.spans import Answered, Reply, Span, spans
from ragatta.pipeline.llm.replies import Replies

TOGETHER = 100  # traces in a transaction
SHOWN = 1000  # characters of question and answer in the list of traces
STATUS = {"OK": "STATUS_CODE_OK", "ERROR": "STATUS_CODE_ERROR"}


def log_traces(database: Path, experiment_id: str, run_id: str, answers: Sequence[Answered]) -> int:
    """Links the answers' traces to the run, writing first those that the store does not hold, whose number it returns.
    A killed process leaves whole traces only, and the next sweep writes the rest; written twice a trace is the same."""
    from mlflow.tracing.client import TracingClient

    store = TracingClient(tracking_uri=f"sqlite:///{database}").store
    named = {answered.trace_id(experiment_id): answered for answered in answers}
    held = _held(database, experiment_id)
    missing = [trace_id for trace_id in named if trace_id not in held]
    reply = _recorded(answers)
    for ids in _parts(missing):
        _write(store, experiment_id, {trace_id: named[trace_id] for trace_id in ids}, reply)
    _link(store, list(named), run_id)
    return len(missing)


def _link(store: Any, trace_ids: Sequence[str], run_id: str) -> None:
    """Like `link_traces_to_run` for a new run, but in one transaction."""
    from mlflow.store.tracking.dbmodels.models import SqlEntityAssociation
    from sqlalchemy import insert

    whole = {"source_type": "trace", "destination_type": "run", "destination_id": run_id}
    rows = [{**whole, "source_id": trace_id, "association_id": uuid4().hex} for trace_id in trace_ids]
    with store.ManagedSessionMaker(read_only=False) as session:
        session.execute(insert(SqlEntityAssociation), rows)


def _write(store: Any, experiment_id: str, answers: Mapping[str, Answered], reply: Reply) -> None:
    from mlflow.store.tracking.dbmodels.models import SqlSpan, SqlTraceInfo, SqlTraceTag
    from sqlalchemy import insert

    made = {trace_id: spans(answered, trace_id, reply) for trace_id, answered in answers.items()}
    traces = [_trace(trace_id, answers[trace_id], made[trace_id][0]) for trace_id in made]
    tags = [
        {"request_id": trace_id, "key": key, "value": value}
        for trace_id, answered in answers.items()
        for key, value in _tags(answered).items()
    ]
    rows = [_row(trace_id, span) for trace_id, parts in made.items() for span in parts]
    for row in (*traces, *rows):
        row["experiment_id"] = int(experiment_id)
    with store.ManagedSessionMaker(read_only=False) as session:
        # Another sweep may have written the same trace a moment ago.
        for table, values in ((SqlTraceInfo, traces), (SqlTraceTag, tags), (SqlSpan, rows)):
            session.execute(insert(table).prefix_with("OR IGNORE"), values)


def _trace(trace_id: str, answered: Answered, root: Span) -> dict[str, Any]:
    row = answered.row
    tokens_in, tokens_out = row.timing["tokens_in"], row.timing["tokens_out"]
    return {
        "request_id": trace_id,
        "trace_name": row.question_id,
        "timestamp_ms": root["start"] // 1_000_000,
        "execution_time_ms": (root["end"] - root["start"]) // 1_000_000,
        "status": root["status"],
        "request_preview": answered.question[:SHOWN],
        "response_preview": (row.answer["answer"] or row.answer["status"])[:SHOWN],
        "input_tokens": tokens_in,
        "output_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
    }


def _tags(answered: Answered) -> dict[str, str]:
    row = answered.row
    return {
        "mlflow.trace.spansLocation": "TRACKING_STORE",
        "status": row.answer["status"],
        "sample": str(row.sample),
        "run_key": answered.run_key,
    }


def _row(trace_id: str, span: Span) -> dict[str, Any]:
    """The span's row; its `content` is what MLflow's Span.to_dict gives."""
    content = {
        "trace_id": _bytes(trace_id.removeprefix("tr-")),
        "span_id": _bytes(span["id"]),
        "parent_span_id": _bytes(span["parent_id"]) if span["parent_id"] else None,
        "name": span["name"],
        "start_time_unix_nano": span["start"],
        "end_time_unix_nano": span["end"],
        "events": [],
        "status": {"code": STATUS[span["status"]], "message": span["message"]},
        "attributes": span["attributes"],
        "links": [],
    }
    return {
        "trace_id": trace_id,
        "span_id": span["id"],
        "parent_span_id": span["parent_id"],
        "name": span["name"],
        "type": span["type"],
        "status": span["status"],
        "start_time_unix_nano": span["start"],
        "end_time_unix_nano": span["end"],
        "content": json.dumps(content, ensure_ascii=False),
    }


def _bytes(digits: str) -> str:
    return b64encode(bytes.fromhex(digits)).decode()


def _held(database: Path, experiment_id: str) -> set[str]:
    """The ids of the experiment's traces. Asked through MLflow it takes seconds."""
    with closing(sqlite3.connect(database, timeout=60)) as store:
        found = store.execute("select request_id from trace_info where experiment_id = ?", (int(experiment_id),))
        return {trace_id for (trace_id,) in found}


def _recorded(answers: Sequence[Answered]) -> Reply:
    """The recorded model calls by key; the record is opened only where the answers name one."""
    calls = (call for answered in answers for stage in answered.row.timing["stages"] for call in stage["calls"])
    if any(call["key"] for call in calls) and REPLIES.exists():
        return Replies(REPLIES).entry
    return lambda _: None


def _parts(ids: Sequence[str]) -> list[list[str]]:
    return [list(ids[start : start + TOGETHER]) for start in range(0, len(ids), TOGETHER)]
