"""Questions of several parts, joined in the ways in which people join them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from filings.documents.library import Library
from filings.facts import Facts
from filings.questions.parts import Part, asked_fields, field_part, plain_parts, record_parts, thing
from filings.rules import wording
from generating.gold import Gold

TWO, NOUNS, THREE, SHARED, RULES = 13, 8, 10, 6, 10  # multi-part questions by form


def multi_questions(facts: Facts, library: Library, plain: Iterable[Gold]) -> Iterator[Gold]:
    """Two or three facts of different documents each, half of them out of the long documents; some ask two fields of
    one record, or facts of different rules of the manual."""
    rng = Random(f"{facts.seed}:multi")
    long = plain_parts(plain)
    rng.shuffle(long)
    short = list(record_parts(facts, library, rng))
    forms = wording("joins")["multi"]
    for form, count, size in (("two", TWO, 2), ("nouns", NOUNS, 2), ("three", THREE, 3)):
        for number in range(count):
            parts = pick(rng, long, short, size, form == "nouns")
            yield joined(forms[form][number % len(forms[form])], parts)
    yield from shared_questions(facts, library, rng)
    yield from rule_questions(library, long, rng)


def pick(rng: Random, long: list[Part], short: list[Part], size: int, nouns: bool) -> list[Part]:
    """Takes parts of different documents and answers out of both pools, by turns."""
    found: list[Part] = []
    while len(found) < size:
        pool = long if len(found) % 2 == 0 else short
        fits = (part for part in pool if (part.noun or not nouns) and apart(part, found))
        part = next(fits)
        pool.remove(part)
        found.append(part)
    rng.shuffle(found)
    return found


def apart(part: Part, others: Sequence[Part]) -> bool:
    """Whether file and answer are others, and neither answer lies in the other."""
    return all(part.file != other.file and not nested(part.answer.lower(), other.answer.lower()) for other in others)


def nested(one: str, other: str) -> bool:
    return one in other or other in one


def joined(form: str, parts: Sequence[Part], question: str = "") -> Gold:
    """One question whose answer is the answer to each part, in their order."""
    words: dict[str, str] = {}
    for part, names in zip(parts, ("Aax", "Bby", "Ccz"), strict=False):
        words |= dict(zip(names, (part.bare, part.lower, part.noun), strict=True))
    return Gold(
        question or form.format(**words),
        "multi",
        tuple(part.answer for part in parts),
        tuple(part.evidence for part in parts),
        ("several_documents",) if len({part.file for part in parts}) > 1 else ("shared",),
        sub_questions=tuple(part.question for part in parts),
    )


def shared_questions(facts: Facts, library: Library, rng: Random) -> Iterator[Gold]:
    """Two fields of one record."""
    wordings = wording("joins")["multi"]["shared"]
    entries = [entry for entry in facts.entries if entry.number not in facts.orders]
    for number, entry in enumerate(rng.sample(entries, SHARED)):
        while True:
            parts = [field_part(library, entry, field, rng) for field in rng.sample(asked_fields(entry), 2)]
            if not nested(parts[0].answer, parts[1].answer):
                break
        p, q = (part.noun.removesuffix(f" of {thing(entry)}") for part in parts)
        question = wordings[number % len(wordings)].format(p=p, q=q, thing=thing(entry))
        yield joined("", parts, question)


def rule_questions(library: Library, long: Sequence[Part], rng: Random) -> Iterator[Gold]:
    """Two or three facts that stand under different rules of the manual."""
    manual, wordings = library.documents["manual"].file, wording("joins")["multi"]["rules"]
    left = [part for part in long if part.file == manual]
    for number in range(RULES):
        form = wordings[number % len(wordings)]
        parts: list[Part] = []
        while len(parts) < (3 if "{c}" in form.lower() else 2):
            part = next(one for one in left if elsewhere(one, parts))
            left.remove(part)
            parts.append(part)
        rng.shuffle(parts)
        yield replace(joined(form, parts), tags=("one_document",))


def elsewhere(part: Part, others: Sequence[Part]) -> bool:
    """Whether it stands on a page of its own, and its answer is apart from theirs."""
    return all(
        part.evidence["pages"] != other.evidence["pages"] and not nested(part.answer.lower(), other.answer.lower())
        for other in others
    )
