"""What running text says as facts: labelled lines, definitions, and lists with items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from ragatta.eval.matching.numbers import only_number
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.pipeline.text import languages
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.text.scripts import RUN
from ragatta.pipeline.text.sentences import passage_sentences
from ragatta.pipeline.text.words import STOP, terms

LONGEST_VALUE = 8  # words
LETTERS = 0.6  # the least share of a name
FIELD = re.compile(r"([^\W\d_][^\W\d_][\w /&’'-]{2,40}?)\s?:\s+(\S.{0,80})")
COMPOUND = 9  # letters of one word that names enough, where words are joined
# Labels that every signature or address has; what they belong to stands elsewhere.
_UNTIED = """
    name title by date its address attention attn email e-mail phone telephone fax facsimile note notes source example
    page http https seite datum telefon straße table figure chapter section exhibit part appendix schedule since account
    routing wire
"""
UNTIED = frozenset(_UNTIED.split())
DEFINITION = re.compile(
    r"^(?:\(?[\w.]{1,6}[.)]?\s)?[“\"]([A-Z][\w’'&/ -]{2,45})[”\"]\s+"
    r"(?:shall mean|means|is defined as|refers to)\s+(.+)[.;]$"
)
IS_A = re.compile(
    r"^An? ([\w-]+(?: [\w-]+){0,3}) (?:is|means|refers to) (an? [^;:()]+)\.$"
)  # "A shed is a house for ..."
REFERS = re.compile(
    r"\b(?:meaning|ascribed|set forth|defined in|pursuant to|herein|hereto|hereof|above|below|foregoing|following)\b"
    r"|\[\s*\]|_{2,}|\*{2,}|-{3,}|[•▪●]",  # what is left blank says nothing
    re.IGNORECASE,
)
# Another place of the document, which says what a definition leaves out.
PLACE = re.compile(r"\b(?:Schedule|Exhibit|Annex|Appendix|Attachment|Section|Article|hereunder|hereby)\b")
DEFINED = range(5, 41)  # words of a definition
# No end of a sentence.
ABBREVIATED = re.compile(r"(?:\b[A-Z]|\.[A-Z]|\b(?:[Nn]os?|Inc|Corp|Ltd|Co|St|Mr|Dr|seq|al|etc))$")
ITEM = re.compile(r"^\s*(?:(?P<mark>・)\s*|(?P<sign>[•▪●◦‣–-]|\(?(?:\d{1,2}|[a-z])[.)])\s+)(?P<text>\S.*)$")
BULLETS = frozenset("•▪●◦‣–-・")
# The end of a sentence that its items end: what it asks for cannot be asked in its words.
FRAGMENT = re.compile(r"\b(?:such as|includ(?:e|es|ing)|following|follows)(?: items)?\s?:?$", re.IGNORECASE)
# What points to other text: "these" too, unless to the items.
POINTS = re.compile(
    r"\b(?:this|those|such|it|they|them|he|she)\b|\bthese\b.*\b(?:on|of|by|in|to|for|with|from|that|as)\s?:?$",
    re.IGNORECASE,
)
FEWEST = 2  # terms of a line that announces items
ITEMS = range(3, 9)
FULL = 0.7  # of the longest line of a page: a line as long goes on in the next
NOTED = re.compile(r"[^\W\d][.)]?\d{1,2}$|[¹²³⁴-⁹]$")  # with the mark of a footnote
HEADING = 6  # words
ABOVE = 3  # lines in which the sentence that announces a list may begin
SENTENCE = range(6, 61)  # characters of a lead without spaces
EDGE = 8  # lines at the begin of a page, without its header, among which a list may go on
LONGEST_ITEM = 12  # words


@dataclass(frozen=True)
class Stated:
    """What a line or sentence says of a label or term."""

    document: Document
    page: int
    label: str
    value: str
    quote: str
    form: str = "field"  # or "definition", "abbreviation"


@dataclass(frozen=True)
class Listed:
    """The items under a line that announces them, or the rows of a table with one value in a column."""

    document: Document
    page: int
    lead: str
    items: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    column: str = ""
    value: str = ""
    overleaf: int = 0  # how many of the items stand on the next page


def fields(document: Document) -> Iterator[Stated]:
    """Lines "Label: value" whose label the document has once."""
    whole = document.folded.casefold()
    for page in document.pages:
        lines = [" ".join(line.split()) for line in page.text.split("\n")]
        for line, below in zip(lines, [*lines[1:], ""], strict=True):
            if not (match := FIELD.fullmatch(line)) or below[:1].islower() or line.endswith(("-", ",", ":")):
                continue
            label, value = match[1].strip(), match[2].strip()
            once = len(re.findall(rf"{re.escape(label.casefold())}\s?:", whole)) == 1
            titled = {*terms(label)} <= {*terms(document.file)}  # "Harbour of Tarn: fees of 2021"
            if once and "..." not in line and not titled and _is_label(label, document.language) and _is_stated(value):
                yield Stated(document, page.number, label, value, line)


def _is_label(label: str, language: str = ENGLISH) -> bool:
    """Whether it names what stands behind it: a noun of some words, other than those that every signature has."""
    words = [word.casefold() for word in label.split() if not word.isupper() or len(label.split()) > 2]
    stop = STOP if language == ENGLISH else languages.language(language).stop_words
    small = _joins(language) and label.split()[-1].islower()  # no noun of a language whose nouns have capitals
    no_noun = label[-1].isdigit() or small or (language == ENGLISH and label.casefold().endswith(("ed", "since")))
    tied = not {*words[:1]} & UNTIED and not {*words[:1], *words[-1:]} & stop
    few = (1 if _joins(language) and len(label) >= COMPOUND and label.isalpha() else 2) <= len(words) <= 5
    return label[0].isupper() and few and tied and not no_noun and can_name(label, 5)


def _joins(language: str) -> bool:
    """Whether a language joins nouns to one word."""
    return language != ENGLISH and languages.language(language).capitals


def is_compound(name: str, document: Document) -> bool:
    """Whether one word is joined of several, and names as much as they."""
    return len(name) >= COMPOUND and name.isalpha() and _joins(document.language)


def _is_stated(value: str) -> bool:
    """Whether a value is whole, short and has a figure: a date, an amount, a number of a register."""
    whole = not {*'(:"'} & {*value} and value[-1] != "."  # "$5.00 (each)" is an amount and more
    first = (value[0].isalnum() and not (value[0].islower() and len(value.split()) > 3)) or (
        value[0] in "$€£" and only_number(value) is not None
    )
    figure = any(character in "0123456789" for character in value)  # a raised one is a footnote's
    return first and whole and len(value.split()) <= LONGEST_VALUE and figure


def definitions(document: Document) -> Iterator[Stated]:
    """Sentences that define a term by themselves, in quotes or as "A ... is a ...", if the document defines it once."""
    for page in document.pages:
        found = map(str.strip, passage_sentences(" ".join(page.text.split())))
        for sentence, following in pairwise([*found, ""]):
            match = DEFINITION.match(sentence) or IS_A.match(sentence)
            if match and len(match[2].split()) in DEFINED and not {*match[1].split()} & STOP:
                term, said = match[1].strip(), match[2].strip()
                own = {*terms(term)}
                circular = own <= {*terms(said)} or 2 * len({*terms(said)} - own) < DEFINED[0]
                own_words = rf"(?:(?:An?|The|Such|Any|Each)\s)?{re.escape(term)}\b"
                more = re.match(rf"{own_words}|(?:It|This|These|They|For (?:the )?purposes? of)\b", following)
                torn = said.count("(") != said.count(")")
                vague = torn or REFERS.search(said) or PLACE.search(said) or _has_an_end(said)
                if not vague and not circular and not more and not _is_defined_again(term, document):
                    quote = sentence[match.start(1) - 1 :].strip()
                    yield Stated(document, page.number, term, said, quote, "definition")


def _is_defined_again(term: str, document: Document) -> bool:
    """Whether another place has a term in quotes, which may define it too, or says without them what it means."""
    said = re.escape(term.removesuffix("s")) + "s?"
    defined = rf"\b{said}\s(?:shall mean|means?|(?:is|are) defined|refers? to|is an?)\b"
    return len(re.findall(rf"[“\"‘']{said}[”\"’']|{defined}", document.folded, re.IGNORECASE)) > 1


def _has_an_end(text: str) -> bool:
    """Whether a sentence ends within a text, or at its end may not."""
    ends = [one.start() for one in re.finditer(r"\.\s", text)]
    return bool(ABBREVIATED.search(text)) or not all(ABBREVIATED.search(text[:at]) for at in ends)


def lists(document: Document) -> Iterator[Listed]:
    """Items under a sentence that announces them, whole: of one kind of mark, counted from the first, also overleaf,
    and with nothing behind them that may go on with them."""
    for page, following in zip_longest(document.pages, document.pages[1:]):
        lines = page.text.split("\n")
        full = FULL * max(map(len, lines))
        over = [line for line in following.text.split("\n") if _has_words(line, document)] if following else []
        for at in range(len(lines)):
            lead = _lead(lines, at, full)
            if not _announces(lead) or FRAGMENT.search(lead) or POINTS.search(lead):
                continue
            items, end = _items(lines[at + 1 :], full)
            here = len(items)
            if items and over and not any(_has_words(line, document) for line in lines[at + 1 + end :]):
                rest = [line for line in lines[at + 1 :] if _has_words(line, document)]
                items, end = _items([*rest, *over], full)
                more = over[max(end - len(rest), 0) :]
                if not more or (len(items) == here and any(map(ITEM.match, more[:EDGE]))):
                    continue  # it may go on behind what stands between
            if len(items) in ITEMS and len({*items}) == len(items) and not any(item.endswith(":") for item in items):
                lead = lead.rstrip(" :：。")
                yield Listed(document, page.number, lead, tuple(items), overleaf=len(items) - here)


def _lead(lines: Sequence[str], at: int, full: float) -> str:
    """The sentence that ends with a line, which may begin in one above; "" where that is not seen."""
    if not lines[at].rstrip().endswith((":", "：", "。")):
        return ""
    first = at
    while first and first > at - ABOVE and _goes_on(lines[first - 1], full):
        first -= 1
    parts = passage_sentences(" ".join(" ".join(lines[first : at + 1]).split()))
    begins = len(parts) > 1 or not first or not _goes_on(lines[first - 1], full)
    return parts[-1] if parts and begins else ""


def _goes_on(line: str, full: float) -> bool:
    """Whether a sentence may go on from a line in the next: it ends in a word or comma, and is long for a heading."""
    text = line.strip()
    return (text[-1:].isalpha() or text[-1:] in tuple(",-")) and (len(line) >= full or len(text.split()) > HEADING)


def _has_words(line: str, document: Document) -> bool:
    return bool(line.strip()) and not document.is_furniture(line)


def _announces(line: str) -> bool:
    """Whether a line is a lead: some words that end in a colon, or a sentence in a script without capitals."""
    if RUN.match(line):
        return line.endswith(("：", ":", "。")) and len(line) in SENTENCE
    telling = len({*terms(line)}) >= FEWEST or not line.isascii()  # "You can not:" says of nothing what
    return line.endswith(":") and 3 <= len(line.split()) <= 14 and line[0].isupper() and telling


def _items(lines: Sequence[str], full: float) -> tuple[list[str], int]:
    """The items that follow, with what goes on in lines below (which begin with a small letter, or stand under a line
    that is `full`), and after how many lines they end. None where one is too long, or their marks are not one sequence;
    nor where the last goes on under a full line with what may be a sentence of its own."""
    found: list[str] = []
    marks: list[str] = []
    end = 0
    for end, line in enumerate([*lines, ""]):
        above = lines[end - 1] if end else ""
        if match := ITEM.match(line):
            marks.append((match["mark"] or match["sign"]).strip("()."))
            found.append(match["text"].strip())
        elif found and line.strip()[:1].islower():
            found[-1] = f"{found[-1]} {line.strip()}"
        elif found and line.strip() and len(above) >= full and found[-1][-1] not in ".;":
            if not any(map(ITEM.match, lines[end + 1 : end + 3])):
                return [], 0
            found[-1] = f"{found[-1]} {line.strip()}"
        else:
            break
    found = [re.sub(r"[;,.]?(?:\s(?:and|or|und|oder|et|ou))?$", "", item) for item in found]
    short = all(len(item.split()) <= LONGEST_ITEM and not NOTED.search(item) for item in found)
    return (found, end) if short and _are_in_turn(marks) else ([], 0)


def _are_in_turn(marks: Sequence[str]) -> bool:
    """Whether marks are the same sign, or count from the first number or letter on."""
    if not marks or marks[0] in BULLETS:
        return len({*marks}) <= 1
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [*marks] in ([str(n) for n in range(1, len(marks) + 1)], [*letters[: len(marks)]])


def can_name(text: str, longest: int) -> bool:
    """Whether a text can name something in a question: some words, mostly letters, no amounts, nothing torn."""
    visible = text.replace(" ", "")
    formula = re.search(r"[=<>|{}^\\→←↔±×∗]", text) or sum(len(word) == 1 for word in text.split()) > 1
    torn = text.endswith(("-", ",", "(", "&", " and", " of", " the", " or")) or text.count("(") != text.count(")")
    return (
        0 < len(text.split()) <= longest
        and text[:1].isalpha()
        and sum(map(str.isalpha, visible)) >= max(4, LETTERS * len(visible))
        and not torn
        and not formula
        and not re.search(r"\d{3}", text)
    )
