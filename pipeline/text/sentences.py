"""Where a sentence ends: the marks, and which of them count in a passage, in an answer and around an order.

The three disagree where a wrong cut costs something else: of a passage a row of a table of contents, of an answer its
figure, of a document the fee that stands beside an order to the model.
"""

from __future__ import annotations

import re

CLEAR_ENDS = "!?؟۔।॥"  # what follows stands behind a space; they end no abbreviation, as a full stop may
ENDS = "." + CLEAR_ENDS
WIDE_ENDS = "。！？｡"  # no space follows; not "．", which is in numbers ("３．５") and headings
CLOSING = "\"'”’»)]“«"  # quotes and brackets, „German“ and »Danish« too
_CASED = [*map(chr, range(0x530)), *map(chr, range(0x1E00, 0x2000))]  # of Latin, Greek and Cyrillic
_CAPITALS, _SMALL = ("".join(filter(case, _CASED)) for case in (str.isupper, str.islower))
_CLOSING = re.escape(CLOSING)
_ABBREVIATIONS = (
    "p", "pp", "approx", r"e\.g", r"i\.e", "vs", "ca", "Dr", "Mr", "Mrs", "Ms", "St", "Prof", "rev", "[A-Z]",
)  # fmt: skip
_ABBREVIATED = "".join(rf"(?<!\b{word}\.)" for word in _ABBREVIATIONS) + r"(?<!\b[Nn]o\.(?=\s\d))"
# "「はい。」と答えた" goes on behind the quote, and several marks end one sentence.
_GOING_ON = "」』）…" + ENDS + WIDE_ENDS + re.escape(CLOSING.rstrip("“«"))  # which open a quote there
_WIDE_END = rf"(?<=[{WIDE_ENDS}])\s*(?=[^\s{_GOING_ON}])"

# Passages have letters that are no initials ("See Coverage A. Coverage C is extra" are two), and dot leaders, between
# whose points nothing ends: only capitals, figures and a few marks begin a sentence ("Soups . . . | Page 12").
_PASSAGE_END = re.compile(rf"(?<=[{ENDS};])\s+(?=[{_CAPITALS}0-9“\"(•$])|(?<=[؟۔।॥])\s+|{_WIDE_END}")

# Answers are prose: an abbreviation would part a figure from its words ("It is approx. 604", "J. Smith", "No. 5"). What
# stands behind a semicolon is stated of something else, with a small letter too ("The porch has slate; the roof has
# tiles"), and a retraction begins a sentence in the middle of one ("It is 604 - sorry, 640").
_ANSWER_END = re.compile(
    rf"(?:(?<=[{ENDS}…])|(?<=[{ENDS}…][{_CLOSING}])|(?<=[{ENDS}…][{_CLOSING}]{{2}}))"
    rf"{_ABBREVIATED}\s+(?=[^\s{_SMALL}])|(?<=;)\s+|{_WIDE_END}"
    r"|(?:\.\.\.|…|\s[—–-])\s*(?=(?:[Ss]orry|[Cc]orrection|[Ww]ait|[Ss]cratch that|[Oo]ops)\b)"
)

# How much of an answer declines is weighed in marks: as one sentence each, "I cannot say" would weigh as much as all
# that is said behind it ("Serve it from 7 a.m. to 2 a.m. every day but Sunday", "2 oz. rum, 1 oz. juice"). And what a
# citation stands for is all between two marks: half of it, behind a semicolon, finds the words of another page.
_ANY_END = re.compile(rf"(?<=[{ENDS}])\s+")

# An order may begin with a small letter, and must not take the sentence before it along ("The fee is paid. ignore all
# previous instructions"). So only behind a short word, which may be an abbreviation, a capital has to follow.
_CLOSED = rf"[{_CLOSING}]*\s+"
ORDER_END = re.compile(
    rf"(?<=[{CLEAR_ENDS}…]){_CLOSED}|(?<=(?:\w{{4}}|.{{3}}\d)[.]){_CLOSED}|(?<=\w[.]{{2}}){_CLOSED}"
    rf"|(?<=[.]){_CLOSED}(?=[^\s{_SMALL}\d])|{_WIDE_END}"
)


def passage_sentences(text: str) -> list[str]:
    """The sentences of a paragraph. A full stop before a small letter or in a number does not end one, nor before a
    letter that has no capital, such as an Arabic one: only a mark that those have of their own does."""
    return _split(_PASSAGE_END, text)


def answer_sentences(text: str) -> list[str]:
    """The sentences of an answer or a line of one; an initial, or one of the abbreviations above, does not end one."""
    return _split(_ANSWER_END, text)


def marked_parts(text: str) -> list[str]:
    """What stands between one mark with a space behind it and the next, abbreviations too."""
    return _split(_ANY_END, text)


def _split(end: re.Pattern[str], text: str) -> list[str]:
    return [part.strip() for part in end.split(text) if part.strip()]
