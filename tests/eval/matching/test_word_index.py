"""The index names every document in which a statement stands."""

from __future__ import annotations

import random

import pytest

from ragatta.eval.matching import places as module
from ragatta.eval.matching.places import places
from ragatta.eval.matching.word_index import WordIndex, word_index
from ragatta.pipeline.types import Page

CORPUS = {
    "fees.pdf": (
        Page("fees.pdf", 1, "The storage fee is paid each sea\u00adson by every member^1 of the"),
        Page("fees.pdf", 2, "village club.\nSeals are re-\nplaced after 600 hours of hard use."),
    ),
    "rules.pdf": (Page("rules.pdf", 1, "THE STORAGE FEE is paid  each season by every guest [2] of the club."),),
    "other.pdf": (Page("other.pdf", 1, "Nothing of this kind stands here, not for anyone."),),
}


@pytest.mark.parametrize(
    ("statement", "exact", "files"),
    [
        ("the storage fee is paid each season by every", True, ["fees.pdf", "rules.pdf"]),
        ("every guest of the club", True, ["rules.pdf"]),  # apart from [2]
        ("is paid each season by every guest of the club", False, ["rules.pdf"]),
        ("every member of the village club", False, ["fees.pdf"]),  # overleaf
        ("Seals are replaced after 600 hours", False, ["fees.pdf"]),
        ("one two three", True, []),
        ("(5,164)", True, [*CORPUS]),
    ],
)
def test_the_documents_that_may_have_a_statement(statement: str, exact: bool, files: list[str]) -> None:
    assert [*WordIndex(CORPUS).files(statement, exact)] == files


@pytest.mark.parametrize("seed", range(20))
def test_places_are_those_of_a_search_in_every_document(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = random.Random(seed)
    bits = [
        "fee",
        "Fee",
        "storage",
        "sea\u00adson",
        "re-\nplaced",
        "^1",
        " [2]",
        "600",
        "-",
        "/",
        "\n",
        "日本",
        "語",
        "the",
        "of",
    ]
    corpus = {
        name: tuple(Page(name, number, " ".join(drawn.choices(bits, k=30))) for number in range(1, 4))
        for name in ("a.pdf", "b.pdf", "c.pdf", "d.pdf")
    }
    quotes = []
    for _ in range(30):
        text = "\n".join(page.text for page in corpus[drawn.choice([*corpus])])
        start = drawn.randrange(len(text) - 20)
        cut = text[start : start + drawn.randrange(20, 90)]
        quotes.append(cut if drawn.random() < 0.5 else cut.replace("^1", "").replace(" [2]", "").replace("-\n", ""))
    indexed = [places(quote, corpus) for quote in quotes]
    monkeypatch.setattr(module, "is_statement", lambda _: False)
    assert indexed == [places(quote, corpus) for quote in quotes]
    assert any(indexed)


def test_the_index_of_a_corpus_is_made_once() -> None:
    assert word_index(CORPUS) is word_index(CORPUS)
    assert word_index(CORPUS) is not word_index({**CORPUS})
