"""Notes on chunks: what a model is shown, and what becomes of its reply."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ragatta.pipeline.agents.annotating.chunk_notes import LEAST, LONGEST, excerpt, notes_on
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.index.collection import chroma
from ragatta.pipeline.index.collection.content import content_digest
from ragatta.pipeline.index.notes import Notes
from ragatta.pipeline.llm.seam import ContextOverflow
from ragatta.pipeline.types import Page
from standins.scripted import Script, chunk

TEXT = "".join(f"{at:04} " for at in range(1000))  # 5,000 characters


def test_a_long_document_is_shown_by_its_beginning_and_around_the_chunk() -> None:
    middle = replace(chunk("a", 0, "0500 "), char_start=2500, char_end=2505)
    assert excerpt(TEXT, middle, 5000) == TEXT
    head, _, around = excerpt(TEXT, middle, 1000).partition("\n[...]\n")
    assert (head, around) == (TEXT[:250], TEXT[2502 - 375 : 2502 + 375])
    first, last = (replace(middle, char_start=at, char_end=at + 5) for at in (0, 4995))
    assert excerpt(TEXT, first, 1000) == TEXT[:1000]
    assert excerpt(TEXT, last, 1000).endswith(TEXT[-750:])


def test_each_chunk_is_shown_in_its_own_document_and_an_unusable_reply_is_no_note() -> None:
    pages = {"a": (Page("a", 1, "one"), Page("a", 2, "two")), "b": (Page("b", 1, "three"),)}
    script = Script(situate_chunk=[{"context": " on one "}, None, {"context": "on and " * 10_000}])
    assert notes_on([chunk("a", 0, "one"), chunk("b", 0, "three")], pages, script.ask) == ["on one", ""]
    (endless,) = notes_on([chunk("a", 1, "two")], pages, script.ask)
    assert len(endless) == LONGEST
    first, second, _ = (prompt.user for prompt in script.prompts)
    assert "<document>\none\ntwo\n</document>" in first
    assert "<document>\nthree\n</document>" in second


def test_less_is_shown_to_a_small_window_and_not_for_ever() -> None:
    lengths: list[int] = []

    def ask(prompt: Any) -> Any:
        lengths.append(len(prompt.task.document))
        raise ContextOverflow("too long")

    with pytest.raises(ContextOverflow):
        notes_on([chunk("a", 0, "0000 ")], {"a": (Page("a", 1, TEXT * 10),)}, ask)
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] < LEAST


def test_a_note_is_searched_and_stored_and_is_no_part_of_the_text() -> None:
    plain = chunk("a", 0, "The fee is $5.")
    (noted,) = Notes({}, lambda chunks: ["On berths."] * len(chunks)).put_on(iter([plain]))
    assert (noted.text, noted.searched, plain.searched) == (plain.text, "On berths.\n\nThe fee is $5.", plain.text)
    assert chroma._metadata(noted) == {**chroma._metadata(plain), "note": "On berths."}
    vectors = np.zeros((1, 3), np.float32)
    assert content_digest([noted], vectors) != content_digest([plain], vectors)


def test_the_setting_is_in_the_key_of_contextual_chunks_alone() -> None:
    assert set(DocumentChunker().identity) == {"name", "chunk_size", "chunk_overlap", "unit"}
    assert DocumentChunker(contextual=True).identity == {**DocumentChunker().identity, "contextual": True}
