"""An answer from the fields of the documents that meet the filters, with the chunks that state them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragatta.extensions.agentic.agents.final_answer import ComposedDraft
from ragatta.extensions.agentic.agents.inquiry import Inquiry
from ragatta.extensions.agentic.agents.row_answer import RowAnswer, answer_from_rows, shown_value
from ragatta.pipeline.agents.answering.orchestrator import tell
from ragatta.pipeline.agents.context.context import Context, context_of
from ragatta.pipeline.agents.searching.tool_specs import FETCH
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.annotations.filters import FilterError, read_filters
from ragatta.pipeline.annotations.schema import Bucket
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.tasks.agentic import ComposedAnswer
from ragatta.pipeline.types import Answer, Hit

EACH = 3  # hits a document for the search over all of them


def draft_from_rows(inquiry: Inquiry, tools: Toolbox, stage: Stage) -> ComposedDraft:
    """A list, table, values or computed figure over the selected documents. Those that fit the context are cited."""
    rows, context, cited = _evidence(inquiry, tools, stage)
    buckets = inquiry.buckets(tools.annotations)
    identifiers = {bucket.name: bucket.identifier or "doc_id" for bucket in buckets}
    marked = inquiry.plan.output_preferences.needs_citations

    def mark(document: str) -> str:
        return f" [{document}]" if marked and document in cited else ""

    holds = _holds(inquiry, rows, tools.annotations)
    written = answer_from_rows(inquiry.plan, rows, identifiers, mark, holds)
    reply = ComposedAnswer(
        status="answered" if written.text else "insufficient",
        text=written.text,
        items=list(written.items),
        value=written.value,
        missing=written.missing,
    )
    parts = _parts(inquiry, rows, identifiers) if written.text else ()
    return ComposedDraft(
        reply,
        context,
        _limits(inquiry, len(cited), len(rows)),
        _reasoning(inquiry, written),
        from_fields=True,
        marks="shown" if marked else "none",
        sub_answers=parts,
    )


def export_draft(inquiry: Inquiry, tools: Toolbox, stage: Stage) -> ComposedDraft:
    """All rows of the selected documents as CSV, for a file. Documents that fit the context are cited."""
    from ragatta.pipeline.annotations.export import csv_of

    rows, context, cited = _evidence(inquiry, tools, stage)
    stage.details["export"] = "csv"
    reply = ComposedAnswer(status="answered", text=csv_of(rows))
    return ComposedDraft(reply, context, _limits(inquiry, len(cited), len(rows)), from_fields=True, marks="none")


def _evidence(inquiry: Inquiry, tools: Toolbox, stage: Stage) -> tuple[list[dict[str, Any]], Context, set[str]]:
    """The rows of the selected documents, the chunks that state them, and the documents of these chunks."""
    rows = inquiry.selection.rows(tools.annotations)
    labels = _labels(inquiry, inquiry.buckets(tools.annotations))
    context = row_evidence([row["doc_id"] for row in rows], labels, tools)
    tell(context, tools.context_tokens, stage)
    stage.details["rows"] = len(rows)
    return rows, context, {hit.chunk.source_file for hit in context.hits.values()}


def _holds(inquiry: Inquiry, rows: Sequence[dict[str, Any]], known: Annotations) -> bool | None:
    """Yes or no for a question about a single document; None if it is no yes-or-no question or its condition is
    unusable."""
    asked = inquiry.plan.asked_whether
    if not asked or len(rows) != 1:
        return None
    bucket = known.bucket(rows[0]["bucket"])
    try:
        conditions = read_filters([one.model_dump() for one in asked], bucket)
    except FilterError:
        return None
    return rows[0]["doc_id"] in known.documents(bucket.name, conditions)


def _limits(inquiry: Inquiry, cited: int, rows: int) -> tuple[str, ...]:
    """What was left out or relaxed, and how many documents are cited if not all are."""
    uncited = f"{cited} of {rows} documents are cited: more do not fit the context"
    return (*inquiry.selection.refused, *inquiry.relaxed, *((uncited,) if cited < rows else ()))


def _labels(inquiry: Inquiry, buckets: list[Bucket]) -> list[str]:
    """The labels under which documents print the answer's fields, and the fields that identify the documents."""
    plan = inquiry.plan
    names = [*plan.output_preferences.fields, *(one.field for one in plan.constraints)]
    names += [plan.computation.field] if plan.computation else []
    fields = [bucket.field(name) for bucket in buckets for name in (*names, bucket.identifier) if name]
    return list(dict.fromkeys(field.printed()[0] for field in fields if field))


def _parts(inquiry: Inquiry, rows: list[dict[str, Any]], identifiers: dict[str, str]) -> tuple[Answer, ...]:
    """One answer per field and document, if several fields are asked for and the question lists no documents."""
    fields = inquiry.plan.output_preferences.fields
    if inquiry.plan.intent not in ("qa", "compare") or len(fields) * len(rows) < 2:
        return ()
    return tuple(
        Answer(
            "answered",
            f"{name}: {field.replace('_', ' ')} {shown_value(row[field])}",
            value=shown_value(row[field]),
            reasoning=f"{field.replace('_', ' ')} of {name}",
        )
        for row in rows
        for field in fields
        if row.get(field) is not None and (name := row.get(identifiers[row["bucket"]]) or row["doc_id"])
    )


def _reasoning(inquiry: Inquiry, written: RowAnswer) -> str:
    conditions = "; ".join(f"{one.field} {one.operator} {one.value}" for one in inquiry.selection.constraints)
    over = f"documents in {', '.join(inquiry.selection.buckets)}" + (f" with {conditions}" if conditions else "")
    return f"{inquiry.plan.intent} over the metadata of {over}" if written.text else ""


def row_evidence(documents: Sequence[str], labels: Sequence[str], tools: Toolbox) -> Context:
    """The chunk of each document that contains most of the labels (as documents print them), in the order of the
    documents, as many as fit."""
    if not documents:
        return context_of((), tools.context_tokens, tools.count_tokens)
    query = " ".join(labels) or documents[0]
    found = tools.search(query, documents, EACH * len(documents), search="bm25", candidates=FETCH)
    by_document: dict[str, Hit] = {}
    for hit in found:
        known = by_document.get(hit.chunk.source_file)
        if known is None or _labels_in(hit, labels) > _labels_in(known, labels):
            by_document[hit.chunk.source_file] = hit
    for document in documents:
        if document not in by_document:
            nearest = tools.search(query, [document], 1, search="semantic", candidates=FETCH)
            by_document.update((document, hit) for hit in nearest)
    hits = [by_document[document] for document in documents if document in by_document]
    return context_of(hits, tools.context_tokens, tools.count_tokens)


def _labels_in(hit: Hit, labels: Sequence[str]) -> int:
    text = hit.chunk.text.casefold()
    return sum(label.casefold() in text for label in labels)
