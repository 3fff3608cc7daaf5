from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.documents.corpus import Corpus, document_text, page_starts
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.index.chunking.page import PageChunker
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.types import Page

TEXT = st.text(alphabet="abc \n", max_size=60)
SIZES = st.integers(1, 25).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


def corpus(**documents: Sequence[str]) -> Corpus:
    pages = {
        name: tuple(Page(name, number, text) for number, text in enumerate(texts, 1))
        for name, texts in sorted(documents.items())
    }
    return Corpus(digest="d", files=dict.fromkeys(pages, "0"), pages=pages)


def words(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\w+", text)]


def test_a_chunk_of_a_document_spans_pages_and_says_which() -> None:
    chunks = cut(corpus(a=["abcd", "efgh", "ijkl"]), DocumentChunker(6, 2))
    assert [(c.text, c.first_page, c.last_page) for c in chunks] == [
        ("abcd\ne", 1, 2),
        ("\nefgh\n", 2, 2),
        ("h\nijkl", 2, 3),
    ]
    assert [(c.id, c.chunk_index, c.char_start, c.char_end, c.total_pages) for c in chunks] == [
        ("a#0", 0, 0, 6, 3),
        ("a#1", 1, 4, 10, 3),
        ("a#2", 2, 8, 14, 3),
    ]


def test_a_chunk_of_a_page_stays_on_it() -> None:
    chunks = cut(corpus(a=["abcdef", "", " \n", "gh"]), PageChunker(4, 1))
    assert [(c.text, c.first_page, c.last_page, c.chunk_index) for c in chunks] == [
        ("abcd", 1, 1, 0),
        ("def", 1, 1, 1),
        ("gh", 4, 4, 2),
    ]


def test_sizes_in_tokens() -> None:
    chunks = cut(corpus(a=["one two three", "four"]), DocumentChunker(3, 1, "tokens"), words)
    assert [c.text for c in chunks] == ["one two three\n", "three\nfour"]


def test_tokens_need_a_tokenizer() -> None:
    with pytest.raises(ValueError, match="no tokenizer"):
        cut(corpus(a=["one"]), DocumentChunker(unit="tokens"))


def test_an_overlap_that_is_no_smaller_than_the_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"chunk_overlap \(1200\) must be smaller than chunking.chunk_size"):
        cut(corpus(a=["one"]), DocumentChunker(chunk_overlap=1200))


@given(
    st.lists(st.lists(TEXT, min_size=1, max_size=5), min_size=1, max_size=3),
    SIZES,
    st.sampled_from(["document", "page"]),
    st.sampled_from(["characters", "tokens"]),
)
def test_laws(documents: list[list[str]], sizes: tuple[int, int], strategy: str, unit: str) -> None:
    size, overlap = sizes
    source = corpus(**{f"d{i}": texts for i, texts in enumerate(documents)})
    chunks = cut(source, CHUNKERS.load(strategy)(size, overlap, unit), words)
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert [(c.source_file, c.chunk_index) for c in chunks] == [
        (name, index) for name in source.pages for index in range(sum(chunk.source_file == name for chunk in chunks))
    ]
    for name, pages in source.pages.items():
        text, starts = document_text(pages), page_starts(pages)
        own = [chunk for chunk in chunks if chunk.source_file == name]
        covered: set[int] = set()
        for chunk in own:
            span = range(chunk.char_start, chunk.char_end)
            assert chunk.text == text[chunk.char_start : chunk.char_end]
            standing = {
                page.number
                for page, start in zip(pages, starts, strict=True)
                for at in span
                if start <= at < start + len(page.text) and not text[at].isspace()
            }
            assert (chunk.first_page, chunk.last_page) == (min(standing), max(standing))
            assert strategy == "document" or len(standing) == 1
            covered.update(span)
        assert all(at in covered for at, character in enumerate(text) if not character.isspace())


@given(st.lists(st.text(alphabet="abc", min_size=1, max_size=60), min_size=1, max_size=4), SIZES)
def test_neighbours_overlap_exactly(texts: list[str], sizes: tuple[int, int]) -> None:
    size, overlap = sizes
    for strategy in ("document", "page"):
        chunks = cut(corpus(a=texts), CHUNKERS.load(strategy)(size, overlap))
        for one, following in pairwise(chunks):
            # a window of one character may be the joint of two pages, and gives no chunk
            whole = size > 1 if strategy == "document" else one.first_page == following.first_page
            assert not whole or one.char_end - following.char_start == overlap


def test_a_chunk_has_the_bucket_of_a_rule_or_else_of_its_folder() -> None:
    source = replace(corpus(**{"bills/a": ["x"], "b": ["x"], "bills/c": ["x"]}), buckets={"bills/c": "letters"})
    chunks = cut(source, DocumentChunker(6, 2))
    assert {chunk.source_file: chunk.bucket for chunk in chunks} == {
        "bills/a": "bills",
        "b": "generic",
        "bills/c": "letters",
    }
