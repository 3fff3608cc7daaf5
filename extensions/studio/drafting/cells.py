"""The figures of tables, with the names by which a question can ask for them, and rows that have the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ragatta.extensions.studio.drafting.captions import (
    BRACKETED,
    above,
    bracket_of,
    caption_of,
    is_of_a_short_period,
    placed,
)
from ragatta.extensions.studio.drafting.columns import (
    BOUNDS,
    GENERIC,
    UNIT,
    VALUES,
    are_alike,
    bare,
    has_own_unit,
    has_units_of,
    headers,
    holds_units,
    is_asked_for,
    is_bound,
    is_name,
    is_printed,
    may_count,
    names_what_is_measured,
)
from ragatta.extensions.studio.drafting.facts import REFERS, Listed, can_name, is_compound
from ragatta.extensions.studio.drafting.periods import is_bare, year_of
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.scales import (
    SCALE,
    has_own_scale,
    is_of_money,
    is_unit,
    scale_of,
    unit_of,
    without_scale,
)
from ragatta.extensions.studio.drafting.sums import figure, sums
from ragatta.extensions.studio.drafting.wording import be
from ragatta.pipeline.tables.lines import is_year
from ragatta.pipeline.tables.model import Row, Table, counted
from ragatta.pipeline.text.words import terms

# Words of a row whose figure is in no scale, though others of its table are.
UNSCALED = frozenset(
    terms(
        "per rate ratio percent percentage weighted average share shares dilutive eps employees staff months years days"
    )
)
LONGEST_NAME = 9  # words
LONGEST_KEY = 4
NAMES = re.compile(r"\s*[^\W\d_a-z]\S*(?:\s+(?:[^\W\d_a-z]\S*|(?:van|von|de|der|den|da|di|la)))+\s*")
THOUSANDS = re.compile(r"[-+\u2212]?\d{1,3}(?:\.\d{3})+")  # or decimals, by the language
MOSTLY = 0.8  # of the cells
WORDED = range(1, 7)  # words of a cell that is asked for
FEWEST_LETTERS = 3
IS_KEY = re.compile(r"[^().]*\d[^().]*")  # a row named by what it is for: "12", "26 - 50 HP", "$100,000"
FEWEST_SHARED = 2  # terms of a group in the name of its sum: "Net cash provided by financing activities"
FEWEST_KEYS = 3  # rows of a table that are keys
LONGEST_ROW = 240  # characters of a row as printed
FOREIGN = 1.1  # of its characters: more means that words of other rows stand between
# A row of what was done, which does not say with what: "Internally funded", "Incurred under grants".
NO_NOUN = re.compile(
    r"(?:\w+ly\s)?\w+ed(?:\s(?:under|by|in|to|from|for|with|on|at|through|during)\b.*)?$", re.IGNORECASE
)
LESS = re.compile(r"(?:less|add|plus|minus)\b", re.IGNORECASE)  # what is done with a row, and no part of its name
TOTAL = re.compile(r"(?:sub-?)?totals?\s(?:of\s)?", re.IGNORECASE)
NO_LIMIT = re.compile(r"9{3,}")
GOES_ON = re.compile(r"(?:\b(?:through|to|and|or|of|the|for|from|with|by)|[,–-])$")
AMOUNTS = re.compile(
    r"\b(?:amounts|figures|Beträge|Angaben|Zahlen|montants|chiffres|importes|cifras|importi|valori|bedragen|valores)\b",
    re.IGNORECASE,
)
PERCENT = re.compile(r"%|\bpercent", re.IGNORECASE)


@dataclass(frozen=True)
class TableCell:
    """A figure of a table: the row and column that name it, and the row as the page prints it. `scale` is what the
    table says of its figures ("thousands"); `year` is that of a column of one period, else 0. "" if there is none:
    `key`, the name of the first column where the row's own says too little ("Roof age" of "12"); `kind`, that name
    where the row's own tells enough ("Loom" of "Corona hand loom"); `caption`, what the table is called; `group`, the
    row without figures that its row stands under, or the sum below that it is part of; `unit`, what a column of units
    says. `swapped`: whether the row names what is measured, and the column of what; `worded`, whether the cell
    has words and no figure. `called`: the caption, with what stands in brackets behind it, where it alone says what is
    measured or in what."""

    document: Document
    page: int
    table: Table
    row: str
    column: str
    value: str
    quote: str
    scale: str = ""
    year: int = 0
    key: str = ""
    kind: str = ""
    caption: str = ""
    group: str = ""
    unit: str = ""
    swapped: bool = False
    worded: bool = False
    called: str = ""

    @property
    def bound(self) -> str | None:
        """What questions call the bound that its column gives of what its row measures, "" if that is the value; None
        of another column."""
        name = self.column.casefold()
        return BOUNDS.get(name, "" if name in VALUES and not (self.key or self.kind) else None)

    @property
    def ended(self) -> bool | None:
        """Whether a period ended on the day that its column names, or it is of that day; None if what stands above the
        table says both."""
        day = re.escape(" ".join(self.column.split()[:2]).rstrip(","))
        text = " ".join([*self.table.title, *self.table.columns, *above(self.table, self.document).split()])
        ended, at = (
            re.search(rf"\b(?:{words})\s+(?:\w+\s)?{day}\b", text, re.I) for words in ("ended", "as of|as at|at")
        )
        return None if ended and at else bool(ended)


def cells(document: Document, tables: Sequence[Table]) -> Iterator[TableCell]:
    """The figures whose row and column are named. A column that is no period needs a table whose first column has a
    name too: else its header may be a title."""
    for table in tables:
        labels = [bare(row.cells[0]) if row.cells else "" for row in table.rows]
        columns = headers(table)
        is_short = is_of_a_short_period(table, document)
        units = next((at for at, name in enumerate(columns) if name.casefold() in UNIT), 0)
        measured = bool(columns) and names_what_is_measured(columns[0], labels, bool(units))
        swapped = measured and are_alike([name for name in columns[1:] if name.casefold() not in UNIT])
        joined = [at for at in range(1, len(columns)) if holds_units(at, table)]
        asked = [at for at in range(1, len(columns)) if is_asked_for(at, columns, table, document, is_short, measured)]
        asked = [at for at in asked if at not in joined]
        named = bool(columns) and is_name(columns[0]) and is_printed(columns[0], table, document)
        named = named and not scale_of(columns[0])  # "Costs ($ million)" names no rows
        caption, bracket = caption_of(table, document), bracket_of(table, document)
        keyed = named and len(table.rows) >= FEWEST_KEYS
        parts = {at: _parts(table, at, labels, f"{caption} {columns[0]}") for at in asked}
        names = _is_names_alone(table)
        for n, (row, label, group) in enumerate(zip(table.rows, labels, _groups(table, labels), strict=True)):
            if labels.count(label) > 1 or not label or LESS.match(label) or not (quote := printed(row, document)):
                continue
            telling = {*terms(label)} - GENERIC and not REFERS.search(label) and "/" not in BRACKETED.sub("", label)
            worded = telling and can_name(label, LONGEST_NAME) and not NO_NOUN.match(label)
            key = columns[0] if keyed and not measured and len(label.split()) <= (1 if worded else LONGEST_KEY) else ""
            if not worded and not (key and IS_KEY.fullmatch(label)):
                continue
            for at in (at for at in asked if at < len(row.cells)):
                year, value, bound = year_of(columns[at]), figure(row.cells[at]), is_bound(columns[at], measured)
                unit = row.cells[units].strip() if units and (year or has_units_of(columns, units, at)) else ""
                fits = (
                    (key or len(label.split()) > 1 or unit_of(label) or is_compound(label, document)) if year else named
                )
                words = not (year or names or measured or bound) and _is_worded(
                    value, row.cells, columns[at], _below(table, at)
                )
                if document.is_in_doubt and THOUSANDS.fullmatch(value):
                    continue
                bare_figure = not (words or unit or _has_unit(label, columns[at], value))
                if (unit and not year and may_count(columns[at])) or (bare_figure and joined):
                    continue
                is_of_a_thing = bare_figure and year and named and not measured  # "Bridge" in "2025": what of it?
                if is_of_a_thing and not caption and be(columns[0]) == "is":
                    continue
                if not fits or not (words or is_value(value, document)) or not _stands_once(value, quote):
                    continue
                scale = "" if words else _scale(table, at, label, value, document, unit)
                if scale is None or (not words and "%" not in value and _in_percent(table, at, label)):
                    continue
                kind = "" if year or key or swapped or bound else columns[0]
                under = group or parts[at].get(n, "")
                figured = is_unit(unit) and (not words or re.search(r"\d", value))
                noted = bare_figure and not scale and bracket
                yield TableCell(
                    document, row.page, table, label, columns[at], value, quote, scale, year, "" if bound else key,
                    kind, caption, under, unit if figured else "", swapped and not (year or bound), words,
                    f"{caption} ({bracket})" if noted else caption if is_of_a_thing else "",
                )  # fmt: skip


def _has_unit(label: str, column: str, value: str) -> bool:
    """Whether a figure, its row or its column says the unit."""
    return bool(re.search(r"[%$€£¥]", value) or unit_of(label) or unit_of(column) or has_own_unit(column))


def _is_names_alone(table: Table) -> bool:
    """Whether headers and cells are names alike: then it is a list in columns, such as of people, and its first line no
    header."""
    cells = [cell for row in table.rows for cell in row.cells if cell.strip()]
    return all(map(NAMES.fullmatch, table.columns)) and sum(bool(NAMES.fullmatch(cell)) for cell in cells) > (
        MOSTLY * len(cells)
    )


def _below(table: Table, at: int) -> list[str]:
    """The cells of a column that are not empty."""
    return [text for row in table.rows if at < len(row.cells) and (text := row.cells[at].strip())]


def _is_worded(value: str, cells: Sequence[str], column: str, below: Sequence[str]) -> bool:
    """Whether a cell has some words, a whole name of its own in the row; one that repeats its header stands under the
    title of a part of the table, and one that most cells `below` the header have is a mark."""
    words = value.split()
    torn = value[-1:] in ",-(&/" or value.count("(") != value.count(")") or "://" in value
    few = len(words) in WORDED and value[0].isalnum() and sum(map(str.isalpha, value)) >= FEWEST_LETTERS
    repeats = {*terms(column)} <= {*terms(value)} or 2 * below.count(value) > max(len(below), 2)
    noted = re.search(r"\[\d+\]|[*†‡]", value)
    return few and not torn and not repeats and not noted and not REFERS.search(value) and cells.count(value) == 1


def _groups(table: Table, labels: Sequence[str]) -> Iterator[str]:
    """Of each row the one above that has a name and no figures, until its total."""
    group = ""
    for row, label, below in zip(table.rows, labels, [*labels[1:], ""], strict=True):
        if label and not any(map(str.strip, row.cells[1:])):
            group = label if can_name(label, LONGEST_NAME) and below[:1].isupper() else ""  # else it goes on below
            yield ""
        else:
            yield group
            own, of = {*terms(label)}, {*terms(group)}
            summed = "net" in own and 2 * len(own & of) >= max(len(of), 2 * FEWEST_SHARED)
            group = "" if "total" in own or summed else group


def _parts(table: Table, column: int, labels: Sequence[str], told: str) -> Mapping[int, str]:
    """The sum that each row is part of, by its name: a subtotal names the rows above it. What is `told` of the table
    anyway is left out."""
    found: dict[int, str] = {}
    for last, rows in sums(table, column):
        name = TOTAL.sub("", labels[last])
        if len(name.split()) > 1 and can_name(name, LONGEST_NAME) and {*terms(name)} - GENERIC - {*terms(told)}:
            found = dict.fromkeys(rows, name) | found
    return found


def _in_percent(table: Table, column: int, label: str) -> bool:
    """Whether a table says of a figure that it is a percentage, or of others of its column."""
    if PERCENT.search(unit_of(label)):
        return False  # which the row says, and the question with it
    stated = [*table.title, table.columns[column], label]
    stated += [row.cells[column] for row in table.rows if not PERCENT.search(unit_of(row.cells[0]))]
    return bool(PERCENT.search(" ".join(stated)))


def _stands_once(value: str, quote: str) -> bool:
    """Whether a row has a figure in one place."""
    return len(re.findall(rf"(?<![\d.,]){re.escape(value.lstrip('$'))}(?![\d%]|[.,]\d)", quote)) == 1


def total_of(table: Table, row: str, column: str) -> tuple[str, list[str]]:
    """The row named "Total ..." below this one, and the rows that it adds up, with this one; none where it adds up
    others."""
    at = next((n for n, name in enumerate(map(bare, table.columns)) if name == column), 0)
    labels = [bare(one.cells[0]) for one in table.rows]
    added = ((labels[last], [labels[n] for n in rows]) for last, rows in sums(table, at))
    return next((one for one in added if "total" in terms(one[0]) and row in one[1]), ("", []))


def is_value(text: str, document: Document) -> bool:
    """Whether it is a figure that can be asked for: neither a year nor a single digit, nor nothing at all, nor "999",
    which stands for no limit."""
    number, digits = document.number(text), re.sub(r"\D", "", text)
    return bool(number and number.value) and not is_year(text) and len(digits) > 1 and not NO_LIMIT.fullmatch(digits)


def printed(row: Row, document: Document) -> str:
    """The row as the page's text has it, with single spaces; "" where other words stand between its own, or where its
    name begins in the line above ("3 May through", "6 June")."""
    text = document.texts.get(row.page, "")
    spans = placed(text).spans(row.places)
    if not spans or len(spans) < len(row.places):
        return ""
    begin = min(start for start, _ in spans)
    if GOES_ON.search(text[:begin].rstrip()):
        return ""
    found = text[begin : max(end for _, end in spans)]
    own = sum(len(part) for _, part in row.places)
    if len(found) > LONGEST_ROW or len(counted(found)) > FOREIGN * own + 2:
        return ""
    return " ".join(found.split())


def _scale(table: Table, column: int, label: str, value: str, document: Document, unit: str) -> str | None:
    """What the table says of the scale of a figure: above it, in its first header, or beside the period of its column;
    "" for a percentage, and where the figure's own row or column says its scale or unit. None where it cannot be told:
    others of its column have no decimals, other columns have units and this one may be of the table's money or not, or
    only other tables of the document say theirs."""
    header = bare(table.columns[column])
    period = bool(year_of(without_scale(header)))
    if unit or "%" in value or has_own_scale(label) or (has_own_unit(header) and not period):
        return ""
    beside = [one for one in table.columns if year_of(without_scale(one)) and not is_bare(one)] if period else []
    of_all = [scale_of(text) for text in (*table.title, table.columns[0], *beside)]
    found = {*filter(None, of_all)}
    figures = [
        row.cells[column] for row in table.rows if column < len(row.cells) and is_value(row.cells[column], document)
    ]
    mark = document.decimal
    unlike = mark in value and sum(mark in figure for figure in figures) < len(figures) / 2
    measured = unit_of(label) or ("" if period else unit_of(header))
    if len(found) > 1 or (found and (unlike or measured or UNSCALED & {*terms(f"{label} {header}")})):
        return None
    mixed = not period and any(unit_of(one) or has_own_unit(one) for one in map(bare, table.columns[1:]))
    if mixed and any(map(is_of_money, found)):
        return None
    plain = mixed or mark in value or not _has_scales(document)
    if not found and not measured and (not plain or _states_all_amounts(document)):
        return None
    return found.pop() if found else ""


@lru_cache(maxsize=4)
def _has_scales(document: Document) -> bool:
    return bool(SCALE.search(document.folded))


@lru_cache(maxsize=4)
def _states_all_amounts(document: Document) -> bool:
    """Whether a line says in which scale amounts are, wherever they stand: "All amounts in EUR million"."""
    return any(AMOUNTS.search(line.text) and SCALE.search(line.text) for line in document.lines)


def alike(document: Document, tables: Sequence[Table]) -> Iterator[Listed]:
    """The rows of a table that have the same words in a column, where others have other words."""
    for table in tables:
        again = sum(other.columns[:1] == table.columns[:1] for other in tables)
        if len({row.page for row in table.rows}) != 1 or not 4 <= len(table.rows) <= 40 or again > 1:
            continue
        labels = [bare(row.cells[0]) for row in table.rows]
        if len({*labels}) != len(labels) or not all(can_name(label, LONGEST_NAME) for label in labels):
            continue
        for at, column in enumerate(table.columns[1:], 1):
            values = [" ".join(row.cells[at].split()) for row in table.rows]
            if not is_name(column) or not is_printed(column, table, document):
                continue
            if not all(can_name(value, 4) for value in values) or len({*values}) > 6:
                continue
            for value in dict.fromkeys(values):
                rows = [n for n, other in enumerate(values) if other == value]
                if 2 <= len(rows) <= 8 and len(rows) < len(values):
                    quotes = tuple(printed(table.rows[n], document) for n in rows)
                    items = tuple(labels[n] for n in rows)
                    named = " ".join(table.columns[0].split())
                    if all(quotes) and can_name(named, 3) and is_printed(named, table, document):
                        yield Listed(
                            document, table.rows[0].page, named, items, quotes, " ".join(column.split()), value
                        )
