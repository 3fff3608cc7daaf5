"""Documents with the same contents under several names: a passage of one of them is the same passage of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from ragatta.pipeline.types import Answer, Chunk, Citation, Question

Named = TypeVar("Named", Chunk, Citation)


def copies(files: Mapping[str, str]) -> dict[str, str]:
    """Of the documents that have copies the digest of their contents; `files` are the digests of all."""
    times = Counter(filter(None, files.values()))
    return {name: digest for name, digest in files.items() if times[digest] > 1}


def named_by_gold(answer: Answer, question: Question, copied: Mapping[str, str]) -> Answer:
    """The answer with passages and citations of copies under the name by which the gold knows the document; `copied`
    as `copies` gives it."""
    named = (*(piece.file for piece in question.evidence), *question.documents)
    gold = {copied[name]: name for name in reversed(named) if name in copied}
    names = {name: gold[digest] for name, digest in copied.items() if digest in gold and name not in named}

    def renamed(one: Named) -> Named:
        return replace(one, source_file=names[one.source_file]) if one.source_file in names else one

    def whole(one: Answer) -> Answer:
        context, citations = map(renamed, one.context), map(renamed, one.citations)
        return replace(one, context=(*context,), citations=(*citations,), sub_answers=(*map(whole, one.sub_answers),))

    return whole(answer) if names else answer
