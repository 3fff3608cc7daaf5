"""The title of a document: the first lines that hold words."""

from __future__ import annotations

import pytest

from ragatta.pipeline.agents.routing.router import described
from ragatta.pipeline.agents.routing.titles import title, titles_of
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.types import Page


def pages(*texts: str) -> tuple[Page, ...]:
    return tuple(Page("a/rates.pdf", number, text) for number, text in enumerate(texts, 1))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("Pump  Manual\n12\n\nFourth Edition\nPump Manual\nPriming",), "Pump Manual, Fourth Edition"),
        (("", "- 2 -\nPrice List\nHose $19"), "Price List, Hose $19"),
        (("ポンプ取扱説明書\n第四版",), "ポンプ取扱説明書, 第四版"),
        (("", "7"), "rates"),
        ((), "rates"),
        (("x" * 999,), "x" * 200),
        (("half \ud83d of a pair",), "half ? of a pair"),
    ],
)
def test_it_is_what_the_first_lines_say(texts: tuple[str, ...], expected: str) -> None:
    assert title("a/rates.pdf", pages(*texts)) == expected


def test_titles_stand_in_for_summaries_and_their_digest_changes_with_them() -> None:
    first, second = (titles_of(Corpus("c", {"m.pdf": ""}, {"m.pdf": pages(text)})) for text in ("Manual", "Letters"))
    assert described(first.by_document["m.pdf"]) == "Title. Manual"
    assert first.digest != second.digest
    assert (first.made, first.edited, first.stale) == ((), (), ())
