"""The cover letter and the answers to the department's objections."""

from __future__ import annotations

from filings.documents.manual import print_sentences
from filings.facts import Facts, long_date, short_date
from generating.layout import Document, Furniture, Style

TEXT = Style("Helvetica", 10.5)
BOLD = Style("Helvetica-Bold", 10.5)
RESPONSE = "Response: "


def cover(facts: Facts, file: str) -> Document:
    names, people, dates = facts.names, facts.people, facts.dates
    doc = Document(file)
    doc.new_page()
    doc.line(names.group, BOLD)
    doc.line(f"{names.address}  |  {names.group.split()[0].lower()}.example", TEXT)
    doc.skip(24)
    doc.line(long_date(dates.submitted), TEXT, key="date")
    doc.skip(12)
    doc.line(f"{people.commissioner}, Commissioner", TEXT, key="commissioner")
    doc.line(names.department, TEXT)
    doc.skip(12)
    doc.line(f"Subject: {names.company}", TEXT)
    doc.line(f"{names.abbreviation} Homeowners {names.program} – Rate/Rule Filing", TEXT)
    doc.line(f"Proposed Effective Date for New Business: {short_date(dates.effective)}", TEXT, key="effective")
    doc.line(f"Tracking Number: {names.tracking}", TEXT, key="tracking")
    doc.skip(12)
    doc.line(f"Dear Commissioner {people.commissioner.split()[-1]},", TEXT)
    doc.skip(6)
    for rule in facts.prose["cover"]:
        print_sentences(doc, rule, TEXT, "1")
    doc.line("Sincerely,", TEXT)
    doc.skip(20)
    doc.line(people.manager, TEXT, key="signer")
    doc.line("Senior Product Manager", TEXT, key="title")
    return doc


def number_only() -> Furniture:
    def draw(doc: Document, number: int, pages: int) -> None:  # noqa: ARG001 (the signature of all furniture)
        doc.put(doc.right, 36, str(number), TEXT, "right")

    return draw


def heading(doc: Document, facts: Facts, number: int, title: str) -> None:
    names, dates = facts.names, facts.dates
    doc.new_page()
    doc.line(
        f"{names.abbreviation} Homeowners {names.program} Rate Rule Filing eff {short_date(dates.effective)}", BOLD
    )
    doc.line(f"Tracking #: {names.tracking}", BOLD)
    doc.line(f"Objection Dated: {short_date(dates.objections[number - 1])}", BOLD, key="dated")
    doc.line(title, BOLD)
    doc.skip(12)


def objections(doc: Document, facts: Facts, name: str) -> None:
    """Objection and response n: sentence i is marked `n/i`."""
    for rule in facts.prose[name]:
        sentences = rule.spoken()
        doc.paragraph(f"Objection {rule.number}: {rule.name}. {sentences[0]}", TEXT, key=f"{rule.number}/0")
        doc.skip(4)
        doc.paragraph(sentences[1], TEXT, 18)
        doc.mark(f"{rule.number}/1", sentences[1].removeprefix(RESPONSE))
        doc.skip(9)


CAREERS = (
    "joined {group} in {year} from a bureau of statistics, and has since priced dwellings, autos and small shops.",
    "came to {group} in {year} after some years of reserving work at a reinsurer.",
    "has been with {group} since {year}, first in reserving and then in the modeling team.",
)


def objection1(facts: Facts, file: str) -> Document:
    doc = Document(file, footer=number_only())
    heading(doc, facts, 1, "Preliminary Objections - Public")
    objections(doc, facts, "objection1")
    doc.new_page()
    doc.line("Credentials of the modelers", BOLD)
    for number, (name, career) in enumerate(zip(facts.people.modelers, CAREERS, strict=True)):
        year = 2003 + (facts.seed * 5 + number * 7) % 20
        doc.skip(6)
        doc.line(f"{name}: Modeling Team", BOLD, key=f"modeler/{number}")
        doc.line(f"Associate of the Society of Pricing Actuaries, ({year + 2})", TEXT)
        doc.paragraph(
            f"{name.split()[0]} " + career.format(group=facts.names.group, year=year), TEXT, key=f"career/{number}"
        )
    return doc


def objection2(facts: Facts, file: str) -> Document:
    doc = Document(file)
    heading(doc, facts, 2, "Objections to Rules")
    objections(doc, facts, "objection2")
    return doc
