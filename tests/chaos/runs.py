"""A run of one character, or of a pair, wherever foreign text is read (tests/chaos/readers.py): its cost grows with its
length, never with the square of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.chaos.course import CRASH, HANG, SAME, Bench, Trial, ended
from tests.chaos.readers import READERS

SINGLE = (
    "7", " ", "\t", "\n", ",", ";", ":", ".", "(", ")", "[", "]", "<", "|", '"', "'", "`", "-", "–", "a", "A",
    "e\u0301", "\u0301", "漢", "カ", "😀", "$", "%", "/", "\\", "*", "_", "#", "=", "&", "\u00a0", "\u200b", "²",
)  # fmt: skip
PAIRED = ("7", " ", "\t", "\n", ",", "(", "]", '"', "-", "a", "A", "e\u0301", "漢", "😀", ".", "*", "|")
LONGEST = 300.0  # seconds, for two runs of the slowest reader on a busy machine
UNITS = (*SINGLE, *(one + other for one in PAIRED for other in PAIRED if one != other), "&#7", "1. ", "- ", "a, ")


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many runs, of all readers in turn, each with units that are drawn."""
    names = list(READERS)
    drawn.shuffle(names)
    for number in range(count):
        name, unit = names[number % len(names)], drawn.choice(UNITS)
        started = bench.start(name, [unit], bench.folder / "home", program="tests.chaos.readers")
        code, said = ended(started, LONGEST)
        slow = code is None or "error: " in said
        yield Trial(f"{name}, a run of {unit!r}", HANG if slow else CRASH if code else SAME, said)
