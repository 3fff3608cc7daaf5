"""Two gold questions out of the user's own documents, by rule: a sentence with one figure, which is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ragatta.pipeline.text.words import sentences
from ragatta.pipeline.types import Evidence, Page, Question

# With its unit: a currency before it, a percent sign or a word in small letters after it. "Section 2.1 Fees" has none.
NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
FIGURE = re.compile(
    rf"(?<![\w.,/–-])(?:[$€£](?:{NUMBER})(?![\d,]*\d)|(?:{NUMBER})\s?%|(?:{NUMBER})(?=\s[a-z]{{3}}))(?![\w/–-])"
)
LAST_WORD = re.compile(r"[a-z]{3,}\.$")  # or it may end with an abbreviation
HEADING = re.compile(r"^(?:\S+ ){0,5}\S*[^\s.,;:!?]\n(?=[A-Z])", re.MULTILINE)  # no part of the sentence below it
SHORTEST, LONGEST = 8, 30  # words of a sentence
LETTERS = 0.75  # the least share of letters: less is a table, or a line of signs
GAP = "____"


def examples(pages: Mapping[str, Sequence[Page]], most: int = 2) -> list[Question]:
    """The first such sentences, of different documents where there are; fewer where the documents have fewer."""
    per_document = [list(_questions(file, own)) for file, own in sorted(pages.items())]
    rounds = [found[turn] for turn in range(most) for found in per_document if turn < len(found)]
    return [_numbered(number, *found) for number, found in enumerate(rounds[:most], 1)]


def _numbered(number: int, file: str, page: int, sentence: str, figure: re.Match[str]) -> Question:
    with_gap = f"{sentence[: figure.start()]}{GAP}{sentence[figure.end() :]}"
    evidence = Evidence(file, (page,), sentence)
    asked = f'Which figure is left out of this sentence: "{with_gap}"?'
    return Question(f"EXAMPLE_{number}", asked, "number", figure.group(), evidence=(evidence,))


def _questions(file: str, pages: Sequence[Page]) -> Iterator[tuple[str, int, str, re.Match[str]]]:
    whole = " ".join(" ".join(page.text.split()) for page in pages)
    for page in pages:
        for sentence in (one for part in HEADING.split(page.text) for one in sentences(" ".join(part.split()))):
            figure = _only_figure(sentence)
            if figure and whole.count(sentence) == 1:
                yield file, page.number, sentence, figure


def _only_figure(sentence: str) -> re.Match[str] | None:
    """The one figure of a sentence of prose; none where there is another digit beside it, or it may be a year
    or the number of a section."""
    visible = sentence.replace(" ", "")
    is_prose = SHORTEST <= len(sentence.split()) <= LONGEST and sentence[0].isupper() and LAST_WORD.search(sentence)
    if not is_prose or '"' in sentence or sum(map(str.isalpha, visible)) < LETTERS * len(visible):
        return None
    found = list(FIGURE.finditer(sentence))
    if len(found) != 1 or re.search(r"\d", sentence[: found[0].start()] + sentence[found[0].end() :]):
        return None
    names_a_place = re.search(r"[A-Z]\w*\s$", sentence[: found[0].start()]) and found[0].group()[0].isdigit()
    return None if names_a_place or re.fullmatch(r"\d|(19|20)\d\d", found[0].group()) else found[0]
