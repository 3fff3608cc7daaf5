"""Finds the table cell with the value that a plan's step wants, or the key that must be known first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ragatta.extensions.extractive.calculations.expressions import Calculation
from ragatta.extensions.extractive.calculations.named_measures import no_value_of
from ragatta.extensions.extractive.calculations.ways import read_calculation
from ragatta.extensions.extractive.question.asked import words_of
from ragatta.extensions.extractive.tables.grids import read_grids
from ragatta.extensions.extractive.tables.key_values import asks_between_rows, missed_key
from ragatta.extensions.extractive.tables.table_lookup import LookedUp, look_up
from ragatta.pipeline.tables.row_text import read, read_row
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.tasks.binding import BindValue, BoundValue
from ragatta.pipeline.text.mentions import COUNTS, mentions, tokens
from ragatta.pipeline.text.mentions import bound as given_mentions
from ragatta.pipeline.text.quantities import codes, quantities
from ragatta.pipeline.text.words import coverage, is_specific, names, terms, weigh

_ENOUGH = 0.5  # share of a quantity's weighted words that its table must say
_CLOSE = 0.05  # difference in share below which two tables fit it equally well
_TO_ONE = 3  # words of a quantity to one that its table's title adds
_LABEL = re.compile(r"[A-Z][a-z]+ (?:\d+|[A-Z]|[IVX]+)(?:[-.]\w+)*")
_BY = re.compile(r"\bby ([^;]*)", re.IGNORECASE)  # what a title says that its table is looked up by
_LABELLED = re.compile(rf"^{_LABEL.pattern}[.:] ")
# Words that a yes-or-no column is met by: "with a lift", "no lift".
_FLAGGING = frozenset(["a", "an", "with", "has", "have", "having", "no", "without"])
_IN = frozenset(tokens("dollars euros pounds cents percent thousands millions billions unit"))  # no part of a name


def in_tables(task: BindValue, tables: Sequence[Passage]) -> BoundValue | None:
    """The cell of the tables that match the wanted value best. The question's conditions may belong to other values of
    the calculation, so unmet conditions are reported but do not make the value uncertain."""
    asked = read_calculation(task.question)
    fitting, doubtful = _fitting(task, tables) if asked else (list(tables), False)
    if not fitting:
        return None
    words = f"{task.wanted}: {asked.rest}" if asked and asked.rest else task.wanted if asked else task.question
    grids = read_grids(fitting)
    known_values = dict(task.bound)
    found = _looked_up(words, fitting, known_values, asked, task.wanted)
    if found is None:
        return None
    missed = None
    if asked or asks_between_rows(task.question):
        missed = missed_key(words.partition(": ")[2] if asked else words, found, known_values, grids)
    if (found.open_keys or missed) and doubtful:
        return None
    if found.open_keys or missed:
        # What lies between two rows is told by the rows that have all else.
        others = [key for key in found.open_keys if not missed or key[0] != missed[0]]
        name, choices = others[0] if others else missed or found.open_keys[0]
        return BoundValue(source=found.source, needs=name, choices=list(choices), certain=False)
    if not found.value or no_value_of(task.wanted, found.value) or not _keeps_to(task.bound, found.row):
        return None
    unmet = _unmet_by(task, found, tables)
    sure = found.certain and not doubtful
    return BoundValue(
        value=found.value,
        source=found.source,
        quote=found.row,
        certain=sure and (asked is not None or bool(task.bound) or not unmet),
        unmet=unmet,
    )


def _looked_up(
    words: str, tables: Sequence[Passage], known_values: Mapping[str, str], asked: Calculation | None, wanted: str
) -> LookedUp | None:
    """The cell by all words; if it is not certain, by the words that the tables use."""
    found = look_up(words, tables, known_values)
    measures = {name[0] for grid in read_grids(tables) for name in grid.measures}
    if asked and (found is None or not found.value) and (found is None or found.column not in measures):
        words = f"{words} {_columns_of_others(asked, wanted, tables)}"
        found = look_up(words, tables, known_values) or found
    if found is None or found.certain:
        return found
    spoken = look_up(_spoken_of(words, tables, found.unmet), tables, known_values)
    # With fewer words another column may look meant: none is better that loses a value that was met.
    worse = spoken is None or bool(found.value and not spoken.value) or not set(spoken.unmet) <= set(found.unmet)
    return found if worse else spoken


def _columns_of_others(asked: Calculation, wanted: str, tables: Sequence[Passage]) -> str:
    """Words of the other quantities that name columns here: in "the sea fare times the season factor", the factor is in
    the column "Sea"."""
    columns = frozenset(token for grid in read_grids(tables) for name in grid.measures for token in tokens(name[0]))
    others = (word for operand in asked.operands if operand != wanted for word in operand.split())
    return " ".join(word for word in others if frozenset(tokens(word)) & columns)


def _spoken_of(words: str, tables: Sequence[Passage], unmet: Sequence[str]) -> str:
    """The words that the tables use; the others belong to the question's other values."""
    known = frozenset(token for passage in tables for token in tokens(passage.text))
    dropped = frozenset(text.lower() for text in unmet)
    dropped |= frozenset(token for text in unmet if not quantities(text) for token in tokens(text))
    kept, flags = [], []
    for word in words.split():
        word_tokens = frozenset(tokens(word))
        bare = word.lower().strip(".,;:()")
        if bare in _FLAGGING:
            flags.append(word)
        elif (
            word_tokens
            and not (word_tokens | {bare}) & dropped
            and (word_tokens & known or word_tokens & COUNTS or codes(word) or quantities(word))
        ):
            kept += [*flags, word]
            flags = []
        else:
            flags = []
    return " ".join(kept)


def _fitting(task: BindValue, tables: Sequence[Passage]) -> tuple[list[Passage], bool]:
    """The passages of the tables whose title and columns have most of the wanted words, and whose title has the fewest
    others ("Base Rates" before "Boat Base Rates"); and whether it has so many that another table may be meant."""
    grids = {passage.source: read_grids([passage])[0] for passage in tables}
    titles = {source: frozenset(tokens(" ".join(_named(grid.title)))) for source, grid in grids.items()}
    columns = {source: frozenset(tokens(" ".join(name for name, _ in grid.columns))) for source, grid in grids.items()}
    weights = weigh(tokens(task.wanted), [titles[source] | columns[source] for source in grids])
    shares = {source: coverage(weights, titles[source] | columns[source]) for source in grids}
    best = max(shares.values(), default=0.0)
    close = [one for one in tables if shares[one.source] >= max(_ENOUGH, best - _CLOSE)]
    asked = frozenset(tokens(task.question)) | frozenset.intersection(*titles.values())
    added = {one.source: sum(map(str.isalpha, titles[one.source] - asked)) for one in close}
    least = min(added.values(), default=0)
    chosen = [one for one in close if added[one.source] == least]
    by = {at: frozenset(tokens(" ".join(_BY.findall(" ; ".join(grid.title))))) for at, grid in grids.items()}
    other = [
        sum(map(str.isalpha, titles[at] - asked - (by[at] & columns[at]) - _IN))
        for at in (one.source for one in chosen)
    ]
    return chosen, min(other, default=0) * _TO_ONE > len(set(tokens(task.wanted)))


def _named(title: Sequence[str]) -> list[str]:
    """A title without its label: "Exhibit 6" does not describe the table."""
    return [_LABELLED.sub("", part) for part in title if not _LABEL.fullmatch(part)]


def _keeps_to(bound: Sequence[tuple[str, str]], row: str) -> bool:
    """Whether a row has every known value in the column of its name, so that no other row fits."""
    cells = {tokens(name): cell for name, cell in read_row(row)}
    known = {tokens(name): (name, value) for name, value in bound}
    values = [(known_value, cells[name]) for name, known_value in known.items() if name in cells]
    return all(one.met_by(cell) for (name, value), cell in values for one in given_mentions({name: value}))


def _unmet_by(task: BindValue, cell: LookedUp, tables: Sequence[Passage]) -> list[str]:
    """The question's amounts, codes and names that neither the row nor its table's title states."""
    group = next(read(passage.text) for passage in tables if passage.source == cell.source)
    assert group is not None
    pairs = [pair for row in group.rows for pair in row if f"{pair[0]}: {pair[1]}" in cell.row or pair[1] in cell.row]
    wanted = [task.wanted] if task.wanted != task.question else []  # a question does not meet its own conditions
    texts = [*group.title, *(text for pair in pairs for text in pair), *wanted]
    text_terms = frozenset(term for text in texts for term in terms("_ " + text))
    amounts = [
        one.text for one in mentions(task.question) if one.required and not any(one.met_by(text) for text in texts)
    ]
    return [*amounts, *names_without(task.question, text_terms)]


def names_without(question: str, known: frozenset[str]) -> list[str]:
    return words_of(sorted(term for term in names(question) - known if not is_specific(term)), question)
