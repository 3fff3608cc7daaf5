"""A corpus with metadata: orders with a schema, and a handbook without one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ragatta.pipeline.annotations.file import Annotated, open_annotations, write_annotations
from ragatta.pipeline.annotations.schema import Bucket, Field
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.types import Chunk

FIELDS = (
    Field("order_number", "TEXT", "the number of the order", ("Order Number",)),
    Field("customer", "TEXT", "who ordered", ("Customer",)),
    Field("order_date", "DATE", "the day of the order", ("Order Date",)),
    Field("total_weight", "INTEGER", "the weight in kilograms", ("Total Weight",)),
    Field("amount", "REAL", "what it costs", ("Amount Due",)),
    Field("status", "TEXT", "how far it is", ("Status",)),
)
ORDERS = Bucket("orders", "orders that customers sent", ("orders/*",), FIELDS, "order_number")
HANDBOOK = Bucket("handbook", "how the shop works", ("handbook*",))

# number, customer, date, weight, amount, status
ROWS: tuple[tuple[str, str, str, int, float | None, str], ...] = (
    ("AB-101", "Elm Street Bakery", "2024-03-05", 40, 120.50, "shipped"),
    ("AB-102", "Harbor Cafe", "2024-03-20", 15, 60.00, "open"),
    ("AB-103", "Elm Street Bakery", "2025-01-10", 80, 310.25, "shipped"),
    ("AB-104", "Mill Tavern", "2025-02-14", 22, 95.75, "cancelled"),
    ("AB-105", "North Harbor Inn", "2025-02-28", 55, None, "open"),
)
HANDBOOK_PAGES = (
    "Handbook\nOrders are packed on the day after they arrive.",
    "Returns\nA customer may return goods within 14 days. The cold room is kept at 4 degrees.",
)


def document(number: str) -> str:
    """The file of an order; its name has a space and brackets."""
    return f"orders/order [{number}] copy.pdf"


def page(row: Sequence[Any]) -> str:
    number, customer, day, weight, amount, status = row
    due = "" if amount is None else f"Amount Due: ${amount:,.2f}\n"
    return (
        f"Order Number: {number}\nCustomer: {customer}\nOrder Date: {day}\nTotal Weight: {weight}\n{due}"
        f"Status: {status}\nThe parcel of {number} was tied with {'green' if weight % 2 else 'blue'} string."
    )


def chunks(copies: int = 1) -> tuple[Chunk, ...]:
    """A chunk a page. `copies` of every order, numbered on, make a corpus of any size."""
    texts = {
        document(f"{row[0]}{_tail(n)}"): [page((f"{row[0]}{_tail(n)}", *row[1:]))]
        for n in range(copies)
        for row in ROWS
    }
    texts["handbook.pdf"] = list(HANDBOOK_PAGES)
    return tuple(
        Chunk(f"{name}#{at}", name, at, text, at + 1, at + 1, at * 1000, at * 1000 + len(text), len(pages))
        for name, pages in texts.items()
        for at, text in enumerate(pages)
    )


def annotated(path: Path, copies: int = 1) -> Annotations:
    """The store of these documents."""
    names = [field.name for field in FIELDS]
    known = {"handbook.pdf": Annotated("handbook")}
    for n in range(copies):
        for row in ROWS:
            values = {name: value for name, value in zip(names, row, strict=True) if value is not None}
            number = f"{row[0]}{_tail(n)}"
            known[document(number)] = Annotated("orders", {**values, "order_number": number})
    write_annotations(path, "key", (ORDERS, HANDBOOK), known)
    return open_annotations(path, "key")


def _tail(copy: int) -> str:
    return f"-{copy}" if copy else ""
