"""Resolves in a Word document's own XML what mammoth passes over, or shows though Word hides it.

Headings by outline level, simple fields, ruby, runs that a style or their place raises, the choice of a drop-down list,
formulas, text boxes, the columns before a row's first cell, and chunks of other formats become elements that mammoth
reads. Runs that are hidden or struck out, by themselves or by a style, lose their text. Source: ECMA-376, Part 1,
sections 17.3.1.20, 17.3.2, 17.3.3.25, 17.4.15, 17.7, 17.16, 17.17.2 and 22.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from xml.etree import ElementTree

from ragatta.extensions.office.formats._formulas import linear, local
from ragatta.extensions.office.formats._office import GRAPHICS, INCH, OFF, resolve_alternatives

Element = ElementTree.Element
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# What mammoth passes over, as an element of the same effect: of a smart tag it reads what is in it.
RENAMED = {f"{W}{name}": f"{W}smartTag" for name in ("fldSimple", "ruby", "rubyBase", "bdo", "dir")}
RENAMED |= {f"{W}cr": f"{W}br", f"{W}ptab": f"{W}tab"}
LEVELS = {str(level): f"Heading{level + 1}" for level in range(6)}  # the style of an outline level, as mammoth knows it
UNSHOWN = {"vanish": "hidden texts", "strike": "struck-out texts", "dstrike": "struck-out texts"}
COUNTED = {"OLEObject": "embedded objects", "control": "embedded objects", "rt": "readings of ruby"}
FIELD = frozenset((f"{W}rPr", f"{W}fldChar", f"{W}instrText"))  # of a run: they stay where its text does not
SHIFTS = ("superscript", "subscript")
MOST_COLUMNS = 63  # of a table of Word
_LONG = 10  # digits: so many are no number that Word writes
CHUNK = "\ue000{}\ue001"  # stands for an embedded document: characters without a meaning of their own


class Styles:
    """What the styles of a document say, by the id of a style, its own or that of a style it is based on."""

    def __init__(self, part: bytes) -> None:
        root = ElementTree.fromstring(part) if part else Element("none")
        self._styles = {style.get(f"{W}styleId", ""): style for style in root.iter(f"{W}style")}
        levels = self._inherited("pPr", "outlineLvl")
        self.headings = {name: LEVELS[level] for name, level in levels.items() if level in LEVELS}
        self.unshown = {
            mark: {name for name, value in self._inherited("rPr", mark).items() if _is_on(value)} for mark in UNSHOWN
        }

        self.aligned = self._inherited("rPr", "vertAlign")
        self.placed = self._inherited("rPr", "position")

    def _inherited(self, within: str, mark: str) -> dict[str, str]:
        """The value of a mark, in the styles that have it."""
        found = {}
        for name in self._styles:
            at, seen = name, {""}
            while at not in seen and at in self._styles:
                seen.add(at)
                element = self._styles[at].find(f"{W}{within}/{W}{mark}")
                if element is not None:
                    found[name] = element.get(f"{W}val", "true")
                    break
                at = _value(self._styles[at].find(f"{W}basedOn"))
        return found


def resolve(root: Element, styles: Styles, left_out: Counter[str], embedded: Callable[[str], int | None]) -> None:
    """Changes a part in place, and counts what is left out. `embedded` takes the id of a chunk's relation and gives the
    number that stands for it, None for one that cannot be read."""
    resolve_alternatives(root)
    _resolve_runs(root, styles, left_out)
    _write_choices(root)
    replace: Mapping[str, Callable[[Element], list[Element]]] = {
        "oMath": lambda formula: [_run(linear(formula))],
        "oMathPara": lambda formulas: [_run(linear(each)) for each in formulas if local(each) == "oMath"],
        "drawing": lambda drawing: _drawing(drawing, left_out),
        "altChunk": lambda chunk: _chunk(chunk, left_out, embedded),
    }
    for parent in list(root.iter()):
        parent.tag = RENAMED.get(parent.tag, parent.tag)
        _fill_columns(parent)
        for at in reversed(range(len(parent))):
            if found := replace.get(local(parent[at])):
                parent[at : at + 1] = found(parent[at])
        name = local(parent)
        left_out["deleted texts"] += name in ("del", "moveFrom") and any(map(str.strip, parent.itertext()))
        if name in COUNTED:
            left_out[COUNTED[name]] += 1
    for properties in root.iter(f"{W}pPr"):
        _write_heading(properties, styles.headings)


def _is_on(value: str) -> bool:
    return value not in OFF


def _value(element: Element | None) -> str:
    return "" if element is None else element.get(f"{W}val", "")


def _run(text: str) -> Element:
    run = Element(f"{W}r")
    ElementTree.SubElement(run, f"{W}t").text = text
    return run


def _paragraph(*runs: Element) -> Element:
    paragraph = Element(f"{W}p")
    paragraph.extend(runs)
    return paragraph


def _resolve_runs(root: Element, styles: Styles, left_out: Counter[str]) -> None:
    """Empties runs that are not shown as valid text, and marks those as raised that a style raises."""
    of_paragraph = {
        run: _value(paragraph.find(f"{W}pPr/{W}pStyle"))
        for paragraph in root.iter(f"{W}p")  # of nested ones the inner paragraph counts
        for run in paragraph.iter(f"{W}r")
    }
    none = Element("none")
    for run, paragraph_style in of_paragraph.items():
        found = run.find(f"{W}rPr")
        properties = none if found is None else found
        mark = next((mark for mark in UNSHOWN if _has(mark, properties, paragraph_style, styles)), "")
        if mark:
            left_out[UNSHOWN[mark]] += any(text.strip() for each in run.iter(f"{W}t") for text in each.itertext())
            for child in [child for child in run if child.tag not in FIELD]:
                run.remove(child)
        elif shift := _shift(properties, styles):
            for own in properties.findall(f"{W}vertAlign"):
                properties.remove(own)
            ElementTree.SubElement(properties, f"{W}vertAlign", {f"{W}val": shift})


def _shift(properties: Element, styles: Styles) -> str:
    """superscript or subscript, as a run or its style says, by an alignment or a place above or below the line."""
    style = _value(properties.find(f"{W}rStyle"))
    align, place = (
        of_style.get(style, "") if (own := properties.find(f"{W}{mark}")) is None else _value(own)
        for mark, of_style in (("vertAlign", styles.aligned), ("position", styles.placed))
    )
    if align in SHIFTS:
        return align
    above, below = SHIFTS
    return "" if place.strip("-+0") == "" else below if place.startswith("-") else above


def _has(mark: str, properties: Element, paragraph_style: str, styles: Styles) -> bool:
    """Whether a run has a toggle property: its own, else by one of its two styles, of which a second undoes the first
    (section 17.7.3)."""
    element = properties.find(f"{W}{mark}")
    if element is not None:
        return _is_on(element.get(f"{W}val", "true"))
    names = styles.unshown[mark]
    return bool(names) and (_value(properties.find(f"{W}rStyle")) in names) != (paragraph_style in names)


def _write_choices(root: Element) -> None:
    """Writes what is chosen in each drop-down list of a form whose field holds no text."""
    for paragraph in root.iter(f"{W}p"):
        chosen, run_of = "", Element("none")
        for run in paragraph.iter(f"{W}r"):
            for part in list(run):
                kind = part.get(f"{W}fldCharType", "") if part.tag == f"{W}fldChar" else ""
                if kind == "begin":
                    chosen, run_of = _choice(part), run
                elif kind == "end":
                    if chosen:
                        ElementTree.SubElement(run_of, f"{W}t").text = chosen
                    chosen = ""
                elif part.tag == f"{W}t":
                    chosen = ""


def _choice(field: Element) -> str:
    found = field.find(f"{W}ffData/{W}ddList")
    if found is None:
        return ""
    entries = [_value(entry) for entry in found.findall(f"{W}listEntry")]
    number = _value(found.find(f"{W}result")) or _value(found.find(f"{W}default")) or "0"
    return entries[int(number)] if number.isdecimal() and len(number) < _LONG and int(number) < len(entries) else ""


def _drawing(drawing: Element, left_out: Counter[str]) -> list[Element]:
    """The text boxes of a drawing as VML, which mammoth reads; else the drawing, in which it finds pictures, unless it
    is an icon."""
    for graphic in drawing.iter():
        kind = graphic.get("uri", "").rpartition("/")[2] if local(graphic) == "graphicData" else ""
        if kind in GRAPHICS:
            left_out[GRAPHICS[kind]] += 1
    boxes = list(drawing.iter(f"{W}txbxContent"))
    pictures = sum(local(each) == "blip" for each in drawing.iter())
    if not boxes:
        return [] if pictures and _is_icon(drawing) else [drawing]
    left_out["pictures"] += pictures
    within = {inner for box in boxes for inner in box.iter(f"{W}txbxContent") if inner is not box}
    made = Element(f"{W}pict")
    made.extend(box for box in boxes if box not in within)
    return [made]


def _is_icon(drawing: Element) -> bool:
    extent = next((each for each in drawing.iter() if local(each) == "extent"), None)
    sides = [] if extent is None else [extent.get(side, "") for side in ("cx", "cy")]
    return (
        bool(sides)
        and all(side.isdecimal() and len(side) < _LONG for side in sides)
        and int(sides[0]) * int(sides[1]) < INCH**2
    )


def _chunk(chunk: Element, left_out: Counter[str], embedded: Callable[[str], int | None]) -> list[Element]:
    relation = next((value for key, value in chunk.attrib.items() if key.endswith("}id")), "")
    number = embedded(relation)
    left_out["embedded documents"] += number is None
    return [] if number is None else [_paragraph(_run(CHUNK.format(number)))]


def _fill_columns(row: Element) -> None:
    """Writes an empty cell for each column that a row leaves out before its first one."""
    columns = _value(row.find(f"{W}trPr/{W}gridBefore")) if row.tag == f"{W}tr" else ""
    if not columns.isdecimal():
        return
    first = next((at for at, child in enumerate(row) if local(child) not in ("trPr", "tblPrEx")), len(row))
    for _ in range(min(int(columns) if len(columns) < _LONG else MOST_COLUMNS, MOST_COLUMNS)):
        cell = Element(f"{W}tc")
        cell.append(_paragraph())
        row.insert(first, cell)


def _write_heading(properties: Element, headings: Mapping[str, str]) -> None:
    style, level = properties.find(f"{W}pStyle"), properties.find(f"{W}outlineLvl")
    heading = headings.get(_value(style)) if level is None else LEVELS.get(_value(level))
    if heading:
        found = ElementTree.SubElement(properties, f"{W}pStyle") if style is None else style
        found.set(f"{W}val", heading)
