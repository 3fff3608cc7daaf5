"""The old manual marked up to the new one: struck words run into the words that replace them."""

from __future__ import annotations

from difflib import SequenceMatcher

from filings.documents.manual import BOLD, TEXT, TITLE
from filings.facts import Facts, long_date, month
from filings.rules import BULLET, Rule
from generating.layout import Document, Furniture, Paper, Run, Style

RED = (0.75, 0.05, 0.15)
STRUCK = Style(size=12, colour=RED, rule=0.28)
ADDED = Style(size=12, colour=RED, rule=-0.14)


def redline(old: str, new: str, plain: Style = TEXT) -> list[Run]:
    """Both texts in one paragraph. A replaced word and its replacement stand together without a space."""
    before, after = old.split(), new.split()
    runs: list[Run] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            runs.extend(Run(word, plain) for word in after[j1:j2])
            continue
        runs.extend(Run(word, STRUCK) for word in before[i1:i2])
        glued = i2 > i1
        runs.extend(Run(word, ADDED, glued and n == 0) for n, word in enumerate(after[j1:j2]))
    return runs


def furniture(facts: Facts) -> Furniture:
    names, dates = facts.names, facts.dates

    def draw(doc: Document, number: int, pages: int) -> None:  # noqa: ARG001 (the signature of all furniture)
        middle = doc.paper.width / 2
        if number == 1:
            return
        doc.put(middle, 742, names.company, BOLD, "centre")
        doc.put(middle, 728, f"{names.state} Homeowners Program", BOLD, "centre")
        doc.put(middle, 714, "Rules Manual", BOLD, "centre")
        doc.put(280, 34, f"Page {number}", TEXT)
        doc.put(480, 34, f"({month(dates.old_effective)}", STRUCK)
        doc.put(480 + STRUCK.width(f"({month(dates.old_effective)}"), 34, f"{month(dates.effective)})", ADDED)

    return draw


def redlined_manual(facts: Facts, file: str) -> Document:
    doc = Document(file, Paper(top=96, bottom=66), header=furniture(facts))
    doc.new_page()
    doc.skip(150)
    doc.line(facts.names.company, TITLE, "centre")
    doc.line(f"{facts.names.state} Homeowners Program", TITLE, "centre")
    doc.line("Rules Manual", TITLE, "centre")
    doc.line("Edition Date:", TEXT, "centre")
    doc.runs(redline(long_date(facts.dates.old_effective), long_date(facts.dates.effective)), 160)
    for section in facts.sections:
        if section.letter in "BCDI":
            for rule in section.rules:
                if rule.number % 3 != 2:
                    doc.new_page()
                old_number = rule.number + (2 if rule.number % 2 else -1)
                marked_up(doc, rule, f"Rule {max(1, old_number)}: {rule.name.upper()}")
    for number, rule in enumerate(facts.withdrawn):
        if number != 1:
            doc.new_page()
        doc.runs([Run(word, STRUCK) for word in f"Rule {60 + number}: {rule.name.upper()}".split()])
        for sentence in rule.sentences:
            doc.runs([Run(word, STRUCK) for word in sentence.replace(BULLET, "• ").split()])
    return doc


def marked_up(doc: Document, rule: Rule, old_heading: str) -> None:
    doc.skip(10)
    doc.runs(redline(old_heading, f"Rule {rule.label}: {rule.name}", BOLD))
    doc.skip(4)
    for old, new in zip(rule.old, rule.sentences, strict=True):
        if not new:
            doc.skip(6)
            continue
        indent = 24 if new.startswith(BULLET) else 0
        doc.runs(redline(old.replace(BULLET, "• "), new.replace(BULLET, "• ")), indent)
    doc.skip(6)
