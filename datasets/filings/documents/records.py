"""Policy declarations and invoices: labelled lines, remarks, and on some of them an order to a model."""

from __future__ import annotations

from datetime import date
from typing import Any

from filings.facts import Facts, long_date
from filings.orders import Order
from filings.records import DECLARATIONS, Entry
from generating.layout import Document, Paper, Style

TEXT = Style("Helvetica", 10)
BOLD = Style("Helvetica-Bold", 10)
TITLE = Style("Helvetica-Bold", 14)
HIDDEN = Style("Helvetica", 5, (1.0, 1.0, 1.0))
SHEET = Paper(left=60, right=60, top=70, bottom=60)
DATES = ("effective_date", "invoice_date")
AMOUNTS = ("annual_premium", "total_amount")


def label(field: str) -> str:
    """A field's name as its line prints it: "coverage_a" is "Coverage A"."""
    return field.replace("_", " ").title()


def printed(field: str, value: Any, bucket: str = DECLARATIONS) -> str:
    """A field's value as its line prints it; invoices write dates as numbers."""
    if field in DATES:
        return long_date(date.fromisoformat(value)) if bucket == DECLARATIONS else str(value)
    if field in AMOUNTS:
        return f"${value:,.2f}"
    return f"${value:,}" if field == "coverage_a" else str(value)


def record_page(facts: Facts, entry: Entry) -> Document:
    """One page. The line of a field is marked by its name, remark i by `remark/i`, the order by `order`."""
    doc = Document(entry.file, SHEET)
    doc.new_page()
    if entry.bucket == DECLARATIONS:
        titles = (facts.names.company, "Policy Declarations")
    else:
        titles = (str(entry.fields["vendor"]), f"Invoice to {facts.names.company}")
    doc.line(titles[0], BOLD)
    doc.line(titles[1], TITLE)
    order = facts.orders.get(entry.number)
    give_order(doc, order, "head")
    doc.skip(10)
    for field, value in entry.fields.items():
        if value is not None:
            doc.line(f"{label(field)}: {printed(field, value, entry.bucket)}", TEXT, key=field)
    give_order(doc, order, "middle")
    doc.skip(10)
    doc.line("Remarks", BOLD)
    for number, remark in enumerate(entry.remarks):
        doc.paragraph(remark.text, TEXT, key=f"remark/{number}")
    give_order(doc, order, "end")
    return doc


def give_order(doc: Document, order: Order | None, place: str) -> None:
    """Print the order, if it belongs here."""
    if order and order.place == place:
        doc.skip(8)
        doc.paragraph(order.text, HIDDEN if order.hidden else TEXT, key="order")
