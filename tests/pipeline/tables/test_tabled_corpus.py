"""Tables of a corpus: found in worker processes, cached, and part of the collection's key for `table` alone."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.index.chunking.page import PageChunker
from ragatta.pipeline.index.chunking.table import TableChunker
from ragatta.pipeline.index.collection import chroma
from ragatta.pipeline.index.collection.content import content_digest
from ragatta.pipeline.index.collection.key import collection_ingredients
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.machine.checksums import Note
from ragatta.pipeline.tables.tabled_corpus import with_tables
from ragatta.pipeline.types import Chunk
from standins.drawn import Pages


class Encoder:
    dimensions = 3
    identity: dict[str, str] = {}  # noqa: RUF012

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        return [(0, len(text))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "pdfs"
    place.mkdir()
    pages = Pages(place / "a.pdf")
    pages.text(72, 60, "The rates by form are final.")
    pages.grid(90, (72, 172, 272), [["Form", "Fire"], ["HO3", "1.05"], ["HO4", "0.95"]])
    pages.save()
    return place


@pytest.mark.parametrize("parser", ["pdfium", "pypdf"])
def test_tables_are_found_once_and_located_in_the_text_of_any_parser(folder: Path, tmp_path: Path, parser: str) -> None:
    seen: list[tuple[str, int, int]] = []
    read = PARSERS.load(parser)()
    corpus = read_pages(folder, read, tmp_path)
    found = with_tables(corpus, folder, read, tmp_path, progress=lambda *step: seen.append(step))
    assert with_tables(corpus, folder, read, tmp_path, progress=lambda *step: seen.append(step)) == found
    assert seen == [("finding tables", 1, 1)]
    (table,) = found.tables["a.pdf"]
    assert (table.id, table.source_file, table.columns) == ("a.pdf#t1", "a.pdf", ("Form", "Fire"))
    prose, rows = cut(found, TableChunker(200, 20))
    assert prose.text.startswith("The rates by form are final.")
    assert rows.text.endswith("\nForm: HO3; Fire: 1.05\nForm: HO4; Fire: 0.95")
    assert "".join(rows.original.split()).endswith("HO31.05HO40.95")


def test_a_damaged_cache_is_made_again(folder: Path, tmp_path: Path) -> None:
    corpus = read_pages(folder, Pdfium(), tmp_path)
    found = with_tables(corpus, folder, Pdfium(), tmp_path)
    (stored,) = (tmp_path / "tables").iterdir()
    for damage in ("{", json.dumps([{"title": []}]), json.dumps({"a": 1})):
        stored.write_text(damage)
        with pytest.warns(Note, match="is damaged"):
            assert with_tables(corpus, folder, Pdfium(), tmp_path) == found


def test_prose_is_stored_and_digested_as_before_there_were_tables(folder: Path, tmp_path: Path) -> None:
    corpus = read_pages(folder, Pdfium(), tmp_path)
    prose = cut(corpus, DocumentChunker())[0]
    before = ["source_file", "chunk_index", "first_page", "last_page"]
    before += ["char_start", "char_end", "total_pages", "bucket"]
    assert list(chroma._metadata(prose)) == before
    rows = replace(prose, original="x", table="a.pdf#t1")
    assert list(chroma._metadata(rows)) == [*before, "original", "table"]
    digest = hashlib.sha256(json.dumps([[getattr(prose, field.name) for field in fields(Chunk)][:10]]).encode())
    vectors = np.zeros((1, 3), np.float32)
    digest.update(vectors.tobytes())
    assert content_digest([prose], vectors) == digest.hexdigest() != content_digest([rows], vectors)


def test_other_strategies_do_not_know_of_tables(folder: Path, tmp_path: Path) -> None:
    """Their key has the ingredients that it had before there were tables, and does not change with them."""
    corpus = read_pages(folder, Pdfium(), tmp_path)
    for strategy in ("document", "page"):
        made_of = collection_ingredients(corpus, CHUNKERS.load(strategy)(), Pdfium(), Encoder())
        assert set(made_of) == {"corpus", "texts", "skipped", "unlocked", "parser", "chunking", "embedder"}
        assert set(made_of["chunking"]) == {"name", "chunk_size", "chunk_overlap", "unit", "code"}
    tabled = with_tables(corpus, folder, Pdfium(), tmp_path)
    with_them = collection_ingredients(tabled, TableChunker(), Pdfium(), Encoder())
    assert with_them["texts"] != collection_ingredients(corpus, PageChunker(), Pdfium(), Encoder())["texts"]
