"""Tables of a carrier and a marina whose rows have to be chosen: by a label, between two rows."""

from __future__ import annotations

from ragatta.pipeline.tables.row_text import write
from ragatta.pipeline.types import Chunk

LANES = ("Road", "Rail", "Sea")
RATES = write(("Table 1", "Line-Haul Rates"), LANES, [("$80", "$60", "$20")])
ZONES = write(
    ("Table 2", "Zone Factor"),
    ("Zone", "Shipment Weight", *LANES),
    [
        (f"Z{zone}", f"{weight} kg", f"{zone + at / 10:.3f}", "1.000", "1.000")
        for zone in (1, 2)
        for at, weight in enumerate((100, 200, 400), 1)
    ],
)
HAZARDS = write(
    ("Table 3", "Hazard Factor"),
    ("Hazard Grade", *LANES),
    [("1", "1.000", "1.000", "1.000"), ("2", "1.250", "1.500", "1.000"), ("3", "2.500", "2.750", "3.000")],
)
GRADES = write(
    ("Table 4", "Hazard Grade Labels"),
    ("Label", "Grade", "Description"),
    [("Harmless", "1", "nothing to be marked"), ("Corrosive", "2", "bears a plate"), ("Explosive", "3", "is guarded")],
)
LIFTS = write(
    ("Table 5", "Tail-Lift Factor"), ("Tail Lift", *LANES), [("Yes", "1.100", "1.000", "1.000"), ("No", *3 * ["1.000"])]
)
AGES = write(
    ("Table 6", "Age of Truck Factor"),
    ("Truck Age", *LANES),
    [(str(age), f"{1 + age / 100:.3f}", "1.000", "1.000") for age in range(0, 31)],
)
CLASSES = write(
    ("Table 7", "Rush Class Factor"),
    ("Rush Class", *LANES),
    [(str(number), f"{1 + number / 10:.3f}", "1.000", "1.000") for number in range(1, 10)],
)
BETWEEN = "Weights\nFor a shipment weight between those shown, interpolate the factor from the weights below and above."
HIGHER = "Weights\nWhere the shipment weight is not shown in the table, use the next higher weight."
ROUNDING = "Whole Dollars\nEach charge shown on a bill shall be rounded to the nearest whole dollar."


def chunks(*prose: str) -> tuple[Chunk, ...]:
    """A page a chunk: the tables of one document, and the prose of another."""
    texts = [(f"t{at}", text) for at, text in enumerate((RATES, ZONES, HAZARDS, GRADES, LIFTS, AGES, CLASSES))]
    found = []
    for name, pages in (("tariff.pdf", texts), ("terms.pdf", [("", text) for text in (*prose, ROUNDING)])):
        for at, (table, text) in enumerate(pages):
            first, own = at * 4000, f"{name}#{table}" if table else ""
            end = first + len(text)
            found.append(Chunk(f"{name}#{at}", name, at, text, at + 1, at + 1, first, end, len(pages), table=own))
    return tuple(found)
