"""Questions that a rule or a headed passage answers: the wording files hold them beside their sentences."""

from __future__ import annotations

from collections.abc import Iterator

from filings.documents.library import Library
from filings.facts import Facts
from filings.rules import BULLET, Ask, Rule
from generating.gold import Gold

PLACES = {"objection3": ("summary", ""), "notes": ("summary", "note/"), "cover": ("cover", "")}


def passage_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    for rule in facts.rules:
        for ask in rule.asks:
            if ask.kind == "levels":
                yield levels_question(facts, library, rule, ask.question)
            else:
                yield answered(library, rule, ask, ("manual", rule.label))
    for name, rules in facts.prose.items():
        document, prefix = PLACES.get(name, (name, ""))
        for rule in rules:
            for ask in rule.asks:
                yield answered(library, rule, ask, (document, f"{prefix}{rule.number}"))


def answered(library: Library, rule: Rule, ask: Ask, place: tuple[str, str]) -> Gold:
    """The question with its sentence as evidence; for a list, with every one of its items."""
    document, prefix = place
    if ask.kind not in ("list", "items"):
        evidence = library.evidence(document, f"{prefix}/{ask.sentence}")
        return Gold(ask.question, ask.kind, ask.answer, (evidence,), (document, "prose"))
    spoken = rule.spoken()
    items = rule.bullets(ask.sentence) if ask.kind == "list" else spoken
    places = [spoken.index(BULLET + item) if ask.kind == "list" else spoken.index(item) for item in items]
    evidence_of_all = tuple(library.evidence(document, f"{prefix}/{place}") for place in places)
    return Gold(ask.question, "list", tuple(items), evidence_of_all, (document, "bullets"))


def levels_question(facts: Facts, library: Library, rule: Rule, question: str) -> Gold:
    """The rows of the rule's exhibit are the answer."""
    exhibit = facts.exhibit(f"factor:{rule.label}")
    evidence = tuple(library.evidence("rate_pages", exhibit.mark("HO3", level), value=level) for level in rule.levels)
    return Gold(question, "list", rule.levels, evidence, ("rate_pages", "table"))
