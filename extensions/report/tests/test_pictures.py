"""The pictures of the readme are taken of the report."""

from __future__ import annotations

from benchmarks.pictures import (
    ranking_alone,
)
from ragatta.extensions.report.commands.report import PAGE


def test_the_page_of_the_report_takes_a_style_beside_its_own() -> None:
    page = ranking_alone((PAGE / "report.html").read_text(encoding="utf-8"))
    assert "Content-Security-Policy" not in page
    assert page.index("#ranking ~ *") < page.index("</head>")
