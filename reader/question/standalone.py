"""Makes each of several questions understandable alone: what one says, the next may lean on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reader.question.clauses import INTRO
from reader.question.coordination import singular

# A thing named: "part AB-1234", "the Return form", "letter 77 of May"
_WORD = r"(?:[A-Z][\w’'-]*|[\w$#-]*\d[\w.,%/-]*\w|\d)"
_NAME = rf"(?:the |an? )?(?:(?!(?:and|or|of|in|for|to|by)\b)[a-z]+ )?{_WORD}(?: {_WORD})*"
_TAIL = re.compile(
    rf" (?P<tail>(?:of|for|in|on|under|at|from|to|with) {_NAME}(?: (?:of|in|for|on|at) {_NAME})*"
    r"(?: (?!(?:and|or|is|are|was|were)\b)[a-z]+)?)\??$"
)
_ABOUTS = (
    re.compile(r"(?: of|^(?:what|who) (?:is|are|was|were)) (?P<thing>the(?: [a-z-]+){1,3})[?.]?$", re.IGNORECASE),
    re.compile(r"^who \w+ (?P<thing>the [a-z-]+)[?.]?$", re.IGNORECASE),  # "Who built the bridge?"
    re.compile(r"^(?:when|where|why|how) (?:is|are|was|were) (?P<thing>the [a-z-]+) [a-z]+[?.]?$", re.IGNORECASE),
    re.compile(r"^how many [a-z-]+ (?:do|does|did) (?P<thing>the [a-z-]+) have[?.]?$", re.IGNORECASE),
)
_PLURAL = re.compile(r"^(?:[^?]*, )?(?:what|which|who|where|how) (?:are|were) (?P<thing>the .+?)[?.]?$", re.IGNORECASE)
_THEY = re.compile(r"they|them|their", re.IGNORECASE)
_NAMED = re.compile(rf"(?<=\s){_NAME}")
# A pronoun leans on the question before only where nothing in its own comes first: "how much did it come to", but not
# "was the sentence printed before it was added", nor "how was it shown that ...".
_OWNED = re.compile(
    r"\b(?:its|their|his|her) (?P<thing>[\w-]+(?: [\w-]+){0,2})(?=\?|$| (?:is|are|was|were)\b)", re.IGNORECASE
)
_PRONOUN = re.compile(r"\b(?:it|they|them)\b(?! (?:\w+ )?that\b)", re.IGNORECASE)
_SAME = re.compile(r"\b(?:that|this|the same|the said) (?P<noun>[a-z]+)\b", re.IGNORECASE)
_OWN_THING = re.compile(r"\b(?:the|an?)\b|[A-Z]|\d")
_WITH_PLACE = re.compile(r" (?:of|for|in|on|under|at|from|to|with|by) ", re.IGNORECASE)


def standalone(questions: Sequence[str]) -> list[str] | None:
    """Each with what it takes from those before: an introduction, and the thing that a pronoun stands for. None where
    that thing cannot be told, so that the question is better left whole."""
    intro = INTRO.match(questions[0])
    made: list[str] = []
    things: list[str] = []
    for question in (one.strip(" ,;") for one in questions):
        one = question
        if made and intro and not INTRO.match(one):
            one = f"{intro['intro']}{intro['end']} {one[:1].lower()}{one[1:]}"
        leaning = _leaning(question, made)
        meant = _meant(leaning, things, made) if leaning else ""
        if leaning and not meant:
            return None
        one = _resolved(one, leaning, meant) if leaning else one
        things += filter(None, [_thing(one)])
        made.append(one)
    return made


def _meant(leaning: re.Match[str], things: Sequence[str], before: Sequence[str]) -> str:
    """What a pronoun stands for: the last thing, unless it is one of several without a name, or one where the pronoun
    is for many; nothing where that cannot be told."""
    if not things:
        return ""
    last = things[-1]
    if _THEY.match(leaning[0]) and not _is_plural(last):
        many = [found["thing"] for one in before if (found := _PLURAL.match(one)) and _is_plural(found["thing"])]
        return many[-1] if many else "" if leaning[0].lower() != "their" else last
    return last if len({thing.lower() for thing in things}) == 1 or _NAMED.search(f" {last}") else ""


def _is_plural(thing: str) -> bool:
    """Whether the noun before the first preposition is a plural."""
    words = _WITH_PLACE.split(thing, maxsplit=1)[0].split()
    return any(singular(word) != word for word in words[-2:])


def with_tails(questions: Sequence[str]) -> list[str]:
    """A question that says of nothing what it asks takes the tail of its neighbour: "What is the price and who is the
    maker of pump P-7?" asks for both of pump P-7."""
    tails = [found["tail"] if (found := _TAIL.search(one)) else "" for one in questions]
    shared = next(filter(None, tails), "")
    return [f"{one.rstrip('? ')} {shared}?" if shared and _is_bare(one) else one for one in questions]


def _leaning(question: str, before: Sequence[str]) -> re.Match[str] | None:
    """What in a question stands for a thing of those before it."""
    if not before:
        return None
    same = _SAME.search(question)
    if same and any(same["noun"].lower() in one.lower().split() for one in before):
        return same
    found = _OWNED.search(question) or _PRONOUN.search(question)
    return found if found and not _OWN_THING.search(question[1 : found.start()]) else None


def _resolved(question: str, leaning: re.Match[str], thing: str) -> str:
    """The question with the thing in place of what stands for it: "its price" becomes "the price of the thing"."""
    owned = leaning.groupdict().get("thing")
    return question.replace(leaning[0], f"the {owned} of {thing}" if owned else thing, 1)


def _thing(question: str) -> str:
    """What a question is about: the thing its tail names, else the last thing named."""
    tail = _TAIL.search(question)
    if tail:
        return tail["tail"].partition(" ")[2]
    named = _NAMED.findall(question.rstrip("?"))
    about = next(filter(None, (pattern.search(question) for pattern in _ABOUTS)), None)
    return named[-1] if named else about["thing"] if about else ""


def _is_bare(question: str) -> bool:
    says = (_WITH_PLACE, _NAMED, _OWNED, _PRONOUN)
    return len(question.split()) <= 7 and not any(pattern.search(question.rstrip("?")) for pattern in says)
