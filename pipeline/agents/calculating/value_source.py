"""Finds the chunk that states a value which a model read. Rejects values that do not appear in the cited source."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.agents.context.context import Context
from ragatta.pipeline.tasks.binding import BoundValue
from ragatta.pipeline.text.numbers import read_figure
from ragatta.pipeline.types import Hit


def holding(reply: BoundValue, context: Context) -> Hit | None:
    """The chunk with the reply's quote, else with its value; None if the source contains neither."""
    value = folded(reply.value)
    hits = [context.hits[id_] for id_ in context.members.get(reply.source, ())]
    if not value:
        return None
    quote = folded(reply.quote)
    if value in quote and (found := _with(quote, hits)):
        return found
    return _with(value, hits)


def is_like(value: str, choices: Sequence[str]) -> bool:
    """Whether a value fits the choices, a list that may be incomplete: it is one of them, or a figure like them.
    Whether a table has such a row is checked by the step that needs the value."""
    if any(folded(value) == folded(one) for one in choices):
        return True
    return read_figure(value) is not None and any(read_figure(one) is not None for one in choices)


def folded(text: str) -> str:
    """A text for comparison: without differences in white space, case and marks of hyphenation."""
    return " ".join(text.replace("\ufffe", "-").replace("\u00ad", "").split()).casefold()


def _with(sought: str, hits: Sequence[Hit]) -> Hit | None:
    """The shortest hit whose text contains the words; if a chunk border cuts them, the hit with their end."""
    whole = [hit for hit in hits if sought in folded(hit.chunk.text)]
    if whole:
        return min(whole, key=lambda hit: len(hit.chunk.text))
    if sought not in folded(_joined(hits)):
        return None
    words = sought.split()
    ends = [" ".join(words[at:]) for at in range(1, len(words))]
    return next((hit for end in ends for hit in hits if end in folded(hit.chunk.text)), None)


def _joined(hits: Sequence[Hit]) -> str:
    """The text of the hits' chunks; text that overlapping chunks share is not repeated."""
    text, end = "", -1
    for chunk in sorted((hit.chunk for hit in hits), key=lambda chunk: chunk.chunk_index):
        text += chunk.text[max(end - chunk.char_start, 0) :] if chunk.char_start <= end else f"\n{chunk.text}"
        end = chunk.char_end
    return text
