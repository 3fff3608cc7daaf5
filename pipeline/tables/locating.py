"""Locates the words of a table in a page's text, whatever parser read it.

Tables are found in pdfium's characters, but a page's text may come from another parser and differ in white space and
leaders. So only characters that count are compared, at pdfium's place or else at the nearest one.
"""

from __future__ import annotations

from collections.abc import Iterable

from ragatta.pipeline.tables.model import Place, counts

Span = tuple[int, int]  # character offsets, the end exclusive


class PageText:
    """One page's text, for looking up places."""

    def __init__(self, text: str) -> None:
        self._offsets = [at for at, character in enumerate(text) if counts(character)]
        self._counted = "".join(text[at] for at in self._offsets)
        self.length = len(text)

    def spans(self, places: Iterable[Place]) -> list[Span]:
        """The spans of the places that can be found, in the order of the text."""
        found = (self._span(place) for place in places)
        return sorted(span for span in found if span is not None)

    def _span(self, place: Place) -> Span | None:
        at, text = place
        if not self._counted.startswith(text, at):
            after, before = self._counted.find(text, at), self._counted.rfind(text, 0, at + len(text))
            near = [where for where in (before, after) if where >= 0]
            if not near:
                return None
            at = min(near, key=lambda where: abs(where - place[0]))
        return self._offsets[at], self._offsets[at + len(text) - 1] + 1
