"""Joins words whose letters pdfium parts: of spaced headings, of the boxes of a form, and drawn one by one.

pdfium makes "4 0 7 1", or a line a letter, of such words. Here the letters of a line belong together where one of these
is even: the gaps between them, the distances of their left ends (boxes, typewriters), or those of their middles. Wider
gaps in the line part its words. Not joined are

- letters with a space between them, as someone has typed it,
- a row of the same letter, or of letters or figures in their order: ticks, and the heads of columns,
- letters further apart than in boxes: those of a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import fmean, median, pstdev

from ragatta.pipeline.documents.parsers._glyphs import Edit, Glyphs, Letter

_SINGLE = re.compile(r"\s(?=\w(?:\s|\Z))")
_ROW = re.compile(r"(?<!\S)\w(?:\s+\w){4,}(?!\S)")
_FEWEST = 5  # letters of a row
_SINGLES, _WITHIN = 3, 40  # so many letters that stand alone, in so many characters, make a line worth a look
_LETTERS = 0.7  # least share of letters and figures
_SHORT = 2.0  # letters of a word, at least, on average
# All that follows is in sizes of the font.
_LEVEL = 0.1  # letters on one baseline
_FAR = 3.0  # a gap that ends a line
_CLOSER, _EVEN, _WIDER = 0.12, 0.08, 0.13  # of gaps: at most below and above their middle; wider ones part words
_STEP, _STEPS = 0.05, 1.5  # of distances: at most off their middle; so many times as wide ones part words
_WIDEST, _WIDEST_STEP = 1.0, 1.6  # between letters of a word
_TOUCHING = 0.05  # between letters as set without a thought
_SPACE = 1.0  # between two words of them


def joined_letters(text: str, glyphs: Glyphs, has_space: Callable[[Letter, Letter], bool]) -> list[Edit]:
    """An edit for each white space of the text that parts letters of a word, and for each that parts two such words.
    `has_space`: whether a space is drawn between two letters."""
    found: list[Edit] = []
    done = 0
    for place in _suspicious(text):
        if place < done:
            continue
        line = _line(text, place, glyphs)
        done = line[-1].place + 1
        for part in (line, *_rows(text, line)):
            if words := _words(text, part, glyphs):
                found += _edits(text, words, has_space, _FAR)
                break
        else:
            found += _edits(text, _touching(text, line, glyphs), has_space, _SPACE)
    return found


def _suspicious(text: str) -> list[int]:
    """Where letters stand alone: a line of one, or several that are close."""
    singles = [single.end() for single in _SINGLE.finditer(text)]
    close = zip(singles, singles[_SINGLES - 1 :], strict=False)
    found = {first for first, last in close if last - first <= _WITHIN}
    found.update(place for place in singles if text[place - 1] == "\n" and text[place + 1 : place + 2] in "\r\n")
    return sorted(found)


def _line(text: str, place: int, glyphs: Glyphs) -> list[Letter]:
    """The letters on the baseline of the one at a place, up to a wide gap on both sides."""
    middle = glyphs.letter(place)
    before, after = _beside(text, middle, glyphs, -1), _beside(text, middle, glyphs, 1)
    last, following = next(before, None), next(after, None)
    if not (last and _is_close(last, middle)) and not (following and _is_close(middle, following)):
        return [middle]  # as most are, which stand in a table
    found = [*reversed(list(before)), last, middle, following, *after]
    return [letter for letter in found if letter]


def _is_close(one: Letter, two: Letter) -> bool:
    return _gap(one, two) <= _WIDEST_STEP * one.size


def _beside(text: str, letter: Letter, glyphs: Glyphs, step: int) -> Iterator[Letter]:
    place = letter.place + step
    while 0 <= place < len(text):
        if not text[place].isspace():
            other = glyphs.letter(place)
            one, two = (letter, other) if step > 0 else (other, letter)
            level = one.turned == two.turned and abs(one.base - two.base) <= _LEVEL * one.size
            if not level or not one.left < two.left < one.right + _FAR * one.size:
                return
            yield other
            letter = other
        place += step


def _rows(text: str, line: Sequence[Letter]) -> Iterator[list[Letter]]:
    """The rows of single letters in a line."""
    for row in _ROW.finditer(text, line[0].place, line[-1].place + 1):
        yield [letter for letter in line if row.start() <= letter.place < row.end()]


def _words(text: str, letters: Sequence[Letter], glyphs: Glyphs) -> list[list[Letter]]:
    """The words that letters apart make; none where they make none, or stand as their words do."""
    if len(letters) < _FEWEST:
        return []
    readings = []
    for of, is_near in _MEASURES:
        values = [of(one, two) / one.size for one, two in pairwise(letters)]
        if near := is_near(values):
            inside = [value for value, belongs in zip(values, near, strict=True) if belongs]
            readings.append((of is not _gap or fmean(inside) > _TOUCHING, pstdev(inside), near))
    if not readings:
        return []
    words = _grouped(letters, min(readings)[-1])  # letters that touch, or by the most even measure
    return words if _are_parted(words, glyphs) and _are_words(text, words) else []


def _touching(text: str, line: Sequence[Letter], glyphs: Glyphs) -> list[list[Letter]]:
    """The words of a line whose letters touch, where pdfium has ended lines inside of them."""
    words = _grouped(line, [-_CLOSER <= _gap(one, two) / one.size <= _TOUCHING for one, two in pairwise(line)])
    ended = any("\n" in text[one.place : two.place] for one, two in _parted(words))
    return words if ended and all(map(glyphs.is_made_up, _spaces(words))) else []


def _grouped(letters: Sequence[Letter], near: Sequence[bool]) -> list[list[Letter]]:
    """The letters as words. `near`: whether a letter belongs to the word of the one before it; the first has none."""
    words = [[letters[0]]]
    for letter, belongs in zip(letters[1:], near, strict=True):
        if belongs:
            words[-1].append(letter)
        else:
            words.append([letter])
    return words


def _gap(one: Letter, two: Letter) -> float:
    return two.left - one.right


def _by_gaps(values: Sequence[float]) -> list[bool]:
    """Whether each gap is one inside a word; nothing where that cannot be told."""
    middle = median(values)
    near = [middle - _CLOSER <= value <= middle + _EVEN for value in values]
    clear = all(is_near or value >= middle + _WIDER for value, is_near in zip(values, near, strict=True))
    return near if clear and middle <= _WIDEST else []


def _by_steps(values: Sequence[float]) -> list[bool]:
    """The same of the distances of letters."""
    middle = median(values)
    near = [abs(value - middle) <= _STEP for value in values]
    clear = all(is_near or value >= _STEPS * middle for value, is_near in zip(values, near, strict=True))
    return near if clear and middle <= _WIDEST_STEP else []


_MEASURES = (
    (_gap, _by_gaps),
    (lambda one, two: two.left - one.left, _by_steps),
    (lambda one, two: (two.left + two.right - one.left - one.right) / 2, _by_steps),
)


def _are_parted(words: Sequence[Sequence[Letter]], glyphs: Glyphs) -> bool:
    """Whether white space that no one has typed parts letters of words."""
    return len(list(_parted(words))) >= _SINGLES and all(map(glyphs.is_made_up, _spaces(words)))


def _are_words(text: str, words: Sequence[Sequence[Letter]]) -> bool:
    """Whether such groups of letters are words at all."""
    found = ["".join(text[letter.place] for letter in word) for word in words]
    line = "".join(found)
    if sum(map(str.isalnum, line)) < _LETTERS * len(line) or fmean(map(len, found)) < _SHORT:
        return False
    return len(found) > 1 or not _is_row(line)


def _is_row(word: str) -> bool:
    """Whether it is one letter again and again, letters or figures in an order, or of capitals among small letters."""
    steps = {ord(two) - ord(one) for one, two in pairwise(word)}
    return len(steps) == 1 or sum(one.islower() and two.isupper() for one, two in pairwise(word)) > 1


def _parted(words: Sequence[Sequence[Letter]]) -> Iterator[tuple[Letter, Letter]]:
    """The letters of words that white space parts."""
    for word in words:
        yield from ((one, two) for one, two in pairwise(word) if two.place - one.place > 1)


def _spaces(words: Sequence[Sequence[Letter]]) -> Iterator[int]:
    """Its places."""
    return (place for one, two in _parted(words) for place in range(one.place + 1, two.place))


def _edits(
    text: str, words: Sequence[Sequence[Letter]], has_space: Callable[[Letter, Letter], bool], widest: float
) -> Iterator[Edit]:
    """None where a space is drawn inside a word. `widest`: gap between two words, in sizes of the font, for a space."""
    if any(has_space(*pair) for pair in _parted(words)):
        return
    for one, two in _parted(words):
        yield Edit(one.place + 1, two.place, "")
    for before, after in pairwise(words):
        one, two = before[-1], after[0]
        if text[one.place + 1 : two.place] != " " and _gap(one, two) <= widest * one.size:
            yield Edit(one.place + 1, two.place, " ")
