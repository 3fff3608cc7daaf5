"""Page → Chunk: every document of a corpus cut into overlapping windows, by a strategy of pipeline/index/chunking/.

The laws, whatever the strategy: a chunk's text is the document text from char_start to char_end, to the
letter; every character that is not white space is in a chunk; chunk_index runs over the document without
gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline import plugins
from pipeline.documents.corpus import Corpus, document_text, page_at, page_starts
from pipeline.index.chunking._windows import TokenSpans, Windows, by_characters, by_tokens
from pipeline.settings.indexing import Chunking
from pipeline.types import Chunk, Page


def split(corpus: Corpus, chunking: Chunking, token_spans: TokenSpans | None = None) -> list[Chunk]:
    """The chunks of all documents, by name and then by chunk_index. A window of mere white space gives none.

    `token_spans` tells where a text's tokens stand; raises ValueError where sizes are in tokens and it is
    missing.
    """
    windows = _windows(chunking, token_spans)
    return [
        chunk
        for name, pages in sorted(corpus.pages.items())
        for chunk in _document_chunks(pages, corpus.bucket(name), chunking.strategy, windows)
    ]


def _windows(chunking: Chunking, token_spans: TokenSpans | None) -> Windows:
    if problems := chunking.problems():
        raise ValueError("; ".join(problems))
    if chunking.unit == "characters":
        return by_characters(chunking.chunk_size, chunking.chunk_overlap)
    if token_spans is None:
        raise ValueError("chunking.unit tokens: no tokenizer to count them; hand in the embedder's, or use characters")
    return by_tokens(chunking.chunk_size, chunking.chunk_overlap, token_spans)


def _document_chunks(pages: Sequence[Page], bucket: str, strategy: str, windows: Windows) -> Iterator[Chunk]:
    text, starts = document_text(pages), page_starts(pages)
    spans = plugins.load("index/chunking", strategy).spans(pages, windows)
    visible = ((start, end) for start, end in spans if text[start:end].strip())
    for index, (start, end) in enumerate(visible):
        piece, name = text[start:end], pages[0].source_file
        yield Chunk(
            id=f"{name}#{index}",
            source_file=name,
            chunk_index=index,
            text=piece,
            first_page=page_at(starts, start + len(piece) - len(piece.lstrip())),
            last_page=page_at(starts, start + len(piece.rstrip()) - 1),
            char_start=start,
            char_end=end,
            total_pages=len(pages),
            bucket=bucket,
        )
