"""Where the words of a table stand in a page's text, whichever parser read it.

Tables are found in pdfium's characters; a page's text may come from another parser, has other white space, and may
have lost leaders. So words are looked for without white space, where pdfium has them or else at the nearest place.
"""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.tables.model import Place

Span = tuple[int, int]  # character offsets, the end exclusive


class PageText:
    """One page's text, to look places up in."""

    def __init__(self, text: str) -> None:
        self._offsets = [at for at, character in enumerate(text) if not character.isspace()]
        self._visible = "".join(text.split())
        self.length = len(text)

    def spans(self, places: Iterable[Place]) -> list[Span] | None:
        """The spans of these places; None where one of them cannot be found."""
        found = [self._span(place) for place in places]
        return None if None in found else [span for span in found if span is not None]

    def _span(self, place: Place) -> Span | None:
        at, text = place
        if not self._visible.startswith(text, at):
            after, before = self._visible.find(text, at), self._visible.rfind(text, 0, at + len(text))
            near = [where for where in (before, after) if where >= 0]
            if not near:
                return None
            at = min(near, key=lambda where: abs(where - place[0]))
        return self._offsets[at], self._offsets[at + len(text) - 1] + 1
