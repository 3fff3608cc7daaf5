"""In which year a measure was higher or lower: the figures of one line of a table, compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.tasks.answers import Passage, WrittenAnswer
from pipeline.text.numbers import read_figure
from reader.calculations.expressions import Sought
from reader.question.period_words import YEARS, read_periods
from reader.tables.grids import read_grids
from reader.tables.operand_cells import Cell, find_cells

_MORE = r"(?P<more>higher|highest|greater|greatest|larger|largest|more|most|biggest|bigger|best|maximum)"
_LESS = r"(?P<less>lower|lowest|smaller|smallest|less|least|fewer|fewest|minimum)"
_WHICH = r"(?:.*, )?(?:in |during |for )?(?:which|what) (?:of the (?:two )?)?(?:[a-z]+ )?years? "
_IS = r"(?:is|was|were|are|did|does|has|have|had|saw|shows?|showed|recorded|reported|with|that had)"
_FORMS = tuple(
    re.compile(words, re.IGNORECASE)
    for words in (
        rf"{_WHICH}{_IS} (?:the |an? )?(?:{_MORE}|{_LESS})(?: (?:amount|value|level|number))?(?: of)?"
        r" (?:the )?(?P<x>.+)",
        rf"{_WHICH}{_IS} (?:the |its |their )?(?P<x>.+?) (?:the |at its )?(?:{_MORE}|{_LESS})\b",
    )
)
_NAMED = re.compile(r"^(?:the |an? )?(?:values?|amounts?|level|number) (?:of )?(?:the )?", re.IGNORECASE)


def period_answer(question: str, passages: Sequence[Passage]) -> WrittenAnswer | None:
    """The year with the highest or lowest figure, its line quoted; None where the question asks for no year of the
    kind, no line holds the measure for several years, or two years share the figure."""
    periods = read_periods(question)
    found = next((found for form in _FORMS if (found := form.match(periods.rest))), None)
    if found is None:
        return None
    measure = _NAMED.sub("", found["x"]).strip(" ,?.")
    for years in _years(periods.names, passages):
        cells = find_cells([Sought(measure, year) for year in years], passages)
        figures = [read_figure(cell.value) if cell else None for cell in cells]
        known = [
            (figure.amount, year, cell)
            for figure, year, cell in zip(figures, years, cells, strict=True)
            if figure and cell
        ]
        if len(known) == len(years):
            ordered = sorted(known, key=lambda one: one[0], reverse=bool(found["more"]))
            return _written(ordered[0][1], [cell for *_, cell in ordered]) if ordered[0][0] != ordered[1][0] else None
    return None


def _years(said: Sequence[str], passages: Sequence[Passage]) -> Iterator[tuple[str, ...]]:
    """The years to compare: those that the question names, else those that one of the tables has."""
    if len(said) > 1:
        yield tuple(said)
        return
    seen = set[tuple[str, ...]]()
    for grid in read_grids(passages):
        labels = [name for name, _ in grid.columns] + [
            cell for row in grid.rows for cell in list(row.cells.values())[:1]
        ]
        years = tuple(sorted({year for label in labels for year in YEARS.findall(label)}))
        if len(years) > 1 and years not in seen:
            seen.add(years)
            yield years


def _written(year: str, cells: Sequence[Cell]) -> WrittenAnswer:
    rows = dict.fromkeys((cell.row, cell.source) for cell in cells)
    quoted = " ".join(f"({row}) [Source {source}]" for row, source in rows)
    text = f"{year}: {cells[0].value} {quoted}"
    if not all(cell.certain for cell in cells):
        text = f"Perhaps {text}: it is unclear whether this line is meant."
    return WrittenAnswer(
        status="answered", text=text, value=year, sources=list(dict.fromkeys(cell.source for cell in cells))
    )
