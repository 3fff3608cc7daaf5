"""All gold questions of a filing, with their ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from filings.documents.library import Library
from filings.facts import Facts
from filings.questions.absent import absent_questions
from filings.questions.compare import compare_questions
from filings.questions.filters import clarify_questions, filter_questions
from filings.questions.founding import founding_questions
from filings.questions.gold import Gold
from filings.questions.injection import injection_questions
from filings.questions.lists import list_questions
from filings.questions.multi import multi_questions
from filings.questions.numbers import number_questions
from filings.questions.passages import passage_questions
from filings.questions.texts import text_questions
from filings.questions.unsafe import innocent_questions, unsafe_questions

MOST = {"list": 52, "number": 104, "text": 78, "unanswerable": 46}  # of each kind: more would only cost time


def all_questions(facts: Facts, library: Library) -> list[Gold]:
    """The founding questions first, then a drawn part of the plain ones by kind, then those of several parts and of the
    records. No two may ask the same."""
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
    numbered += [
        replace(gold, id=f"{name}_{number:03d}")
        for name, golds in asked_of_records(facts, library, found)
        for number, gold in enumerate(golds, 1)
    ]
    texts = [gold.question for gold in numbered]
    repeated = {text for text in texts if texts.count(text) > 1}
    if repeated:
        raise ValueError(f"asked more than once, change the wording of one: {sorted(repeated)}")
    return numbered


def asked_of_records(facts: Facts, library: Library, plain: Sequence[Gold]) -> Iterator[tuple[str, Iterable[Gold]]]:
    """The other questions, by the first part of their ids."""
    yield "multi", multi_questions(facts, library, plain)
    yield "compare", compare_questions(facts, library)
    yield "filter", filter_questions(facts, library)
    yield "clarify", clarify_questions(facts, library)
    yield "unsafe", unsafe_questions(facts, library)
    yield "safe", innocent_questions(facts, library)
    yield "injection", injection_questions(facts, library)
