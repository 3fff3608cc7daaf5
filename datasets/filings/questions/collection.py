"""All gold questions of a filing, with their ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from filings.documents.library import Library
from filings.facts import Facts
from filings.questions.absent import absent_questions
from filings.questions.codes import code_questions
from filings.questions.compare import compare_questions
from filings.questions.filters import clarify_questions, filter_questions
from filings.questions.founding import founding_questions
from filings.questions.injection import injection_questions
from filings.questions.lists import list_questions
from filings.questions.multi import multi_questions
from filings.questions.naming import named
from filings.questions.numbers import number_questions
from filings.questions.passages import passage_questions
from filings.questions.support_tables import support_table_questions
from filings.questions.texts import text_questions
from filings.questions.unsafe import innocent_questions, unsafe_questions
from generating.gold import Gold

Asking = Callable[[Facts, Library], Iterable[Gold]]
# Who asks plain questions, and how many of them at most: more would only cost time.
PLAIN: dict[Asking, int] = {
    passage_questions: 60,
    list_questions: 40,
    number_questions: 76,
    text_questions: 36,
    code_questions: 26,
    support_table_questions: 26,
    absent_questions: 36,
}


def all_questions(facts: Facts, library: Library) -> list[Gold]:
    """The founding questions first, then a drawn part of each family of plain ones, numbered by kind, then those of
    several parts and of the records. No two may ask the same."""
    found = {ask: list(ask(facts, library)) for ask in PLAIN}
    rng = Random(f"{facts.seed}:questions")
    drawn = [gold for ask, most in PLAIN.items() for gold in some(found[ask], most, rng)]
    golds = [*founding_questions(facts, library), *by_kind(facts, drawn)]
    plain = [gold for same in found.values() for gold in same]
    golds += [
        replace(gold, id=f"{name}_{number:03d}")
        for name, others in asked_of_records(facts, library, plain)
        for number, gold in enumerate(others, 1)
    ]
    repeated = [text for text, times in Counter(gold.question for gold in golds).items() if times > 1]
    if repeated:
        raise ValueError(f"asked more than once, change the wording of one: {sorted(repeated)}")
    return golds


def some(golds: Sequence[Gold], most: int, rng: Random) -> list[Gold]:
    """At most so many of them, in their order."""
    return [golds[index] for index in sorted(rng.sample(range(len(golds)), min(most, len(golds))))]


def by_kind(facts: Facts, golds: Sequence[Gold]) -> Iterator[Gold]:
    """The kinds one after another, numbered within each, the questions naming their documents."""
    for kind in dict.fromkeys(gold.kind for gold in golds):
        same = (gold for gold in golds if gold.kind == kind)
        for number, gold in enumerate(same, 1):
            yield replace(named(gold, facts, number), id=f"{kind}_{number:03d}")


def asked_of_records(facts: Facts, library: Library, plain: Sequence[Gold]) -> Iterator[tuple[str, Iterable[Gold]]]:
    """The other questions, by the first part of their ids."""
    yield "multi", multi_questions(facts, library, plain)
    yield "compare", compare_questions(facts, library)
    yield "filter", filter_questions(facts, library)
    yield "clarify", clarify_questions(facts, library)
    yield "unsafe", unsafe_questions(facts, library)
    yield "safe", innocent_questions(facts, library)
    yield "injection", injection_questions(facts, library)
