"""Which figures of a table a question can ask for, and by which names."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ragatta.extensions.studio.drafting.cells import TableCell, cells
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.wording import under
from ragatta.pipeline.tables.model import Row, Table, counted
from ragatta.pipeline.types import Page

FILE = "rates.pdf"


def document(*pages: str) -> Document:
    return Document(FILE, [Page(FILE, number, text) for number, text in enumerate(pages, 1)], None)


def found(lines: Sequence[Sequence[str]], title: Sequence[str] = (), above: str = "") -> list[TableCell]:
    """The cells of a table of one page, its header first."""
    printed = [" ".join(line) for line in lines]
    text = "\n".join([above, *title, *printed])
    places = [(len(counted(text[: text.rindex(line)])), counted(line)) for line in printed]
    rows = tuple(Row(tuple(line), 1, (place,)) for line, place in zip(lines[1:], places[1:], strict=True))
    table = Table(f"{FILE}#t1", FILE, tuple(title), tuple(lines[0]), rows)
    return [*cells(document(text), [table])]


ROOF = [["Roof age", "Slate factor"], ["10", "0.95"], ["11", "0.97"], ["12", "1.04"]]
ASSETS = [["", "2019", "2020"], ["Cash in hand", "1,210", "1,530"], ["Trade receivables", "3,340", "2,980"]]


def test_rows_that_are_keys_are_named_by_their_column_and_table() -> None:
    of = {cell.row: cell for cell in found(ROOF, ["Exhibit 4", "Roof Factors"])}
    assert [*of] == ["10", "11", "12"]
    assert (of["11"].key, of["11"].caption, of["11"].value) == ("Roof age", "Roof Factors", "0.97")


@pytest.mark.parametrize(
    "lines",
    [
        ROOF[:3],  # two rows: no key, but perhaps two figures
        [["Recall", "Best precision"], ["10.5", "0.95"], ["11.2", "0.97"], ["12.9", "1.04"]],
        [["", "Slate factor"], *ROOF[1:]],
        [["Roof age", "Estimated"], *ROOF[1:]],
        [["2019", "Slate factor"], ["Slate roofs here", "0.95"], ["Tin roofs here", "0.97"]],
        [["Roof age", "Upon approval"], *ROOF[1:]],
        [["", "2019"], ["Less wear of looms", "1,210"], ["Plus new looms bought", "3,340"]],
        [["", "2019"], ["3 May through", ""], ["Summer weeks sold", "1,210"]],
    ],
)
def test_rows_and_columns_without_a_name_are_not_asked_for(lines: Sequence[Sequence[str]]) -> None:
    assert not found(lines, ["Roof Factors"])


def test_rows_stand_under_the_row_without_figures_above_them() -> None:
    lines = [
        ["Statement", "2018", "2019"], ["Taxes on income:", "", ""], ["Payable currently", "38,441", "152,294"],
        ["Total taxes on income", "60,441", "192,294"], ["Held for sale", "", ""], ["for rent outside", "31", "42"],
        ["Prepaid costs", "1,441", "2,294"],
    ]  # fmt: skip
    assert {cell.row: cell.group for cell in found(lines, ["Statement of income"])} == {
        "Payable currently": "Taxes on income", "Total taxes on income": "Taxes on income", "for rent outside": "",
        "Prepaid costs": "",
    }  # fmt: skip


def test_a_group_ends_with_the_net_sum_that_has_its_name() -> None:
    lines = [["Cash flows", "2019"], ["Cash flows from weaving activities", ""], ["Looms bought new", "1,210"],
             ["Net cash used by weaving activities", "2,210"], ["Net increase in all cash", "3,310"]]  # fmt: skip
    group = "Cash flows from weaving activities"
    assert [cell.group for cell in found(lines)] == [group, group, ""]


def test_rows_are_part_of_the_sum_below_them() -> None:
    weaving = [["Yarn on hand", "1,210"], ["Cloth on hand", "3,340"], ["Looms on hire", "4,150"]]
    lines = [["", "2019"], *weaving, ["Total weaving trade", "8,700"], ["Bells on hand", "9,100"]]
    part = "weaving trade"
    assert {cell.row: cell.group for cell in found(lines)} == {
        "Yarn on hand": part, "Cloth on hand": part, "Looms on hire": part, "Total weaving trade": "",
        "Bells on hand": "",
    }  # fmt: skip
    lines[4] = ["Total", "8,700"]  # no name
    assert {cell.group for cell in found(lines)} == {""}
    lines[4] = ["Weaving trade", "8,701"]  # no sum
    assert {cell.group for cell in found(lines)} == {""}


def test_what_a_named_row_is_comes_from_the_first_column() -> None:
    lines = [
        ["Test set", "Tokens read"],
        *([f"{name} news texts", f"1,2{n}0"] for n, name in enumerate(["Old", "New"])),
    ]
    assert {(cell.key, cell.kind) for cell in found(lines)} == {("", "Test set")}
    assert {(cell.key, cell.kind) for cell in found(ASSETS)} == {("", "")}
    assert {(cell.key, cell.kind) for cell in found(ROOF, ["Roof Factors"])} == {("Roof age", "")}


def test_a_header_that_was_torn_is_not_asked_for() -> None:
    lines = [["Class", "Rate per Limit", "Rate per Limit Amount"], *([f"Class {n}", f"1.{n}", "100"] for n in "123")]
    assert not found(lines, ["Scheduled Property"])


def test_a_figure_that_its_row_has_twice_is_not_asked_for() -> None:
    lines = [
        ["Roof age", "Slate factor", "Tin factor"],
        ["10", "1.00", "1.00"],
        ["11", "0.97", "1.02"],
        ["12", "9.5", "9"],
        ["13", "999", "9"],
    ]
    assert [cell.value for cell in found(lines, ["Roof Factors"])] == ["0.97", "1.02", "9.5"]


@pytest.mark.parametrize(
    ("title", "above", "scale"),
    [
        ("Assets (in thousands)", "", "thousands"),
        ("Assets (millions, except shares)", "", "millions"),
        ("Assets", "", ""),
    ],
)
def test_the_scale_is_that_of_the_table(title: str, above: str, scale: str) -> None:
    assert {cell.scale for cell in found(ASSETS, [title], above)} == {scale}


def test_a_figure_whose_scale_or_unit_cannot_be_told_is_not_asked_for() -> None:
    assert not found(ASSETS, ["Assets"], above="All amounts in thousands")
    assert not found(ASSETS, ["Assets as a percentage of sales"])
    diluted = [*ASSETS, ["Effect of dilutive options", "1,798", "1,605"]]
    assert "1,798" not in [cell.value for cell in found(diluted, ["Assets (in thousands)"])]
    earned = [*ASSETS, ["Earnings of a unit", "1.29", "1.14"]]
    assert "1.29" not in [cell.value for cell in found(earned, ["Assets (in thousands)"])]


@pytest.mark.parametrize(("text", "said"), [
    ("Fiscal Years Ended March 31,\n2012 2011", "for the period ended March 31, 2012"),
    ("As of March 31, 2012 the yard", "as of March 31, 2012"),
    ("Years ended March 31, 2012, and assets as of March 31, 2012", "under “March 31, 2012”"),
    ("Assets", "as of March 31, 2012"),
])  # fmt: skip
def test_a_day_ends_a_period_where_the_page_says_so(text: str, said: str) -> None:
    cell = TableCell(document(text), 1, Table("t", FILE, (), (), ()), "Boats", "March 31, 2012", "15", "Boats 15")
    assert under(cell.column, cell.ended) == said


def test_a_scale_is_that_of_its_own_column() -> None:
    lines = [
        ["Port", "Revenue ($ million)", "Visits"],
        *([f"{name} quay", f"1{n}.4", f"2{n}"] for n, name in enumerate("ABC")),
    ]
    assert {(cell.column, cell.scale) for cell in found(lines)} == {("Revenue ($ million)", ""), ("Visits", "")}
    titled = {(cell.column, cell.scale) for cell in found(lines, ["Ports (in thousands)"])}
    assert titled == {("Revenue ($ million)", ""), ("Visits", "thousands")}
    above = [["(in £000)", "2022", "2021"], ["Rents received", "1,210", "1,530"], ["Fees of boats (%)", "12", "13"]]
    assert {(cell.row, cell.scale) for cell in found(above)} == {("Rents received", "£000"), ("Fees of boats (%)", "")}
    beside = [["", "2022 £000", "2021 £000"], ["Rents received", "1,210", "1,530"]]
    assert {(cell.column, cell.scale) for cell in found(beside)} == {("2022", "£000"), ("2021", "£000")}


def test_a_scale_of_money_is_of_no_column_where_others_have_units() -> None:
    lines = [
        ["Product", "Thickness mm", "Revenue (1)", "Exports %"],
        *([f"{name} plate", f"1{n}.5", f"3{n},915", f"2{n}.4"] for n, name in enumerate(["Ship", "Boiler", "Tread"])),
    ]
    of = {(cell.column, cell.scale) for cell in found(lines, ["Sales (EUR thousand)"])}
    assert of == {("Thickness mm", "")}
    alike = [[line[0], line[2]] for line in lines]
    assert {(cell.column, cell.scale) for cell in found(alike, ["Sales (EUR thousand)"])} == {
        ("Revenue", "EUR thousand")
    }


def test_where_all_amounts_are_in_a_scale_no_column_without_a_unit_is_asked_for() -> None:
    lines = [
        ["Line", "Time (min)", "Revenue"],
        *([f"{name} island", f"3{n}", f"{n}.84"] for n, name in enumerate("ABC", 1)),
    ]
    assert {cell.column for cell in found(lines, above="All amounts are in EUR million.")} == {"Time (min)"}
    assert {cell.column for cell in found(lines)} == {"Time (min)", "Revenue"}


def test_columns_of_bounds_are_of_what_their_rows_measure() -> None:
    sheet = [
        ["Parameter", "Min.", "Typ.", "Max", "Value", "Unit"],
        ["Supply voltage", "4.5", "12", "36", "11", "V"],
        ["Weight", "", "", "", "38", "g"],
    ]
    assert {(cell.row, cell.bound, cell.value, cell.unit, cell.key, cell.kind) for cell in found(sheet)} == {
        ("Supply voltage", "minimum", "4.5", "V", "", ""), ("Supply voltage", "typical", "12", "V", "", ""),
        ("Supply voltage", "maximum", "36", "V", "", ""), ("Supply voltage", "", "11", "V", "", ""),
        ("Weight", "", "38", "g", "", ""),
    }  # fmt: skip
    assert {cell.bound for cell in found(ROOF)} == {None}


def test_a_unit_of_the_row_is_before_the_scale_of_the_table() -> None:
    lines = [["Parameter", "Unit", "2022", "2023"], ["Current sold", "GWh", "312", "325"]]
    assert {(cell.scale, cell.unit) for cell in found(lines, ["Figures (in thousands)"])} == {("", "GWh")}


def test_a_column_of_units_is_that_of_the_columns_before_it_without_their_own() -> None:
    lines = [["Fodder", "Load", "Weight (kg)", "Unit", "Costs"], ["Old hay", "214", "31", "t", "38"],
             ["Green hay", "315", "42", "t", "64"]]  # fmt: skip
    assert {(cell.column, cell.unit) for cell in found(lines)} == {("Load", "t"), ("Weight (kg)", ""), ("Costs", "")}


def test_marks_of_footnotes_are_no_part_of_a_name() -> None:
    lines = [["Port ²", "Visits²", "Area m²", "Fees (12)"], *([f"{one} quay ¹", "21", "31", "41"] for one in "ABC")]
    cells_ = found(lines)
    assert {cell.row for cell in cells_} == {"A quay", "B quay", "C quay"}
    assert {cell.column for cell in cells_} == {"Visits", "Area m²", "Fees"}


def test_cells_of_other_languages_are_read_in_their_notation() -> None:
    german = "Die Tür ist aus Stahl und wird mit der Zarge von der Firma geliefert, nicht zu spät. Alles in Tsd. €"
    lines = [["Netz", "Länge (km)", "Anschlüsse"], ["Stromnetz", "14,2", "1.210"], ["Gasnetz", "8,7", "94"],
             ["Wassernetz", "9,5", "812"]]  # fmt: skip
    assert [cell.value for cell in found(lines, above=german)] == ["14,2", "1.210", "8,7", "94", "9,5", "812"]
    joined = [["", "2019", "2020"], ["Kassenbestand", "1.210", "1.530"], ["Vorräte", "3.340", "2.980"]]
    plain = german.partition(" Alles")[0]
    assert {cell.row for cell in found(joined, above=plain)} == {"Kassenbestand"}, "one word, joined of two"


def test_a_year_alone_is_no_period_where_quarters_are_meant() -> None:
    assert found(ASSETS)
    assert not found(ASSETS, above="For the three months ended June 30,")
    assert not found(ASSETS, ["Quarterly results"])
    lines = [["", "Q3 2019", "9M 2019"], *ASSETS[1:]]
    assert {(cell.column, cell.year) for cell in found(lines, above="Third quarter")} == {
        ("Q3 2019", 2019),
        ("9M 2019", 2019),
    }


def test_rows_that_are_measured_are_told_from_those_that_have_the_measures() -> None:
    bikes = [["Property", "Long bike", "Short bike"], ["Weight (kg)", "44", "38"], ["Range (km)", "80", "62"]]
    assert {cell.swapped for cell in found(bikes)} == {True}
    ports = [["Port", "Weight (kg)"], ["North quay", "44"], ["South quay", "38"], ["East quay", "55"]]
    assert {cell.swapped for cell in found(ports)} == {False}
    lab = [["Analyte", "Result", "Limit", "Unit"], ["Iron content", "118", "120 max", "mg/l"],
           ["Lead content", "21", "not set", "mg/l"]]  # fmt: skip
    assert {(cell.value, cell.unit) for cell in found(lab) if cell.worded} == {("120 max", "mg/l"), ("not set", "")}
    assert {(cell.column, cell.unit, cell.swapped) for cell in found(lab) if not cell.worded} == {
        ("Result", "mg/l", False)
    }


def test_cells_with_words_are_asked_for_if_they_are_no_title() -> None:
    lines = [["Code", "Meaning"], ["E01", "Door open"], ["E02", "Meaning of doors"], ["E03", "Door shut"],
             ["E04", "See http://doors.example"]]  # fmt: skip
    assert {cell.value for cell in found(lines)} == {"Door open", "Door shut"}
    duties = [["Duty", "Tenant"], ["Clean the drains", "Perform"], ["Paint the walls", "Perform"],
              ["Sweep the yard", "Pay for"]]  # fmt: skip
    assert {cell.value for cell in found(duties)} == {"Pay for"}


def test_a_row_that_does_not_say_of_what_is_not_asked_for() -> None:
    rows = ["Internally funded", "Incurred under grants", "Grants received", "Capitalized looms at cost"]
    lines = [["", "2018", "2019"], *([name, f"1,2{n}0", f"1,5{n}0"] for n, name in enumerate(rows))]
    assert {cell.row for cell in found(lines)} == {"Grants received", "Capitalized looms at cost"}


def test_a_list_of_names_in_columns_is_no_table() -> None:
    names = [
        ["Ada M. North", "Ben Van Hall", "Cleo Stern"],
        ["Dora Quick", "Emil de Groot", "Fay A. Lund"],
        ["Gus Marlow", "Hedda Lind", "Ivo Kranz"],
    ]
    assert found(names) == []
    headed = [["Duty", "Held by", "Deputy of the holder"], *names[1:]]
    assert {cell.value for cell in found(headed)} == {"Emil de Groot", "Fay A. Lund", "Hedda Lind", "Ivo Kranz"}


def test_where_the_language_is_in_doubt_so_is_a_point_before_three_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [["Wood", "2023"], ["Red spruce", "18.420"], ["Black pine", "287"]]
    assert [cell.value for cell in found(lines, ["Timber felled"])] == ["18.420", "287"]
    monkeypatch.setattr(Document, "is_in_doubt", True)
    assert [cell.value for cell in found(lines, ["Timber felled"])] == ["287"]


def test_what_is_measured_is_not_asked_of_cells_with_words() -> None:
    lines = [["Quantity", "Limit", "Action if exceeded"], ["Wind speed", "9 m/s", "Stop lifting"],
             ["Water level", "0.3 m", "Restart the pump"]]  # fmt: skip
    assert not [cell for cell in found(lines) if cell.worded]


def test_the_unit_of_a_row_is_not_that_of_a_column_that_counts() -> None:
    lines = [["Metal", "Mean", "Action level", "Samples taken"], ["Lead (ppb)", "3.1", "15", "30"],
             ["Zinc (ppm)", "0.187", "1.3", "31"]]  # fmt: skip
    assert {(cell.kind, cell.swapped) for cell in found(lines)} == {("Metal", False)}
    wells = [["Metal", "Well 1", "Well 2"], ["Lead (ppb)", "3.1", "15"], ["Zinc (ppm)", "0.187", "1.3"]]
    assert {(cell.kind, cell.swapped) for cell in found(wells)} == {("", True)}
    beside = [["Metal", "Unit", "Results", "Samples taken"], ["Lead dissolved", "ppb", "3.1", "30"]]
    assert {(cell.column, cell.unit) for cell in found(beside)} == {("Results", "ppb")}


def test_a_dash_is_no_unit() -> None:
    lines = [["Parameter", "Unit", "Reading"], ["Acidity of water", "–", "7.58"], ["Iron in water", "mg/l", "0.31"],
             ["Moisture of sludge", "%", "41"]]  # fmt: skip
    units = {cell.row: (cell.scale, cell.unit) for cell in found(lines, ["Water (in thousands)"])}
    assert units == {"Acidity of water": ("", ""), "Iron in water": ("", "mg/l"), "Moisture of sludge": ("", "%")}


@pytest.mark.parametrize(
    ("lines", "title", "called"),
    [
        (ASSETS, "Staff (FTE)", "Staff (FTE)"),
        (ASSETS, "Staff (in thousands)", ""),  # which the question says otherwise
        ([["", "2019"], ["Cash in hand", "$1,210"]], "Staff (FTE)", ""),
        ([["", "2019"], ["Cash in hand (%)", "12.5"]], "Staff (FTE)", ""),
        ([["Port", "Quays"], ["North port", "12"], ["South port", "15"]], "Berths (all coasts)", "Berths (all coasts)"),
        ([["Port", "Area (m²)"], ["North port", "12"], ["South port", "15"]], "Berths (all coasts)", ""),
        ([["Project", "FY 2025"], ["Oak bridge", "3.85"]], "Works of the town ($ millions)", "Works of the town"),
        ([["Project", "FY 2025"], ["Oak bridge", "85%"]], "Works of the town", ""),
        ([["Measure", "FY 2025"], ["Lane miles", "11.2"]], "Works of the town", ""),
        (ASSETS, "Assets of the town", ""),
    ],
)
def test_the_caption_is_said_where_it_alone_says_what_is_measured(
    lines: Sequence[Sequence[str]], title: str, called: str
) -> None:
    assert {cell.called for cell in found(lines, [title])} == {called}


def test_a_thing_in_a_period_is_not_asked_for_without_a_caption() -> None:
    assert not found([["Project", "FY 2025"], ["Oak bridge", "3.85"]])
    assert found([["Project costs", "FY 2025"], ["Oak bridge", "3.85"]])  # a heading of the rows


def test_where_the_column_of_units_was_read_as_one_with_another_no_figure_is_asked_for() -> None:
    lines = [["Material", "Test method Unit", "Strength", "Price (€)", "Maker"],
             ["Red steel", "ISO 527 MPa", "26.5", "310", "Vester"],
             ["Old copper", "ISO 868 GPa", "41.5", "275", "Tarn"]]  # fmt: skip
    assert {cell.column for cell in found(lines)} == {"Price (€)", "Maker"}
    single = [[*lines[0][:1], "Price per Unit", *lines[0][2:]], *([one[0], "77", *one[2:]] for one in lines[1:])]
    assert {"Price per Unit", "Strength"} <= {cell.column for cell in found(single)}
