"""The cells of a table that are the operands of a calculation."""

from __future__ import annotations

from ragatta.extensions.extractive.calculations.expressions import SoughtCell
from ragatta.extensions.extractive.tables.operand_cells import find_cells
from ragatta.pipeline.tasks.answers import Passage

FARM = """Table: Holdings | Stock by kind, at the end of the year
Ewes; June 30, 2019: 412; June 30, 2018: 398
Rams; June 30, 2019: 11; June 30, 2018: 12
Total sheep; June 30, 2019: 423; June 30, 2018: 410"""
FEED = """Table: Feed | Cost of feed (in thousands)
Year: 2018; Hay: $ 41; Oats: $ 17
Year: 2019; Hay: $ 44; Oats: $ (3)"""
NAMELESS = """Table: Ewes 2019 and 2018
Ewes; 412; 398; 14; 3.5%"""


def passages(*texts: str) -> list[Passage]:
    return [Passage(source, "farm.pdf", 1, 1, text) for source, text in enumerate(texts, 1)]


def values(sought: list[SoughtCell], *texts: str) -> list[str]:
    cells = find_cells(sought, passages(*texts))
    return [cells[one.words].value if one.words in cells else "" for one in sought]


def certain(sought: list[SoughtCell], *texts: str) -> list[bool]:
    return [cell.certain for cell in find_cells(sought, passages(*texts)).values()]


def over(measure: str) -> list[SoughtCell]:
    return [SoughtCell(measure, "2018"), SoughtCell(measure, "2019")]


def test_periods_are_columns_or_rows() -> None:
    assert values(over("ewes"), FARM, FEED) == ["398", "412"]
    assert values(over("oats"), FARM, FEED) == ["$ 17", "$ (3)"]


def test_a_total_is_told_from_its_parts() -> None:
    assert values(over("total sheep"), FARM, FEED) == ["410", "423"]


def test_parts_of_one_period_are_two_cells() -> None:
    assert values([SoughtCell("rams", "2019"), SoughtCell("total sheep", "2019")], FARM, FEED) == ["11", "423"]
    assert values([SoughtCell("sheep", "2019"), SoughtCell("total sheep", "2019")], FARM) == ["", ""], "the same one"


def test_columns_without_a_name_hold_no_period() -> None:
    assert values(over("ewes"), NAMELESS) == ["", ""]
    assert values(over("ewes"), NAMELESS, FARM) == ["398", "412"]


def test_a_period_that_no_table_has_is_missing_and_the_other_one_not_certain() -> None:
    ((words, cell),) = find_cells([SoughtCell("ewes", "2017"), SoughtCell("ewes", "2018")], passages(FARM)).items()
    assert words == "ewes 2018"
    assert not cell.certain


def test_two_tables_that_differ_leave_doubt() -> None:
    other = FARM.replace("412", "500").replace("Holdings", "Leased holdings")
    assert certain(over("ewes"), FARM, other) == [False, False]
    assert certain(over("ewes"), FARM) == [True, True]


def test_a_measure_whose_words_are_not_all_said_is_not_certain() -> None:
    assert certain(over("ewes of Texel"), FARM) == [False, False]
