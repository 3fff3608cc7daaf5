from __future__ import annotations

import pytest

from ragatta.pipeline.retrieval.named_documents import Matched, match_documents

KNOWN = ("(7)-Tariff of Dues v3.pdf", "(8)-Old Tariff.pdf", "a.pdf", "data.pdf")


@pytest.mark.parametrize(
    ("wanted", "matched"),
    [
        (["a.pdf"], Matched(("a.pdf",))),
        (["tariff of dues"], Matched(("(7)-Tariff of Dues v3.pdf",), partial=("tariff of dues",))),
        (["Tariff"], Matched(("(7)-Tariff of Dues v3.pdf", "(8)-Old Tariff.pdf"), partial=("Tariff",))),
        (["pdfs/a.pdf"], Matched(("a.pdf",), partial=("pdfs/a.pdf",))),
        (["ta.pdf"], Matched((), unknown=("ta.pdf",))),
        (["Pilotage", " "], Matched((), unknown=("Pilotage", " "))),
        (["data.pdf", "a.pdf", "data.pdf"], Matched(("data.pdf", "a.pdf"))),
        ([], Matched(())),
    ],
)
def test_exact_names_first_then_parts(wanted: list[str], matched: Matched) -> None:
    assert match_documents(wanted, KNOWN) == matched
