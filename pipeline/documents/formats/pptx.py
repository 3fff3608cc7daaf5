"""PowerPoint presentations (.pptx). Each slide is a section: its texts and tables from top to bottom, then its notes.

python-pptx reads it. Charts, SmartArt and pictures are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.formats._office import opened
from ragatta.pipeline.documents.formats._sections import Sections
from ragatta.pipeline.documents.parsers._text import Opened, clean

SUFFIXES = (".pptx",)
UNIT = "slide"
PACKAGES = ("pptx",)
NEEDS = "the extra ragatta[documents]: pip install python-pptx"

try:
    VERSION = version("python-pptx")
except PackageNotFoundError:
    VERSION = ""


def open_document(path: Path) -> Opened:
    """As the protocol says."""
    import pptx

    with opened(path) as stream:
        return Sections([clean("\n".join(_slide(slide))) for slide in pptx.Presentation(stream).slides])


def _slide(slide: Any) -> Iterator[str]:
    yield from _lines(slide.shapes)
    if slide.has_notes_slide and (frame := slide.notes_slide.notes_text_frame) is not None:
        yield from filter(str.strip, frame.text.split("\n"))


def _lines(shapes: Iterable[Any]) -> Iterator[str]:
    """From top to bottom, and from left to right; a placeholder without a place of its own comes first."""
    for shape in sorted(shapes, key=lambda shape: (shape.top or 0, shape.left or 0)):
        if hasattr(shape, "shapes"):  # a group
            yield from _lines(shape.shapes)
        elif getattr(shape, "has_table", False):
            for row in shape.table.rows:
                yield "\t".join(" ".join(cell.text.split()) for cell in row.cells)
        elif shape.has_text_frame:
            yield from filter(str.strip, shape.text_frame.text.split("\n"))
