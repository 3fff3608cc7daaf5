"""Questions and answers of another language in the words and the notation that the scorers read.

The scorers know English: numbers such as 1,234.56, dates, yes and no, and some hundred function words that join, deny,
conclude or decline. In a text of another language these are replaced by their English forms, from the language's table
(pipeline/text/languages/), and all other words by their stems; expected answer and answer alike. English stays as it
is. Evidence is compared as it is printed, in any language. See extensions/languages/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from unicodedata import normalize

from ragatta.eval.matching.foreign import in_language, language_of
from ragatta.eval.matching.local_numbers import in_english_notation
from ragatta.pipeline.retrieval.analyser import stem
from ragatta.pipeline.text.languages import ENGLISH, Language, language
from ragatta.pipeline.types import Answer, Question

# Shortens what a text repeats without end: a run of blanks, dashes or dots says no more than its beginning.
#
# The patterns that read answers may look at a run once from each of its signs, which takes time with the square of its
# length. Letters and digits stay: a long number is another number.


KEPT = 60  # times that a sign, or a pair of signs, is repeated
_BLANKS = re.compile(rf"([^\S\n]{{{KEPT}}})[^\S\n]++")
_SIGNS = re.compile(rf"(([\W_]{{1,2}}?)\2{{{KEPT - 1}}})\2++")


def shortened(text: str) -> str:
    """The text with its longer runs cut to KEPT repeats; the same object where there are none."""
    return _SIGNS.sub(r"\1", _BLANKS.sub(r"\1", text)) if len(text) > KEPT else text


_MARKS = str.maketrans({"。": ". ", "．": ". ", "、": ", ", "，": ", ", "；": "; ", "：": ": ", "？": "? ", "！": "! "})
_BRACKETS = str.maketrans({"（": " (", "）": ") ", "「": '"', "」": '"', "『": '"', "』": '"', "《": '"', "》": '"'})
_BULLET = re.compile(r"^([^\S\n]*)[・●○◦■□◆※]\s*", re.MULTILINE)
_NUMBERED = re.compile(r"(?:(?<!\s)\s+)?(?:([①-⑳])|[(（]([0-9０-９]{1,2})[)）])\s*")
_PARTS = re.compile(r"^([^\S\n]*)[一二三四五六七八九十]{1,3}、\s*", re.MULTILINE)
_WORD = r"[^\W\d_]+"
_BEGINS = re.compile(r"(?:^|\n|[^\W\d][.!?:]|\d{3}\.|[!?:])[\s*_\"“„«»'(-]*$")  # what stands before a sentence


def read(question: Question, answer: Answer, stemmed: bool = True) -> tuple[Question, Answer]:
    """Both as the scorers read them, the answer without endless runs. The same objects for English, and for what is
    read already."""
    code, shorter = language_of(question), _said_answer(answer, shortened)
    answer = answer if shorter == answer else shorter
    if code == ENGLISH:
        return question, answer
    known = _items(question)

    def said(text: str) -> str:
        return _read(text, code, known, stemmed)

    def right(text: str) -> str:  # what begins no sentence has no capital letter for it
        return _uncapitalised(said(text)) if language(code).capitals else said(text)

    expected = question.expected
    return replace(
        in_language(question, ENGLISH),
        question=said(question.question),
        expected=tuple(map(right, expected)) if isinstance(expected, tuple) else right(expected),
        also_accepted=tuple(map(right, question.also_accepted)),
        sub_questions=tuple(map(said, question.sub_questions)),
        components=tuple(replace(part, match=said(part.match)) for part in question.components),
    ), _said_answer(answer, said)


@lru_cache(maxsize=8192)
def in_english(text: str, code: str, stemmed: bool = True) -> str:
    """A text of the language with that code as the scorers read it. Raises ValueError for an unknown language."""
    text = shortened(text)
    if code == ENGLISH:
        return text
    own = language(code)
    text = normalize("NFC", text) if own.spaced else _plain_marks(text)
    return _worded(in_english_notation(text, own), code, stemmed)


def _items(question: Question) -> tuple[str, ...]:
    """The known items of a list question, longest first."""
    if not isinstance(question.expected, tuple) or question.sub_questions:
        return ()
    return tuple(sorted({*question.expected, *question.also_accepted}, key=lambda item: (-len(item), item)))


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _said_answer(answer: Answer, wording: Callable[[str], str]) -> Answer:
    return replace(
        answer,
        text=wording(answer.text),
        value=wording(answer.value),
        items=tuple(map(wording, answer.items)),
        sub_answers=tuple(_said_answer(part, wording) for part in answer.sub_answers),
    )


@lru_cache(maxsize=8192)
def _read(text: str, code: str, known: tuple[str, ...], stemmed: bool) -> str:
    own, found = language(code), in_english(text, code, stemmed)
    if own.spaced or not known:
        return found
    items = "|".join(re.escape(item) for one in known if (item := in_english(one, code, stemmed).strip()))
    found = re.sub(rf"({items})\s?(?:{own.joins}|・)", r"\1, ", found)
    found = re.sub(rf"(?:{own.joins}|・)(?={items})", ", ", found)
    return re.sub(rf"({items})\s?(?:{own.ends})[^.,;\n]*(?=[.\n]|$)", r"\1", found)


def _plain_marks(text: str) -> str:
    """Full-width letters and digits, East Asian punctuation and bullets in their plain forms."""
    text = _in_lines(text)
    text = re.sub(r"(?<=[\d０-９])[，．](?=[\d０-９])", lambda match: normalize("NFKC", match[0]), text)
    text = normalize("NFKC", _BULLET.sub(r"\1- ", text.translate(_MARKS).translate(_BRACKETS)))
    return "\n".join(line.rstrip(" \t") for line in text.split("\n"))


def _in_lines(text: str) -> str:
    """What is numbered within a line, as ① and ② or (1) and (2), and 一、 before a line, as items of a list."""
    numbers = [normalize("NFKC", match[1] or match[2]) for match in _NUMBERED.finditer(text)]
    if len(numbers) > 1 and numbers == [str(number) for number in range(1, len(numbers) + 1)]:
        text = _NUMBERED.sub("\n- ", text)
    return _PARTS.sub(r"\1- ", text)


def _worded(text: str, code: str, stemmed: bool) -> str:
    own, (pattern, english) = language(code), _wording(code)

    def translated(match: re.Match[str]) -> str:
        if match.lastindex:
            word = english[match.lastindex - 1]
            if not own.spaced:
                return word if word.startswith(",") else f" {word} "
            word += " " * text[match.end() : match.end() + 1].isalpha()  # of "l'eau"
            return word[:1].upper() + word[1:] if match[0][:1].isupper() else word
        return _as_stem(match[0], own, stemmed, bool(_BEGINS.search(text[max(0, match.start() - 8) : match.start()])))

    found = pattern.sub(translated, text)
    return found if own.spaced else re.sub(r" ?,\s*(?=[,.])", "", found)


def _as_stem(word: str, own: Language, stemmed: bool, is_first: bool) -> str:
    if word[1:] != word[1:].lower():  # an acronym or a name of its own spelling
        return word
    found = stem(own.stemmer, word.lower()) if stemmed and own.stemmer and len(word) > 3 else word.lower()
    return found.capitalize() if word[0].isupper() and (is_first or not own.capitals) else found


@lru_cache(maxsize=32)
def _wording(code: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """A pattern with a group for each line of the language's table, and the English of each."""
    own = language(code)
    lines = [line.split(" = ") for line in own.wording.strip().splitlines()]
    groups = [f"({words.strip().replace(', ', '|')})" for words, _ in lines]
    pattern = "|".join(groups)
    if own.spaced:  # whole words, or what says itself what follows
        whole = [group if "(?=" in group else rf"{group}(?!\w)" for group in groups]
        pattern = rf"(?<!\w)(?:{'|'.join(whole)}|{_WORD}(?!\w))"
    return re.compile(pattern, re.IGNORECASE), tuple(english.strip() for _, english in lines)
