"""What is said of answers that are scored again."""

from __future__ import annotations

from ragatta.experiments.bundle.rescoring import Difference, Rescored


def test_a_score_that_one_side_lacks_is_called_none() -> None:
    differences = (Difference("q", 0, "score", None, 0.5), Difference("q", 1, "score", 1.0, None))
    said = [*Rescored(2, (), "", differences, (), {}).lines()]
    assert "  q: score none then and 0.500 here" in said
    assert "  q, sample 1: score 1.000 then and none here" in said
