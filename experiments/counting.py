"""Counts with their nouns, in singular or plural."""

from __future__ import annotations

IRREGULAR = {"summary": "summaries", "reply": "replies", "query": "queries", "piece of evidence": "pieces of evidence"}


def counted(number: int, noun: str) -> str:
    """1 answer, 2 answers, 1,024 replies."""
    return f"{number:,} {noun if number == 1 else IRREGULAR.get(noun, noun + 's')}"
