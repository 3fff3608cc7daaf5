"""The table of rankings over a judged collection."""

from __future__ import annotations

import pytest

from ragatta.eval.ranked import MEASURES
from ragatta.experiments.results.ranked import table


@pytest.mark.parametrize(("gained", "lost", "said"), [(2, 0, "too few queries"), (4, 1, "at least 1 more query")])
def test_a_verdict_speaks_of_queries_and_never_of_questions(gained: int, lost: int, said: str) -> None:
    hybrid = [1.0] * gained + [0.0] * lost
    ranked = {
        "bm25": {str(at): dict.fromkeys(MEASURES, 0.5) for at in range(len(hybrid))},
        "hybrid": {str(at): dict.fromkeys(MEASURES, value) for at, value in enumerate(hybrid)},
    }
    cells = [str(cell) for column in table(ranked, "small").columns for cell in column.cells]
    (verdict,) = (cell for cell in cells if "significant" in cell)
    assert verdict.endswith(f" {said}")
