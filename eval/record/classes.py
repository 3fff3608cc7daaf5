"""The class of an answer: the rule that judged it, what the rule said, and a few general signals.

Answers of one class share one record (eval/record/table.py). The signals are what can be said of any answer to any
question: how long it is, how much of the expected text it has and whether literally, whether it declines, hedges or
denies, and whether it names other candidates. They use no words of any dataset.
"""

from __future__ import annotations

import re

from ragatta.eval.answers.periods import read_periods
from ragatta.eval.answers.plain import plain_sentences
from ragatta.eval.answers.stance import GUESSES, NEGATION, TAKES_BACK, declines, sentence_declines
from ragatta.eval.answers.status import is_read_from_words
from ragatta.eval.answers.units import unit_of
from ragatta.eval.answers.worded import range_of
from ragatta.eval.answers.wording import content_words, telling_words, turned
from ragatta.eval.final import accepted, right_numbers
from ragatta.eval.matching.normalise import normalise
from ragatta.eval.matching.numbers import Number, is_whole
from ragatta.eval.verdict import OUTCOMES, TEXT, Verdict
from ragatta.pipeline.text.scripts import units
from ragatta.pipeline.types import Answer, Question

SIDE = 0.5  # a score from here on says "right"
WORDS = (4, 15, 40)  # the most that an answer of the first, second and third length has
SHARES = (1 / 3, 2 / 3)  # of the telling words, which part few from some and some from most
PART = 4  # letters that two words share at least if one is a part or a form of the other
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)(?<!\n)\b[A-Z][\w'’&-]*")
_FIGURE = re.compile(r"\d")
_WORD = re.compile(r"[^\W_]+")


def side(score: float) -> str:
    """What a score says: "right" or "wrong"."""
    return "right" if score >= SIDE else "wrong"


def class_of(question: Question, answer: Answer, found: Verdict) -> str:
    """The class of an answer that a rule judged, both as the scorers read them; "" where none is recorded: lists,
    questions of several parts, and outcomes that the author of the answer names."""
    question, answer = read_periods(question, answer)
    if found.rule == "outcome":
        named = question.kind in OUTCOMES or not is_read_from_words(answer)
        return "" if named else f"{TEXT if question.kind == 'text' else 'outcome: '}{_declining(question, answer)}"
    if found.rule in ("phrase", "words"):
        return f"{TEXT}{_text(question, answer, found)}"
    if found.rule.startswith("number"):
        return f"{found.rule}, {_why(found)}, {_gold_of(question)}"
    return f"{found.rule}: {side(found.score)}, {_why(found)}" if found.rule in ("date", "yes or no") else ""


def _why(found: Verdict) -> str:
    return found.undecided or "decided"


def _text(question: Question, answer: Answer, found: Verdict) -> str:
    text = _said(answer)
    if declines(text, question.question):
        return _declining(question, answer)
    signals = [found.rule, side(found.score), _why(found), _length(text), _stance(question, text)]
    if side(found.score) == "right":
        return ", ".join([*signals, _literal(question, text), _rivals(question, text)])
    turned_how = _turned(question, text) if found.undecided else ""
    return ", ".join([*signals, turned_how or _shared(question, text), _gold_of(question)])


def _turned(question: Question, text: str) -> str:
    """How the text turns the expected answers that it has the words of; "" if it does not."""
    return next((how for right in accepted(question) if (how := turned(right, text, question.question))), "")


def _said(answer: Answer) -> str:
    return "\n".join(one for one in (answer.value, answer.text, ", ".join(answer.items)) if one)


def _declining(question: Question, answer: Answer) -> str:
    """Whether an answer that declines goes on to say something, and how much of the expected text it has."""
    text = _said(answer)
    goes_on = not all(sentence_declines(one, question.question) for one in plain_sentences(text))
    return f"declines{' and goes on' if goes_on else ''}, {_shared(question, text)}"


def _length(text: str) -> str:
    return next((f"up to {most} words" for most in WORDS if units(text) <= most), f"over {WORDS[-1]} words")


def _stance(question: Question, text: str) -> str:
    if TAKES_BACK.search(text):
        return "takes back"
    if GUESSES.search(text):
        return "hedged"
    own = any(NEGATION.search(one) for one in (question.question, *accepted(question)))
    return "plain" if own or not NEGATION.search(text) else "denial"


def _literal(question: Question, text: str) -> str:
    said = normalise(text)
    found = any(re.search(rf"(?<!\w){re.escape(normalise(right))}(?!\w)", said) for right in accepted(question))
    return "literal" if found else "scattered"


def _rivals(question: Question, text: str) -> str:
    """Whether the text has names or figures that neither the question nor an expected answer has."""
    known = {word.casefold() for one in (question.question, *accepted(question)) for word in _WORD.findall(one)}
    named = [word for name in _NAME.findall(text) for word in _WORD.findall(name)]
    figures = [word for word in _WORD.findall(text) if _FIGURE.search(word)]
    return "others named" if any(word.casefold() not in known for word in (*named, *figures)) else "alone"


def _shared(question: Question, text: str) -> str:
    """How many of the telling words of the closest expected answer the text has."""
    words = content_words(text)
    wanted = [telling_words(right, question.question) for right in accepted(question)]
    share = max((len(one & words) / len(one) for one in wanted if one), default=0.0)
    if share == 0:
        return "part of a word" if any(_has_part(one, words) for one in wanted) else "none"
    if words - content_words(question.question) <= frozenset().union(*wanted):
        return "nothing else"
    return "few" if share < SHARES[0] else "some" if share < SHARES[1] else "most"


def _has_part(wanted: frozenset[str], words: frozenset[str]) -> bool:
    return any(
        one[:PART] == other[:PART] or one in other or other in one
        for one in wanted
        for other in words
        if min(len(one), len(other)) >= PART
    )


def _gold_of(question: Question) -> str:
    """What the expected answer is: a range, year, measured figure or count, figures among words, a name or words."""
    rights = accepted(question)
    figures = [right for right in rights if _FIGURE.search(right)]
    if any(map(range_of, figures)):
        return "range"
    if any(_YEAR.fullmatch(right.strip()) for right in figures):
        return "year"
    if question.kind == "number":
        return "measured" if any(map(_is_measured, right_numbers(question))) else "count"
    if figures:
        return "figures"
    return "name" if all(word[:1].isupper() for word in rights[0].split() if len(word) >= PART) else "words"


def _is_measured(number: Number) -> bool:
    return bool(number.currency or number.percent or unit_of(number.unit) or not is_whole(number.figure))
