"""The rules manual: a dotted table of contents over several pages, then one page a rule."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from filings.facts import Facts, long_date, month
from filings.rules import BULLET, Rule, Section
from generating.layout import Document, Furniture, Paper, Style
from generating.tables import Grid, draw_row

TEXT = Style(size=12)
BOLD = Style("Times-Bold", 12)
TITLE = Style("Times-Bold", 16)
SMALL = Style(size=9.5)
TOWN = Style(size=8)
GAP = 5  # points between the cells of a town
TOC = Style(size=11)
TOC_HEAD = Style("Times-Bold", 11)


def footer(facts: Facts) -> Furniture:
    """Printed at the foot, but first in the page's text, as a word processor writes it."""
    names = facts.names

    def draw(doc: Document, number: int, pages: int) -> None:
        if number == 1:
            return
        doc.put(36, 46, names.group, SMALL)
        doc.put(36, 34, f"{names.state} {names.program} Homeowner Manual", SMALL)
        doc.put(270, 34, f"Page {number} of {pages}", SMALL)
        doc.put(500, 34, f"({month(facts.dates.effective)})", SMALL)

    return draw


def heading(rule: Rule) -> str:
    """The rule's name over its own page: for some rules not quite what the table of contents says."""
    words = rule.name.split()
    if (
        rule.number % 7 == 5
        and len(words) > 2
        and words[-1] in ("Factor", "Factors", "Discount", "Credit", "Guidelines")
    ):
        return " ".join(words[:-1])
    return rule.name


def rules_manual(facts: Facts, file: str) -> Document:
    """Laid out twice: the first time finds the pages that the table of contents has to name."""
    return lay_out(facts, file, lay_out(facts, file, {}).marks)


def lay_out(facts: Facts, file: str, known: Mapping[str, object]) -> Document:
    doc = Document(file, Paper(top=60, bottom=66), header=footer(facts))
    cover(doc, facts)
    contents(doc, facts, {key: getattr(mark, "page", 0) for key, mark in known.items()})
    for section in facts.sections:
        for rule in section.rules:
            rule_page(doc, section, rule)
            if rule.id == "limits":
                minimum_limits(doc, rule)
    appendix(doc, facts)
    return doc


def cover(doc: Document, facts: Facts) -> None:
    names = facts.names
    doc.new_page()
    doc.skip(150)
    doc.line(names.company, TITLE, "centre")
    doc.line(f"NAIC # {names.naic}", BOLD, "centre")
    doc.skip(30)
    doc.line(f"{names.state} {names.program} Homeowners Program", TITLE, "centre")
    doc.line("Rules Manual", TITLE, "centre")
    doc.skip(30)
    doc.line("Edition Date:", TEXT, "centre")
    doc.line(long_date(facts.dates.effective), TEXT, "centre", key="edition")


def contents(doc: Document, facts: Facts, pages: Mapping[str, int]) -> None:
    """Rule numbers, names, dots and pages; the column head stands again wherever a page breaks a section."""
    rng = Random(f"{facts.seed}:dots")
    doc.new_page()
    doc.line("TABLE OF CONTENTS", BOLD, "centre")
    doc.skip(4)
    for section in facts.sections:
        doc.need(5 * TOC.leading)
        doc.skip(5)
        doc.line(f"SECTION {section.letter} – {section.title}", TOC_HEAD, "centre")
        column_head(doc)
        for rule in section.rules:
            if doc.room < TOC.leading:
                doc.new_page()
                column_head(doc)
            entry(doc, rng, rule, str(pages.get(rule.label, 0)))
    doc.need(4 * TOC.leading)
    doc.skip(5)
    doc.line("APPENDIX", TOC_HEAD, "centre")
    dotted(doc, rng, "Coastline Neighborhoods", str(pages.get("appendix", 0)))


def column_head(doc: Document) -> None:
    doc.skip(TOC.leading)
    doc.put(doc.left, doc.y, "Rule No.", TOC_HEAD)
    doc.put(doc.right, doc.y, "Page", TOC_HEAD, "right")


def entry(doc: Document, rng: Random, rule: Rule, page: str) -> None:
    doc.skip(TOC.leading)
    doc.put(doc.left, doc.y, rule.label, TOC)
    dotted(doc, rng, rule.name, page, new_line=False)
    doc.mark(f"toc/{rule.label}", f"{rule.label} {rule.name}")


def dotted(doc: Document, rng: Random, name: str, page: str, new_line: bool = True) -> None:
    """A name, dots and a page number in one line. The dots are periods and ellipses as they were typed."""
    if new_line:
        doc.skip(TOC.leading)
    left = doc.left + 36
    text = name
    while TOC.width(text + page) < doc.right - left - 6:
        text += rng.choice(("…", "…", "…", ".", "..", "…."))
    doc.put(left, doc.y, text + page, TOC)


def rule_page(doc: Document, section: Section, rule: Rule) -> None:
    doc.new_page()
    if rule.number == 1:
        doc.line(f"PART {section.letter} – {section.title}", TITLE, "centre", key=f"part/{section.letter}")
        doc.skip(8)
    doc.mark(rule.label, f"Rule {rule.label}: {heading(rule)}")
    doc.line(f"Rule {rule.label}: {heading(rule)}", BOLD)
    doc.skip(6)
    print_sentences(doc, rule, TEXT)


def print_sentences(doc: Document, rule: Rule, style: Style, prefix: str = "") -> None:
    """The rule's sentences in paragraphs and bullets, sentence i marked `label/i`."""
    paragraph: list[tuple[str, str]] = []
    key = prefix or rule.label

    def flush() -> None:
        if paragraph:
            doc.sentences(paragraph, style)
            doc.skip(5)
            paragraph.clear()

    index = 0
    for sentence in rule.sentences:
        if not sentence:
            flush()
            continue
        if sentence.startswith(BULLET):
            flush()
            doc.paragraph(sentence.removeprefix(BULLET), style, 30, "•", f"{key}/{index}")
        else:
            paragraph.append((sentence, f"{key}/{index}"))
        index += 1
    flush()


def minimum_limits(doc: Document, rule: Rule) -> None:
    v = rule.values
    rows = (
        ("Coverage A", f"${v['lowest']}", "N/A", "$6,000"),
        ("Coverage B", f"{v['b']}% of CVA", "N/A", "N/A"),
        ("Coverage C", f"{v['c']}% of CVA", "$18,000", "$22,000"),
        ("Coverage D", f"{v['d']}% of CVA", f"{v['d4']}% of CVC", f"{v['d4']}% of CVC"),
        ("Coverage E", "$100,000", "$100,000", "$100,000"),
        ("Coverage F", "$1,000", "$1,000", "$1,000"),
    )
    grid = Grid(("", "HO3", "HO4", "HO6"), rows, "limits")
    doc.skip(10)
    doc.put(doc.left + 150, doc.y, "HO3", BOLD, "centre")
    doc.put(doc.left + 250, doc.y, "HO4", BOLD, "centre")
    doc.put(doc.left + 350, doc.y, "HO6", BOLD, "centre")
    for row in rows:
        draw_row(doc, grid, row, (doc.left, (100, 200, 300, 400)), TEXT)


def appendix(doc: Document, facts: Facts) -> None:
    """The Coastline Neighborhoods, in three columns read row by row."""
    doc.new_page()
    doc.mark("appendix", "Appendix")
    doc.line("Appendix", TITLE)
    doc.line("Coastline Neighborhoods", BOLD)
    doc.paragraph(
        "A dwelling whose zip code is not in this table has no mandatory deductible.", TEXT, key="appendix/none"
    )
    doc.skip(8)
    coastal = [town for town in facts.towns if town.coastal]
    third = -(-len(coastal) // 3)
    # The columns of the table are as wide as their widest cells: touching cells would be read as one word.
    names_at = TOWN.width("00000") + GAP
    counties_at = names_at + max(TOWN.width(town.name.upper()) for town in coastal) + GAP
    width = counties_at + max(TOWN.width(town.county.upper()) for town in coastal) + 2 * GAP
    for number in range(third):
        doc.skip(TOWN.leading)
        for column, town in enumerate(coastal[number::third]):
            left = doc.left + column * width
            doc.put(left, doc.y, town.zip, TOWN)
            doc.put(left + names_at, doc.y, town.name.upper(), TOWN)
            doc.put(left + counties_at, doc.y, town.county.upper(), TOWN)
            doc.mark(f"coastal/{town.zip}", f"{town.zip} {town.name.upper()} {town.county.upper()}")
