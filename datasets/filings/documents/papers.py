"""The actuarial memorandum, and a two-column discussion of a paper on increased limits."""

from __future__ import annotations

from filings.documents.manual import print_sentences
from filings.facts import Facts
from generating.layout import Document, Furniture, Paper, Style, wrap

TEXT = Style(size=11.5)
BOLD = Style("Times-Bold", 12)
COLUMN = Style(size=9.5)
HEAD = Style("Times-Italic", 9.5)
SMALL_CAPS = Style(size=8)
JOURNAL = Paper(width=460, height=640, left=40, right=40, top=58, bottom=46)
GUTTER = 16


def memorandum(facts: Facts, file: str) -> Document:
    names = facts.names
    doc = Document(file)
    doc.new_page()
    for line in (names.company, "Homeowners Program", f"State of {names.state}", "Actuarial Memorandum"):
        doc.line(line, BOLD, "centre")
    doc.skip(10)
    for rule in facts.prose["memo"]:
        doc.need(90)
        doc.line(rule.name, BOLD)
        print_sentences(doc, rule, TEXT, str(rule.number))
        doc.skip(4)
    doc.skip(16)
    doc.line(facts.people.actuary, TEXT, key="signer")
    doc.line("Chief Actuary", TEXT)
    return doc


FILLER = (
    "Limits tables are older than the theory that now defends them.",
    "The reader is asked to bear with an example of small numbers, drawn for its shape and not for its source.",
    "Let the first limit cost one unit; the second, twice as high, may then cost no more than two.",
    "What the table cannot show is the mind of the buyer, who knows more of the risk than any schedule.",
    "It is tempting to let the computer choose the curve, and the temptation should be resisted where claims are few.",
    "An appendix to the paper gives the integrals; none of them is hard, and all of them are tedious.",
    "Two decades of closed claims were at hand, of which one in forty passed the basic limit.",
    "The differences of a row, taken once and then again, tell more than a page of prose.",
    "Nothing here depends on the line of business, though the author had general liability in view.",
)


def header(facts: Facts) -> Furniture:
    def draw(doc: Document, number: int, pages: int) -> None:  # noqa: ARG001 (the signature of all furniture)
        page = 58 + facts.seed % 30 + number
        title = "INCREASED LIMITS: A DISCUSSION" if number % 2 else "PRICING OF HIGH LIMITS"
        doc.put(doc.left, 604, f"{page}   {title}", SMALL_CAPS)

    return draw


def paper(facts: Facts, file: str) -> Document:
    """Each section fills its page in two columns; sentences are marked `n/i` and stay in one column."""
    doc = Document(file, JOURNAL, header=header(facts))
    width = (doc.right - doc.left - GUTTER) / 2
    for rule in facts.prose["paper"]:
        doc.new_page()
        doc.line(rule.name, HEAD, "centre")
        if rule.number == 1:
            doc.line(f"DISCUSSION BY {facts.people.author.upper()}", HEAD, "centre", key="author")
        doc.skip(8)
        top, spoken = doc.y, rule.spoken()
        extra = [FILLER[(rule.number * 2 + n) % len(FILLER)] for n in range(8)]
        half = (len(spoken) + 1) // 2
        for column, told in enumerate((spoken[:half] + extra[:4], extra[4:] + spoken[half:])):
            doc.y = top
            left = doc.left + column * (width + GUTTER)
            for line in wrap(" ".join(told), COLUMN, width):
                doc.skip(COLUMN.leading)
                doc.put(left, doc.y, line, COLUMN)
        for number, sentence in enumerate(spoken):
            doc.mark(f"{rule.number}/{number}", sentence)
    return doc
