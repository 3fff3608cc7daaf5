"""The summaries or titles of documents that a router reads. Summaries are made once per dataset and model and kept as
JSON that a person may edit.

A summary whose PDF has changed is made again; an edit of it is kept in a file beside it. A summary whose maker (model,
prompt or rule) has changed is made again unless a person edited it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Literal

from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.agents.toolbox import Ask
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.machine.input_limits import check_depth
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.tasks.documents import DocumentSummary
from ragatta.pipeline.types import Page, Progress

Standing = Literal["missing", "current", "outdated", "edited", "stale"]  # stale: edited for another PDF
PAUSE = 20  # times as long as a write took, before the next one
PROVENANCE = ("pdf_sha256", "made_by", "content_sha256")

LINES, CHARACTERS = 3, 200  # what a title page or a letterhead says first
_LETTERS = re.compile(r"[^\W\d_]{2}")


@dataclass(frozen=True)
class Summaries:
    """`by_document` serves the router, `digest` the answer key; `made`, `edited` and `stale` say what happened."""

    by_document: Mapping[str, DocumentSummary]
    digest: str
    made: tuple[str, ...]
    edited: tuple[str, ...]
    stale: tuple[str, ...]  # edited by hand for a PDF that has changed since: made again


def summaries_for(
    corpus: Corpus,
    path: Path,
    ask: Ask,
    settings: Summarizer,
    maker: str,
    progress: Progress | None = None,
    again: bool = False,
    threads: int = 1,
) -> Summaries:
    """Reads the summaries at `path`, makes missing and outdated ones, and writes the file now and then, so that a
    stopped run keeps most of them; replies are recorded anyway. `maker` is a digest of the model and of everything else
    that affects a summary besides the PDF. `again` remakes all summaries except edited ones. Raises ModelError, and
    ValueError if the file is not valid."""
    stored = read_summaries(path)  # once: another sweep may be writing it
    standing = _standings(stored, corpus, settings, maker)
    made = [name for name, how in standing.items() if how in ("missing", "outdated", "stale")]
    made += [name for name, how in standing.items() if how == "current" and again]
    writing, due = Lock(), 0.0

    def make(name: str) -> None:
        nonlocal due
        pages = corpus.pages[name]
        content = settings.summarize(name, pages, ask).model_dump()
        origin = {"pdf_sha256": corpus.files[name], "made_by": _made_by(maker, pages, settings)}
        with writing:
            if standing[name] == "stale":
                _keep_aside(stale_edits(path), name, stored[name])
            stored[name] = {**content, **origin, "content_sha256": digest(content)}
            if (begun := monotonic()) >= due:  # the whole file is written: each time would be quadratic
                write_whole(path, _dumped(stored))
                due = monotonic() + PAUSE * (monotonic() - begun)

    if progress and made:
        progress("summarizing", 0, len(made))
    try:
        side_by_side(make, sorted(made), threads, progress and (lambda done: progress("summarizing", done, len(made))))
    finally:
        if made:
            write_whole(path, _dumped(stored))
    found = {name: DocumentSummary(**content_of(stored[name])) for name in sorted(corpus.pages)}
    contents = {name: summary.model_dump() for name, summary in found.items()}
    edited, stale = ([name for name, how in standing.items() if how == which] for which in ("edited", "stale"))
    return Summaries(found, digest(contents), tuple(sorted(made)), tuple(edited), tuple(stale))


def standings(corpus: Corpus, path: Path, settings: Summarizer, maker: str) -> dict[str, Standing]:
    """The state of each document's stored summary; calls no model. Raises ValueError as `summaries_for`."""
    return _standings(read_summaries(path), corpus, settings, maker)


def _standings(
    stored: Mapping[str, Mapping[str, Any]], corpus: Corpus, settings: Summarizer, maker: str
) -> dict[str, Standing]:
    return {name: _standing(stored.get(name), name, corpus, settings, maker) for name in sorted(corpus.pages)}


def _standing(entry: Mapping[str, Any] | None, name: str, corpus: Corpus, settings: Summarizer, maker: str) -> Standing:
    if entry is None:
        return "missing"
    of_this_pdf = entry.get("pdf_sha256") == corpus.files[name]
    if entry.get("content_sha256") != digest(content_of(entry)):
        return "edited" if of_this_pdf else "stale"
    same_maker = entry.get("made_by") == _made_by(maker, corpus.pages[name], settings)
    return "current" if of_this_pdf and same_maker else "outdated"


def _made_by(maker: str, pages: Sequence[Page], settings: Summarizer) -> str:
    """A digest of what made a summary, including the parser, which can change the text of the same PDF."""
    return digest([maker, [page.text for page in pages[: settings.pages]]])


def stale_edits(path: Path) -> Path:
    """The path for edited summaries whose PDF has changed."""
    return path.with_suffix(".stale.json")


def _keep_aside(path: Path, name: str, entry: Mapping[str, Any]) -> None:
    write_whole(path, _dumped({**read_summaries(path), name: entry}))


def content_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry says of its document, without who made it and from what."""
    return {key: value for key, value in entry.items() if key not in PROVENANCE}


def read_summaries(path: Path) -> dict[str, Any]:
    """The entries of a summary file, by document; empty if there is no file. Raises ValueError if the file is not
    valid."""
    if not path.exists():
        return {}
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        check_depth(stored)
        _dumped(stored).encode()  # half a surrogate pair could not be written back
        if not isinstance(stored, dict):
            raise ValueError("no object of documents")
        for name, entry in stored.items():
            if not isinstance(entry, dict):
                raise ValueError(f"{name}: no object with the fields of a summary")
            if entry.get("summary") != "":  # an empty one, which was taken once, is made again
                DocumentSummary(**content_of(entry))
    except (ValueError, TypeError, RecursionError) as fault:
        wrong = " ".join(str(fault).split())  # pydantic writes several lines
        raise ValueError(
            f"{path}: not a file of document summaries ({wrong}); repair it, or delete it to have it made again"
        ) from fault
    return {name: entry for name, entry in stored.items() if entry.get("summary") != ""}


def _dumped(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def titles_of(corpus: Corpus) -> Summaries:
    """The title of every document, in the form of a summary."""
    found = {
        name: DocumentSummary(document_type="Title", summary=title(name, pages), key_topics=[], use_for="")
        for name, pages in sorted(corpus.pages.items())
    }
    contents = {name: one.model_dump() for name, one in found.items()}
    return Summaries(found, digest(contents), (), (), ())


def title(source_file: str, pages: Sequence[Page]) -> str:
    """The first lines with words of the first page that has any; the file's name without its ending if none has."""
    for page in pages:
        lines = [line for line in (" ".join(line.split()) for line in page.text.splitlines()) if _LETTERS.search(line)]
        if lines:
            heading = ", ".join(dict.fromkeys(lines[:LINES]))[:CHARACTERS]
            return heading.encode("utf-8", "replace").decode()  # half a surrogate pair is no text for a model or a key
    return source_file.rpartition("/")[2].rpartition(".")[0] or source_file
