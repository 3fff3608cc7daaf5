from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import results, scaling

ROWS = {
    "growth": [{"pages": 100, "chunks": 250, "build_cpu_s": 1.0, "bm25_cpu_s": 0.5, "build_mb": 300, "start_mb": 200,
                "disk_mb": 3, "held": {"vectors": 4000, "texts": 2000}}],
    "indexing": [{"pages": 10, "read_s": 0.1, "embed_ms": 10.0}],
    "own_seconds": [{"what": "answer, baseline", "cpu_p50_ms": 4.0}, {"what": "score", "cpu_p50_ms": 99.0}],
    "retrieval_scale": [
        {"chunks": 1000, "search": name, "filter": "none", "p50_ms": 1.0} for name in ("semantic", "hybrid")
    ],
}  # fmt: skip


def test_costs_grow_with_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "BENCH", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"growth.json is missing: run python -m benchmarks.growth"):
        scaling.constants()
    for name, rows in ROWS.items():
        (tmp_path / f"{name}.json").write_text(json.dumps({"rows": rows}))
    per_page = scaling.constants()
    assert per_page["embedding"] == 0.025
    assert per_page["question"] == 0.004
    small, large = scaling.index_rows(per_page, 0.1)
    seconds = (0.01 + 0.025 + 0.01 + 0.005) * 100_000
    assert small["usd"] == f"{seconds / 3600 * 0.1:.2f}"
    assert small["search"] == f"{6000 * 100_000 / 2**30:.1f}"
    assert float(large["embedding"]) == pytest.approx(10 * float(small["embedding"]), abs=0.5)
    first, second = scaling.sweep_rows(per_page, (0.1, 1.0, 2.0), (1000, 100))
    assert (first["search"], second["search"]) == ("250", "2500")
    assert first["tokens"] == second["tokens"] == f"{500 * 6 * 4 * (1000 + 200) / 1e6:.0f}"
