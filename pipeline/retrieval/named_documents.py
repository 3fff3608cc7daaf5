"""Matches the names that an agent gives with the documents of a collection: by exact name, else by part of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Matched:
    """`documents` are distinct existing names; `partial` and `unknown` are the wanted names as they were given."""

    documents: tuple[str, ...]
    partial: tuple[str, ...] = ()  # matched by a part of the name
    unknown: tuple[str, ...] = ()  # matched nothing


def match_documents(wanted: Iterable[str], known: Sequence[str]) -> Matched:
    """Matches each wanted name exactly, else (ignoring case) with every known name that contains it or is contained in
    it."""
    documents: dict[str, None] = {}
    partial, unknown = [], []
    for name in dict.fromkeys(wanted):
        if name in known:
            documents[name] = None
        elif parts := [candidate for candidate in known if _overlap(name, candidate)]:
            documents.update(dict.fromkeys(parts))
            partial.append(name)
        else:
            unknown.append(name)
    return Matched(tuple(documents), tuple(partial), tuple(unknown))


def _overlap(name: str, candidate: str) -> bool:
    wanted, known = name.strip().lower(), candidate.lower()
    return bool(wanted) and (_holds(known, wanted) or _holds(wanted, known))


def _holds(text: str, part: str) -> bool:
    """Whole words only: "data.pdf" does not contain "a.pdf"."""
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) is not None
