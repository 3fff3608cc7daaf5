"""What running text says as facts: labelled lines, definitions, and lists with items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from ragatta.eval.matching.numbers import only_number
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.pipeline.text.scripts import RUN
from ragatta.pipeline.text.words import STOP, sentences, terms

LONGEST_VALUE = 8  # words
LETTERS = 0.6  # the least share of a name
FIELD = re.compile(r"([A-Z][A-Za-z][\w /&’'-]{2,40}?)\s?:\s+(\S.{0,80})")
# Labels that every signature or address has; what they belong to stands elsewhere.
_UNTIED = """
    name title by date its address attention attn email e-mail phone telephone fax facsimile note notes source example
    page http https table figure chapter section exhibit part appendix schedule since account routing wire
"""
UNTIED = frozenset(_UNTIED.split())
DEFINITION = re.compile(
    r"^[“\"]([A-Z][\w’'&/ -]{2,45})[”\"]\s+(?:shall mean|means|is defined as|refers to)\s+(.+)[.;]$"
)
REFERS = re.compile(
    r"\b(?:meaning|ascribed|set forth|defined in|pursuant to|herein|hereto|hereof|above|below|foregoing|following)\b"
    r"|\[\s*\]|_{2,}|\*{2,}",  # what is left blank says nothing
    re.IGNORECASE,
)
# Another place of the document, which says what a definition leaves out.
PLACE = re.compile(r"\b(?:Schedule|Exhibit|Annex|Appendix|Attachment|Section|Article|hereunder|hereby)\b")
DEFINED = range(5, 31)  # words of a definition
# No end of a sentence.
ABBREVIATED = re.compile(r"(?:\b[A-Z]|\.[A-Z]|\b(?:[Nn]os?|Inc|Corp|Ltd|Co|St|Mr|Dr|seq|al|etc))$")
ITEM = re.compile(r"^\s*(?:・\s*|(?:[•▪●◦‣–-]|\(?(?:\d{1,2}|[a-h])[.)])\s+)(\S.*)$")
# The end of a sentence that its items end: what it asks for cannot be asked in its words.
FRAGMENT = re.compile(r"\b(?:such as|includ(?:e|es|ing)|following|follows)(?: items)?\s?:?$", re.IGNORECASE)
ITEMS = range(3, 9)
FULL = 0.7  # of the longest line of a page: a line as long goes on in the next
SENTENCE = range(6, 61)  # characters of a lead without spaces
EDGE = 4  # lines at the end or begin of a page that its footer or header may be
LONGEST_ITEM = 8  # words


@dataclass(frozen=True)
class Stated:
    """What a line or sentence says of a label or term."""

    document: Document
    page: int
    label: str
    value: str
    quote: str
    defines: bool = False


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


def fields(document: Document) -> Iterator[Stated]:
    """Lines "Label: value" whose label the document has once."""
    whole = document.folded.casefold()
    for page in document.pages:
        lines = [" ".join(line.split()) for line in page.text.split("\n")]
        for line, below in zip(lines, [*lines[1:], ""], strict=True):
            if not (match := FIELD.fullmatch(line)) or below[:1].islower() or line.endswith(("-", ",", ":")):
                continue
            label, value = match[1].strip(), match[2].strip()
            once = whole.count(f"{label.casefold()}:") == 1
            if once and "..." not in line and _is_label(label) and _is_stated(value):
                yield Stated(document, page.number, label, value, line)


def _is_label(label: str) -> bool:
    """Whether it names what stands behind it: a noun of some words, other than those that every signature has."""
    words = [word.casefold() for word in label.split() if not word.isupper() or len(label.split()) > 2]
    no_noun = label[-1].isdigit() or label.casefold().endswith(("ed", "since"))  # "Objection Dated"
    tied = not {*words[:1]} & UNTIED and not {*words[:1], *words[-1:]} & STOP
    return 2 <= len(words) <= 5 and tied and not no_noun and can_name(label, 5)


def _is_stated(value: str) -> bool:
    """Whether a value is whole, short and has a figure: a date, an amount, a number of a register."""
    whole = not {*'(:"'} & {*value}  # "$5.00 (each)" is an amount and more
    first = value[0].isalnum() or (value[0] in "$€£" and only_number(value) is not None)
    return first and whole and len(value.split()) <= LONGEST_VALUE and any(map(str.isdigit, value))


def definitions(document: Document) -> Iterator[Stated]:
    """Sentences that define a term by themselves, if the document defines it once."""
    for page in document.pages:
        found = map(str.strip, sentences(" ".join(page.text.split())))
        for sentence, following in pairwise([*found, ""]):
            if (match := DEFINITION.match(sentence)) and len(match[2].split()) in DEFINED:
                term, said = match[1].strip(), match[2].strip()
                own = {*terms(term)}
                circular = own <= {*terms(said)} or 2 * len({*terms(said)} - own) < DEFINED[0]
                own_words = rf"(?:(?:An?|The|Such|Any|Each)\s)?{re.escape(term)}\b"
                more = re.match(rf"{own_words}|(?:It|This|These|They|For (?:the )?purposes? of)\b", following)
                vague = REFERS.search(said) or PLACE.search(said) or _has_an_end(said)
                if not vague and not circular and not more and not _is_defined_again(term, document):
                    yield Stated(document, page.number, term, said, sentence, defines=True)


def _is_defined_again(term: str, document: Document) -> bool:
    """Whether another place has a term in quotes, which may define it too, or says without them what it means."""
    said = re.escape(term.removesuffix("s")) + "s?"
    defined = rf"\b{said}\s(?:shall mean|means?|(?:is|are) defined|refers? to)\b"
    return len(re.findall(rf"[“\"‘']{said}[”\"’']|{defined}", document.folded, re.IGNORECASE)) > 1


def _has_an_end(text: str) -> bool:
    """Whether a sentence ends within a text, or at its end may not."""
    ends = [one.start() for one in re.finditer(r"\.\s", text)]
    return bool(ABBREVIATED.search(text)) or not all(ABBREVIATED.search(text[:at]) for at in ends)


def lists(document: Document) -> Iterator[Listed]:
    """Items under a line that announces them."""
    for page, following in zip_longest(document.pages, document.pages[1:]):
        lines = page.text.split("\n")
        above = [line for line in following.text.split("\n") if line.strip()][:EDGE] if following else []
        for at, lead in enumerate(lines):
            if at and lines[at - 1].strip()[-1:].isalpha() and len(lines[at - 1]) >= FULL * max(map(len, lines)):
                continue  # it goes on from the line above
            if not _announces(" ".join(lead.split())) or FRAGMENT.search(lead):
                continue
            items = [*_items(lines[at + 1 :])]
            below = [line for line in lines[at + 1 + len(items) :] if line.strip()]
            if len(below) < EDGE and any(map(ITEM.match, above)):
                continue  # it goes on overleaf
            short = all(len(item.split()) <= LONGEST_ITEM for item in items) and len({*items}) == len(items)
            if len(items) in ITEMS and short:
                yield Listed(document, page.number, " ".join(lead.split()).rstrip(":：。"), tuple(items))


def _announces(line: str) -> bool:
    """Whether a line is a lead: some words that end in a colon, or a sentence in a script without capitals."""
    if RUN.match(line):
        return line.endswith(("：", ":", "。")) and len(line) in SENTENCE
    return line.endswith(":") and 3 <= len(line.split()) <= 14 and line[0].isupper()


def _items(lines: Sequence[str]) -> Iterator[str]:
    """The items that follow without another line between; none if one of them goes on in a second line."""
    for at, line in enumerate(lines):
        if not (match := ITEM.match(line)):
            return
        following = lines[at + 1].strip() if at + 1 < len(lines) else ""
        if following[:1].islower():
            yield "… " * LONGEST_ITEM  # too long: it goes on
            return
        yield re.sub(r"[;,.]?(?:\s(?:and|or))?$", "", match[1].strip())


def can_name(text: str, longest: int) -> bool:
    """Whether a text can name something in a question: some words, mostly letters, no amounts, nothing torn."""
    visible = text.replace(" ", "")
    torn = text.endswith(("-", ",", "(", "&", " and", " of", " the", " or")) or text.count("(") != text.count(")")
    return (
        0 < len(text.split()) <= longest
        and text[:1].isalpha()
        and sum(map(str.isalpha, visible)) >= max(4, LETTERS * len(visible))
        and not torn
        and not re.search(r"\d{3}", text)
    )
