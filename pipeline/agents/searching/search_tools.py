"""The search tools: two searches and the metadata of a document.

A call comes from a model, so it is not trusted: an unusable call returns the error and the known names, never an
exception. Documents outside the scope are never searched, listed or named."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ragatta.pipeline.agents.context.snippet import snippet
from ragatta.pipeline.agents.searching.tool_specs import CONTEXT_CHARS, FETCH, METADATA, TOOLS, SearchTools
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.annotations.filters import SHORT, Condition, FilterError, read_filters
from ragatta.pipeline.annotations.sqlite import UnknownBucket, UnknownDocument
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.types import Hit

SEARCHES = {"search_text": "bm25", "search_semantic": "semantic"}
EVERYWHERE = "all"  # in place of a bucket's name: all that may be searched
LISTED = 20  # documents that a result names
MOST_CHARACTERS = 4000  # of a query or a name
MOST_SHOWN = 200  # characters of a stored value


class UnusableCall(ValueError):
    """A call that cannot be made; the message says why."""


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


Text = Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS, pattern=r"\S")]


class _Search(_Arguments):
    bucket: Text
    query: Text
    filters: Any = None
    top_k: Annotated[int, Field(ge=1)] | None = None
    context_chars: Annotated[int, Field(ge=1)] | None = None
    doc_id: Text | None = None


class _Metadata(_Arguments):
    doc_id: Text


@dataclass(frozen=True)
class ToolResult:
    """What one call brought. `args` are the arguments as they were understood. `documents` are all that meet bucket,
    filters and doc_id, by name, with or without a hit; `snippets` are the shown parts of the hits. With an `error` all
    else is empty."""

    tool: str
    args: Mapping[str, Any]
    documents: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = ()
    snippets: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    error: str = ""

    def as_json(self) -> str:
        """The result as JSON for a model. Document text is inside JSON strings, so that it cannot be mistaken for
        anything else."""
        if self.error:
            return _json({"error": self.error})
        if self.tool == METADATA:
            return _json({"metadata": {name: _short(value) for name, value in self.metadata.items()}})
        results = [
            {"doc_id": hit.chunk.source_file, "pages": [hit.chunk.first_page, hit.chunk.last_page], "text": text}
            for hit, text in zip(self.hits, self.snippets, strict=True)
        ]
        listed = {"documents_found": len(self.documents), "documents": list(self.documents[:LISTED])}
        return _json({**listed, "results": results})


def run_tool(
    name: str, args: Mapping[str, Any], settings: SearchTools, tools: Toolbox, scope: Sequence[str]
) -> ToolResult:
    """Runs one call among the documents of `scope` (all that may be searched; empty: nothing is found). Raises OSError
    if the metadata cannot be read; never raises for the contents of a call."""
    allowed = [document for document in tools.documents if document in set(scope)]
    try:
        if name in SEARCHES:
            return _search(name, _read(_Search, args), settings, tools, allowed)
        if name == METADATA:
            return _metadata(_read(_Metadata, args), tools, allowed)
        raise UnusableCall(f"no tool {SHORT.repr(name)}; known: {', '.join(tool.name for tool in TOOLS)}")
    except (UnusableCall, UnknownBucket, FilterError) as wrong:
        return ToolResult(str(name), _kept(args), error=str(wrong))


def _search(name: str, call: _Search, settings: SearchTools, tools: Toolbox, allowed: Sequence[str]) -> ToolResult:
    """Selects documents by SQL, then fetches many passages in them and keeps the best by reranking."""
    known = tools.annotations
    everywhere = call.bucket == EVERYWHERE and all(bucket.name != EVERYWHERE for bucket in known.buckets)
    if everywhere and call.filters:
        raise UnusableCall("filters are conditions on the fields of a bucket: name the bucket")
    conditions = () if everywhere else read_filters(call.filters, known.bucket(call.bucket))
    within = set(allowed)
    met = allowed if everywhere else known.documents(call.bucket, conditions)
    documents = tuple(document for document in met if document in within)
    if call.doc_id is not None:
        if _known(call.doc_id, allowed) not in (allowed if everywhere else known.documents(call.bucket)):
            bucket = known.bucket_of(call.doc_id)
            raise UnusableCall(f"{call.doc_id} is not in bucket {call.bucket}; it is in {bucket}")
        documents = tuple(document for document in documents if document == call.doc_id)
    top_k = min(call.top_k or settings.top_k, FETCH)
    hits: tuple[Hit, ...] = ()
    if documents:
        selected = set(documents)  # whatever the search does, nothing else comes back
        found = tools.search(call.query, documents, top_k, search=SEARCHES[name], candidates=FETCH)
        hits = tuple(hit for hit in found if hit.chunk.source_file in selected)
    characters = call.context_chars or CONTEXT_CHARS[name]
    snippets = tuple(snippet(hit.chunk.text, call.query, characters) for hit in hits)
    filters = {"filters": [asdict(condition) for condition in conditions]} if conditions else {}
    args = {**call.model_dump(exclude_none=True, exclude={"filters"}), **filters}
    return ToolResult(name, args, documents, hits, snippets, conditions=conditions)


def _metadata(call: _Metadata, tools: Toolbox, allowed: Sequence[str]) -> ToolResult:
    document = _known(call.doc_id, allowed)
    try:
        metadata = tools.annotations.metadata(document)
    except UnknownDocument:  # its message would name documents outside the scope
        raise UnusableCall(f"no metadata for {SHORT.repr(document)}") from None
    return ToolResult(METADATA, call.model_dump(), (document,), metadata=metadata)


def _known(doc_id: str, allowed: Sequence[str]) -> str:
    """The document's name if it is in scope. The error is the same for a document out of scope and for a document that
    does not exist."""
    if doc_id not in allowed:
        raise UnusableCall(f"no document {SHORT.repr(doc_id)}; {suggestion(doc_id[:300], list(allowed))}")
    return doc_id


def _read(kind: type[Any], args: Mapping[str, Any]) -> Any:
    try:
        return kind.model_validate(args)
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}" for fault in error.errors()]
        takes = ", ".join(kind.model_fields)
        raise UnusableCall(f"{'; '.join(faults[:5])[:500]}; the arguments are: {takes}") from error


def _kept(args: Any) -> Mapping[str, Any]:
    """The arguments of an unusable call in the form of the trace: short, as JSON."""
    if not isinstance(args, Mapping):
        return {}
    return {_plain(name): _plain(value) for name, value in list(args.items())[:10]}


def _plain(value: Any) -> str:
    return SHORT.repr(value).encode("ascii", "backslashreplace").decode()


def _short(value: Any) -> Any:
    return f"{value[:MOST_SHOWN]}..." if isinstance(value, str) and len(value) > MOST_SHOWN else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
