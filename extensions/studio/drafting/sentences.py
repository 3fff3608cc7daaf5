"""What sentences of English prose say of one subject: a figure, a date, a time limit; and what abbreviations stand for.

A sentence is asked for only if its subject says by itself what it is: words that stand together on no other page, and
none such as "it" or "this" that another sentence explains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragatta.extensions.studio.drafting.facts import REFERS, Stated
from ragatta.extensions.studio.drafting.reading import Document, figures
from ragatta.pipeline.text.calendar import MONTHS
from ragatta.pipeline.text.sentences import passage_sentences
from ragatta.pipeline.text.words import terms

LENGTH = range(6, 36)  # words of a sentence
SUBJECT = range(2, 10)  # words of a subject
LETTERS = 0.7  # the least share of a sentence
_LINKED = """
    it its this that these those there they them their we our us he his she her you your i my who which what whose where
    when if each any all some both either neither one another other others such same said former latter here no not
    following above below see note however therefore then thus also only more most less than about and or but first
    figure table section chapter page step example although though while whereas because since unless until whether as
    after before during upon under with without by in on at for to from into through between among despite
"""
LINKED = frozenset(_LINKED.split())  # what a subject that stands by itself does not begin with
_WITHIN = """
    after before during upon under with without by in on at for to from into through between among as
"""
WITHIN = frozenset(_WITHIN.split())  # of these, what it may have
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_UNIT = r"(?:[a-zµ°%][\w/²³°%-]*)"
VALUE = (
    rf"(?:[$€£]\s?{_NUMBER}(?:\s(?:million|billion|thousand))?"
    rf"|{_NUMBER}\s?(?:%|percent|per cent)|{_NUMBER}\s(?:(?:million|billion|thousand|hundred)\s)?{_UNIT}(?:\s[a-z]+s)?)"
)
_MONTH = rf"(?:{'|'.join(MONTHS)})"
_DATE = rf"(?:{_MONTH}\s\d{{1,2}},\s\d{{4}}|(?:\d{{1,2}}\s)?{_MONTH}\s\d{{4}}|(?:1[5-9]|20)\d\d)"
_ENDS = r"(?P<more>\s(?:in|for|during|as\sof|at|on|per|by|of)\s[^,;:()]+)?(?:,\s[^()]*)?\.$"
FIGURE = re.compile(
    rf"^(?P<subject>[A-Z][^,;:()“”\"]+?)\s(?P<be>is|was|are|were|totall?ed|amounted\sto|amounts\sto|equals)\s"
    rf"(?P<value>{VALUE}){_ENDS}"
)
EVENT = re.compile(
    rf"^(?P<subject>[A-Z][^,;:()“”\"]+?)\s(?P<be>was|were)\s(?P<done>(?:\w+ly\s)?(?:\w+ed|built|born|made|held|sold|"
    rf"bought|set up|begun|written|founded))(?P<where>\s(?:in|at|by|as)\s[A-Z][^,;:()\d]{{1,40}}?)?\s(?:on|in)\s"
    rf"(?P<value>{_DATE})(?:,\s[^()]*|\s(?:by|and|as|for|when|after)\s[^()]*)?\.$"
)
LIMIT = re.compile(
    r"^(?P<subject>(?:The\s|Each\s|An?\s)?[A-Z]?[\w’'-]+(?:\s[A-Z][\w’'-]+){0,3})\s(?P<must>shall|must|will|may)\s"
    r"(?P<do>(?:not\s)?[a-z][^;:()“”\"]{6,110}?),?\swithin\s"
    r"(?P<value>(?:[a-z]+(?:-[a-z]+)?\s\(\d{1,3}\)|\d{1,3})\s(?:(?:business|calendar|working)\s)?(?:days?|months?|hours?|years?|weeks?))"
    r"(?P<more>(?:\s(?:after|from|following|before|prior\sto|of(?=\s(?:the|its|receipt|receiving)\b))\s[^;:()“”\"]{4,80})?)\.$",
    re.IGNORECASE,
)
ABBREVIATED = re.compile(r"((?:[A-Za-z][\w’'-]*\s){1,6}[A-Za-z][\w’'-]*)\s\([“\"]?([A-Z][A-Z\d]{1,5})s?[”\"]?\)")
_JOINING = """
    of and for the in on to a an de la le du des et der die das und
"""
JOINING = frozenset(_JOINING.split())
_OF_WHAT_IS_DONE = """
    its their any all each other and or not no first
"""
MAY = frozenset(_OF_WHAT_IS_DONE.split())
FEWEST = 2  # terms of a subject
HEADING = re.compile(r"^(?:\S+ ){0,5}\S*[^\s.,;:!?]\n(?=[A-Z])", re.MULTILINE)  # no part of the sentence below it


@dataclass(frozen=True)
class Said:
    """What a sentence says, as a question without its document, and the answer."""

    document: Document
    page: int
    question: str  # up to the question mark
    value: str
    quote: str
    subject: str


def said(document: Document) -> Iterator[Said]:
    """Figures, dates and time limits that sentences give of their subjects."""
    for page, sentence in prose(document):
        yield from _of(sentence, document, page)


def prose(document: Document) -> Iterator[tuple[int, str]]:
    """Sentences of running text, each with its page."""
    for page in document.pages:
        for part in HEADING.split(page.text):
            for sentence in passage_sentences(" ".join(part.split())):
                if len(sentence.split()) in LENGTH and _is_prose(sentence):
                    yield page.number, sentence


def _is_prose(sentence: str) -> bool:
    visible = sentence.replace(" ", "")
    return sum(map(str.isalpha, visible)) >= LETTERS * len(visible) and not re.search(r"[•|=<>{}\\_]|\.\.", sentence)


def _of(sentence: str, document: Document, page: int) -> Iterator[Said]:
    if match := FIGURE.match(sentence):
        further, more = sentence[match.end("value") :], match["more"] or ""
        subject = as_spoken(match["subject"], document)
        if not figures(further) and not _points(more) and stands_alone(subject, document):
            be = match["be"]
            asked = f"What {be} {subject}{more}" if be in ("is", "was", "are", "were") else ""
            verb = {"totaled": "total", "totalled": "total", "amounted to": "amount to", "amounts to": "amount to"}
            did = "does" if be in ("amounts to", "equals") else "did"
            asked = asked or f"What {did} {subject} {verb.get(be, 'equal')}{more}"
            yield Said(document, page, asked, match["value"], sentence, subject)
    elif match := EVENT.match(sentence):
        subject = as_spoken(match["subject"], document)
        if not _points(match["where"] or "") and stands_alone(subject, document, match["done"]):
            asked = f"When {match['be']} {subject} {match['done']}{match['where'] or ''}"
            yield Said(document, page, asked, match["value"], sentence, subject)
    elif match := LIMIT.match(sentence):
        subject, do = as_spoken(match["subject"], document), match["do"]
        points = _points(f"{subject} {do} {match['more']}") or REFERS.search(sentence)
        telling = len({*terms(f"{subject} {do}")}) > FEWEST
        if telling and not points and _is_alone(f"{subject} {do}", document):
            asked = f"Within what time{match['more']} {match['must'].lower()} {subject} {do}"
            yield Said(document, page, asked, match["value"], sentence, f"{subject} {do}")


def _points(text: str) -> bool:
    """Whether words of a question point to another sentence: "such report", "that date"."""
    return bool({word.casefold() for word in re.findall(r"[\w’']+", text)} & (LINKED - MAY - WITHIN))


def as_spoken(subject: str, document: Document) -> str:
    """A subject as it stands within a sentence."""
    first, _, further = subject.partition(" ")
    within = re.search(rf"[a-z,;] {re.escape(first)}\b", document.folded)
    named = within or not first[1:].islower() or (further[:1].isupper() and first.casefold() not in ("the", "a", "an"))
    return subject if named and first not in ("The", "A", "An", "Each") else f"{first.lower()} {further}".strip()


def stands_alone(subject: str, document: Document, done: str = "") -> bool:
    """Whether a subject says by itself what it is, with what is `done` to it."""
    words = re.findall(r"[\w’']+", subject)
    within = {word.casefold() for word in words} & (LINKED - WITHIN)
    clause = within or words[0].casefold() in LINKED or re.search(r"\b\w+ing\b.*\bto\b", subject)
    verbs = {"is", "was", "are", "were", "has", "have", "had", "can", "may", "will", "shall", "must", "does", "do"}
    plain = len(words) in SUBJECT and not clause and not {*words} & verbs and not REFERS.search(subject)
    telling = len({*terms(subject)}) >= FEWEST or (done and words[-1][:1].isupper())
    return bool(
        plain and telling and (_is_said_once(f"{subject} {done}", document) if done else _is_alone(subject, document))
    )


def _is_alone(subject: str, document: Document) -> bool:
    """Whether the words of a subject stand together on one page."""
    wanted = frozenset(terms(subject))
    return sum(wanted <= own for own in document.page_terms.values()) == 1


def _is_said_once(text: str, document: Document) -> bool:
    """Whether one sentence has all words of a text."""
    wanted = frozenset(terms(text))
    return sum(wanted <= own for own in document.sentence_terms) == 1


def abbreviations(document: Document) -> Iterator[Stated]:
    """What an abbreviation in brackets stands for, by the words before it that begin with its letters (Schwartz and
    Hearst 2003), if the document says so once."""
    known: dict[str, list[Stated]] = {}
    for page in document.pages:
        for match in ABBREVIATED.finditer(" ".join(page.text.split())):
            if whole := _long_form(match[1], match[2]):
                stated = Stated(
                    document, page.number, match[2], whole, f"{whole}{match[0][len(match[1]) :]}", "abbreviation"
                )
                known.setdefault(match[2], []).append(stated)
    yield from (own[0] for own in known.values() if len(own) == 1)


def _long_form(before: str, short: str) -> str:
    """The last words whose first letters are those of an abbreviation, but for words that join them; "" if none are."""
    words = before.split()
    if words[-1].casefold() in JOINING:
        return ""
    for start in range(len(words) - 1, -1, -1):
        own = words[start:]
        first = "".join(part[0] for word in own for part in word.split("-") if part and part.casefold() not in JOINING)
        if first.upper() == short and own[0].casefold() not in JOINING and len(own) > 1:
            return " ".join(own)
    return ""
