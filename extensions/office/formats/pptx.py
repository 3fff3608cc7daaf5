"""PowerPoint presentations (.pptx). Each slide is a section: its texts and tables from top to bottom, then its notes.

python-pptx reads it. It passes over formulas, and drawings with another form for older programs: these are resolved
before. Left out and counted are what a slide show hides (a hidden slide is an empty section), texts that are struck
out, what layouts and masters put on each slide, charts, SmartArt, pictures, comments and embedded objects.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from ragatta.extensions.office.formats._formulas import LOWERED, RAISED, linear, local, shifted
from ragatta.extensions.office.formats._office import GRAPHICS, INCH, OFF, opened, resolve_alternatives
from ragatta.extensions.office.formats._sections import Sections
from ragatta.pipeline.documents.format import Format
from ragatta.pipeline.documents.parsers._text import OpenedDocument, clean

PACKAGES = ("pptx",)
NEEDS = "the extra ragatta[documents]: pip install python-pptx"
MEDIA = {"videoFile": "videos", "audioFile": "sounds"}
_COMMENT = re.compile(rb"<\w+:cm[ />]")


@dataclass(frozen=True)
class Pptx(Format):
    """As the module says."""

    SUFFIXES: ClassVar[tuple[str, ...]] = (".pptx",)
    LIBRARY: ClassVar[str] = "python-pptx"
    UNIT: ClassVar[str] = "slide"

    def open(self, path: Path) -> OpenedDocument:
        import pptx

        left_out: Counter[str] = Counter()
        with opened(path) as stream:
            slides = pptx.Presentation(stream).slides
            texts = [clean("\n".join(_slide(slide, left_out))) for slide in slides]
            _count_masters(slides, left_out)
            return Sections(texts, left_out)


def _slide(slide: Any, left_out: Counter[str]) -> Iterator[str]:
    if slide.element.get("show", "1") in OFF:
        left_out["hidden slides"] += 1
        return
    left_out["comments"] += sum(map(_comments, slide.part.rels.values()))
    resolve_alternatives(slide.element)
    left_out.update("pictures" for _ in slide.element.xpath("./p:cSld/p:bg/p:bgPr/a:blipFill"))
    yield from _lines(slide.shapes, left_out)
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_placeholder) is not None:
        yield from _text(notes.element, left_out)


def _count_masters(slides: Iterable[Any], left_out: Counter[str]) -> None:
    """Counts what the layouts and masters of shown slides put on each of them, once: it is no slide's own. Their
    placeholders are not shown."""
    with_master = [slide for slide in slides if slide.element.get("show", "1") not in OFF and _shows_master(slide)]
    layouts = {slide.slide_layout.part.partname: slide.slide_layout for slide in with_master}
    masters = {
        layout.slide_master.part.partname: layout.slide_master for layout in layouts.values() if _shows_master(layout)
    }
    for each in (*layouts.values(), *masters.values()):
        resolve_alternatives(each.element)
        shapes = [shape for shape in each.shapes if not shape.is_placeholder]
        left_out.update("lines of slide masters" for _ in _lines(shapes, left_out))


def _shows_master(slide: Any) -> bool:
    return slide.element.get("showMasterSp", "1") not in OFF


def _comments(relation: Any) -> int:
    if relation.is_external or not relation.reltype.endswith("/comments"):
        return 0
    return len(_COMMENT.findall(relation.target_part.blob))


def _lines(shapes: Iterable[Any], left_out: Counter[str]) -> Iterator[str]:
    """From top to bottom, and from left to right; a placeholder without a place of its own comes first."""
    for shape in sorted(shapes, key=lambda shape: (shape.top or 0, shape.left or 0)):
        if any(each.get("hidden", "0") not in OFF for each in shape.element.xpath("./*/p:cNvPr")):
            left_out["hidden shapes"] += 1
        elif hasattr(shape, "shapes"):  # a group
            yield from _lines(shape.shapes, left_out)
        elif getattr(shape, "has_table", False):
            for row in shape.element.xpath("./a:graphic/a:graphicData/a:tbl/a:tr"):
                yield "\t".join(" ".join(" ".join(_text(cell, left_out)).split()) for cell in row.xpath("./a:tc"))
        elif shape.has_text_frame:
            yield from (lines := list(_text(shape.element, left_out)))
            left_out.update([] if lines else _pictures(shape))
        elif local(shape.element) == "pic":
            left_out.update(_pictures(shape))
        elif local(shape.element) == "graphicFrame":
            uri = next(iter(shape.element.xpath("./a:graphic/a:graphicData/@uri")), "")
            left_out[GRAPHICS.get(uri.rpartition("/")[2], "embedded objects")] += 1


def _pictures(shape: Any) -> list[str]:
    """What a shape counts as that shows a picture, by itself or as what fills it; nothing for another and for icons."""
    if not shape.element.xpath("./p:blipFill | ./p:spPr/a:blipFill"):
        return []
    media = [kind for name, kind in MEDIA.items() if shape.element.xpath(f"./*/p:nvPr/a:{name}")]
    is_icon = None not in (shape.width, shape.height) and shape.width * shape.height < INCH**2
    return media or ["pictures"] * (not is_icon)


def _text(element: Any, left_out: Counter[str]) -> Iterator[str]:
    """The lines of a shape's or a cell's element that show something."""
    for paragraph in element.xpath("./p:txBody/a:p | ./a:txBody/a:p"):
        text = ""
        for part in paragraph:  # its runs alone would lack line breaks, fields and formulas
            text += _part(part, text, left_out)
        yield from filter(str.strip, text.split("\n"))


def _part(element: Any, before: str, left_out: Counter[str]) -> str:
    """The text of a part of a paragraph, behind the text before it."""
    name = local(element)
    if name == "br":
        return "\n"
    if name == "m":
        return linear(element)
    if name not in ("r", "fld"):
        return ""
    text = "".join(element.xpath("./a:t/text()"))
    (struck, baseline) = (next(iter(element.xpath(f"./a:rPr/@{at}")), "") for at in ("strike", "baseline"))
    if struck not in ("", "noStrike"):
        left_out["struck-out texts"] += 1
        return ""
    if baseline.rstrip("%") in ("", "0"):
        return text
    return shifted(before, text, LOWERED if baseline.startswith("-") else RAISED)
