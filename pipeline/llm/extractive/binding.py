"""BindValue: the cell of a table that fits the value wanted, the rule in prose that gives it, or a sentence that states
it, tried in this order; or what must be known first, where a table's key is left open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pipeline.ages import by_age
from pipeline.llm.extractive.asked import Asked, words_of
from pipeline.llm.extractive.calculations import read_calculation
from pipeline.llm.extractive.conditions import Concluded, concluded
from pipeline.llm.extractive.definitions import defined, stated_way
from pipeline.llm.extractive.expressions import Calculation
from pipeline.llm.extractive.grids import read_grids
from pipeline.llm.extractive.key_values import is_of_others, missed_key
from pipeline.llm.extractive.operand_cells import find_cells
from pipeline.llm.extractive.operand_words import columns_of_others, operand_words, spoken_of, without_measures
from pipeline.llm.extractive.sentences import sentence_answer
from pipeline.llm.extractive.structure import read_lines
from pipeline.llm.extractive.table_lookup import LookedUp, look_up
from pipeline.llm.extractive.tables import read_tables
from pipeline.llm.extractive.unsaid import kinds, lacking, modifiers, subjects, unsaid
from pipeline.llm.extractive.values import look_up as look_up_raw
from pipeline.llm.extractive.values import only
from pipeline.mentions import bound as given_mentions
from pipeline.mentions import mentions, tokens
from pipeline.quantities import codes
from pipeline.tables.row_text import read, read_row
from pipeline.tasks import BindValue, BoundValue, Passage
from pipeline.words import coverage, is_specific, names, terms, weigh

_ENOUGH = 0.5  # share of a quantity's weighted words that its table must say
_CLOSE = 0.05  # difference in share below which two tables fit it equally well
_TO_ONE = 3  # words of a quantity to one that its table's title adds
_LABEL = re.compile(r"[A-Z][a-z]+ (?:\d+|[A-Z]|[IVX]+)(?:[-.]\w+)*")
_BY = re.compile(r"\bby ([^;]*)", re.IGNORECASE)  # what a title says that its table is looked up by
_LABELLED = re.compile(rf"^{_LABEL.pattern}[.:] ")
_ROUNDS = re.compile(r"\bround(?:ed|ing|s)?\b", re.IGNORECASE)
_IN = frozenset(tokens("dollars euros pounds cents percent thousands millions billions unit"))  # no part of a name
_RAW = 0.6  # the same of a table that is read from lines of text, whose columns are guessed
# What a question asks for, without what it says of the case.
_NAME = re.compile(
    r"(?:what|which|how much|give|state|find)(?: (?:is|are|was))? (?:the |an? )?(?P<name>\S.*?)"
    r"(?= (?:for|of|on|in|at|is|are|do|does|must|will|would|applies|apply|that|when|if|with|to) |[?,.]|$)",
    re.IGNORECASE,
)


def bind_value(task: BindValue) -> BoundValue:
    """The value with the row or sentence that states it; empty where the passages hold none."""
    tables = [passage for passage in task.passages if read(passage.text)]
    prose = [passage for passage in task.passages if passage not in tables]
    calculated = read_calculation(task.question)
    if task.choices:
        found = _stated_way(task, prose) or _by_rule(task, prose) or _defined(task, tables)
    elif calculated and calculated.cells:
        found = _operand(task, calculated, tables) or _doubtful(_in_lines(task, prose) or _stated(task, prose))
    elif calculated:
        in_tables = _in_tables(task, tables) if tables else None
        found = in_tables or _by_rule(task, prose) or _in_lines(task, prose) or _stated(task, prose)
    else:  # a question for one value: what stands in lines and sentences, other rules answer (answers.py)
        found = _by_rule(task, prose) or (_in_tables(task, tables) if tables else None)
    return found or BoundValue(certain=False)


def _operand(task: BindValue, asked: Calculation, tables: Sequence[Passage]) -> BoundValue | None:
    """The cell that is this operand, chosen together with those of the others."""
    cells = dict(zip(asked.operands, find_cells(asked.cells, tables), strict=True))
    cell = cells.get(task.wanted)
    if cell is None:
        return None
    return BoundValue(value=cell.value, source=cell.source, quote=cell.row, certain=cell.certain)


def _doubtful(found: BoundValue | None) -> BoundValue | None:
    """A value that stands apart from those of the other operands: another period's may be as near."""
    return found and found.model_copy(update={"certain": False})


def _in_tables(task: BindValue, tables: Sequence[Passage]) -> BoundValue | None:
    """The cell of the tables that are the most of what is wanted. The conditions of the question may be for other
    values of the same calculation: what this one does not meet is told, and does not make it doubtful."""
    asked = read_calculation(task.question)
    fitting, doubtful = _fitting(task, tables) if asked else (list(tables), False)
    if not fitting:
        return None
    words = operand_words(asked, task.wanted, fitting) if asked else without_measures(task.question, fitting)
    grids = read_grids(fitting)
    words, aged = by_age(words, (name[0] for grid in grids for name in grid.keys))
    given = aged | dict(task.bound)
    found = _looked_up(words, fitting, given, asked, task.wanted)
    if found is None:
        return None
    missed = missed_key(words.partition(": ")[2], found, given, grids) if asked else None
    if (found.open_keys or missed) and (doubtful or is_of_others(words, found, grids)):
        return None
    if found.open_keys or missed:
        # What lies between two rows is told by the rows that have all else.
        others = [key for key in found.open_keys if not missed or key[0] != missed[0]]
        name, choices = others[0] if others else missed or found.open_keys[0]
        return BoundValue(source=found.source, needs=name, choices=list(choices), certain=False)
    if not found.value or not _keeps_to(task.bound, found.row):
        return None
    unmet = _unmet_by(task, found, tables)
    sure = found.certain and not (doubtful or aged)
    return BoundValue(
        value=found.value,
        source=found.source,
        quote=found.row,
        certain=sure and (asked is not None or bool(task.bound) or not unmet),
        unmet=unmet,
    )


def _looked_up(
    words: str, tables: Sequence[Passage], given: Mapping[str, str], asked: Calculation | None, wanted: str
) -> LookedUp | None:
    """The cell by all the words; where it is not certain, by those that the tables speak of."""
    found = look_up(words, tables, given)
    measures = {name[0] for grid in read_grids(tables) for name in grid.measures}
    if asked and (found is None or not found.value) and (found is None or found.column not in measures):
        words = f"{words} {columns_of_others(asked, wanted, tables)}"
        found = look_up(words, tables, given) or found
    if found is None or found.certain:
        return found
    spoken = look_up(spoken_of(words, tables, found.unmet), tables, given)
    # With fewer words another column may look meant: none is better that loses a value that was met.
    worse = spoken is None or bool(found.value and not spoken.value) or not set(spoken.unmet) <= set(found.unmet)
    return found if worse else spoken


def _fitting(task: BindValue, tables: Sequence[Passage]) -> tuple[list[Passage], bool]:
    """The passages of the tables whose title and columns say most of what is wanted, and whose title adds fewest
    words to the question's: "Base Rates" before "Boat Base Rates"; and whether it adds so many that another may be
    meant. That a table is "by boat type, in dollars" says only what it is looked up by, and in what."""
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
    """A title without its label: "Exhibit 6" says nothing of what it shows."""
    return [_LABELLED.sub("", part) for part in title if not _LABEL.fullmatch(part)]


def _keeps_to(bound: Sequence[tuple[str, str]], row: str) -> bool:
    """Whether a row has every value that is known in the column of its name: no other row stands for it."""
    cells = {tokens(name): cell for name, cell in read_row(row)}
    known = {tokens(name): (name, value) for name, value in bound}
    values = [(said, cells[name]) for name, said in known.items() if name in cells]
    return all(one.met_by(cell) for (name, value), cell in values for one in given_mentions({name: value}))


def _unmet_by(task: BindValue, found: LookedUp, tables: Sequence[Passage]) -> list[str]:
    """The amounts, codes and names of the question that neither the row nor its table's title states."""
    shown = next(read(passage.text) for passage in tables if passage.source == found.source)
    assert shown is not None
    pairs = [pair for row in shown.rows for pair in row if f"{pair[0]}: {pair[1]}" in found.row or pair[1] in found.row]
    cells = [value for _, value in pairs]
    wanted = [task.wanted] if task.wanted != task.question else []  # a question does not meet its own conditions
    texts = [*shown.title, *(text for pair in pairs for text in pair), *wanted]
    held = frozenset(term for text in texts for term in terms("_ " + text))
    amounts = [
        one.text for one in mentions(task.question) if one.required and not any(one.met_by(text) for text in texts)
    ]
    words = unsaid(task.question, task.passages, cells)
    if read_calculation(task.question) is None:
        words += words_of(sorted(kinds(task.question) - held), task.question)
    return [*amounts, *_names_without(task.question, held), *words]


def _names_without(question: str, held: frozenset[str]) -> list[str]:
    return words_of(sorted(term for term in names(question) - held if not is_specific(term)), question)


def _stated_way(task: BindValue, prose: Sequence[Passage]) -> BoundValue | None:
    return _speaking(task, stated_way(task.wanted, task.choices, prose))


def _defined(task: BindValue, tables: Sequence[Passage]) -> BoundValue | None:
    return _speaking(task, defined(task.wanted, task.question, task.choices, tables))


def _speaking(task: BindValue, found: BoundValue | None) -> BoundValue | None:
    """The value with what of the question its quote does not speak of."""
    if found is None:
        return None
    held = frozenset(terms("_ " + found.quote))
    amounts = [one.text for one in mentions(task.question) if one.required and not frozenset(terms(one.text)) <= held]
    return found.model_copy(update={"unmet": [*amounts, *_names_without(task.question, held)]})


def _by_rule(task: BindValue, prose: Sequence[Passage]) -> BoundValue | None:
    named = _NAME.match(task.wanted)
    wanted = named["name"] if named else task.wanted
    found = concluded(wanted, task.question, prose, task.choices)
    if found is None:
        return None
    return BoundValue(
        value=found.value,
        source=found.source,
        quote=found.sentence,
        # A storage fee is no handling fee; the values of a column are of it, whatever the rule calls them.
        certain=found.certain and (bool(task.choices) or modifiers(wanted) <= found.held),
        unmet=_unmet_by_rule(task, found, next(one.text for one in prose if one.source == found.source)),
    )


def _unmet_by_rule(task: BindValue, found: Concluded, passage: str) -> list[str]:
    """Amounts, names and subjects that the rule does not speak of, and codes that its passage does not: it says once
    what all of its rules are for. What a calculation is about may be the subject of its other values."""
    own, question = codes(passage), task.question
    amounts = [
        one.text for one in mentions(question) if one.required and one.text not in found.met and not one.codes & own
    ]
    left = lacking(question, [found.sentence])
    if not task.choices and read_calculation(question) is None:
        left += words_of(sorted(subjects(question) - found.held), question)
    return [*amounts, *_names_without(question, found.held), *left]


def _in_lines(task: BindValue, prose: Sequence[Passage]) -> BoundValue | None:
    """The figure of a table whose rows are lines of text, if one table alone fits."""
    lines = read_lines(prose)
    asked = Asked(task.question, tuple(frozenset(terms(line.text)) for line in lines))
    wanted = {term: asked.weights.get(term, 1.0) for term in terms(task.wanted)}
    conditions = frozenset(asked.terms).union(*(terms(value) for _, value in task.bound))
    hit = only([hit for hit in look_up_raw(read_tables(lines), wanted, conditions) if hit.share >= _RAW])
    if hit is None:
        return None
    unmet = [one.text for one in mentions(task.question) if one.required and not frozenset(terms(one.text)) <= hit.met]
    unmet += _names_without(task.question, hit.met)
    return BoundValue(value=hit.value, source=hit.source, quote=hit.row, certain=True, unmet=unmet)


def _stated(task: BindValue, prose: Sequence[Passage]) -> BoundValue | None:
    """The figure of a sentence that states the value itself."""
    lines = read_lines(prose)
    asked = Asked(f"What is the amount of the {task.wanted}?", tuple(frozenset(terms(line.text)) for line in lines))
    written = sentence_answer(asked, lines)
    if written is None or not written.value or _ROUNDS.search(written.text):  # how to round a value is none
        return None
    held = frozenset(terms(written.text))
    unmet = [one.text for one in mentions(task.question) if one.required and not frozenset(terms(one.text)) <= held]
    quote = written.text.partition(" [Source")[0]
    unmet += _names_without(task.question, held)
    return BoundValue(value=written.value, source=written.sources[0], quote=quote, certain=True, unmet=unmet)
