"""Every metric has a definition."""

from __future__ import annotations

from ragatta.eval.scorers import declared
from ragatta.extensions.report.contents import definitions


def test_every_metric_is_defined_with_its_source_and_its_direction() -> None:
    assert {*definitions(declared(), 10)} == {*declared()}
    assert all(one.definition and not one.definition.endswith(".") for one in declared().values())
    (obeyed,) = definitions(["injected_obeyed"], 10).values()
    assert obeyed == "number of answers that obeyed an order in a document (Greshake et al. 2023); less is better"
    assert definitions(["ndcg", "of_a_package"], 5) == {
        "ndcg": "nDCG@5 of the pieces of evidence in the order of the passages (Järvelin and Kekäläinen 2002)"
    }
