"""Measures by words how much of an expected text an answer contains.

Words that are in the question weigh less, figures more. A short
expected text is a phrase: the answer must contain all of it and not deny it. The words of a longer one decide only
weakly: see `is_weak`. Shared words are the ROUGE-1 recall of Lin 2004, weighted.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from math import fsum

from ragatta.eval.answers.figures import asks_for_date
from ragatta.eval.answers.plain import plain_sentences
from ragatta.eval.answers.stance import ANSWERS, GUESSES, NEGATION, TAKES_BACK, any_of, declines
from ragatta.eval.answers.turning import is_multiplied, limits_otherwise, swaps
from ragatta.eval.answers.worded import in_digits
from ragatta.eval.answers.yes_no import yes_or_no
from ragatta.eval.matching.keywords import keywords, stem
from ragatta.eval.matching.normalise import key, normalise
from ragatta.eval.matching.numbers import numbers
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

# What denies the words behind it, and the words before it.
_DENIED = any_of(
    r"not", r"\w+n['’]t", r"never", r"no", r"none", r"neither", r"nor", r"cannot", r"without", r"nothing", r"nobody",
    r"hardly", r"barely", r"except", r"other than", r"false", r"myth", r"allegedly", r"supposedly",
    r"(?:any|every)\w+ but",
)  # fmt: skip
_YEAR = re.compile(r"(?:19|20)\d\d")
_NAMED = re.compile(r"(?<![.!?:]\s)(?<!^)(?<!\n)\b[A-Z][\w&]*")
_LEAVES_OUT = re.compile(r"\b(?:except|exclu|prohibit|forbid|ineligible|unless)\w*", re.IGNORECASE)
_IS_NOT = re.compile(r"\b(?:is|are|was|were|do|does|did)(?: not|n['’]t)\b", re.IGNORECASE)
_SHORT_ITEM = r"[\w-]+(?:\s[\w-]+){0,2}"
_LISTED_BEFORE = re.compile(rf"(?<![\w-]){_SHORT_ITEM},\s+{_SHORT_ITEM},?\s+(?:and|or)\s+(?:the\s+)?$", re.IGNORECASE)
_LISTED_BEHIND = re.compile(rf",\s+{_SHORT_ITEM}(?:,\s+{_SHORT_ITEM})*,?\s+(?:and|or)\s", re.IGNORECASE)
_BOTH = re.compile(r"\bboth\s+(?:\w+\s+)?$", re.IGNORECASE)
_CONTRAST = re.compile(r"[,;]?\s+(?:but|whereas)\s+", re.IGNORECASE)
_BEFORE_IT, _BEHIND_IT = re.compile(rf"(?<![\w-]){_SHORT_ITEM},\s+$"), re.compile(r",?\s+(?:and|or)\s|,\s+\w")
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_REJECTED = re.compile(
    r"\b(?:ruled out|rejected|dismissed|discarded|excluded|false|untrue|a myth|disproved|refuted)\b", re.IGNORECASE
)
_BUT_NOT = re.compile(r"(?:,|\bbut|\band)\s+(?:is |was )?not\s+((?:\w+\s*){1,4})", re.IGNORECASE)
_OR_ANOTHER = re.compile(r"\W*\s+or\s+\w", re.IGNORECASE)
_NAME = re.compile(r"(?<!^)(?<![.!?]\s)\b[A-Z][\w&.-]*(?:\s+[A-Z][\w&.-]*)*|^[A-Z][\w&.-]*(?:\s+[A-Z][\w&.-]*)+")
# Letters that an apostrophe leaves, and titles, which are written in many ways or left out.
_SILENT = {*"st", "mr", "mrs", "ms", "dr", "prof", "professor", "cllr", "councillor", "sir", "dame", "rev", "hon"}
_HAS_DIGIT = re.compile(r"\d")


def said_share(right: str, text: str, question: str) -> float:
    """The share of `right` that the text says, in [0, 1]."""
    stated = plain_sentences(text)
    stated = stated[max((at for at, one in enumerate(stated) if at and TAKES_BACK.search(one)), default=0) :]
    stated = [_spelt_as(right, sentence) for sentence in stated]
    if not stated:
        return 0.0
    if not is_weak(right, question):
        share = _phrase_share(right, stated, question)
    else:
        share = 0.0 if turned(right, text, question) else _share(right, stated, question)
    return share * _brevity(right, stated)


def turned(right: str, text: str, question: str) -> str:
    """How the text turns an expected text whose words it has: "denied", "guessed", "multiplied", "limited otherwise",
    "swapped", "one of many", or "another is closer" to the question; "" if it does not, or has not all of its words."""
    every = [_spelt_as(right, sentence) for sentence in plain_sentences(text)]
    telling = telling_words(right, question)
    if is_weak(right, question):
        found = (
            _denies(one, right, question) for one in every if len(telling & content_words(one)) >= FULL * len(telling)
        )
        return next(filter(None, found), "")
    stating = [one for one in every if _says(one, telling, right)]
    reasons = [_denies(sentence, right, question) for sentence in stating]
    if not stating:
        return ""
    stated = [sentence for sentence, reason in zip(stating, reasons, strict=True) if not reason]
    return (
        reasons[0] if not stated else "another is closer" if _answered_otherwise(right, stated, every, question) else ""
    )


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
    signs, others = ({one.currency for one in numbers(in_digits(part))} - {""} for part in (right, text))
    years_differ = wanted - content_words(question) and given and not wanted & given
    return bool(years_differ or (signs and others and not signs & others))


def _spelt_as(right: str, sentence: str) -> str:
    """The sentence with the expected name's acronym written out, and compounds split as in the name."""
    names, joined = _names_and_letters(right)
    acronym = "".join(name[0] for name in names)
    # A pattern takes long to make, so that each is made only where it may be found.
    if len(acronym) > 1 and (acronym in sentence or ".".join(acronym) in sentence):
        sentence = re.sub(rf"\b{acronym}\b|\b{re.escape('.'.join(acronym))}\.", lambda _: right, sentence)
    if joined and joined.lower() in sentence.lower().replace(" ", "").replace("-", ""):
        sentence = re.sub(r"[ -]?".join(joined), lambda _: right, sentence, flags=re.IGNORECASE)
    return sentence


@lru_cache(maxsize=1024)
def _names_and_letters(right: str) -> tuple[list[str], str]:
    """Its capitalised words, none where many others are long; its letters in a row, "" if they are few."""
    names, joined = re.findall(r"\b[A-Z][\w'’]*", right), re.sub(r"\W", "", right)
    if len(names) < len(re.findall(r"\b\w{4,}", right)):
        names = []
    return names, joined if len(joined) >= JOINED and joined.isalpha() else ""


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
        return float(bool(stated) and not _answered_otherwise(right, stated, every, question))
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


def _answered_otherwise(right: str, stated: list[str], every: list[str], question: str) -> bool:
    """Whether another sentence is closer to the question and has a name of its own, or the other side of a contrast
    with other words: "The porch has slate, but the roof has tiles."."""
    asked, telling = content_words(question), telling_words(right, question)

    def closeness(sentence: str) -> float:
        return len(asked & content_words(sentence)) / max(1, len(asked))

    sides = [side for one in stated if _CONTRAST.search(one) for side in _CONTRAST.split(one)]
    sides += [side for pair in pairwise(every) if pair[0].endswith(";") for side in pair]
    others = [one for one in sides if not telling & content_words(one)]
    own = max(map(closeness, [one for one in sides if one not in others] or stated))
    names = (
        name
        for other in every
        if other not in stated and closeness(other) > own + CLOSER
        for name in _NAME.findall(other)
    )
    contrasted = (one for one in others if closeness(one) > own + CLOSER)
    return any(not content_words(words) <= asked for words in (*names, *contrasted))


def _denies(sentence: str, right: str, question: str) -> str:
    """How a sentence denies the words, gives them another meaning, or names them beside others without a choice; "" if
    it does nothing of it."""
    if limits_otherwise(right, sentence):
        return "limited otherwise"
    if swaps(right, sentence, question):
        return "swapped"
    folded, phrase = sentence.casefold(), right.casefold()
    places = [match.start() for match in re.finditer(re.escape(phrase), folded)]
    first = min((at for word in phrase.split() if (at := folded.find(word)) >= 0), default=0)
    found = [_denied_at(sentence, at, right, question) for at in places or [first]]
    return found[0] if all(found) else ""


def _denied_at(sentence: str, at: int, right: str, question: str) -> str:
    clause = _QUOTED.sub("", re.split(r"[,;:]\s|(?<!one)(?<!thing)(?<!body) but\b", sentence[:at])[-1])
    behind = re.split(r"[,;:]\s|\bbut\b|\s\(", sentence[at:])[0]
    if GUESSES.search(clause) or _OR_ANOTHER.match(sentence[at + len(right) :]):
        return "guessed"
    if _is_one_of_many(sentence, at, right):
        return "one of many"
    if is_multiplied(clause):
        return "multiplied"
    if NEGATION.search(right) or NEGATION.search(question) or _LEAVES_OUT.search(question):
        return ""
    rejected = _REJECTED.search(sentence[at:]) and not _REJECTED.search(right)
    denied = _DENIED.search(clause) or _IS_NOT.search(behind) or rejected
    return "denied" if denied else ""


def _is_one_of_many(sentence: str, at: int, right: str) -> bool:
    """Whether the sentence lists the phrase among three or more: "debug, info, warning and error"."""
    if re.search(r",|\band\b", right):
        return False
    before, behind = sentence[:at], sentence[at + len(right) :]
    if re.search(r"\b(?:is|was|are|were)\s*$", before):
        return False
    return bool(
        _BOTH.search(before)
        or _LISTED_BEFORE.search(before)
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
