"""Formats document text for a prompt: adds the mark of its source, and makes marks inside the text harmless. Also flags
orders to the model."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.injection import order_spans
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.types import Chunk

_MARK = re.compile(r"\[(?=\s*source\b)", re.IGNORECASE)
_BLOCK = re.compile(r"^[ \t]*(?:#+[ \t]*context block\b|\*\*\w+\*\*[ \t]*:|-{3,}[ \t]*$)", re.IGNORECASE | re.MULTILINE)


def marked_source(passage: Passage) -> str:
    """The passage under its mark "[Source N] file, page P" (or pages P-Q)."""
    return f"[Source {passage.source}] {unmarked(passage.source_file)}, {pages(passage)}\n{unmarked(passage.text)}"


def pages(passage: Passage) -> str:
    """ "page P", or "page P-Q"."""
    last = f"-{passage.last_page}" if passage.last_page != passage.first_page else ""
    return f"page {passage.first_page}{last}"


def unmarked(text: str) -> str:
    """A document's text in which no line can be mistaken for the mark of a source: "[Source 2]" is shown as "(Source
    2]"."""
    return _MARK.sub("(", text)


def quoted(value: object, characters: int = 200) -> str:
    """A stored value or a name as a JSON string of at most so many characters, which cannot be mistaken for a line of
    the prompt."""
    text = str(value)
    return json.dumps(text if len(text) <= characters else text[:characters] + "...", ensure_ascii=False)


def tell_orders(chunks: Iterable[Chunk], stage: Stage) -> None:
    """Records in the stage which chunks contain orders to the model, and how many. All chunks are shown to the
    model."""
    if counts := {chunk.id: count for chunk in chunks if (count := len(order_spans(chunk.text)))}:
        stage.details["orders"] = counts
        stage.note(f"orders to the model found in {', '.join(counts)}")


def block(passage: Passage, chunk_ids: Sequence[str], found_for: Sequence[tuple[int, str]]) -> str:
    """The passage as a context block: its chunks, its place, and the sub-questions (id, words)
    whose searches found it. A line of its text that could be mistaken for one of the block's own gets a bar in
    front."""
    head = (
        f"### Context Block {passage.source}",
        f"**chunk_id**: {', '.join(map(unmarked, chunk_ids))}",
        f"**source**: {unmarked(passage.source_file)}, {pages(passage)}",
        f"**sub_query_id**: {', '.join(str(number) for number, _ in found_for)}",
        f"**sub_question**: {' / '.join(words for _, words in found_for)}",
    )
    text = _BLOCK.sub(r"| \g<0>", unmarked(passage.text))
    return "\n".join(("---", *head, "", text, "---"))
