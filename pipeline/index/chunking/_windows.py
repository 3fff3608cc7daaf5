"""Fixed-size windows over a text, used by every strategy.

Windows are counted in units, characters or tokens. Each begins `overlap` units before the end of the previous one. The
first that reaches the end of the text is the last, so that none lies inside its neighbour."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ragatta.pipeline.index.chunker import Span, Windows

TokenSpans = Callable[[str], Sequence[Span]]  # where a text's tokens stand


def windows(units: int, size: int, overlap: int) -> Iterator[Span]:
    """The windows over `units` units; every two neighbours share exactly `overlap`. None over nothing."""
    start, end = 0, 0
    while end < units:
        end = min(start + size, units)
        yield start, end
        start = end - overlap


def by_characters(size: int, overlap: int) -> Windows:
    return lambda text: windows(len(text), size, overlap)


def by_tokens(size: int, overlap: int, token_spans: TokenSpans) -> Windows:
    """Windows of tokens as spans of characters. A token extends to the start of the next one, so that white space is in
    a window too."""

    def cut(text: str) -> Iterator[Span]:
        starts = [start for start, _ in token_spans(text)]
        borders = [0, *starts[1:], len(text)]
        units = max(len(starts), 1) if text else 0
        for first, last in windows(units, size, overlap):
            yield borders[first], borders[last]

    return cut
