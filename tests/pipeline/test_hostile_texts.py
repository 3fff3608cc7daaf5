"""Texts that were written to make a regular expression try for ever end at once: a document's text is read in the
process of the command, which nothing kills.

What bounds them is processor time, many times what a linear search takes: a quadratic one needs minutes.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from ragatta.extensions.extractive.calculations.ways import read_calculation
from ragatta.extensions.extractive.prose.structure import read_lines
from ragatta.pipeline.agents.calculating.rounding import read_rounding
from ragatta.pipeline.documents.pages import shorten_leaders
from ragatta.pipeline.injection import order_spans, question_cues
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.tables.grid import _LEADERS
from ragatta.pipeline.tables.joining import _bare
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.text.quantities import codes, quantities
from ragatta.pipeline.text.sentences import answer_sentences, passage_sentences
from ragatta.pipeline.text.words import terms

LENGTH, SECONDS = 50_000, 3.0
READERS: dict[str, Callable[[str], object]] = {
    "shorten": shorten_leaders,
    "orders": order_spans,
    "attack": question_cues,
    "terms": terms,
    "sentences": passage_sentences,
    "sentences of an answer": answer_sentences,
    "quantities": quantities,
    "codes": codes,
    "tokens": analyser.plain,
    "leaders of a cell": lambda text: _LEADERS.sub("", text),
    "title": lambda text: _bare([text]),
    "lines": lambda text: read_lines([Passage(1, "a.pdf", 1, 1, text)]),
    "rounding": lambda text: read_rounding(f"round {text}"),
    "calculation": read_calculation,
}
UNITS = (
    " ",
    "\t",
    "\n",
    ". ",
    "…",
    ", ",
    "-",
    "_",
    "( ",
    "#",
    "## ",
    "|",
    "1,",
    "1 ",
    "a ",
    "A ",
    "AB 00 ",
    "$ ",
    "to ",
)


@contextmanager
def at_once() -> Iterator[None]:
    def late(*_: object) -> None:
        pytest.fail(f"took more than {SECONDS:g} s of processor time")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("name", READERS)
def test_a_hostile_text_ends(name: str) -> None:
    for unit in UNITS:
        with at_once():
            READERS[name]((unit * (LENGTH // len(unit)))[:LENGTH] + "x!")
