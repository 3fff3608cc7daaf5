"""Titles of documents, which a router may read in place of summaries: no model call, and nothing to wait for.

A title is the first lines of text of a document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragatta.pipeline.agents.routing.summaries import Summaries
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.tasks.documents import DocumentSummary
from ragatta.pipeline.types import Page

LINES, CHARACTERS = 3, 200  # what a title page or a letterhead says first
_LETTERS = re.compile(r"[^\W\d_]{2}")


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
            said = ", ".join(dict.fromkeys(lines[:LINES]))[:CHARACTERS]
            return said.encode("utf-8", "replace").decode()  # half a surrogate pair is no text for a model or a key
    return source_file.rpartition("/")[2].rpartition(".")[0] or source_file
