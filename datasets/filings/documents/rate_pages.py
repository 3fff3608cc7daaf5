"""The rate pages and the tier pages: exhibit after exhibit of factors, hardly a word between them."""

from __future__ import annotations

from collections.abc import Sequence

from filings.exhibits import ENDORSEMENT, EVERY_PERIL, Exhibit
from filings.facts import Facts, short_date
from generating.layout import TIGHT, Document, Style
from generating.tables import BODY, HEAD, Grid, draw_rows

TITLE = Style("Times-Bold", 9)
COVER = Style("Times-Bold", 16)
INDEX = Style(size=7.5)
PROSE = Style(size=11)
LATE = 3  # every third exhibit's first page has its titles after its rows, as the spreadsheet exported it


def print_exhibits(doc: Document, facts: Facts, exhibits: Sequence[Exhibit]) -> None:
    """Each exhibit on pages of its own: number, heads, rows, titles, and a page count that starts anew."""
    names = facts.names

    for exhibit in exhibits:
        grid = Grid(exhibit.columns, exhibit.rows, exhibit.id, exhibit.keys, exhibit.head_every_page)
        start = doc.page

        def titles(exhibit: Exhibit = exhibit) -> None:
            lines = (names.group, names.company, f"{names.state} Homeowners {names.program}", exhibit.title)
            for number, text in reversed(list(enumerate(lines))):
                doc.put(doc.paper.width / 2, doc.y - number * 11, text, TITLE, "centre")
            doc.skip(4 * 11 + 6)

        def foot(start: int = start) -> None:
            doc.put(doc.left, 28, f"Page {doc.page - start}", INDEX)
            doc.put(doc.right, 28, f"Edition Date: {short_date(facts.dates.effective)}", INDEX, "right")

        draw_rows(
            doc, grid, f"Exhibit {exhibit.number}", titles, foot, style=BODY, late_titles=exhibit.number % LATE == 1
        )


def rate_pages(facts: Facts, file: str) -> Document:
    doc = Document(file, TIGHT)
    cover(doc, facts, "Rate Pages")
    order_of_calculation(doc, facts)
    print_exhibits(doc, facts, facts.exhibits)
    return doc


def cover(doc: Document, facts: Facts, title: str) -> None:
    names = facts.names
    doc.new_page()
    doc.skip(180)
    doc.line(f"Rates Effective {short_date(facts.dates.effective)}", COVER, "centre", key="effective")
    doc.line(names.company, COVER, "centre")
    doc.line(f"{names.state} Homeowners {names.program} {title}", COVER, "centre")


def order_of_calculation(doc: Document, facts: Facts) -> None:
    """The index of exhibits, which is also how a premium is built: x multiplies a peril, + adds an endorsement."""
    names = facts.names
    new_index_page(doc, facts)
    for exhibit in facts.exhibits:
        if doc.room < INDEX.leading * 3:
            new_index_page(doc, facts)
        signs = exhibit.sign if exhibit.sign != EVERY_PERIL else EVERY_PERIL * len(facts.rates.perils)
        if exhibit.id == "minimum":
            index_line(doc, "", "Initial Peril Premium", "=" * len(facts.rates.perils))
            index_line(doc, "", "Initial Peril Premium Sum", "")
        index_line(doc, f"Exhibit {exhibit.number}", exhibit.title, signs)
        doc.mark(f"index/{exhibit.number}", f"Exhibit {exhibit.number} {exhibit.title}")
        if exhibit.id == "form":
            index_line(doc, "Tier Pages", "Policy Tier Factor", EVERY_PERIL * len(facts.rates.perils))
        if exhibit.id == "minimum":
            index_line(doc, "", "Final Peril Premium", "=")
            index_line(doc, "Exhibit", "Endorsement", "Premium")
    for name in ("Final Endorsement Premium", "Final Umbrella Premium", "Policy Premium"):
        index_line(doc, "", name, ENDORSEMENT if name != "Policy Premium" else "=")
    doc.put(doc.paper.width / 2, 60, f"{names.state} Homeowners {names.program}", TITLE, "centre")


def new_index_page(doc: Document, facts: Facts) -> None:
    doc.new_page()
    names = facts.names
    for text in (names.company, f"{names.state} Homeowners {names.program}", "Rate Order of Calculation"):
        doc.line(text, TITLE, "centre")
    doc.skip(HEAD.leading * 2)
    doc.put(doc.left, doc.y, "Exhibit", HEAD)
    doc.put(doc.left + 60, doc.y, "Factors", HEAD)
    for number, peril in enumerate(facts.rates.perils):
        for depth, part in enumerate(peril.split(" ", 1)):
            doc.put(doc.left + 292 + number * 34, doc.y - depth * 8, part, INDEX, "centre")
    doc.skip(10)


def index_line(doc: Document, exhibit: str, title: str, signs: str) -> None:
    doc.skip(INDEX.leading)
    if exhibit:
        doc.put(doc.left, doc.y, exhibit, INDEX)
    doc.put(doc.left + 60, doc.y, title, INDEX)
    if len(signs) == len("xxxxxxxx") and len(set(signs)) == 1:
        for number, sign in enumerate(signs):
            doc.put(doc.left + 292 + number * 34, doc.y, sign, INDEX, "centre")
    elif signs:
        doc.put(doc.left + 292, doc.y, signs, INDEX, "centre")


TIER_NOTES = (
    "The tier applies to every form. It is found when the policy is first written.",
    "The factors below are multiplied, the product is rounded to two places, and the tier is the one whose range"
    " holds it.",
)


def tier_pages(facts: Facts, file: str) -> Document:
    doc = Document(file, TIGHT)
    cover(doc, facts, "Tier Rate Pages")
    doc.new_page()
    doc.line("Policy Tier Order of Calculation", COVER, "centre")
    doc.skip(10)
    for number, note in enumerate(TIER_NOTES):
        doc.paragraph(note, PROSE, key=f"note/{number}")
    doc.skip(8)
    for component in tier_components(facts):
        doc.skip(PROSE.leading)
        doc.put(doc.left + 120, doc.y, component, PROSE)
        doc.put(doc.left + 320, doc.y, "x", PROSE)
        doc.mark(f"component/{component}", component)
    doc.skip(PROSE.leading)
    doc.put(doc.left + 120, doc.y, "Policy Tier Factor (round to 2 places)", PROSE)
    doc.put(doc.left + 320, doc.y, "=", PROSE)
    print_exhibits(doc, facts, facts.tiers)
    return doc


def tier_components(facts: Facts) -> list[str]:
    """What a tier is multiplied from, in the order of the tier pages."""
    titles = [exhibit.title.removesuffix(" Factor") for exhibit in facts.tiers if exhibit.id.startswith("tier:")]
    return list(dict.fromkeys(titles))
