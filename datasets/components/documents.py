"""Prints the documents: data sheets with two tables, certificates with one, contracts and manuals in prose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.facts import Certificate, Facts, Paper, Product, Row, listed
from generating.layout import Document, Style
from generating.layout import Paper as Sheet
from generating.tables import Grid, column_edges, draw_head, draw_row

TEXT, BOLD, TITLE = Style("Helvetica", 10), Style("Helvetica-Bold", 10), Style("Helvetica-Bold", 14)
CELL, NOTE = Style("Helvetica", 9), Style("Helvetica", 8)
SMALL = Sheet(420, 595, left=40, right=40, top=60, bottom=80)  # A5: the second table of a data sheet needs two pages
LIMITS = ("Parameter", "Symbol", "Value", "Unit")
TYPICAL = ("Parameter", "Symbol", "Condition", "Min", "Typ", "Max", "Unit")
RESULTS = ("Test", "Limit", "Result", "Unit")


def documents(facts: Facts) -> dict[str, Document]:
    """Every document by its file; nothing is saved yet."""
    found = [*map(data_sheet, facts.products), *map(certificate, facts.certificates)]
    found += [paper(one, listed("wording")[one.file.split("/")[0]]) for one in facts.papers]
    return {document.file: document for document in found}


def data_sheet(product: Product) -> Document:
    """A row is marked `limits/<parameter>` or `typical/<parameter>`, a line of the head by its label, footnote i by
    `note/i`."""
    wording, doc = listed("wording")["datasheets"], Document(product.file, SMALL)
    begin(doc, wording, vars(product), product.kind)
    table(doc, "Limiting values", LIMITS, product.limits, "limits")
    table(doc, "Characteristics", TYPICAL, product.typical, "typical")
    for number, note in enumerate(product.footnotes):
        doc.paragraph(note, NOTE, key=f"note/{number}")
    return doc


def certificate(one: Certificate) -> Document:
    """Lines of the head are marked by their labels, rows `results/<test>`."""
    kind, doc = listed("properties")[one.product.kind]["certificate"], Document(one.file)
    begin(doc, listed("wording")["certificates"], {**vars(one), "kind": kind, "name": one.product.name}, "text")
    table(doc, "Results", RESULTS, one.results, "results")
    return doc


def paper(one: Paper, wording: Mapping[str, Any]) -> Document:
    """Sentence i of a section is marked `<section>/i`."""
    doc = Document(one.file, SMALL)
    begin(doc, wording, one.values)
    for number, (section, sentences) in enumerate(wording["sections"].items(), 1):
        doc.skip(8)
        doc.need(60)
        doc.line(f"{number}. {section}", BOLD)
        said = [(text.format_map(one.values), f"{section}/{at}") for at, text in enumerate(sentences)]
        doc.sentences(said, TEXT)
    return doc


def begin(doc: Document, wording: Mapping[str, Any], values: Mapping[str, Any], text: str = "") -> None:
    """Title, head, and the paragraphs that the wording has under the name `text`."""
    doc.paragraph(wording["title"].format_map(values), TITLE)
    doc.skip(6)
    for line in (head.format_map(values) for head in wording["heads"]):
        doc.line(line, TEXT, key=line.split(":")[0])
    doc.skip(6)
    for sentence in wording.get(text, ()):
        doc.paragraph(sentence.format_map(values), TEXT)


def table(doc: Document, title: str, columns: Sequence[str], rows: Sequence[Row], name: str) -> None:
    """Rows as far as the page goes, the others below the same heads on the next one."""
    grid = Grid(columns, rows, name)
    edges = column_edges(grid, doc.right - doc.left, CELL)
    doc.skip(8)
    doc.need(70)
    doc.line(title, BOLD)
    draw_head(doc, grid, doc.left, edges)
    for row in rows:
        if doc.room < CELL.leading:
            doc.new_page()
            doc.line(f"{title} (continued)", BOLD)
            draw_head(doc, grid, doc.left, edges)
        draw_row(doc, grid, row, (doc.left, edges), CELL)
    doc.skip(6)
