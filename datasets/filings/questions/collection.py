"""All gold questions of a filing, with their ids."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from filings.documents.library import Library
from filings.facts import Facts
from filings.questions.absent import absent_questions
from filings.questions.founding import founding_questions
from filings.questions.gold import Gold
from filings.questions.lists import list_questions
from filings.questions.numbers import number_questions
from filings.questions.passages import passage_questions
from filings.questions.texts import text_questions

MOST = {"list": 52, "number": 104, "text": 78, "unanswerable": 46}  # of each kind: more would only cost time


def all_questions(facts: Facts, library: Library) -> list[Gold]:
    """The founding questions first, then a drawn part of the others by kind. No two may ask the same."""
    found = [
        *passage_questions(facts, library),
        *list_questions(facts, library),
        *number_questions(facts, library),
        *text_questions(facts, library),
        *absent_questions(facts, library),
    ]
    numbered = founding_questions(facts, library)
    rng = Random(f"{facts.seed}:questions")
    for kind, most in MOST.items():
        same = [gold for gold in found if gold.kind == kind]
        same = [same[index] for index in sorted(rng.sample(range(len(same)), min(most, len(same))))]
        numbered += [replace(gold, id=f"{kind}_{number:03d}") for number, gold in enumerate(same, 1)]
    texts = [gold.question for gold in numbered]
    repeated = {text for text in texts if texts.count(text) > 1}
    if repeated:
        raise ValueError(f"asked more than once, change the wording of one: {sorted(repeated)}")
    return numbered
