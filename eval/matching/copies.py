"""Documents with the same contents under several names: a passage of one of them is the same passage of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from ragatta.pipeline.types import Answer, Chunk, Question


def copies(files: Mapping[str, str]) -> dict[str, str]:
    """Of the documents that have copies the digest of their contents; `files` are the digests of all."""
    times = Counter(filter(None, files.values()))
    return {name: digest for name, digest in files.items() if times[digest] > 1}


class NamedByGold:
    """Gives passages of copies the name by which the gold of a question knows the document. `copied` as `copies` gives
    it."""

    def __init__(self, question: Question, copied: Mapping[str, str]) -> None:
        named = (*(piece.file for piece in question.evidence), *question.documents)
        self._copied, self._gold = copied, {copied[name]: name for name in reversed(named) if name in copied}

    def answer(self, answer: Answer) -> Answer:
        return replace(
            answer,
            context=tuple(map(self.chunk, answer.context)),
            citations=tuple(replace(one, source_file=self._name(one.source_file)) for one in answer.citations),
            sub_answers=tuple(map(self.answer, answer.sub_answers)),
        )

    def chunk(self, chunk: Chunk) -> Chunk:
        name = self._name(chunk.source_file)
        return chunk if name == chunk.source_file else replace(chunk, source_file=name)

    def _name(self, file: str) -> str:
        return self._gold.get(self._copied.get(file, ""), file)
