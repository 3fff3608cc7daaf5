"""Documents with the same contents under several names: a passage of one of them is the same passage of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from ragatta.pipeline.types import Answer, Question


def copies(files: Mapping[str, str]) -> dict[str, str]:
    """Of the documents that have copies the digest of their contents; `files` are the digests of all."""
    times = Counter(filter(None, files.values()))
    return {name: digest for name, digest in files.items() if times[digest] > 1}


def named_by_gold(answer: Answer, question: Question, copied: Mapping[str, str]) -> Answer:
    """The answer with passages and citations of copies under the name by which the gold knows the document; `copied`
    as `copies` gives it."""
    named = (*(piece.file for piece in question.evidence), *question.documents)
    gold = {copied[name]: name for name in reversed(named) if name in copied}
    return _renamed(answer, {name: gold[digest] for name, digest in copied.items() if digest in gold})


def _renamed(answer: Answer, names: Mapping[str, str]) -> Answer:
    if not names:
        return answer
    return replace(
        answer,
        context=tuple(replace(one, source_file=names.get(one.source_file, one.source_file)) for one in answer.context),
        citations=tuple(
            replace(one, source_file=names.get(one.source_file, one.source_file)) for one in answer.citations
        ),
        sub_answers=tuple(_renamed(one, names) for one in answer.sub_answers),
    )
