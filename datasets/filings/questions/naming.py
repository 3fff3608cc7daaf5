"""Let a question name the document that it is about, as a person does who knows the filing."""

from __future__ import annotations

import re
from dataclasses import replace

from filings.facts import Facts, short_date
from filings.rules import wording
from generating.gold import Gold

# A question word among the first four words: the name of a document can stand before it.
OPENING = re.compile(r"(?:\w+ ){0,3}?(?:what|which|who|whom|whose|when|where|why|how)\b|(?:does|is) ", re.IGNORECASE)


def named(gold: Gold, facts: Facts, turn: int) -> Gold:
    """The question with the name of the document in its first tag; unchanged where it names it already, or where no
    name can stand before it."""
    document = wording("documents").get(gold.tags[0])
    question = gold.question
    if not document or not OPENING.match(question):
        return gold
    if any(word in question.lower() for word in document["said"]):
        return gold
    lead = document["leads"][turn % len(document["leads"])].format(
        program=facts.names.program, effective=short_date(facts.dates.effective), tracking=facts.names.tracking
    )
    return replace(gold, question=lead + question[0].lower() + question[1:])
