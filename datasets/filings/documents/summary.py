"""The filing site's summary: the filing at a glance, its correspondence, rate data and attachments, page after page
under the same long header."""

from __future__ import annotations

from random import Random

from filings.documents.letters import objections
from filings.documents.manual import print_sentences
from filings.facts import Facts, short_date
from generating.layout import Document, Furniture, Paper, Style

TEXT = Style("Helvetica", 9.5)
BOLD = Style("Helvetica-Bold", 9.5)
TITLE = Style("Helvetica-Bold", 12)
SMALL = Style("Helvetica", 7)


def furniture(facts: Facts) -> Furniture:
    names, dates = facts.names, facts.dates
    product = f"{names.abbreviation} Homeowner {names.program} Rate Rule Filing eff {short_date(dates.effective)}"

    def draw(doc: Document, number: int, pages: int) -> None:  # noqa: ARG001 (the signature of all furniture)
        lines = (
            f"Tracking #: {names.tracking} State Tracking #: {names.state_tracking} "
            f"Company Tracking #: {product.upper()}",
            f"State: {names.state} Filing Company: {names.company}",
            "TOI/Sub-TOI: 04.0 Homeowners/04.0000 Homeowners Sub-TOI Combinations",
            f"Product Name: {product}",
        )
        for line, text in enumerate(lines):
            doc.put(doc.left, 764 - line * 9, text, SMALL)
        stamp = f"Generated {dates.responses[-1]:%m/%d/%Y} 01:{facts.seed % 50 + 10} AM"
        doc.put(doc.left, 28, f"Summary for Tracking Number {names.tracking} {stamp}", SMALL)

    return draw


def filing_summary(facts: Facts, file: str) -> Document:
    doc = Document(file, Paper(left=48, right=48, top=72, bottom=48), header=furniture(facts))
    glance(doc, facts)
    correspondence(doc, facts)
    rate_data(doc, facts)
    schedules(doc, facts)
    letters(doc, facts)
    return doc


def part(doc: Document, title: str) -> None:
    doc.new_page()
    doc.line(title, TITLE)
    doc.skip(6)


def field(doc: Document, name: str, value: str) -> None:
    """`name: value` in one line, marked `name`."""
    doc.line(f"{name}: {value}", TEXT, key=name)


def glance(doc: Document, facts: Facts) -> None:
    names, people, dates = facts.names, facts.people, facts.dates
    part(doc, "Filing at a Glance")
    field(doc, "Company", names.company)
    field(doc, "Product Name", f"{names.abbreviation} Homeowner {names.program}")
    field(doc, "Filing Type", "Rate/Rule")
    field(doc, "Date Submitted", short_date(dates.submitted))
    field(doc, "Filing Status", "Pending Industry Response")
    field(doc, "State Status", "Active Suspense")
    field(doc, "Requested Effective Date (New)", short_date(dates.effective))
    field(doc, "Author(s)", people.specialist)
    field(doc, "Reviewer(s)", ", ".join(people.reviewers))
    part(doc, "General Information")
    field(doc, "Status of Filing in Domicile", "Not Filed")
    field(doc, "Advisory Organization", names.bureau)
    field(doc, "Filing Contact", f"{people.specialist}, State Filing Specialist")
    field(doc, "Company Address", names.address)
    field(doc, "CoCode", names.naic)
    part(doc, "Notes")
    for rule in facts.prose["notes"]:
        doc.line(rule.name, BOLD)
        print_sentences(doc, rule, TEXT, f"note/{rule.number}")


def correspondence(doc: Document, facts: Facts) -> None:
    people, dates = facts.people, facts.dates
    part(doc, "Correspondence Summary")
    doc.line("Objection Letters and Response Letters", BOLD)
    doc.line("Status Created By Created On Responded By Date Submitted", TEXT)
    for number, (asked, answered) in enumerate(zip(dates.objections, dates.responses, strict=True), 1):
        reviewer = people.reviewers[number % 2]
        doc.line(
            f"Industry response received {reviewer} {short_date(asked)} {people.specialist} {short_date(answered)}",
            TEXT, key=f"letter/{number}",
        )  # fmt: skip


def insured(facts: Facts) -> tuple[int, int]:
    """(policyholders affected, written premium in dollars) of the rate data page."""
    rng = Random(f"{facts.seed}:insured")
    return rng.randrange(9_000, 41_000), rng.randrange(14_000_000, 60_000_000)


def rate_data(doc: Document, facts: Facts) -> None:
    holders, premium = insured(facts)
    part(doc, "Rate Information")
    field(doc, "Filing Method", "Prior Approval")
    field(doc, "Rate Change Type", "Neutral")
    field(doc, "Number of Policy Holders Affected for this Program", f"{holders:,}")
    field(doc, "Written Premium for this Program", f"${premium:,}")
    field(doc, "Maximum Change", "0.0%")


def schedules(doc: Document, facts: Facts) -> None:
    """One schedule item a rule or exhibit, as the site lists them, many to a page."""
    part(doc, "Rate/Rule Schedule")
    for exhibit in facts.exhibits:
        doc.paragraph(f"Item {exhibit.number}. Exhibit Name: {exhibit.title}. Rule # or Page #: RP-{exhibit.number}."
                      " Rate Action: New. Previous State Filing Number: none.", TEXT,
                      key=f"schedule/{exhibit.number}")  # fmt: skip
        doc.skip(4)
    part(doc, "Supporting Document Schedules")
    for name in ("Actuarial Memorandum", "Checklists", "Rate Profile", "Filing Road Map", "Red Line Comparison"):
        doc.paragraph(f"Satisfied - Item: {name}. Comments: attached. Status: under review.", TEXT)
        doc.skip(40)


def letters(doc: Document, facts: Facts) -> None:
    """The third objection with its response, which stands nowhere else; the first two in outline."""
    for number, name in ((1, "objection1"), (2, "objection2")):
        part(doc, "Objection Letter")
        field(doc, f"Objection Letter Date {number}", short_date(facts.dates.objections[number - 1]))
        for rule in facts.prose[name]:
            doc.paragraph(f"Objection {rule.number} - {rule.name}: see the attached response.", TEXT)
            doc.skip(30)
    part(doc, "Objection Letter")
    field(doc, "Respond By Date", short_date(facts.dates.responses[-1]))
    doc.paragraph(
        f"Dear {facts.people.specialist}, this office has reviewed the filing and asks for the following.", TEXT
    )
    doc.skip(8)
    objections(doc, facts, "objection3")
