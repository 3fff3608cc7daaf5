from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.extensions.extractive.tables.table_lookup import look_up
from ragatta.pipeline.tables.row_text import write
from ragatta.pipeline.tasks.answers import Passage


def group(number: int, title: str, columns: Sequence[str], *rows: str, file: str = "tariff.pdf") -> Passage:
    return Passage(number, file, 1, 1, write(title.split("|"), columns, [row.split("|") for row in rows]))


COLUMNS = ("Boat Class", "Hull Value", "Storm Excess", "Fire", "Storm", "Other")
EXCESS = group(
    1,
    "Exhibit 6|Storm Excess Factor",
    COLUMNS,
    "K3|$750,000|2%|1.000|2.061|1.010",
    "K3|$750,000|5%|1.000|1.876|1.020",
    "K3|$700,000|2%|1.000|1.976|1.030",
    "K3|$700,000|5%|1.000|1.776|1.040",
    "K4|$750,000|2%|1.000|9.976|1.050",
    "K4|$750,000|5%|1.000|8.876|1.060",
)
BASE = group(2, "Exhibit 1|Base Rates", ("Fire", "Water", "Salt Water", "Storm", "Other"), "$100|$10|$20|$293|$5")
AGE = group(
    3,
    "Exhibit 9|Age of Hull Factor",
    ("Boat Class", "Age", "Fire", "Storm"),
    "K3|0 - 5|1.100|1.200",
    "K3|6 - 10|1.300|1.400",
    "K3|11+|1.500|1.600",
)
HULL = group(4, "Hull Factor", ("Hull", "Factor"), "Steel|1.110", "Glass|0.900", "Stainless Steel|1.300")
ALL = (EXCESS, BASE, AGE, HULL)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the Storm factor for K3, $750,000 hull value and a 2% storm excess?", "2.061"),
        ("Storm excess factor for Storm: K-3 boats with a hull worth $750k and an excess of 5%", "1.876"),
        ("What is the Storm base rate?", "$293"),
        ("How much is the base rate for the Other peril?", "$5"),
        ("What is the Water base rate?", "$10"),
        ("What is the Salt Water base rate?", "$20"),
        ("What is the Fire factor of a K3 hull 7 years old?", "1.300"),
        ("Give the Age of Hull factor for Storm and K3 at 40 years.", "1.600"),
        ("What is the hull factor of steel?", "1.110"),
        ("What is the hull factor of stainless steel?", "1.300"),
    ],
)
def test_the_named_cell_is_found(question: str, value: str) -> None:
    found = look_up(question, ALL)
    assert found is not None
    assert (found.value, found.certain) == (value, True)


def test_what_the_question_leaves_open_is_told() -> None:
    found = look_up("storm excess factor for Storm, K3 and a $750,000 hull value", ALL)
    assert found is not None
    assert not found.certain
    assert found.open_keys == (("Storm Excess", ("2%", "5%")),)


def test_a_key_left_open_is_told_even_where_only_one_of_its_rows_is_shown() -> None:
    shown = group(1, "Exhibit 6|Storm Excess Factor", COLUMNS, *(
        "K3|$650,000|2%|1.000|1.961|1.010", "K3|$650,000|5%|1.000|1.861|1.010",
        "K3|$700,000|2%|1.000|1.976|1.030", "K3|$700,000|5%|1.000|1.876|1.030",
        "K3|$750,000|2%|1.000|2.061|1.010"))  # fmt: skip
    found = look_up("storm excess factor for Storm, K3 and a $750,000 hull value", [shown])
    assert found is not None
    assert (found.value, found.certain) == ("2.061", False)
    assert found.open_keys == (("Storm Excess", ("2%", "5%")),)


def test_values_found_before_choose_the_row_and_are_not_needed_elsewhere() -> None:
    given_before = {"boat class": "K3", "hull value": "$750,000", "Storm Excess": "2%"}
    factor = look_up("Storm Excess Factor for Storm", ALL, given_before)
    rate = look_up("Base Rate for Storm", ALL, given_before)
    assert factor is not None
    assert rate is not None
    assert (factor.value, factor.certain, factor.source) == ("2.061", True, 1)
    assert (rate.value, rate.certain, rate.source) == ("$293", True, 2)


@pytest.mark.parametrize(
    "question",
    [
        "What is the base rate for the Piracy peril?",
        "What is the Storm factor for K3, a $750,000 hull value and a $6,250 storm excess?",
        "What is the Storm factor for K8, a $750,000 hull value and a 2% storm excess?",
    ],
)
def test_a_value_or_name_that_no_table_has_makes_no_certain_answer(question: str) -> None:
    found = look_up(question, ALL)
    assert found is None or (not found.certain and found.unmet)


def test_two_tables_that_fit_alike_and_differ_make_no_certain_answer() -> None:
    other = group(5, "Exhibit 1|Base Rates", ("Fire", "Storm"), "$90|$280", file="old.pdf")
    found = look_up("What is the Storm base rate?", [BASE, other])
    assert found is not None
    assert not found.certain
    same = group(5, "Exhibit 1|Base Rates", ("Fire", "Storm"), "$90|$293", file="old.pdf")
    agreed = look_up("What is the Storm base rate?", [BASE, same])
    assert agreed is not None
    assert agreed.certain


def test_prose_holds_no_cell() -> None:
    assert look_up("What is the Storm base rate?", [Passage(1, "a.pdf", 1, 1, "The storm base rate is $293.")]) is None


@settings(deadline=None)
@given(
    limits=st.lists(st.integers(1, 999), min_size=2, max_size=12, unique=True),
    excesses=st.lists(st.sampled_from(["1%", "2%", "5%", "$500", "$1,000"]), min_size=2, max_size=4, unique=True),
    data=st.data(),
)
def test_every_cell_of_a_crossed_table_is_found_by_its_keys(
    limits: list[int], excesses: list[str], data: st.DataObject
) -> None:
    rows, number = [], 0
    for limit in limits:
        for excess in excesses:
            number += 1
            rows.append(f"K3|${limit},000|{excess}|1.000|{number / 1000 + 2:.3f}|1.500")
    table = group(1, "Storm Excess Factor", COLUMNS, *rows)
    at = data.draw(st.integers(0, len(rows) - 1))
    limit, excess = limits[at // len(excesses)], excesses[at % len(excesses)]
    found = look_up(f"Storm factor for K3, ${limit},000 hull value and a {excess} storm excess", [table])
    assert found is not None
    assert (found.value, found.certain) == (rows[at].split("|")[4], True)


def test_a_yes_or_no_that_is_stated_is_not_taken_for_the_other() -> None:
    lift = group(1, "Lift Factor", ("Boat Class", "Lift System", "Fire"), "K3|Yes|0.900", "K3|No|1.000")
    for question in ("What is the Fire lift factor of a K3 with a Lift System of No?", "Fire lift factor, K3, no lift"):
        found = look_up(question, [lift])
        assert found is not None
        assert found.value == "1.000"


def test_two_measures_that_are_both_named_make_no_certain_answer() -> None:
    both = group(1, "Size Factor", ("Class", "Limit Factor", "Excess Factor"), "K3|2.750|0.723", "K4|2.500|0.800")
    found = look_up("What is the factor of the limit and the excess of a K3, by size?", [both])
    assert found is None or not found.certain


def test_a_value_is_of_the_column_whose_name_stands_nearest_to_it() -> None:
    columns = ("Insured Value Limit", "Insured Excess", "Road", "Sea")
    rows = ("$900|$50|1.100|1.200", "$900|$75|1.300|1.400", "$800|$50|1.500|1.600", "$800|$75|1.700|1.800")
    parcels = group(1, "Value / Excess Parcel Factor", columns, *rows)
    found = look_up("Give me the value/excess parcel factor for Sea at Insured Value $900 and a $50 excess.", [parcels])
    assert found is not None
    assert (found.value, found.certain) == ("1.200", True)


def test_a_value_beside_the_column_that_is_asked_for_may_be_of_another() -> None:
    columns = ("Store", "Storm Excess", "Rate per Added Shelf", "Rate per Added Room", "Per")
    rows = ("Q1|5%|$0.24|$0.16|$1,000", "Q1|10%|$0.20|$0.15|$1,000")
    found = look_up("What is the rate per added room for a Q1 at the 5% excess?", [group(1, "Stores", columns, *rows)])
    assert found is not None
    assert found.value == "$0.16"


STAY = group(
    1, "Length of Stay Factor", ("Nights", "Single", "Double"), "1 - 2|1.00|1.00", "3 - 6|0.95|0.93", "7+|0.85|0.82"
)


def test_a_value_found_before_chooses_no_row_by_a_column_of_another_name() -> None:
    found = look_up("length of stay factor for a double room", [STAY], {"room rate": "185.40"})
    assert found is not None
    assert not found.value
    assert found.open_keys == (("Nights", ("1 - 2", "3 - 6", "7+")),)


CLASSES = group(1, "Fragile Goods Factor", ("Zone", "Class A", "Class B"), "Zone 1|1.05|1.18", "Zone 2|1.09|1.23")


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("for Class A in Zone 2", "1.09"),
        ("for Class A goods in Zone 2", "1.09"),
        ("for Class B in Zone 2", "1.23"),
        ("for Class D in Zone 2", None),
        ("in Zone 2", None),
    ],
)
def test_a_letter_behind_a_word_names_one_column_alone(asked: str, value: str | None) -> None:
    found = look_up(f"What is the fragile goods factor {asked}?", [CLASSES])
    assert found is not None
    assert (found.value if found.certain else None) == value


STORE = group(
    1, "Storage Fee", ("Tonnes", "Months", "Storage fee"), "1 - 99|1|$120", "1 - 99|6|$610", "100 - 499|6|$2,440"
)


def test_a_number_of_something_is_of_the_column_that_counts_it() -> None:
    right = look_up("What is the storage fee for 6 tonnes for 1 month?", [STORE])
    assert right is not None
    assert right.value == "$120"
    swapped = look_up("What is the storage fee for 6 tonnes for 100 months?", [STORE])
    assert swapped is not None
    assert not swapped.certain


@pytest.mark.parametrize(("weight", "value"), [("15 kg", "16.35"), ("0.015 tonnes", "16.35"), ("8,000 g", "11.15")])
def test_an_amount_is_of_the_column_that_says_its_unit_before_the_number_of_a_name(weight: str, value: str) -> None:
    columns = ("Weight (kg)", "Zone 1", "Zone 2")
    rates = group(
        1, "Road freight charges", columns, "0 to 10|8.40|11.15", "10 to 20|12.60|16.35", "20 to 50|19.80|26.70"
    )
    found = look_up(f"What is the Zone 2 charge for a parcel of {weight}?", [rates])
    assert found is not None
    assert (found.value, found.column) == (value, "Zone 2")
    other = look_up("What is the Zone 2 charge for a parcel of 15 litres?", [rates])
    assert other is None or not other.certain


def test_a_bare_number_that_is_said_of_something_else_is_no_certain_key() -> None:
    found = look_up("Age of hull factor for Storm: a K3 in berth class 9 built in 1985", [AGE])
    assert found is None or not found.certain


def test_the_words_beside_a_value_in_its_cell_are_met_with_it() -> None:
    flat = group(1, "Flat Charges", ("Item", "Charge"), "Motorboat 1-100 HP|$40", "Motorboat 101-250 HP|$60", "Raft|$5")
    found = look_up("What flat charge is there for a Motorboat of 180 HP?", [flat])
    assert found is not None
    assert (found.value, found.unmet) == ("$60", ())


def test_a_number_that_is_a_name_lies_in_no_range_of_amounts() -> None:
    away = group(
        1, "Distance Factor", ("Boat Class", "Distance in Feet", "Factor"), "K3|10561-26400|1.20", "K3|26401+|1.10"
    )
    codes = group(2, "Code Factor", ("Boat Class", "Zip Code", "Factor"), "K3|10000-19999|1.70", "K3|20000-29999|1.90")
    question = "What is the factor of a K3 boat in zip code 19100?"
    far = look_up(question, [away])
    assert far is None or "19100" in far.unmet
    near = look_up(question, [away, codes])
    assert near is not None
    assert near.value == "1.70"
