"""Rules are where they are drawn, whatever forms they stand in."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from ragatta.pipeline.tables.page_layout import read_layout


def test_a_rule_within_forms_within_forms_is_where_it_is_drawn(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(600, 800))
    canvas.drawString(100, 700, "Depth")
    canvas.beginForm("inner", -9000, -9000, 9000, 9000)
    canvas.line(0, 0, 30, 0)
    canvas.endForm()
    canvas.beginForm("outer", -9000, -9000, 9000, 9000)
    canvas.translate(40, 50)
    canvas.doForm("inner")
    canvas.endForm()
    canvas.translate(60, 640)
    canvas.scale(5, 1)
    canvas.doForm("outer")
    canvas.line(8, 30, 38, 30)
    canvas.save()
    pdf = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    nested, plain = sorted(read_layout(pdf[0]).ruling_lines, key=lambda rule: rule.top)
    assert (nested.left, nested.right) == pytest.approx((260, 410))
    assert (plain.left, plain.right) == pytest.approx((100, 250))
    assert nested.top - plain.top == pytest.approx(-20)
