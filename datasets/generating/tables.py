"""Tables: narrow figures by the page, and prose in ruled cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generating.layout import Document, Style, wrap

HEAD = Style("Times-Bold", 7.5)
BODY = Style("Times-Roman", 8)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of short cells, one line a row, drawn until the page is full, `head` at the top of each page.

    A column heading breaks at its newlines. `key_cells` leading cells name a row: it is marked
    `prefix/cell/cell/...` with the whole row, cells apart by one space, as a parser reads it.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    prefix: str
    key_cells: int = 1
    head_every_page: bool = True


def column_edges(grid: Grid, width: float, style: Style) -> list[float]:
    """Right ends of the columns in points from the table's left, in proportion to their widest cell."""
    needs = []
    for number, head in enumerate(grid.columns):
        cells = [row[number] for row in grid.rows]
        words = [HEAD.width(part) for part in head.split("\n")]
        needs.append(max([*words, *(style.width(cell) for cell in set(cells))]) + 8)
    scale = min(1.6, width / sum(needs))
    edges, at = [], 0.0
    for need in needs:
        at += need * scale
        edges.append(at)
    return edges


def draw_head(doc: Document, grid: Grid, left: float, edges: Sequence[float]) -> None:
    """Column headings, each cell whole before the next."""
    depth = max(head.count("\n") + 1 for head in grid.columns)
    start = 0.0
    for head, edge in zip(grid.columns, edges, strict=True):
        for number, part in enumerate(head.split("\n")):
            doc.put(left + (start + edge) / 2, doc.y - (number + 1) * HEAD.leading, part, HEAD, "centre")
        start = edge
    doc.skip(depth * HEAD.leading + 3)
    doc.stroke(left, doc.y, left + edges[-1], doc.y)


def draw_rows(
    doc: Document, grid: Grid, corner: str, titles: Callable[[], None], foot: Callable[[], None],
    style: Style = BODY, late_titles: bool = False,
) -> None:  # fmt: skip
    """Rows over as many pages as they take, `corner` first in each page's text and `foot` last. The titles stand
    above the table, but reach the file after the first page's heads (with `late_titles`: after its rows, as a
    spreadsheet's export does)."""
    edges = column_edges(grid, doc.right - doc.left, style)
    left = (doc.left + doc.right - edges[-1]) / 2
    todo, first = list(grid.rows), True
    while todo:
        doc.new_page()
        doc.line(corner, HEAD, "right")
        before = len(doc.ops)
        titles()
        heading = doc.ops[before:]
        del doc.ops[before:]
        if grid.head_every_page or first:
            draw_head(doc, grid, left, edges)
        if not (first and late_titles):
            doc.ops.extend(heading)
        count = max(1, int(doc.room // style.leading))
        for row in todo[:count]:
            draw_row(doc, grid, row, (left, edges), style)
        if first and late_titles:
            doc.ops.extend(heading)
        foot()
        todo, first = todo[count:], False


def draw_row(doc: Document, grid: Grid, row: Sequence[str], place: tuple[float, Sequence[float]], style: Style) -> None:
    left, edges = place
    doc.skip(style.leading)
    start = 0.0
    for cell, edge in zip(row, edges, strict=True):
        doc.put(left + (start + edge) / 2, doc.y, cell, style, "centre")
        start = edge
    doc.mark("/".join([grid.prefix, *row[: grid.key_cells]]), " ".join(row))


def draw_cells(
    doc: Document, rows: Sequence[Sequence[str]], widths: Sequence[float], style: Style, key: str = ""
) -> None:
    """Ruled rows of wrapped prose. Each cell's lines follow one another; the first cell of row i is marked
    `key/i`, its others `key/i/j`."""
    total = doc.right - doc.left
    edges = [doc.left + total * sum(widths[:n]) / sum(widths) for n in range(len(widths) + 1)]
    for number, row in enumerate(rows):
        cells = [wrap(cell, style, edges[n + 1] - edges[n] - 6) for n, cell in enumerate(row)]
        height = max(map(len, cells)) * style.leading + 5
        doc.need(height)
        top = doc.y
        for column, lines in enumerate(cells):
            for depth, text in enumerate(lines):
                doc.put(edges[column] + 3, top - (depth + 1) * style.leading, text, style)
            if key and row[column]:
                doc.mark(f"{key}/{number}" if column == 0 else f"{key}/{number}/{column}", row[column])
        doc.y = top - height
        doc.stroke(edges[0], doc.y, edges[-1], doc.y)
