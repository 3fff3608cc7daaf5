"""The chunks that support an answer from metadata: one per document, within the context's budget."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.agents.context.context import Context, context_of
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.types import Hit

EACH = 3  # hits a document for the search over all of them


def row_evidence(documents: Sequence[str], labels: Sequence[str], fetch: int, tools: Toolbox) -> Context:
    """The chunk of each document that contains most of the labels (as documents print them), in the order of the
    documents, as many as fit. `fetch` are the hits before reranking."""
    if not documents:
        return context_of((), tools.context_tokens, tools.count_tokens)
    query = " ".join(labels) or documents[0]
    found = tools.search(query, documents, EACH * len(documents), search="bm25", candidates=fetch)
    by_document: dict[str, Hit] = {}
    for hit in found:
        known = by_document.get(hit.chunk.source_file)
        if known is None or _labels_in(hit, labels) > _labels_in(known, labels):
            by_document[hit.chunk.source_file] = hit
    for document in documents:
        if document not in by_document:
            own = tools.search(query, [document], 1, search="semantic", candidates=fetch)
            by_document.update((document, hit) for hit in own)
    hits = [by_document[document] for document in documents if document in by_document]
    return context_of(hits, tools.context_tokens, tools.count_tokens)


def _labels_in(hit: Hit, labels: Sequence[str]) -> int:
    text = hit.chunk.text.casefold()
    return sum(label.casefold() in text for label in labels)
