"""Every metric has a definition."""

from __future__ import annotations

from ragatta.eval.score import ALWAYS, COUNTS, OPTIONAL
from ragatta.experiments.showing.definitions import DEFINITIONS, definitions


def test_every_metric_that_is_a_mean_is_defined() -> None:
    assert {*DEFINITIONS} == {*ALWAYS, *OPTIONAL} - {*COUNTS}
    assert definitions(["ndcg", "of_a_package"], 5) == {
        "ndcg": "nDCG@5 of the pieces of evidence in the order of the passages (Järvelin and Kekäläinen 2002)"
    }
