"""The department's checklists: items, references and blanks to fill in, in four ruled columns."""

from __future__ import annotations

from filings.facts import Facts
from filings.rules import wording
from generating.layout import Document, Furniture, Paper, Style
from generating.tables import draw_cells

TEXT = Style("Helvetica", 9.5)
BOLD = Style("Helvetica-Bold", 11)
CELL = Style("Helvetica", 8.5)
BLANKS = "Form ________________\nPage ________________\nPara ________________"
COLUMNS = (
    "Item",
    "Department Reference (Law, Regulation or Position)",
    "Confirm compliance with item in Column A by inserting a check mark here",
    "Provide Form/Page/Para Reference",
)
WIDTHS = (5.0, 4.0, 2.2, 3.6)
INSTRUCTIONS = (
    "Confirm each item in Column A by completing Columns C and D. A blank in Column C means that the filing does not"
    " comply, and leads to its rejection under Bulletin {bulletin}.",
    "Where an item does not apply, enter NA in Column C and explain why in the space at the end.",
    "The supplemental questions are part of every filing, unless the tracking number of a filing that answers them is"
    " given.",
)


def furniture(title: str) -> Furniture:
    def draw(doc: Document, number: int, pages: int) -> None:
        doc.put(doc.paper.width / 2, 750, title, BOLD, "centre")
        doc.put(doc.right, 36, f"Page {number} of {pages}", CELL, "right")
        doc.put(doc.right, 26, "Ed. Date 05/2022", CELL, "right")

    return draw


def checklist(facts: Facts, file: str, name: str) -> Document:
    """Every heading starts a page with the column heads again; item i of heading n is marked `n/i`."""
    part = wording("prose")[name]
    doc = Document(file, Paper(left=54, right=54, top=60, bottom=60), header=furniture(part["title"]))
    doc.new_page()
    doc.line("Instructions", BOLD)
    for text in INSTRUCTIONS:
        doc.paragraph(text.format(bulletin=f"PC-{facts.seed % 40 + 21}"), TEXT)
        doc.skip(5)
    for rule in facts.prose[name]:
        if rule.number > 1:
            doc.new_page()
        doc.skip(6)
        draw_cells(doc, [("A", "B", "C", "D"), COLUMNS, (rule.name, "", "", "")], WIDTHS, CELL)
        doc.mark(f"{rule.number}", rule.name)
        for number, item in enumerate(rule.spoken()):
            reference = "Code title 38, section " + str(100 + (facts.seed * 7 + rule.number * 13 + number * 5) % 700)
            draw_cells(
                doc, [(item, reference, "_______________", BLANKS)], WIDTHS, CELL, f"item/{rule.number}/{number}"
            )
            doc.mark(f"{rule.number}/{number}", item)
    doc.skip(14)
    doc.line("Notes:", BOLD)
    for _ in range(6):
        doc.line("_" * 84, CELL)
    return doc


def rates_checklist(facts: Facts, file: str) -> Document:
    return checklist(facts, file, "rates_checklist")


def rules_checklist(facts: Facts, file: str) -> Document:
    return checklist(facts, file, "rules_checklist")


def coastal_checklist(facts: Facts, file: str) -> Document:
    return checklist(facts, file, "coastal_checklist")


def actuarial_checklist(facts: Facts, file: str) -> Document:
    return checklist(facts, file, "actuarial_checklist")
