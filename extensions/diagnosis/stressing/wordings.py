"""Other words for a question by rules: typing errors, keywords, another order, synonyms. A rule that has nothing to
change leaves the question as it is; the last two are of English."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

from ragatta.pipeline.text import languages
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.text.words import STOP

SHARE = 4  # one of so many words gets a typing error, at least one
SYNONYMS = {
    "allowed": "permitted", "annual": "yearly", "approximately": "roughly", "begin": "start", "buy": "purchase",
    "calculate": "work out", "compute": "work out", "decrease": "fall", "describe": "explain", "fee": "charge",
    "how many": "what number of", "how much": "what amount", "increase": "rise", "largest": "biggest",
    "located": "situated", "maximum": "highest", "minimum": "lowest", "obtain": "get", "perform": "carry out",
    "permitted": "allowed", "provide": "give", "purchase": "buy", "receive": "get", "required": "needed",
    "start": "begin", "type": "kind", "types": "kinds",
}  # fmt: skip
_SYNONYM = re.compile(rf"\b(?:{'|'.join(sorted(SYNONYMS, key=len, reverse=True))})\b", re.IGNORECASE)
_PLAIN = re.compile(r"(?<![^\W_])[a-zà-öø-ÿ]{5,}(?![^\W_])")  # no name, and nothing with digits
_WORD = re.compile(r"[^\s?!]+")
_ASKS = r"(?:what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|can|give|list|name|find|calculate)"
_TAIL = re.compile(
    rf"(?P<asks>{_ASKS}\b[^,]+) "
    r"(?P<tail>(?:in|at|for|during|on|from|under|with|within|as of) (?:[^\s,?.]+ ?){1,8})(?P<end>[?.]?)",
    re.IGNORECASE,
)


def typos(question: str, language: str = ENGLISH) -> str:  # noqa: ARG001 - rules are called alike
    """Two letters swapped, one left out, or one typed twice, within words of five letters and more."""
    words = [*_PLAIN.finditer(question)]
    drawn = [_drawn(question, word.start()) for word in words]
    wrong = [word for word, number in zip(words, drawn, strict=True) if number % SHARE == 0] or words[:1]
    for word in reversed(wrong):
        question = question[: word.start()] + _mistyped(word[0], _drawn(question, word.end())) + question[word.end() :]
    return question


def keywords(question: str, language: str = ENGLISH) -> str:
    """As it is typed into a search box: without function words, in the same order."""
    left_out = STOP if language == ENGLISH else languages.language(language).stop_words
    words = _WORD.findall(question)
    kept = [word.rstrip(".,;:") for word in words if word.lower().strip(".,;:") not in left_out]
    return " ".join(kept) if len(kept) > 1 else question


def order(question: str, language: str = ENGLISH) -> str:
    """What stands behind the last preposition comes first: "For the year 2016, what was the fee?"."""
    found = _TAIL.fullmatch(question.strip()) if language == ENGLISH else None
    if not found:
        return question
    asks, tail = found["asks"], found["tail"].strip()
    return f"{tail[0].upper()}{tail[1:]}, {asks[0].lower()}{asks[1:]}{found['end']}"


def synonyms(question: str, language: str = ENGLISH) -> str:
    """Words that mean the same in nearly every question (SYNONYMS)."""
    if language != ENGLISH:
        return question

    def other(found: re.Match[str]) -> str:
        word = SYNONYMS[found[0].lower()]
        return word.capitalize() if found[0][0].isupper() else word

    return _SYNONYM.sub(other, question)


RULES: dict[str, Callable[[str, str], str]] = {
    "typos": typos, "keywords": keywords, "order": order, "synonyms": synonyms,
}  # fmt: skip


def _mistyped(word: str, drawn: int) -> str:
    at = 1 + drawn % (len(word) - 3)  # neither the first nor the last letter
    kinds = (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
    )
    changed = kinds[drawn // 7 % 3]
    return changed if changed != word else kinds[1]


def _drawn(text: str, at: int) -> int:
    """A number that the text decides."""
    return int.from_bytes(sha256(f"{at}:{text}".encode()).digest()[:4])
