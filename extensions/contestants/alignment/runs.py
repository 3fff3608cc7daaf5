"""Runs of letters that a passage and a document have in common: found, put into groups, and what they leave out."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import accumulate, pairwise
from typing import NamedTuple

from ragatta.extensions.contestants.alignment.effort import Effort

SHORTEST = 12  # letters of a run that counts
LONG_RUN = 48  # letters of a run that is sought before shorter ones
GRAM = 4  # steps that each gram takes before it is compared
JUMP = 60  # letters more, or fewer, between two runs in the document than in the passage: they stand apart


class Run(NamedTuple):
    """Letters that a passage has in common with a document: where they begin in each, and how many they are."""

    begin: int
    file: str
    at: int
    size: int


def common(sought: str, there: str, effort: Effort) -> Iterator[tuple[int, int, int]]:
    """What two runs of letters have in common, in order: where it begins in each, and how many letters it has. It is
    matched by the SHORTEST letters that begin at each letter. Raises TooMuch."""
    if (at := there.find(sought)) >= 0:
        yield 0, at, len(sought)
        return
    done = 0
    for block in _blocks(sought, there, effort):
        twice = max(0, done - block.a)  # the end of the run before is the beginning of this one
        size = block.size + SHORTEST - 1 - twice
        if block.size and size > 0:
            yield block.a + twice, block.b + twice, size
            done = block.a + twice + size


def within_pages(run: Run, borders: Sequence[int], length: int) -> Run:
    """The run without up to SHORTEST letters that it has of the page before or behind, where the passage goes on with
    other letters: what a passage has from elsewhere may begin with the same ones. `borders` are the first letters of
    the document's pages, `length` is that of the passage."""
    first = borders[min(bisect_right(borders, run.at), len(borders) - 1)] - run.at
    if run.begin and 0 < first < min(SHORTEST, run.size):
        run = Run(run.begin + first, run.file, run.at + first, run.size - first)
    last = run.at + run.size - borders[bisect_right(borders, run.at + run.size - 1) - 1]
    if run.begin + run.size < length and 0 < last < min(SHORTEST, run.size):
        run = run._replace(size=run.size - last)
    return run


def together(runs: Sequence[Run], borders: Sequence[int]) -> list[Run]:
    """Of a passage's runs in one document the largest group of those that stand there as they do in the passage, and
    the others on its pages."""
    groups = [[*runs[:1]]]
    for before, run in pairwise(runs):
        if abs((run.at - before.at) - (run.begin - before.begin)) > JUMP:
            groups.append([])
        groups[-1].append(run)
    largest = max(groups, key=covered)
    start = borders[bisect_right(borders, largest[0].at) - 1]
    last = bisect_right(borders, largest[-1].at + largest[-1].size - 1)
    return [run for run in runs if start <= run.at and bisect_right(borders, run.at + run.size - 1) <= last]


def covered(runs: Iterable[Run]) -> int:
    """How many letters of a passage are in any of the runs, which are sorted."""
    found = done = 0
    for run in runs:
        found += max(0, run.begin + run.size - max(run.begin, done))
        done = max(done, run.begin + run.size)
    return found


def gaps(runs: Sequence[Run], start: int, end: int) -> list[tuple[int, int]]:
    """The stretches of a passage from `start` to `end` that the runs leave out."""
    borders = [start, *(border for run in runs for border in (run.begin, run.begin + run.size)), end]
    return [(first, last) for first, last in zip(borders[::2], borders[1::2], strict=True) if first < last]


def _blocks(sought: str, there: str, effort: Effort) -> Iterator[Match]:
    """The matching blocks of the grams of two texts. Blocks of many letters are found first, by longer grams: in tables
    short ones stand everywhere, and to compare all of them takes seconds."""
    ours, theirs, done = grams(sought), grams(there), Match(0, 0, 0)
    long = _matching(grams(sought, LONG_RUN), grams(there, LONG_RUN), effort)
    wide = [Match(a, b, size + LONG_RUN - SHORTEST) for a, b, size in long]
    for block in [*wide, Match(len(ours), len(theirs), 0)]:
        a, b = done.a + done.size, done.b + done.size
        between = _matching(ours[a : block.a], theirs[b : block.b], effort)
        yield from (Match(a + own.a, b + own.b, own.size) for own in between)
        twice = max(0, a - block.a, b - block.b)  # what the block before has of it
        if block.size > twice:
            done = Match(block.a + twice, block.b + twice, block.size - twice)
            yield done


def _matching(ours: Sequence[str], theirs: Sequence[str], effort: Effort) -> list[Match]:
    """The matching blocks that SequenceMatcher finds, in order: the longest, then those on either side of it. Each
    search spends the places that it looks at, which in tables are the square of their length."""
    effort.spend(GRAM * (len(ours) + len(theirs)))
    matcher, often = SequenceMatcher(None, ours, theirs, autojunk=False), Counter(theirs)
    places = [0, *accumulate(1 + often[gram] for gram in ours)]
    found, waiting = [], [(0, len(ours), 0, len(theirs))]
    while waiting:
        first, last, low, high = waiting.pop()
        if first == last or low == high:
            continue
        effort.spend(places[last] - places[first])
        block = matcher.find_longest_match(first, last, low, high)
        if block.size:
            found.append(block)
            waiting.append((first, block.a, low, block.b))
            waiting.append((block.a + block.size, last, block.b + block.size, high))
    return sorted(found)


def grams(text: str, size: int = SHORTEST) -> list[str]:
    """The letters that begin at each letter of a text, `size` at a time."""
    return [text[at : at + size] for at in range(len(text) - size + 1)]
