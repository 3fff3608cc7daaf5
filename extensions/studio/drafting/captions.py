"""What stands above a table: what it is called, and of which periods it speaks."""

from __future__ import annotations

import re
from functools import lru_cache

from ragatta.extensions.studio.drafting.columns import GENERIC
from ragatta.extensions.studio.drafting.facts import FIELD, REFERS, can_name
from ragatta.extensions.studio.drafting.periods import YEAR, has_short
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.scales import unit_of
from ragatta.pipeline.tables.locating import PageText
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.text.calendar import MONTHS
from ragatta.pipeline.text.words import terms

# What captions say of their tables: "Note 5 – Goodwill", "The table below presents our deposits by type.",
# "Inventories consisted of the following:", "Deposits (in thousands)".
NUMBERED = re.compile(
    r"^(?:Note|Exhibit|Tabl(?:e|eau|a)|Tabe(?:lle|lla|la|l)|Figure|Schedule|Appendix|Item|Part)\s+"
    r"[\w.]{1,5}(?:\s?[:.–—-]\s*|\s+|$)",
    re.IGNORECASE,
)
PRESENTS = re.compile(
    r"^(?:the )?(?:following )?tables?(?: below| above)? "
    r"(?:presents?|sets? forth|shows?|summari[sz]es?|provides?|includes?|lists?|details?|reflects?) "
    r"(?:our |the |an? )?(.+?)[.:]$",
    re.IGNORECASE,
)
CONSISTS = re.compile(
    r"^(?:the )?(.+?) (?:consist(?:s|ed)? of|comprised?|(?:is|are|was|were)(?: comprised of)?)"
    r"(?: as follows| the following)(?: \(.*\))?:?$",
    re.IGNORECASE,
)
NEAR = 12  # lines above a table that may say of which period it is
HEAD = 600  # characters of the first page that say of which period a document is
BRACKETED = re.compile(r"\s*\([^()]*\)")
LONGEST_CAPTION = 9  # words
LONGEST_PERIOD = 6  # words of a period that a caption ends with
DATES = frozenset((*terms(" ".join(MONTHS)), *map(str, range(1, 32)), "month", "end", "ended"))
RUNNING = 4  # pages that a line heads: more than a table goes over


@lru_cache(maxsize=16)  # the rows of a page come one after the other
def placed(text: str) -> PageText:
    return PageText(text)


def above(table: Table, document: Document) -> str:
    """The lines of the page above the first row of a table; the last of the page if that is not found there."""
    first = next((row for row in table.rows if row.places), None)
    page = first.page if first else document.pages[0].number
    text = document.texts.get(page, "")
    spans = placed(text).spans(first.places) if first else []
    return "\n".join(text[: min((start for start, _ in spans), default=len(text))].split("\n")[-NEAR:])


def is_of_a_short_period(table: Table, document: Document) -> bool:
    """Whether years alone in the header of a table may be quarters of them, or other parts."""
    head = document.texts.get(document.pages[0].number, "")[:HEAD]
    return has_short(" ".join([*table.title, *table.columns, above(table, document), head, document.file]))


def caption_of(table: Table, document: Document) -> str:
    """What a table is called by the words above it, the innermost first; "" if they are sentences. A line that heads
    many pages is none, and one word is one only behind a number ("Note 7 - Inventory") or before brackets ("Staff
    (FTE)")."""
    return _caption(table, document)[0]


def bracket_of(table: Table, document: Document) -> str:
    """What stands in brackets at the end of the caption, such as the unit of all figures; "" if nothing does."""
    return _caption(table, document)[1]


def _caption(table: Table, document: Document) -> tuple[str, str]:
    for part in reversed(table.title):
        text = " ".join(part.split())
        said = PRESENTS.match(text) or CONSISTS.match(text)
        name = BRACKETED.sub("", said[1] if said else NUMBERED.sub("", text)).strip(" :–—-")
        short = len(name.split()) < 2 and not NUMBERED.match(text) and not unit_of(text)
        stated = FIELD.fullmatch(text) and not NUMBERED.match(text)  # a line of its own
        dated = not {*terms(name)} - GENERIC - DATES - {*YEAR.findall(name)}  # nothing but days
        if name and not short and not dated and not stated and document.pages_headed(text) < RUNNING:
            longest = LONGEST_CAPTION + LONGEST_PERIOD * bool(YEAR.search(name))
            good = can_name(YEAR.sub("", name), longest) and name[-1] != "." and not REFERS.search(name)
            return (name, unit_of(text)) if good else ("", "")
    return "", ""
