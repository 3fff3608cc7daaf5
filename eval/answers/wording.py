"""Measures by words how much of an expected text an answer contains.

Words that are in the question weigh less, figures more. A short
expected text is a phrase: the answer must contain all of it and not deny it. The words of a longer one decide only
weakly: see `is_weak`. Shared words are the ROUGE-1 recall of Lin 2004, weighted.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from math import fsum

from ragatta.eval.answers.figures import asks_for_date
from ragatta.eval.answers.plain import plain_lines, sentences
from ragatta.eval.answers.stance import ANSWERS, GUESSES, NEGATION, TAKES_BACK, declines
from ragatta.eval.answers.worded import in_digits
from ragatta.eval.answers.yes_no import yes_or_no
from ragatta.eval.matching.keywords import keywords, stem
from ragatta.eval.matching.normalise import key, normalise
from ragatta.pipeline.text.calendar import in_one_form
from ragatta.pipeline.text.scripts import RUN, units

# The weight of a word beside 1: one that the question says too, a year, a name, a figure, a yes, no or not.
ASKED, YEAR, NAME, FIGURE, POLARITY = 0.3, 0.3, 2.0, 3.0, 2.0
JOINED = 6  # letters: a name of so many is the same written apart: "Tarn Beck", "Tarnbeck"
SENTENCE = 5  # words: a longer phrase is a sentence
CLOSER = 0.3  # by this share of the question's words another sentence is closer to it
PHRASE = 3  # words: an expected text that adds no more to the question is a phrase
FULL, NONE = 0.8, 0.1  # shares of a longer text that get full marks, and none
LENGTH = 300  # words that an answer may have beyond ten times the expected text's: a longer one is a dump
NOT = "not"  # every word of denial

_YEAR = re.compile(r"(?:19|20)\d\d")
_CURRENCY = re.compile(r"[$€£¥₹]")
_NAMED = re.compile(r"(?<![.!?:]\s)(?<!^)(?<!\n)\b[A-Z][\w&]*")
_LEAVES_OUT = re.compile(r"\b(?:except|exclu|prohibit|forbid|ineligible|unless)\w*", re.IGNORECASE)
_IS_NOT = re.compile(r"\b(?:is|are|was|were|do|does|did)(?: not|n['’]t)\b", re.IGNORECASE)
_SHORT_ITEM = r"[\w-]+(?:\s[\w-]+){0,2}"
_LISTED_BEFORE = re.compile(rf"(?<![\w-]){_SHORT_ITEM},\s+{_SHORT_ITEM},?\s+(?:and|or)\s+(?:the\s+)?$", re.IGNORECASE)
_LISTED_BEHIND = re.compile(rf",\s+{_SHORT_ITEM}(?:,\s+{_SHORT_ITEM})*,?\s+(?:and|or)\s", re.IGNORECASE)
_BEFORE_IT, _BEHIND_IT = re.compile(rf"(?<![\w-]){_SHORT_ITEM},\s+$"), re.compile(r",?\s+(?:and|or)\s|,\s+\w")
_REJECTED = re.compile(r"\b(?:ruled out|rejected|dismissed|discarded|excluded)\b", re.IGNORECASE)
_OR_ANOTHER = re.compile(r"\W*\s+or\s+\w", re.IGNORECASE)
_NAME = re.compile(r"(?<!^)(?<![.!?]\s)\b[A-Z][\w&.-]*(?:\s+[A-Z][\w&.-]*)*|^[A-Z][\w&.-]*(?:\s+[A-Z][\w&.-]*)+")
# Letters that an apostrophe leaves, and titles, which are written in many ways or left out.
_SILENT = {*"st", "mr", "mrs", "ms", "dr", "prof", "professor", "cllr", "councillor", "sir", "dame", "rev", "hon"}
_HAS_DIGIT = re.compile(r"\d")


def said_share(right: str, text: str, question: str) -> float:
    """The share of `right` that the text says, in [0, 1]."""
    stated = [sentence for line in plain_lines(text) for sentence in sentences(line.text)]
    stated = stated[max((at for at, one in enumerate(stated) if at and TAKES_BACK.search(one)), default=0) :]
    stated = [_spelt_as(right, sentence) for sentence in stated]
    if not stated:
        return 0.0
    share = _share(right, stated, question) if is_weak(right, question) else _phrase_share(right, stated, question)
    return share * _brevity(right, stated)


def turned(right: str, text: str, question: str) -> str:
    """How the text turns an expected phrase whose words it has: "denied", "guessed", "one of many", or "another is
    closer" to the question; "" if it does not, or has not all of its words."""
    every = [_spelt_as(right, sentence) for line in plain_lines(text) for sentence in sentences(line.text)]
    telling = telling_words(right, question)
    stating = [one for one in every if _says(one, telling, right)]
    reasons = [_denies(sentence, right, question) for sentence in stating]
    if not stating or is_weak(right, question):
        return ""
    stated = [sentence for sentence, reason in zip(stating, reasons, strict=True) if not reason]
    return reasons[0] if not stated else "another is closer" if _answered_otherwise(stated, every, question) else ""


def wavers(text: str, question: str) -> bool:
    """Whether the text declines to answer, guesses, or takes something back."""
    return declines(text, question) or any(cue.search(text) for cue in (GUESSES, TAKES_BACK))


def says_nothing_of(right: str, text: str, question: str) -> bool:
    """Whether the text has none of the words that tell the expected text from others."""
    return not telling_words(right, question) & content_words(text)


def names_another(right: str, text: str, question: str) -> bool:
    """Whether the expected phrase has a year or a currency, and the text others alone: "October 2024" for 2025."""
    if is_weak(right, question):
        return False
    wanted, given = ({word for word in content_words(one) if _YEAR.fullmatch(word)} for one in (right, text))
    signs, others = (set(_CURRENCY.findall(one)) for one in (right, text))
    years_differ = wanted - content_words(question) and given and not wanted & given
    return bool(years_differ or (signs and others and not signs & others))


def _spelt_as(right: str, sentence: str) -> str:
    """The sentence with the expected name's acronym written out, and compounds split as in the name."""
    names = re.findall(r"\b[A-Z][\w'’]*", right)
    acronym = "".join(name[0] for name in names)
    if len(acronym) > 1 and len(names) >= len(re.findall(r"\b\w{4,}", right)):
        sentence = re.sub(rf"\b{acronym}\b|\b{re.escape('.'.join(acronym))}\.", lambda _: right, sentence)
    joined = re.sub(r"\W", "", right)
    if len(joined) >= JOINED and joined.isalpha():
        sentence = re.sub(r"[ -]?".join(map(re.escape, joined)), lambda _: right, sentence, flags=re.IGNORECASE)
    return sentence


def is_weak(right: str, question: str) -> bool:
    """Whether words alone decide weakly, because an expected text longer than a phrase can be worded otherwise."""
    return sum(0.5 if RUN.fullmatch(word) and len(word) == 1 else 1 for word in _added(right, question)) > PHRASE


def _share(right: str, stated: list[str], question: str) -> float:
    weights, words = _weights(right, question), content_words("\n".join(stated))
    if not (whole := fsum(weights.values())):  # no word tells it from another text
        return float(bool(normalise(right)) and normalise(right) in normalise("\n".join(stated)))
    if weights.keys() & {"yes", "no"} and (polarity := yes_or_no("\n".join(stated), question)):
        words = words | {polarity}
    share = fsum(weight for word, weight in weights.items() if word in words) / whole
    return min(1.0, max(0.0, (share - NONE) / (FULL - NONE)))


def _phrase_share(right: str, every: list[str], question: str) -> float:
    """1 if a sentence (or the whole text) has the phrase's distinctive words and does not deny it, list it among
    others, or say it about something else."""
    telling = telling_words(right, question)
    answers = [sentence for sentence in every if ANSWERS.search(sentence)]
    if stating := [one for one in answers or every if _says(one, telling, right)]:
        stated = [sentence for sentence in stating if not _denies(sentence, right, question)]
        return float(bool(stated) and not _answered_otherwise(stated, every, question))
    if not answers and _says("\n".join(every), telling, right):
        return 1.0
    return _share(right, every, question) / 2


def _says(text: str, telling: frozenset[str], right: str) -> bool:
    """Whether a text has all distinctive words."""
    return telling <= content_words(text) and (not RUN.search(right) or key(right) in normalise(text))


def telling_words(right: str, question: str) -> frozenset[str]:
    """The distinctive words of a phrase: those that are not in the question; for a whole sentence only its figures and
    names, if it has any."""
    weights, added = _weights(right, question), _added(right, question)
    if len(right.split()) > SENTENCE:
        return frozenset(word for word in added if weights[word] > 1) or added
    return added | {word for word in weights if _YEAR.fullmatch(word) and asks_for_date(question)}


def _answered_otherwise(stated: list[str], every: list[str], question: str) -> bool:
    """Whether another sentence is closer to the question and has a name of its own."""
    asked = content_words(question)

    def closeness(sentence: str) -> float:
        return len(asked & content_words(sentence)) / max(1, len(asked))

    own = max(map(closeness, stated))
    names = (
        name
        for other in every
        if other not in stated and closeness(other) > own + CLOSER
        for name in _NAME.findall(other)
    )
    return any(not content_words(name) <= asked for name in names)


def _denies(sentence: str, right: str, question: str) -> str:
    """How a sentence denies the words, or names them beside others without a choice; "" if it does neither."""
    folded, phrase = sentence.casefold(), right.casefold()
    places = [match.start() for match in re.finditer(re.escape(phrase), folded)]
    first = min((at for word in phrase.split() if (at := folded.find(word)) >= 0), default=0)
    found = [_denied_at(sentence, at, right, question) for at in places or [first]]
    return found[0] if all(found) else ""


def _denied_at(sentence: str, at: int, right: str, question: str) -> str:
    clause = re.split(r"[,;:]\s|\bbut\b", sentence[:at])[-1]
    behind = re.split(r"[,;:]\s|\bbut\b|\s\(", sentence[at:])[0]
    if GUESSES.search(clause) or _OR_ANOTHER.match(sentence[at + len(right) :]):
        return "guessed"
    if _is_one_of_many(sentence, at, right):
        return "one of many"
    if NEGATION.search(right) or NEGATION.search(question) or _LEAVES_OUT.search(question):
        return ""
    rejected = _REJECTED.search(sentence[at:])
    denied = NEGATION.search(clause) or _IS_NOT.search(behind) or rejected
    return "denied" if denied else ""


def _is_one_of_many(sentence: str, at: int, right: str) -> bool:
    """Whether the sentence lists the phrase among three or more: "debug, info, warning and error"."""
    if re.search(r",|\band\b", right):
        return False
    before, behind = sentence[:at], sentence[at + len(right) :]
    if re.search(r"\b(?:is|was|are|were)\s*$", before):
        return False
    return bool(
        _LISTED_BEFORE.search(before)
        or _LISTED_BEHIND.match(behind)
        or (_BEFORE_IT.search(before) and _BEHIND_IT.match(behind))
    )


def _brevity(right: str, stated: list[str]) -> float:
    allowed = LENGTH + 10 * units(right)
    return min(1.0, allowed / max(1, sum(map(units, stated))))


@lru_cache(maxsize=4096)
def content_words(text: str) -> frozenset[str]:
    words = {stem(word) for word in keywords(in_digits(in_one_form(_unaccented(text)))) if word not in _SILENT}
    return frozenset(words | {NOT} if NEGATION.search(text) else words)


def _unaccented(text: str) -> str:
    """ "Jean-François" as "Jean-Francois"."""
    if text.isascii():
        return text
    return "".join(one for one in unicodedata.normalize("NFD", text) if not unicodedata.combining(one))


@lru_cache(maxsize=1024)
def _added(right: str, question: str) -> frozenset[str]:
    """The part of the expected text that is not in the question, without years; all of it if nothing is left."""
    added = {word for word in content_words(right) - content_words(question) if not _YEAR.fullmatch(word)}
    return frozenset(added or content_words(right))


@lru_cache(maxsize=1024)
def _weights(right: str, question: str) -> dict[str, float]:
    added = _added(right, question)
    names = {stem(word) for name in _NAMED.findall(right) for word in keywords(name)}

    def weight(word: str) -> float:
        if word in (NOT, "yes", "no"):
            return POLARITY
        if _YEAR.fullmatch(word):
            return YEAR
        if word not in added:
            return ASKED
        return FIGURE if _HAS_DIGIT.search(word) else NAME if word in names else 1.0

    return {word: weight(word) for word in content_words(right)}
