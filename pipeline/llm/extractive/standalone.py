"""Makes each of several questions understandable alone: what one says, the next may lean on."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLACE = r"(?:for|in|under|on|at|within|per|regarding|concerning|about|of|from|according to|as of|with)"
_INTRO = re.compile(
    rf"^(?P<intro>{_PLACE} [^?]*?), (?=(?:what|which|who|whose|when|where|why|how|to|up|by)\b)", re.IGNORECASE
)
# A thing named: "policy HO-1234", "the Theft form", "invoice 77 of May"
_NAME = (
    r"(?:(?:the |an? )?(?:[a-z]+ )?(?:[A-Z][\w’'-]*|[\w$#-]*\d[\w.,%/-]*\w|\d)(?: (?:[A-Z][\w’'-]*|[\w$#-]*\d[\w-]*))*)"
)
_TAIL = re.compile(rf" (?P<tail>(?:of|for|in|on|under|at|from|to|with) {_NAME}(?: (?:of|in|for|on|at) {_NAME})*)\??$")
_NAMED = re.compile(rf"(?<=\s){_NAME}")
_OWNED = re.compile(
    r"\b(?:its|their|his|her) (?P<thing>[\w-]+(?: [\w-]+){0,2})(?=\?|$| (?:is|are|was|were)\b)", re.IGNORECASE
)
_PRONOUN = re.compile(r"\b(?:it|they|them|this|that)(?=\?|$|,| (?!of\b))", re.IGNORECASE)
_SAME = re.compile(r"\b(?:that|this|the same|the said) (?P<noun>[a-z]+)\b", re.IGNORECASE)
_WITH_PLACE = re.compile(r" (?:of|for|in|on|under|at|from|to|with|by) ", re.IGNORECASE)


def standalone(questions: Sequence[str]) -> list[str] | None:
    """Each with what it takes from the others: an introduction, the thing that a pronoun stands for, the tail that
    names what all are about. None where a pronoun's thing cannot be told, so that the question is better left whole."""
    intro = _INTRO.match(questions[0])
    made: list[str] = []
    thing = ""
    for number, question in enumerate(questions):
        one = question.strip(" ,;")
        if intro and number and not _INTRO.match(one):
            one = f"{intro['intro']}, {one[:1].lower()}{one[1:]}"
        if number and not thing and _leans(one):
            return None
        one = _resolved(one, thing) if number else one
        thing = _thing(one) or thing
        made.append(one)
    return made if intro else _with_tails(made)


def _leans(question: str) -> bool:
    return bool(_OWNED.search(question) or _PRONOUN.search(question) or _SAME.search(question))


def _resolved(question: str, thing: str) -> str:
    """The question with the thing in place of its pronouns: "its price" becomes "the price of the thing"."""
    question = _OWNED.sub(lambda own: f"the {own['thing']} of {thing}", question)
    noun = _SAME.search(question)
    if noun and noun["noun"].lower() in thing.lower():
        question = _SAME.sub(thing, question, count=1)
    return _PRONOUN.sub(thing, question) if thing else question


def _thing(question: str) -> str:
    """What a question is about: the thing its tail names, else the last thing named."""
    tail = _TAIL.search(question)
    if tail:
        return tail["tail"].partition(" ")[2]
    named = _NAMED.findall(question.rstrip("?"))
    return named[-1] if named else ""


def _with_tails(questions: list[str]) -> list[str]:
    """A question that says of nothing what it asks takes the tail of its neighbour: "What is the price and who is the
    maker of pump P-7?" asks for both of pump P-7."""
    tails = [found["tail"] if (found := _TAIL.search(one)) else "" for one in questions]
    shared = next(filter(None, tails), "")
    return [f"{one.rstrip('? ')} {shared}?" if shared and _is_bare(one) else one for one in questions]


def _is_bare(question: str) -> bool:
    return not _WITH_PLACE.search(question) and not _NAMED.search(question.rstrip("?")) and len(question.split()) <= 7
