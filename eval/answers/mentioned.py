"""Finds the known items that the sentences of a text name, and the unknown items listed with them.

Used if the text contains no list. Items match as whole words and stems: "Passports have to be shown" names "passport".
Denied items do not count. Other text in the same enumeration, joined by commas and "and", is a wrong item. A sentence
without a known item says nothing about the list.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragatta.eval.answers.patterns import any_of
from ragatta.eval.answers.plain import sentences
from ragatta.eval.answers.stance import TAKES_BACK
from ragatta.eval.answers.stems import stem
from ragatta.eval.matching.numbers import numbers, only_number
from ragatta.eval.matching.phrases import touches
from ragatta.pipeline.text.calendar import named
from ragatta.pipeline.text.words import terms

_WORD = re.compile(r"[^\W_]+")
_CLAUSE = re.compile(r";\s|,?\s+(?:but|while|whereas|although|however)\s+(?!also)", re.IGNORECASE)
_SEPARATOR = re.compile(
    r"\s*[,;]\s*(?:and\s|or\s|nor\s|plus\s)?\s*|\s+(?:and|or|nor|plus|as well as|along with)\s+", re.IGNORECASE
)
_DENIES = any_of(
    r"not(?! only)", r"\w+n['’]t", r"none", r"never", r"no longer", r"neither", r"nor", r"without", r"except(?:ing)?",
    r"exclud(?:e|es|ed|ing)", r"apart from", r"other than", r"instead of", r"rather than", r"omit(?:s|ted)?", r"unlike",
    r"optional", r"possibly", r"perhaps", r"maybe", r"either", r"might", r"unclear",
)  # fmt: skip
_FORBIDS = any_of(r"forbid\w*", r"prohibit\w*", r"banned")
# What may follow an item without making it a longer one: "Norway signed", but "Roof Type Factor".
_ENDS = re.compile(
    r"\W*$|\s*[^\w\s&/-]|\s+(?:[-–—/&]\s|(?:is|are|was|were|be|has|have|had|must|may|should|shall|will|can|could|would|to"
    r"|into|in|on|at|by|for|from|with|without|of|after|before|when|where|who|which|that|as|because|since|if|under|over|per"
    r"|and|or|nor|do|does|did|but|while|plus|together|costs?|gets?|all|both|each|only|signed|\w{2,}ed)\b)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?:an?|the|her|his|their|its|our|your|my|who|which|where|when|that|also|then|in|on|at|by|for|from|with|of|under|per"
    r"|according|based|as|so|thus|if|because|since|to|not|yes|no|finally|first|second|respectively|all|both|each|only"
    r"|sorry|well|actually|however|here|there|\w+ing|\w+ed)\b",
    re.IGNORECASE,
)
_DENIED_ON = re.compile(
    r"(?:(?:did|does|do|was|were|is|are|has|have|had|would|will|can|could)(?:n['’]t| not)|not|never)\b"
)
_OF_A_PLACE = re.compile(r"\b(?:of|from|in|at|on|for|by|to|since|until)\s+(?:the\s+)?[A-Z0-9].*$")
# Words by which a further sentence lists more: "The factors are also fire, wind and hail".
_GOES_ON = any_of(
    r"(?:is|are|was|were|has|have|do|does) also", r"also (?:is|are|was|were|includ\w+|list\w*|cover\w*|nam\w+)"
)
NAME = 60  # characters in which the words before a name are looked for
LONG = 4  # words: a longer piece beside the items is a part of the sentence


@dataclass(frozen=True)
class _Mention:
    item: str
    start: int
    end: int


def mentioned(lines: Sequence[str], known: Sequence[str], expected: Sequence[str], question: str) -> list[str]:
    """The items that the lines name: known ones, spelled as in `known`, and the unknown ones beside them. Empty if a
    clause without items is closer to the question than every clause with items, because then it introduces the list."""
    every_sentence = [sentence for line in lines for sentence in sentences(line)]
    taken_back = max((at for at, one in enumerate(every_sentence) if at and TAKES_BACK.search(one)), default=0)
    forms = sorted(((form, item) for item in known if (form := _stems(item))), key=lambda pair: -len(pair[0]))
    asked, are_names = set(terms(question)), all(_is_name(item) for item in expected)
    denied = may_deny(question)
    found: list[str] = []
    closest = {True: 0, False: 0}  # to the question, of the clauses that name an item and of those that do not
    for clause in (clause for sentence in every_sentence[taken_back:] for clause in _clauses(sentence)):
        if _is_bare(clause, forms):  # items without a sentence around them: a list, whose other items count as well
            return []
        own = _items(clause, forms, are_names, denied)
        if not own and _GOES_ON.search(clause):
            return []
        closest[bool(own)] = max(closest[bool(own)], len(asked & set(terms(clause))))
        found += own
    return found if closest[True] >= closest[False] else []


def may_deny(question: str) -> bool:
    """Whether a question denies or forbids something itself, so that its answer may: "What may not be stored?"."""
    return bool(_DENIES.search(question) or _FORBIDS.search(question))


def passes_over(lines: Sequence[str], known: Sequence[str], expected: Sequence[str]) -> bool:
    """Whether something stands in an enumeration beside names and is not counted, because it is none: "Bern, Oslo,
    timber"."""
    if not all(map(_is_name, expected)):
        return False
    forms = sorted(((form, item) for item in known if (form := _stems(item))), key=lambda pair: -len(pair[0]))
    clauses = [clause for line in lines for sentence in sentences(line) for clause in _clauses(sentence)]
    return any(_items(clause, forms, are_names=False) != _items(clause, forms, are_names=True) for clause in clauses)


def _clauses(sentence: str) -> Iterator[str]:
    """The clauses of a sentence; a denial after "but" belongs to the clause before it: "Iceland came but did not
    sign"."""
    parts = _CLAUSE.split(sentence)
    for at, part in enumerate(parts):
        if _DENIED_ON.match(part):
            continue
        denied = at + 1 < len(parts) and _DENIED_ON.match(parts[at + 1])
        yield f"{part} but {parts[at + 1]}" if denied else part


def _is_bare(clause: str, forms: Sequence[tuple[tuple[str, ...], str]]) -> bool:
    """Whether a clause is just one known item."""
    mentions = list(_mentions(clause, forms))
    return len(mentions) == 1 and not _WORD.search(clause[: mentions[0].start] + clause[mentions[0].end :])


def _items(
    clause: str, forms: Sequence[tuple[tuple[str, ...], str]], are_names: bool, is_asked: bool = False
) -> list[str]:
    mentions = sorted(_mentions(clause, forms), key=lambda one: one.start)
    around = (clause[: mentions[0].start], clause[mentions[-1].end :]) if mentions else ()
    if not mentions or (not is_asked and any(map(_DENIES.search, around))):
        return []
    beside = (_OF_A_PLACE.sub("", piece) for piece in _beside(clause, mentions))
    return [one.item for one in mentions] + [piece for piece in beside if _is_item(piece, are_names)]


def _is_item(piece: str, are_names: bool) -> bool:
    if are_names:
        return _is_name(piece)
    return not _ASIDE.match(piece) and len(piece.split()) <= LONG


def _beside(clause: str, mentions: Sequence[_Mention]) -> Iterator[str]:
    """The pieces of the enumeration without a known item: between the items, before the first and after the last."""
    start, cuts, places = 0, [], [(one.start, one.end) for one in mentions]
    for separator in _SEPARATOR.finditer(clause):
        if not touches(separator.span(), places):
            cuts.append((start, separator.start()))
            start = separator.end()
    cuts.append((start, len(clause)))
    begins = [begin for begin, _ in cuts]
    holding = {bisect_right(begins, one.start) - 1 for one in mentions}
    first = min(holding)
    for at, (begin, end) in enumerate(cuts):
        piece = clause[begin:end].strip(" \t.!?:\"'()[]")
        if at not in holding and piece and at >= first - 1:
            yield piece


def _mentions(clause: str, forms: Sequence[tuple[tuple[str, ...], str]]) -> Iterator[_Mention]:
    words = [(stem(named(word[0]).casefold()), word.start(), word.end()) for word in _WORD.finditer(clause)]
    taken: set[int] = set()
    for form, item in forms:
        if number := only_number(item):
            yield from (_Mention(item, *one.span) for one in numbers(clause) if one.same(number))
            continue
        for at in range(len(words) - len(form) + 1):
            places = range(at, at + len(form))
            if taken & set(places) or tuple(word for word, _, _ in words[at : at + len(form)]) != form:
                continue
            start, end = words[at][1], words[places[-1]][2]
            if _ENDS.match(clause, end) and not _is_longer(clause[max(0, start - NAME) : start], clause[start:end]):
                taken |= set(places)
                yield _Mention(item, start, end)


def _is_longer(before: str, name: str) -> bool:
    """Whether a name continues to the left: "Flat Roof Type"."""
    last = re.search(r"(?:^|\s)([A-Z][\w'’-]*)[ -]$", before)
    return bool(last) and _is_name(name) and bool(before[: last.start() if last else 0].strip())


def _stems(item: str) -> tuple[str, ...]:
    words = [word.casefold() for word in _WORD.findall(item)]
    return tuple(map(stem, words[1:] if len(words) > 1 and words[0] in ("a", "an", "the") else words))


def _is_name(text: str) -> bool:
    """Whether a word of the text begins with a capital letter or contains a digit."""
    return any(word[0].isupper() or any(map(str.isdigit, word)) for word in _WORD.findall(text))
