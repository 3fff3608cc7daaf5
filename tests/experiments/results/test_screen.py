"""Rows of a screen stand under their headings."""

from __future__ import annotations

from ragatta.experiments.results.screen import NARROWEST, columns


def test_figures_end_where_their_headings_end() -> None:
    rows = [["baseline", "0.5", "as it was"], ["deep", "1,234.5", "further down"]]
    lines = [line[NARROWEST:] for line, _ in columns(["variation", "score", "what"], rows, 9)]
    assert lines == ["    score  what", "      0.5  as it was", "  1,234.5  further down"]
