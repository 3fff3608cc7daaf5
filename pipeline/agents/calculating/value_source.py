"""Where a value that a model read stands: nothing is taken for a document's that its source does not hold."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.agents.context.context import Context
from ragatta.pipeline.tasks.binding import BoundValue
from ragatta.pipeline.text.numbers import read_figure
from ragatta.pipeline.types import Hit


def holding(reply: BoundValue, context: Context) -> Hit | None:
    """The chunk with the reply's quote, else with its value; None if the source has neither."""
    value = folded(reply.value)
    hits = [context.hits[id_] for id_ in context.members.get(reply.source, ())]
    if not value:
        return None
    quote = folded(reply.quote)
    if value in quote and (found := _with(quote, hits)):
        return found
    return _with(value, hits)


def is_like(value: str, choices: Sequence[str]) -> bool:
    """Whether a value is of the kind of the choices, which may not be all there are: one of them, or a figure where
    they are figures. Whether a table takes it, the step that needs it tells."""
    if any(folded(value) == folded(one) for one in choices):
        return True
    return read_figure(value) is not None and any(read_figure(one) is not None for one in choices)


def folded(text: str) -> str:
    """A text as it is compared: white space, case and the marks of broken words say nothing."""
    return " ".join(text.replace("\ufffe", "-").replace("\u00ad", "").split()).casefold()


def _with(sought: str, hits: Sequence[Hit]) -> Hit | None:
    """The shortest hit whose text contains the words; if chunk borders cut them, the one with their end."""
    whole = [hit for hit in hits if sought in folded(hit.chunk.text)]
    if whole:
        return min(whole, key=lambda hit: len(hit.chunk.text))
    if sought not in folded(_joined(hits)):
        return None
    words = sought.split()
    ends = [" ".join(words[at:]) for at in range(1, len(words))]
    return next((hit for end in ends for hit in hits if end in folded(hit.chunk.text)), None)


def _joined(hits: Sequence[Hit]) -> str:
    """The text of the hits' chunks, what touching ones share once."""
    text, end = "", -1
    for chunk in sorted((hit.chunk for hit in hits), key=lambda chunk: chunk.chunk_index):
        text += chunk.text[max(end - chunk.char_start, 0) :] if chunk.char_start <= end else f"\n{chunk.text}"
        end = chunk.char_end
    return text
