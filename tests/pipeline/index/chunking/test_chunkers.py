"""Every chunker through the same checks: exact spans of the document, none too long, nothing lost."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.experiments.paths import MODELS
from ragatta.pipeline.documents.corpus import Corpus, document_text
from ragatta.pipeline.index.chunker import CHUNKERS, Chunker
from ragatta.pipeline.index.chunking.recursive import RecursiveChunker
from ragatta.pipeline.index.chunking.semantic import SemanticChunker
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.tables.tabled_corpus import TabledCorpus
from ragatta.pipeline.types import Page

SIGNS = [
    "Roof rates. ",
    "wind! ",
    "Why?\n",
    "\n\n",
    "# Part\n",
    "```\n",
    "a, b; c",
    "屋根。",
    "ß",
    "\ud800",
    " ",
    "x" * 30,
    "1.5",
]
TOPICS = (
    "The roof was covered with clay tiles in spring. Rain had leaked through the old roof for years. Builders replaced "
    "the rotten beams below the tiles. The gutters were cleaned and painted again. A chimney sweep checked the flue of "
    "the house. Insurance paid for the storm damage to the roof.",
    "Octopuses have three hearts and blue blood. They change the colour of their skin in a moment. The animals live "
    "alone in dens on the sea floor. Each arm of an octopus has its own nerves. Females guard their eggs until they "
    "hatch. Most species live only for one or two years.",
    "Interest rates were raised by the central bank. Inflation fell to two percent in the summer. Bond prices dropped "
    "when yields increased. The currency lost value against the dollar. Investors moved their money into shares. "
    "Unemployment stayed low throughout the year.",
)
TEXTS = st.lists(st.sampled_from(SIGNS), max_size=25).map("".join)


def tokens(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


def embed(texts: Sequence[str]) -> np.ndarray:
    seeds = [int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8]) for text in texts]
    return np.array([np.random.default_rng(seed).normal(size=8) for seed in seeds]).reshape(len(texts), 8)


def corpus(texts: Sequence[str]) -> Corpus:
    pages = {"a": tuple(Page("a", number, text) for number, text in enumerate(texts, 1))}
    return TabledCorpus(digest="d", files={"a": "0"}, pages=pages, tables={})


def fitting(strategy: str, size: int, overlap: int, unit: str) -> Chunker:
    chunker = CHUNKERS.load(strategy)
    return chunker(size, overlap if chunker.OVERLAPS else 0, unit)


@settings(max_examples=60)
@given(
    st.lists(TEXTS, min_size=1, max_size=3),
    st.integers(1, 60).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1))),
    st.sampled_from(CHUNKERS.names()),
    st.sampled_from(["characters", "tokens"]),
)
def test_laws_of_every_chunker(texts: list[str], sizes: tuple[int, int], strategy: str, unit: str) -> None:
    chosen = fitting(strategy, *sizes, unit)
    source = corpus(texts)
    chunks = cut(source, chosen, tokens, embed)
    assert chunks == cut(source, chosen, tokens, embed)
    text = document_text(source.pages["a"])
    covered: set[int] = set()
    for chunk in chunks:
        assert (chunk.original or chunk.text) == text[chunk.char_start : chunk.char_end]
        assert (len(chunk.text) if unit == "characters" else len(tokens(chunk.text))) <= chosen.chunk_size
        covered.update(range(chunk.char_start, chunk.char_end))
    assert all(at in covered for at, character in enumerate(text) if not character.isspace())
    assert all(one.char_end < other.char_end for one, other in pairwise(chunks))
    assert [chunk.chunk_index for chunk in chunks] == list(range(len(chunks)))


def texts_of(strategy: str, text: str, size: int, overlap: int = 0) -> list[str]:
    return [chunk.text for chunk in cut(corpus([text]), CHUNKERS.load(strategy)(size, overlap), tokens, embed)]


def test_recursive_keeps_paragraphs_and_falls_back_to_sentences_and_words() -> None:
    text = "One short paragraph.\n\nAnother one. It has two sentences.\n\nShort."
    assert texts_of("recursive", text, 40) == [
        "One short paragraph.\n\n", "Another one. It has two sentences.\n\n", "Short.",
    ]  # fmt: skip
    assert texts_of("recursive", "Another one. It has two sentences.", 22) == ["Another one. ", "It has two sentences."]
    assert texts_of("recursive", "unbreakableword", 6) == ["unbrea", "kablew", "ord"]


def test_sentences_are_whole_and_overlap_by_whole_ones() -> None:
    text = "The fee is $1.50. It is due at once. Nobody is exempt. Rates rise."
    assert texts_of("sentence", text, 40) == ["The fee is $1.50. It is due at once. ", "Nobody is exempt. Rates rise."]
    assert texts_of("sentence", text, 60, 25)[1] == "It is due at once. Nobody is exempt. Rates rise."
    assert texts_of("sentence", text, 40, 25) == texts_of("sentence", text, 40)  # no chunk of repeated sentences alone


def test_semantic_borders_are_where_the_meaning_turns() -> None:
    text = " ".join(TOPICS)
    encoder = open_encoder(MiniLM(), MODELS)
    source = corpus([text])
    found = {chunk.char_start for chunk in cut(source, SemanticChunker(2000), tokens, encoder.embed)}
    assert {text.index(topic) for topic in TOPICS} <= found
    assert len(found) <= 5
    with pytest.raises(ValueError, match="no embedder"):
        cut(source, SemanticChunker(2000))


def test_markdown_sections_begin_at_their_headings() -> None:
    text = "Before\n# One\ntext\n```\n# no heading\n```\n## Two\n#tag is none\n"
    assert texts_of("markdown", text, 1000) == [
        "Before\n", "# One\ntext\n```\n# no heading\n```\n", "## Two\n#tag is none\n",
    ]  # fmt: skip


def test_settings_that_a_chunker_cannot_follow_are_refused() -> None:
    (said,) = RecursiveChunker(100, 10).problems()
    assert said == ("chunking.chunk_overlap (10) must be 0 for chunking=recursive, whose chunks do not overlap")
