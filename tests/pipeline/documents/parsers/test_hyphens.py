"""The words of a document tell which hyphens at line ends split a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from ragatta.pipeline.documents.parsers._hyphens import joined, marked
from ragatta.pipeline.documents.parsers._reading import Job, read_all
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.retrieval.analyser import plain


@pytest.mark.parametrize(
    ("line", "elsewhere", "read"),
    [
        ("a supple-\nmentary fee", "", "a supplementary fee"),
        ("a supple\u2010 \n mentary fee", "", "a supplementary fee"),
        ("an exemp\u00ad\ntion, an exemp\u00adtion", "", "an exemption, an exemption"),
        ("the re-\nsign clause", "They resign. A sign. We re-sign.", "the re-sign clause"),
        ("they re-\nsign", "They resign. We resign. We re-sign.", "they resign"),
        ("a weather-\nproof shed", "Weather and proof.", "a weather-proof shed"),
        ("a weather-\nproof shed", "Weather.", "a weatherproof shed"),
        ("a long-\nterm loan", "", "a long-term loan"),
        ("a non-\nvoting share", "", "a non-voting share"),
        ("its p-\nvalues", "", "its p-values"),
        ("SUPPLE\ufffeMENTARY FEES", "", "SUPPLEMENTARY FEES"),
        ("an Anti\ufffeKickback act", "", "an Anti-Kickback act"),
        ("the anti-\nKickback act", "", "the anti-\nKickback act"),
        ("state-\nof-the-art", "", "state-of-the-art"),
        ("harbour.example/tide-\ntables", "", "harbour.example/tide-tables"),
        ("the years 2019-\n2024", "", "the years 2019-\n2024"),
        ("rated B-\n- item", "", "rated B-\n- item"),
        ("risk-\naverse", "risk averse well-run well-\nmeant", "risk-averse"),
        ("fast-\ngrowing firms", "A well-run firm. Third-party risk, third-\nparty data.", "fast-growing firms"),
    ],
)
def test_a_hyphen_is_dropped_where_it_splits_a_word(line: str, elsewhere: str, read: str) -> None:
    assert joined([marked(line), marked(elsewhere)])[0] == read


def test_a_text_without_hyphens_stays_as_it_is() -> None:
    assert joined(["one", "two-three\n- four"]) == ("one", "two-three\n- four")


@pytest.mark.parametrize("name", ["a.pdf", pytest.param("a.txt", marks=pytest.mark.needs("office"))])
def test_a_search_finds_the_word(tmp_path: Path, name: str) -> None:
    lines = ["The keeper receives a supple-", "mentary fee of 523 crowns."]
    if name == "a.pdf":
        canvas = Canvas(str(tmp_path / name))
        for number, line in enumerate(lines):
            canvas.drawString(50, 700 - 14 * number, line)
        canvas.save()
    else:
        (tmp_path / name).write_text("\n".join(lines))
    ((_, reading),) = read_all([Job(name, tmp_path / name)], Pdfium())
    assert "supplementary" in plain(reading.texts[0])
