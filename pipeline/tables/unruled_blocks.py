"""Lines → blocks that may contain a table without ruling lines: lines with wide gaps, one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragatta.pipeline.tables.lines import Line, is_figure, is_year

MOST_SINGLES = 2  # lines without a gap in a row inside a block: a long label, a heading between rows
LEAD = 4  # lines without a gap over a block that may head its columns
APART = 2.2  # line heights from one line of a block to the next, at most
HEADER_LINES = 10  # above the first figures
NAMED = 0.6  # of the figures' columns that a header between rows names


def blocks_of(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Runs of lines with wide gaps, including the few lines without gaps between them and the lines right above."""
    block: list[Line] = []
    singles: list[Line] = []
    for line in lines:
        before = singles[-1] if singles else block[-1] if block else None
        far = before is not None and line.top - before.bottom > APART * line.height
        if far or (block and len(singles) > MOST_SINGLES):
            if block:
                yield block
            block, singles = [], [] if far else singles
        if len(line.segments) > 1:
            block += [*(singles if block else singles[-LEAD:]), line]
            singles = []
        else:
            singles.append(line)
    if block:
        yield block


def parted(block: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """Separates tables: words in most columns between rows of figures are the header of another table."""
    begin, figures = 0, 0
    for at, line in enumerate(block):
        if is_row_of_figures(line):
            figures += 1
        elif figures and _names_columns(block, at):
            start = _start(block, at)
            yield block[begin:start]
            begin, figures = start, 0
    yield block[begin:]


def _names_columns(block: Sequence[Line], at: int) -> bool:
    """Whether this line begins a header: it has words where the rows of figures above and below have their figures."""
    line, above = block[at], next(row for row in reversed(block[:at]) if is_row_of_figures(row))
    below = next((row for row in block[at + 1 : at + HEADER_LINES] if is_row_of_figures(row)), None)
    if below is None or any(is_figure(s.text) and not is_year(s.text) for s in line.segments):
        return False
    values = [segment for segment in below.segments if is_figure(segment.text)]
    named = [v for v in values if any(min(v.right, s.right) > max(v.left, s.left) for s in line.segments)]
    apart = line.top - block[at - 1].bottom > line.height / 2 or len(above.segments) != len(below.segments)
    return len(named) >= max(2, NAMED * len(values)) or (apart and bool(named) and len(named) == len(values))


def _start(block: Sequence[Line], at: int) -> int:
    """The first line of the table whose columns the line names: among the lines without figures before it, the one
    after the widest space."""
    last = next(above for above in range(at - 1, -1, -1) if is_row_of_figures(block[above]))
    return max(range(last + 1, at + 1), key=lambda i: block[i].top - block[i - 1].bottom)


def is_row_of_figures(line: Line) -> bool:
    """Whether a line has a figure beside something else; a line of only years or dates names columns."""
    texts = [segment.text for segment in line.segments]
    values = [text for text in texts[1:] if is_figure(text)]
    return len(texts) > 1 and bool(values) and not all(is_year(text) for text in values)


def is_row_of_years(line: Line) -> bool:
    return len(line.segments) > 1 and all(is_year(segment.text) for segment in line.segments[1:])
