"""Which documents a model or a hand-written plan means by the names it gives.

The exact name first, else an unambiguous part of one, which is counted; what is neither is noted and left out.
Source: seed 000, retriever agent ("exact match, then partial match").
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.trace import Stage


def known_documents(named: Sequence[str], documents: Sequence[str], stage: Stage) -> tuple[str, ...]:
    """The documents meant, in the order named, each once."""
    found: dict[str, None] = {}
    for name in named:
        if name in documents:
            found[name] = None
            continue
        partial = [known for known in documents if name.strip() and name.strip().lower() in known.lower()]
        if len(partial) == 1:
            stage.details["partial_matches"] = stage.details.get("partial_matches", 0) + 1
            found[partial[0]] = None
        else:
            stage.note(f"unknown target document {name!r}")
    return tuple(found)
