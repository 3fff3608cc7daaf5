"""Tables of contents: told by their entries, and read whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.retrieval.contents import is_contents, whole
from ragatta.pipeline.retrieval.searches.semantic import Semantic
from ragatta.pipeline.retrieval.windows.fixed import Fixed
from ragatta.pipeline.types import Chunk, Hit
from tests.standins.retrieving import retriever_over

ENTRIES = "C-1 Mooring........12\nC-2 Pilots…..….…13\nC-3 Tides . . . . . 14"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (ENTRIES, True),
        ("SECTION B - DUES\n" + ENTRIES.replace("12", "12 "), True),
        ("C-1 Mooring........12\nC-2 Pilots.......13", False),
        ("Dues are paid at once ... or never.\nSee page 12.\nThree... 14 and more", False),
        ("1.25\n2.50\n3.75\n1995", False),
    ],
)
def test_entries_end_in_leaders_and_a_page(text: str, is_one: bool) -> None:
    assert is_contents(text) == is_one


@pytest.mark.parametrize("leaders", [".", ". ", "….", "_ ."])
def test_a_page_of_leaders_is_no_contents_and_is_read_at_once(leaders: str) -> None:
    assert not is_contents(leaders * 20_000)  # tried anew from each dot, it would take hours


def chunks(kinds: str) -> tuple[Chunk, ...]:
    """One document, a chunk a letter: "c" of its contents, "p" of its prose."""
    texts = [ENTRIES if kind == "c" else f"prose {at}" for at, kind in enumerate(kinds)]
    return tuple(Chunk(f"a#{at}", "a", at, text, 1, 1, 0, len(text), 1) for at, text in enumerate(texts))


@given(st.text("cp", min_size=1, max_size=12), st.integers(0, 11))
def test_all_of_the_contents_that_a_hit_is_of_and_nothing_else(kinds: str, at: int) -> None:
    document = chunks(kinds)
    at %= len(document)
    found = whole([Hit(document[at], 1.0, 0.5, 1, "hybrid")], lambda _, n: dict(enumerate(document)).get(n))
    shown = [hit.chunk.chunk_index for hit in found]
    assert shown == list(range(shown[0], shown[-1] + 1))
    assert at in shown
    if kinds[at] == "p":
        assert shown == [at]
    else:
        assert {kinds[one] for one in shown} == {"c"}
        assert kinds[shown[0] - 1 : shown[0]] in ("", "p")
        assert kinds[shown[-1] + 1 : shown[-1] + 2] in ("", "p")
    assert [hit.rank for hit in found if hit.chunk.chunk_index != at] == [0] * (len(found) - 1)


class Alike:
    def embed_query(self, text: str) -> Any:  # noqa: ARG002 - every query lies alike
        return np.array([1, 0], dtype=np.float32)


def test_for_a_list_the_contents_are_found_beside_the_best_and_read_whole() -> None:
    document = chunks("pppcc")
    vectors = np.array([[1, 0], [1, 0], [0, 1], [0, 1], [0, 1]], dtype=np.float32)
    made = Collection("pdf_x", "key", {}, document, vectors)

    def shown(query: str, **settings: Any) -> list[int]:
        retriever = retriever_over(made, Alike(), Semantic(top_k=2), reading=Fixed(**settings))
        return [hit.chunk.chunk_index for hit in retriever.expand(retriever.search(query, ["a"]), query)]

    on = {"whole_contents": True, "size": 1}
    assert shown("list all about pilots", size=1) == [0, 1, 2]
    assert shown("list all about pilots", **on) == [0, 1, 2, 3, 4]
    assert shown("list all about lamps", **on) == [0, 1, 2], "no word of the contents is asked about"
    assert shown("what do pilots cost?", **on) == [0, 1, 2]
    assert shown("list all about pilots", whole_contents=True) == [0, 1, 3], "without a window nothing is widened"


def test_contents_that_the_filter_takes_away_keep_no_others_out() -> None:
    texts = [("a", ENTRIES), ("b", "prose"), ("b", ENTRIES)]
    every = tuple(Chunk(f"{f}#{at}", f, at, text, 1, 1, 0, len(text), 1) for at, (f, text) in enumerate(texts))
    made = Collection("pdf_x", "key", {}, every, np.array([[1, 0], [1, 0], [0, 1]], dtype=np.float32))
    search, window = Semantic(top_k=2, document_filter="after"), Fixed(whole_contents=True)
    found = retriever_over(made, Alike(), search, reading=window).search("list all about pilots", ["b"])
    assert [hit.chunk.id for hit in found] == ["b#1", "b#2"]
