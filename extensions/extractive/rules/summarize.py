"""Summarize: title lines for the type, first informative sentences, headings and frequent words as topics."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from ragatta.extensions.extractive.prose.structure import Line, read_lines
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.tasks.documents import (
    DocumentSummary,
    Summarize,
)
from ragatta.pipeline.text.sentences import passage_sentences
from ragatta.pipeline.text.words import STOP

_TITLE_LINES, _SENTENCES, _FREQUENT = 4, 3, 8
_WORD = re.compile(r"[A-Za-z][a-z]{3,}")


def summarize(task: Summarize) -> DocumentSummary:
    """The summary of a document in the words of its first pages."""
    passages = [Passage(1, task.source_file, n, n, text) for n, text in enumerate(task.pages, 1)]
    lines = [line for line in read_lines(passages) if line.kind != "furniture"]
    title = ", ".join(_titles(lines)) or task.source_file.rsplit(".", 1)[0]
    topics = _topics(lines)
    sentences = _informative(lines) or [f"{title}, {task.total_pages} pages."]
    return DocumentSummary(
        document_type=title,
        summary=" ".join(sentences),
        key_topics=topics,
        use_for=f"questions about {', '.join(topics[:6])}" if topics else f"questions about {title}",
    )


def _titles(lines: Sequence[Line]) -> list[str]:
    """The short lines above the first sentence."""
    first = takewhile(lambda line: len(line.text) <= 90 and not line.text.endswith("."), lines[:_TITLE_LINES])
    return list(dict.fromkeys(line.text for line in first))


def _informative(lines: Sequence[Line]) -> list[str]:
    """The first whole sentences with at least eight words."""
    prose = " ".join(line.text for line in lines if line.kind == "text")
    whole = [one for one in passage_sentences(prose) if len(one.split()) >= 8 and one[0].isupper() and len(one) <= 400]
    return whole[:_SENTENCES]


def _topics(lines: Sequence[Line]) -> list[str]:
    """Every heading and contents entry, then the most frequent words; the router cannot find anything that is left
    out."""
    headings = [line.body for line in lines if line.kind in ("heading", "contents") and len(line.body) <= 70]
    counts = Counter(word.lower() for line in lines for word in _WORD.findall(line.text))
    frequent = [word for word, _ in counts.most_common(60) if word not in STOP][:_FREQUENT]
    return [*dict.fromkeys(headings), *frequent]
