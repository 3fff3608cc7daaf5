"""What stands before a table in its document's prose: a title such as "Limits" says little, and the heading of the
section that it stands in says of what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.tasks.answers import Passage
from pipeline.text.mentions import tokens

_LINES = 10  # before the title in the text


def lead_in(title: Sequence[str], file: str, passages: Iterable[Passage]) -> frozenset[str]:
    """The tokens of the lines before the one that is the table's innermost title; none where no prose shows it."""
    if not title:
        return frozenset()
    own = _plain(title[-1])
    found: frozenset[str] = frozenset()
    for passage in passages:
        if passage.source_file != file or own not in _plain(passage.text):
            continue
        lines = [line.strip() for line in passage.text.splitlines() if line.strip()]
        at = next((at for at, line in enumerate(lines) if _plain(line) == own), 0)
        found |= frozenset(token for line in lines[max(0, at - _LINES) : at] for token in tokens(line))
    return found


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
