"""Finds the gold evidence in the text that an answer was written from.

A chunk of document text counts by its span. Adjacent spans are joined, so a quote across a chunk border counts if both
chunks are there. A table chunk counts by its own text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ragatta.eval.matching.evidence import Corpus, Piece, Place, document, locate, wanted
from ragatta.eval.matching.normalise import Span
from ragatta.eval.matching.rows import written
from ragatta.pipeline.types import Answer, Chunk, Evidence, Question


def reached(question: Question, answer: Answer, corpus: Corpus) -> list[tuple[str, bool]]:
    """The pieces of evidence that should reach the context, and whether each is there completely; a failed answer's
    context is empty. Raises ValueError if the context was not split from these pages."""
    context = Shown(() if answer.status == "failed" else answer.context, corpus)
    return [(piece.phrase, context.has(piece)) for piece in wanted(question, corpus)]


class Shown:
    """The continuous parts of documents, and the texts of table chunks, that an answer was written from."""

    def __init__(self, context: Sequence[Chunk], corpus: Corpus) -> None:
        """Chunks of documents outside the corpus are left out. Raises ValueError for a chunk that was not split from
        these pages."""
        self._corpus = corpus
        self._verbatim: dict[str, list[Chunk]] = {}
        self._rows: dict[tuple[str, int], list[str]] = {}
        for chunk in (each for each in context if each.source_file in corpus):
            if is_written_out(chunk):
                _checked(chunk, document(corpus[chunk.source_file]).text)
                self._rows.setdefault((chunk.source_file, chunk.first_page), []).append(chunk.text)
            else:
                self._verbatim.setdefault(chunk.source_file, []).append(chunk)
        self._spans: dict[str, list[Span]] = {}

    def has(self, piece: Piece) -> bool:
        """Whether a part contains the whole piece at one of its places, or a table chunk of its pages contains it; a
        statement also counts elsewhere."""
        if any(self._holds(place) for place in piece.places) or self._in_rows(piece, self._pages(piece.places)):
            return True
        if not (piece.places and piece.anywhere):
            return False
        return any(self._holds(place) for place in self._elsewhere(piece.phrase)) or self._in_rows(piece, self._rows)

    def texts(self) -> Iterator[str]:
        """The text of every part and of every table chunk."""
        for file in self._verbatim:
            text = document(self._corpus[file]).text
            yield from (text[start:end] for start, end in self._spans_of(file))
        for texts in self._rows.values():
            yield from texts

    def _holds(self, place: Place) -> bool:
        file, start, end = place
        return any(first <= start and end <= last for first, last in self._spans_of(file))

    def _in_rows(self, piece: Piece, pages: Iterable[tuple[str, int]]) -> bool:
        texts = [written(text) for page in pages for text in self._rows.get(page, ())]
        return any(text.has(piece.phrase, piece.beside) or (piece.row and text.has_row(piece.phrase)) for text in texts)

    def _pages(self, places: Iterable[Place]) -> set[tuple[str, int]]:
        if not self._rows:
            return set()
        return {(file, page) for file, *span in places for page in document(self._corpus[file]).pages_of(*span)}

    def _elsewhere(self, phrase: str) -> Iterator[Place]:
        """The places of the phrase in the context's documents, which are normalised once."""
        for file in self._verbatim:
            whole = Evidence(file, tuple(page.number for page in self._corpus[file]))
            yield from locate(whole, (phrase,), self._corpus)[phrase]

    def _spans_of(self, file: str) -> list[Span]:
        if file not in self._spans:
            text = document(self._corpus[file]).text if file in self._verbatim else ""
            self._spans[file] = united((_checked(chunk, text) for chunk in self._verbatim.get(file, ())), text)
        return self._spans[file]


def united(spans: Iterable[Span], text: str) -> list[Span]:
    """The spans in order, joined where they overlap, touch or leave out nothing but space of the text."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and (start <= found[-1][1] or (text and not text[found[-1][1] : start].strip())):
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def is_written_out(chunk: Chunk) -> bool:
    """Whether a chunk has a text of its own, such as table rows with their header, instead of the document's."""
    return bool(chunk.table or chunk.original)


def _checked(chunk: Chunk, document_text: str) -> Span:
    """The chunk's span. Raises ValueError if the chunk was not split from this text. A chunk stored without the
    document's text is checked only by its end."""
    span = chunk.char_start, chunk.char_end
    original = chunk.original if is_written_out(chunk) else chunk.text
    if chunk.char_end > len(document_text) or original not in ("", document_text[slice(*span)]):
        raise ValueError(
            f"{chunk.source_file}: chunk {chunk.id} differs from the text at {span[0]}:{span[1]}; score "
            "with the pages, read by the same parser, that the chunks were split from"
        )
    return span
