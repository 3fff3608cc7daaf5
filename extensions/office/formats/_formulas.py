"""Formulas on one line: MathML of HTML, and Office MathML of Word and PowerPoint.

Powers are written 10^6, indices x_1, fractions 1/2; a part of several signs stands in brackets: x^(n+1).
Sources: MathML Core, section 3; ECMA-376, Part 1, section 22.1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import TreeBuilder

ROOT = "\u221a"
RAISED, LOWERED = "^", "_"
DELIMITERS = (("beg", "("), ("sep", "|"), ("end", ")"))
UNSEEN = frozenset(("annotation", "annotation-xml", "mphantom", "phant", "none", "mprescripts"))
DEEPEST = 40  # levels; what is nested deeper is written as its signs alone
# The parts of each construct in the order of its children, and what stands before each; Office names the parts, too.
BUILT = {
    "msup": ("", "^"), "msub": ("", "_"), "msubsup": ("", "_", "^"), "mfrac": ("", "/"), "msqrt": (ROOT,),
    "mroot": ("", ROOT), "mover": ("", "^"), "munder": ("", "_"), "munderover": ("", "_", "^"),
    "sSup": ("", "^"), "sSub": ("", "_"), "sSubSup": ("", "_", "^"), "f": ("", "/"), "rad": ("", ROOT),
    "limLow": ("", "_"), "limUpp": ("", "^"), "nary": ("_", "^", ""),
}  # fmt: skip
ROWS = frozenset(("mtr", "mlabeledtr", "mr"))
CELLS = frozenset(("mtd", "e"))
_SIMPLE = re.compile(r"\S|[-+\u2212]?[^\W_]+(?:[.,][^\W_]+)*|\([^()]*\)")
_INVISIBLE = re.compile("(?<=[0-9])[\u2061-\u2064](?=[0-9])|([\u2061-\u2064])")  # between figures it parts them
_FIGURE = re.compile(r"\s*[-+\u2212]?\d")


class Formula:
    """A formula of HTML, tag by tag. End tags that are left out are none that it misses."""

    def __init__(self) -> None:
        self._tree, self._open = TreeBuilder(), list[str]()
        self.begin("math")

    def begin(self, tag: str) -> None:
        self._tree.start(tag, {})
        self._open.append(tag)

    def end(self, tag: str) -> None:
        while tag in self._open:
            self._tree.end(last := self._open.pop())
            if last == tag:
                return

    def say(self, text: str) -> None:
        self._tree.data(text)

    def line(self) -> str:
        """The whole of it; nothing can be added then."""
        self.end("math")
        return linear(self._tree.close())


def shifted(before: str, text: str, sign: str = RAISED) -> str:
    """A raised or lowered text as it is written behind another: a figure behind a figure with its sign before it, so
    that 450 with the mark of a note is not 4501."""
    return f"{sign}{text}" if before[-1:].isdigit() and _FIGURE.match(text) else text


def linear(formula: Any) -> str:
    """The formula of an element of ElementTree or lxml, on one line."""
    found = _INVISIBLE.sub(lambda sign: "" if sign[1] else " ", _linear(formula, 0))
    return " ".join(found.split())


def local(element: Any) -> str:
    """The name of an element without its namespace; "" for a comment."""
    return _local(element.tag)


@lru_cache(maxsize=4096)
def _local(tag: object) -> str:
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _linear(element: Any, depth: int) -> str:
    if depth > DEEPEST:
        return "".join(element.itertext())
    name = local(element)
    children = [child for child in element if (at := local(child)) and at not in UNSEEN and not at.endswith("Pr")]
    parts = [_linear(child, depth + 1) + (child.tail or "").strip() for child in children]
    if name == "d":
        first, between, last = (_sign(element, f"{at}Chr", usual) for at, usual in DELIMITERS)
        return first + between.join(parts) + last
    if name == "msqrt":
        parts = ["".join(parts)]
    if name == "mroot":
        parts = parts[::-1]
    if name in BUILT and len(parts) <= len(BUILT[name]):
        return _built(name, parts, _sign(element, "chr", "\u222b") if name == "nary" else "")
    return (element.text or "").strip(None if children else "\n\t") + _joined(children, parts)


def _built(name: str, parts: Sequence[str], sign: str) -> str:
    made = [sign]
    for before, part in zip(BUILT[name], parts, strict=False):
        simple = len(part) == 1 if before == ROOT else _SIMPLE.fullmatch(part)
        whole = not part or simple or (name == "nary" and not before)
        made += [before * bool(part), part if whole else f"({part})"]
    return "".join(made)


def _joined(children: Sequence[Any], parts: Sequence[str]) -> str:
    """With a space between figures that a power or a fraction keeps apart, as in 3 1/2, and between cells and rows."""
    made, apart = "", False
    for child, part in zip(children, parts, strict=True):
        name = local(child)
        if made and (name in ROWS or name in CELLS):
            made += "; " if name in ROWS else " "
        elif (apart or name in BUILT) and made[-1:].isdigit() and part[:1].isdigit():
            made += " "
        made, apart = made + part, name in BUILT
    return made


def _sign(element: Any, name: str, usual: str) -> str:
    """A sign that the properties of an Office construct name."""
    properties = [each for child in element if local(child).endswith("Pr") for each in child]
    found = next((each for each in properties if local(each) == name), None)
    if found is None:
        return usual
    return next((value for key, value in found.attrib.items() if key.rpartition("}")[2] == "val"), "")
