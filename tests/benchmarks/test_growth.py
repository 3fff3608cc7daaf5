from __future__ import annotations

from benchmarks.growth import A_DOCUMENT, one


def test_a_row_is_of_a_whole_build() -> None:
    row = one(2 * A_DOCUMENT)
    assert row["chunks"] > 2 * A_DOCUMENT
    assert 0 < row["start_mb"] <= row["read_mb"] <= row["build_mb"] <= row["open_mb"] <= row["bm25_mb"]
    assert row["disk_mb"] > 0
    assert row["held"]["vectors"] == 4 * 384 * row["chunks"] // (2 * A_DOCUMENT)
    assert row["held"]["texts"] > 1000
