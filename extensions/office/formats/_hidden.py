"""HTML elements that a browser hides (by the attribute `hidden`, by their own style, or as a closed dialog) or strikes
out.

Style sheets are not read. Source: HTML Living Standard, sections 6.1 and 13.1.2.4 (optional tags).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
WHOLE = frozenset(("html", "body"))  # hidden until a script runs
CONTAINERS = frozenset(("ul", "ol", "menu", "dl", "table", "select", "ruby"))
# Elements whose end tag may be left out, with the tags that then end them: what begins behind or ends around them.
_CELL = frozenset(("td", "th", "tr", "tbody", "thead", "tfoot"))
_ITEMS = {
    "li": frozenset(("li",)), "dt": frozenset(("dt", "dd")), "dd": frozenset(("dt", "dd")), "td": _CELL, "th": _CELL,
    "tr": _CELL - {"td", "th"}, "rt": frozenset(("rt", "rp")), "rp": frozenset(("rt", "rp")),
    "option": frozenset(("option", "optgroup")),
}  # fmt: skip
_RUBY = dict.fromkeys(("rt", "rp"), "readings of ruby")  # with the brackets that stand around one in old browsers
STRUCK = frozenset(("s", "strike", "del"))
_STYLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))", re.IGNORECASE)
_STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.IGNORECASE)


def hides(tag: str, attributes: Mapping[str, str | None]) -> str:
    """What an element with these attributes counts as that is not shown as valid text; "" for another."""
    if tag in VOID or tag in WHOLE:
        return ""
    style = attributes.get("style") or ""
    if (tag == "dialog" and "open" not in attributes) or "hidden" in attributes or _STYLE.search(style):
        return "hidden elements"
    return "struck-out texts" if tag in STRUCK or _STRUCK.search(style) else _RUBY.get(tag, "")


class Hidden:
    """Follows one hidden element to its end. It counts what is open within, and keeps no tree."""

    def __init__(self, tag: str, blocks: frozenset[str]) -> None:
        """`blocks` are the elements that end a paragraph."""
        self._tag, self._within = tag, 0
        self._ends = blocks - {"br"} if tag == "p" else _ITEMS.get(tag)
        self._counted = frozenset((tag,)) if self._ends is None else CONTAINERS if tag != "p" else frozenset[str]()

    def goes_on(self, tag: str) -> bool:
        """Whether an element that begins is within."""
        if not self._within and self._ends and tag in self._ends:
            return False
        self._within += tag in self._counted
        return True

    def ended_by(self, tag: str) -> tuple[bool, bool]:
        """Whether an end tag ends it, and whether that tag is its own."""
        if not self._within and tag == self._tag:
            return True, True
        if not self._within and self._ends and (tag in self._ends or tag in self._counted):
            return True, False
        self._within -= tag in self._counted
        return False, False
