"""What a browser shows of the controls of a form: ticks, values, and the chosen options of lists.

Source: HTML Living Standard, sections 4.10.5 and 4.10.7.
"""

from __future__ import annotations

from collections.abc import Mapping

TICKED, EMPTY = "\u2612", "\u2610"  # as in PDFs
TICKS = frozenset(("checkbox", "radio"))
WITHOUT_TEXT = frozenset(("hidden", "password", "file", "image", "color", "range"))  # types whose value is not shown
Attributes = Mapping[str, str | None]


def shown_of(attributes: Attributes) -> str:
    """The text of an input."""
    kind = (attributes.get("type") or "text").lower()
    if kind in TICKS:
        return TICKED if "checked" in attributes else EMPTY
    return "" if kind in WITHOUT_TEXT else attributes.get("value") or ""


class Options:
    """A select: the texts of its options, tag by tag."""

    def __init__(self, attributes: Attributes) -> None:
        self._is_list = "multiple" in attributes or (attributes.get("size") or "1") not in ("0", "1")
        self._options: list[tuple[bool, list[str]]] = []

    def begin(self, attributes: Attributes) -> None:
        self._options.append(("selected" in attributes, []))

    def say(self, text: str) -> None:
        for _, texts in self._options[-1:]:
            texts.append(text)

    def chosen(self) -> tuple[str, int]:
        """The chosen options, of a closed list else the first one, and how many others there are."""
        found = [texts for selected, texts in self._options if selected]
        if not self._is_list:
            found = found[-1:] or [texts for _, texts in self._options[:1]]
        return ", ".join(" ".join("".join(texts).split()) for texts in found), len(self._options) - len(found)
