"""Corpus → Chunk, by any strategy: windows over the text (pipeline/index/chunks.py), or tables as row groups and
windows over the prose between them.

The laws of the strategy `table`: `original`, or `text` where there is none, is the document text from char_start to
char_end, to the letter; every character that is not white space is in one of them; chunk_index runs over the document
without gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.documents.corpus import Corpus, document_text, page_at, page_starts
from pipeline.index.chunking._remaining_text import Piece
from pipeline.index.chunking._windows import TokenSpans, Windows, by_characters, by_tokens
from pipeline.index.chunking.table import Fits, pieces
from pipeline.index.chunks import split
from pipeline.settings.indexing import Chunking
from pipeline.tables.tabled_corpus import TabledCorpus
from pipeline.types import Chunk, Page

TABLE = "table"


def cut(corpus: Corpus, chunking: Chunking, token_spans: TokenSpans | None = None) -> list[Chunk]:
    """The chunks of all documents, by name and then by chunk_index (see chunks.split). Raises ValueError where the
    strategy is `table` and the corpus comes without its tables."""
    if chunking.strategy != TABLE:
        return split(corpus, chunking, token_spans)
    if not isinstance(corpus, TabledCorpus):
        raise ValueError(
            "chunking.strategy table: the corpus comes without its tables; see pipeline/tables/corpus_tables.py"
        )
    windows, fits = _sizes(chunking, token_spans)
    return [
        chunk
        for name, pages in sorted(corpus.pages.items())
        for chunk in _chunks(pages, corpus.bucket(name), pieces(pages, corpus.tables[name], windows, fits))
    ]


def _sizes(chunking: Chunking, token_spans: TokenSpans | None) -> tuple[Windows, Fits]:
    size, overlap = chunking.chunk_size, chunking.chunk_overlap
    if problems := chunking.problems():
        raise ValueError("; ".join(problems))
    if chunking.unit == "characters":
        return by_characters(size, overlap), lambda text: len(text) <= size
    if token_spans is None:
        raise ValueError("chunking.unit tokens: no tokenizer to count them; hand in the embedder's, or use characters")
    return by_tokens(size, overlap, token_spans), lambda text: len(token_spans(text)) <= size


def _chunks(pages: Sequence[Page], bucket: str, made: Sequence[Piece]) -> Iterator[Chunk]:
    text, starts = document_text(pages), page_starts(pages)
    for index, piece in enumerate(made):
        original, name = text[piece.start : piece.end], pages[0].source_file
        first = page_at(starts, piece.start + len(original) - len(original.lstrip()))
        last = page_at(starts, piece.start + len(original.rstrip()) - 1)
        yield Chunk(
            id=f"{name}#{index}",
            source_file=name,
            chunk_index=index,
            text=piece.text or original,
            first_page=piece.page or first,
            last_page=piece.page or last,
            char_start=piece.start,
            char_end=piece.end,
            total_pages=len(pages),
            bucket=bucket,
            original=original if piece.table else "",
            table=piece.table,
        )
