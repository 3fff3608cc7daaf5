"""Which evidence of the gold its documents lack. It is kept for a corpus: to look for all quotes of some hundred
questions takes longer than all else before the first answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ragatta.eval.gold import questions as gold
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.plugins.identity import code_digest, digest, short
from ragatta.pipeline.types import Question


def faults(questions: Sequence[Question], corpus: Corpus, folder: Path, keep: bool = True) -> list[str]:
    """As `check_evidence` finds them; `folder` is where they are kept, and new ones written with `keep`."""
    key = digest([corpus.digest, corpus.content, corpus.unread, code_digest(gold.__name__)])
    file = folder / f"{short(key)}.json"
    kept: dict[str, list[str]] = {}
    with suppress(OSError, ValueError, TypeError):
        kept = dict(json.loads(file.read_text(encoding="utf-8")))
    keys = [digest(question.stated()) for question in questions]
    missing = {key: question for key, question in zip(keys, questions, strict=True) if key not in kept}
    kept |= {key: gold.check_evidence([question], corpus.pages, corpus.unread) for key, question in missing.items()}
    if missing and keep:
        with suppress(OSError):  # a folder that is only read, or a full disk
            write_whole(file, json.dumps(kept))
    return [fault for key in keys for fault in kept[key]]
