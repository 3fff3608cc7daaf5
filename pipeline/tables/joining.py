"""Grids → tables: joins a table that continues over pages, whether its header is repeated or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ragatta.pipeline.tables.finding import FoundGrid
from ragatta.pipeline.tables.model import Place, Row, Table, counted
from ragatta.pipeline.tables.page_layout import Word
from ragatta.pipeline.tables.titles import LABEL

SHIFTED = 4.0  # points that drawn columns may be apart from one page to the next
_CONTINUED = re.compile(r"(?<![\s(–-])[\s(–-]*\bcont(?:inued|'d|d)?\b\.?\)?", re.IGNORECASE)


def joined(pages: Iterable[Iterable[FoundGrid]]) -> Iterator[Table | None]:
    """The tables of one document in order, without names, from the grids on each of its pages. Yields a table as soon
    as a page does not continue it, and None after each page."""
    run: list[FoundGrid] = []
    for page in pages:
        found = list(page)
        for each in found:
            if run and not _goes_on(run[0], run[-1], each):
                yield _table(run)
                run = []
            run.append(each)
        if run and not (found and run[-1].last):
            yield _table(run)
            run = []
        yield None
    if run:
        yield _table(run)


def _goes_on(begun: FoundGrid, before: FoundGrid, after: FoundGrid) -> bool:
    """Whether a table at the top of a page continues the table at the foot of the page before."""
    if not (before.last and after.first and after.page == before.page + 1):
        return False
    if len(begun.grid.columns) != len(after.grid.columns):
        return False
    if begun.caption and after.caption and _bare([begun.caption]) != _bare([after.caption]):
        return False
    same_title = not after.title or _bare(after.title) == _bare(begun.title)
    if same_title and begun.grid.names() == after.grid.names():
        return True
    if same_title and not any(after.grid.names()) and _same_columns(before, after):
        return True
    return not after.title and _same_columns(before, after) and not _named_anew(begun, after)


def _bare(title: Sequence[str]) -> tuple[str, ...]:
    """A title without "(continued)", so that it is the same on every page."""
    return tuple(bare for part in title if (bare := _CONTINUED.sub("", part).strip()))


def _same_columns(before: FoundGrid, after: FoundGrid) -> bool:
    pairs = list(zip(before.grid.columns, after.grid.columns, strict=True))
    if before.grid.ruled and after.grid.ruled:
        return all(abs(a[0] - b[0]) <= SHIFTED and abs(a[1] - b[1]) <= SHIFTED for a, b in pairs)
    return all(min(a[1], b[1]) > max(a[0], b[0]) for a, b in pairs)


def _named_anew(begun: FoundGrid, after: FoundGrid) -> bool:
    """Whether its header, which is a different one, is in the font of the first one."""
    fonts = {word.font for row in begun.grid.header for word in row.words}
    return bool(fonts & {word.font for row in after.grid.header for word in row.words})


def _table(run: Sequence[FoundGrid]) -> Table:
    names = run[0].grid.names()
    rows: list[Row] = []
    about: list[tuple[int, Place]] = []
    for each in run:
        repeated = each.grid.names() == names
        body = each.grid.rows if repeated or each is run[0] else (*each.grid.header, *each.grid.rows)
        rows += [Row(row.cells, each.page, places(row.words)) for row in body]
        head = [word for row in each.grid.header for word in row.words] if repeated else []
        about += [(each.page, place) for place in places([*each.about, *head])]
    return Table("", "", (*run[0].title, *_caption(run)), names, tuple(_without_empty(rows)), tuple(about))


def _caption(run: Sequence[FoundGrid]) -> list[str]:
    """The caption: below the table's first page or, if that has no label, below its end."""
    labelled = run[0].caption or any(LABEL.match(part) for part in run[0].title)
    return list(filter(None, [run[0].caption if labelled else run[-1].caption]))


def _without_empty(rows: Iterable[Row]) -> Iterable[Row]:
    """The table without empty rows."""
    return (row for row in rows if any(row.cells))


def places(words: Sequence[Word]) -> tuple[Place, ...]:
    """The places of words in their page's text; consecutive words form one run."""
    found: list[Place] = []
    for word in sorted(words, key=lambda word: word.at):
        text = counted(word.text)
        if found and found[-1][0] + len(found[-1][1]) == word.at:
            found[-1] = (found[-1][0], found[-1][1] + text)
        elif text:
            found.append((word.at, text))
    return tuple(found)
