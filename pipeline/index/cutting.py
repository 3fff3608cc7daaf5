"""Corpus → Chunk, by the chunker that the settings name.

For every chunker: the document's text from char_start to char_end is exactly the chunk's `text` or, if the chunk has
another text, its `original`; every character except white space is in a chunk; chunk_index counts without gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ragatta.pipeline.documents.corpus import Corpus, document_text, page_at, page_starts
from ragatta.pipeline.index.chunker import CHUNKERS, Chunker, Embed, Piece, Sizes, Span, Windows
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.tables.tabled_corpus import TabledCorpus
from ragatta.pipeline.types import Chunk, Page

TokenSpans = Callable[[str], Sequence[Span]]  # where a text's tokens stand


def cut(
    corpus: Corpus, chunker: Chunker, token_spans: TokenSpans | None = None, embed: Embed | None = None
) -> list[Chunk]:
    """The chunks of all documents, ordered by name and chunk_index. A window of white space gives no chunk.
    `token_spans` gives the character spans of a text's tokens, `embed` vectors of texts. Raises ValueError if sizes are
    in tokens, or the chunker compares texts, and it is missing, or if the chunker reads tables and the corpus has
    none."""
    sizes = _sizes(chunker, token_spans, embed)
    if chunker.READS_TABLES and not isinstance(corpus, TabledCorpus):
        raise ValueError(
            f"chunking={chunker.name}: the corpus was read without its tables; see pipeline/tables/tabled_corpus.py"
        )
    tables = corpus.tables if isinstance(corpus, TabledCorpus) else {}

    def pieces(name: str, pages: Sequence[Page]) -> list[Piece]:
        given = chunker.pieces(pages, tables.get(name, ()), sizes)
        found = [*given] if isinstance(given, Iterable) else given
        if wrong := wrong_pieces(found, document_text(pages), len(pages)):
            raise CHUNKERS.broken(chunker.name, f"{name}: {wrong}", chunker.pieces)
        return found

    return [
        chunk
        for name, pages in sorted(corpus.pages.items())
        for chunk in _chunks(pages, corpus.bucket(name), pieces(name, pages))
    ]


def wrong_pieces(pieces: Any, text: str, pages: int) -> str:
    """What is wrong with the pieces of a document with this text; "" where nothing is."""
    if not isinstance(pieces, list):
        return f"pieces returned {brief_value(pieces)}, not pieces"
    before = 0
    for at, piece in enumerate(pieces):
        if not isinstance(piece, Piece) or not isinstance(piece.start, int) or not isinstance(piece.end, int):
            return f"piece {at} is {brief_value(piece)}, not a Piece of two character offsets"
        if not 0 <= piece.start <= piece.end <= len(text):
            return f"piece {at} is {piece.start} to {piece.end}, no span of the {len(text)} characters of its text"
        if piece.start < before:
            return f"piece {at} begins at {piece.start}, before the one before it ({before})"
        if not isinstance(piece.text, str) or not 0 <= piece.page <= pages:
            return f"piece {at} has the text {brief_value(piece.text)} and page {brief_value(piece.page)} of {pages}"
        before = piece.start
    if text.strip() and not any(piece.text or text[piece.start : piece.end].strip() for piece in pieces):
        return f"no piece holds any of its {len(text)} characters"
    return ""


def _sizes(chunking: Chunker, token_spans: TokenSpans | None, embed: Embed | None) -> Sizes:
    size, overlap = chunking.chunk_size, chunking.chunk_overlap
    if problems := chunking.problems():
        raise ValueError("; ".join(problems))
    if chunking.unit == "characters":
        return Sizes(by_characters(size, overlap), lambda text: len(text) <= size, size, overlap, len, embed)
    if token_spans is None:
        raise ValueError("chunking.unit tokens: no tokenizer to count them; pass the embedder's, or use characters")

    def count(text: str) -> int:
        return len(token_spans(text))

    return Sizes(by_tokens(size, overlap, token_spans), lambda text: count(text) <= size, size, overlap, count, embed)


def _chunks(pages: Sequence[Page], bucket: str, pieces: Iterable[Piece]) -> Iterator[Chunk]:
    text, starts, name = document_text(pages), page_starts(pages), pages[0].source_file
    visible = (piece for piece in pieces if piece.text or text[piece.start : piece.end].strip())
    for index, piece in enumerate(visible):
        original = text[piece.start : piece.end]
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
            original=original if piece.text else "",
            table=piece.table,
        )


def windows(units: int, size: int, overlap: int) -> Iterator[Span]:
    """The windows over `units` units, characters or tokens. Each begins `overlap` units before the end of the previous
    one; the first that reaches the end is the last, so that none lies inside its neighbour. None over nothing."""
    start, end = 0, 0
    while end < units:
        end = min(start + size, units)
        yield start, end
        start = end - overlap


def by_characters(size: int, overlap: int) -> Windows:
    return lambda text: windows(len(text), size, overlap)


def by_tokens(size: int, overlap: int, token_spans: TokenSpans) -> Windows:
    """Windows of tokens as spans of characters. A token extends to the start of the next one, so that white space is in
    a window too."""

    def spans(text: str) -> Iterator[Span]:
        starts = [start for start, _ in token_spans(text)]
        borders = [0, *starts[1:], len(text)]
        units = max(len(starts), 1) if text else 0
        for first, last in windows(units, size, overlap):
            yield borders[first], borders[last]

    return spans
