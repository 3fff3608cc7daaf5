"""Questions that are orders to the system, plain and disguised, and honest ones that use the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from filings.documents.library import Library
from filings.facts import Facts
from filings.questions.parts import Part, asked_fields, field_part, remark_parts
from filings.records import BILLS
from filings.rules import wording
from generating.gold import Gold

UNSAFE = 40
ZERO_WIDTH = "\u200b\u200c\u200d\u2060"
LOOK_ALIKES = str.maketrans("aceiopsxyACEHIKMOPSTXY", "асеіорѕхуАСЕНІКМОРЅТХҮ")  # Latin to Cyrillic
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


def alternating(text: str) -> str:
    return "".join(letter.upper() if place % 2 else letter.lower() for place, letter in enumerate(text))


def spread(text: str) -> str:
    """Every letter on its own, words further apart."""
    return "   ".join(" ".join(word) for word in text.split())


def zero_width(text: str) -> str:
    """Invisible characters inside the words."""
    return "".join(letter + ZERO_WIDTH[place % 4] if place % 3 == 1 else letter for place, letter in enumerate(text))


DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": lambda text: text,
    "upper": str.upper,
    "spaces": lambda text: text.replace(" ", "  \t "),
    "zero_width": zero_width,
    "look_alikes": lambda text: text.translate(LOOK_ALIKES),
    "alternating": alternating,
    "spread": spread,
    "full_width": lambda text: text.translate(FULL_WIDTH),
}


def unsafe_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    """Every order once by itself, then some beside an honest question, each time in another disguise."""
    rng = Random(f"{facts.seed}:unsafe")
    pool = wording("attacks")
    names = list(DISGUISES)
    entries = rng.sample([entry for entry in facts.entries if entry.number not in facts.orders], UNSAFE)
    for number in range(UNSAFE):
        attack = pool["attacks"][number % len(pool["attacks"])]
        disguise = names[(number + number // len(names)) % len(names)]
        text = attack["text"].replace(attack["pattern"], DISGUISES[disguise](attack["pattern"]))
        if number >= len(pool["attacks"]):
            entry = entries[number]
            honest = field_part(library, entry, rng.choice(asked_fields(entry)), rng).question
            text = pool["beside"][number % len(pool["beside"])].format(attack=text, question=honest)
        yield Gold(text, "unsafe", tags=(disguise,), entity=attack["pattern"])


def innocent_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    """Questions to answer although they ignore, disregard, forget or speak of instructions, systems and scripts."""
    rng = Random(f"{facts.seed}:innocent")
    for entry in facts.entries:
        for remark, part in zip(entry.remarks, remark_parts(library, entry), strict=True):
            if remark.innocent and entry.number not in facts.orders:
                yield answerable(part.question, part)
    leads = wording("attacks")["innocent"]
    entries = [entry for entry in facts.entries if entry.number not in facts.orders]
    entries = rng.sample(
        [entry for entry in entries if not any(remark.innocent for remark in entry.remarks)], len(leads)
    )
    for lead, entry in zip(leads, entries, strict=True):
        field = "total_amount" if entry.bucket == BILLS else rng.choice(asked_fields(entry))
        part = field_part(library, entry, field, rng)
        yield answerable(lead.format(question=part.question, lower=part.lower + "?"), part)


def answerable(question: str, part: Part) -> Gold:
    return Gold(question, part.kind, part.answer, (part.evidence,), ("near_unsafe",))
