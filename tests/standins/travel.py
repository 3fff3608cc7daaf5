"""Tables of fares and factors, and the rules in prose that stand between them: three invented documents."""

from __future__ import annotations

from ragatta.pipeline.tables.row_text import write
from ragatta.pipeline.types import Chunk

FARES = write(("Table 1", "Basic Fares"), ("Train", "Ferry", "Coach"), [("$40", "$25", "$12")])
BOATS = write(("Table 9", "Yacht Basic Fares"), ("Length", "Charge"), [("10 m", "$400"), ("20 m", "$700")])
GRADES = ("1%", "3%", "5%")
COLUMNS = ("Class", "Applicable Luggage Grade", "Train", "Ferry", "Coach")
FACTORS = [
    write(
        ("Table 7", "Luggage Factor"),
        COLUMNS,
        [(name, grade, "1.000", f"{base + 0.255 * at:.3f}", "1.000") for at, grade in enumerate(GRADES)],
    )
    for name, base in (("K4", 1.1), ("K9", 2.1))
]
RULE = (
    "Luggage Grades\nThe luggage grade depends on the weight of the bags.\n"
    "• Travellers of a “Border Line” with bags that weigh less than 30 kg receive the 1% luggage grade.\n"
    "• Travellers of a “Border Line” with bags that weigh more than 30 kg will receive a 3% grade. If a porter has\n"
    "been booked for bags that weigh more than 30 kg, the luggage grade will be waived."
)
ROUNDING = "Whole Dollars\nEach price shown on a ticket shall be rounded to the nearest whole dollar."
OTHER = "Factors\nRound the luggage factor to 2 decimal places before it is printed."
QUESTION = (
    "Using the Basic Fare and the applicable Luggage Factor, calculate the unadjusted Ferry price for a K4 ticket "
    "with bags that weigh 42 kg on a Border Line."
)


def documents(rule: str = RULE, rounding: str = ROUNDING, factors: str = "") -> dict[str, list[tuple[str, str]]]:
    """By document its chunks as (text, table): "" for prose."""
    return {
        "rates.pdf": [(FARES, "t1"), *((text, "t7") for text in ([factors] if factors else FACTORS)), (BOATS, "t9")],
        "rules.pdf": [(rule, ""), (OTHER, ""), (rounding, "")],
        "letters.pdf": [("Dear travellers,\nour ferry sails again in April.", "")],
    }


def chunks(given: dict[str, list[tuple[str, str]]] | None = None) -> tuple[Chunk, ...]:
    """A page a chunk."""
    found = []
    for name, texts in (documents() if given is None else given).items():
        for at, (text, table) in enumerate(texts):
            own = f"{name}#{table}" if table else ""
            first = at * 2000
            found.append(
                Chunk(f"{name}#{at}", name, at, text, at + 1, at + 1, first, first + len(text), len(texts), table=own)
            )
    return tuple(found)
